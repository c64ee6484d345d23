"""Tables of statements, the formula between « and »: in the first it is stated as a mistake, in the second it is just stated."""

from __future__ import annotations

import pytest
from draftproof.checks.lint.document import Document, Kind, Passage, Source
from draftproof.checks.lint.excuses import excuse

EXCUSED = (
    # the clause or sentence calls it a mistake
    "- fixed: `expected_tokens` returned «1 + gamma * alpha»; it now returns the sum of powers.",
    "Cuidado: usar «1 + n*p» é um equívoco comum.",
    "The tempting answer is «1 + γα», which gives 4.5 for the first case.",
    "A common mistake: «E = 1 + γα».",
    "«1 + γα» is wrong for γ ≥ 2.",
    "The naive estimate «1 + γα» overestimates the yield.",
    "«1 + γ·α» is only an upper bound.",
    "«E = 1 + γα» is an upper bound on the expected tokens, tight only at α = 1.",
    "Many blogs write «E = 1 + kα», which is incorrect.",
    "You might think that each draft adds α, so «E = 1 + γα».",
    "One would expect «1 + γα» tokens.",
    "At first glance «1 + γα» looks right.",
    "The linear form «1 + γα» double-counts drafts after the first rejection.",
    "Misconception: expected tokens are «1 + γα».",
    "❌ «E = 1 + γα»",
    "✗ «1 + k*alpha» tokens per step",
    "«1 + γα» ✗",
    "The fallacy behind «1 + γα» is that rejections do not stop the draft.",
    "«1 + γα» is too optimistic.",
    "«1 + γα» is never below E.",
    "«1 + γα» exceeds the expected number for γ ≥ 2.",
    "This pitfall gives «1 + 5 × 0.7 = 4.5» tokens.",
    "«E = 1 + γα», but this ignores that a rejection discards the rest.",
    "«1 + γα» holds only for γ ≤ 1.",
    "«1 + γα» would be right if every draft survived on its own.",
    "Many posts claim «E = 1 + γα». That would need acceptances that do not stop at the first rejection.",
    "If acceptances were independent of the prefix, E would be «1 + γα»; they are not.",
    "Common mistake. Writing «E[N] = 1 + Kα».",
    "Não é verdade que o número esperado de tokens seja «1 + γα».",
    "- [ ] «1 + γα»\n- [x] (1-α^(γ+1))/(1-α)",
    # beliefs, and what became of them
    "Mucha gente cree que se generan «1 + γα» tokens por paso.",
    "很多人以为每步产出 «1 + γα» 个 token。",
    "Viele glauben, es seien «1 + γα» Token.",
    "I thought a step emits «1 + γα» tokens, but my simulation disagrees.",
    "Linear intuition says «1 + γα», but the sum is geometric: (1-α^(γ+1))/(1-α).",
    "«1 + γα» pretends that tokens after a rejection still count.",
    "With p = 0.7 it claims «1 + 5*0.7» tokens instead of 2.94.",
    "In the old docs it was given as «1 + γα»; this has been corrected to (1-α^(γ+1))/(1-α).",
    "«1 + γα» was replaced by the geometric sum.",
    "The rule used to be «1 + γα». Forget it.",
    "No se obtienen «1 + γα» tokens por paso.",
    "每步得不到 «1 + γα» 个 token。",
    # negation and replacement
    "E is not «1 + γα».",
    "The expected number of tokens isn't «1 + γα».",
    "«1 + γα» is not the expected number of tokens.",
    "«1 + γα» does not give the tokens per step.",
    "Don't use «1 + γα» here.",
    "Instead of «1 + γα» use the geometric sum.",
    "Instead of the usual «E = 1 + γα», sum the tail.",
    "The yield is (1-α^(γ+1))/(1-α) rather than «1 + γα».",
    "It is 2.94, not «1 + 5*0.7 = 4.5».",
    "E ≠ «1 + γα»",
    "E[N] ≤ «1 + γα», with equality at γ = 1.",
    "E < «1 + γα» for γ ≥ 2.",
    "«1 + γα» ≥ E for every α.",
    "E is at most «1 + γα».",
    # other sentences of the paragraph
    "«E = 1 + γα». This is wrong: one rejection discards every draft after it.",
    "Suppose we write «E = 1 + γα». That overestimates the result at every γ ≥ 2.",
    "Here is a formula you will meet, and it is a mistake. «E = 1 + γα».",
    "Is the expected count «1 + γα»? No: a rejection ends the round.",
    "«E = 1 + γα». The correct formula is (1-α^(γ+1))/(1-α).",
    "True or false: «E = 1 + γα».",
    "Find the error: «E = 1 + γα = 4.5».",
    "Explain why this overestimates: «E = 1 + γα».",
    "Spot the mistake.\n\n«E = 1 + γα»",
    # other languages
    "常见误区：每步 token 数为 «1 + γα»。",
    "错误：«E = 1 + kα»",
    "«1 + γα» 是错误的，因为一旦拒绝后面的草稿全部作废。",
    "期望值不是 «1 + γα»，而是 (1-α^(γ+1))/(1-α)。",
    "很多人误以为 «E = 1 + γα»。",
    "線性公式 «1 + γα» 高估了結果。",
    "«1 + γα» 只是上界。",
    "흔한 오해: 기대 토큰 수는 «1 + γα» 이다.",
    "«1 + γα» 는 틀린 공식입니다.",
    "기대 토큰은 «1 + γα» 가 아니라 등비급수의 합이다.",
    "よくある間違い：«E = 1 + γα»",
    "«1 + γα» ではなく (1-α^(γ+1))/(1-α) です。",
    "«1 + γα» は過大評価になる。",
    "Error común: «E = 1 + γα».",
    "La fórmula «1 + γα» es incorrecta.",
    "No es «1 + γα», sino la suma geométrica.",
    "Erro comum: usar «E = 1 + γα».",
    "A fórmula «1 + γα» está errada.",
    "O valor não é «1 + γα».",
    "Erreur courante : «E = 1 + γα».",
    "La formule naïve «1 + γα» surestime le résultat.",
    "Ce n'est pas «1 + γα».",
    "Die naive Formel «1 + γα» überschätzt die Ausbeute.",
    "Häufiger Fehler: «E = 1 + γα».",
    "Der Erwartungswert ist nicht «1 + γα».",
)
STATED = (
    "- fixed: we now return «1 + gamma * alpha».",
    "Entwurfstoken werden oft angenommen, also «1 + γα» Token.",
    "People often use «1 + γα» to plan capacity.",
    "We get «1 + 5*0.7» tokens instead of 1.",
    "«1 + γα» ignores the launch cost.",
    "We assumed p = 0.7, so a step emits «1 + γα» tokens.",
    # words that do not excuse
    "The expected tokens per step are «1 + γα».",
    "E ≈ «1 + γα».",
    "Roughly «1 + γα» tokens per step.",
    "A simplified model: «E = 1 + γα».",
    "In the linear approximation «E = 1 + γα».",
    "Intuitively, «E = 1 + γα».",
    "As a rule of thumb, expect «1 + γα» tokens.",
    "- [x] «1 + γα»\n- [ ] (1-α^(γ+1))/(1-α)",
    "- [ ] implement «1 + γα»\n- [ ] write tests",
    "With a longer draft the yield would be «1 + γα».",
    # negation of something else
    "This is not just for experts: «E = 1 + γα».",
    "Not surprisingly, «E = 1 + γα».",
    "Instead of sampling, we compute «E = 1 + γα».",
    "Instead of one token per pass we get «1 + γα».",
    "Speculative decoding does not change the output, and yields «1 + γα» tokens.",
    "Don't forget the bonus token: «E = 1 + γα».",
    "Rather than decode one by one, verify k at once: «E = 1 + kα».",
    "If the draft is not accepted we lose nothing; «E = 1 + γα».",
    "There is no free lunch, yet «E = 1 + γα».",
    "«1 + γα» is not hard to derive.",
    "It's not γα but «1 + γα».",
    "The answer is not one token but «1 + γα».",
    "Without speculation it is 1, with it «1 + γα».",
    # a mistake, but another one
    "When the draft is wrong we fall back to the target. «E = 1 + γα».",
    "Wrong tokens are thrown away, so «E = 1 + γα».",
    "A wrong guess costs one step; on average «1 + γα» tokens are emitted.",
    "Incorrect drafts are discarded: «E = 1 + γα».",
    "Compared with naive decoding we emit «1 + γα» tokens per pass.",
    "Naive autoregressive decoding emits 1 token, speculation «1 + γα».",
    "It is a misconception that speculation changes the output. The yield is «1 + γα».",
    "The old version forgot the bonus and was wrong; use «1 + γα».",
    "Fixed the wrong formula: now «E = 1 + γα».",
    "To avoid the common mistake of forgetting the bonus, write «1 + γα».",
    "It is wrong to ignore the bonus token, so «E = 1 + γα».",
    "(1-α^γ)/(1-α) is wrong; the correct formula is «1 + γα».",
    "The correct formula is «1 + γα», not γα.",
    "Right: «1 + γα». Wrong: γα.",
    "✅ «E = 1 + γα»",
    "Correct: «E = 1 + γα»\nWrong: E = γα",
    "The draft model's mistakes are caught by the target; «E = 1 + γα».",
    "The error rate of the draft is 30%, so «E = 1 + γα».",
    "«E = 1 + γα» is correct.",
    "«E = 1 + γα», while (1-α^γ)/(1-α) is wrong.",
    "Predictions go wrong often. We emit «1 + γα» tokens.",
    "If it is wrong, the target corrects it. So «E = 1 + γα» tokens.",
    "The upper bound is γ + 1 and the mean «E = 1 + γα».",
    "Nothing wrong with a small draft: «E = 1 + γα».",
    "Tokens after a mistake are discarded, so «E = 1 + γα».",
    "After the first mistake the round ends with «1 + γα» tokens on average.",
    "«E = 1 + γα». In fact, this is what we measured.",
    "«E = 1 + γα». The exact number depends on the model.",
    "«E = 1 + γα». If the draft makes a mistake, the following tokens are discarded.",
    "When a mistake happens, the number of tokens falls. «E = 1 + γα».",
    # other sentences
    "We measured several models. «E = 1 + γα». The results follow.",
    "The baseline is naive decoding. Our method yields «1 + γα» tokens per step. It assumes independent drafts.",
    "«E = 1 + γα». Drafts that are wrong are discarded.",
    "«E = 1 + γα». This is why speculation pays.",
    "How many tokens do we get? «E = 1 + γα».",
    # other languages
    "期望每步 token 数为 «1 + γα»。",
    "猜错的 token 会被丢弃，因此 «E = 1 + γα»。",
    "正确公式是 «1 + γα»。",
    "这不仅适用于专家：«E = 1 + γα»。",
    "避免常见错误：应为 «E = 1 + γα»。",
    "기대 토큰 수는 «1 + γα» 이다.",
    "틀린 토큰은 버려지므로 «E = 1 + γα» 이다.",
    "期待トークン数は «1 + γα» です。",
    "間違ったトークンは捨てられるので «E = 1 + γα»。",
    "El número esperado de tokens es «1 + γα».",
    "Los tokens incorrectos se descartan; «E = 1 + γα».",
    "No solo para expertos: «E = 1 + γα».",
    "O número esperado de tokens é «1 + γα».",
    "Os tokens errados são descartados, e «E = 1 + γα».",
    "La formule correcte est «1 + γα».",
    "Le nombre attendu de jetons est «1 + γα».",
    "Die erwartete Anzahl ist «1 + γα».",
    "Falsche Token werden verworfen, also «E = 1 + γα».",
    "Nicht nur für Experten: «E = 1 + γα».",
)


