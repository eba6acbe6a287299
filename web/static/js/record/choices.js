// Buttons for the acts of a seat other than playing a card. The server sends the choices; the page only lays out some
// kinds of them. Any other is a plain button.
import { sign } from "../cards.js";
import { fill, make } from "../dom.js";

/** Return the choices without those that only add a number to another choice. */
export function offered(choices) {
  const acts = new Set(choices.filter((choice) => choice.kind === "act").map((choice) => choice.act.type + choice.act.seat));
  return choices.filter((choice) => !choice.number || !acts.has(choice.act.type + choice.act.seat));
}

/** Return the choices of the seat to act, those open to every seat now, and the calls open at any time. */
export function parted(all, seat) {
  const choices = offered(all);
  const own = choices.filter((choice) => choice.act.seat === seat && !["say", "call"].includes(choice.group));
  const calls = choices.filter((choice) => choice.group === "call");
  return { own, calls, says: choices.filter((choice) => !own.includes(choice) && !calls.includes(choice)) };
}

/** Return controls for choices. `take(choice, changes)` records one; `open(choice)` begins one that needs cards. */
export function controls({ choices, rest, words, take, open, takeAll }) {
  const bids = choices.filter((choice) => choice.act.type === "BidMade");
  const contracts = choices.filter((choice) => choice.act.type === "ContractBid");
  const other = choices.filter((choice) => !bids.includes(choice) && !contracts.includes(choice));
  return [
    contracts.length ? contract(contracts, words, take) : null,
    bids.length
      ? make("div", { class: "bids", role: "group", "aria-label": words.bid },
        bids.map((choice) => press(choice, words, take, open)))
      : null,
    make("div", { class: "plain" },
      other.map((choice) => choice.number
        ? number(choice, words, take)
        : press(choice, words, take, open)),
      rest && make("button", { type: "button", class: "rest", onclick: () => takeAll(rest) },
        fill(words.restPass, { count: rest.length })),
    ),
  ];
}

/** One choice as a button. */
export function press(choice, words, take, open, label = words.act(choice.act, choice.told)) {
  const asks = choice.pick || choice.fill || choice.order;
  return make("button", {
    type: "button", class: choice.act.type, data: { act: choice.told },
    onclick: () => (asks ? open(choice) : take(choice)),
  }, asks ? fill(words.andThen, { act: label }) : label);
}

/** Return controls for a bid of a number and a denomination: tap the number, then the denomination. */
function contract(choices, words, take) {
  const numbers = [...new Set(choices.map((choice) => choice.act.points))];
  const denominations = [...new Set(choices.map((choice) => choice.act.denomination))];
  let chosen = numbers[0];
  const row = make("div", { class: "numbers", role: "group", "aria-label": words.points });
  const say = make("div", { class: "denominations", role: "group", "aria-label": words.denominationLabel });
  const show = () => {
    row.replaceChildren(...numbers.map((points) => make("button", {
      type: "button", "aria-pressed": String(points === chosen),
      onclick: () => { chosen = points; show(); row.querySelector('[aria-pressed="true"]').focus(); },
    }, String(points))));
    say.replaceChildren(...denominations.map((denomination) => {
      const choice = choices.find((each) => each.act.points === chosen && each.act.denomination === denomination);
      const suit = denomination.length === 1;
      return make("button", {
        type: "button", disabled: !choice, data: { suit: suit ? denomination : "" }, onclick: () => take(choice),
        "aria-label": fill(words.contract, { points: chosen, denomination: words.denomination(denomination) }),
      }, suit ? sign(denomination, words.names.sheet) : null, suit ? null : words.denomination(denomination));
    }));
  };
  show();
  return make("div", { class: "contract" }, row, say);
}

/** A form for an act with a number. */
function number(choice, words, take) {
  const { field, least, most } = choice.number;
  const label = words.act(choice.act, choice.told);
  const given = make("input", { type: "number", inputmode: "numeric", min: least, max: most, value: least, "aria-label": label });
  return make("form", {
    class: "counted",
    onsubmit: (event) => { event.preventDefault(); take(choice, { [field]: Number(given.value) }); },
  }, make("span", {}, fill(words.counts, { least, most })), given, make("button", { class: "main" }, words.enter));
}
