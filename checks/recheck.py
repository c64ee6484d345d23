"""Re-check a bundle of derivations by exact evaluation: `python recheck.py DIR [--json PATH]`, or `draftproof recheck`.

This file stands alone: the standard library, and no code of the package that wrote the bundle. It compares every
file with its SHA-256 and then believes nothing of the steps: each, and each identity that it rests on, is evaluated in
rational arithmetic at points of its domain, steps must connect, and together they must conclude the claim. What has no
rational value (limit, log, exp, lambertw) is listed as *not evaluated*, obligations as *hash-checked only* (`draftproof
recheck --solver` runs them again). The points are drawn from the SHA-256 of the file they test: whoever changes a file
to suit them gets others. See TRUST.md. Exit codes: 0 all re-checked, 1 something refused, 2 unusable.
"""

from __future__ import annotations

import getopt
import hashlib
import json
import math
import operator
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

MANIFEST, INDEX, REPORT = "manifest.json", "obligations.json", "draftproof/recheck/1"
BUNDLE, STEPS, OBLIGATIONS = "draftproof/bundle/1", "draftproof/steps/1", "draftproof/obligations/1"

# Bounds: above all that this package's bundles need, and small enough that no file keeps this program busy for long.
MAX_FILES, MAX_BYTES, MAX_BITS, MAX_TERMS, MAX_DEPTH, MAX_DIGITS = 20_000, 64 * 2**20, 200_000, 10_000, 100, 400
MAX_WORK, MAX_WORK_OF_ALL = 8 * 10**6, 4 * 10**8  # about ten seconds for a file, minutes for a bundle; see `Exact`
INNER, MIXED, TRIES, LENGTH = 16, 16, 200, 64  # points inside, points with ends and ties, draws for one; elements
GRID, MAX_DEGREE, EQUAL = 2**64, 1024, 1 / 8  # see `Steps.identity`; how often a sequence is another one again

NAME = re.compile(r"[A-Za-z_]\w{0,99}", re.ASCII)
NUMBER = re.compile(rf"-?\d{{1,{MAX_DIGITS}}}(/[1-9]\d{{0,{MAX_DIGITS - 1}}})?", re.ASCII)
PATH = re.compile(r"obligations\.json|steps/([a-z]\w*\.\w+)\.json|obligations/[a-z]\w*\.\w+/[\w-]+\.smt2", re.ASCII)

RULES = {  # every rule, with the relations that its steps may have
    "algebra": "=", "choose_branch": "=", "count_as_sum": "=", "definition": "=", "derivative_sign": "< <= > >=",
    "differentiation": "=", "either_order": "=", "empty_sum": "=", "exp_tangent": "<= >=", "geometric_sum": "=",
    "index_shift": "=", "induction": "= <= >=", "interchange": "=", "lambert": "=", "lemma": "= != < <= > >=",
    "limit": "=", "linearity": "=", "monotone_bound": "< <= > >=", "rounding": "< <= > >=", "scale_extreme": "=",
    "solve": "=", "solve_lambert": "=", "split_range": "=", "split_term": "=", "substitution": "=",
    "telescoping": "=", "whole_part": "=", "zero_term": "=",
}  # fmt: skip
RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda a, b: ("eq", a, b), "<": lambda a, b: ("lt", a, b), "<=": lambda a, b: ("le", a, b),
    "!=": lambda a, b: ("ne", a, b), ">": lambda a, b: ("lt", b, a), ">=": lambda a, b: ("le", b, a),
}  # fmt: skip
SIGNATURES = {  # an operator is and takes: n a number, t a truth value, s a name, q a rational; + two or more, * any
    "num": "n q", "sym": "n s", "at": "n sn", "add": "n n+", "mul": "n n+", "min": "n n+", "max": "n n+",
    "pow": "n nn", "div": "n nn", "floor": "n n", "ceil": "n n", "abs": "n n", "ite": "n tnn", "sum": "n snnn",
    "prod": "n snnn", "log": "n n", "exp": "n n", "lambertw": "n nn", "limit": "n sn", "eq": "t nn", "ne": "t nn",
    "lt": "t nn", "le": "t nn", "and": "t t*", "or": "t t*", "not": "t t", "implies": "t tt", "iff": "t tt",
}  # fmt: skip
KINDS = {  # what a name in a bundle holds, where it is no text
    "after": list, "arguments": list, "backwards": bool, "before": list, "conditions": list, "domain": dict,
    "environment": dict, "files": dict, "given": list, "identities": list, "obligations": list, "sets": dict,
    "start": list, "stated": bool, "statement": list, "steps": list, "uses": list, "without_obligations": dict,
    "without_steps": dict,
}  # fmt: skip
Tree = tuple[Any, ...]
Env = dict[str, Any]
Run = Callable[[list[bytes]], list[str]]  # a solver: SMT-LIB texts go in, statuses come out
UNDEFINED = (ZeroDivisionError, LookupError)  # what evaluation raises where a formula has no value


