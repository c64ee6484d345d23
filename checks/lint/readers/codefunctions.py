"""Functions, operators and words of code in any language: what each comes to in a tree."""

from __future__ import annotations

from collections.abc import Callable

from ....derivations.expr import Node, num
from . import codetrees as t
from .codetrees import words

SAME = words(
    "number parsefloat parseint float double int integer round tofixed tonumber todouble tofloat to_f to_i toint float64 float32 "
    "int64 int32 uint f64 f32 i64 i32 usize from trunc as_numeric real numeric decimal val clone abs_diff into item mean avg "
    "static_cast cdbl string str tostring bigdecimal rational unwrap value valueof coalesce nullif ifnull isnull cast safe_cast "
    "convert format fixed mediump float16 half ref shallowref usestate useref signal createsignal state"
)
"""Functions and methods, in lower case, that only wrap a value; of SQL also what stands in for a missing one."""
LIBRARIES = frozenset({"math", "std", "cmath", "m", "np", "libm", "numpy", "glm", "kotlin.math", "base", "number", "convert",
                       "bigdecimal", "std.convert", "decimal"})  # fmt: skip
"""What holds functions and is no value itself, in lower case: `Math.pow(a, k)`, `Convert.ToDouble(k)`. Types are as well."""
QUERIES = words(
    "rate irate increase sum avg delta idelta deriv avg_over_time sum_over_time max_over_time min_over_time last_over_time "
    "clamp clamp_min clamp_max sum_over max min any_value total scalar vector"
)
"""Functions of PromQL and SQL over series and rows: what they add up or take the rate of is the quantity itself."""
ONE: dict[str, Callable[[Node], Node]] = {
    "exp": t.exponential,
    "expm1": lambda a: t.add(t.exponential(a), num(-1)),
    "exp_m1": lambda a: t.add(t.exponential(a), num(-1)),
    **dict.fromkeys(("log", "ln"), lambda a: Node("log", (a,))),
    **dict.fromkeys(("log1p", "ln_1p"), lambda a: Node("log", (t.add(num(1), a),))),
    "sqrt": lambda a: t.power(a, num("1/2")),
    "sqr": lambda a: t.power(a, num(2)),
    **dict.fromkeys(("abs", "fabs"), lambda a: Node("abs", (a,))),
    "floor": lambda a: Node("floor", (a,)),
    **dict.fromkeys(("ceil", "ceiling"), lambda a: Node("ceil", (a,))),
}
TWO: dict[str, Callable[[Node, Node], Node]] = {
    **dict.fromkeys(("pow", "powf", "powi", "power", "powl", "pow_", "checked_pow"), t.power),
    **dict.fromkeys(
        ("cdiv", "ceil_div", "ceildiv", "div_ceil", "divup"), lambda a, b: Node("ceil", (t.quotient(a, b),))
    ),
    **dict.fromkeys(("safe_divide", "div0", "safediv", "safe_div"), t.quotient),
}
TYPES = words(
    "double float int long short char unsigned signed size_t ssize_t number real decimal numeric bigint integer half f32 f64 i32 "
    "i64 u32 u64 usize isize float32 float64 int32 int64 uint uint32_t uint64_t int32_t int64_t Double Float Int Long bool any "
    "string boolean void String"
)
STOPS = words(
    "return else then do end if for while let const var val def fn func fun function in of and or not AND OR FROM from WHERE "
    "where AS GROUP ORDER HAVING UNION ON JOIN BY LIMIT WHEN THEN ELSE END select SELECT case CASE new await yield elif elsif "
    "begin local import by without offset on ignoring group_left group_right bool unless"
)
RELATIONS = {
    "<": ("lt", False), ">": ("lt", True), "<=": ("le", False), ">=": ("le", True), "==": ("eq", False), "===": ("eq", False),
    "!=": ("ne", False), "!==": ("ne", False), "~=": ("ne", False), "<>": ("ne", False),
}  # fmt: skip
_MODULO = frozenset({"%", "%%"})


def _modulo(a: Node, b: Node) -> Node:
    return t.add(a, t.mul(num(-1), b, t.floor_quotient(a, b)))


PRODUCTS: dict[str, Callable[[Node, Node], Node]] = {
    "*": t.mul, "/": t.quotient, "//": t.floor_quotient, "÷": t.floor_quotient, "%/%": t.floor_quotient, "×": t.mul, "·": t.mul,
    "%": _modulo, "%%": _modulo,
}  # fmt: skip
