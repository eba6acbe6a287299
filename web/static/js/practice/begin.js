// The form for a practice deal: it begins the deal, keeps its secret in this browser, and goes to its table.

import { Offline, Problem, brought, post } from "../api.js";
import { fill, make } from "../dom.js";
import { keep, tableOf } from "./secrets.js";

const known = brought("known");
const words = brought("words");
const form = document.getElementById("begin");
const message = document.getElementById("message");

/** Offer the seats of the chosen game. */
function showSeats() {
  const seats = known.games[form.ruleset.value];
  const chosen = form.seat.value;
  form.seat.replaceChildren(...seats.map((seat) =>
    make("option", { value: seat, selected: seat === chosen }, words.seats[seat] ?? fill(words.seat, { n: seat }))));
}

async function begin() {
  const body = { ...known.body, seat: form.seat.value, strength: form.strength.value };
  if (form.ruleset) body.ruleset = form.ruleset.value;
  const opened = (await post(known.path, body)).body;
  keep(opened);
  location.assign(tableOf(opened));
}

form.ruleset?.addEventListener("change", showSeats);
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
if (form.ruleset) showSeats();
