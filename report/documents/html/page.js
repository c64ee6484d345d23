"use strict";
// Recomputes the page's plots and values from the claims' own formulas: the trees (schema draftproof/expr/1) and numbers
// in the element `dp-data`. No formula stands here. The paths and texts are made as report/documents/drawing makes them.
(() => {
  const block = document.getElementById("dp-data");
  if (!block) return;
  const data = JSON.parse(block.textContent);

  // --- the value of a tree: doubles; NONE thrown where there is none, BEYOND where it is not computed

  const NONE = { name: "no value" };
  const BEYOND = { name: "beyond what is computed" };
  const MAX_RANGE = 100000; // as the exact evaluator has it, and so for the next
  const MAX_ARGUMENT = 1000;
  const LOWEST_W = -513; // there bisection begins, by doubling, at arguments of exp within that bound

  const defined = (x) => {
    if (!Number.isFinite(x)) throw NONE;
    return x;
  };
  const exponent = (x) => {
    if (Math.abs(x) > MAX_ARGUMENT) throw BEYOND;
    return x;
  };
  const whole = (x) => {
    if (!Number.isInteger(x)) throw NONE;
    return x;
  };
  const named = (env, name) => {
    const value = env.get(name);
    if (value === undefined) throw NONE;
    return value;
  };
  const joined = (join) => (op, ...parts) => {
    const [first, ...others] = parts.map(compiled);
    return (env) => {
      let total = first(env);
      for (const other of others) total = join(total, other(env));
      return defined(total);
    };
  };
  const changed = (change) => (op, part) => {
    const inner = compiled(part);
    return (env) => defined(change(inner(env)));
  };
  const compared = (holds) => (op, a, b) => {
    const [left, right] = [compiled(a), compiled(b)];
    return (env) => holds(left(env), right(env));
  };
  const folded = (join, empty) => (op, index, low, high, body) => {
    const [start, stop, term] = [low, high, body].map(compiled);
    return (env) => {
      const [first, last] = [whole(start(env)), whole(stop(env))];
      if (last - first > MAX_RANGE) throw NONE;
      const outer = env.get(index);
      let total = empty;
      try {
        for (let k = first; k <= last; k++) {
          env.set(index, k);
          total = join(total, term(env));
        }
      } finally {
        if (outer === undefined) env.delete(index);
        else env.set(index, outer);
      }
      return defined(total);
    };
  };
  const power = (op, a, b) => {
    const [base, times] = [compiled(a), compiled(b)];
    return (env) => {
      const [x, n] = [base(env), times(env)];
      if (x < 0 && !Number.isInteger(n)) throw NONE;
      return defined(x ** n);
    };
  };
  const quotient = (op, a, b) => {
    const [top, bottom] = [compiled(a), compiled(b)];
    return (env) => {
      const [x, y] = [top(env), bottom(env)];
      if (y === 0) throw NONE;
      return defined(x / y);
    };
  };
  const number = (op, text) => {
    const [top, bottom = "1"] = text.split("/");
    const value = Number(top) / Number(bottom);
    return () => value;
  };
  const truths = (op, ...parts) => {
    const found = parts.map(compiled);
    return op === "and" ? (env) => found.every((part) => part(env)) : (env) => found.some((part) => part(env));
  };
  const chosen = (op, ...parts) => {
    const [condition, then, otherwise] = parts.map(compiled);
    return (env) => (condition(env) ? then(env) : otherwise(env));
  };
  const element = (op, name, index) => {
    const place = compiled(index);
    return (env) => {
      const value = named(env, name)[whole(place(env)) - 1];
      if (value === undefined) throw NONE;
      return value;
    };
  };

  // The lower branch of Lambert's W is asked for at arguments too small for a double, such as -e^(-800). So its argument
  // is taken by sign and logarithm: those of products, quotients and exponentials follow from their parts'.
  const bySign = ([op, ...parts]) => {
    const [a, b] = parts;
    if (op === "exp") {
      const inner = compiled(a);
      return (env) => [1, exponent(inner(env))];
    }
    if (op === "mul" || op === "div") {
      const found = parts.map(bySign);
      const turn = op === "div" ? -1 : 1;
      return (env) =>
        found.map((part) => part(env)).reduce(([s, l], [sign, log]) => [s * sign, l + turn * log]);
    }
    const inner = compiled([op, ...parts]);
    return (env) => {
      const x = inner(env);
      return [Math.sign(x), Math.log(Math.abs(x))];
    };
  };
  // w = -e^q with e^q - 1 - q = d, where -e^(-1 - d) is the argument: Newton's method, from the right of the root.
  const lowerBranch = (d) => {
    let q = Math.log1p(d + Math.sqrt(2 * d));
    for (let round = 0; round < 8 && q > 0; round++) q -= (beyondLine(q) - d) / Math.expm1(q);
    return -Math.exp(q);
  };
  const beyondLine = (q) => {
    if (q >= 1) return Math.expm1(q) - q;
    let [term, series] = [(q * q) / 2, 0];
    for (let j = 3; j < 22; j++) [series, term] = [series + term, (term * q) / j];
    return series;
  };
  // The branch through 0, by Halley's method.
  const upperBranch = (x) => {
    if (x === 0) return 0;
    let w = x < 0 ? Math.sqrt(Math.max(0, 2 * (Math.E * x + 1))) - 1 : Math.log1p(x);
    for (let round = 0; round < 40; round++) {
      const e = Math.exp(w);
      const off = w * e - x;
      const step = off / (e * (w + 1) - ((w + 2) * off) / (2 * w + 2));
      if (!Number.isFinite(step)) break;
      w -= step;
      if (Math.abs(step) <= 1e-16 * Math.abs(w)) break;
    }
    return w;
  };
  const EDGE = 1e-13; // what rounding may put the argument's logarithm beyond the branch point
  const lambert = (op, argument, branch) => {
    const [place, which, signed] = [compiled(argument), compiled(branch), bySign(argument)];
    return (env) => {
      if (which(env) === 0) {
        const x = place(env);
        if (x * Math.E < -1 - EDGE) throw NONE;
        return defined(upperBranch(x));
      }
      const [sign, log] = signed(env);
      if (which(env) !== -1 || sign >= 0 || log > -1 + EDGE) throw NONE;
      const w = lowerBranch(Math.max(0, -1 - log));
      if (w < LOWEST_W) throw BEYOND;
      return w;
    };
  };

  const COMPILERS = {
    num: number,
    sym: (op, name) => (env) => named(env, name),
    at: element,
    add: joined((a, b) => a + b),
    mul: joined((a, b) => a * b),
    min: joined(Math.min),
    max: joined(Math.max),
    pow: power,
    div: quotient,
    floor: changed(Math.floor),
    ceil: changed(Math.ceil),
    abs: changed(Math.abs),
    log: changed(Math.log),
    exp: changed((x) => Math.exp(exponent(x))),
    ite: chosen,
    sum: folded((a, b) => a + b, 0),
    prod: folded((a, b) => a * b, 1),
    lambertw: lambert,
    limit: () => () => {
      throw NONE;
    },
    eq: compared((a, b) => a === b),
    ne: compared((a, b) => a !== b),
    lt: compared((a, b) => a < b),
    le: compared((a, b) => a <= b),
    and: truths,
    or: truths,
    not: (op, part) => {
      const inner = compiled(part);
      return (env) => !inner(env);
    },
    implies: (op, a, b) => {
      const [condition, then] = [compiled(a), compiled(b)];
      return (env) => !condition(env) || then(env);
    },
    iff: compared((a, b) => a === b),
  };

  function compiled(tree) {
    return COMPILERS[tree[0]](...tree);
  }

  // A tree's value with numbers put in for its names; without one, what is said instead.
  const valueOr = (run, env, none, beyond) => {
    try {
      return run(env);
    } catch (error) {
      if (error === NONE) return none;
      if (error === BEYOND) return beyond;
      throw error;
    }
  };
  const valueOf = (run, env) => valueOr(run, env, null, null);
  const evaluate = (tree, numbers) => valueOf(compiled(tree), new Map(Object.entries(numbers)));

  // --- numbers on paper, as in drawing/scale.py and drawing/markers.py

  const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  const shown = (value) => {
    if (value === null) return "–";
    let text = value.toPrecision(4);
    const [mantissa, size] = text.split("e");
    if (size && (size < -7 || size >= 15)) return `${shown(Number(mantissa))}·10${[...String(Number(size))].map((sign) => RAISED[sign]).join("")}`;
    if (size) text = size > 0 ? BigInt(Number(text)).toString() : Number(text).toFixed(3 - size);
    if (text.includes(".")) text = text.replace(/\.?0+$/, "");
    return text === "-0" ? "0" : text.replace("-", "−");
  };
  const place = (value) => String(Math.floor(value * 10 + 0.5) / 10);
  const MOST_TICKS = 6;
  const stepTo = (high) => {
    const wanted = high / (MOST_TICKS - 2);
    if (!(wanted > 0)) return 1;
    let size = 1;
    while (size * 10 <= wanted) size *= 10;
    while (size > wanted) size /= 10;
    for (const times of [1, 2, 5]) if (size * times >= wanted) return size * times;
    return size * 10;
  };
  const ticksTo = (high) => {
    const step = stepTo(high);
    const count = Math.max(Math.ceil(high / step), 1);
    return Array.from({ length: count + 1 }, (_, k) => k * step);
  };
  const R = 3.2;
  const SHAPES = [
    (x, y, r) => {
      const arc = `a${place(r)} ${place(r)} 0 1 0`;
      return `M${place(x - r)} ${place(y)}${arc} ${place(2 * r)} 0${arc} ${place(-2 * r)} 0z`;
    },
    (x, y, r) => `M${place(x - r)} ${place(y - r)}h${place(2 * r)}v${place(2 * r)}h${place(-2 * r)}z`,
    (x, y, r) => `M${place(x)} ${place(y - r)}l${place(r)} ${place(2 * r)}h${place(-2 * r)}z`,
    (x, y, r) => `M${place(x)} ${place(y - r)}l${place(r)} ${place(r)}l${place(-r)} ${place(r)}l${place(-r)} ${place(-r)}z`,
  ];

  // --- the plots

  const runs = data.trees.map(compiled);
  const envOf = (formula, values) => {
    const env = new Map(Object.entries(formula.numbers));
    for (const name of formula.moved) env.set(name, values[name]);
    return env;
  };
  const numbersText = (names, formulas, values) => {
    const numbers = new Map(formulas.flatMap((formula) => [...envOf(formula, values)]));
    return names.map(([name, sign]) => `${sign}\u00a0=\u00a0${shown(numbers.get(name))}`).join(", ");
  };
  const exactRuns = []; // by exact.js, which the page has after this
  const exactly = (tree, env) => {
    const { REASONS, compiled: compiledExactly } = globalThis.draftproofExact;
    try {
      return (exactRuns[tree] ||= compiledExactly(data.trees[tree]))(env);
    } catch (error) {
      if (REASONS.has(error)) return null;
      throw error;
    }
  };
  const text = (node, content) => {
    if (node && node.textContent !== content) node.textContent = content;
  };
  const draw = (node, d) => {
    if (node) node.setAttribute("d", d);
  };

  const plotOf = (plot) => {
    const svg = document.getElementById(plot.id);
    const find = (name) => svg.querySelector(`.${name}`);
    const table = document.getElementById(`${plot.id}-table`);
    const heads = table ? [...table.tHead.rows[0].cells] : [];
    const cells = table ? [...table.tBodies[0].rows].map((row) => [...row.cells]) : [];
    const parts = plot.curves.map((curve, k) => ({
      says: find(`dp-says-${k}`),
      path: find(`dp-path-${k}`),
      marks: find(`dp-marks-${k}`),
      ring: find(`dp-ring-${k}`),
    }));
    const feet = table && table.tFoot ? [...table.tFoot.rows[0].cells] : [];
    const end = shown(plot.grid[plot.grid.length - 1]);
    const tickTexts = [...svg.querySelectorAll(".dp-tick")];
    const [rules, level, cursor] = [find("dp-rules"), find("dp-level"), find("dp-here")];
    const at = document.getElementById(`${plot.id}-at`);
    const scaled = plot.log ? Math.log2 : (x) => x;
    const [least, most] = [scaled(plot.grid[0]), scaled(plot.grid[plot.grid.length - 1])];
    const xOf = (x) => data.left + ((scaled(x) - least) / (most - least)) * (data.right - data.left);
    const xs = plot.grid.map(xOf);

    const along = (run, env) => (x) => valueOf(run, env.set(plot.name, x));
    const crossing = (valueFor, line, level) => {
      const first = line.findIndex((y) => y !== null && y < level);
      if (first < 0) return null;
      let [low, high] = [plot.grid[Math.max(first - 1, 0)], plot.grid[first]];
      for (let round = 0; round < data.halvings; round++) {
        const middle = plot.whole ? Math.floor((low + high) / 2) : (low + high) / 2;
        if (plot.whole && middle === low) break;
        const y = valueFor(middle);
        if (y !== null && y < level) high = middle;
        else low = middle;
      }
      return plot.whole ? high : low;
    };
    const since = plot.since && ((values) => {
      const valueFor = along(runs[plot.since.tree], envOf(plot.since, values));
      return crossing(valueFor, plot.grid.map(valueFor), 0.5);
    });
    const upright = (x) => (x !== null && plot.grid[0] <= x && x <= plot.grid[plot.grid.length - 1]
      ? `M${place(xOf(x))} ${place(plot.top)}V${place(plot.bottom)}` : "M0 0");
    const falls = plot.whole ? `below ${shown(plot.level)} from` : `falls to ${shown(plot.level)} at`;
    // Decided exactly: values that differ may be the same double. None at the last one, after which the curve may rise on.
    const peak = (curve, values) => {
      const { compare, ofDouble } = globalThis.draftproofExact;
      const env = new Map([...envOf(curve, values)].map(([name, x]) => [name, ofDouble(x)]));
      let [best, highest, last] = [null, null, null];
      for (const at of [...plot.grid, plot.grid[plot.grid.length - 1] + 1]) {
        const y = exactly(curve.tree, env.set(plot.name, ofDouble(at)));
        if (y === null) continue;
        if (highest === null || compare(y, highest) > 0) [best, highest] = [at, y];
        last = at;
      }
      return best === last ? null : plot.grid.indexOf(best);
    };

    return (values) => {
      const here = plot.here ? values[plot.name] : null;
      const lines = plot.curves.map((curve) => {
        const env = envOf(curve, values);
        const shows = curve.shows.map(([name, sign]) => `${sign} = ${shown(env.get(name))}`);
        const valueFor = along(runs[curve.tree], env);
        const line = plot.grid.map(valueFor);
        return {
          line,
          label: (curve.words ? [curve.words] : []).concat(shows).join(", "),
          here: here === null ? null : valueFor(here),
          peak: plot.peak ? peak(curve, values) : null,
          crossing: plot.level === null ? null : crossing(valueFor, line, plot.level),
        };
      });
      const found = lines.flatMap(({ line }) => line.filter((y) => y !== null));
      const ticks = ticksTo(found.length ? Math.max(...found) : 1);
      const top = ticks[ticks.length - 1];
      const yOf = (y) => plot.bottom + (y / top) * (plot.top - plot.bottom);
      draw(rules, ticks.map((tick) => `M${place(data.left)} ${place(yOf(tick))}H${place(data.right)}`).join(""));
      tickTexts.forEach((node, k) => {
        text(node, k < ticks.length ? shown(ticks[k]) : "");
        node.setAttribute("y", place((k < ticks.length ? yOf(ticks[k]) : plot.top) + 4));
      });
      if (plot.level !== null) {
        const y = place(Math.max(yOf(plot.level), plot.top));
        draw(level, `M${place(data.left)} ${y}H${place(data.right)}V${place(plot.bottom)}H${place(data.left)}z`);
      }
      if (here !== null) draw(cursor, upright(here));
      if (since) {
        const from = since(values);
        draw(find("dp-path-since"), upright(from));
        const where = from === null ? `not up to ${end}` : `from ${plot.text} = ${shown(from)}`;
        text(find("dp-says-since"), `${where}: ${plot.since.words}`);
      }
      if (plot.at.length) text(at, `at ${numbersText(plot.at, plot.curves, values)}`);
      lines.forEach(({ line, label, here: value, peak: summit, crossing: from }, k) => {
        let open = false;
        let d = "";
        line.forEach((y, i) => {
          if (y === null) {
            open = false;
            return;
          }
          const [px, py] = [place(xs[i]), place(yOf(y))];
          d += !open ? `M${px} ${py}` : plot.steps ? `H${px}V${py}` : `L${px} ${py}`;
          open = true;
        });
        draw(parts[k].path, d);
        const shape = SHAPES[k % SHAPES.length];
        draw(parts[k].marks, plot.rows.map((i) => (line[i] === null ? "" : shape(xs[i], yOf(line[i]), R))).join(""));
        const says = here === null ? [] : [`${shown(value)} at ${plot.text} = ${shown(here)}`];
        const best = summit === null ? null : [plot.grid[summit], line[summit]];
        const none = line.some((y) => y !== null) ? `no peak up to ${end}` : "peak –";
        if (plot.peak) says.push(best ? `peak ${shown(best[1])} at ${shown(best[0])}` : none);
        if (plot.level !== null) says.push(from === null ? `≥ ${shown(plot.level)} up to ${end}` : `${falls} ${shown(from)}`);
        if (plot.level !== null) text(feet[k + 1], shown(from));
        text(parts[k].says, says.length ? `${label}: ${says.join(", ")}` : label);
        const mark = best || (from === null ? null : [from, plot.level]);
        draw(parts[k].ring, mark ? SHAPES[0](xOf(mark[0]), yOf(mark[1]), 6.5) : "M0 0");
        text(heads[k + 1], label);
        cells.forEach((row, i) => text(row[k + 1], shown(line[plot.rows[i]])));
      });
    };
  };

  const lineOf = (line) => {
    const node = document.getElementById(line.id);
    return (values) => {
      const value = valueOr(runs[line.tree], envOf(line, values), line.none, line.beyond);
      text(node, typeof value === "string" ? value : shown(value));
    };
  };

  const atOf = (values) => text(document.getElementById("dp-at"), `At ${numbersText(data.at, data.values, values)}:`);
  const movers = [...data.plots.map(plotOf), ...data.values.map(lineOf), atOf];
  const follow = (move) => {
    movers.push(move);
    move(current);
  };
  let current = { ...data.start };
  const recompute = (values = current) => {
    for (const move of movers) move(values);
  };

  // --- the sliders

  const inputs = Object.entries(data.sliders).map(([name, places]) => {
    const input = document.getElementById(`dp-set-${name}`);
    return { name, places, input, output: document.getElementById(`dp-set-${name}-out`) };
  });
  const say = () => {
    for (const { name, input, output } of inputs) {
      text(output, shown(current[name]));
      if (input) input.setAttribute("aria-valuetext", shown(current[name]));
    }
  };
  let waiting = false;
  const changedBy = ({ name, places, input }) => {
    const position = Number(input.value);
    current[name] = places ? places[position] : position;
    say();
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      recompute();
    });
  };
  for (const slider of inputs) if (slider.input) slider.input.addEventListener("input", () => changedBy(slider));
  const reset = document.getElementById("dp-reset");
  if (reset)
    reset.addEventListener("click", () => {
      current = { ...data.start };
      for (const { input } of inputs) if (input) input.value = input.defaultValue;
      say();
      recompute();
    });
  for (const fieldset of document.querySelectorAll("fieldset.dp-sliders")) fieldset.hidden = false;
  say();

  globalThis.draftproof = Object.freeze({ LOWEST_W, MAX_ARGUMENT, MAX_RANGE, data, evaluate, follow, lowerBranch, recompute, shown, upperBranch });
})();
