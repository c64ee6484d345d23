"""Formulas of speculation: every rival of the expected tokens, the acceptance length and the speedup is named; nothing right is."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import catalogue, readers
from draftproof.checks.lint.finding import Finding
from draftproof.checks.lint.judges.expected import judge

TEXT = (
    "# Speculative decoding\n\nα is the probability that one draft token is accepted, γ the draft length, c the cost of one draft "
    "step over one target step; the draft model runs γ times in sequence.\n\n"
)
CODE = (
    '"""Speculative decoding."""\n\n\ndef {name}(alpha, gamma, c):\n'
    '    """alpha: per-token acceptance probability; gamma: draft length; c: cost of one draft over one target step."""\n'
    "    return {formula}\n"
)
RATIO_TEXT = (
    "# Speculative decoding\n\nr is accepted drafts divided by drafted tokens, k the draft length, draft_cost the cost of one "
    "draft step over one target step.\n\n"
)
RATIO_CODE = '"""Speculative decoding."""\n\nr = accepted_tokens / draft_tokens\n{name} = {formula}\n'


def said(text: str, name: str) -> list[Finding]:
    """The findings on a text, by place."""
    found = judge(readers.read(name, text.encode()))
    return sorted(found, key=lambda finding: (finding.place.cell or 0, finding.place.line, finding.code))


def brief(findings: list[Finding]) -> list[str]:
    return [f"{finding.code} {finding.level.value}" for finding in findings]


E, S, L = (
    "The expected number of tokens per step, bonus included, is",
    "The speedup is",
    "The mean acceptance length is",
)
RIVALS = (
    ("tokens.one_plus_gamma_alpha", "DP101", f"{E} 1 + γα.", "expected_tokens", "1 + gamma * alpha"),
    ("tokens.gamma_alpha", "DP101", f"{E} γα.", "expected_tokens", "gamma * alpha"),
    (
        "tokens.bonus_forgotten", "DP102", f"{E} (1 - α^γ) / (1 - α).", "expected_tokens",
        "(1 - alpha**gamma) / (1 - alpha)",
    ),
    (
        "tokens.accepted_called_emitted", "DP102", f"{E} α(1 - α^γ) / (1 - α).", "expected_tokens",
        "alpha * (1 - alpha**gamma) / (1 - alpha)",
    ),
    ("tokens.no_cap", "DP102", f"{E} 1 / (1 - α).", "expected_tokens", "1 / (1 - alpha)"),
    (
        "tokens.last_token_after_whole_drafts", "DP102", f"{E} α(1 - α^γ) / (1 - α) + α^γ.", "expected_tokens",
        "alpha * (1 - alpha**gamma) / (1 - alpha) + alpha**gamma",
    ),
    ("tokens.every_position_alpha", "DP101", f"{E} (γ + 1) α.", "expected_tokens", "(gamma + 1) * alpha"),
    (
        "tokens.bonus_twice", "DP102", f"{E} (1 - α^(γ+2)) / (1 - α).", "expected_tokens",
        "(1 - alpha ** (gamma + 2)) / (1 - alpha)",
    ),
    (
        "tokens.sure_token_and_bonus", "DP102", f"{E} (1 - α^γ) / (1 - α) + 1.", "expected_tokens",
        "(1 - alpha**gamma) / (1 - alpha) + 1",
    ),
    (
        "tokens.bonus_added_to_emitted", "DP102", f"{E} 1 + (1 - α^(γ+1)) / (1 - α).", "expected_tokens",
        "1 + (1 - alpha ** (gamma + 1)) / (1 - alpha)",
    ),
    (
        "tokens.divided_twice", "DP105", f"{E} (1 - α^(γ+1)) / (1 - α)^2.", "expected_tokens",
        "(1 - alpha ** (gamma + 1)) / (1 - alpha) ** 2",
    ),
    (
        "tokens.numerator_unbracketed", "DP105", f"{E} 1 - α^(γ+1) / (1 - α).", "expected_tokens",
        "1 - alpha ** (gamma + 1) / (1 - alpha)",
    ),
    (
        "tokens.one_beside_power", "DP105", f"{E} (1 - α^γ + 1) / (1 - α).", "expected_tokens",
        "(1 - alpha**gamma + 1) / (1 - alpha)",
    ),
    (
        "tokens.all_or_nothing", "DP106", f"{E} (γ + 1)·α^γ + 1 - α^γ.", "expected_tokens",
        "(gamma + 1) * alpha**gamma + 1 - alpha**gamma",
    ),
    ("tokens.amdahl", "DP106", f"{E} 1 / ((1 - α) + α/γ).", "expected_tokens", "1 / (1 - alpha + alpha / gamma)"),
    (
        "tokens.amdahl_with_bonus", "DP106", f"{E} 1 / ((1 - α) + α/(γ + 1)).", "expected_tokens",
        "1 / (1 - alpha * gamma / (gamma + 1))",
    ),
    ("acceptance.length_by_alpha", "DP101", f"{L} 1 + γα.", "acceptance_length", "1 + gamma * alpha"),
    (
        "draft_cost.draft_is_free", "DP104", f"{S} (1 - α^(γ+1)) / (1 - α).", "speedup",
        "(1 - alpha ** (gamma + 1)) / (1 - alpha)",
    ),
    (
        "draft_cost.cost_once", "DP104", f"{S} (1 - α^(γ+1)) / ((1 - α)(1 + c)).", "speedup",
        "(1 - alpha ** (gamma + 1)) / ((1 - alpha) * (1 + c))",
    ),
    (
        "draft_cost.bonus_forgotten", "DP102", f"{S} (1 - α^γ) / ((1 - α)(1 + γc)).", "speedup",
        "(1 - alpha**gamma) / ((1 - alpha) * (1 + gamma * c))",
    ),
    (
        "draft_cost.linear_tokens", "DP101", f"{S} (1 + γα) / (1 + γc).", "speedup",
        "(1 + gamma * alpha) / (1 + gamma * c)",
    ),
    (
        "draft_cost.gain_unbracketed", "DP105", f"{S} 1 + γα / (1 + γc).", "speedup",
        "1 + gamma * alpha / (1 + gamma * c)",
    ),
    (
        "draft_cost.cost_turned_round", "DP104", f"{S} (1 - α^(γ+1)) / ((1 - α)(γ + c)).", "speedup",
        "(1 - alpha ** (gamma + 1)) / ((1 - alpha) * (gamma + c))",
    ),
    ("draft_cost.pays_for_rejections", "DP104", f"{S} 1 / ((1 - α) + c).", "speedup", "1 / (1 - alpha + c)"),
    ("draft_cost.amdahl", "DP104", f"{S} 1 / ((1 - α) + αc).", "speedup", "1 / (1 - alpha * (1 - c))"),
)  # fmt: skip
OF_RATIO = (
    (
        "acceptance.ratio_in_closed_form", "DP103", f"{L} (1 - r^(k+1)) / (1 - r).", "acceptance_length",
        "(1 - r ** (k + 1)) / (1 - r)",
    ),
    ("acceptance.length_without_bonus", "DP102", f"{L} k·r.", "acceptance_length", "k * r"),
    ("acceptance.ratio_without_length", "DP103", f"{L} 1 / (1 - r).", "acceptance_length", "1 / (1 - r)"),
    ("acceptance.ratio_as_share", "DP103", f"{L} 1 / ((1 - r) + r/k).", "acceptance_length", "1 / (1 - r + r / k)"),
    (
        "acceptance.ratio_as_share_with_bonus", "DP103", f"{L} 1 / ((1 - r) + r/(k + 1)).", "acceptance_length",
        "1 / (1 - r * k / (k + 1))",
    ),
    (
        "draft_cost.pays_for_unaccepted", "DP104", f"{S} 1 / ((1 - r) + draft_cost).", "speedup",
        "1 / (1 - r + draft_cost)",
    ),
    (
        "draft_cost.amdahl_by_ratio", "DP104", f"{S} 1 / ((1 - r) + r·draft_cost).", "speedup",
        "1 / (1 - r + r * draft_cost)",
    ),
)  # fmt: skip
ALIKE = {
    "tokens.tail_without_bonus": ("tokens.accepted_called_emitted",),  # one formula, as a sum
    "tokens.one_plus_gamma_alpha": ("tokens.one_plus_gamma_alpha", "acceptance.length_by_alpha"),
}
"""Rivals that are one formula under several claims: any of them names it."""
CLAIMS = ("tokens.closed_form", "acceptance.length", "draft_cost.closed_form")


@pytest.mark.parametrize(
    ("id_", "code", "prose", "name", "formula"), [*RIVALS, *OF_RATIO], ids=lambda one: str(one)[:32]
)
def test_rivals(id_, code, prose, name, formula):
    text, program = (RATIO_TEXT, RATIO_CODE) if (id_, code, prose, name, formula) in OF_RATIO else (TEXT, CODE)
    for found in (said(f"{text}{prose}\n", "a.md"), said(program.format(name=name, formula=formula), "a.py")):
        assert [one.code for one in found] == [code]
        assert all(one.level.fails for one in found)
        assert id_ in ALIKE.get(found[0].rival, (found[0].rival,))


def test_every_rival_of_the_three_claims_has_a_row():
    listed = {row[0] for row in (*RIVALS, *OF_RATIO)}
    known = {one.id for one in catalogue.entries() if one.claim in CLAIMS and not one.right}
    assert known <= listed


HEAD = "# Speculative decoding\n\nA draft model proposes k tokens; each is accepted with probability p.\n\n"
CASES = (
    # what a verification yields, by verb, copula, equation; names in letters, percent, steps
    ("yields", "a.md", HEAD + "A verification yields 1 + kp tokens on average.\n", "DP101 error"),
    ("emits", "a.md", HEAD + "The target model therefore emits 1 + k·p tokens per forward pass.\n", "DP101 error"),
    ("is then", "a.md", HEAD + "Throughput per target step is then `1 + k*p` tokens.\n", "DP101 error"),
    ("letters", "a.md", HEAD + "$$\\mathbb{E}[\\text{tokens}] = 1 + kp$$\n", "DP101 error"),
    ("without the one", "a.md", HEAD + "A verification yields k·p tokens on average.\n", "DP101 error"),
    ("accepted tokens", "a.md", HEAD + "Accepted tokens per step: p(1 - p^k)/(1 - p).\n", ""),
    ("accepted in brackets", "a.md", HEAD + "$E[\\text{accepted}] = \\frac{p(1-p^k)}{1-p}$\n", ""),
    ("A in brackets", "a.md", HEAD + "$\\mathbb{E}[A] = \\frac{p(1-p^k)}{1-p}$\n", ""),
    (
        "percent", "a.py",
        '"""Speculative decoding.\n\nbeta: the per-token acceptance probability\n"""\n\n\n'
        "def expected_tokens(n_draft, beta_percent):\n    return 1 + n_draft * beta_percent / 100\n",
        "DP101 error",
    ),
    (
        "divided twice on the way", "a.py",
        '"""Speculative decoding. a: per-token acceptance probability, c: relative draft cost, n: draft length."""\n\n\n'
        "def speedup(a, n, c):\n    e = (1 - a ** (n + 1)) / (1 - a)\n    return e / ((1 - a) * (n * c + 1))\n",
        "DP105 error",
    ),
    # languages
    (
        "zh",
        "a.md",
        "# 投机解码\n\n草稿模型一次提出 k 个 token，每个以概率 p 被接受。\n\n每次验证平均产出 1 + kp 个"
        " token。\n",
        "DP101 error",
    ),
    (
        "zh glued",
        "a.md",
        "# 推测解码\n\n设α为单个草稿token的接受概率，γ为草稿长度，则期望token数为$1+\\alpha\\gamma$。\n",
        "DP101 error",
    ),
    (
        "ja",
        "a.md",
        "# 投機的デコード\n\n1 トークンが受理される確率を α、ドラフト長を γ とします。\n\n期待トークン"
        "数 = 1 + αγ\n",
        "DP101 error",
    ),
    (
        "ko",
        "a.md",
        "# 추측 디코딩\n\n초안 토큰 하나가 수락될 확률을 p, 초안 길이를 k라 하자. 한 스텝에서 평균 1 + "
        "kp개의 토큰을 얻는다.\n",
        "DP101 error",
    ),
    (
        "es",
        "a.md",
        "# Decodificación especulativa\n\nCada token del borrador se acepta con probabilidad p. Cada "
        "verificación produce en promedio 1 + kp tokens.\n",
        "DP101 error",
    ),
    (
        "pt",
        "a.md",
        "# Decodificação especulativa\n\nSeja α a probabilidade de aceitação por token e γ o "
        "comprimento do rascunho. Em média, cada verificação gera 1 + αγ tokens.\n",
        "DP101 error",
    ),
    (
        "fr",
        "a.md",
        "# Décodage spéculatif\n\nOn note β la probabilité qu'un jeton proposé soit accepté et n la "
        "longueur du brouillon. Une passe produit en moyenne 1 + nβ jetons.\n",
        "DP101 error",
    ),
    (
        "de",
        "a.md",
        "# Spekulatives Decoding\n\nSei α die Wahrscheinlichkeit, dass ein Entwurfstoken akzeptiert "
        "wird, k die Entwurfslänge. Ein Durchlauf liefert im Mittel kα + 1 Token.\n",
        "DP101 error",
    ),
    # other formats
    (
        "html",
        "a.html",
        "<h1>Speculative decoding</h1><p>Each draft token is accepted with probability <i>p</i>; a "
        "verification of <i>k</i> drafts yields 1 + <i>k</i> × <i>p</i> tokens.</p>",
        "DP101 error",
    ),
    (
        "tex",
        "a.tex",
        "\\section{Speculative decoding}\nLet $\\beta$ denote the probability that a drafted token is "
        "accepted and $K$ the draft length. The expected number of tokens per target pass is $1+K\\beta$.\n",
        "DP101 error",
    ),
    (
        "ts",
        "a.ts",
        "// speculative decoding\nexport const tokensPerPass = (acceptProb: number, draftLen: number) "
        "=> 1 + acceptProb * draftLen;\n",
        "DP101 error",
    ),
    (
        "sql",
        "a.sql",
        "-- speculative decoding: per-token acceptance probability\nSELECT 1 + draft_len * accept_prob "
        "AS expected_tokens FROM runs;\n",
        "DP101 error",
    ),
    # rulings
    ("R1 evidence", "a.md", HEAD + "Tokens per step = 1 + k·p.\n", "DP101 error"),
    (
        "R1 by name",
        "a.py",
        "# speculative decoding\ndef tokens_per_step(acceptance_rate, k):\n    return 1 + "
        "acceptance_rate * k\n",
        "DP101 warning",
    ),
    (
        "R2 measured",
        "a.py",
        "# speculative decoding\n# measured: 0.55 of the drafted tokens were accepted, at 5 draft tokens\n"
        "tokens_per_step = 1 + 5 * 0.55\n",
        "",
    ),
    (
        "R2 assumed",
        "a.py",
        "# speculative decoding\n# assumed: each draft token is accepted with probability 0.7, 5 draft "
        "tokens\ntokens_per_step = 1 + 5 * 0.7\n",
        "DP101 error",
    ),
    (
        "R3 tested",
        "a.py",
        "# speculative decoding\nrate = accepted_tokens / tested_tokens\nexpected_tokens = (1 - rate "
        "** (k + 1)) / (1 - rate)\n",
        "",
    ),
    (
        "R4 in the identity",
        "a.py",
        "# speculative decoding\nalpha = accepted_tokens / draft_tokens\ntokens_per_step = 1 + k * alpha\n",
        "",
    ),
    (
        "R4 in the closed form",
        "a.py",
        "# speculative decoding\nalpha = accepted_tokens / draft_tokens\nexpected_tokens = (1 - alpha "
        "** (k + 1)) / (1 - alpha)\n",
        "DP103 error",
    ),
    (
        "R5 best of n",
        "a.md",
        "# Best-of-n sampling\n\nWith n drafts each accepted with probability p there are 1 + np "
        "reviews on average.\n",
        "",
    ),
    (
        "R6 property",
        "a.py",
        '"""Speculative decoding."""\n\n\nclass M:\n    @property\n    def acceptance_rate(self):\n    '
        "    return self.accepted / self.drafted\n\n    def tokens_per_step(self, k):\n        return "
        "1 + k * self.acceptance_rate\n",
        "",
    ),
    ("R7 limit", "a.md", HEAD + "As k grows the expected number of tokens approaches 1/(1 - p).\n", ""),
    (
        "R7 named no_cap",
        "a.py",
        CODE.format(name="no_cap", formula="1 / (1 - alpha)").replace('"""alpha', '"""Expected tokens per step. alpha'),
        "DP102 error",
    ),
    ("R8 weights", "a.md", HEAD + "Expected tokens per step = (k + 1)·p + (1 - p).\n", "DP106 error"),
    ("R8 unbracketed", "a.md", TEXT + "Speedup = 1 + αγ / (1 + γc).\n", "DP105 error"),
    ("R9 no word", "a.md", HEAD + "Expected tokens per step = (1 - p^k) / (1 - p).\n", "DP102 warning"),
    ("R9 no bonus", "a.md", HEAD + "Without the bonus token the expected tokens per step are (1 - p^k) / (1 - p).\n", ""),
    (
        "R9 the branch disagrees",
        "a.py",
        '"""Speculative decoding."""\n\n\ndef expected_tokens(p, k):\n    if p == 1.0:\n        return '
        "k + 1\n    return (1 - p**k) / (1 - p)\n",
        "DP102 error",
    ),
    (
        "R9 right elsewhere",
        "a.md",
        HEAD
        + "Tokens per step: (1 - p^(k+1)) / (1 - p).\n\nExpected tokens per step = (1 - p^k) / (1 - p).\n",
        "DP102 error",
    ),
    ("R10 called emitted", "a.md", HEAD + "Expected tokens per step = p(1 - p^k) / (1 - p).\n", "DP102 error"),
    (
        "R11 parallel heads",
        "a.md",
        TEXT
        + "Heads that fire in parallel cost c once: the speedup is (1 - α^(γ+1)) / ((1 - α)(1 + c)).\n",
        "",
    ),
    (
        "R11 nearer words",
        "a.md",
        "# Speculative decoding\n\nα is the acceptance probability. Heads that fire in parallel cost c "
        "once. With sequential drafts of relative cost c the speedup is (1 - α^(γ+1)) / ((1 - α)(1 + c)).\n",
        "DP104 error",
    ),
    ("R18 two faults", "a.md", TEXT + "Speedup = (1 + γα) / (1 + c).\n", "DP101 error, DP104 error"),
    ("R20 upper bound", "a.md", HEAD + "At most 1 + kp tokens are emitted per step, an upper bound.\n", ""),
    ("R20 roughly", "a.md", HEAD + "A verification yields roughly 1 + kp tokens.\n", "DP101 error"),
    (
        "R21 quiz by number",
        "a.ts",
        '// speculative decoding\nconst quiz = { q: "With acceptance probability p and k drafts, the '
        'expected tokens per step are", choices: ["1 + k·p", "(1 - p^(k+1)) / (1 - p)"], answer: 1 };\n',
        "",
    ),
    (
        "R21 pitfalls",
        "a.md",
        "# Common pitfalls\n\n## Linear extrapolation\n\nIn speculative decoding with acceptance "
        "probability p: 1 + kp tokens per step.\n",
        "",
    ),
    (
        "R21 called as a mistake",
        "a.py",
        '"""Speculative decoding; p: per-token acceptance probability."""\n\n\ndef naive(p, k):\n    '
        "return 1 + k * p\n\n\nprint(naive(p, k))\n",
        "",
    ),
    ("R21 believed", "a.md", HEAD + "I thought a step would emit 1 + kp tokens, but my simulation disagrees.\n", ""),
    ("R21 contrasted", "a.md", HEAD + "Linear intuition says 1 + kp, but the sum is geometric: (1 - p^(k+1)) / (1 - p).\n", ""),
    ("R21 replaced", "a.md", HEAD + "`1 + k*p` was replaced by the geometric sum.\n", ""),
    (
        "R21 not emitted",
        "a.md",
        "# Decodificación especulativa\n\nCada token se acepta con probabilidad p. No se obtienen 1 + "
        "kp tokens por paso.\n",
        "",
    ),
    (
        "R23 formed once",
        "a.jsx",
        "// speculative decoding\nfunction X() {\n  const [alpha, setAlpha] = useState(0.7); // "
        "per-token acceptance probability\n  const tokensPerStep = useMemo(() => 1 + alpha * gamma, "
        "[alpha, gamma]);\n  const speedup = tokensPerStep / (1 + gamma * cost);\n}\n",
        "DP101 error",
    ),
    (
        "R27 loop",
        "a.py",
        '"""Speculative decoding."""\n\n\ndef expected_tokens(probs):\n    total, run = 1.0, 1.0\n    '
        "for p in probs:\n        run *= p\n        total += run\n    return total\n",
        "",
    ),
    # what only looks like it
    ("a round's cost", "a.md", TEXT + "The round costs 1 + γc target passes.\n", ""),
    (
        "a moving average",
        "a.py",
        "# speculative decoding, adaptive draft length\nacceptance_ema = alpha * acceptance_ema + (1 - "
        "alpha) * rate\n",
        "",
    ),
    ("interest", "a.md", "# Finance and speculative decoding\n\nSimple interest: 1 + 5 × 0.7 = 4.5.\n", ""),
    (
        "a value's result",
        "a.md",
        "# Speculative decoding\n\nEach draft token is kept with probability α. With α = 0.7, γ = 5 "
        "gives 2.94 tokens per step, (1 - α^(γ+1)) / (1 - α).\n",
        "",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("name", "text", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_cases(name, text, expected):
    assert ", ".join(brief(said(text, name))) == expected


def test_message_has_the_numbers_and_the_fix_the_readers_names():
    (found,) = said(
        "# speculative decoding\ndef tokens_per_step(accept_prob, draft_len):\n    return 1 + draft_len * accept_prob\n",
        "a.py",
    )
    assert "4.5 where 2.94" in found.message
    assert found.fix.endswith("else (1 - accept_prob**(draft_len + 1)) / (1 - accept_prob)")
    assert found.expression == "1 + draft_len * accept_prob"
    assert (found.claim, found.rival) == ("tokens.closed_form", "tokens.one_plus_gamma_alpha")


def test_message_takes_the_numbers_that_are_printed():
    text = (
        "# speculative decoding\n# assumed: each draft token is accepted with probability 0.8, 4 draft tokens\n"
        "expected_tokens = 1 + 4 * 0.8\n"
    )
    (found,) = said(text, "a.py")
    assert "4.2 where 3.36 is right" in found.message


def test_undecided_rate_is_said_to_be_undecided():
    (found,) = said(
        "# speculative decoding\ndef f(acceptance_rate, num_draft_tokens):\n    return 1 + num_draft_tokens * acceptance_rate\n",
        "a.py",
    )
    assert found.level == "note"
    assert found.message.startswith("right only if acceptance_rate is accepted / drafted")


def test_what_sympy_does_not_confirm_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    text = CODE.format(name="expected_tokens", formula="1 + gamma * alpha")
    assert brief(said(text, "a.py")) == ["DP101 error"]
    monkeypatch.setattr("draftproof.checks.lint.matching.confirm", lambda match, tree: False)
    assert said(text, "a.py") == []


def test_ruling_27_a_loop_that_sums_wrongly_is_at_most_a_note() -> None:
    head = CODE.partition("    return")[0].format(name="expected_tokens")
    loop = "    total = 1\n    for _ in range(gamma):\n        total += alpha\n    return total\n"
    assert brief(said(head + loop, "a.py")) == ["DP101 note"]


def test_a_percentage_is_no_draft_of_a_hundred_tokens() -> None:
    assert said('"""Speculative decoding."""\n\nrate = accepted_tokens / draft_tokens * 100\n', "a.py") == []


def planned(*lines: str, arguments: str = "accept_rate, draft_len, draft_ms, target_ms") -> str:
    """A planner's function of speculative decoding: `accept_rate` is what its caller says, measured or assumed."""
    return (
        "\n    ".join((f"def plan({arguments}):", '"""Plans speculative decoding with a draft model."""', *lines))
        + "\n"
    )


