// The form for a practice deal: it begins the deal, keeps its secret in this browser, and goes to its table.

import { Offline, Problem, brought, post } from "../api.js";
import { fill, make } from "../dom.js";
import { keep, tableOf } from "./secrets.js";

const known = brought("known");
const words = brought("words");
const form = document.getElementById("begin");
const message = document.getElementById("message");

/** The option of the chosen game; one of a club's own names the club. */
const chosenGame = () => form.ruleset.selectedOptions[0];

/** Offer the seats and the suits of the chosen game. */
function showGame() {
  const game = chosenGame().dataset.id ?? form.ruleset.value;
  const chosen = { seat: form.seat.value, suit: form.suit.value };
  const option = (name, value, text) => make("option", { value, selected: value === chosen[name] }, text);
  form.seat.replaceChildren(...known.games[game].map((seat) =>
    option("seat", seat, words.seats[seat] ?? fill(words.seat, { n: seat }))));
  form.suit.replaceChildren(...Object.entries(known.suits[game]).map(([suit, name]) => option("suit", suit, name)));
}

/** The conditions for the hand, as the API takes them. */
function conditions() {
  const of = form.seat.value;
  return [
    ...(form.points.value ? [{ of, at_least: form.points.valueAsNumber }] : []),
    ...(form.elements.cards.value ? [{ of, suit: form.suit.value, at_least: form.elements.cards.valueAsNumber }] : []),
  ];
}

async function begin() {
  const body = { ...known.body, ...(form.seat ? { seat: form.seat.value, strength: form.strength.value } : {}) };
  if (form.ruleset) {
    const { club } = chosenGame().dataset;
    Object.assign(body, { ruleset: form.ruleset.value, ...(club ? { club } : {}), conditions: conditions(), match: true });
  }
  const opened = (await post(known.path, body)).body;
  keep(opened);
  location.assign(tableOf(opened));
}

form.ruleset?.addEventListener("change", showGame);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  message.hidden = true;
  try {
    await begin();
  } catch (error) {
    message.textContent = error instanceof Offline ? words.practice.offline : error instanceof Problem ? error.message : words.practice.no_storage;
    message.hidden = false;
  }
});
if (form.ruleset) showGame();
