"use strict";
// What a reader may do: unfold what is linked to, unfold everything, choose light or dark. The page reads without it.
(() => {
  const claims = () => document.querySelectorAll("details.claim");
  const targeted = () => {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
  };
  // At once: a smooth way ends where the target was when it began, and what is unfolded or unpacked since then moves it.
  const goThere = () => { const target = targeted(); if (target) target.scrollIntoView({ behavior: "instant" }); };
  const unfoldTarget = () => {
    const target = targeted();
    const claim = target && target.closest("details.claim");
    if (!claim || (claim.open && claim === target)) return;
    claim.open = true; // which the browser may have done, where the target lies within
    requestAnimationFrame(() => requestAnimationFrame(goThere)); // once live.js has put its lines there
  };
  addEventListener("hashchange", unfoldTarget);
  addEventListener("click", (event) => { // a link to where the address points already changes nothing in it
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash) unfoldTarget();
  });
  addEventListener("unpacked", () => { unfoldTarget(); goThere(); });
  addEventListener("load", goThere);
  unfoldTarget();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const part of folded) part.open = true;
  });
  addEventListener("afterprint", () => { for (const part of folded) part.open = false; });
  const switches = document.querySelector(".switches");
  if (!switches) return;
  switches.hidden = false;
  switches.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    if (button.dataset.switch === "open") {
      for (const claim of claims()) claim.open = on;
    } else {
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      document.documentElement.dataset.theme = on === dark ? "light" : "dark";
    }
  });
})();
