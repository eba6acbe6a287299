// What a view tells beside the cards: [name, value] pairs in words, whatever the game. A value may be an element.

import { element } from "./cards.js";
import { fill } from "./speech.js";

/** Keys that the table itself, the auction or the tricks show. */
const ELSEWHERE = new Set([
  "viewer", "ply", "dealer", "hands", "auction", "trick", "tricks", "seen", "legal", "templates", "turn", "maker", "settlement",
  "abandoned", "outcome",
]);

const PLAIN = { "contract": contract, "trump": trump, "partner": partner, "asleep": asleep, "double": by,
  "redeals": number, "caps": caps, "marriages": marriages, "weis": weis, "stoeck": stoeck, "taken": teams(number),
  "points": teams(points), "score": teams(number), "stage": stage, "owed": () => null, "consultable": cards };

const ORDER = ["stage", "contract", "trump", "partner", "asleep", "redeals", "double", "caps", "marriages", "weis",
  "stoeck", "taken", "points", "score", "consultable"];

/** Everything that is to be told of a view; what this script does not know is told as it stands there. */
export function facts(view, speech, names) {
  const say = speech.words.facts ?? {};
  const known = ORDER.filter((key) => key in view);
  const strange = Object.keys(view).filter((key) => !ELSEWHERE.has(key) && !(key in PLAIN));
  const context = { speech, say, view, names };
  return [
    ...known.flatMap((key) => one(say[key] ?? key, PLAIN[key](view[key], context))),
    ...(view.trump?.indicator ? [[say.indicator, shown([view.trump.indicator], names)]] : []),
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
function contract(told, { speech, say }) {
  if (!told.denomination) return fill(say.bid_by, { seat: speech.seat(told.seat), bid: speech.bid(told.bid) });
  const plain = fill(say.contract_by, {
    seat: speech.seat(told.seat), n: told.bid, denomination: speech.suit(told.denomination),
  });
  return told.factor > 1 ? fill(say.times, { contract: plain, n: told.factor }) : plain;
}

function trump(told, { speech, say }) {
  const suit = told.suit && speech.suit(told.suit);
  if (!suit) return say.closed_unknown;
  return fill(told.open ? say.open : say.closed, { suit });
}

function partner(told, { speech, say }) {
  const values = { card: speech.card(told.card), seat: told.seat && speech.seat(told.seat) };
  return fill(told.seat ? say.partner_found : say.partner_card, values);
}

function asleep(seats, { speech }) {
  return seats.map((each) => speech.seat(each)).join(", ");
}

function by(told, { speech }) {
  return speech.seat(told.seat);
}

function number(told) {
  return String(told);
}

function points(told, { speech }) {
  return speech.points(told);
}

function caps(told, { speech, say }) {
  const values = { seat: speech.seat(told.seat), cards: speech.cards(told.order ?? []) };
  return fill(told.order?.length ? say.caps_order : say.caps_by, values);
}

function marriages(list, { speech, say }) {
  return list.map((each) => fill(say.marriage, { seat: speech.seat(each.seat), suit: speech.suit(each.suit) })).join("; ");
}

function weis(told, { speech, say }) {
  return [
    ...(told.declared ?? []).map((each) => fill(say.weis_declared, { seat: speech.seat(each.seat), n: each.value })),
    ...(told.scored ?? []).map((each) =>
      fill(say.weis_scored, { seat: speech.seat(each.seat), n: each.values.join(" + ") || "0" })),
    ...(told.shown ?? []).map((each) =>
      fill(say.weis_shown, { seat: speech.seat(each.seat), cards: speech.cards(each.cards) })),
  ].join("; ");
}

function stoeck(told, { speech, say }) {
  return fill(say.stoeck_by, { seat: speech.seat(told.seat), n: told.points });
}

function teams(write) {
  return (told, context) =>
    Object.entries(told).map(([team, value]) => `${context.speech.team(team)} ${write(value, context)}`).join(", ");
}

function cards(list, { names }) {
  return list.length ? shown(list, names) : null;
}

/** Cards in a row. */
function shown(list, names) {
  const found = document.createElement("span");
  found.className = "shown";
  list.forEach((card, n) => found.append(...(n ? [" "] : []), element(card, names)));
  return found;
}

/** What a newer server tells, in its own words. */
function anything(value) {
  if (Array.isArray(value)) return value.map(anything).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value).map(([key, each]) => `${key.replaceAll("_", " ")} ${anything(each)}`).join(", ");
  }
  return String(value);
}
