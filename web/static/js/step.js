// A step of a lesson on a page: draws the table that the page also has in words, and writes acts as sentences.

import { brought } from "./api.js";
import "./table-view.js";

/** Draw the step that the page shows now, if it shows one. */
export function drawStep() {
  const known = brought("known");
  const table = document.querySelector("table-view");
  if (!known || !table) return;
  table.game = known.game;
  table.names = known.names;
  table.view = known.view;

  // Acts as sentences, for readers who do not know the notation.
  for (const act of document.querySelectorAll("[data-act]")) {
    const { ply } = act.dataset;
    act.textContent = `${ply ? `${ply}: ` : ""}${table.speech.act(act.dataset.act)}`;
  }
}
