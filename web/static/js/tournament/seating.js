// Remembers on this device which name of a tournament was chosen, and opens its table; in a long list finds a name.

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

/** A list of so many names needs no search. */
const FEW = 8;
const field = document.querySelector("#find-name");

/** Return the rows of the names. They are new whenever a round is drawn. */
const rows = () => [...document.querySelectorAll("[data-names] > li")];

/** Return a text without the case and the accents of its letters: "angeli" finds Ängeli. */
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLocaleLowerCase();

function showMatches() {
  const query = plain(field.value.trim());
  for (const row of rows()) row.hidden = !plain(row.querySelector("a").textContent).includes(query);
  document.querySelector("#no-name").hidden = rows().some((row) => !row.hidden);
}

if (field && rows().length > FEW) {
  field.closest("p").hidden = false;
  field.addEventListener("input", showMatches);
}
