"""Calls of Python that formulas are made of: powers, sums, wrappers, and vectors of NumPy and torch that are summed up."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ....derivations.expr import Node, free_names, num, sym
from . import codetrees as t
from .pytrees import Trees, Vector

_LIBRARIES = t.words("math np numpy torch jnp jax tf cp cupy mx operator statistics scipy")
_SAME = t.words(
    "int float round str format Fraction Decimal mean average nanmean fmean asarray array tensor as_tensor float16 float32 "
    "float64 cast constant squeeze atleast_1d around trunc fix"
)
"""Functions that only wrap a value."""
_SAME_METHODS = t.words(
    "item mean cpu cuda numpy float double half long int detach astype to tolist squeeze unsqueeze flatten ravel copy clone "
    "round contiguous fillna view reshape limit_denominator type_as nanmean"
)
_CLIPS = frozenset({"clip", "clamp"})


def _expm1(a: Node) -> Node:
    return t.add(t.exponential(a), num(-1))


def _log1p(a: Node) -> Node:
    return Node("log", (t.add(num(1), a),))


_ONE: dict[str, Callable[[Node], Node]] = {
    "exp": t.exponential,
    "expm1": _expm1,
    "log": lambda a: Node("log", (a,)),
    "log1p": _log1p,
    "sqrt": lambda a: t.power(a, num("1/2")),
    "square": lambda a: t.power(a, num(2)),
    "abs": lambda a: Node("abs", (a,)),
    "absolute": lambda a: Node("abs", (a,)),
    "fabs": lambda a: Node("abs", (a,)),
    "floor": lambda a: Node("floor", (a,)),
    "ceil": lambda a: Node("ceil", (a,)),
    "negative": t.minus,
    "neg": t.minus,
    "reciprocal": lambda a: t.quotient(num(1), a),
}
"""Functions of one number; methods of a tensor are called alike."""
_TWO: dict[str, Callable[[Node, Node], Node]] = {
    "pow": t.power,
    "power": t.power,
    "float_power": t.power,
    "divide": t.quotient,
    "div": t.quotient,
    "truediv": t.quotient,
    "true_divide": t.quotient,
    "floor_divide": t.floor_quotient,
    "multiply": t.mul,
    "mul": t.mul,
    "add": t.add,
    "sub": lambda a, b: t.add(a, t.negative(b)),
    "subtract": lambda a, b: t.add(a, t.negative(b)),
    "Fraction": t.quotient,
    "cdiv": lambda a, b: Node("ceil", (t.quotient(a, b),)),
    "ceil_div": lambda a, b: Node("ceil", (t.quotient(a, b),)),
    "minimum": lambda a, b: Node("min", (a, b)),
    "maximum": lambda a, b: Node("max", (a, b)),
    "fmin": lambda a, b: Node("min", (a, b)),
    "fmax": lambda a, b: Node("max", (a, b)),
}
_BELOW = frozenset({"div", "divide", "truediv", "true_divide", "floor_divide", "Fraction"})
_FOLDS = {"sum": "sum", "nansum": "sum", "fsum": "sum", "prod": "prod", "nanprod": "prod"}
_PLAIN = t.words("int float round str format sum abs min max pow Fraction Decimal sqrt exp log floor ceil prod cdiv")
"""Functions that are called by their bare name, built in or imported."""
_ARGUMENTS = {
    **dict.fromkeys(_ONE, 0),
    **dict.fromkeys(_TWO.keys() - {"add", "sub", "Fraction", "cdiv", "ceil_div"}, 1),
    **dict.fromkeys(_FOLDS.keys() | _CLIPS | _SAME_METHODS),
}
"""Methods -> how many arguments they have, None for any number: `logger.log(x)` is another thing."""


def called(trees: Trees, node: ast.Call) -> Node | None:
    """What a call comes to; None where it is not one of those that formulas are made of."""
    match node.func:
        case ast.Name(id=name) if name in _PLAIN or name in ("ceil_div", "expm1", "log1p", "tensor", "array"):
            return _function(trees, name, node.args, node)
        case ast.Attribute(value=inner, attr=name):
            if _library(inner):
                return _function(trees, name, node.args, node)
            if name == "get" and node.args and isinstance(node.args[0], ast.Constant):
                return trees.tree(ast.copy_location(ast.Subscript(inner, node.args[0], ast.Load()), node))
            if name in _ARGUMENTS and _ARGUMENTS[name] in (None, len(node.args)):
                return _function(trees, name, [inner, *node.args], node)
    return None


def _library(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in _LIBRARIES


def _function(trees: Trees, name: str, args: list[ast.expr], node: ast.Call) -> Node | None:
    if not args or any(isinstance(arg, ast.Starred) for arg in args):
        return None
    if name in _FOLDS:
        found = _fold(trees, _FOLDS[name], args[0])
        start = found and name == "sum" and isinstance(node.func, ast.Name) and len(args) == 2
        return t.add(trees.tree(args[1]), found) if found and start else found
    if name in _CLIPS:
        return _clip(trees, args, node)
    if name in ("where", "select") and len(args) == 3:
        return trees.choice(args[0], lambda: trees.tree(args[1]), lambda: trees.tree(args[2]))
    if name in ("min", "max"):
        return trees.guards.extreme(name, [trees.tree(arg) for arg in args]) if len(args) > 1 else None
    if name in _TWO and len(args) >= 2:
        first = trees.tree(args[0])
        trees.guards.below += name in _BELOW
        try:
            return _TWO[name](first, trees.tree(args[1]))
        finally:
            trees.guards.below -= name in _BELOW
    if name == "log" and len(args) == 2:
        return t.quotient(*(Node("log", (trees.tree(arg),)) for arg in args))
    if (name in ("ones", "zeros") and _no_shape(args[0])) or name in ("ones_like", "zeros_like"):
        return num(name.startswith("ones"))
    if name in _ONE:
        return _ONE[name](trees.tree(args[0]))
    if name in _SAME or name in _SAME_METHODS:
        return _wrapped(trees, name, args[0])
    return None


def _wrapped(trees: Trees, name: str, inner: ast.expr) -> Node | None:
    """What is in a wrapper: a number. A list in it (`np.array([1, 2])`), a mean over a loop or a text are none."""
    if isinstance(inner, ast.List | ast.Tuple | ast.Dict | ast.ListComp | ast.GeneratorExp | ast.Constant):
        number = isinstance(inner, ast.Constant) and isinstance(inner.value, int | float)
        return trees.tree(inner) if number else None
    return trees.tree(inner)


def _no_shape(node: ast.expr) -> bool:
    """Whether a shape is that of a single number: `()` or 1."""
    return (isinstance(node, ast.Tuple | ast.List) and not node.elts) or (
        isinstance(node, ast.Constant) and node.value == 1
    )


def _clip(trees: Trees, args: list[ast.expr], node: ast.Call) -> Node | None:
    value = trees.tree(args[0])
    if not trees.guards.exact:
        trees.guards.left_out = True
        return value
    keys = {keyword.arg: keyword.value for keyword in node.keywords}
    low = args[1] if len(args) > 1 else keys.get("min", keys.get("a_min"))
    high = args[2] if len(args) > 2 else keys.get("max", keys.get("a_max"))
    if low is not None and not _none(low):
        value = Node("max", (value, trees.tree(low)))
    return Node("min", (value, trees.tree(high))) if high is not None and not _none(high) else value


def _none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _fold(trees: Trees, op: str, arg: ast.expr) -> Node | None:
    """A sum or product of all of a vector, of a loop's terms, or of what is not known, which is then a name: `sum(x)`."""
    if isinstance(arg, ast.GeneratorExp | ast.ListComp):
        return _comprehended(trees, op, arg)
    found = vector(trees, arg)
    if found is not None:
        return t.folded(op, found.index, found.low, found.high, found.body)
    if isinstance(arg, ast.Call):
        inner = trees.tree(arg)
        if inner.op in ("min", "max"):  # np.minimum(p, q).sum()
            return t.over_all(op, inner)
    if isinstance(arg, ast.Name | ast.Attribute | ast.Subscript):
        return sym(f"{op}({trees.tree(arg).args[0]})")
    return None


