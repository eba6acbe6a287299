// The notation as sentences: "E 9H" becomes "East leads nine of hearts". The words come from the page.

import { read, spoken } from "./cards.js";
import { fill } from "./dom.js";

/** Return whether a sentence of the notation plays a card. */
export const isCard = (sentence) => CARD.test(parted(sentence).rest);

const CARD = /^\(?\[?\(?(\?\?|[0-9TJQKA][SHDC])\)?\]?\)?$/;
const DENOMINATION = /^(\d+) ([SHDC]|obenabe|undenufe)$/;

export class Speech {
  /** `words`: as in web/spoken.py; `names`: as cards.js takes them; `game`: a ruleset. */
  constructor(words, names, game) {
    this.words = words ?? {};
    this.names = names ?? {};
    this.game = game ?? {};
  }

  seat(seat) {
    return this.words.seats?.[seat] ?? fill(this.words.seat ?? "{n}", { n: seat });
  }

  /** A seat before a bid: a numbered one has a colon, "Seat 5: 250". */
  bidder(seat) {
    return this.words.seats?.[seat] ?? `${this.seat(seat)}:`;
  }

  /** A seat in one letter, with its vowel signs: "N"; or its number. Intl.Segmenter takes tens of milliseconds to make. */
  initial(seat) {
    return /^.\p{M}*/u.exec(this.words.seats?.[seat] ?? "")?.[0] ?? seat;
  }

  team(team) {
    return this.words.teams?.[team] ?? (this.game.seating?.seats?.includes(team) ? this.seat(team) : team);
  }

  /** The team that a seat plays for. */
  teamOf(seat) {
    const { seats, teams } = this.game.seating;
    return teams[seats.indexOf(seat) % teams.length];
  }

  viewer(viewer) {
    return this.words.viewers?.[viewer] ?? this.seat(viewer);
  }

  card(word) {
    return spoken(word, this.names);
  }

  cards(list) {
    return list.map((card) => this.card(card)).join(", ");
  }

  suit(letter) {
    return this.names.suits?.[letter] ?? this.words.calls?.[letter] ?? letter;
  }

  /** Card points as this game writes them. */
  points(number) {
    return this.game.points_scale === "0.1" ? (number / 10).toFixed(1) : String(number);
  }

  bid(bid) {
    return typeof bid === "number" ? this.points(bid) : (this.words.calls?.[bid] ?? String(bid));
  }

  /** A call without its seat, in short: "170", "pass", "100 roses". */
  call(sentence) {
    const { rest } = parted(sentence);
    const calls = this.words.calls ?? {};
    const contract = DENOMINATION.exec(rest);
    if (contract) return `${contract[1]} ${this.suit(contract[2])}`;
    if (/^\d+$/.test(rest)) return this.points(Number(rest));
    if (rest.startsWith("ask ")) return fill(calls.ask_whom, { whom: this.seat(rest.slice(4)) });
    return calls[rest.replace(/^bid /, "")] ?? rest;
  }

  /** Return an act as a sentence; as it is written if the script does not know it. `leads`: it is a trick's first card. */
  act(sentence, { leads = false } = {}) {
    const { seat, rest } = parted(sentence);
    const says = (key, values = {}) => fill(this.words.says?.[key], { seat: this.seat(seat), ...values });
    if (CARD.test(rest)) return this.#play(rest, leads, says);
    const contract = DENOMINATION.exec(rest);
    if (contract) return says("bids", { bid: `${contract[1]} ${this.suit(contract[2])}` });
    if (/^\d+$/.test(rest)) return says("bids", { bid: this.points(Number(rest)) });
    for (const [pattern, write] of SENTENCES) {
      const match = pattern.exec(rest);
      if (match) return write(this, says, match);
    }
    return sentence;
  }

