"use strict";
// What a reader may do: unfold what is linked to, unfold everything, choose light or dark. The page reads without it.
(() => {
  const claims = () => document.querySelectorAll("details.claim");
  const unfoldTarget = () => {
    let target = null;
    try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
    const claim = target && target.closest("details.claim");
    if (claim && !claim.open) { claim.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", unfoldTarget);
  addEventListener("click", (event) => { // a link to where the address points already changes nothing in it
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash) unfoldTarget();
  });
  unfoldTarget();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...claims()].filter((claim) => !claim.open);
    for (const claim of folded) claim.open = true;
  });
  addEventListener("afterprint", () => { for (const claim of folded) claim.open = false; });
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