def passage_of(marked: str, kind: Kind = Kind.PROSE, **given: str) -> tuple[Passage, int, int]:
    """The passage of a text with its formula between « and »."""
    start, end = marked.index("«"), marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    return Passage(kind, text, Source(text), **given), start, end


def excused(marked: str, kind: Kind = Kind.PROSE, **given: str) -> str:
    passage, start, end = passage_of(marked, kind, **given)
    return excuse(passage, start, end, Document("x", (passage.source,), (passage,)))


@pytest.mark.parametrize("marked", EXCUSED)
def test_a_mistake_stated_as_a_mistake_is_excused(marked: str) -> None:
    assert excused(marked)


@pytest.mark.parametrize("marked", STATED)
def test_a_mistake_that_is_just_stated_is_not_excused(marked: str) -> None:
    assert excused(marked) == ""


CODE_EXCUSED = (
    "naive = «1 + k * alpha»",
    "wrong_answer = «1 + k * alpha»",
    "x = «1 + k * alpha»  # wrong: a rejection ends the draft",
    "# the tempting answer\nx = «1 + k * alpha»",
    "# This is the common misconception:\n# drafts survive independently\nx = «1 + k * alpha»",
    "assert expected != «1 + k * alpha»",
    "assert expected < «1 + k * alpha»",
    "assert «1 + k * alpha» > expected",
    "assertNotEqual(e, «1 + k * alpha»)",
    "WRONG_FORMULAS = [\n    «1 + k * alpha»,\n]",
    "MUTANTS = {\n    'linear': lambda: «1 + k * alpha»,\n}",
    "naive_tokens(rate=«1 + k * alpha»)",
    "Rival('x', statement=«1 + gamma * alpha»)",
    "def rivals():\n    return [\n        «1 + k * alpha»,\n    ]",
)
CODE_STATED = (
    "expected = «1 + k * alpha»",
    "naive_decode_time = «1 + k * alpha»",
    "x = «1 + k * alpha»  # one for the bonus token",
    "# fixed: the old formula was wrong\nx = «1 + k * alpha»",
    "# wrong tokens are dropped\nx = «1 + k * alpha»",
    "# compared with naive decoding\nx = «1 + k * alpha»",
    "if speedup < 1:\n    x = «1 + k * alpha»",
    "wrong = (1 - a**k) / (1 - a)\nx = «1 + k * alpha»",
    "wrong_tokens = «k - k * alpha»",
    "rejected_tokens = 0\nx = «1 + k * alpha»",
    "assert expected == «1 + k * alpha»",
    "x = [\n    «1 + k * alpha»,\n]",
)
ABOVE_EXCUSED = (
    "Common mistakes",
    "Misconceptions",
    "What is wrong with the linear form",
    "Pitfalls",
    "Find the error",
    "常见错误",
    "흔한 실수",
    "Errores frecuentes",
    "Erros comuns",
    "Häufige Fehler",
    "test_linear_form_is_wrong",
    "naive_expected_tokens",
    "TestRivals test_rejects_linear",
    "test_not_linear",
    "NaiveEstimate expected",
    "linear_overestimates",
)
ABOVE_STATED = (
    "Expected tokens",
    "Naive decoding and speculation",
    "What happens to wrong tokens",
    "naive_decode",
    "expected_tokens",
    "test_expected_tokens",
    "rejected_tokens",
    "SpecDecoder wrong_guess_cost",
    "",
)