class Refused(Exception):
    """Something in the bundle does not stand; the text is the reason."""


def need(condition: object, reason: str) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refused(reason)


def sha(content: bytes) -> str:
    """The SHA-256 of a content."""
    return hashlib.sha256(content).hexdigest()


def dump(data: Any) -> bytes:
    """The one form in which a bundle writes JSON."""
    return (json.dumps(data, indent=1, sort_keys=True) + "\n").encode()


def parse(content: bytes) -> Any:
    """JSON in that form: so no name is given twice, and no reader can see another text than this one."""
    try:
        data = json.loads(content)
        need(dump(data) == content, "not in the form in which bundles are written")
        return data
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON ({str(error)[:60]})") from None


def fields(data: Any, names: str) -> list[Any]:
    """The values of an object that has exactly these names, in this order, each of its kind."""
    need(isinstance(data, dict) and sorted(data) == sorted(names.split()), f"expected an object with exactly {names}")
    for name in names.split():
        need(type(data[name]) is KINDS.get(name, str), f"{name}: expected a {KINDS.get(name, str).__name__}")
    return [data[name] for name in names.split()]


def tree(data: Any, kind: str, depth: int = 0) -> Any:
    """A formula of schema draftproof/expr/1 as nested tuples, each operator with the arguments it takes."""
    if kind in "sq":
        need(isinstance(data, str) and (NAME if kind == "s" else NUMBER).fullmatch(data), f"unusable: {data!r:.40}")
        return data if kind == "s" else Fraction(data)
    need(depth <= MAX_DEPTH, f"a formula nested deeper than {MAX_DEPTH}")
    need(isinstance(data, list) and data and isinstance(data[0], str), f"not a formula: {data!r:.40}")
    op, *rest = data
    need(op in SIGNATURES, f"unknown operator {op!r:.40}")
    is_kind, takes = SIGNATURES[op].split()
    need(is_kind == kind, f"'{op}' where a {'number' if kind == 'n' else 'truth value'} is expected")
    takes = takes[0] * max(len(rest), 2 * (takes[-1] == "+")) if takes[-1] in "+*" else takes
    need(len(rest) == len(takes), f"'{op}' with {len(rest)} arguments")
    return (op, *(tree(argument, wanted, depth + 1) for argument, wanted in zip(rest, takes, strict=True)))


def show(node: Any) -> str:
    """A formula as text; made here, so that it says what was checked."""
    if not isinstance(node, tuple) or node[0] in ("num", "sym"):
        return str(node[1] if isinstance(node, tuple) else node)
    return f"{node[0]}({', '.join(map(show, node[1:]))})"


