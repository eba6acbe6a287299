// The plies by trick, beside the table: acts, corrected entries, breaches.

import { element } from "../cards.js";
import { fill, make } from "../dom.js";
import { why } from "../reasons.js";
import { isCard, parted, ruleName, spaced, withCards } from "../speech.js";
import { seatsFrom } from "../table-view.js";

/** Return the list up to a ply: a grid with a column for each seat and a row for each trick or round of bids; other acts
    have a line of their own. `noted(ply)`: the number of a ply's notes. */
export function plies(film, until, speech, words, noted) {
  const seats = inOrder(film, until, speech.game.seating.seats);
  const parts = [];
  let list = null;
  let trick = -1;
  for (let ply = 0; ply <= until; ply++) {
    if (film.trick(ply) !== trick) {
      trick = film.trick(ply);
      list = new Grid(seats);
      parts.push(make("section", { class: trick ? "group" : "group before" }, [heading(film, trick, until, speech, words), list.element]));
    }
    for (const row of film.corrections(ply).filter(({ kind }) => kind === "retracted")) list.line(taken(row, speech, words));
    const { seat } = parted(film.frames[ply].act);
    if (isCard(film.frames[ply].act) || film.view(ply).auction?.[ply]) list.cell(seat, cell(film, ply, until, speech, words, noted(ply)));
    else list.line(cell(film, ply, until, speech, words, noted(ply)));
  }
  const last = film.corrections(until + 1).filter(({ kind }) => kind === "retracted");
  if (last.length && !list) parts.push(make("section", { class: "group" }, [(list = new Grid(seats)).element]));
  for (const row of last) list.line(taken(row, speech, words));
  const names = seats.map((seat) => make("span", {}, seats.length > 4 ? seat : speech.seat(seat)));
  return [make("div", { class: "seats", "aria-hidden": "true" }, names), ...parts];
}

/** Return the seats in the order of the auction, from the first to bid; as the game names them before any bid. */
function inOrder(film, until, seats) {
  const first = film.frames.findIndex((_, ply) => ply <= until && film.view(ply).auction?.[ply]);
  return first < 0 ? seats : seatsFrom(parted(film.frames[first].act).seat, seats);
}

/** A list whose items stand in the column of their seat, or across all columns. */
class Grid {
  #row = 1;
  #column = 0; // the last column that is taken in this row

  constructor(seats) {
    this.seats = seats;
    this.element = make("ol");
    this.first = null;
  }

  /** Add an item in its seat's column: in this row, which begins with the first seat's, or in the next. */
  cell(seat, item) {
    const at = this.seats.indexOf(seat);
    this.first ??= at;
    const turn = (at - this.first + this.seats.length) % this.seats.length + 1;
    if (turn <= this.#column) this.#next();
    this.#column = turn;
    item.style.gridRow = this.#row;
    item.style.gridColumn = at + 1;
    this.element.append(item);
  }

  line(item) {
    if (this.#column) this.#next();
    item.classList.add("line");
    item.style.gridRow = this.#row;
    this.#next();
    this.element.append(item);
  }

  #next() {
    this.#row += 1;
    this.#column = 0;
  }
}

function heading(film, trick, until, speech, words) {
  if (!trick) return make("h2", {}, words.beginning);
  const won = film.view(until).tricks?.[trick]?.won;
  const name = won ? fill(words.trick_to, { n: trick, seat: speech.seat(won) }) : fill(words.trick, { n: trick });
  return make("h2", {}, [make("span", { "aria-hidden": "true" }, String(trick)), make("span", { class: "unseen" }, name)]);
}

function cell(film, ply, until, speech, words, notes) {
  const { act: sentence } = film.frames[ply];
  const link = make("a", { href: `#${ply}`, data: { ply } }, act(sentence, film.leads(ply), speech, film.view(ply).auction?.[ply]));
  for (const row of film.corrections(ply)) {
    if (row.kind === "amended" && row.was) link.append(" ", make("del", {}, act(row.was, false, speech)));
    if (row.kind === "inserted") link.append(" ", make("span", { class: "badge note" }, words.inserted));
  }
  if (broke(film, ply)) link.append(" ", make("span", { class: "badge warn" }, words.badges.irregular));
  if (notes) link.append(" ", make("span", { class: "badge" }, `✎ ${notes}`));
  const item = make("li", {}, link);
  const won = isCard(sentence) && film.view(until).tricks?.[film.trick(ply)]?.won;
  item.classList.toggle("won", won === parted(sentence).seat);
  return item;
}

function taken(row, speech, words) {
  const was = speech.act(row.was);
  return make("li", { class: "taken-out", title: fill(words.retracted, { was }) }, make("del", {}, was));
}

/** Return whether a ply has a breach. */
export function broke(film, ply) {
  return Boolean(film.frames[ply]?.broke) || film.corrections(ply).some(({ kind }) => kind === "irregularity-noted");
}

/** Return an act in short, with its seat for screen readers: a card as a card, a call of the auction without its seat. */
function act(sentence, leads, speech, call) {
  const { seat, rest } = parted(sentence);
  const who = make("span", { class: "unseen" }, `${speech.seat(seat)} `);
  if (isCard(sentence)) return [who, ...(leads ? [make("span", { class: "leads", "aria-hidden": "true" }, "▸")] : []), element(rest, speech.names)];
  return call ? [who, speech.call(sentence)] : [speech.act(sentence)];
}

/** Return the breach, corrections and notes of a ply, as list items for under the table. `link`: what follows a breach. */
export function happened(film, ply, speech, words, link = () => []) {
  const rows = [];
  const { broke: breach } = film.frames[ply] ?? {};
  if (breach) {
    rows.push(make("li", { class: "message warn" }, [fill(words.against_rules, { message: withCards(breach.message, (card) => speech.card(card)), clause: ruleName(breach.clause) }), ...link(breach)]));
  }
  for (const row of film.corrections(ply)) {
    const because = row.why ? [" ", fill(words.why, { why: row.why })] : [];
    if (row.kind === "amended") rows.push(struck(words.was, row.was, because, speech));
    if (row.kind === "retracted") rows.push(struck(words.retracted, row.was, because, speech));
    if (row.kind === "inserted") rows.push(make("li", { class: "message note" }, [words.inserted, ".", ...because]));
    if (row.kind === "irregularity-noted") {
      const noted = (code) => fill(words.noted, { code });
      const already = breach?.code === row.code;
      rows.push(make("li", { class: "message warn" }, [...why(already ? "" : row.code, `${spaced(row.code)}.`, noted), ...because]));
    }
  }
  return rows;
}

function struck(pattern, was, because, speech) {
  const [before, after] = pattern.split("{was}");
  return make("li", { class: "message note" }, [before, make("del", {}, speech.act(was)), after, ".", ...because]);
}
