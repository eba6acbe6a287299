// <table-view>: a table as one viewer knows it, drawn and in words.
//
//   table.game = …      a ruleset, as GET /api/v1/rulesets/{key} answers
//   table.names = …     how cards are called, as cards.js takes it
//   table.view = …      a view, as GET /api/v1/deals/{id}/views/{viewer} answers
//   table.players = …   who sits where, if known: {S: "Anula"}
//   table.words = …     what it says (web/words.py); without it the page's own: <script id="words">
//
// The attribute `bare` leaves out the auction and the tricks, for pages that show them elsewhere. It knows no rule:
// what the view has is shown, what it lacks is left out.

import { brought } from "./api.js";
import { element, sign } from "./cards.js";
import { facts } from "./facts.js";
import { Speech, fill, parted } from "./speech.js";

const AS_TEXT = "nought-text-view";

/** What this browser remembers; within another site's page it may be forbidden to. */
function remembered(value) {
  try {
    if (value !== undefined) localStorage.setItem(AS_TEXT, value);
    return localStorage.getItem(AS_TEXT);
  } catch {
    return null;
  }
}

export class TableView extends HTMLElement {
  #given = { game: null, names: null, view: null, players: {}, words: null };
  #due = false;
  #drawn = "";

  get game() { return this.#given.game; }
  set game(value) { this.#take("game", value); }
  get names() { return this.#given.names; }
  set names(value) { this.#take("names", value); }
  get view() { return this.#given.view; }
  set view(value) { this.#take("view", value); }
  get players() { return this.#given.players; }
  set players(value) { this.#take("players", value ?? {}); }
  get words() { return (this.#given.words ??= brought("words")?.table ?? {}); }
  set words(value) { this.#take("words", value); }

  /** What says this table's acts aloud. */
  get speech() { return new Speech(this.words, this.names, this.game); }

  connectedCallback() { this.#later(); }

  #take(name, value) {
    this.#given[name] = value;
    this.#later();
  }

  /** Several things are often given at once: they are drawn once. */
  #later() {
    if (this.#due || !this.isConnected) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected && this.game && this.view) this.#draw();
    });
  }

  get #seats() { return this.game.seating.seats; }

  /** Seats from the one at the bottom, counter-clockwise: the viewer's own, if it has one. */
  get #round() {
    const at = Math.max(0, this.#seats.indexOf(this.view.viewer));
    return [...this.#seats.slice(at), ...this.#seats.slice(0, at)];
  }

  #draw() {
    const speech = this.speech;
    const round = this.#round;
    this.#build(round, speech);
    round.forEach((seat, place) => this.#seat(seat, place, speech));
    this.querySelector(".trick").replaceChildren(...this.#trick(round, speech));
    this.querySelector(".facts").replaceChildren(...facts(this.view, speech, this.names).flatMap(told));
    if (!this.hasAttribute("bare")) {
      this.querySelector(".auction").replaceChildren(...auctionTable(this.view, this.game, speech));
      this.querySelector(".taken").replaceChildren(...tricksTable(this.view, this.game, speech, this.names));
    }
    this.querySelector(".in-words").replaceChildren(...this.#inWords(round, speech));
    // What has to be scrolled can be reached by keyboard.
    for (const part of this.querySelectorAll(".scroll")) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }

  /** The parts, once for each way of sitting round. */
  #build(round, speech) {
    const wanted = round.join(" ");
    if (this.#drawn === wanted) return;
    this.#drawn = wanted;
    const say = this.words.facts ?? {};
    const felt = make("div", "felt", round.map((seat, place) => {
      const part = make("section", "seat", [make("div", "name"), make("ul", "hand")]);
      part.dataset.seat = seat;
      part.dataset.place = place;
      return part;
    }));
    felt.dataset.seats = round.length;
    felt.append(make("div", "trick"));
    const asText = make("button", "as-text no-print", say.as_text);
    asText.type = "button";
    asText.addEventListener("click", () => {
      const on = !this.classList.contains("text");
      remembered(on ? "yes" : "no");
      this.#showText(on);
    });
    this.replaceChildren(felt, make("section", "in-words"), asText, make("dl", "facts"),
                         make("div", "auction scroll"), make("div", "taken scroll"));
    this.#showText(remembered() === "yes");
  }

  #showText(on) {
    this.classList.toggle("text", on);
    this.querySelector(".as-text").setAttribute("aria-pressed", String(on));
  }

  #seat(seat, place, speech) {
    const say = this.words.facts ?? {};
    const { view } = this;
    const part = this.querySelector(`.seat[data-place="${place}"]`);
    part.classList.toggle("turn", view.turn === seat);
    part.classList.toggle("asleep", Boolean(view.asleep?.includes(seat)));
    const marks = [];
    if (view.dealer === seat) marks.push(say.dealer);
    if (view.maker === seat) marks.push(view.contract?.denomination ? say.declarer : say.maker);
    if (view.turn === seat) marks.push(say.turn);
    const name = make("b", "", speech.seat(seat));
    const player = this.players[seat] ? [make("span", "player", this.players[seat])] : [];
    part.querySelector(".name").replaceChildren(
      ...joined([name, ...player, ...marks.map((mark) => make("span", mark === say.turn ? "mark now" : "mark", mark))]));
    const hand = part.querySelector(".hand");
    hand.setAttribute("aria-label", fill(say.hand_of, { seat: speech.seat(seat) }));
    const cards = view.hands?.[seat] ?? [];
    hand.classList.toggle("many", cards.length > 8);
    hand.replaceChildren(...this.#hand(cards, say));
  }

  /** Known cards suit by suit, the others as backs with their number. */
  #hand(cards, say) {
    const known = cards.filter((card) => card !== "??");
    const unknown = cards.length - known.length;
    const suits = [...new Set([...this.game.pack.suits, ...known.map((card) => card.slice(-1))])];
    const rows = suits.map((suit) => [suit, known.filter((card) => card.endsWith(suit))]).filter(([, some]) => some.length);
    const found = rows.map(([suit, some]) => {
      const row = make("li", "suit", [sign(suit, this.names?.sheet), ...joined(some.map((card) => element(card, this.names)))]);
      row.dataset.suit = suit;
      return row;
    });
    if (unknown) {
      const backs = Array.from({ length: unknown }, () => make("span", "card back"));
      backs.forEach((back) => back.setAttribute("aria-hidden", "true"));
      const number = make("b", "number", String(unknown));
      number.setAttribute("aria-hidden", "true");
      found.push(make("li", "unknown", [...backs, number, make("span", "unseen", fill(say.unknown_cards, { n: unknown }))]));
    }
    return found.length ? found : [make("li", "empty", [make("span", "unseen", say.no_cards)])];
  }

  /** The cards on the table round its middle; after the last card of a trick, that trick and who takes it. */
  #trick(round, speech) {
    const say = this.words.facts ?? {};
    const lying = this.view.trick?.cards ?? [];
    const done = lastTrick(this.view);
    const shown = lying.length ? lying : (done?.cards ?? []);
    const cards = shown.map((sentence, n) => {
      const { seat, rest } = parted(sentence);
      const card = element(rest, this.names);
      const down = rest.includes("(");
      if (down) card.append(make("span", "unseen", `, ${say.face_down}`));
      const laid = make("div", "laid", [card, make("small", "", round.length > 4 ? seat : speech.seat(seat))]);
      laid.classList.toggle("leads", n === 0);
      laid.classList.toggle("won", !lying.length && done?.won === seat);
      const angle = (2 * Math.PI * round.indexOf(seat)) / round.length;
      laid.style.left = `${50 + 36 * Math.sin(angle)}%`;
      laid.style.top = `${50 + 33 * Math.cos(angle)}%`;
      return laid;
    });
    const trick = this.querySelector(".trick");
    trick.classList.toggle("past", !lying.length);
    if (!lying.length && done) cards.push(make("p", "takes", fill(say.takes, { seat: speech.seat(done.won), n: done.n })));
    return cards;
  }

  /** The whole table as text. */
  #inWords(round, speech) {
    const say = this.words.facts ?? {};
    const { view } = this;
    const hands = round.map((seat) => {
      const cards = view.hands?.[seat] ?? [];
      const known = cards.filter((card) => card !== "??").map((card) => speech.card(card));
      const unknown = cards.length - known.length;
      if (unknown) known.push(fill(say.unknown_cards, { n: unknown }));
      const player = this.players[seat] ? ` (${this.players[seat]})` : "";
      return make("li", "", `${speech.seat(seat)}${player}: ${known.join(", ") || say.no_cards}`);
    });
    const lying = (view.trick?.cards ?? []).map((sentence, n) => make("li", "", speech.act(sentence, { leads: n === 0 })));
    const done = lastTrick(view);
    return [
      make("h2", "", say.hands), make("ul", "", hands),
      make("h2", "", say.on_table),
      lying.length ? make("ol", "", lying) : make("p", "", say.nothing_on_table),
      ...(done && !lying.length ? [make("p", "", fill(say.takes, { seat: speech.seat(done.won), n: done.n }))] : []),
    ];
  }
}

/** The trick completed last: {n, cards, won}. */
function lastTrick(view) {
  const n = Math.max(0, ...Object.keys(view.tricks ?? {}).map(Number));
  return n ? { n, ...view.tricks[n] } : null;
}

/** The auction as a table: a column for each seat, in the order of speaking. */
export function auctionTable(view, game, speech) {
  const calls = Object.entries(view.auction ?? {}).sort(([a], [b]) => a - b).map(([ply, said]) => [Number(ply), said]);
  if (!calls.length) return [];
  const { seats } = game.seating;
  const first = seats.indexOf(parted(calls[0][1]).seat);
  const order = [...seats.slice(first), ...seats.slice(0, first)];
  const rows = [];
  let last = order.length;
  for (const [ply, said] of calls) {
    const column = order.indexOf(parted(said).seat);
    if (column <= last) rows.push(order.map(() => make("td")));
    last = column;
    const cell = rows.at(-1)[column];
    cell.textContent = speech.call(said);
    cell.dataset.ply = ply;
  }
  return [make("table", "", [
    make("caption", "", speech.words.facts?.auction),
    make("thead", "", [make("tr", "", order.map((seat) => column(speech.seat(seat))))]),
    make("tbody", "", rows.map((cells) => make("tr", "", cells))),
  ])];
}

/** Every completed trick and the one going on: a column for each seat; who led and who won are marked and said. */
export function tricksTable(view, game, speech, names) {
  const say = speech.words.facts ?? {};
  const tricks = Object.entries(view.tricks ?? {}).sort(([a], [b]) => a - b);
  if (view.trick?.cards.length) tricks.push([tricks.length + 1, view.trick]);
  if (!tricks.length) return [];
  const { seats } = game.seating;
  const rows = tricks.map(([n, trick]) => {
    const cells = seats.map(() => make("td"));
    trick.cards.forEach((sentence, turn) => {
      const { seat, rest } = parted(sentence);
      const cell = cells[seats.indexOf(seat)];
      cell.append(element(rest, names));
      if (turn === 0) mark(cell, "led", say.led);
      if (trick.won === seat) mark(cell, "won", say.won);
    });
    return make("tr", "", [row(String(n)), ...cells]);
  });
  return [make("table", "tricks", [
    make("caption", "", say.tricks),
    make("thead", "", [make("tr", "", [say.trick, ...seats.map((seat) => speech.seat(seat))].map(column))]),
    make("tbody", "", rows),
  ])];
}

function mark(cell, kind, said) {
  cell.classList.add(kind);
  cell.append(make("span", "unseen", ` ${said} `));
}

function column(text) {
  const found = make("th", "", text);
  found.scope = "col";
  return found;
}

function row(text) {
  const found = make("th", "", text);
  found.scope = "row";
  return found;
}

const told = ([name, value]) => [make("dt", "", name), make("dd", "", value)];

/** Elements with a space between them, so that they are read as words of their own. */
const joined = (parts) => parts.flatMap((part, n) => (n ? [" ", part] : [part]));

/** An element with a class and either text or children. */
export function make(tag, kind = "", inside = null) {
  const found = document.createElement(tag);
  if (kind) found.className = kind;
  if (Array.isArray(inside)) found.append(...inside);
  else if (inside instanceof Node) found.append(inside);
  else if (inside !== null && inside !== undefined) found.textContent = inside;
  return found;
}

customElements.define("table-view", TableView);
