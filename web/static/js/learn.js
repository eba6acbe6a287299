// A step of a lesson: draws the table that the page also has in words. The question is a form, which needs no script.

import { brought } from "./api.js";
import "./table-view.js";

const known = brought("known");
const table = document.querySelector("table-view");
table.game = known.game;
table.names = known.names;
table.view = known.view;

// Acts as sentences, for readers who do not know the notation.
for (const act of document.querySelectorAll("[data-act]")) {
  const { ply } = act.dataset;
  act.textContent = `${ply ? `${ply}: ` : ""}${table.speech.act(act.dataset.act)}`;
}
