"""What formulas come to with definitions put in: which definition, in what order, and where it ends."""

import pytest
from draftproof.checks.lint.document import Document, Formula, How, Kind, Passage, Source
from draftproof.checks.lint.inlining import MAX_SIZE, inlined, used
from draftproof.checks.lint.mathtext import parse
from draftproof.derivations.expr import free_names


def shown(tree):
    if tree.op in ("num", "sym"):
        return str(tree.args[0])
    return f"({tree.op} {' '.join(arg if isinstance(arg, str) else shown(arg) for arg in tree.args)})"


def document(*lines):
    """A document of `scope | how | name = expression` rows."""
    formulas = []
    for line in lines:
        scope, how, text = (part.strip() for part in line.split("|"))
        name, _, written = text.partition(" = ")
        (side,) = parse(written).sides if any(c in written for c in "+-*/") else parse(f"0 + {written}").sides
        templates = side.templates if any(c in written for c in "+-*/") else (side.templates[0].args[1],)
        held = Passage(Kind.CODE, written, Source(written), scope=scope)
        numerals = {k: v for k, v in side.numerals.items() if k in free_names(templates[0])}
        formulas.append(Formula(held, 0, len(written), templates, numerals, name, How(how)))
    return Document("a.py", (), (), tuple(formulas))


def last(*lines):
    doc = document(*lines)
    *_, final = inlined(doc.formulas[-1], doc)
    return shown(final.tree)


@pytest.mark.parametrize(
    ("lines", "tree"),
    [
        (("|assigned|avg = rate * k", "|assigned|e = (1 + avg)/cost"), "(div (add #0 (mul rate k)) cost)"),
        (
            ("P.Exact|returned|Exact = k + 1", "P.Exact|returned|Exact = a*k + 1", "P.Gain|returned|Gain = p.Exact()/c"),
            "(div (add (mul a k) #0) c)",
        ),
        (
            ("P.Exact|returned|Exact = b + 1", "P.Exact|returned|Exact = a + 1", "P.Gain|returned|Gain = p.Exact()/c"),
            "(div p.Exact() c)",
        ),
        (("|assigned|a = x + 1", "|assigned|a = x + 2", "|assigned|e = 2 * a"), "(mul #0 (add x #1))"),
        (("|assigned|a = b + 1", "|assigned|b = c + 1", "|assigned|e = 1 + a"), "(add #0 (add b #1))"),
        (("|assigned|b = c + 1", "|assigned|a = b + 1", "|assigned|e = 1 + a"), "(add #0 (add (add c #2) #1))"),
        (("f|assigned|a = x + 1", "g|assigned|e = 2 * a"), "(mul #0 a)"),
        (("|assigned|a = x + 1", "f|assigned|e = 2 * a"), "(mul #0 (add x #1))"),
        (("|assigned|a = x + 1", "f|assigned|a = y + 1", "f|assigned|e = 2 * a"), "(mul #0 (add y #1))"),
        (("M.rate|returned|rate = acc / drafted", "M.e|returned|e = 1 + k * self.rate"), "(add #0 (mul k (div acc drafted)))"),
        (("M.__init__|assigned|self.r = acc / drafted", "M.e|returned|e = 1 + k * self.r"), "(add #0 (mul k (div acc drafted)))"),
        (("N.__init__|assigned|self.r = acc / drafted", "M.e|returned|e = 1 + k * self.r"), "(add #0 (mul k self.r))"),
        (("|assigned|k = 5", "|assigned|e = 1 + k"), "(add #0 k)"),
        (("|assigned|a = b", "|assigned|e = 1 + a"), "(add #0 b)"),
        (("|assigned|e = e + 1",), "(add e #0)"),
        (("|argument|a = x + 1", "|assigned|e = 2 * a"), "(mul #0 a)"),
        (("M.rate|returned|rate = acc / drafted", "|assigned|e = 1 + k * m.rate"), "(add #0 (mul k (div acc drafted)))"),
        (("M.r|returned|r = a / b", "N.r|returned|r = c / d", "|assigned|e = 1 + m.r"), "(add #0 m.r)"),
        (("f|returned|f = a / b", "|assigned|e = 1 + f"), "(add #0 f)"),
        (("f|assigned|e = 1 + a", "|assigned|a = b + 1"), "(add b #0)"),
        (("|assigned|b = x + 1", "|assigned|a = b + 1", "|assigned|b = y + 1", "|assigned|e = a + b"),
         "(add (add b #0) (add y #1))"),
        (("|said|E = 1 + x", "|said|S = E / c"), "(div (add #0 x) c)"),
    ],
)  # fmt: skip
def test_inlined(lines, tree):
    assert last(*lines) == tree


def test_each_level_is_given_and_numerals_are_named_anew():
    doc = document("|assigned|b = x * 2", "|assigned|a = 1 + b", "|assigned|e = 3 - a")
    steps = list(inlined(doc.formulas[-1], doc))
    assert [shown(step.tree) for step in steps] == [
        "(add #0 (mul -1 a))",
        "(add #0 (mul -1 (add #1 b)))",
        "(add #0 (mul -1 (add #1 (mul x #2))))",
    ]
    assert {name: numeral.text for name, numeral in steps[-1].numerals.items()} == {"#0": "3", "#1": "1", "#2": "2"}
    assert steps[-1].taken == (doc.formulas[1], doc.formulas[0])


def test_definitions_that_go_in_circles_or_grow_end():
    doc = document("M.f|returned|f = self.g + 1", "M.g|returned|g = self.f + 1", "M.e|returned|e = self.f + self.g")
    assert [shown(step.tree) for step in inlined(doc.formulas[-1], doc)] == [
        "(add self.f self.g)",
        "(add (add self.g #0) (add self.f #1))",
    ]
    wide = " + ".join(["x"] * (MAX_SIZE // 2))
    doc = document(f"|assigned|a = {wide}", "|assigned|e = a * a * a")
    assert [shown(step.tree) for step in inlined(doc.formulas[-1], doc)] == ["(mul a a a)"]


def test_an_index_is_not_caught():
    doc = document("|assigned|a = i + 1", "|assigned|e = sum(a**i for i in range(k))")
    assert len(list(inlined(doc.formulas[-1], doc))) == 1


def test_used_are_the_steps_on_the_way():
    doc = document("|assigned|avg = rate * k", "|assigned|other = rate * k", "|assigned|e = (1 + avg)/cost")
    assert used(doc) == {0}