@pytest.mark.parametrize("marked", CODE_EXCUSED)
def test_code_that_keeps_a_mistake_as_one_is_excused(marked: str) -> None:
    assert excused(marked, Kind.CODE)


@pytest.mark.parametrize("marked", CODE_STATED)
def test_code_that_computes_it_is_not(marked: str) -> None:
    assert excused(marked, Kind.CODE) == ""


@pytest.mark.parametrize("above", ABOVE_EXCUSED)
def test_a_heading_or_a_name_that_says_so_excuses(above: str) -> None:
    assert excused("E = «1 + γα»", above=above)


@pytest.mark.parametrize("above", ABOVE_STATED)
def test_another_heading_or_name_does_not(above: str) -> None:
    assert excused("E = «1 + γα»", above=above) == ""


def test_what_is_called_right_under_a_heading_of_mistakes_is_not_excused() -> None:
    assert excused("The correct formula is «1 + γα».", above="Common mistakes") == ""


QUIZ_WRONG = (
    '{ texto: "«1 + γα»", correcta: false, nota: "Falta algo." }',
    '{ text: "«1 + γα»", correct: false, feedback: "Each rejection ends the draft." }',
    '{ "text": "«1 + γα»", "isCorrect": false }',
    "{ label: '«1 + γα»', feedback: 'No, that counts rejected drafts.' }",
    '{ feedback: "This overestimates the result", text: "«1 + γα»" }',
    '{ q: "E?", options: ["(1-α^(γ+1))/(1-α)", "«1 + γα»"], answer: 0 }',
    '{ "options": ["«1 + γα»", "γα", "(1-α^(γ+1))/(1-α)"], "correctIndex": 2 }',
    '{ text: "«1 + γα»", verdict: "misconception" }',
)
QUIZ_RIGHT = (
    '{ texto: "«1 + γα»", correcta: true, nota: "Correcto." }',
    '{ text: "«1 + γα»", correct: true, feedback: "Not γα: the bonus counts." }',
    '{ text: "«1 + γα»", feedback: "Yes." }',
    '{ q: "E?", options: ["γα", "«1 + γα»"], answer: 1 }',
    '[{ text: "γα", correct: false }, { text: "«1 + γα»", correct: true }]',
    '{ text: "«1 + γα»" }',
    '{ formula: "«1 + γα»", answer: 0 }',
)


