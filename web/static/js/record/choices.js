// The acts of a seat other than playing a card. The server sends the choices; the page only lays out some kinds of them.
// Any other is a plain button.
import { sign } from "../cards.js";
import { fill, make } from "../dom.js";

const BIDS = ["BidMade", "ContractBid"];
export const isBid = (act) => BIDS.includes(act.type);

/** Return the choices without those that only add a number to another choice. */
export function offered(choices) {
  const acts = new Set(choices.filter((choice) => choice.kind === "act").map((choice) => choice.act.type + choice.act.seat));
  return choices.filter((choice) => !choice.number || !acts.has(choice.act.type + choice.act.seat));
}

/** Return the choices of the seat to act, those open to every seat now, and the calls open at any time. */
export function parted({ choices: all, turn }) {
  const choices = offered(all);
  const own = choices.filter((choice) => choice.act.seat === turn && !["say", "call"].includes(choice.group));
  const calls = choices.filter((choice) => choice.group === "call");
  return { own, calls, says: choices.filter((choice) => !own.includes(choice) && !calls.includes(choice)) };
}

/** Return the seats of whose cards a choice asks, in the order in which they played: an object lists numbered seats by
    their numbers. `trick`: the cards of the trick, each with its `seat`. */
export function seatsAsked(choice, trick) {
  const place = (seat) => trick.findIndex((each) => each.seat === seat);
  return Object.keys(choice.fill?.seats ?? {}).sort((one, other) => place(one) - place(other));
}

/** One choice as a button. `more`: attributes that differ. */
export function press(choice, words, take, open, { label = words.act(choice.act, choice.sentence), ...more } = {}) {
  const asks = choice.pick || choice.fill || choice.order || choice.deals;
  return make("button", {
    type: "button", class: choice.act.type, data: { act: choice.sentence },
    onclick: () => (asks ? open(choice) : take(choice)), ...more,
  }, asks ? fill(words.andThen, { act: label }) : label);
}

/** Return controls for every bid of an auction, each at its own place; those that are not in `legal` are disabled. Of a
 *  contract the number is tapped first: `choose(points)`; `points` is the one chosen. `present`: the bid that is marked. */
export function bidding({ bids, legal, points, seat, present, words, take, choose }) {
  const marked = (act) => (present ? String(key(act) === key(present)) : undefined);
  const open = new Set(legal.map(key));
  const numbers = [...new Set(bids.map((act) => act.points))];
  if (bids[0]?.type !== "ContractBid") {
    return [make("div", { class: bids.length > 20 ? "bids many" : "bids", role: "group", "aria-label": words.bid, data: { seat: seat ?? "" } }, bids.map((act) => make("button", {
      type: "button", disabled: !open.has(key(act)), data: { bid: act.bid }, onclick: () => take(act), "aria-pressed": marked(act),
    }, words.act(act))))];
  }
  return [
    make("div", { class: "numbers", role: "group", "aria-label": words.points }, numbers.map((number) => make("button", {
      type: "button", "aria-pressed": String(number === points), data: { bid: number },
      disabled: !legal.some((act) => act.points === number), onclick: () => choose(number),
    }, String(number)))),
    make("div", { class: "denominations", data: { seat: seat ?? "", points: points ?? "" }, role: "group", "aria-label": words.denominationLabel },
      [...new Set(bids.map((act) => act.denomination))].map((denomination) => {
        const act = { type: "ContractBid", points, denomination };
        const suit = denomination.length === 1;
        return make("button", {
          type: "button", disabled: !open.has(key(act)), data: { suit: suit ? denomination : "" }, onclick: () => take(act), "aria-pressed": marked(act),
          "aria-label": fill(words.contract, { points, denomination: words.denomination(denomination) }),
        }, suit ? sign(denomination, words.names.sheet) : null, suit ? null : words.denomination(denomination));
      })),
  ];
}

const key = (act) => `${act.bid ?? ""} ${act.points ?? ""} ${act.denomination ?? ""}`;

/** Controls for an act with several numbers, such as the values of all Weis: a button for the act as it stands, and one
 *  to add each number. `added`: the numbers added so far; `add(numbers)` keeps them. */
export function adding(choice, added, words, take, add) {
  const { field, first, more, most } = choice.numbers;
  const numbers = [...first, ...added];
  const act = { ...choice.act, [field]: numbers };
  return [
    press({ act, sentence: [choice.sentence.split(/ -?\d/)[0], ...numbers].join(" ") }, words, take, null, { class: "main", disabled: !numbers.length }),
    ...more.map((number) => make("button", {
      type: "button", class: "small", disabled: numbers.length === most, onclick: () => add([...added, number]),
    }, `+${number}`)),
  ];
}

/** Return points that somebody typed, as the record counts them: "17.0" and "17,0" are 170 where `scale` is 10. Returns null
 *  if they are not a number of the game. */
export function pointsTyped(text, scale) {
  const points = /^\s*\d+(?:[.,]\d)?\s*$/.test(text) ? Number(text.replace(",", ".")) * scale : NaN;
  return Math.abs(points - Math.round(points)) < 0.001 ? Math.round(points) : null;
}

/** A form for an act with a number, filled in with `filled` or the least. What is not a number between its limits is refused with
 *  the limits. */
export function number(choice, words, take, filled = null) {
  const { field, least, most } = choice.number;
  const scale = field === "points" || field === "bid" ? words.scale : 1;
  const written = (points) => (scale > 1 ? words.pointsOf(points) : String(points));
  const label = words.act(choice.act, choice.sentence);
  const limits = fill(words.counts, { least: written(least), most: written(most) });
  const given = make("input", {
    inputmode: scale > 1 ? "decimal" : "numeric", autocomplete: "off", value: written(filled === null || filled === undefined ? least : Number(filled)), "aria-label": label,
    oninput: () => given.setCustomValidity(""),
  });
  return make("form", {
    class: "counted",
    onsubmit: (event) => {
      event.preventDefault();
      const points = pointsTyped(given.value, scale);
      if (points !== null && points >= least && points <= most) return take(choice, { [field]: points });
      given.setCustomValidity(limits);
      given.reportValidity();
    },
  }, make("span", {}, limits), given, make("button", { class: "main" }, words.enter));
}
