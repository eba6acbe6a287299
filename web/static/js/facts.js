// The facts of a view beside its cards: [name, value] pairs in words, for every game. A value may be an element.

import { element, sign } from "./cards.js";
import { fill, make, signed } from "./dom.js";

/** Keys that are shown by the table, its rim, the auction or the tricks. */
const ELSEWHERE = new Set([
  "contract", "trump", "taken", "points", "score", "viewer", "ply", "dealer", "hands", "auction", "auctions", "trick", "tricks", "seen", "legal", "templates", "turn", "maker", "settlement",
  "abandoned", "outcome",
]);

const PLAIN = { "partner": partner, "asleep": asleep, "double": by,
  "redeals": number, "exposed": exposed, "caps": caps, "marriages": marriages, "weis": weis, "stoeck": stoeck, "stage": stage,
  "owed": () => null, "consultable": cards, "worked_out": workedOut };

const ORDER = ["stage", "partner", "asleep", "redeals", "double", "exposed", "caps", "marriages", "weis", "stoeck", "consultable", "worked_out"];

/** Return what stands on the rim of the table, always as many slots: [name, value, kind]. The table of a lesson may leave
    out the bids, the trump and the points, each with its slots. */
export function rim(view, speech, names) {
  const say = speech.words.facts ?? {};
  const context = { speech, say, view, names };
  const bid = view.contract ? contract(view.contract, context) : "–";
  return [
    ...(view.auction ? [[say.contract, bid, "of-bid"]] : []),
    ...(view.auction || view.trump ? [[say.trump, view.trump ? trump(view.trump, context) : plainTrump(view.contract, context), "of-trump"]] : []),
    ...Object.keys(view.taken ?? {}).map((team) => [speech.team(team), side(team, view, context), "of-side"]),
  ];
}

/** Return the trump of a game whose contract names it; a dash before. */
function plainTrump(bid, { speech, names }) {
  if (!bid?.denomination) return "–";
  return suited(bid.denomination, speech.suit(bid.denomination), names);
}

/** Return a suit's sign with words after it; without a sign for what is no suit. */
function suited(suit, text, names) {
  return /^[SHDC]$/.test(suit) ? make("span", { class: "suited", data: { suit } }, [sign(suit, names?.sheet), " ", text]) : text;
}

/** Return a side's tricks, points, and at the end its score or tokens. */
function side(team, view, { speech, say }) {
  const tokens = view.settlement?.tokens?.[team];
  const counts = [
    ...(tokens ? [[say.tokens, signed(tokens)]] : []),
    ...(view.score ? [[say.score, view.score[team]]] : []),
    // A lesson that asks for the points leaves them out.
    ...(view.points ? [[say.points, speech.points(view.points[team] ?? 0)]] : []),
    // Where there is no room for three counts, the tricks are left out.
    [say.taken, view.taken[team], tokens || view.score ? "minor" : ""],
  ];
  return make("span", { class: "counts" }, counts.flatMap(([name, n, kind = ""]) =>
    [" ", make("span", { class: kind }, [name, " ", make("b", {}, String(n))])]));
}

/** Return the facts of a view; keys that this script does not know are shown with their own names. */
export function facts(view, speech, names) {
  const say = speech.words.facts ?? {};
  const known = ORDER.filter((key) => key in view);
  const strange = Object.keys(view).filter((key) => !ELSEWHERE.has(key) && !(key in PLAIN));
  const context = { speech, say, view, names };
  return [
    ...known.flatMap((key) => one(say[key] ?? key, PLAIN[key](view[key], context))),
    ...strange.flatMap((key) => one(key.replaceAll("_", " "), anything(view[key]))),
  ];
}

const one = (name, value) => (value === null || value === "" ? [] : [[name, value]]);

function stage(name, { speech, say, view }) {
  const owed = speech.words.owed?.[view.owed];
  if (owed && view.turn) return fill(owed, { seat: speech.seat(view.turn) });
  const called = speech.words.stages?.[name] ?? name;
  return view.turn ? fill(say.to_act, { stage: called, seat: speech.seat(view.turn) }) : called;
}

/** The highest bid: a number, or a word for one to win every trick; in a Jass with its denomination. */
function contract(bid, { speech, say }) {
  if (!bid.denomination) return fill(say.bid_by, { seat: speech.bidder(bid.seat), bid: speech.bid(bid.bid) });
  const plain = fill(say.contract_by, {
    seat: speech.bidder(bid.seat), n: bid.bid, denomination: speech.suit(bid.denomination),
  });
  if (!(bid.factor > 1)) return plain;
  // Where there is no room the suit is cut off, which stands beside it, and not the factor.
  return make("span", { class: "cut", title: fill(say.times, { contract: plain, n: bid.factor }) }, make("span", {}, plain), " ", make("b", {}, `×${bid.factor}`));
}

function trump(value, { speech, say, names, view }) {
  if (!value.suit) return say.closed_unknown;
  const suit = speech.suit(value.suit);
  // Without bids nobody has heard of open and closed games either.
  return suited(value.suit, view.auction ? fill(value.open ? say.open : say.closed, { suit }) : suit, names);
}

function partner(value, { speech, say }) {
  const values = { card: speech.card(value.card), seat: value.seat && speech.seat(value.seat) };
  return fill(value.seat ? say.partner_found : say.partner_card, values);
}

function asleep(seats, { speech }) {
  return seats.map((each) => speech.seat(each)).join(", ");
}

function by(value, { speech }) {
  return speech.seat(value.seat);
}

function number(value) {
  return String(value);
}

function caps(call, { speech, say }) {
  const values = { seat: speech.seat(call.seat), cards: speech.cards(call.order ?? []) };
  return fill(call.order?.length ? say.caps_order : say.caps_by, values);
}

function exposed(hands, { speech, say }) {
  return Object.entries(hands)
    .map(([seat, list]) => fill(say.exposed_of, { seat: speech.seat(seat), cards: speech.cards(list) })).join("; ");
}

function workedOut(_, { say }) { return say.worked_out_why; }

function marriages(list, { speech, say }) {
  return list.map((each) => fill(say.marriage, { seat: speech.seat(each.seat), suit: speech.suit(each.suit) })).join("; ");
}

function weis(value, { speech, say }) {
  return [
    ...(value.declared ?? []).map((each) => fill(say.weis_declared, { seat: speech.seat(each.seat), n: each.value })),
    ...(value.scored ?? []).map((each) =>
      fill(say.weis_scored, { seat: speech.seat(each.seat), n: each.values.join(" + ") || "0" })),
    ...(value.shown ?? []).map((each) =>
      fill(say.weis_shown, { seat: speech.seat(each.seat), cards: speech.cards(each.cards) })),
  ].join("; ");
}

function stoeck(value, { speech, say }) {
  return fill(say.stoeck_by, { seat: speech.seat(value.seat), n: value.points });
}

function cards(list, { names }) {
  return list.length ? shown(list, names) : null;
}

/** Return cards in a row. */
function shown(list, names) {
  return make("span", { class: "shown" }, list.flatMap((card, n) => [...(n ? [" "] : []), element(card, names)]));
}

/** Return a value of a newer server as text. */
function anything(value) {
  if (Array.isArray(value)) return value.map(anything).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value).map(([key, each]) => `${key.replaceAll("_", " ")} ${anything(each)}`).join(", ");
  }
  return String(value);
}
