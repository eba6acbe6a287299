// <table-view>: a table as one viewer knows it, as a picture and as text.
//
//   table.game = …      a ruleset, as GET /api/v1/rulesets/{key} answers
//   table.names = …     how cards are called, as cards.js takes it
//   table.view = …      a view, as GET /api/v1/deals/{id}/views/{viewer} answers
//   table.players = …   the players by seat, if known: {S: "Anula"}
//   table.verdict = …   the result as a sentence, shown on the felt
//   table.dealt = true  show the hands as they were dealt, as far as the viewer knows them, instead of the last trick
//   table.marks = …     cards that the seat to act may play, with a price each: {JH: {text: "182", kind: "best", title}}
//   table.words = …     its words (web/spoken.py); by default the page's: <script id="words">
//
// The attribute `bare` leaves out the auction and the tricks, for pages that show them elsewhere. The element knows no
// rules: it shows what the view has.

import { brought } from "./api.js";
import { element, read } from "./cards.js";
import { fill, make } from "./dom.js";
import { facts, rim } from "./facts.js";
import { readKept, writeKept } from "./kept.js";
import { collect, deal } from "./moves.js";
import { Speech, parted } from "./speech.js";

const AS_TEXT = "nought-text-view";
/** A window in which every table is too narrow for the faces of cards (table.css). */
const narrow = matchMedia("(max-width: 30rem)");

/** Where browsers know no containers, the measures of the felt follow the width of its board. */
const measured = CSS.supports("container-type", "inline-size") ? null : new ResizeObserver((boards) => {
  for (const { target, contentRect } of boards) target.style.setProperty("--cqi", `${contentRect.width / 100}px`);
});

export class TableView extends HTMLElement {
  #given = { game: null, names: null, view: null, players: {}, words: null, verdict: "", dealt: false, marks: {}, taps: new Set() };
  #due = false;
  #drawn = "";
  #before = null; // the view that is shown

