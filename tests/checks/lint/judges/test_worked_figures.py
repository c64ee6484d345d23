"""Figures held against the model: by the rival that gives them, by a formula beside them, and where no model binds them."""

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.judges import worked
from draftproof.checks.lint.onefile import judged

ABOUT = """\
# Speculative decoding

A draft model and a target model. Each draft token is accepted with probability α.

"""
FORMULA = ABOUT + "$$E = \\frac{1-\\alpha^{\\gamma+1}}{1-\\alpha}$$\n\n"


def found(text, name="note.md"):
    return [finding for finding in worked.judge(readers.parse(name, text)) if finding.level.fails]


BY_A_RIVAL = [
    # Names and flags of code, words, signs; the settings before or after the figure.
    "With `num_draft = 4` and an 80% chance for each token to be accepted you get about 4.2 tokens per verification step.",
    "`--num-draft 4` at 80%: 4.2 tokens per step",
    "Draft length 4, acceptance probability 0.8: 4.2 tokens per target forward.",
    "8 drafts at 0.8 give 7.4 tokens per verification",
    "So 4 drafted tokens at 80% acceptance → 4.2 tokens per verify pass.",
    "Tokens per step at γ = 4, α = 0.8: 4.2",
    "Expected tokens (γ = 4, α = 0.8): 4.2",
    "The expected number of tokens for k = 4 and p = 0.8 is 4.2.",
    "With α = 0.8, γ = 4 the draft model contributes 3.2 accepted tokens per step.",
    "On average 3.2 of the 4 drafts are accepted when α = 0.8 and γ = 4.",
    # Without the words, behind a formula for it.
    "γ = 4, α = 0.8 → 4.2",
    "At α = 0.8 and γ = 4, Eq. (1) gives $4.2$.",
    # Languages.
    "Mit 80 % Annahmewahrscheinlichkeit und 4 Entwurfstoken kommen 4,2 Token pro Schritt heraus.",
    "Bei γ = 4 und α = 0,8 liefert ein Durchlauf im Mittel 4,2 Token.",
    "Avec $n = 5$ et $\\beta = 0{,}6$ : 4 jetons par passe.",
    "Avec un taux d'acceptation de 80 % et 4 jetons de brouillon, on produit 4,2 jetons par vérification.",
    "Con una tasa de aceptación del 80 % y 4 tokens de borrador, salen 4,2 tokens por paso.",
    "Exemplo: K=4 e α=65% → 3,6 tokens por ciclo.",
    "Se a probabilidade de aceitação por token é 0,8 e o rascunho tem 4 tokens, cada verificação rende 4,2 tokens em média.",
    "1. α = 0.65、K = 6，期望 token 数：4.9",
    "草稿模型每次提出 4 个 token，接受概率 α 为 0.8，因此每次验证平均生成 4.2 个 token。",
    "γ = 4、α = 0.8 なら 4.2 トークンになります。",
    "예: α = 0.8, γ = 4이면 검증 한 번에 평균 4.2개 토큰이 나온다.",
    # Settings set before: in a list, a paragraph, a question.
    "- α = 0.8\n- γ = 4\n- draft model cost c = 0.05\n- tokens per step: 4.2",
    "With α = 0.7 and 5 drafts it is 2.94 tokens per step.\n\n**And at 90%?** Then 5.5 tokens per step.",
    # Tables.
    "| γ | α | tokens/step |\n|--|--|--|\n| 4 | 0.8 | 4.2 |\n| 5 | 0.7 | 2.94 |",
    "| num_speculative_tokens | acceptance (%) | tokens per forward |\n|--|--|--|\n| 4 | 80 | 4.2 |",
    "| K | E[N], α = 0.8 |\n|--|--|\n| 2 | 2.44 |\n| 4 | 4.20 |",
    "| α \\ γ | 2 | 4 |\n|--|--|--|\n| 0.8 | 2.44 | 4.20 |",
    "| | α = 0.6 | α = 0.8 |\n|--|--|--|\n| γ = 2 | 1.96 | 2.44 |\n| γ = 4 | 2.31 | 4.2 |",
    "| α | γ = 2 | γ = 4 |\n|--|--|--|\n| 0.6 | 1.96 | 2.31 |\n| 0.8 | 2.44 | 4.2 |",
]


@pytest.mark.parametrize("text", BY_A_RIVAL)
def test_a_figure_that_a_rival_gives_has_the_rivals_code(text):
    (finding,) = found(f"{FORMULA}{text}\n")
    assert (finding.code, str(finding.level), bool(finding.rival)) == ("DP101", "warning", True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("α = 0.95, γ = 6: 5.03 tokens per target call", "DP102"),
        ("| α | γ | tokens per call |\n|--|--|--|\n| 0.85 | 5 | 3.71 |", "DP102"),
        ("At α = 0.8 and γ = 4 the formula gives 2.95.", "DP102"),
        ("| γ | speedup (α = 0.8, c = 0.05) |\n|--|--|\n| 4 | 3.20x |", "DP104"),
        ("The speedup at α = 0.8, γ = 4, c = 0.05 is 3.20x.", "DP104"),
        ("At α = 0.8 and γ = 4 the formula gives 3.63.", "DP202"),
        ("Plugging in α = 0.8, γ = 4 we obtain 3.63.", "DP202"),
        ("Setzt man α = 0.8 und γ = 4 ein, erhält man 3.63.", "DP202"),
        ("代入 α = 0.8、γ = 4，得 3.63。", "DP202"),
        ("α = 0.8, γ = 4를 대입하면 3.63이 된다.", "DP202"),
        ("α = 0.78、K = 5，期望 token 数：3.25", "DP202"),
        ("| α | γ | tokens per call |\n|--|--|--|\n| 0.85 | 8 | 5.21 |", "DP202"),
        ("| α | γ | tokens per call |\n|--|--|--|\n| 0.9 | 8 | 6.31 |", "DP202"),
    ],
)
def test_other_rivals_and_wrong_digits(text, code):
    assert [finding.code for finding in found(f"{FORMULA}{text}\n")] == [code]


