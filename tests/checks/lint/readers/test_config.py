"""Settings and dashboards: texts, comments and queries with their places, and what stands around them."""

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.document import Kind


def shown(tree):
    if tree.op in ("num", "sym"):
        return str(tree.args[0])
    return f"({tree.op} {' '.join(arg if isinstance(arg, str) else shown(arg) for arg in tree.args)})"


QUERIES = [
    ("rate(a_total[5m]) / rate(b_total[5m])", "(div a_total b_total)"),
    ("sum(rate(v:a_total{m=\"x\"}[5m])) by (m) / sum by (m) (increase(v:b_total[$__rate_interval]))", "(div v:a_total v:b_total)"),
    ("1 + sum(irate(a[1m])) / clamp_min(sum(irate(b[1m])), 1)", "(add #0 (div a b))"),
    ("(1 - v:ratio ^ 6) / (1 - v:ratio)", "(div (add #0 (mul -1 (pow v:ratio #1))) (add #2 (mul -1 v:ratio)))"),
    ("100 * a / b > 0.5", "(lt #1 (div (mul #0 a) b))"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "tree"), QUERIES, ids=[query for query, _ in QUERIES])
@pytest.mark.parametrize("path", ["x.yaml", "x.json"])
def test_queries(path, query, tree):
    escaped = query.replace('"', '\\"')
    text = f'{{"title": "Ratio", "expr": "{escaped}"}}' if path == "x.json" else f"record: v:r\nexpr: {query}\n"
    document = readers.parse(path, text)
    (one,) = document.formulas
    assert shown(one.templates[0]) == tree
    assert one.passage.kind is Kind.CODE
    assert one.passage.language == "promql"
    at = one.passage.at(one.start)
    assert text[at : at + 3] == query[:3]
    assert one.result == ("" if path == "x.json" else "v:r")
    assert ("Ratio" if path == "x.json" else "v:r") in one.near


def test_yaml():
    text = (
        "# the draft\nspec:\n  num_speculative_tokens: 5  # drafts\n  rate: 0.7\n  note: 'E = 1 + γα tokens'\n"
        "rules:\n  - record: a:b\n    expr: |\n      a\n        / b\n  - alert: c\n    summary: it's a rate # of drafts\n"
    )
    document = readers.parse("x.yml", text)
    entries = [(str(one.how), one.result, one.text) for one in document.formulas if one.passage.kind is Kind.CODE]
    assert entries == [
        ("entry", "num_speculative_tokens", "5"),
        ("entry", "rate", "0.7"),
        ("assigned", "a:b", "a\n/ b"),
    ]
    texts = {p.text: p for p in document.passages if p.kind is Kind.STRING}
    assert texts.keys() == {"E = 1 + γα tokens", "it's a rate"}
    assert texts["it's a rate"].around == "alert: c\n    summary: it's a rate # of drafts\n"
    assert [p.text for p in document.passages if p.kind is Kind.COMMENT] == ["the draft", "drafts", "of drafts"]
    assert document.formulas[0].near == "num_speculative_tokens\ndrafts"


def test_json():
    text = '{"title": "A \\u03b1 b", "panels": [{"title": "Length", "rate": 0.7, "text": "E = 1 + \\u03b3\\u03b1"}], "n": {'
    document = readers.parse("x.json", text)
    texts = {p.text: p for p in document.passages if p.kind is Kind.STRING}
    assert texts.keys() == {"A α b", "E = 1 + γα"}
    panel = texts["E = 1 + γα"]
    assert panel.above == "A \\u03b1 b / panels"
    assert '"rate": 0.7' in panel.around
    assert text[panel.at(8)] == "\\"
    assert [(one.result, one.text) for one in document.formulas if one.passage.kind is Kind.CODE] == [("rate", "0.7")]


@pytest.mark.parametrize("path", ["x.toml", "x.ini", "x.env", "x.cfg"])
def test_key_and_value(path):
    document = readers.parse(path, '# the draft\nrate = 0.7\nname = "E = 1 + k tokens"\n')
    assert next((str(one.how), one.result, one.text) for one in document.formulas) == ("assigned", "rate", "0.7")
    assert {p.text for p in document.passages if p.kind is not Kind.CODE} == {"the draft", "E = 1 + k tokens"}
