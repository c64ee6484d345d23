"use strict";
// Writes claims' lines with the reader's numbers put in, below those of the claims' own examples: from the trees and formulas
// in the element `dp-lines` (live.py). No formula stands here. What is folded is written once it is unfolded.
(() => {
  const block = document.getElementById("dp-lines");
  if (!block || !globalThis.draftproof) return;
  const { lines, sides, trees } = JSON.parse(block.textContent);
  const { compiled, follow } = globalThis.draftproof;
  const { start } = globalThis.draftproof.data;
  const runs = [];
  const valueOf = (tree, numbers) => (runs[tree] = runs[tree] || compiled(trees[tree]))(numbers);

  // --- numbers, as in derivations/tree_printing.py

  const DIGITS = 6;
  const EXACT_DIGITS = 10; // of a quantity that is rather written out than cut, as in report/documents/substituted.py
  const MOST = 15; // digits that a double has
  const CLOSE = 1e-12; // what rounding may put between equal values, relative to them
  const ZERO = 1e-14; // what is left of a difference that is 0
  const close = (a, b) =>
    Math.abs(a - b) <= CLOSE * Math.max(Math.abs(a), Math.abs(b)) || (a * b === 0 && Math.abs(a - b) < ZERO);
  const rounded = (value, places) => Number(value.toPrecision(places));
  const isWhole = (value) => Number.isInteger(value) && Math.abs(value) < 1e9; // these stand with all their digits
  const isExact = (value, places) => isWhole(value) || close(rounded(value, places), value);
  const number = (value, places) => {
    if (value < 0) return `<mo form="prefix">−</mo>${number(-value, places)}`;
    const near = isWhole(value) ? value : rounded(value, places);
    const [mantissa, power] = near.toExponential().split("e");
    const size = Number(power);
    if (isWhole(value) || (size > -5 && size < Math.max(7, places))) return `<mn>${near}</mn>`;
    const ten = `<msup><mn>10</mn>${size < 0 ? `<mrow>${number(size, DIGITS)}</mrow>` : number(size, DIGITS)}</msup>`;
    return mantissa === "1" ? ten : `<mn>${mantissa}</mn><mo>⋅</mo>${ten}`;
  };

  // --- a line

  const SIGNS = { "=": "=", "!=": "≠", "<": "&lt;", "<=": "≤", ">": "&gt;", ">=": "≥" };
  const FALSE = { "=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<" };
  const HOLDS = {
    "=": (a, b) => close(a, b),
    "!=": (a, b) => !close(a, b),
    "<": (a, b) => a < b && !close(a, b),
    "<=": (a, b) => a <= b || close(a, b),
    ">": (a, b) => a > b && !close(a, b),
    ">=": (a, b) => a >= b || close(a, b),
  };
  const math = (body) => `<math>${body}</math>`;
  const operator = (sign) => `<mo>${sign}</mo>`;

  // A side at the reader's numbers: its value, what is put in, and whether what is put in is all of each number.
  const sideAt = (place, numbers) => {
    const [whole, formula, cases] = sides[place];
    const value = valueOf(whole, numbers);
    const [, put, tree, places] = cases.find(([given]) => valueOf(given, numbers));
    const found = places.map((at) => valueOf(at, numbers));
    if (value === null || found.includes(null)) return null;
    const size = digitsOf(found, value, tree);
    const filled = put.replace(/(<m(?:ath|row|frac)>|<mo>\(<\/mo>)?<mn>\{(\d+)\}<\/mn>/g, (_, before = "", at) => {
      const written = number(found[at], size);
      return before + (found[at] < 0 && !before ? `<mo>(</mo>${written}<mo>)</mo>` : written);
    });
    return { value, formula, put: filled, whole: found.every((x) => isExact(x, size)) };
  };
  // As many digits of what is put in as give the value's own to who works it out; all of them where they are ten or fewer.
  const digitsOf = (found, value, tree) => {
    const cutAt = (size) => !found.every((x) => isExact(x, size));
    for (let size = DIGITS; size < MOST; size++) {
      if (!cutAt(size)) return size;
      if (isExact(value, DIGITS) && size < EXACT_DIGITS && !cutAt(EXACT_DIGITS)) continue;
      const comes = valueOf(tree, Object.fromEntries(found.map((x, at) => [at, isWhole(x) ? x : rounded(x, size)])));
      if (comes !== null && rounded(comes, DIGITS) === rounded(value, DIGITS)) return size;
    }
    return MOST;
  };
  const withValue = (side, places, backwards = false) => {
    const written = math(number(side.value, places));
    const body = side.put || side.formula;
    if (body === written) return written;
    const sign = operator(side.whole && isExact(side.value, places) ? "=" : "≈");
    return backwards ? written + joined(sign, body) : body + joined(sign, written);
  };
  const joined = (sign, body) => body.replace("<math>", `<math>${sign}`);
  const equation = (left, right) => {
    const value = math(number(right.value, DIGITS));
    const chain = [...new Set([left.formula, right.put || right.formula])].filter((part) => part !== value);
    const sign = operator(right.whole && isExact(right.value, DIGITS) ? "=" : "≈");
    return chain.map((part, k) => (k ? joined(operator("="), part) : part)).join("") + joined(sign, value);
  };
  const relation = ([, left, sign, right], numbers) => {
    const [one, other] = [sideAt(left, numbers), sideAt(right, numbers)];
    if (!one || !other) return "";
    const same = close(one.value, other.value);
    if (sign === "=" && same) return equation(one, other);
    let places = DIGITS;
    while (!same && places < MOST && rounded(one.value, places) === rounded(other.value, places)) places++;
    const said = HOLDS[sign](one.value, other.value) ? sign : FALSE[sign];
    return withValue(one, places) + joined(operator(SIGNS[said]), withValue(other, places, true));
  };
  // Of relations between the same sides, `<` says what `≤` says.
  const strongest = (parts) => parts.filter(([, left, sign, right]) =>
    sign.length === 1 || !parts.some(([, a, other, b]) => a === left && b === right && other === sign[0]));
  const lineAt = ({ domain, parts }, numbers) => {
    if (!valueOf(domain, numbers)) return "<p>They lie outside what the claim is about.</p>";
    const asserted = strongest(parts.filter(([given]) => valueOf(given, numbers)));
    if (!asserted.length) return "<p>None of its cases applies.</p>";
    return asserted.map((part) => `<div class=m>${relation(part, numbers) || "No value."}</div>`).join("");
  };
  const holdsAt = ({ domain, parts }, numbers) => valueOf(domain, numbers) && parts.every(([given, left, sign, right]) => {
    const [a, b] = [left, right].map((side) => valueOf(sides[side][0], numbers));
    return !valueOf(given, numbers) || (a !== null && b !== null && HOLDS[sign](a, b));
  });

  // --- its place on the page

  let current = {};
  const [stale, near] = [new Set(), new Set()]; // what is far from the window is written once it comes near
  const observer = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      near[isIntersecting ? "add" : "delete"](target);
      if (isIntersecting && stale.has(target)) write(target);
    }
  }, { rootMargin: "500px" });
  const write = (place) => {
    const line = lines[place.dataset.live];
    const numbers = Object.fromEntries(line.names.map(([name]) => [name, current[name]]));
    const told = place.closest("aside") && holdsAt(line, numbers) ? "<p>Here it happens to hold, to twelve digits.</p>" : "";
    place.lastElementChild.innerHTML = lineAt(line, numbers) + told;
    stale.delete(place);
    place.querySelectorAll("input").forEach(sync);
  };
  const sync = (input) => {
    const main = document.getElementById(`dp-set-${input.dataset.name}`);
    input.value = main.value;
    input.nextElementSibling.textContent = document.getElementById(`${main.id}-out`).textContent;
    input.setAttribute("aria-valuetext", input.nextElementSibling.textContent);
  };
  const slider = (name, sign) => {
    const main = document.getElementById(`dp-set-${name}`);
    const [label, input, output] = [document.createElement("label"), main.cloneNode(), document.createElement("output")];
    input.removeAttribute("id");
    input.dataset.name = name;
    input.addEventListener("input", () => {
      main.value = input.value;
      main.dispatchEvent(new Event("input"));
      sync(input);
    });
    output.setAttribute("aria-live", "off");
    label.append(`${sign} `, input, output);
    return label;
  };
  const prepare = (claim) => {
    const places = [...claim.querySelectorAll(".live")];
    const names = new Map(places.flatMap((place) => lines[place.dataset.live].names));
    places.forEach((place, k) => {
      if (place.lastElementChild) return;
      const head = document.createElement("p");
      head.append(k ? "At your numbers:" : "At your numbers: ");
      if (!k) for (const [name, sign] of names) head.append(slider(name, sign), " ");
      place.append(head, document.createElement("div"));
      observer.observe(place);
      write(place);
    });
  };
  const open = () => document.querySelectorAll("details.claim[open]");
  document.addEventListener("toggle", ({ target }) => {
    if (target.matches("details.claim[open]")) prepare(target);
  }, true);
  addEventListener("hashchange", () => open().forEach(prepare)); // also what was open before it was unpacked
  addEventListener("beforeprint", () => {
    open().forEach(prepare);
    stale.forEach(write);
  });
  follow((values) => {
    current = values;
    const moved = Object.keys(start).some((name) => name in values && values[name] !== start[name]);
    document.documentElement.toggleAttribute("data-moved", moved); // what is not moved is not printed
    for (const place of document.querySelectorAll(".live")) if (place.lastElementChild) stale.add(place);
    near.forEach(write);
  });
  open().forEach(prepare);
})();