class Exact:
    """Exact values of formulas at points, for a limited work: operations, by about the square of the numbers' sizes."""

    def __init__(self, work: float = math.inf) -> None:
        self.work = work

    def __call__(self, node: Tree, env: Env) -> Any:
        """A Fraction or a bool. Raises UNDEFINED, NotImplementedError (not rational), and past the limits Refused."""
        if node[0] not in OPERATORS:
            raise NotImplementedError(node[0])
        return self.sized(OPERATORS[node[0]](self, env, *node[1:]))

    def sized(self, value: Any, times: int = 1) -> Any:
        bits = (value.numerator.bit_length() + value.denominator.bit_length()) * times
        need(bits <= MAX_BITS, f"a number of more than {MAX_BITS} bits")
        self.spend(1 + (bits >> 8) ** 2)
        return value

    def spend(self, work: int) -> None:
        self.work -= work
        need(self.work > 0, "too much work")

    def whole(self, node: Tree, env: Env) -> int:
        value = self(node, env)
        if value.denominator != 1:
            raise LookupError(f"{value} is not whole")
        return int(value)

    def power(self, env: Env, base: Tree, exponent: Tree) -> Fraction:
        value, times = self(base, env), self(exponent, env)
        if times.denominator != 1:
            raise NotImplementedError("a root")
        return Fraction(self.sized(value, abs(int(times))) ** int(times))  # 0^0 is 1: an empty product

    def fold(self, env: Env, start: int, join: Any, index: str, low: Tree, high: Tree, body: Tree) -> Fraction:
        first, last, inner, total = self.whole(low, env), self.whole(high, env), dict(env), Fraction(start)
        need(last - first < MAX_TERMS, f"a range of more than {MAX_TERMS} terms")
        for k in range(first, last + 1):  # empty where last < first
            inner[index] = Fraction(k)
            total = self.sized(join(total, self(body, inner)))
        return total


def over(join: Callable[..., Any]) -> Callable[..., Any]:
    """An operator that evaluates all of its arguments."""
    return lambda ev, env, *nodes: join(*[ev(node, env) for node in nodes])


OPERATORS: dict[str, Callable[..., Any]] = {
    "num": lambda ev, env, value: value, "sym": lambda ev, env, name: env[name], "pow": Exact.power,
    "at": lambda ev, env, name, index: env[name + "[]"][ev.whole(index, env)], "div": over(operator.truediv),
    "sum": lambda ev, env, *parts: ev.fold(env, 0, operator.add, *parts),
    "prod": lambda ev, env, *parts: ev.fold(env, 1, operator.mul, *parts),
    "add": over(lambda *values: sum(values, Fraction(0))), "min": over(min), "max": over(max), "abs": over(abs),
    "mul": over(lambda *values: math.prod(values, start=Fraction(1))),
    "floor": over(lambda value: Fraction(math.floor(value))), "ceil": over(lambda value: Fraction(math.ceil(value))),
    "ite": lambda ev, env, test, then, other: ev(then if ev(test, env) else other, env),
    "eq": over(operator.eq), "ne": over(operator.ne), "lt": over(operator.lt), "le": over(operator.le),
    "and": lambda ev, env, *parts: all(ev(part, env) for part in parts), "not": over(operator.not_),
    "or": lambda ev, env, *parts: any(ev(part, env) for part in parts), "iff": over(operator.eq),
    "implies": lambda ev, env, test, then: not ev(test, env) or ev(then, env),
}  # fmt: skip


class Set(NamedTuple):
    """What a variable ranges over: an interval of reals, of naturals, or of a sequence's elements. None is no end."""

    kind: str
    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False

    def has(self, value: Fraction) -> bool:
        above = self.low is None or value > self.low or (value == self.low and not self.low_open)
        below = self.high is None or value < self.high or (value == self.high and not self.high_open)
        return above and below and (self.kind != "natural" or value.denominator == 1)

    def ends(self) -> list[Fraction]:
        second = self.low + 1 if self.kind == "natural" and self.low is not None else None
        return [end for end in (self.low, second, self.high) if end is not None and self.has(end)]

    def draw(self, rng: Random, bottom: int) -> Fraction:
        """A value inside. The reals of one point share a denominator, so that exact sums stay short."""
        reach = rng.choice((8, 8, 8, 24))
        low = self.low if self.low is not None else (self.high or 0) - Fraction(reach)
        high = self.high if self.high is not None else abs(low) + reach
        if self.kind == "natural":
            return Fraction(rng.randint(int(low), int(min(high, low + reach))))
        return low + (high - low) * Fraction(rng.randint(1, bottom - 1), bottom)


