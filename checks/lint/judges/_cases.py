"""Formulas to be judged: what they are said to give, and what they stand for, right or wrong (DP101 to DP106)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from ....derivations.expr import Node, free_names, sym
from .. import formulas, roles, rules
from ..catalogue import Entry, family
from ..divisions import less_one
from ..document import Document, Formula, How, Kind
from ..evidence import divided, may_mean
from ..finding import Finding, Level
from ..formulas import Inlined
from ..inlining import added_to
from ..matching import Match
from ..roles import Meaning, Strength
from ..spelling import shifted, spelled
from ..splitting import key, spoken
from ..words import PHRASES
from ._context import one_draft
from ._costs import counts_tokens
from ._left_out import left_out
from ._levels import SPECIAL, all_or_nothing
from ._of_no_claim import of_no_claim
from ._quotients import bracketed, counts, of_tokens
from ._reading import ALPHA, GAMMA, RATIO, Read, part, rate_of, read
from ._shown import against, repaired
from ._verdict import Verdict

_SAID_AS = {"rate": ("alpha", "r"), "per_position": ("T_a",), "emitted": ("E",), "accepted": ("accepted", "A")}
_TOKENS = frozenset({sym("A"), sym("E")})
_QUOTIENTS = frozenset({"S", "E", "throughput"})
"""What tokens are divided by a cost to get, or multiplied to."""


_ALL_CALLED_ACCEPTED, _LINEAR = "acceptance.emitted_called_accepted", "tokens.one_plus_gamma_alpha"
_LETTERS_OF_SPEEDUP = frozenset({"S", "SU", "S_γ", "S_gamma", "S_{\\gamma}"})


def case_of(formula: Formula, document: Document) -> Case | None:
    """The formula as a case; None for a plain name or number, a condition, and what is not about decoding."""
    known: dict[int, Case | None] = document.__dict__.setdefault("_cases", {})
    if id(formula) not in known:
        own = formula.how is not How.CALLED  # the function that it calls is judged where it stands
        own = own and not formulas.plain(formula) and not _of_an_input(formula) and not added_to(formula)
        judged = own and may_mean(formula, document) and roles.about_decoding(formula, document)
        known[id(formula)] = Case(formula, document, roles.result(formula, document)) if judged else None
    return known[id(formula)]


def _of_an_input(formula: Formula) -> bool:
    """Whether it is the value at γ + 1, say, or what a text says that α or γ is, `p=0.7 K=4` too: nothing that they give."""
    inputs = {"alpha", "gamma", *map(key, free_names(formula.templates[0]))} if formula.how is How.SAID else ()
    return shifted(formula.result) or key(formula.result) in inputs


def _shares(cost: Node, read: Read) -> bool:
    """Whether what is divided by is a small whole number: a mean over cases, `(1 + E)/2`, and no cost."""
    numeral = read.numerals.get(cost.args[0]) if cost.op == "sym" else None
    return numeral is not None and numeral.values[0] in range(2, 10)


def _past_the_first(tokens: Node, cost: Node | None, read: Read) -> bool:
    """Whether it is a run's tokens past the first, `(tokens - 1) / rounds`, `(tokens - 1) * batch`: no cycle's over its cost."""
    large = {name for name, one in read.numerals.items() if one.values[0] >= 1}  # others keep a divisor from 0
    rest = less_one(tokens, read.numerals)
    return rest is not None and (free_names(cost).isdisjoint(large) if cost is not None else rest.op == "sym")


@dataclass(frozen=True)
class Case:
    """A formula to be judged: where it stands, and what it is said to give."""

    formula: Formula
    document: Document
    said: tuple[Meaning, ...]

    def says(self, quantity: str, least: Strength = Strength.NEAR) -> bool:
        """Whether the formula is said to give the quantity."""
        return any(meaning.strength >= least and quantity in families(meaning) for meaning in self.said)

    def is_named(self, quantity: str) -> bool:
        """Whether the result's own name says that it is the quantity."""
        return spelled(self.formula.result)[0][:1] == (quantity,)

    @property
    def names_tokens(self) -> bool:
        """Whether the result is tokens by its own name: `mean_emitted`; what is divided by a cost later was wrong there."""
        return self.says("E", Strength.STATED) or (self.says("E") and self.is_named("E"))

    @property
    def wanted(self) -> frozenset[str]:
        """The families of what it is said to give, by the best evidence that there is."""
        if not self.said:
            return frozenset()
        best = self.said[0].strength
        return frozenset(one for meaning in self.said if meaning.strength == best for one in families(meaning))

    @cached_property
    def called(self) -> frozenset[str]:
        """What it is called: the wanted families, where more than the spelling of a name says so."""
        return self.wanted if self.said and self.said[0].strength >= Strength.NEAR else frozenset()

    @cached_property
    def _spoken_of(self) -> frozenset[str]:
        """The families of everything that it may be said to give, by whatever evidence."""
        return frozenset(one for meaning in self.said for one in families(meaning))

    @property
    def _loosely(self) -> bool:
        """Whether what it gives is not said, or only by words around."""
        return not self.said or self.said[0].strength <= Strength.NEAR

    @cached_property
    def rights(self) -> tuple[Match, ...]:
        """The right entries that the formula as written is."""
        return tuple(match for match in self._first.found if match.entry.right)

    @property
    def read_as(self) -> tuple[Match, ...]:
        """The entries, right and wrong, that the formula as written is."""
        return self._first.found

    @cached_property
    def _first(self) -> Read:
        """The reading of the formula as it is written."""
        return read(Inlined(self.formula.templates[0], self.formula.numerals), self.formula, self.document)

    @cached_property
    def standing(self) -> tuple[frozenset[str], tuple[Verdict, ...]]:
        """The families of what the formula is right for, or what is wrong with it; neither where it is unknown."""
        right, verdicts, _ = self._judged
        return frozenset(family(match.entry.quantity) for match in right), verdicts

    @property
    def of_counts(self) -> bool:
        """Whether it is right as an identity of counts, with accepted / drafted for its rate."""
        right, *_ = self._judged
        return bool(right) and not any(ALPHA in match.meant.values() for match in right)

    @property
    def rights_in_full(self) -> tuple[Match, ...]:
        """The right entries that the formula is, with definitions put in as far as it takes."""
        right, *_ = self._judged
        return right

    @property
    def rests_on(self) -> tuple[Formula, ...]:
        """The definitions with which the formula is right: `tokens = accepted + 1`, whatever `accepted` is called."""
        *_, taken = self._judged
        return taken

    @cached_property
    def _judged(self) -> tuple[tuple[Match, ...], tuple[Verdict, ...], tuple[Formula, ...]]:
        """The right entries that the formula is, or what is wrong with it; and the definitions put in where it is right."""
        right: tuple[Match, ...] = ()
        taken: tuple[Formula, ...] = ()
        verdicts: tuple[Verdict, ...] = ()
        for place, given in enumerate(formulas.inlined(self.formula, self.document)):
            found = self._first if place == 0 else read(given, self.formula, self.document)
            if self._right(found):
                right, taken = tuple(match for match in found.found if match.entry.right), given.taken
                if all(
                    match.entry.quantity == "r" for match in right
                ):  # (E - 1) / gamma: what E is, is judged where that is said
                    return right, (), taken
                if found.is_off_at_one and (off := self._off_at_one(right, found)):
                    return (), (off,), ()
                if not any(_TOKENS.intersection(match.meant.values()) for match in right):
                    return right, (), taken
                continue  # right if its tokens are: their definition comes next
            known = {
                code for verdict in verdicts for code in ((verdict.code, "DP101") if verdict.says else (verdict.code,))
            }
            new = (self._settled(verdict, given) for verdict in self._wrong(found))
            verdicts += tuple(
                verdict for verdict in new if not verdicts or (_adds(verdict, known) and not self._said_there(verdict))
            )
        if right and any(map(self._said_there, verdicts)):
            return right, (), ()
        return ((), verdicts, ()) if verdicts else (right, (), taken)

    def _off_at_one(self, right: Iterable[Match], read: Read) -> Verdict | None:
        """A right formula of tokens whose own case for a rate of 1 leaves the bonus token out, or counts it twice."""
        for match in right:
            if family(match.entry.quantity) in ("E", "A", "S") and ALPHA in match.meant.values():
                says = "at an acceptance of 1 the case beside the formula is one token off: the formula comes to "
                says += "γ there" if family(match.entry.quantity) == "A" else "γ + 1 there, the bonus token included"
                return Verdict(match, read.tree, "DP102", Level.ERROR, says=says)
        return None

    def _said_there(self, verdict: Verdict) -> bool:
        """Whether a definition that was put in is found wrong where it stands: what uses it is not, once more."""
        if any(step.how is How.CALLED for step in verdict.taken):
            return True  # the function is judged where it stands
        steps = (case for step in verdict.taken if (case := case_of(step, self.document)) is not None)
        return any(
            wrong.level.fails and (tells(wrong.match.entry.tree) or step.names_tokens)
            for step in steps
            for wrong in step._wrong(step._first)
        )

    def _settled(self, verdict: Verdict, given: Inlined) -> Verdict:
        """The verdict with what was put in; one on a loop, which we may have read wrongly, is at most a note (ruling 27)."""
        looped = any(one.how is How.LOOPED for one in (self.formula, *given.taken))
        return replace(verdict, taken=given.taken, level=Level.NOTE if looped else verdict.level)

    def _right(self, read: Read) -> bool:
        general = any(match.gamma is None for match in read.found)
        rights = {
            family(match.entry.quantity)
            for match in read.found
            if match.entry.right and not (general and match.gamma == 1)  # E/(1 + c) is right for one draft only
        }
        if not rights or self._either(read):
            return False
        wrong = any(
            self._fits(match.entry, read)
            and (self._is_called(given := family(match.entry.quantity)) or given in self._bonus_said(read))
            for match in read.found
            if not match.entry.right
        )
        return not wrong or bool(rights & self._spoken_of)

    def _either(self, read: Read) -> bool:
        """Whether the formula is right with its rate for r and wrong with it for α, and nothing says which it is."""
        return any(
            not match.entry.right and self._fits(match.entry, read)
            for match in read.found
            for name, node in match.meant.items()
            if node == ALPHA and rate_of(read.known[name]) == "either"
        )

    def _fits(self, entry: Entry, read: Read) -> bool:
        """Whether the rival is one for what the formula is said to give; where nothing is said, whether its shape tells."""
        given = family(entry.quantity)
        if self._is_called(given) or (
            entry.id == _LINEAR and "A" in self.called
        ):  # called accepted, with the bonus counted
            return True
        if given in self._bonus_said(read):
            return tells(entry.tree) or (not self.wanted and self.formula.how is not How.BARE)
        cost = given != "S" or not free_names(entry.tree).isdisjoint({"c", "t_d"})  # E/(γ+1) alone may be a share
        return self._loosely and given in ("E", "S") and cost and tells(entry.tree)

    def _is_called(self, quantity: str) -> bool:
        """Whether that is what it is called; tokens per step are called a speedup too."""
        return quantity in self.called or (quantity == "E" and "S" in self.called)

    def _bonus_said(self, read: Read) -> frozenset[str]:
        """Emitted tokens, where nothing says what is given but that the bonus token is counted, or its own case for a rate of 1."""
        open_ = self.wanted <= {"E"} and not self.called and not self._may_be_accepted(read)
        said = read.disagrees or (open_ and roles.bonus(self.formula, self.document) is True)
        return frozenset({"E"}) if said else frozenset()

    def _may_be_accepted(self, read: Read) -> bool:
        """Whether it is right for accepted drafts, and named so or among words of them: "on average A = ... are accepted"."""
        if not any(match.entry.right and family(match.entry.quantity) == "A" for match in read.found):
            return False
        return self.formula.result == "A" or PHRASES["A"].search(spoken(self.formula.passage.around)) is not None

    def _wrong(self, read: Read) -> Iterator[Verdict]:
        wrong = [
            match
            for match in read.found
            if not match.entry.right
            and self._fits(match.entry, read)
            and (tells(match.entry.tree) or _known(match, read))
        ]
        if not wrong:
            yield from self._unbracketed(read) or list(self._in_part(read)) or of_no_claim(self, read)
            return
        match = min(wrong, key=lambda one: not self._is_called(family(one.entry.quantity)))  # else the first
        if match.entry.id == _ALL_CALLED_ACCEPTED and (read is self._first or roles.bonus(self.formula, self.document)):
            linear = (one for one in read.found if one.entry.id == _LINEAR and ALPHA in one.meant.values())
            match = next(linear, match)  # the bonus is counted: what it is called is the lesser fault
        lengths = frozenset(name for name, node in match.meant.items() if node == GAMMA and name not in read.numerals)
        if lengths and one_draft(self.formula, self.document, lengths):
            return
        rate = next((name for name, node in match.meant.items() if node in (ALPHA, RATIO)), "")
        undecided = bool(rate) and rate_of(read.known[rate]) == "either"
        if undecided and match.meant[rate] == ALPHA and roles.divides_to_ratio(self.document):
            counted = (one for one in wrong if one.meant.get(rate) == RATIO and not one.entry.right)
            match = next((one for one in counted if self._is_called(family(one.entry.quantity))), match)
        safe = any(
            other.entry.right and family(other.entry.quantity) == family(match.entry.quantity) for other in read.found
        )
        if undecided and safe:  # a rate with powers is hardly the ratio: only the linear form is more than a note
            of_cost = family(match.entry.quantity) == "S"
            meant = self.says("E") or (match.entry.id == _LINEAR and self.says("A") and _told(rate, read))
            named = meant or (_told(rate, read) and self.is_speedup(of_cost))
            named = named and "identity" not in self.formula.near  # it is one, of the ratio
            yield from self._unsure(match, rate, read, named)
        else:
            yield from self._levelled(match, read, undecided)
            if undecided and match.meant[rate] == RATIO:
                yield from self._tokens_unsure(read)

    def is_speedup(self, of_cost: bool) -> bool:
        """Whether it is said to be a speedup: for tokens over a cost, the letter for one or words beside it are enough."""
        return self.says("S", Strength.NEAR if of_cost else Strength.STATED) or (
            of_cost and self.formula.result in _LETTERS_OF_SPEEDUP
        )

    def _unsure(self, match: Match, rate: str, read: Read, named: bool) -> Iterator[Verdict]:
        """What is right only if its rate is accepted / drafted: a warning where it is `named` tokens or a speedup."""
        if all_or_nothing(self):
            return
        measured = any(  # of rounds, one does not know how; or divided so, whatever else bears the name
            one.symbol == "share" or (one.symbol == "r" and one.strength is Strength.DEFINED)
            for one in read.known[rate]
        )
        measured = measured or roles.measured_elsewhere(rate, self.document)
        level = Level.WARNING if named and not measured and match.meant[rate] == ALPHA else Level.NOTE
        if level.fails or self._hinted(match, read):
            code = rules.code_as_written(match.entry, read.worked)
            yield Verdict(match, read.tree, code, level, _name(rate, self.formula))

    def _tokens_unsure(self, read: Read) -> Iterator[Verdict]:
        """The tokens of a quotient whose cost is wrong whichever rate it has, where they are right with one rate alone."""
        for tokens, _ in of_tokens(read.tree):
            for match in part(tokens, read):
                rate = next((name for name, node in match.meant.items() if node == ALPHA), "")
                if not match.entry.right and family(match.entry.quantity) == "E" and rate and tells(match.entry.tree):
                    code = rules.code_as_written(match.entry, read.worked)
                    yield Verdict(match, tokens, code, Level.WARNING, _name(rate, self.formula))
                    return

    def _hinted(self, match: Match, read: Read) -> bool:
        """Whether a note is worth it: more than letters says what names are, or what is given; and drafts are not relaxed."""
        known = (meaning for name in match.meant for meaning in read.known.get(name, ()))
        hinted = bool(self.called) or any(meaning.strength >= Strength.NEAR for meaning in known)
        return hinted and not roles.relaxed(self.formula, self.document)

    def _levelled(self, match: Match, read: Read, undecided: bool) -> Iterator[Verdict]:
        code = rules.code_as_written(match.entry, read.worked)
        level: Level | None = Level.WARNING if undecided or self.formula.passage.kind is Kind.TABLE else Level.ERROR
        special = SPECIAL.get(match.entry.id.partition(".")[2])
        if special is not None and level is not None:
            level = special(self, read, level)
        if level is not None:
            yield Verdict(match, read.tree, code, level)

    def _unbracketed(self, read: Read) -> list[Verdict]:
        """A quotient that lost its brackets, `1 - a**(k+1) / (1-a) / (1+k*c)`: with them it is right for what it is called."""
        for meant in bracketed(read.tree, read.worked):
            for match in part(meant, read):
                if match.entry.right and self._is_called(family(match.entry.quantity)) and tells(match.entry.tree):
                    says = "only the last term is divided: the numerator has lost its parentheses"
                    return [Verdict(match, meant, "DP105", Level.ERROR, says=says)]
        return []

    def _in_part(self, read: Read) -> Iterator[Verdict]:
        """What is wrong in a quotient that is wrong as a whole in no one way: its tokens, `(1 + k*alpha) / t_step`, or its cost."""
        if read is self._first and (short := left_out(self, read, case_of)):
            says = "accepted drafts stand for all tokens of a round: the target's own token is left out"
            yield Verdict(*short, "DP102", Level.WARNING, says=says)
            return
        per = divided(read.tree)  # a number of tokens over those of a verification, whatever that is called
        parts = () if self.called and self.called.isdisjoint(_QUOTIENTS) else of_tokens(read.tree)
        for tokens, cost in (*parts, *(((per[1], None),) if per else ())):
            if _past_the_first(tokens, cost, read) or (cost is not None and _shares(cost, read)):
                continue
            found = [match for match in part(tokens, read) if family(match.entry.quantity) == "E"]
            if per and cost is None and tokens.op == "mul":
                yield from self._rounds(*per, replace(read, found=tuple(found)))
            elif found and not any(match.entry.right for match in found) and tells(found[0].entry.tree):
                yield from self._levelled(found[0], replace(read, tree=tokens, found=tuple(found)), False)
                if cost is not None:
                    yield from self._cost_of(cost, read)
                return
        if read is self._first or self.formula.passage.kind is Kind.CODE:
            yield from self._linear_in(read)

    def _rounds(self, top: str, tokens: Node, read: Read) -> Iterator[Verdict]:
        """Rounds as emitted tokens over the accepted drafts of one, `tokens / (k * rate)`: the target's token is forgotten."""
        wrong = sorted((one for one in read.found if not one.entry.right), key=lambda one: ALPHA in one.meant.values())
        if wrong and "drafts" in spelled(self.formula.result)[0] and counts_tokens(top, self.document):
            code = "DP101" if ALPHA in wrong[0].meant.values() else "DP102"  # ruling 7
            yield Verdict(wrong[0], tokens, code, Level.WARNING)

    def _linear_in(self, read: Read) -> Iterator[Verdict]:
        """The linear count of tokens in a product or quotient, whatever it is multiplied and divided by."""
        for tokens, of_cost in counts(read.tree) if not self.called or self.called & _QUOTIENTS else ():
            found, narrowed = part(tokens, read), replace(read, tree=tokens)
            for match in found:
                rate = next((name for name, node in match.meant.items() if node == ALPHA), "")
                if match.entry.right or family(match.entry.quantity) != "E" or not rate or not _told(rate, read):
                    continue
                if rules.code_of(match.entry) != "DP101":
                    continue
                undecided = rate_of(read.known[rate]) == "either"
                named = bool(self.called & _QUOTIENTS) or self.is_speedup(of_cost)
                if undecided and any(one.entry.right and family(one.entry.quantity) == "E" for one in found):
                    yield from self._unsure(match, rate, narrowed, named)
                elif named:
                    yield from self._levelled(match, narrowed, undecided)
                return

    def _cost_of(self, cost: Node, read: Read) -> Iterator[Verdict]:
        """The denominator of a speedup whose numerator is wrong by itself: `(1 + k*alpha) / (1 + c)`."""
        stand_in = Node("div", (sym("E"), cost))
        for match in part(stand_in, replace(read, known={**read.known, "E": (Meaning("E", Strength.DEFINED, ""),)})):
            if not match.entry.right and family(match.entry.quantity) == "S":
                yield from self._levelled(match, replace(read, tree=stand_in), False)
                return

    @property
    def again(self) -> Iterator[Formula]:
        """The formula wherever the document has it as it is written here."""
        return (one for one in self.document.formulas if one.templates == self.formula.templates)

    @property
    def right_elsewhere(self) -> bool:
        """Whether the document has the closed form with the bonus for the same rate: the two disagree."""
        names = {key(name) for template in self.formula.templates for name in free_names(template)}
        return any(other is not self.formula for name in names for other in _closed_forms(name, self.document))

    def finding(self, verdict: Verdict) -> Finding:
        """The verdict as a finding, with the numbers that tell and the fix in the reader's names."""
        match, formula = verdict.match, self.formula
        entry = match.entry
        numbers = against(match, formula)
        message = verdict.says or entry.says + (f": {numbers}" if numbers else "")
        if verdict.unsure:
            message = f"right only if {verdict.unsure} is accepted / drafted; if it is a probability: {message}"
        right = repaired(match, formula)
        fix = right if right else rules.RULES[verdict.code].fix
        return self.document.finding(
            formula.passage, formula.start, formula.end, verdict.code, verdict.level, message, fix,
            claim=entry.claim, rival=entry.id,
        )  # fmt: skip