@pytest.mark.parametrize(
    ("text", "name", "want"),
    [
        # tokens per step that are called a speedup
        (planned("speedup = 1 + accept_rate * draft_len", "return speedup"), "a.py", ["DP101 warning"]),
        (planned("gain = 1 + a * k", "return gain", arguments="a, k"), "a.py", []),
        # its steps are right or wrong with the rate, and what is formed of them is named
        (
            planned(
                "accepted = accept_rate * draft_len", "plain_ms = target_ms * (accepted + 1)",
                "cycle_ms = draft_ms * draft_len + target_ms", "speedup = plain_ms / cycle_ms",
            ),
            "a.py", ["DP101 warning"],
        ),
        # tokens and cost are wrong, each by itself
        (
            planned(
                "accepted = accept_rate * draft_len", "speedup = (1 + accepted) / (1 + draft_cost)",
                arguments="accept_rate, draft_len, draft_cost",
            ),
            "a.py", ["DP101 warning", "DP104 warning"],
        ),
        # what a number of tokens is divided by
        (
            planned(
                "best = (1 - accept_rate ** (k + 1)) / (1 - accept_rate)", "rounds = int(total / (1 + k * accept_rate))",
                arguments="accept_rate, k, total",
            ),
            "a.py", ["DP101 error"],
        ),
        (
            planned(
                "best = (1 - accept_rate ** (k + 1)) / (1 - accept_rate)", "rounds = int(total / best)",
                arguments="accept_rate, k, total",
            ),
            "a.py", [],
        ),
        # the counters say which rate it is
        (
            planned("rate = self.draft_tokens_accepted / self.draft_tokens_generated", "speedup = rate * self.draft_len"),
            "a.py", ["DP102 error"],
        ),
        (
            "# 笔记\n\nTarget 模型验证 Draft 模型的 k 个 token。\n\n加速比 = (k + 1) * 接受率 + (1 - 接受率)\n",
            "a.md", ["DP106 warning"],
        ),
    ],
)  # fmt: skip
def test_what_is_formed_of_an_undecided_rate(text: str, name: str, want: list[str]) -> None:
    assert [one for one in brief(said(text, name)) if "note" not in one] == want