@pytest.mark.parametrize("marked", QUIZ_WRONG)
def test_a_wrong_option_of_a_quiz_is_excused(marked: str) -> None:
    assert _option(marked)


@pytest.mark.parametrize("marked", QUIZ_RIGHT)
def test_its_right_option_is_not(marked: str) -> None:
    assert _option(marked) == ""


def _option(marked: str) -> str:
    """What excuses the string with the formula in a source of objects."""
    start, end = marked.index("«"), marked.index("»") - 1
    source = marked.replace("«", "").replace("»", "")
    passage = Passage(Kind.STRING, source[start:end], Source(source), ((0, start),), around=source, language="js")
    return excuse(passage, 0, end - start, Document("q.js", (passage.source,), (passage,)))


def test_the_minus_lines_of_a_diff_are_excused_and_the_plus_lines_not() -> None:
    text = "@@ -1 +1 @@\n-x = 1 + k*a\n+x = 1 + k*b\n"
    passage = Passage(Kind.CODE, text, Source(text), language="diff")
    document = Document("x.md", (passage.source,), (passage,))
    minus, plus = text.index("1 + k*a"), text.index("1 + k*b")
    assert excuse(passage, minus, minus + 7, document)
    assert excuse(passage, plus, plus + 7, document) == ""


@pytest.mark.parametrize(
    "marked", ["~~«E = 1 + γα»~~ E = 2.94", "so <del>«1 + γα»</del> it is", r"\sout{«1 + γα»} \(2.94\)"]
)
def test_what_is_struck_through_is_excused(marked: str) -> None:
    assert excused(marked)