def read_set(data: Any) -> Set:
    """A set from its JSON form."""
    natural = isinstance(data, dict) and data.get("kind") == "natural"
    names = ["kind", "start", "stop"] if natural else ["kind", "low", "high", "low_open", "high_open"]
    need(isinstance(data, dict) and sorted(data) == sorted(names), f"expected a set with exactly {', '.join(names)}")
    need(natural or data["kind"] in ("real", "sequence"), "unknown kind of set")
    low, high = (None if data[name] is None else tree(str(data[name]), "q") for name in names[1:3])
    need(not natural or (low is not None and low.denominator == (high or low).denominator == 1), "not natural numbers")
    need(low is None or high is None or low <= high, "an empty set")
    return Set(data["kind"], low, high, *(data[name] is True for name in names[3:]))


class Domain:
    """Sets of variables and conditions on them. `thin`: a polynomial that vanishes on it need not be 0."""

    def __init__(self, data: Any, exact: Exact, given: Sequence[Tree] = ()) -> None:
        sets, conditions = fields(data, "sets conditions")
        read = {tree(name, "s"): read_set(values) for name, values in sets.items()}
        self.sets = {name: values for name, values in read.items() if values.kind != "sequence"}
        self.sequences = {name + "[]": values for name, values in read.items() if values.kind == "sequence"}
        self.conditions = [*(tree(condition, "t") for condition in conditions), *given]
        few = any(of.high is not None and (of.kind == "natural" or of.low == of.high) for of in self.sets.values())
        self.thin = few or any(condition[0] != "ne" for condition in self.conditions)
        self.exact, self.drawn = exact, list[Env]()

    def points(self, seed: str) -> list[Env]:
        """Points inside, at each end, and mixed; all meet the conditions. Raises `Refused` where there is none."""
        if not self.drawn:
            rng, plans = Random(seed), [(0.0, dict[str, Any]())] * INNER + [(0.5, dict[str, Any]())] * MIXED
            plans += [(0.0, {name: end}) for name, of in self.sets.items() for end in of.ends()]
            self.drawn = [env for share, fixed in plans if (env := self.draw(rng, share, fixed)) is not None]
        need(self.drawn, "no point of its domain was found, so that nothing can be checked")
        return self.drawn

    def draw(self, rng: Random, share: float, fixed: Env) -> Env | None:
        """One point, each value an end, or equal to another, with probability `share`; None if none is found."""
        for _ in range(TRIES):
            bottom, env = rng.randrange(10**3, 10**6), dict[str, Any]()
            self.exact.spend(4 * (len(self.sets) + LENGTH * len(self.sequences)))  # a draw takes four operations
            for name, of in self.sets.items():
                ends = [*of.ends(), *filter(of.has, env.values())] if rng.random() < share else []
                env[name] = rng.choice(ends) if ends else of.draw(rng, bottom)
            for name, of in self.sequences.items():
                drawn = [rng.choice([*(of.ends() if share else []), of.draw(rng, bottom)]) for _ in range(LENGTH)]
                alike = [env[other] for other, its in self.sequences.items() if its == of and other in env]
                env[name] = alike[0] if alike and rng.random() < EQUAL else dict(enumerate(drawn, 1))
            env |= fixed
            with suppress(*UNDEFINED):
                for op, *sides in self.conditions:  # `name = formula`, and `sum of a sequence = formula`, are made true
                    if op == "eq" and sides[0][0] == "sym" and sides[0][1] in self.sets:
                        env[sides[0][1]] = self.exact(sides[1], env)
                    elif op == "eq" and sides[0][0] == "sum" and sides[0][4][0] == "at":
                        name, ratio = sides[0][4][1] + "[]", self.exact(sides[1], env) / self.exact(sides[0], env)
                        end = self.exact(sides[0][3], env)
                        env[name] = {k: value * ratio if k <= end else value for k, value in env[name].items()}
                inside = all(of.has(env[name]) for name, of in self.sets.items())
                inside &= all(of.has(value) for name, of in self.sequences.items() for value in env[name].values())
                if inside and all(self.exact(condition, env) for condition in self.conditions):
                    return env
        return None


