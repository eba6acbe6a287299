// Remembers on this device which name of a tournament was chosen, and opens its table.

import { readKept, writeKept } from "../kept.js";

const KEY = `nought.seat:${location.pathname}`;

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-entry], [data-forget]");
  if (link) writeKept(KEY, link.dataset.entry);
});

const chosen = new URLSearchParams(location.search).get("entry");
const mine = chosen ? null : readKept(KEY);
const link = mine && document.querySelector(`[data-entry="${CSS.escape(mine)}"]`);
if (link) location.replace(link.href);
