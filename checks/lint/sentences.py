"""Whether the words around a formula in a text state it as a mistake: in its clause, its sentence, the sentences around."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .refutations import ENDORSES, EXERCISE, INSTEAD, NEGATED_AFTER, NEGATED_BEFORE, THEN_NOT, calls_wrong, refuted

_BEFORE, _AFTER = 3, 3  # sentences of the paragraph that are read
_CLAUSES = 12  # of a sentence, on each side: with more it is a list
_SENTENCE = re.compile(
    r"[.!?](?=[\s\"'”)\]*_]|$)|[。！？；]|;(?=\s)|\n\s*\n|"
    r"\n(?=\s*(?:[-*•✗✓❌✅]|\d+[.)]|"
    r"[^\W\d_]{2,20}(?:\s[^\W\d_]+)?\s*[:：]))|\|\s*\n"
)
_CLAUSE = re.compile(
    r",\s|，|、|\s[—–-]\s|—|\||"
    r"\b(?:but|whereas|while|yet|although|though|however)\b|但是?|"
    r"而(?!非|不是)|\b(?:pero|mas|mais|aber|sondern|sino)\b|지만"
)
_TURNS = re.compile(
    r"(?:but|however|whereas|though|yet|但是?|而|可是|pero|sino|mas|mais|aber|sondern|지만|が)[\s,，、]*$"
)
_MATH = re.compile(r"[=^×·⋅≈]|\*\*?(?=\s?[\w(])|\w\s?[+/]\s?[\w(]|\\(?:frac|cdot|times)|[αγ]")
_WHEN = re.compile(
    r"\b(?:when|once|if|as|for|at|cuando|para|con|quando|com|quand|pour|wenn|bei|при|когда)\s[\w\s]{0,16}[αγ]"
    r"(?:\s(?:is|gets|grows|becomes|nears|es|sea|é|for|est)\s\w+|\s\w+\sist)?|(?:在|当|當)?\s?[αγ][^，。；]{0,8}?(?:时候?|時候?|下)|"
    r"[αγ][^.,]{0,8}?(?:면|때)|[αγ][^。、]{0,10}?(?:とき|場合|では)"
)
"""The setting that a clause is about: it is no formula of the clause's own."""
_ANAPHOR = re.compile(
    r"\s*(?:[(\"'“*_]{0,3})(?:but |yet |however,? |and |"
    r"actually,? |in fact,? |, ?)?(?:this|that|it|which|such|these|those|both|"
    r"the (?:linear|naive|above|former|first|simple|obvious|latter)|"
    r"a (?:common|classic)|no\b|nope|wrong|not|an? |"
    r"这|這|它|该|此|其实|이|그|これ|それ|この|est[eao]\b|es[eao]\b|iss[oa]\b|isto|"
    r"ce(?:la|ci|tte)?\b|c.est|das\b|dies\w*|no[.,]|não|non|nein)"
)
_CORRECTS = re.compile(
    r"(?:correct|right|true|actual|proper) (?:\w+ )?(?:formula|answer|value|expression|form|result|expectation|version)\b|"
    r"^\s*(?:correct|right)\s?:|"
    r"正确(?:的)?(?:公式|答案|写法|是|应)|올바른 ?(?:식|공식|답)|정답|正しい(?:式|答え)|正しくは|"
    r"fórmula correcta|respuesta correcta|fórmula correta|"
    r"resposta correta|formule (?:correcte|exacte)|"
    r"richtige (?:formel|antwort)"
)
_REPLACED = re.compile(
    r"\s*(?:this|that|it|which|the \w+)(?: has been| have been| was| were| is)? (?:now )?"
    r"(?:corrected|replaced|fixed|changed|superseded|updated)\b|\s*(?:现已|已)(?:改为|更正|修正)|"
    r"\s*(?:se )?(?:corrigió|corregid|corrigid)"
)
_FORETOLD = re.compile(
    r"\b(?:printed|predict(?:s|ed)|promise[sd]|report(?:s|ed)|advertise[sd]|claim(?:s|ed)|announced)\b"
)
_NOT_MET = re.compile(
    r"\s*(?:but |yet |instead,? |however,? )?(?:i|we) (?:actually |only |really )?"
    r"(?:measured?|see|saw|get|got|observed?)\b[^.]{0,40}\d"
)
_BEFORE_IT = 120  # characters before a figure in which it is foretold
_CONTRASTED = re.compile(
    r"\b(?:sum|series|geometric|exact\w*|real\w*|tru(?:e|ly|th)|actual\w*|correct|right|in fact)\b|几何|等比|实际|真实|准确|"
    r"기하|실제|정확|幾何|実際|正確|suma|serie|geométric|real|exact|verdader|somme|série|géométri|réel|summe|reihe|geometrisch|tatsächlich"
)
_NO = re.compile(
    r"\s*(?:no|nope|not|wrong|false|never|否|不|错|아니|아뇨|いいえ|違|não|non|"
    r"nein|faux|falso)\b|\s*(?:不|错|아니|いいえ|違)"
)
_COUNTERFACTUAL = re.compile(
    r"\b(?:if|were)\b[^.;]{0,120}\b(?:were|had|survived|"
    r"did not)\b[^.;]{0,120}\bwould\b|"
    r"\bsi\b[^.;]{0,120}\b(?:fueran|fuesen|étaient)\b|"
    r"\bse\b[^.;]{0,120}\bfossem\b|"
    r"\bwenn\b[^.;]{0,120}\bwären\b"
)
_EMITTED = (
    r"(?:\be\b|e\[[^\]]{0,20}\]|e\([^)]{0,30}\)|expected\w*|tau|τ|tokens\w*|length|\bl\b|mean\w*|exact\w*|closed\w*|"
    r"geometric\w*|correct\w*|true\w*)"
)
_BELOW = re.compile(rf"{_EMITTED}[^<≤=\n]{{0,30}}(?:<=?|≤|≠|!=|\\leq?q?|\\lt|\\neq?)\s*[`$(]*$")
_ABOVE = re.compile(rf"[\s`$)]*(?:>=?|≥|≠|!=|\\geq?q?|\\gt|\\neq?)\s*[\\(`$]*{_EMITTED}")
_PROPORTIONAL = re.compile(
    r"(?:∝|\\propto|\b(?:proportional(?:ly)?|in proportion) (?:to|zu)|\bproporciona(?:l(?:es|mente)?|is) a|"
    r"\bproportionnel\w* à|пропорционал\w*|"
    r"正比[于於])[\s`$*(]*$"
)
_IN_PROPORTION = re.compile(r"[\s`$*)]{0,4}(?:成正比|에 ?비례|に比例)")
_POWER = re.compile(r"\*\*|\^|[⁰¹²³⁴-⁹ⁿᵏᵞ]|<sup>|pow")
_COMPARES = re.compile(r"[≤≥]|(?<![-=<])>(?![>\w/])|<(?![-=</a-z])|[<>]=|\\(?:leq?|geq?|lt|gt)(?![a-z])")
_CALLED_RIGHT = re.compile(r"[\s`$)]*(?:is|are) (?:correct|right|exact|the right)")


