// The notation as sentences: "E 9H" becomes "East leads nine of hearts". The words come from the page.

import { read, spoken } from "./cards.js";
import { fill } from "./dom.js";

/** Return whether a sentence of the notation plays a card. */
export const isCard = (sentence) => CARD.test(parted(sentence).rest);

/** A sentence whose cards are codes, with each card written by `write`. */
export const withCards = (sentence, write) => sentence.replace(/\b[2-9TJQKA][SHDC]\b/g, write);

/** A code in words: "wrong-caps" becomes "wrong caps". */
export const spaced = (code) => code.replaceAll(/[-_]/g, " ");

/** Whether a clause is of a rule document, whose name is a number. Others explain the record to developers. */
export const isRule = (clause) => /^\d+$/.test(clause.document);

/** Return the name of the rule of a clause, a text such as 000 “Play”: what stands between its marks. */
export const ruleName = (clause) => clause.match(/“(.+)”/)?.[1] ?? clause;

/** The letters of a text, each with its vowel signs. Intl.Segmenter is newer than some browsers, and slow to make. */
export const lettersOf = (text) => text.match(/.\p{M}*(?:\u200d.\p{M}*)*/gsu) ?? [];

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

  /** A seat in one letter: "N", "தெ"; or its number. */
  initial(seat) {
    return lettersOf(this.words.seats?.[seat] ?? "")[0] ?? seat;
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

  /** "100 obenabe" in words. */
  contract(rest) {
    const [, points, suit] = DENOMINATION.exec(rest);
    return `${points} ${this.suit(suit)}`;
  }

  bid(bid) {
    return typeof bid === "number" ? this.points(bid) : (this.words.calls?.[bid] ?? String(bid));
  }

  /** A call without its seat, in short: "170", "pass", "100 roses". */
  call(sentence) {
    const { rest } = parted(sentence);
    const calls = this.words.calls ?? {};
    if (DENOMINATION.test(rest)) return this.contract(rest);
    if (/^\d+$/.test(rest)) return this.points(Number(rest));
    if (rest.startsWith("ask ")) return fill(calls.ask_whom, { whom: this.seat(rest.slice(4)) });
    return calls[rest.replace(/^bid /, "")] ?? rest;
  }

  /** Return an act as a sentence; as it is written if the script does not know it. `leads`: it is a trick's first card. */
  act(sentence, { leads = false } = {}) {
    const { seat, rest } = parted(sentence);
    const says = (key, values = {}) => fill(this.words.says?.[key], { seat: this.seat(seat), ...values });
    if (CARD.test(rest)) return this.#play(rest, leads, says);
    for (const [pattern, key, places] of patterns(this.words.sentences)) {
      const match = pattern.exec(rest);
      if (!match) continue;
      const unknown = places[0]?.[1] === "card" && match[1] === "??";
      return says(unknown ? `${key}_unknown` : key, Object.fromEntries(places.map(([name, kind], n) => [name, KINDS[kind](this, match[n + 1])])));
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

/** How a part of an act is written, by its kind: as in web/act_sentences.py. */
const KINDS = {
  plain: (speech, text) => text,
  card: (speech, text) => speech.card(text),
  cards: (speech, text) => speech.cards(text.trim().split(/\s+/).filter(Boolean)),
  pairs: (speech, text) => speech.pairs(text),
  seat: (speech, text) => speech.seat(text),
  suit: (speech, text) => speech.suit(text),
  rank: (speech, text) => speech.names.ranks?.[text] ?? text,
  contract: (speech, text) => speech.contract(text),
  points: (speech, text) => speech.points(Number(text)),
  call: (speech, text) => speech.bid(text),
  list: (speech, text) => text.split(" ").join(", "),
};

const compiled = new WeakMap(); // a page has one list, and asks for it with each act

function patterns(sentences = []) {
  if (!compiled.has(sentences)) compiled.set(sentences, sentences.map(([pattern, key, places]) => [new RegExp(`^(?:${pattern})$`, "su"), key, places]));
  return compiled.get(sentences);
}
