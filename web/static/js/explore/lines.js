// Lines of cards from plies of a deal. This browser keeps them, or the reader's account (then they have an id), or
// somebody shows them to the club (then they have a writer, too). A link holds one, so that others can open it.

import { readKept, writeKept } from "../kept.js";

const MOST = 30;
const LONGEST_NAME = 60;
const CARD = /^[2-9TJQKA][SHDC]$/;

/** A line: {ply, cards, name}; with the `id` of a note if an account keeps it, `isShown` and `isTakenBack` as the note
    says, and `by` if it is of somebody else. */
const valid = ({ ply, cards, name }) =>
  Number.isInteger(ply) && ply >= -1 && Array.isArray(cards) && cards.every((card) => CARD.test(card)) && typeof name === "string";

const same = (one, other) => one.ply === other.ply && one.cards.join() === other.cards.join();

/** Return the fragment of an address for a line, with the number of its cards that are played. */
export function write(line, at) {
  const parts = [line.ply, line.cards.join("."), at === line.cards.length ? "" : at, encodeURIComponent(line.name)];
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return `#${parts.join("/")}`;
}

/** Return the line of a fragment and the number of its cards that are played; null if it is none. */
export function read(fragment) {
  const [ply, cards = "", at = "", name = ""] = fragment.replace(/^#/, "").split("/");
  if (!/^-?\d{1,4}$/.test(ply)) return null;
  let title = "";
  try {
    title = decodeURIComponent(name).slice(0, LONGEST_NAME);
  } catch {
    // A damaged name: the line is good without it.
  }
  const line = { ply: Number(ply), cards: cards ? cards.split(".") : [], name: title };
  if (!valid(line)) return null;
  return { line, at: at !== "" && Number(at) <= line.cards.length ? Number(at) : line.cards.length };
}

export class Lines {
  constructor(deal) {
    this.key = `nought-lines-${deal}`;
    this.all = this.#stored();
  }

  /** Return the line of the list that has the same cards; else the given one, which is in no list until it has a card. */
  open(line) {
    const kept = this.all.find((each) => same(each, line));
    if (!kept) return this.#add({ ...line });
    if (line.name && !kept.id) this.rename(kept, line.name);
    return kept;
  }

  /** Return the line with another card after its first `at`: the line itself, or another one if other cards follow. */
  extend(line, at, card) {
    const longer = { ply: line.ply, cards: [...line.cards.slice(0, at), card], name: "" };
    const kept = this.all.find((each) => same(each, longer));
    if (kept) return kept;
    if (at < line.cards.length || line.id) return this.#add(longer);
    line.cards.push(card);
    return this.#add(line);
  }

  rename(line, name) {
    line.name = name.trim().slice(0, LONGEST_NAME);
    this.#store();
  }

  /** Take in the lines that the reader's account keeps, then those that others show to the club. */
  adopt(notes) {
    const lines = notes.filter(({ cards }) => cards.length);
    for (const note of [...lines.filter(({ by }) => !by), ...lines.filter(({ by }) => by)]) {
      const line = { ply: note.ply, cards: note.cards, name: "" };
      this.keep((note.by ? null : this.all.find((each) => same(each, line))) ?? line, note);
    }
  }

  /** Note that an account keeps a line, as the server says: this browser keeps it no longer. */
  keep(line, { id, text, by, for_club: isShown, taken_back: isTakenBack }) {
    Object.assign(line, { id, name: text, by, isShown, isTakenBack });
    if (!this.all.includes(line)) this.all.push(line);
    this.#store();
  }

  remove(line) {
    this.all = this.all.filter((each) => each !== line);
    this.#store();
  }

  #add(line) {
    if (line.cards.length && !this.all.includes(line)) this.all.push(line);
    for (let own = this.#own(); own.length > MOST; own = this.#own()) {
      const dropped = own.find(({ name }) => !name) ?? own[0];
      this.all = this.all.filter((each) => each !== dropped);
    }
    this.#store();
    return line;
  }

  /** Return the lines that this browser keeps. */
  #own() {
    return this.all.filter(({ id }) => !id);
  }

  #stored() {
    try {
      return readKept(this.key, []).filter(valid);
    } catch {
      return []; // damaged
    }
  }

  #store() {
    // If storage is forbidden or full, the lines last as long as the page.
    const own = this.#own();
    writeKept(this.key, own.length ? own : undefined);
  }
}