@pytest.mark.parametrize(
    "formula",
    [
        "$$\\tau = \\sum_{i=0}^{\\gamma} \\alpha^{i} = 1+\\alpha+\\cdots+\\alpha^{\\gamma}$$",
        "E = 1 + α + α^2 + ... + α^γ",
        "```\nE[tokens] = (1 - α^(K+1)) / (1 - α)\n```",
    ],
)
def test_the_closed_form_stands_in_other_spellings(formula):
    text = f"{ABOUT}{formula}\n\n| α | γ | tokens per call |\n|--|--|--|\n| 0.9 | 8 | 6.31 |\n"
    assert [finding.code for finding in found(text)] == ["DP202"]


SILENT = [
    # A figure that is put right beside it.
    "- fixed the table that listed 4.2 tokens for alpha 0.8 and k = 4; the right value is 3.36",
    "With γ = 4 and α = 0.8 it claims 4.2 tokens per step instead of 3.36.",
    "γ = 4, α = 0.8: not 4.2 tokens per step but 3.36.",
    "| γ | α | linear | tokens per step |\n|--|--|--|--|\n| 4 | 0.8 | 4.2 | 3.36 |",
    # Measured, or a ratio of what was drafted.
    "| model | draft tokens | acceptance rate | tokens per step |\n|--|--|--|--|\n| Llama | 5 | 0.47 | 3.35 |",
    "draft acceptance rate 0.47, 5 drafts per step, 3.35 tokens per step",
    "acceptance 0.64479 (167 accepted / 259 drafted), mean length 2.92, 87 drafts",
    "## Results\n\nWith α = 0.8 and γ = 4 we are at 4.2 tokens per step.",
    # Another quantity, or more than the model knows.
    "Going from γ = 4 to γ = 8 at α = 0.8 only adds 0.97 tokens per step.",
    "EAGLE at α = 0.8, γ = 4 reaches 3.6 tokens per step because its acceptance rises with position.",
    "With 2 branches, γ = 4 and α = 0.8 you get 3.7 tokens per step.",
    "K = 8 experts, p = 0.8 dropout: 7.4 tokens per step of the draft training",
    "γ = 4, α = 0.8: 64 sequences give 215 tokens per step.",
    "With temperature 0.8 and 4 drafts the model emits 4.2 tokens per step.",
    "α = 0.6, 0.7, 0.8 with γ = 4 give 2.31, 2.77 and 3.36 tokens per step.",
    "For γ = 2, 4, 8 and α = 0.8 the tokens per step are 2.44, 3.36 and 4.33.",
    "| α | γ | tokens per call |\n|--|--|--|\n| 0.8 | 4 | 3.36 |\n| 0.85 | 8 | 5.12 |",
    "Draft of 4, acceptance probability 0.6:\n\n- tokens per pass: 2.31\n- tokens per pass if the draft is cut to 2: 1.96",
]


@pytest.mark.parametrize("text", SILENT)
def test_right_measured_and_corrected_figures_are_silent(text):
    assert [finding.message for finding in found(f"{FORMULA}{text}\n")] == []


def test_the_documents_own_names_are_settings():
    text = "# Decodificación especulativa\n\nTasa de aceptación por token: a\nLongitud del borrador: g\n\n{}\n"
    right = "(1 - a^(g+1)) / (1 - a)\n\na = 0,8 y g = 4: 3,36 tokens\na = 0,5 y g = 6: {} tokens"
    assert found(text.format(right.format("1,98"))) == []
    assert [f.code for f in found(text.format(right.format("2,98")))] == ["DP202"]


def test_a_formula_and_its_figure_are_one_finding():
    document = readers.parse("note.md", f"{ABOUT}With α = 0.8 and γ = 4: 1 + 4·0.8 = 4.2 tokens per step.\n")
    findings = [finding for finding in judged(document)[0] if finding.level.fails]
    assert [(finding.code, finding.expression) for finding in findings] == [("DP101", "1 + 4·0.8")]


IN_A_FILE = {
    "a.rs": "/// {}\npub fn f() {{}}\n",
    "b.sql": "-- {}\nSELECT 1;\n",
    "c.java": "/**\n * {}\n */\nclass X {{}}\n",
    "d.vue": "<template>\n<p>{}</p>\n</template>\n<script>\nexport default {{}}\n</script>\n",
    "e.yaml": "description: >\n  {}\n",
    "f.py": 'def f():\n    """{}"""\n    return 0\n',
    "g.html": "<h2>Speculative decoding</h2><ul><li>{}</li></ul>\n",
    "h.tex": "\\section{{Speculative decoding}}\n{}\n",
    "i.rst": "Speculative decoding\n====================\n\n* {}\n",
    "j.svg": '<svg xmlns="http://www.w3.org/2000/svg"><text>{}</text></svg>\n',
    "k.ts": "export const note = `{}`;\n",
    "l.json": '{{"text": "{}"}}\n',
}


@pytest.mark.parametrize("name", IN_A_FILE)
def test_files_of_every_kind_are_read(name):
    text = "A draft model with p = 0.8, the probability that a draft is accepted, and k = 4 yields 4.2 tokens per verification."
    assert [finding.code for finding in found(IN_A_FILE[name].format(text), name)] == ["DP101"]