def degree(node: Tree) -> float:
    """A bound on the degrees of numerator and denominator; infinite for what is no rational function of names."""
    op, *args = node
    if op in ("num", "sym"):
        return float(op == "sym")
    if op == "pow" and args[1][0] == "num" and args[1][1].denominator == 1:
        return degree(args[0]) * abs(int(args[1][1]))
    return sum(map(degree, args)) if op in ("add", "mul", "div") else math.inf


class Steps:
    """The re-check of one steps file: counts of what was done, and what was not. `where` is the place being checked."""

    def __init__(self, path: str, content: bytes, work: float) -> None:
        self.claim, self.seed = path.removeprefix("steps/").removesuffix(".json"), sha(content)
        self.where, self.not_evaluated, self.uses, self.exact = "the file", list[str](), set[str](), Exact(work)
        self.counts = dict.fromkeys(("steps", "stated", "identities", "polynomials", "evaluations"), 0)

    def read(self, data: Any) -> dict[str, Any]:
        """Check the whole file and say what was done. Raises `Refused` at the first fault."""
        names = "schema claim text domain statement arguments"
        schema, claim, _, self.domain, statement, arguments = fields(data, names)
        need((schema, claim) == (STEPS, self.claim), f"of schema {schema!r:.40} and claim {claim!r:.60}")
        need(statement, "the statement says nothing")
        shown = [self.argument(number, argument) for number, argument in enumerate(arguments, 1)]
        parts = [tree(part, "t") for part in statement]
        for number, part in enumerate(parts, 1):
            self.where = f"statement, part {number}"
            self.true(part, Domain(self.domain, self.exact))
            need(part in shown, f"no argument concludes {show(part)[:300]}")
        done = self.counts | {"uses": sorted(self.uses), "not_evaluated": self.not_evaluated}
        return {"id": self.claim, "statement": " and ".join(map(show, parts)), **done}

    def argument(self, number: int, data: Any) -> Tree:
        """What the steps of an argument conclude."""
        self.where, (given, domain, start, steps) = f"argument {number}", fields(data, "given domain start steps")
        need(domain == self.domain, "it stands on another domain than the claim")
        conditions, relation, first = [tree(condition, "t") for condition in given], "=", tree(start, "n")
        here, local = first, Domain(domain, self.exact, conditions)
        for index, step in enumerate(steps, 1):
            self.where = f"argument {number}, step {index}"
            by, here = self.step(step, here, local)
            need("=" in (relation, by) or relation[0] == by[0] != "!", f"'{relation}' and then '{by}' give no relation")
            relation = by if relation == "=" else relation if by == "=" else min(relation, by, key=len)
        conclusion: Tree = RELATIONS[relation](first, here)
        for condition in reversed(conditions):
            conclusion = ("implies", condition, conclusion)
        return conclusion

    def step(self, data: Any, here: Tree, local: Domain) -> tuple[str, Tree]:
        """The relation and the new end of one step from `here`."""
        names = "before relation after rule because before_text after_text stated backwards uses identities"
        before, relation, after, rule, _, _, _, stated, _, uses, identities = fields(data, names)
        need(rule in RULES, f"unknown rule {rule!r:.40}")
        need(relation in RULES[rule].split(), f"the rule {rule} does not give {relation!r:.10}")
        need(tree(before, "n") == here, "it does not start where the step before it ends")
        need(identities, f"the rule {rule} rests on no identity")
        end, place = tree(after, "n"), self.where
        self.true(RELATIONS[relation](here, end), local)
        for number, identity in enumerate(identities, 1):
            self.where = f"{place}, identity {number}"
            self.identity(identity)
        self.uses |= set(map(str, uses))
        self.counts |= {"steps": self.counts["steps"] + 1, "stated": self.counts["stated"] + stated}
        return relation, end

    def identity(self, data: Any) -> None:
        """Check an identity at points and, where it equates rational functions, as a whole (unless the domain is thin).

        Cross-multiplied, the sides differ by a polynomial of degree d; if that is not 0, it vanishes at a point drawn
        from GRID numbers a coordinate with probability at most d/GRID (Schwartz, Zippel): at both, at most 2^-108.
        """
        _, domain, statement = fields(data, "label domain statement")
        found, inside = tree(statement, "t"), Domain(domain, self.exact)
        self.true(found, inside)
        self.counts["identities"] += 1
        if found[0] == "eq" and degree(found[1]) + degree(found[2]) <= MAX_DEGREE:
            rng = Random(f"{self.seed}/{self.where}/polynomial")
            drawn = [{name: Fraction(rng.randrange(GRID)) for name in inside.sets} for _ in range(2)]
            with suppress(*UNDEFINED):
                holds = all(self.exact(found, env) for env in drawn)
                need(holds or inside.thin, "not an identity of rational functions")
                self.counts["polynomials"] += holds

    def true(self, statement: Tree, domain: Domain) -> None:
        """Refuse a statement that is false, or has no value, at a point; list it where it cannot be evaluated."""
        at = "every point"
        try:
            for env in domain.points(f"{self.seed}/{self.where}"):
                at = ", ".join(f"{name} = {env[name]}" for name in domain.sets)
                need(self.exact(statement, env), f"false at {at}: {show(statement)[:300]}")
                self.counts["evaluations"] += 1
        except UNDEFINED as error:
            raise Refused(f"no value ({error}) at {at}: {show(statement)[:300]}") from None
        except NotImplementedError:  # a value that need not be rational
            self.not_evaluated.append(self.where)