@dataclass(frozen=True)
class Spot:
    """A text and where in it the formula stands."""

    text: str
    start: int
    end: int

    @property
    def formula(self) -> str:
        return self.text[self.start : self.end]

    def within(self, start: int, end: int) -> Spot:
        """The formula in a part of the text."""
        return Spot(self.text[start:end], self.start - start, self.end - start)


def in_text(spot: Spot) -> str:
    """The refutation in the clause, the sentence or the sentences around the formula."""
    pieces = list(_cut(_SENTENCE, spot))
    place = _own(pieces, spot)
    if found := _in_sentence(spot.within(*pieces[place])):
        return found
    if endorsed(spot):
        return ""
    before = [spot.text[first:last] for first, last in pieces[max(0, place - _BEFORE) : place]]
    after = [spot.text[first:last] for first, last in pieces[place + 1 : place + 1 + _AFTER]]
    asked = spot.text[pieces[place][1] - 1 : pieces[place][1]] in "?？"
    return _announced(before, spot) or _answered(after, spot, asked)


def _announced(before: list[str], spot: Spot) -> str:
    """What the sentences before say, the nearest first, up to one that says what is right."""
    for sentence in reversed(before):
        low = sentence.lower()
        if _CORRECTS.search(low) or ENDORSES.match(low.lstrip()):
            return ""
        if (found := calls_wrong(sentence)) and fits(sentence, shape(spot.formula)) and not _of_its_own(sentence, spot):
            return found
        if match := EXERCISE.search(low):
            return match[0]
    return ""


