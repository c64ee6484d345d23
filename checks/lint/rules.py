"""The rules: codes, what each says and how to fix it, and which code a rival is reported under.

A rival's code follows from its formula (`code_of`), so that a new rival in `derivations` needs no change here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...derivations.expr import Node, free_names, num, substitute, sym
from ...errors import BadInput
from .catalogue import Entry, conditions, entries, family, sayings
from .traits import complementary, free_of, linear, unbounded, vanishes, whole_drafts


@dataclass(frozen=True)
class Rule:
    """A rule: its code, name, what a finding says in one line, and the fix."""

    code: str
    name: str
    says: str
    fix: str


_RULES = (
    Rule("DP101", "linear-expected-tokens", "expected tokens are not linear in the acceptance rate",
         "write (1 - alpha**(gamma + 1)) / (1 - alpha); 1 + gamma*r is right for the ratio r = accepted/drafted"),
    Rule("DP102", "bonus-forgotten", "the token that the target adds is not counted, or an exponent is off by one",
         "write alpha**(gamma + 1), and gamma + 1 at alpha = 1; accepted drafts alone are one token fewer"),
    Rule("DP103", "ratio-as-alpha", "accepted/drafted is not the probability that a draft is accepted",
         "with r = accepted/drafted write 1 + gamma*r; for alpha divide by the drafts that were tested, or invert r"),
    Rule("DP104", "draft-cost", "the cost of drafting is missing, or not multiplied by the draft length",
         "divide the expected tokens by 1 + gamma*c, c the time of one draft step over that of one target step"),
    Rule("DP105", "misplaced-division", "a division stands in the wrong place: twice by 1 - alpha, or without its parentheses",
         "divide the whole numerator once: (1 - alpha**(gamma + 1)) / ((1 - alpha) * (1 + gamma*c))"),
    Rule("DP106", "all-or-nothing", "a draft is not accepted whole or not at all: its accepted beginning is kept",
         "add up the probabilities that each position is reached: the sum of alpha**i for i from 0 to gamma"),
    Rule("DP107", "break-even", "speculation does not pay under this condition",
         "some draft length pays exactly where alpha > c; gamma drafts pay where the expected tokens exceed 1 + gamma*c"),
    Rule("DP201", "worked-number", "the number does not follow from the inputs on its own line",
         "work the line out again with the digits printed"),
    Rule("DP202", "number-contradicts-formula", "the number contradicts the formula beside it",
         "work the number out from the formula, or correct the formula"),
    Rule("DP203", "bytes-rows-blocks", "bytes, rows, the ridge or blocks are counted by the wrong rule",
         "round up to whole words and blocks, count the bonus token's row, and take the arithmetic rate of the precision used"),
    Rule("DP301", "one-name-two-quantities", "one name stands for two quantities of decoding in this file",
         "name the probability alpha or acceptance_rate, and accepted/drafted acceptance_ratio"),
    Rule("DP302", "sampling-order", "the order of sampling steps differs from engine to engine",
         "name the engine that the order is of"),
    Rule("DP303", "text-contradicts-code", "the comment or docstring contradicts the code under it",
         "correct the one that is wrong; where the code is right, the text"),
    Rule("DP900", "unused-suppression", "the suppression hides nothing",
         "take the comment away, or the code that it no longer needs"),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.code: rule for rule in _RULES}
"""Every rule by its code."""


# Which rule a rival breaks


def code_of(entry: Entry) -> str:
    """The code that a rival's formula is reported under, the same for every way of writing it.

    Raises `BadInput` for what is right.
    """
    return code_of_id(entry.id)


def code_as_written(entry: Entry, tree: Node) -> str:
    """`code_of`, but DP106 for the linear form where `tree`, numbers put in, spells out two outcomes: `(K+1)*p + (1-p)`."""
    code = code_of(entry)
    return "DP106" if code == "DP101" and complementary(tree) else code


@cache
def code_of_id(id_: str) -> str:
    """The code of a rival by its id, with or without a formula. Raises `BadInput` for an unknown id and for a claim."""
    saying = sayings().get(id_)
    if saying is None or saying.right:
        raise BadInput(f"'{id_}' is no rival")
    if any(condition.id == id_ for condition in conditions()):
        return "DP107"
    own = [entry for entry in entries() if entry.id == id_]
    return _code(own[0]) if own else _BY_CHAIN.get(id_.split(".")[0], "DP203")


_BY_CHAIN = {
    "tokens": "DP102", "acceptance": "DP103", "draft_cost": "DP104", "draft_length": "DP104", "sampling_order": "DP302",
}  # fmt: skip
"""Of rivals whose formula, if there is one, tells nothing further. Bytes, rows and blocks: DP203."""
_BY_FAMILY = {"c": "DP104", "T_c": "DP104", "O": "DP104", "alpha": "DP103", "T_a": "DP103"}


def _code(entry: Entry) -> str:
    of = family(entry.quantity)
    if of in ("E", "A", "r"):
        return _tokens_code(entry.tree, of)
    if of == "S":
        return _speedup_code(entry.tree)
    return _BY_FAMILY.get(of) or _BY_CHAIN.get(entry.id.split(".")[0], "DP203")


def _tokens_code(tree: Node, of: str) -> str:
    """The code of a wrong count of tokens (E, A or A/gamma): the first that its formula shows."""
    names = free_names(tree)
    if whole_drafts(tree) or ({"alpha", "gamma"} <= names and linear(Node("div", (num(1), tree)), "alpha")):
        return "DP106"  # the reciprocal of a mean over two outcomes: Amdahl's law
    if any(name in names and linear(tree, name) for name in ("alpha", "a")):
        return "DP103" if of == "r" else "DP101"
    for name in sorted({"r", "accepted"} & names, reverse=True):
        # A multiple of r lacks the bonus token; anything else takes r for alpha, or at another length.
        return "DP102" if linear(tree, name) and vanishes(tree, name) else "DP103"
    if "gamma" in names and unbounded(tree):
        return "DP105"
    return "DP102"


def _speedup_code(tree: Node) -> str:
    """The code of a wrong speed-up: its tokens are right, or its cost, or neither."""
    names = free_names(tree)
    for rate, tokens in _right_tokens(names):
        if free_of(Node("div", (tree, tokens)), rate):
            return "DP104"
    for name, cost in _COSTS:
        left = Node("mul", (tree, substitute(_CYCLE, {"c": cost})))
        if name in names and free_of(left, name):
            return _tokens_code(left, "E")
    return "DP105" if "gamma" in names else "DP104"


_CYCLE = Node("add", (num(1), Node("mul", (sym("gamma"), sym("c")))))
"""The time of a cycle in target steps."""
_COSTS = (("c", sym("c")), ("t_d", Node("div", (sym("t_d"), sym("t_t")))))


def _right_tokens(names: frozenset[str]) -> list[tuple[str, Node]]:
    """What E is in each rate that is among the names, with the rate."""
    found: list[tuple[str, Node]] = [(name, sym(name)) for name in ("E", "L", "tau") if name in names]
    for entry in entries():
        if entry.right and not entry.where and family(entry.quantity) == "E":
            rates = free_names(entry.tree) - {"gamma"}
            found += [(rate, entry.tree) for rate in sorted(rates) if rates <= names]
    return found