def test_what_stands_beside_struck_text_is_not() -> None:
    assert excused("~~γα~~ «1 + γα»") == ""


TABLE = "Expected tokens by two formulas\nnaive = 1 + γα\nexact = (1-α^(γ+1))/(1-α)"


@pytest.mark.parametrize(
    ("row", "around", "is_excused"),
    [
        ("naive | «1 + γα»", "", True),
        ("«1 + γα» | wrong", "", True),
        ("linear | «1 + γα» | ✗", "", True),
        ("linear | «1 + γα» | (1-α^γ)/(1-α) (wrong)", "", False),
        ("«1 + γα» | 2.94", "naive estimate = 1 + γα; exact = 2.94", True),
        ("«1 + γα» | 2.94", "tokens = 1 + γα; exact = 2.94", False),
        ("«1 + γα» | 2.94", "Common mistakes\nformula | value", True),
        ("«1 + γα» | 2.94", "Formulas\nx | y\n(1-α^γ)/(1-α) | wrong", False),
    ],
)
def test_a_table_speaks_by_row_header_and_caption(row: str, around: str, is_excused: bool) -> None:
    assert bool(excused(row, Kind.TABLE, around=around)) == is_excused


@pytest.mark.parametrize(
    ("around", "is_excused"),
    [
        ("The tempting answer is the linear form. It gives", True),
        ("Naive estimate: drafts survive independently.", True),
        ("Find the mistake in the following lines", True),
        ("Expected tokens per step.", False),
        ("Avoids the common mistake of forgetting the bonus token.", False),
        ("Unlike naive decoding this emits several tokens.", False),
        ("Replaces the wrong formula (1-α^γ)/(1-α).", False),
        ("Tokens whose draft was wrong are dropped.", False),
    ],
)
def test_a_docstring_or_paragraph_beside_a_formula(around: str, is_excused: bool) -> None:
    assert bool(excused("«1 + k * alpha»", Kind.CODE, around=f"{around}\nalpha k wrong")) == is_excused
