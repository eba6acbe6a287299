// Sheets of the practice table: in which way a card is played, and which cards an act needs.

import { element } from "../cards.js";
import { ask, fill, make } from "../dom.js";

/** Ask in which way a card is played. Returns one of the acts, or null. */
export const askWay = (acts, words) =>
  ask(words.card(acts[0].card), [], [...acts.map((act) => [words.act(act), act, act === acts[0] ? "main" : ""]), [words.cancel, null]]);

/** Ask for one of the calls that are possible at any time. Returns a choice, or null. */
export const askCall = (title, choices, words) =>
  ask(title, [], [...choices.map((choice) => [words.act(choice.act, choice.sentence), choice]), [words.cancel, null]]);

/** Ask for one card of an act. Returns the card, or null. */
export const askCard = (title, cards, words) =>
  ask(title, [], [...cards.map((card) => [words.card(card), card]), [words.cancel, null]]);

/** Ask for several cards of an act, in order. Returns the cards, or null. */
export async function askOrder(title, { count, cards }, words) {
  const chosen = [];
  const status = make("p", { role: "status" });
  const show = () => {
    status.textContent = fill(words.ordered, { count: chosen.length, all: count ?? "…" });
    for (const button of buttons) {
      const place = chosen.indexOf(button.dataset.card);
      button.setAttribute("aria-pressed", String(place >= 0));
      button.lastChild.textContent = place < 0 ? "" : ` ${place + 1}`;
    }
  };
  const toggle = (card) => {
    if (chosen.includes(card)) chosen.splice(chosen.indexOf(card), 1);
    else chosen.push(card);
    show();
  };
  const buttons = [...new Set([...cards.legal, ...cards.possible])].filter((card) => card !== "??").map((card) =>
    make("button", { type: "button", class: "choice", data: { card }, onclick: () => toggle(card) }, element(card, words.names), make("b", {}, "")));
  show();
  return ask(title, [status, make("div", { class: "choices" }, buttons)], [[words.enter, () => chosen, "main"], [words.cancel, null]]);
}