@contextmanager
def place(report: dict[str, Any], file: str, within: Steps | None = None) -> Iterator[None]:
    """Record a refusal with its file, and its place within it."""
    try:
        yield
    except Refused as error:
        reason = f"{within.where}: {error}" if within else str(error)
        report["refused"].append({"file": ascii(file)[1:-1], "reason": reason})


def read_files(root: str, report: dict[str, Any]) -> dict[str, bytes]:
    """Every file below `root` by its path. Links and devices are refused, and not opened; too much raises `Refused`."""
    found, room = dict[str, bytes](), MAX_BYTES
    for folder, folders, names in os.walk(root):
        for full in (os.path.join(folder, name) for name in sorted(folders + names)):
            info, path = os.lstat(full), os.path.relpath(full, root)
            with place(report, path):
                need(stat.S_ISREG(info.st_mode) or stat.S_ISDIR(info.st_mode), "a link or a device, expected a file")
            if stat.S_ISREG(info.st_mode):
                room -= info.st_size
                need(room >= 0 and len(found) < MAX_FILES, f"beside more than {MAX_BYTES} bytes or {MAX_FILES} files")
                found[path] = Path(full).read_bytes()
    return found


def judge(directory: str, solver: str = "", run: Run | None = None) -> dict[str, Any]:
    """The report on a bundle, schema `draftproof/recheck/1`. Raises `OSError` where there is none to judge."""
    report: dict[str, Any] = {"schema": REPORT, "digest": "", "claims": [], "obligations": [], "refused": []}
    if not os.path.lexists(os.path.join(directory, MANIFEST)):
        raise FileNotFoundError(f"{directory}: no {MANIFEST}, expected the directory of a bundle")
    with place(report, MANIFEST):
        files, left = read_files(directory, report), float(MAX_WORK_OF_ALL)
        data = parse(files.pop(MANIFEST, b""))
        names = "schema files digest without_steps without_obligations draftproof environment"
        schema, listed, digest, *_ = fields(data, names)
        need(schema == BUNDLE, f"unknown schema {schema!r:.40}")
        need(digest == sha(dump(data | {"digest": ""})), "differs from its own digest")
        report |= {name: data[name] for name in data if name not in ("schema", "files")}
        need(any(path.startswith("steps/") for path in listed), "lists no steps, so that nothing can be checked")
        for path in sorted({*listed, *files}):
            with place(report, path):
                need(PATH.fullmatch(path), "not the path of a file of a bundle")
                need(path in files, "missing")
                need(path in listed, "not listed in the manifest")
                need(sha(files[path]) == listed[path], "differs from its SHA-256 in the manifest")
                if path.startswith("steps/"):
                    with place(report, path, steps := Steps(path, files[path], work := min(MAX_WORK, left))):
                        report["claims"].append(steps.read(parse(files[path])))
                    left -= work - steps.exact.work
        with place(report, INDEX):
            obligations(files, report)
        uses = {claim["id"]: set(claim["uses"]) for claim in report["claims"]}
        report["outside"] = sorted(set().union(*uses.values()) - set(uses))
        while free := [claim for claim, used in uses.items() if not used & set(uses)]:
            uses = {claim: used for claim, used in uses.items() if claim not in free}
        need(not uses, f"claims use each other in a circle: {', '.join(uses)}")
    if run and not report["refused"]:
        listed = report["obligations"]
        for one, status in zip(listed, run([files[one["file"]] for one in listed]), strict=True):
            one["status"] = f"{solver}: {status}"
            with place(report, one["file"]):
                need(status == one["expected"], f"{solver} says {status}, expected {one['expected']}")
    return report | {"passes": not report["refused"]}


