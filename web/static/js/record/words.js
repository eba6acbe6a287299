// Acts in words. What the page has no word for is told by the sentence of the notation, which the server sends.
import { spoken } from "../cards.js";
import { told } from "../dom.js";

export class Words {
  constructor(words) {
    Object.assign(this, words);
    this.names = Object.values(this.packs)[0];
  }

  /** Cards are called as in the game from here on. `faces`: as the server tells them. */
  use(faces) {
    const [first] = Object.values(faces?.suits ?? {});
    this.names = this.packs[first?.name] ?? this.names;
  }

  /** A seat: "North", "North, Nimal", "Seat 3". */
  seat(seat, names = {}) {
    const called = this.seats[seat] ?? told(this.seatNumber, { seat });
    return names[seat] ? told(this.seatNamed, { seat: called, name: names[seat] }) : called;
  }

  card(card) {
    return spoken(card, this.names);
  }

  denomination(word) {
    return this.denominations[word] ?? this.names.suits[word] ?? word;
  }

  /** What a seat does: "Pass", "160", "No trump among them". `fallback` is the sentence of the notation. */
  act(act, fallback = "") {
    if (act.type === "CardPlayed") return this.play(act);
    if (act.type === "PackCut" && act.depth === undefined) return this.acts.NoCut;
    if (act.type === "FaceDownInspected" && !act.trumps) return this.acts.NoTrump;
    if (act.type === "SpoiltTrumpsDeclared" && act.upheld === false) return this.acts.NotSpoilt;
    if (act.type === "BidMade") return this.bids[act.bid] ?? String(act.bid);
    if (act.type === "WeisDetailed") return this.detail(act);
    const sentence = this.acts[act.type];
    if (!sentence) return fallback.replace(/^\S+\s/, "") || act.type;
    return told(sentence, {
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
    if (act.indicator) return told(act.down ? this.playedIndicatorDown : this.playedIndicator, { card });
    if (act.down) return (act.card ?? "??") === "??" ? this.playedUnseenDown : told(this.playedDown, { card });
    return card;
  }

  detail(act) {
    if (act.cards !== undefined) return told(this.details.cards, act);
    if (act.top !== undefined) return told(this.details.top, { top: this.names.ranks[act.top] ?? act.top });
    return act.trump ? this.details.trump : this.details.plain;
  }

  /** Who does what: "North: Pass". */
  line(act, fallback) {
    return told(this.does, { seat: this.seat(act.seat), act: this.act(act, fallback) });
  }
}