  #play(word, leads, says) {
    const { card, known, down, indicator } = read(word);
    const values = { card: this.card(card) };
    if (indicator && down) return says(known ? "plays_indicator_down" : "plays_indicator_unknown", values);
    if (indicator) return says("plays_indicator", values);
    if (down) return says(!known ? "plays_down_unknown" : leads ? "leads_down" : "plays_down", values);
    return says(leads ? "leads" : "plays", values);
  }

  /** "W=JH N=7C" as cards with their seats. */
  pairs(words) {
    return words.trim().split(/\s+/).filter(Boolean).map((pair) => {
      const [seat, card] = pair.split("=");
      return fill(this.words.says?.of_seat, { seat: this.seat(seat), card: this.card(card) });
    }).join(", ");
  }
}

/** "E 9H" and "S: trumps" as a seat and what it did. */
export function parted(sentence) {
  const [, seat, rest] = /^([^\s:]+):?\s*(.*)$/s.exec(sentence) ?? [null, "", sentence];
  return { seat, rest };
}

const one = (key) => (speech, says) => says(key);
const card = (key) => (speech, says, [, word]) =>
  says(word === "??" ? `${key}_unknown` : key, { card: speech.card(word) });
const list = (speech, words) => speech.cards(words.trim().split(/\s+/));

const SENTENCES = [
  [/^shuffle/, one("shuffles")],
  [/^no cut$/, one("no_cut")],
  [/^cut$/, one("cuts")],
  [/^cut (-?\d+)$/, (speech, says, [, n]) => says("cuts_at", { n })],
  [/^deal/, one("deals")],
  [/^redeal$/, one("redeal")],
  [/^pass$/, one("passes")],
  [/^ask$/, one("asks")],
  [/^ask (\w+)$/, (speech, says, [, whom]) => says("asks_whom", { whom: speech.seat(whom) })],
  [/^indicator (\S+)$/, card("indicator")],
  [/^takes back (\S+)$/, card("takes_back")],
  [/^open (\S+)$/, card("opens")],
  [/^closed$/, one("closes")],
  [/^trumps/, one("finds_trumps")],
  [/^none/, one("finds_none")],
  [/^shows indicator (\S+)$/, card("shows_indicator")],
  [/^shows weis(.*)$/, (speech, says, [, cards]) => says("weis_shows", { cards: list(speech, cards) })],
  [/^shows$/, one("shows_nothing")],
  [/^shows (.+)$/, (speech, says, [, pairs]) => says("shows", { cards: speech.pairs(pairs) })],
  [/^caps$/, one("caps")],
  [/^caps (.+)$/, (speech, says, [, cards]) => says("caps_order", { cards: list(speech, cards) })],
  [/^concedes$/, one("concedes")],
  [/^spoilt$/, one("spoilt")],
  [/^spoilt denied$/, one("spoilt_denied")],
  [/^names partner (\S+)$/, card("names_partner")],
  [/^marriage (\w)$/, (speech, says, [, suit]) => says("marriage", { suit: speech.suit(suit) })],
  [/^announces double$/, one("announces_double")],
  [/^counts (-?\d+)$/, (speech, says, [, n]) => says("counts", { n: speech.points(Number(n)) })],
  [/^double$/, one("doubles")],
  [/^redouble$/, one("redoubles")],
  [/^weis (\d+)$/, (speech, says, [, n]) => says("declares_weis", { n })],
  [/^weis (\d+) cards$/, (speech, says, [, n]) => says("weis_cards", { n })],
  [/^weis top (\w)$/, (speech, says, [, rank]) => says("weis_top", { rank: speech.names.ranks?.[rank] ?? rank })],
  [/^weis in trumps$/, one("weis_trumps")],
  [/^weis not in trumps$/, one("weis_not_trumps")],
  [/^weis conceded$/, one("weis_conceded")],
  [/^scores nothing$/, one("weis_scores_nothing")],
  [/^scores (.+)$/, (speech, says, [, values]) => says("weis_scores", { values: values.split(" ").join(", ") })],
  [/^demands (\w+) (\d+)$/, (speech, says, [, whom, n]) => says("weis_demands", { whom: speech.seat(whom), n })],
  [/^stöck$/, one("stoeck")],
  [/^(?:bid )?([a-z][a-z0-9_-]*)$/, (speech, says, [, bid]) => says("bids", { bid: speech.bid(bid) })],
];