  get game() { return this.#given.game; }
  set game(value) { this.#take("game", value); }
  get names() { return this.#given.names; }
  set names(value) { this.#take("names", value); }
  get view() { return this.#given.view; }
  set view(value) { this.#take("view", value); }
  get players() { return this.#given.players; }
  set players(value) { this.#take("players", value ?? {}); }
  get verdict() { return this.#given.verdict; }
  set verdict(value) { this.#take("verdict", value ?? ""); }
  get dealt() { return this.#given.dealt; }
  set dealt(value) { this.#take("dealt", Boolean(value)); }
  get marks() { return this.#given.marks; }
  set marks(value) { this.#take("marks", value ?? {}); }
  /** The cards of hands that can be tapped: a page listens for the taps. */
  get taps() { return this.#given.taps; }
  set taps(value) { this.#take("taps", value ?? new Set()); }
  get words() { return (this.#given.words ??= brought("words")?.table ?? {}); }
  set words(value) { this.#take("words", value); }

  /** The speech for this table's acts. */
  get speech() { return new Speech(this.words, this.names, this.game); }

  connectedCallback() {
    narrow.addEventListener("change", this.#later);
    this.#later();
  }

  disconnectedCallback() { narrow.removeEventListener("change", this.#later); }

  #take(name, value) {
    this.#given[name] = value;
    this.#later();
  }

  /** Draw once after several properties were set. */
  #later = () => {
    if (this.#due || !this.isConnected) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected && this.game && this.view) this.#draw();
    });
  };

  get #seats() { return this.game.seating.seats; }

  /** The hands that are shown. */
  get #hands() { return this.dealt ? handsAsDealt(this.view, this.game) : (this.view.hands ?? {}); }

  /** The last completed trick, where it is shown; null if there is none. */
  get #done() { return this.dealt ? null : lastTrick(this.view); }

  /** Seats from the one at the bottom, counter-clockwise: the viewer's own, if it has one. */
  get #round() {
    const at = Math.max(0, this.#seats.indexOf(this.view.viewer));
    return [...this.#seats.slice(at), ...this.#seats.slice(0, at)];
  }

  #draw() {
    const speech = this.speech;
    const round = this.#round;
    this.#build(round, speech);
    const next = this.#before?.viewer === this.view.viewer && this.#before.ply + 1 === this.view.ply;
    round.forEach((seat, place) => this.#seat(seat, place, speech));
    const trick = this.querySelector(".trick");
    const lay = () => trick.replaceChildren(...this.#trick(round, speech));
    if (next) collect(trick, this.#before, this.view, lay);
    else lay();
    if (next) deal(trick, this.#before, this.view);
    this.#before = this.view;
    this.#mark();
    this.querySelector(".verdict").textContent = this.verdict;
    const slots = rim(this.view, speech, this.names);
    this.querySelector(".rim").dataset.slots = slots.length;
    this.querySelector(".rim").replaceChildren(...slots.map(slot));
    this.querySelector(".facts").replaceChildren(...facts(this.view, speech, this.names).flatMap(pair));
    const isBare = this.hasAttribute("bare");
    if (!isBare) {
      this.querySelector(".auction").replaceChildren(...auctionTable(this.view, this.game, speech));
      this.querySelector(".taken").replaceChildren(...tricksTable(this.view, this.game, speech, this.names));
    }
    this.querySelector(".in-words").replaceChildren(...this.#inWords(round, speech));
    // Parts that scroll can be reached by keyboard. Empty ones are not measured, which costs a layout before the paint.
    for (const part of isBare ? [] : this.querySelectorAll(".scroll")) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }

  /** Build the parts, once for each order of the seats. */
  #build(round, speech) {
    const order = round.join(" ");
    if (this.#drawn === order) return;
    this.#drawn = order;
    const say = this.words.facts ?? {};
    const felt = make("div", { class: "felt" }, round.map((seat, place) => {
      const parts = [make("div", { class: "name" }), make("ul", { class: "hand" }), make("div", { class: "front" })];
      return make("section", { class: "seat", data: { seat, place } }, parts);
    }));
    felt.dataset.seats = round.length;
    felt.append(make("div", { class: "trick" }), make("p", { class: "verdict", "aria-hidden": "true" }));
    const board = make("div", { class: "board" }, [make("dl", { class: "rim" }), felt]);
    measured?.observe(board);
    const onclick = () => {
      const on = !this.classList.contains("text");
      writeKept(AS_TEXT, on);
      this.#showText(on);
    };
    const asText = make("button", { class: "as-text no-print", type: "button", onclick }, say.as_text);
    this.replaceChildren(board, make("section", { class: "in-words" }), asText, make("dl", { class: "facts" }),
                         make("div", { class: "auction scroll" }), make("div", { class: "taken scroll" }));
    this.#showText(readKept(AS_TEXT, false));
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
    const signs = {};
    const mark = (text, sign) => { marks.push(text); signs[text] = sign; };
    if (view.dealer === seat) mark(say.dealer, say.dealer_sign);
    if (view.maker === seat) mark(view.contract?.denomination ? say.declarer : say.maker, say.maker_sign);
    if (view.turn === seat) mark(say.turn);
    const many = this.#seats.length > 4;
    const name = make("b", {}, many ? [make("span", { "aria-hidden": "true" }, seat), make("span", { class: "unseen" }, speech.seat(seat))] : speech.seat(seat));
    const player = this.players[seat] ? [make("span", { class: "player" }, this.players[seat])] : [];
    part.querySelector(".name").replaceChildren(
      ...joined([name, ...player, ...marks.map((text) => make("span", { class: text === say.turn ? "mark now" : "mark", title: text }, [
        make("span", { class: "long" }, text), ...(many && signs[text] ? [make("span", { class: "sign", "aria-hidden": "true" }, signs[text])] : []),
      ]))], ", "));
    part.querySelector(".name").classList.toggle("marked", marks.some((text) => text !== say.turn));
    const hand = part.querySelector(".hand");
    hand.setAttribute("aria-label", fill(say.hand_of, { seat: speech.seat(seat) }));
    const cards = this.#hands[seat] ?? [];
    // The fan: cards lap so far that all of them find room.
    hand.style.setProperty("--n", cards.length);
    hand.style.setProperty("--gaps", Math.max(1, cards.length - 1));
    hand.replaceChildren(...this.#hand(cards, say, new Set(view.worked_out?.[seat])));
    if (!place) this.querySelector(".felt").classList.toggle("held", cards.length > 0);
    part.querySelector(".front").replaceChildren(...this.#indicator(seat, say));
  }

  #card(word) { return element(word, this.names, { whole: true, drawn: !narrow.matches }); }

  /** Return the trump indicator if this seat placed it: face down, with its index for who knows it. */
  #indicator(seat, say) {
    const { maker, trump } = this.view;
    if (maker !== seat || !trump?.indicator) return [];
    const card = this.#card(`(${trump.indicator})`);
    card.prepend(make("span", { class: "unseen" }, `${say.indicator}: `));
    card.title = say.indicator;
    return [card];
  }

  /** Return the known cards by suit, those marked that were worked out, and the unknown ones as backs with their number. */
  #hand(cards, say, workedOut) {
    const known = cards.filter((card) => card !== "??");
    const unknown = cards.length - known.length;
    const suits = [...new Set([...this.game.pack.suits, ...known.map((card) => card.slice(-1))])];
    const rows = suits.map((suit) => [suit, known.filter((card) => card.endsWith(suit))]).filter(([, some]) => some.length);
    const parts = rows.map(([suit, some]) => {
      const cards = joined(some.map((card) => {
        const shown = this.#card(card);
        shown.classList.toggle("worked-out", workedOut.has(card));
        return shown;
      }));
      return make("li", { class: "suit", data: { suit } }, cards);
    });
    if (unknown) {
      const backs = Array.from({ length: unknown }, () => make("span", { class: "card back whole", "aria-hidden": "true" }));
      const number = make("b", { class: "number", "aria-hidden": "true" }, String(unknown));
      parts.push(make("li", { class: "unknown" }, [...backs, number, make("span", { class: "unseen" }, fill(say.unknown_cards, { n: unknown }))]));
    }
    return parts.length ? parts : [make("li", { class: "empty" }, [make("span", { class: "unseen" }, say.no_cards)])];
  }

  /** Put the prices on the cards that may be played. They are for readers who see them: a page also lists them. */
  #mark() {
    for (const card of this.querySelectorAll(".hand [data-card]")) {
      if (this.taps.has(card.dataset.card)) card.classList.add("playable");
    }
    const playable = Object.keys(this.marks).length > 0;
    this.classList.toggle("priced", playable);
    if (!playable) return;
    for (const card of this.querySelectorAll(".seat.turn .card[data-card]")) {
      const mark = this.marks[card.dataset.card];
      if (!mark) continue;
      card.classList.add("playable", ...[mark.kind].filter(Boolean));
      card.title = mark.title;
      card.append(make("span", { class: "price", "aria-hidden": "true" }, mark.text));
    }
  }

  /** Return the cards on the table; after the last card of a trick, that trick and its winner. */
  #trick(round, speech) {
    const say = this.words.facts ?? {};
    const lying = this.view.trick?.cards ?? [];
    const done = this.#done;
    const shown = lying.length ? lying : (done?.cards ?? []);
    const cards = shown.map((sentence, n) => {
      const { seat, rest } = parted(sentence);
      const card = this.#card(rest);
      card.setAttribute("aria-hidden", "true");
      const laid = make("div", { class: "laid", role: "listitem", data: { seat, place: round.indexOf(seat) } }, [
        make("span", { class: "unseen" }, speech.act(sentence, { leads: n === 0 })), card,
        ...(round.length > 4 ? [make("small", { "aria-hidden": "true" }, seat)] : []),
      ]);
      laid.classList.toggle("leads", n === 0);
      laid.classList.toggle("won", !lying.length && done?.won === seat);
      const angle = (2 * Math.PI * round.indexOf(seat)) / round.length;
      laid.style.setProperty("--x", Math.sin(angle).toFixed(3));
      laid.style.setProperty("--y", Math.cos(angle).toFixed(3));
      // Who sits nearer lies above: a card never hides the index of another, which is at its top.
      laid.style.zIndex = Math.round(2 + 2 * Math.cos(angle));
      return laid;
    });
    const trick = this.querySelector(".trick");
    trick.classList.toggle("past", !lying.length);
    for (const [name, value] of [["role", "list"], ["aria-label", say.on_table]]) {
      if (shown.length) trick.setAttribute(name, value);
      else trick.removeAttribute(name);
    }
    if (!lying.length && done) cards.push(make("p", { class: "takes", role: "listitem" }, fill(say.takes, { seat: speech.seat(done.won), n: done.n })));
    return cards;
  }

  /** Return the table as text. */
  #inWords(round, speech) {
    const say = this.words.facts ?? {};
    const { view } = this;
    const shown = this.#hands;
    const hands = round.map((seat) => {
      const cards = shown[seat] ?? [];
      const known = cards.filter((card) => card !== "??").map((card) => speech.card(card));
      const unknown = cards.length - known.length;
      if (unknown) known.push(fill(say.unknown_cards, { n: unknown }));
      const player = this.players[seat] ? ` (${this.players[seat]})` : "";
      return make("li", {}, `${speech.seat(seat)}${player}: ${known.join(", ") || say.no_cards}`);
    });
    const lying = (view.trick?.cards ?? []).map((sentence, n) => make("li", {}, speech.act(sentence, { leads: n === 0 })));
    const done = this.#done;
    return [
      make("h2", {}, say.hands), make("ul", {}, hands),
      make("h2", {}, say.on_table),
      lying.length ? make("ol", {}, lying) : make("p", {}, say.nothing_on_table),
      ...(done && !lying.length ? [make("p", {}, fill(say.takes, { seat: speech.seat(done.won), n: done.n }))] : []),
    ];
  }
}

/** Return the last completed trick: {n, cards, won}; null if there is none. */
export function lastTrick(view) {
  const n = Math.max(0, ...Object.keys(view.tricks ?? {}).map(Number));
  return n ? { n, ...view.tricks[n] } : null;
}

/** Return cards suit by suit, strongest first. */
export function sortedHand(cards, game) {
  const { suits, ranks } = game.pack;
  return [...cards].sort((one, other) => suits.indexOf(one.slice(-1)) - suits.indexOf(other.slice(-1))
    || ranks.indexOf(other.slice(0, -1)) - ranks.indexOf(one.slice(0, -1)));
}

/** Return every hand as it was dealt: the cards that were played, and those still held; strongest first in each suit. */
export function handsAsDealt(view, game) {
  const hands = Object.fromEntries(Object.entries(view.hands ?? {}).map(([seat, cards]) => [seat, [...cards]]));
  const tricks = [...Object.values(view.tricks ?? {}), view.trick ?? { cards: [] }];
  for (const sentence of tricks.flatMap((trick) => trick.cards)) {
    const { seat, rest } = parted(sentence);
    (hands[seat] ??= []).push(read(rest).card);
  }
  const strength = (card) => game.pack.ranks.indexOf(card.slice(0, -1));
  for (const cards of Object.values(hands)) cards.sort((one, other) => strength(other) - strength(one));
  return hands;
}

/** Return the seats in the order in which they play, from one on. */
export const seatsFrom = (seat, seats) => [...seats.slice(seats.indexOf(seat)), ...seats.slice(0, seats.indexOf(seat))];

/** Return the auction as a table with a column for each seat, in the order of bidding; two auctions of a deal apart. */
export function auctionTable(view, game, speech) {
  const calls = Object.entries(view.auction ?? {}).sort(([a], [b]) => a - b).map(([ply, call]) => [Number(ply), call]);
  if (!calls.length) return [];
  const say = speech.words.facts ?? {};
  const order = seatsFrom(parted(calls[0][1]).seat, game.seating.seats);
  const bodies = partAuctions(calls, view.auctions ?? []).map((some, n, all) => [
    ...(all.length > 1 ? [make("tr", {}, make("th", { scope: "rowgroup", colspan: order.length }, say.auctions?.[n]))] : []),
    ...rounds(some, order, speech).map((cells) => make("tr", {}, cells)),
  ]);
  return [make("table", {}, [
    make("caption", {}, say.auction),
    make("thead", {}, [make("tr", {}, order.map((seat) => column(speech.seat(seat))))]),
    ...bodies.map((rows) => make("tbody", {}, rows)),
  ])];
}

/** Part calls into auctions. `begins`: the ply of the first call of each auction, if there is more than one. */
function partAuctions(calls, begins) {
  const parts = [];
  for (const [ply, call] of calls) {
    if (!parts.length || begins.slice(1).includes(ply)) parts.push([]);
    parts.at(-1).push([ply, call]);
  }
  return parts;
}

/** Return the calls of an auction as rows of cells. */
function rounds(calls, order, speech) {
  const rows = [];
  let last = order.length;
  for (const [ply, call] of calls) {
    const column = order.indexOf(parted(call).seat);
    if (column <= last) rows.push(order.map(() => make("td")));
    last = column;
    const cell = rows.at(-1)[column];
    cell.textContent = speech.call(call);
    cell.dataset.ply = ply;
  }
  return rows;
}

/** Return all tricks as a table with a column for each seat; leader, winner and the cards played face down are marked,
    also for screen readers. `down`: the trick and seat of each card played face down, as "5 N". */
export function tricksTable(view, game, speech, names, down = new Set()) {
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
      const card = element(rest, names);
      cell.append(card);
      if (down.has(`${n} ${seat}`)) {
        card.classList.add("down");
        mark(cell, "down", say.face_down);
      }
      if (turn === 0) mark(cell, "led", say.led);
      if (trick.won === seat) mark(cell, "won", say.won);
    });
    return make("tr", {}, [row(String(n)), ...cells]);
  });
  return [make("table", { class: "tricks" }, [
    make("caption", {}, say.tricks),
    make("thead", {}, [make("tr", {}, [say.trick, ...seats.map((seat) => speech.seat(seat))].map(column))]),
    make("tbody", {}, rows),
  ])];
}

function mark(cell, kind, word) {
  cell.classList.add(kind);
  cell.append(make("span", { class: "unseen" }, ` ${word} `));
}

const column = (text) => make("th", { scope: "col" }, text);

const row = (text) => make("th", { scope: "row" }, text);

const slot = ([name, value, kind]) => make("div", { class: kind }, [make("dt", {}, name), make("dd", {}, value)]);

const pair = ([name, value]) => [make("dt", {}, name), make("dd", {}, value)];

/** Put spaces between elements, so that screen readers read them as separate words; `pause` is only read. */
const joined = (parts, pause = "") => parts.flatMap((part, n) => {
  if (!n) return [part];
  return pause ? [make("span", { class: "unseen" }, pause), " ", part] : [" ", part];
});

customElements.define("table-view", TableView);