def _comprehended(trees: Trees, op: str, node: ast.GeneratorExp | ast.ListComp) -> Node | None:
    """`sum(body for i in range(a, b))` as it is; over anything else as a sum over all of it."""
    if len(node.generators) != 1 or node.generators[0].ifs:
        return None
    loop = node.generators[0]
    ends = ranged(trees, loop.iter)
    body = trees.tree(node.elt)
    if ends is None or not isinstance(loop.target, ast.Name):
        return t.over_all(op, body)
    return t.folded(op, loop.target.id, *ends, body)


def ranged(trees: Trees, node: ast.expr) -> tuple[Node, Node] | None:
    """The first and last number of a range, whichever way it runs; None for another step or another thing."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("reversed", "tqdm", "trange", "list")
    ):
        if node.func.id != "trange":
            return ranged(trees, node.args[0]) if len(node.args) == 1 else None
    elif not (isinstance(node, ast.Call) and _name(node) in ("range", "arange", "trange")):
        return None
    if node.keywords or not 1 <= len(node.args) <= 3:
        return None
    ends = [trees.tree(arg) for arg in node.args]
    if len(ends) == 1:
        return num(0), t.minus_one(ends[0])
    step = trees.guards.numerals.value(ends[2]) if len(ends) == 3 else 1
    if step == 1:
        return ends[0], t.minus_one(ends[1])
    return (t.add(ends[1], num(1)), ends[0]) if step == -1 else None


def _name(node: ast.Call) -> str:
    func = node.func
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


_INDEX = "_i"


def vector(trees: Trees, node: ast.expr) -> Vector | None:
    """A vector whose numbers are known by their index; None for any other, and for a number.

    `np.arange`, what is the same for all (`np.full`, `np.ones`, `[a] * n`), running products, sums and powers of such.
    """
    trees.depth += 1
    if trees.depth > t.MAX_DEPTH:
        raise t.Unread
    try:
        return _vector(trees, node)
    finally:
        trees.depth -= 1


def _vector(trees: Trees, node: ast.expr) -> Vector | None:
    match node:
        case ast.Name(id=name):
            return trees.scope.vectors.get(name)
        case ast.BinOp(left=ast.List(elts=[one]), op=ast.Mult(), right=many):
            return Vector(_INDEX, num(1), trees.tree(many), trees.tree(one))
        case ast.BinOp(left=left, op=op, right=right):
            return _elementwise(trees, left, right, op)
        case ast.ListComp(elt=body, generators=[ast.comprehension(target=ast.Name(id=index), iter=over, ifs=[])]):
            ends = ranged(trees, over)
            return Vector(index, *ends, trees.tree(body)) if ends else None
        case ast.Call():
            return _made(trees, node)
    return None


def _made(trees: Trees, node: ast.Call) -> Vector | None:
    name, args = _name(node), node.args
    if isinstance(node.func, ast.Attribute) and not _library(node.func.value):
        args = [node.func.value, *args]
    if name in ("range", "arange"):
        ends = ranged(trees, node)
        return Vector(_INDEX, *ends, sym(_INDEX)) if ends else None
    if name == "full" and len(args) >= 2:
        return Vector(_INDEX, num(1), trees.tree(_only(args[0])), trees.tree(args[1]))
    if name in ("ones", "zeros") and args:
        return Vector(_INDEX, num(1), trees.tree(_only(args[0])), num(name == "ones"))
    if name in ("cumprod", "accumulate") and args and (name == "cumprod" or "mul" in trees.text(node)):
        return _running(trees, args[0])
    if name in ("power", "pow") and len(args) == 2:
        return _elementwise(trees, args[0], args[1], ast.Pow())
    if name in _SAME or name in _SAME_METHODS:
        return vector(trees, args[0]) if args else None
    return None


def _only(node: ast.expr) -> ast.expr:
    """A shape of one dimension, `(n,)`, as n."""
    return node.elts[0] if isinstance(node, ast.Tuple | ast.List) and len(node.elts) == 1 else node


def _running(trees: Trees, node: ast.expr) -> Vector | None:
    """The running product of a vector; of one that is only named, that of its elements."""
    inner = vector(trees, node)
    if inner is None:
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            return None
        name = trees.tree(node).args[0]
        body = t.folded("prod", "_j", num(1), sym(_INDEX), Node("at", (name, sym("_j"))))
        return Vector(_INDEX, num(1), sym(f"len({name})"), body)
    if inner.index not in free_names(inner.body):
        return Vector(_INDEX, num(1), t.add(inner.high, t.negative(inner.low), num(1)) if inner.low != num(1) else inner.high,
                      t.power(inner.body, sym(_INDEX)))  # fmt: skip
    if inner.index != _INDEX:
        return None
    body = t.put_in(inner.body, {_INDEX: sym("_j")})
    return Vector(_INDEX, inner.low, inner.high, t.folded("prod", "_j", inner.low, sym(_INDEX), body))


def _elementwise(trees: Trees, left: ast.expr, right: ast.expr, op: ast.operator) -> Vector | None:
    """An operation on vectors of the same index, or on one and a number."""
    a, b = vector(trees, left), vector(trees, right)
    if a is None and b is None:
        return None
    if a is not None and b is not None and (a.index, a.low, a.high) != (b.index, b.low, b.high):
        return None
    known = a or b
    assert known is not None
    first = a.body if a else trees.tree(left)
    second = b.body if b else trees.tree(right)
    made = _OPERATORS.get(type(op))
    return Vector(known.index, known.low, known.high, made(first, second)) if made else None


_OPERATORS: dict[type[ast.operator], Callable[[Node, Node], Node]] = {
    ast.Add: t.add,
    ast.Sub: lambda a, b: t.add(a, t.negative(b)),
    ast.Mult: t.mul,
    ast.Div: t.quotient,
    ast.Pow: t.power,
}
