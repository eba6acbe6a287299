// The tricks of a line, with those of the record beside them.

import { element, read } from "../cards.js";
import { make } from "../dom.js";
import { parted } from "../speech.js";

/** Return the tricks of a view, the unfinished one included: [{n, cards, won}]. */
export function tricksOf(view) {
  const tricks = Object.entries(view.tricks ?? {}).map(([n, trick]) => ({ n: Number(n), ...trick }));
  tricks.sort((one, other) => one.n - other.n);
  if (view.trick?.cards.length) tricks.push({ n: tricks.length + 1, ...view.trick });
  return tricks;
}

/** Return the cards of a view in the order of play. */
export const cardsOf = (view) => tricksOf(view).flatMap(({ cards }) => cards.map((act) => read(parted(act).rest).card));

/** Return a table: a row for each trick from the one in which the line begins. `before`: the number of cards before the
    line; `at`: the number of its cards that are played; `go(n)`: show the line after n cards. */
export function compared(line, record, { before, at, go, speech, words }) {
  const [ours, theirs] = [tricksOf(line), tricksOf(record)];
  const width = (trick) => trick?.cards.length ?? 0;
  const rows = [];
  let ordinal = 0; // the number of cards before the trick
  for (let n = 1; n <= Math.max(ours.length, theirs.length); n++) {
    const [our, their] = [ours[n - 1], theirs[n - 1]];
    const begins = ordinal;
    ordinal += Math.max(width(our), width(their));
    if (ordinal <= before && n < Math.max(ours.length, theirs.length)) continue;
    const button = (act, turn) => {
      const number = begins + turn - before + 1;
      if (number < 1) return null;
      return { type: "button", "aria-current": number === at ? "step" : null, class: number > at ? "later" : "", onclick: () => go(number) };
    };
    rows.push(make("tr", {}, make("th", { scope: "row" }, String(n)),
      make("td", {}, our ? cell(our, speech, button) : null),
      make("td", { class: "record" }, their ? cell(their, speech, () => null) : null)));
  }
  const heads = [words.trick, words.line, words.record].map((text) => make("th", { scope: "col" }, text));
  return make("table", { class: "compared" }, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows));
}

/** Return the cards of a trick in the order of play; the winner's has a ring. `button(act, turn)`: its attributes. */
function cell(trick, speech, button) {
  return make("ul", {}, trick.cards.map((act, turn) => {
    const { seat, rest } = parted(act);
    const card = element(rest, speech.names);
    const who = make("small", {}, make("span", { "aria-hidden": "true" }, speech.initial(seat)), make("span", { class: "unseen" }, speech.seat(seat)));
    const attributes = button(act, turn);
    const won = trick.won === seat ? [make("span", { class: "unseen" }, ` ${speech.words.facts.won}`)] : [];
    const parts = [who, " ", card, ...won];
    return make("li", { class: trick.won === seat ? "won" : null }, attributes ? make("button", attributes, parts) : make("span", { class: "fixed" }, parts));
  }));
}