_IS = re.compile(r"[\s`$*]\s?(?:is|are|was|were|est|sont|es|son|é|são|ist|sind)\s|[\s`$]{0,2}(?:是|는|은|は)")
_LETTERS = re.compile(r"[A-Za-zͰ-Ͽ]")


def _of_its_own(sentence: str, spot: Spot) -> bool:
    """Whether a sentence calls another formula wrong by name, "1 + kα is wrong: ...": not what a later one states in symbols."""
    if not _LETTERS.search(spot.formula) or spot.formula in sentence:
        return False
    return any(
        _MATH.search(sentence[max(0, match.start() - 24) : match.start() + 1]) and refuted(sentence[match.end() :])
        for match in _IS.finditer(sentence)
    )


def _answered(after: list[str], spot: Spot, asked: bool) -> str:
    """What the sentences after say: "This is wrong", "No.", "The correct formula is ..."."""
    for number, sentence in enumerate(after):
        low = sentence.lower()
        if number == 0 and asked and _NO.match(low):
            return "a question answered with no"
        if match := EXERCISE.search(low):
            return match[0]
        if number == 0 and _MATH.search(sentence) and (_CORRECTS.search(low) or _REPLACED.match(low)):
            return "the right one stands after it"
        if number == 0 and _NOT_MET.match(low) and _FORETOLD.search(spot.text[: spot.start].lower()[-_BEFORE_IT:]):
            return "it was not met"
        if number == 0 and _put_in_place(sentence, spot):
            return "another one is to be used instead"
        found = (
            refuted(sentence) if _ANAPHOR.match(low) else calls_wrong(sentence) if not _MATH.search(sentence) else ""
        )
        if found and fits(sentence, shape(spot.formula)):
            return found
    return ""


_NUMBERED = " *_#>.):0123456789"
"""What stands before the words of a question in a list of them."""


def _in_sentence(spot: Spot) -> str:
    before, after = spot.text[: spot.start].lower(), spot.text[spot.end :].lower()
    if (match := NEGATED_BEFORE.search(before[-160:])) or (match := NEGATED_AFTER.match(after)):
        return match[0].strip()[:40]
    if found := bound(before, after):
        return found
    if match := _COUNTERFACTUAL.search(before):
        return match[0][:40]
    if (
        match := EXERCISE.search(before + " … " + after)
        or EXERCISE.match(spot.formula.lower().lstrip(_NUMBERED))
        or THEN_NOT.search(before + " … " + after)
    ):
        return match[0][:40]
    clauses = list(_cut(_CLAUSE, spot))
    place = _own(clauses, spot)
    clauses, place = clauses[max(0, place - _CLAUSES) : place + 1 + _CLAUSES], min(place, _CLAUSES)
    own = spot.within(*clauses[place])
    beside = f"{own.text[: own.start]} … {own.text[own.end :]}"
    if found := refuted(beside):
        return found
    if endorsed(own):
        after_own = spot.text[clauses[place][1] :]
        return refuted(after_own) if _ANAPHOR.match(after_own.lower()) else ""
    own_shape = shape(spot.formula)
    for first, last in (
        clauses[place + 1 :] if not own_shape.powered else ()
    ):  # `1 + kp, but the sum is (1 - p^(k+1))/(1 - p)`
        clause = spot.text[first:last]
        turned = _TURNS.search(spot.text[clauses[place][0] : first].lower()[-16:])
        if turned and shape(clause).powered and _CONTRASTED.search(clause.lower()):
            return "contrasted with the right one"
        if _put_in_place(clause, spot):
            return "another one is to be used instead"
    for first, last in reversed(clauses[:place]):
        if (found := calls_wrong(spot.text[first:last], same_sentence=True)) and fits(spot.text[first:last], own_shape):
            return found
    for first, last in clauses[place + 1 :]:
        clause = spot.text[first:last]
        found = (
            refuted(clause)
            if _ANAPHOR.match(clause.lower())
            else calls_wrong(clause, same_sentence=True)
            if not _MATH.search(_WHEN.sub("", clause))
            else ""
        )
        if found:
            return found
    return ""


