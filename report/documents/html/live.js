"use strict";
// Writes claims' lines with the reader's numbers put in, below those of the claims' own examples: from the trees and formulas
// in the element `dp-lines` (live.py). No formula stands here. What is folded is written once it is unfolded.
(() => {
  const block = document.getElementById("dp-lines");
  if (!block || !globalThis.draftproof) return;
  const { lines, sides, trees } = JSON.parse(block.textContent);
  const { follow } = globalThis.draftproof;
  const { UNDECIDED, REASONS, compare, compiled, ofDouble, ofText, shown } = globalThis.draftproofExact;
  const { start } = globalThis.draftproof.data;
  const runs = [];
  const valueOf = (tree, numbers) => (runs[tree] = runs[tree] || compiled(trees[tree]))(numbers);

  // --- numbers, as in derivations/tree_printing.py

  const DIGITS = 6;
  const MOST = 20; // digits up to which different values are told apart; these as in report/documents/substituted.py
  const EXACT_DIGITS = 10; // of a quantity that is rather written out than cut
  const number = (text) => {
    if (text.startsWith("-")) return `<mo form="prefix">−</mo>${number(text.slice(1))}`;
    const [mantissa, power] = text.split("e");
    if (!power) return `<mn>${text}</mn>`;
    const ten = `<msup><mn>10</mn>${power < 0 ? `<mrow>${number(power)}</mrow>` : number(power)}</msup>`;
    return mantissa === "1" ? ten : `<mn>${mantissa}</mn><mo>⋅</mo>${ten}`;
  };

  // --- a line

  const SIGNS = { "?": "?", "=": "=", "!=": "≠", "<": "&lt;", "<=": "≤", ">": "&gt;", ">=": "≥" };
  const FALSE = { "=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<" };
  const HOLDS = {
    "=": (order) => order === 0,
    "!=": (order) => order !== 0,
    "<": (order) => order < 0,
    "<=": (order) => order <= 0,
    ">": (order) => order > 0,
    ">=": (order) => order >= 0,
  };
  const math = (body) => `<math>${body}</math>`;
  const operator = (sign) => `<mo>${sign}</mo>`;
  const said = (words) => `<p>${words}</p>`;

  // How two values lie to each other; null where that is not decided.
  const orderOf = (a, b) => {
    try {
      return compare(a, b);
    } catch (error) {
      if (error === UNDECIDED) return null;
      throw error;
    }
  };
  // Digits that tell different values apart, where so many do.
  const placesOf = (a, b, order) => {
    for (let places = DIGITS; order && places < MOST; places++)
      if (shown(a, places).text !== shown(b, places).text) return places;
    return DIGITS;
  };

  // A side at the reader's numbers: its formula, what is put in, its value as it is written, and whether that is all of it.
  const sideAt = (place, value, places, numbers) => {
    const [, formula, cases] = sides[place];
    const [, put, tree, at] = cases.find(([given]) => valueOf(given, numbers));
    const written = shown(value, places);
    const found = at.map((one) => valueOf(one, numbers));
    const size = put ? digitsOf(found, written, places, tree) : MOST;
    const filled = size && put.replace(/(<m(?:ath|row|frac)>|<mo>\(<\/mo>)?<mn>\{(\d+)\}<\/mn>/g, (_, before = "", k) => {
      const { text } = shown(found[k], size);
      return before + (text.startsWith("-") && !before ? `<mo>(</mo>${number(text)}<mo>)</mo>` : number(text));
    });
    const whole = !size || found.every((one) => shown(one, size).exact);
    return { formula, body: filled || formula, text: written.text, exact: written.exact, sign: whole && written.exact ? "=" : "≈" };
  };
  // As many digits of what is put in as give the value's own to who works it out; all of them where they are ten or fewer. 0: none do.
  const digitsOf = (found, written, places, tree) => {
    const cutAt = (size) => !found.every((one) => shown(one, size).exact);
    for (let size = DIGITS; size <= MOST; size++) {
      if (!cutAt(size)) return size;
      if (written.exact && size < EXACT_DIGITS && !cutAt(EXACT_DIGITS)) continue;
      if (written.text === "0") return size;
      const numbers = new Map(found.map((one, k) => [String(k), ofText(shown(one, size).text)]));
      const comes = attempt(() => shown(valueOf(tree, numbers), places).text);
      if (comes.value === written.text) return size;
    }
    return 0;
  };
  const withValue = ({ body, text, sign }, backwards = false) => {
    const value = math(number(text));
    if (body === value) return value;
    return backwards ? value + joined(operator(sign), body) : body + joined(operator(sign), value);
  };
  const joined = (sign, body) => body.replace("<math>", `<math>${sign}`);
  const equation = (left, right) => {
    const value = math(number(right.text));
    const chain = [...new Set([left.formula, right.body])].filter((part) => part !== value);
    return chain.map((part, k) => (k ? joined(operator("="), part) : part)).join("") + joined(chain.length ? operator(right.sign) : "", value);
  };
  const relation = ([, left, sign, right], numbers, isRival) => {
    const [a, b] = [left, right].map((side) => valueOf(sides[side][0], numbers));
    const order = orderOf(a, b);
    const places = placesOf(a, b, order);
    const [one, other] = [sideAt(left, a, places, numbers), sideAt(right, b, places, numbers)];
    const alike = one.text === other.text;
    if (sign === "=" && !order && alike && one.exact === other.exact) return { written: equation(one, other) };
    const now = order === null ? (isRival ? "?" : sign) : HOLDS[sign](order) ? sign : FALSE[sign];
    const written = withValue(one) + joined(operator(SIGNS[now]), withValue(other, true));
    if (order === null && sign !== "=") return { written, note: UNDECIDED.why };
    return { written, note: order && alike ? "The sides differ beyond twenty digits." : "" };
  };
  // What a computation comes to, or why to nothing.
  const attempt = (run) => {
    try {
      return { value: run() };
    } catch (error) {
      if (REASONS.has(error)) return { why: error.why };
      throw error;
    }
  };
  // Of relations between the same sides, `<` says what `≤` says; and each is said once.
  const strongest = (parts) => parts.filter(([, left, sign, right], k) =>
    !parts.some(([, a, other, b], j) => a === left && b === right && (other === sign ? j < k : sign.length > 1 && other === sign[0])));
  // The relations that are asserted here, each with whether it holds: null where that is not decided.
  const assertedAt = ({ domain, parts }, numbers) =>
    valueOf(domain, numbers) ? strongest(parts.filter(([given]) => valueOf(given, numbers))) : null;
  const lineAt = (line, numbers, isRival) => {
    const { value: asserted, why: refused } = attempt(() => assertedAt(line, numbers));
    if (refused) return said(refused);
    if (!asserted) return said("They lie outside what the claim is about.");
    if (!asserted.length) return said("None of its cases applies.");
    const found = asserted.map((part) => attempt(() => relation(part, numbers, isRival)));
    const notes = new Set(found.flatMap(({ value, why }) => why || value.note || []));
    return found.map(({ value }) => (value ? `<div class=m>${value.written}</div>` : "")).join("") + [...notes].map(said).join("");
  };
  const holdsAt = (line, numbers) => {
    const found = attempt(() => assertedAt(line, numbers)).value || [];
    const holds = found.map(([, left, sign, right]) => {
      const { value: order } = attempt(() => orderOf(...[left, right].map((side) => valueOf(sides[side][0], numbers))));
      return order === undefined ? false : order === null ? null : HOLDS[sign](order);
    });
    return holds.includes(false) || !holds.length ? false : holds.includes(null) ? null : true;
  };
  const HAPPENS = new Map([[true, said("Here it happens to hold.")], [false, ""], [null, said("Whether it holds here is not decided by double arithmetic.")]]);
  // All that is said of a claim or rival at numbers.
  const toldAt = (id, values, isRival) => {
    const line = lines[id];
    const numbers = new Map(line.names.map(([name]) => [name, ofDouble(values[name])]));
    const told = lineAt(line, numbers, isRival);
    return told + (isRival && !told.includes(UNDECIDED.why) ? HAPPENS.get(holdsAt(line, numbers)) : "");
  };

  // --- its place on the page

  let current = {};
  const [stale, near] = [new Set(), new Set()]; // what is far from the window is written once it comes near, or the page has time
  const observer = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      near[isIntersecting ? "add" : "delete"](target);
      if (isIntersecting && stale.has(target)) write(target);
    }
  }, { rootMargin: "500px" });
  const write = (place) => {
    place.lastElementChild.innerHTML = toldAt(place.dataset.live, current, Boolean(place.closest("aside")));
    stale.delete(place);
    place.querySelectorAll("input").forEach(sync);
  };
  // Who searches the page, copies it or has it read aloud finds the same numbers everywhere, a moment later.
  const whenIdle = globalThis.requestIdleCallback || ((run) => setTimeout(run, 100, { timeRemaining: () => 8 }));
  let waiting = false;
  const catchUp = () => {
    if (waiting || !stale.size) return;
    waiting = true;
    whenIdle((deadline) => {
      waiting = false;
      for (const place of stale) {
        if (deadline.timeRemaining() < 4) break;
        write(place);
      }
      catchUp();
    });
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
  addEventListener("unpacked", () => open().forEach(prepare), true); // what was open before
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
    catchUp();
  });
  open().forEach(prepare);
  globalThis.draftproofLines = Object.freeze({ ids: Object.keys(lines), toldAt });
})();
