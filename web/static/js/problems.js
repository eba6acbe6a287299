// What a solver without an account keeps on the device: the days in a row on which the problem of the day was solved, and
// a deck of the problems and questions of lessons that were answered wrong, each due again after some days. With an account
// a wrong answer goes into the account's deck.

import { brought } from "./api.js";
import { fill, make } from "./dom.js";
import { readKept, writeKept } from "./kept.js";

const DAILY = "nought-daily"; // {day: the last day that was solved, streak, tried: a day, wrong: wrong answers on it}
const DECK = "nought-problems"; // {address: {title, due: a day, rung}}
const RUNGS = [1, 3, 7, 16]; // days until a problem comes again after a right answer; after the last it leaves the deck
const MOST = 200;
const say = brought("problem-words");

const today = () => new Date().toISOString().slice(0, 10); // the problem of the day changes with the day in UTC
const later = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Keep the answer of the page, if it shows a mark: #solved has data-right, data-day for the problem of the day. */
function keepAnswer(solved) {
  const { right, day, deck, title } = solved.dataset;
  if (deck !== undefined && right !== undefined) keepInDeck(title, right === "yes");
  if (day) keepDay(solved, day, right);
}

function keepInDeck(title, isRight) {
  const deck = readKept(DECK, {});
  const known = deck[location.pathname];
  delete deck[location.pathname];
  if (!isRight) deck[location.pathname] = { title, due: today(), rung: 0 };
  else if (known && known.due > today()) deck[location.pathname] = known;
  else if (known && known.rung < RUNGS.length) deck[location.pathname] = { title, due: later(today(), RUNGS[known.rung]), rung: known.rung + 1 };
  writeKept(DECK, Object.fromEntries(Object.entries(deck).slice(-MOST)));
}

function keepDay(solved, day, right) {
  const kept = readKept(DAILY, {});
  const wrong = kept.tried === day ? kept.wrong : 0;
  if (right === "no" && kept.day !== day) writeKept(DAILY, { ...kept, tried: day, wrong: wrong + 1 });
  if (right === "yes" && kept.day !== day) {
    const streak = kept.day === later(day, -1) ? kept.streak + 1 : 1;
    writeKept(DAILY, { day, streak, tried: day, wrong });
  }
  const now = readKept(DAILY, {});
  if (now.day !== day) return;
  const line = fill(say.line, { day, tries: now.wrong + 1, days: now.streak });
  const status = make("span", { role: "status" });
  const share = make("button", { type: "button", onclick: async () => {
    const text = `${line} ${location.origin}${location.pathname}`;
    try {
      if (navigator.share) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        status.textContent = say.copied;
      }
    } catch {
      status.textContent = text; // the reader can copy it, too
    }
  } }, say.share);
  solved.replaceChildren(make("p", {}, make("b", {}, fill(say.streak, { days: now.streak }))), make("p", { class: "buttons" }, share, " ", status));
  solved.hidden = false;
}

/** Offer the problems of the device's deck that are due. */
function showDeck(place) {
  const due = Object.entries(readKept(DECK, {})).filter(([, each]) => each.due <= today());
  if (!due.length) return;
  place.querySelector("ul").replaceChildren(...due.map(([address, { title }]) => make("li", {}, make("a", { href: address }, title))));
  place.hidden = false;
}

/** Take a wrong answer into the deck of the account. The same answer counts once a day, however often the page is loaded. */
async function takeWrong(form) {
  const headers = { "Idempotency-Key": `wrong ${today()} ${location.pathname}${location.search}`.slice(0, 150) };
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers, redirect: "manual" });
    if (answer.type === "opaqueredirect") form.replaceWith(make("p", { class: "quiet", role: "status" }, form.dataset.wrong));
  } catch {
    // Without a connection the button stays.
  }
}

const wrong = document.querySelector("form[data-wrong]");
if (wrong) takeWrong(wrong);
const solved = document.querySelector("#solved");
if (solved) keepAnswer(solved);
const place = document.querySelector("#device-deck");
if (place) showDeck(place);
