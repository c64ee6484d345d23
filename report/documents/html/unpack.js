"use strict";
// Puts what stands below the statements into the page: it came compressed (`packing`). All of it is the page's own HTML.
(async () => {
  const block = document.getElementById("dp-packed");
  if (!block) return;
  const bytes = Uint8Array.from(atob(block.textContent), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bodies = JSON.parse(await new Response(stream).text());
  for (const [id, body] of Object.entries(bodies)) {
    const place = document.getElementById(id).querySelector(".packed");
    place.insertAdjacentHTML("beforebegin", body);
    place.remove();
  }
  block.remove();
  document.getElementById("packed").remove(); // which says how to read the page without this
  document.documentElement.dataset.unpacked = "";
  dispatchEvent(new Event("unpacked"));
})();