def _closed_forms(name: str, document: Document) -> Sequence[Formula]:
    """The first two formulas of a document with a name, by its `key`, that are the closed form with the bonus for a rate."""
    known: dict[str, Sequence[Formula]] = document.__dict__.setdefault("_closed_forms", {})
    if name not in known:
        with_it = _with_names(document).get(name, ())
        known[name] = list(islice((one for one in with_it if _is_closed_form(one, document)), 2))
    return known[name]


def _with_names(document: Document) -> Mapping[str, list[Formula]]:
    """The formulas of a document by the `key` of each name in them; kept with it."""
    found: dict[str, list[Formula]] | None = document.__dict__.get("_with_names")
    if found is None:
        found = document.__dict__["_with_names"] = {}
        for formula in document.formulas:
            for name in {key(name) for tree in formula.templates for name in free_names(tree)}:
                found.setdefault(name, []).append(formula)
    return found


def _is_closed_form(formula: Formula, document: Document) -> bool:
    case = case_of(formula, document)
    return case is not None and any(
        family(match.entry.quantity) == "E" and ALPHA in match.meant.values() and match.gamma is None
        for match in case.rights
    )


def _adds(verdict: Verdict, known: Collection[str]) -> bool:
    """Whether a formula with definitions put in is wrong in one more way: its tokens, say, where its cost was wrong already."""
    return verdict.code not in known and family(verdict.match.entry.quantity) == "E"


def families(meaning: Meaning) -> tuple[str, ...]:
    return tuple(family(symbol) for symbol in _SAID_AS.get(meaning.symbol, (meaning.symbol,)))


def _known(match: Match, read: Read) -> bool:
    """Whether more than the spelling of letters says what a name of the formula is: without, `m·p` may be anything."""
    names = [name for name in match.meant if name not in read.numerals]
    return not names or any(one.strength >= Strength.NEAR for name in names for one in read.known[name])


def _told(name: str, read: Read) -> bool:
    """Whether more than a letter says what a name is."""
    return any(meaning.strength >= Strength.NEAR for meaning in read.known[name])


def _name(name: str, formula: Formula) -> str:
    return formula.numerals[name].text if name in formula.numerals else name


def tells(tree: Node) -> bool:
    """Whether a formula's shape is of speculation alone: more than one operation, and the draft length or its cost in it."""
    return not free_names(tree).isdisjoint({"gamma", "c"}) and any(
        child.args and child.op not in ("sym", "num") for child in tree.children()
    )
