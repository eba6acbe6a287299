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

  offerHand(table);

  // Acts as sentences, for readers who do not know the notation.
  for (const act of document.querySelectorAll("[data-act]")) {
    const { ply } = act.dataset;
    act.textContent = `${ply ? `${ply}: ` : ""}${table.speech.act(act.dataset.act)}`;
  }
}

/** Let a tap on a card of the hand on the table answer a question for a card, as its button does. */
function offerHand(table) {
  const choices = new Map([...document.querySelectorAll("#question button.choice[value]")].map((button) => [button.value, button]));
  table.taps = new Set(choices.keys());
  table.onclick = ({ target }) => choices.get(target.closest?.(".hand .card.playable")?.dataset.card)?.click();
}
