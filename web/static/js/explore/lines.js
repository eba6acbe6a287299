// Lines of cards from plies of a deal. This browser keeps them; a link holds one, so that others can open it.

import { readKept, writeKept } from "../kept.js";

const MOST = 30;
const LONGEST_NAME = 60;
const CARD = /^[2-9TJQKA][SHDC]$/;

/** A line: {ply, cards, name}. */
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
    if (line.name) this.rename(kept, line.name);
    return kept;
  }

  /** Return the line with another card after its first `at`: the line itself, or another one if other cards follow. */
  extend(line, at, card) {
    const longer = { ply: line.ply, cards: [...line.cards.slice(0, at), card], name: "" };
    const kept = this.all.find((each) => same(each, longer));
    if (kept) return kept;
    if (at < line.cards.length) return this.#add(longer);
    line.cards.push(card);
    return this.#add(line);
  }

  rename(line, name) {
    line.name = name.trim().slice(0, LONGEST_NAME);
    this.#store();
  }

  remove(line) {
    this.all = this.all.filter((each) => each !== line);
    this.#store();
  }

  #add(line) {
    if (line.cards.length && !this.all.includes(line)) this.all.push(line);
    while (this.all.length > MOST) this.all.splice(Math.max(0, this.all.findIndex(({ name }) => !name)), 1);
    this.#store();
    return line;
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
    writeKept(this.key, this.all.length ? this.all : undefined);
  }
}
