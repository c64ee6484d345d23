"use strict";
// The value of a tree as far as it is certain: a quotient of whole numbers wherever the tree is rational and small enough, else a
// double with a bound on its error (`ball`). live.js asks it for every sign that it writes, so that none is made by rounding.
globalThis.draftproofExact = (() => {
  if (!globalThis.draftproof) return null;
  const { LOWEST_W, MAX_ARGUMENT, MAX_RANGE, lowerBranch, upperBranch } = globalThis.draftproof;

  // Why there is no value: thrown, and said.
  const NONE = { why: "No value." };
  const BEYOND = { why: "Not computed: an exponent is beyond what is computed here." };
  const UNDECIDED = { why: "Not decided by double arithmetic." };
  const REASONS = new Set([NONE, BEYOND, UNDECIDED]);

  const ULP = 2 ** -52; // two roundings of a result: its own, and those of its bound
  const LIBRARY = 2 ** -48; // of exp, log and powers: browsers keep to an ulp or two, and here are sixteen
  const SOLVED = 1e-13; // of Newton's and Halley's method, relative to what they find
  const REDUCED = 1n << 256n; // denominators up to which nothing is cancelled, and sizes up to which numbers stay exact
  const LONGEST_BITS = 8192;
  const LONGEST = 1n << BigInt(LONGEST_BITS);

  // --- numbers

  const abs = (x) => (x < 0n ? -x : x);
  const gcd = (a, b) => {
    while (b) [a, b] = [b, a % b];
    return a;
  };
  const bits = (x) => 4 * abs(x).toString(16).length;
  const isExact = (x) => "n" in x;
  const reduced = ({ n, d }) => {
    const common = gcd(abs(n), d);
    return common === 1n ? { n, d } : { n: n / common, d: d / common };
  };
  const exact = (n, d = 1n) => {
    if (d < 0n) [n, d] = [-n, -d];
    if (d < REDUCED) return { n, d };
    const made = reduced({ n, d });
    return made.d > LONGEST || abs(made.n) > LONGEST ? asBall(made) : made;
  };
  const ball = (v, e) => {
    if (!Number.isFinite(v)) throw NONE;
    const bound = e * (1 + 8 * ULP) + Math.abs(v) * ULP + 4 * Number.MIN_VALUE;
    return { v, e: bound >= 0 ? bound : Infinity };
  };
  const asBall = (x) => {
    if (!isExact(x)) return x;
    let v = Number(x.n) / Number(x.d);
    if (!Number.isFinite(Number(x.n)) || !Number.isFinite(Number(x.d))) {
      const shift = bits(x.d) - bits(x.n) + 64; // so that the quotient has some sixty bits
      const quotient = shift > 0 ? (x.n << BigInt(shift)) / x.d : x.n / (x.d << BigInt(-shift));
      const half = Math.trunc(shift / 2);
      v = Number(quotient) * 2 ** -half * 2 ** (half - shift);
    }
    return ball(v, Math.abs(v) * 4 * ULP);
  };
  const SMALL = 1000000n; // a denominator that a reader may have given
  const ZERO = exact(0n);
  const ONE = exact(1n);
  const MINUS_ONE = exact(-1n);
  const isZero = (x) => isExact(x) && x.n === 0n;
  const whole = (x) => (isExact(x) && x.n % x.d === 0n ? x.n / x.d : null);
  const low = ({ v, e }) => v - e;
  const high = ({ v, e }) => v + e;

  // A number of the page: a decimal as it is written, else the shortest quotient that has this double; `--set alpha=1/3` is one.
  const ofDouble = (x) => {
    const [, sign, units, decimals = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(x));
    if (decimals.length > 14) {
      let [a, b, c, d, rest] = [0n, 1n, 1n, 0n, Math.abs(x)];
      for (let round = 0; round < 20; round++) {
        const part = BigInt(Math.floor(rest));
        [a, b, c, d] = [c, d, part * c + a, part * d + b];
        if (d > SMALL) break;
        if (Number(c) / Number(d) === Math.abs(x)) return exact(sign ? -c : c, d);
        rest = 1 / (rest - Math.floor(rest));
      }
    }
    return ofText(`${sign}${units}.${decimals}e${power}`);
  };
  const ofText = (text) => {
    const [mantissa, power = "0"] = text.split("e");
    const [units, decimals = ""] = mantissa.split(".");
    const places = Number(power) - decimals.length;
    const ten = 10n ** BigInt(Math.abs(places));
    return places < 0 ? exact(BigInt(units + decimals), ten) : exact(BigInt(units + decimals) * ten);
  };

  const add = (a, b) => {
    if (!isExact(a) || !isExact(b)) {
      const [x, y] = [asBall(a), asBall(b)];
      return ball(x.v + y.v, x.e + y.e);
    }
    if (a.d === b.d) return exact(a.n + b.n, a.d);
    if (b.d % a.d === 0n) return exact(a.n * (b.d / a.d) + b.n, b.d);
    if (a.d % b.d === 0n) return exact(a.n + b.n * (a.d / b.d), a.d);
    return exact(a.n * b.d + b.n * a.d, a.d * b.d);
  };
  const mul = (a, b) => {
    if (isExact(a) && isExact(b)) return exact(a.n * b.n, a.d * b.d);
    if (isZero(a) || isZero(b)) return ZERO;
    const [x, y] = [asBall(a), asBall(b)];
    return ball(x.v * y.v, Math.abs(x.v) * y.e + Math.abs(y.v) * x.e + x.e * y.e);
  };
  const div = (a, b) => {
    if (isZero(b)) throw NONE;
    if (isExact(a) && isExact(b)) return exact(a.n * b.d, a.d * b.n);
    const [x, y] = [asBall(a), asBall(b)];
    const least = Math.abs(y.v) - y.e;
    if (!(least > 0)) throw UNDECIDED;
    return ball(x.v / y.v, (x.e + Math.abs(x.v / y.v) * y.e) / least);
  };
  // -1, 0 or 1; thrown where the bounds do not tell.
  const compare = (a, b) => {
    if (isExact(a) && isExact(b)) {
      const off = a.n * b.d - b.n * a.d;
      return off > 0n ? 1 : off < 0n ? -1 : 0;
    }
    const [x, y] = [asBall(a), asBall(b)];
    const { v, e } = ball(x.v - y.v, x.e + y.e);
    if (!(Math.abs(v) > e)) throw UNDECIDED;
    return Math.sign(v);
  };
  const least = (sign) => (a, b) => {
    if (isExact(a) && isExact(b)) return sign * compare(a, b) <= 0 ? a : b;
    const [x, y] = [asBall(a), asBall(b)];
    return ball(sign * Math.min(sign * x.v, sign * y.v), Math.max(x.e, y.e));
  };
  const floor = (x) => {
    if (isExact(x)) return exact((x.n - (((x.n % x.d) + x.d) % x.d)) / x.d);
    if (Math.floor(low(x)) !== Math.floor(high(x))) throw UNDECIDED;
    return exact(BigInt(Math.floor(x.v)));
  };
  const negative = (x) => (isExact(x) ? { n: -x.n, d: x.d } : { v: -x.v, e: x.e });
  const signOf = (x) => compare(x, ZERO);
  const size = (x) => (isExact(x) ? { n: abs(x.n), d: x.d } : { v: Math.abs(x.v), e: x.e });
  const exponential = (x) => {
    if (Math.abs(asBall(x).v) > MAX_ARGUMENT) throw BEYOND;
    if (isZero(x)) return ONE;
    const { v, e } = asBall(x);
    return ball(Math.exp(v), Math.exp(v) * (Math.expm1(e) + LIBRARY));
  };
  const logarithm = (x) => {
    if (isExact(x) && x.n <= 0n) throw NONE;
    if (isExact(x) && x.n === x.d) return ZERO;
    const { v, e } = asBall(x);
    if (!(v > e)) throw UNDECIDED;
    return ball(Math.log(v), -Math.log1p(-e / v) + Math.abs(Math.log(v)) * LIBRARY);
  };
  const power = (x, times) => {
    const n = whole(times);
    if (isExact(x)) {
      if (n === 0n) return ONE;
      if (x.n === 0n) {
        if (signOf(times) < 0) throw NONE;
        return ZERO;
      }
      if (n !== null && Number(abs(n)) * Math.max(bits(x.n), bits(x.d)) <= LONGEST_BITS)
        return n < 0n ? exact(x.d ** -n, x.n ** -n) : exact(x.n ** n, x.d ** n);
      if (n === null && x.n < 0n) throw NONE;
    }
    const [base, y] = [asBall(x), asBall(times)];
    if (!(Math.abs(base.v) > base.e) || (n === null && base.v < 0)) throw UNDECIDED;
    const off = -Math.log1p(-base.e / Math.abs(base.v)); // of the logarithm
    const turned = n === null ? y.e * (Math.abs(Math.log(base.v)) + off) : 0; // a whole exponent is exact
    const v = base.v ** y.v;
    return ball(v, Math.abs(v) * (Math.expm1(Math.abs(y.v) * off + turned) + LIBRARY));
  };

  // --- Lambert's W: it rises, on its lower branch it falls, so the ends of an argument bound it

  const between = (one, other) => ball((one + other) / 2, Math.abs(one - other) / 2 + Math.abs(one) * SOLVED);
  const principal = (x) => {
    const { v, e } = asBall(x);
    if ((v + e) * Math.E < -1 - SOLVED) throw NONE;
    const [left, right] = [v - e, v + e].map((end) => upperBranch(Math.max(end, -1 / Math.E)));
    const near = 4 * ULP / Math.sqrt(Math.max(1 + v * Math.E, ULP)); // at the branch point a square root is taken of rounding
    const found = between(left, right);
    return ball(found.v, found.e + near);
  };
  const lower = ([sign, log]) => {
    if (sign >= 0 || low(log) > -1 + SOLVED) throw NONE;
    const depth = -1 - log.v;
    const found = between(...[depth - log.e, depth + log.e].map((end) => lowerBranch(Math.max(0, end - ULP))));
    if (found.v < LOWEST_W) throw BEYOND;
    return found;
  };
  // Sign and logarithm of an argument that may be too small for a double: see page.js.
  const bySign = ([op, ...parts]) => {
    if (op === "exp") {
      const inner = compiled(parts[0]);
      return (env) => {
        const x = asBall(inner(env));
        if (Math.abs(x.v) > MAX_ARGUMENT) throw BEYOND;
        return [1, x];
      };
    }
    if (op === "mul" || op === "div") {
      const found = parts.map(bySign);
      const turned = op === "div" ? negative : (x) => x;
      return (env) => found.map((part) => part(env)).reduce(([s, l], [sign, log]) => [s * sign, asBall(add(l, turned(log)))]);
    }
    const inner = compiled([op, ...parts]);
    return (env) => {
      const x = inner(env);
      return [signOf(x), asBall(logarithm(size(x)))];
    };
  };

  // --- trees

  const joined = (join) => (op, ...parts) => {
    const found = parts.map(compiled);
    return (env) => found.map((part) => part(env)).reduce(join);
  };
  const changed = (change) => (op, part) => {
    const inner = compiled(part);
    return (env) => change(inner(env));
  };
  const compared = (holds) => (op, a, b) => {
    const [left, right] = [compiled(a), compiled(b)];
    return (env) => {
      const [x, y] = [left(env), right(env)];
      return holds(typeof x === "boolean" ? Number(x !== y) : compare(x, y));
    };
  };
  const folded = (join, empty) => (op, index, start, stop, body) => {
    const [from, to, term] = [start, stop, body].map(compiled);
    return (env) => {
      const [first, last] = [from(env), to(env)].map(whole);
      if (first === null || last === null || last - first > MAX_RANGE) throw NONE;
      const inner = new Map(env);
      let total = empty;
      for (let k = first; k <= last; k++) total = join(total, term(inner.set(index, exact(k))));
      return total;
    };
  };
  // What decides is enough: where one part is false, it does not matter that another one is not decided.
  const truths = (op, ...parts) => {
    const [found, ends] = [parts.map(compiled), op === "or"];
    return (env) => {
      let open = null;
      for (const part of found) {
        try {
          if (part(env) === ends) return ends;
        } catch (error) {
          if (error !== UNDECIDED) throw error;
          open = error;
        }
      }
      if (open) throw open;
      return !ends;
    };
  };
  const COMPILERS = {
    num: (op, text) => {
      const [top, bottom = "1"] = text.split("/");
      const value = exact(BigInt(top), BigInt(bottom));
      return () => value;
    },
    sym: (op, name) => (env) => {
      const value = env.get(name);
      if (value === undefined) throw NONE;
      return value;
    },
    add: joined(add),
    mul: joined(mul),
    div: joined(div),
    pow: joined(power),
    min: joined(least(1)),
    max: joined(least(-1)),
    floor: changed(floor),
    ceil: changed((x) => negative(floor(negative(x)))),
    abs: changed(size),
    log: changed(logarithm),
    exp: changed(exponential),
    sum: folded(add, ZERO),
    prod: folded(mul, ONE),
    lambertw: (op, argument, branch) => {
      const [place, which, signed] = [compiled(argument), compiled(branch), bySign(argument)];
      return (env) => (isZero(which(env)) ? principal(place(env)) : compare(which(env), MINUS_ONE) ? outside() : lower(signed(env)));
    },
    ite: (op, ...parts) => {
      const [condition, then, otherwise] = parts.map(compiled);
      return (env) => (condition(env) ? then(env) : otherwise(env));
    },
    at: () => outside,
    limit: () => outside,
    eq: compared((order) => order === 0),
    ne: compared((order) => order !== 0),
    lt: compared((order) => order < 0),
    le: compared((order) => order <= 0),
    iff: compared((order) => order === 0),
    and: truths,
    or: truths,
    not: changed((x) => !x),
    implies: (op, a, b) => truths("or", ["not", a], b),
  };
  const outside = () => {
    throw NONE;
  };
  function compiled([op, ...parts]) {
    return COMPILERS[op](op, ...parts);
  }

  // --- digits, as derivations/tree_printing.py and report/documents/substituted.py have them

  const WHOLE = 1000000000n; // whole numbers up to here stand with all their digits

  // To so many significant digits, halves to even, and whether that is all of it.
  const rounded = ({ n, d }, places) => {
    if (n === 0n) return { text: "0", exact: true };
    let adjusted = abs(n).toString().length - d.toString().length;
    if (adjusted >= 0 ? abs(n) < d * 10n ** BigInt(adjusted) : abs(n) * 10n ** BigInt(-adjusted) < d) adjusted--;
    const shift = places - 1 - adjusted;
    const [top, bottom] = shift >= 0 ? [abs(n) * 10n ** BigInt(shift), d] : [abs(n), d * 10n ** BigInt(-shift)];
    let digits = top / bottom;
    const rest = top % bottom;
    if (2n * rest > bottom || (2n * rest === bottom && digits % 2n === 1n)) digits++;
    if (digits.toString().length > places) adjusted++;
    const shown = digits.toString().replace(/0+$/, "");
    const sign = n < 0n ? "-" : "";
    let text = `${shown[0]}${shown.length > 1 ? `.${shown.slice(1)}` : ""}e${adjusted}`;
    if (adjusted > -5 && adjusted < 0) text = `0.${"0".repeat(-1 - adjusted)}${shown}`;
    else if (adjusted >= 0 && adjusted < Math.max(7, places)) {
      const units = shown.padEnd(adjusted + 1, "0");
      text = units.length > adjusted + 1 ? `${units.slice(0, adjusted + 1)}.${units.slice(adjusted + 1)}` : units;
    }
    return { text: sign + text, exact: rest === 0n };
  };
  const ofBits = (x) => {
    let d = 1n;
    for (; !Number.isInteger(x); x *= 2) d *= 2n;
    return { n: BigInt(x), d };
  };
  const shown = (x, places) => {
    if (isExact(x)) {
      const n = whole(x);
      if (n !== null && abs(n) < WHOLE) return { text: String(n), exact: true };
      const found = rounded(x, places);
      return found.exact || n === null ? found : { text: String(n), exact: true };
    }
    if (x.e === Infinity) throw UNDECIDED;
    if (low(x) <= 0 && high(x) >= 0) return { text: "0", exact: false };
    const [from, to] = [low(x), high(x)].map(ofBits);
    while (places > 1 && rounded(from, places).text !== rounded(to, places).text) places--;
    return { text: rounded(ofBits(x.v), places).text, exact: false };
  };

  return Object.freeze({ NONE, UNDECIDED, REASONS, compare, compiled, ofDouble, ofText, shown });
})();