def obligations(files: dict[str, bytes], report: dict[str, Any]) -> None:
    """Check that the index lists every obligation once, with its logic and its hash, and report them."""
    schema, listed = fields(parse(files.get(INDEX, b"")), "schema obligations")
    need(schema == OBLIGATIONS, f"unknown schema {schema!r:.40}")
    for one in listed:
        _, claim, path, logic, expected, digest = fields(one, "name claim file logic expected sha256")
        with place(report, path):
            content = files.get(path, b"")
            need(sha(content) == digest, "differs from its SHA-256 in the index")
            need(path.startswith(f"obligations/{claim}/"), f"listed for the claim {claim!r:.60}")
            need(f"(set-logic {logic})".encode() in content, f"does not declare the logic {logic!r:.20}")
            need(expected in ("sat", "unsat"), f"unknown status {expected!r:.20}")
        report["obligations"].append({"file": path, "expected": expected, "status": "hash-checked only"})
    paths = sorted(path for path in files if path.endswith(".smt2"))
    need(sorted(one["file"] for one in listed) == paths, "does not list every obligation once")


def text(report: dict[str, Any]) -> Iterator[str]:
    """The report, line by line."""
    for claim in report["claims"]:
        counts = ", ".join(f"{number} {name}" for name, number in claim.items() if isinstance(number, int))
        yield f"{'in part' if claim['not_evaluated'] else 're-checked'}: {claim['id']} ({counts})"
        yield from (f"    not evaluated: {where}" for where in claim["not_evaluated"])
    for kind in ("without_steps", "without_obligations", "outside"):
        yield from (f"{kind}: {name!a}" for name in report.get(kind, ()))
    yield from (f"refused: {one['file']}: {one['reason']}" for one in report["refused"])
    counts = ", ".join(f"{kind}: {len(report[kind])}" for kind in ("claims", "obligations", "refused"))
    yield "; ".join([counts, *sorted({f"obligations {one['status']}" for one in report["obligations"]})])


def main(arguments: Sequence[str]) -> int:
    """`DIR [--json PATH]`: re-check and print the report (PATH `-`: as JSON). The exit code."""
    try:
        options, places = getopt.gnu_getopt(list(arguments), "h", ["help", "json="])
        helping = not {"-h", "--help"}.isdisjoint(dict(options))
        report = {"passes": True} if helping else judge(" ".join(places))
        if (json_path := dict(options).get("--json", "")) not in ("", "-"):
            Path(json_path).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    except (getopt.GetoptError, OSError, ValueError) as error:
        print(f"recheck: {' '.join(repr(str(error))[1:-1].split())}", file=sys.stderr)
        return 2
    said = [__doc__] if helping else [json.dumps(report, indent=1)] if json_path == "-" else text(report)
    print("\n".join(map(str, said)), flush=True)
    return int(not report["passes"])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # who read the report has left, as `| head` does
        os._exit(141)