def _put_in_place(text: str, spot: Spot) -> bool:
    """Whether a text behind a formula without powers gives one with them to be used instead: the geometric sum for `1 + kα`."""
    return INSTEAD.search(text.lower()) is not None and shape(text).powered and not shape(spot.formula).powered


def _own(pieces: list[tuple[int, int]], spot: Spot) -> int:
    """The number of the piece that the formula is in."""
    return next(i for i, (first, last) in enumerate(pieces) if first <= spot.start < last or last == len(spot.text))


def _cut(where: re.Pattern[str], spot: Spot) -> Iterator[tuple[int, int]]:
    """The pieces of a text between the cuts, the formula in one of them."""
    first = 0
    for cut in where.finditer(spot.text):
        if cut.end() <= spot.start or cut.start() >= spot.end:
            yield first, cut.end()
            first = cut.end()
    yield first, len(spot.text)


def endorsed(spot: Spot) -> bool:
    """Whether the words just before the formula, in its clause, call it right; or those just after it."""
    before = re.split(r"[.;。；!?]\s|,\s|，|\n\s*\n", spot.text[max(0, spot.start - 80) : spot.start].lower())[-1]
    after = spot.text[spot.end : spot.end + 40].lower()
    said = before + " " if not refuted(before) else ""
    return ENDORSES.search(said) is not None or _CALLED_RIGHT.match(after) is not None


def bound(before: str, after: str) -> str:
    """`E ≤ 1 + γα` is true: a bound of what is emitted; "proportional to γα" says of no number that it is that.

    `before` and `after` are what stands on both sides, in lower case.
    """
    if _PROPORTIONAL.search(before[-60:]) or _IN_PROPORTION.match(after):
        return "a proportion"
    return "a bound" if _BELOW.search(before[-120:]) or _ABOVE.match(after) else ""


@dataclass(frozen=True)
class Shape:
    """Of a formula whether it has a power, and whether it compares: what little tells if words beside another are about it."""

    powered: bool
    compares: bool


def shape(text: str) -> Shape:
    """The shape of a formula, or of a sentence with one."""
    return Shape(_POWER.search(text) is not None, _COMPARES.search(text) is not None)


def fits(text: str, of: Shape) -> bool:
    """Whether the words of a text can be about a formula of that shape: it has no other formula in it.

    What is said of `1 + kα` is not said of the condition `α > c`; of a bound by it, `E < 1 + kα`, it may be.
    """
    own = shape(text)
    return not _MATH.search(text) or (own.powered == of.powered and own.compares >= of.compares)


def denies(sentence: str) -> str:
    """Whether a sentence, as an answer, says no to what was asked, or calls it wrong without a formula of its own."""
    low = _LEAD.sub("", sentence.lower())
    if match := _NO.match(low):
        return match[0].strip()
    return "" if _MATH.search(sentence) else refuted(sentence) if _ANAPHOR.match(low) or len(low) <= _SHORT else ""


_LEAD = re.compile(
    r"^[\s*_`\"'“(]*(?:(?:a|answer|r|respuesta|resposta|réponse|antwort|ответ|答|回答|"
    r"답변?)\s?[.:：)]\s*)?[\s*_`\"'“(]*"
)
_SHORT = 60  # characters of an answer that is only a verdict


def sentences(text: str) -> list[str]:
    """The sentences of a text, and its lines where they begin with a label."""
    return _SENTENCE.split(text)
