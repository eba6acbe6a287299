// All seats side by side: a table for each, and the last act in words. Arrow keys go a ply back or forward.

import { brought } from "./api.js";
import "./table-view.js";

const known = brought("known");
const tables = [...document.querySelectorAll("table-view")];

for (const table of tables) {
  table.game = known.game;
  table.names = known.names;
  table.players = known.players;
  table.view = known.views[table.dataset.seat];
}

if (known.act) {
  const leads = tables[0].view.trick.cards.length === 1;
  document.querySelector(".announcement").textContent = tables[0].speech.act(known.act, { leads });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest("input, button")) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  document.querySelector(`.moment a[rel="${way}"]`)?.click();
});
