// What a seat may say or do now besides playing a card, as things to press. The choices come from the server; the page
// only knows how to lay out some kinds of them. Any other is a button with its words.
import { sign } from "../cards.js";
import { make, told } from "../dom.js";

/** The choices without those that only add a number to an act that can be sent without it. */
export function offered(choices) {
  const acts = new Set(choices.filter((choice) => choice.kind === "act").map((choice) => choice.act.type + choice.act.seat));
  return choices.filter((choice) => !choice.number || !acts.has(choice.act.type + choice.act.seat));
}

/** What the seat whose turn it is does next, what anybody may say just now, and what may be called at any time. */
export function parted(all, seat) {
  const choices = offered(all);
  const own = choices.filter((choice) => choice.act.seat === seat && !["say", "call"].includes(choice.group));
  const calls = choices.filter((choice) => choice.group === "call");
  return { own, calls, says: choices.filter((choice) => !own.includes(choice) && !calls.includes(choice)) };
}

/** Controls for choices. `take(choice, changes)` records one; `open(choice)` begins one that asks for cards. */
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
        told(words.restPass, { count: rest.length })),
    ),
  ];
}

/** One choice as a button. */
export function press(choice, words, take, open, label = words.act(choice.act, choice.told)) {
  const asks = choice.pick || choice.fill || choice.order;
  return make("button", {
    type: "button", class: choice.act.type, data: { told: choice.told },
    onclick: () => (asks ? open(choice) : take(choice)),
  }, asks ? told(words.andThen, { act: label }) : label);
}

/** A bid of a number and a denomination: the number is chosen once, each denomination is then one tap. */
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
        "aria-label": told(words.contract, { points: chosen, denomination: words.denomination(denomination) }),
      }, suit ? sign(denomination, words.names.sheet) : null, suit ? null : words.denomination(denomination));
    }));
  };
  show();
  return make("div", { class: "contract" }, row, say);
}

/** An act with a number that is asked for. */
function number(choice, words, take) {
  const { field, least, most } = choice.number;
  const label = words.act(choice.act, choice.told);
  const given = make("input", { type: "number", inputmode: "numeric", min: least, max: most, value: least, "aria-label": label });
  return make("form", {
    class: "counted",
    onsubmit: (event) => { event.preventDefault(); take(choice, { [field]: Number(given.value) }); },
  }, make("span", {}, told(words.counts, { least, most })), given, make("button", { class: "main" }, words.enter));
}
