// Acts in words. An act without words on the page is written in the notation, which the server sends.
import { read, spoken } from "../cards.js";
import { fill } from "../dom.js";
import { Speech, isCard, lettersOf, parted } from "../speech.js";

const LONGEST = 16;

/** Return a name as it fits into a question on a phone: a long one as its first word, or the beginning of that. */
export function shortened(name = "") {
  if (name.length <= LONGEST) return name;
  const [first] = name.split(/\s/);
  if (first.length <= LONGEST) return first;
  return `${lettersOf(first).slice(0, LONGEST - 2).join("")}…`;
}

export class Words {
  constructor(words) {
    Object.assign(this, words);
    this.names = Object.values(this.packs)[0];
    this.game = {};
  }

  /** Take the card names and the scale of the points of a game. `faces`, `ruleset`: as the server sends them. */
  use(faces, ruleset) {
    this.game = ruleset;
    const [first] = Object.values(faces?.suits ?? {});
    this.names = this.packs[first?.name] ?? this.names;
  }

  /** A seat: "North", "North, Nimal", "Seat 3". */
  seat(seat, names = {}) {
    const called = this.seats[seat] ?? fill(this.seatNumber, { seat });
    return names[seat] ? fill(this.seatNamed, { seat: called, name: names[seat] }) : called;
  }

  /** A seat in one letter; or its number. */
  initial(seat) {
    return this.#speech.initial(seat);
  }

  /** A seat before a bid: "N", or "5:". */
  bidder(seat) {
    return this.seats[seat] ? this.initial(seat) : `${seat}:`;
  }

  /** A side in short: "NS", or its name if it is not named by its seats. */
  side(team) {
    return this.teams[team] && /^[NESW]+$/.test(team) ? [...team].map((seat) => this.initial(seat)).join("") : this.teams[team] ?? team;
  }

  /** How many points of the record are one point as the game writes it. */
  get scale() {
    return this.game.points_scale === "0.1" ? 10 : 1;
  }

  /** Card points as the game writes them. */
  pointsOf(number) {
    return this.#speech.points(number);
  }

  /** A bid: a number as the game writes it, or a word. */
  bidOf(bid) {
    return this.bids[bid] ?? this.pointsOf(bid);
  }

  card(card) {
    return spoken(card, this.names);
  }

  denomination(word) {
    return this.denominations[word] ?? this.names.suits[word] ?? word;
  }

  /** An act without its seat: "Pass", "160", "No trump found". `fallback`: the act in the notation. */
  act(act, fallback = "") {
    if (act.type === "CardPlayed") return this.play(act);
    if (act.type === "PackCut" && act.unrecorded) return this.acts.UnrecordedCut;
    if (act.type === "PackCut" && act.depth === undefined) return this.acts.NoCut;
    if (act.type === "FaceDownInspected" && !act.trumps) return this.acts.NoTrump;
    if (act.type === "SpoiltTrumpsDeclared" && act.upheld === false) return this.acts.NotSpoilt;
    if (act.type === "BidMade") return this.bidOf(act.bid);
    if (act.type === "WeisDetailed") return this.detail(act);
    const sentence = this.acts[act.type];
    if (!sentence) return fallback.replace(/^\S+\s/, "") || act.type;
    return fill(sentence, {
      ...act,
      card: act.card && act.card !== "??" ? this.card(act.card) : "",
      cards: this.cards(act),
      denomination: this.denomination(act.denomination),
      suit: this.denomination(act.suit),
      values: (act.values ?? []).join(", ") || "0",
      of: act.of && this.seat(act.of),
      partner: act.partner ? this.seat(act.partner) : "",
      depth: act.depth || "",
    }).replace(/\s+/g, " ").replace(/[\s:]+$/, "");
  }

  cards(act) {
    const named = act.order ?? act.cards ?? [];
    return Array.isArray(named)
      ? named.join(" ")
      : Object.entries(named).map(([seat, card]) => `${this.seat(seat)} ${card === "??" ? "?" : this.card(card)}`).join(", ");
  }

  play(act) {
    const card = this.card(act.card ?? "??");
    if (act.indicator) return fill(act.down ? this.playedIndicatorDown : this.playedIndicator, { card });
    if (act.down) return (act.card ?? "??") === "??" ? this.playedUnseenDown : fill(this.playedDown, { card });
    return card;
  }

  detail(act) {
    if (act.cards !== undefined) return fill(this.details.cards, act);
    if (act.top !== undefined) return fill(this.details.top, { top: this.names.ranks[act.top] ?? act.top });
    return act.trump ? this.details.trump : this.details.plain;
  }

  /** An act with its seat: "North: Pass". */
  line(act, fallback) {
    return fill(this.does, { seat: this.seat(act.seat), act: this.act(act, fallback) });
  }

  /** An act in the notation, in words: "N 9H" is "North: nine of hearts". */
  inWords(notation) {
    const { seat, rest } = parted(notation);
    return isCard(notation) ? this.line({ type: "CardPlayed", seat, ...read(rest) }) : this.#speech.act(notation);
  }

  /** The words of a table, as the other pages have them. */
  ofTable({ seats, teams, ruleset }) {
    return new Speech(this.speech, this.names, { ...ruleset, seating: { seats, teams: Object.keys(teams) } });
  }

  /** The acts of an entry in words, the one that was tapped first: a card also records what comes before it. */
  entry(latest) {
    if (!latest) return [];
    const { act, acts } = latest;
    const [last] = acts.slice(-1);
    if (acts.length > 1 && isCard(last)) return [last, ...acts.slice(0, -1)].map((each) => this.inWords(each));
    return [this.line(act, acts[0]), ...acts.slice(1).map((each) => this.inWords(each))];
  }

  get #speech() {
    return new Speech(this.speech, this.names, this.game);
  }
}
