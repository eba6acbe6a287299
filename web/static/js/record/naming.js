// Acts that ask for cards: which card is shown, which card was face down, or several cards in order.
import { fill, make } from "../dom.js";
import { cardsOf, goneCards } from "./ahead.js";
import { seatsAsked } from "./choices.js";
import { UNKNOWN, button, now, outbox, redraw, standing, take, words } from "./scene.js";
import { cancel } from "./undo.js";

/** Ask for the cards of an act, then for those of `next`. `fixed`: no other act is possible. */
export function askCards(choice, next = null, fixed = false) {
  now.asking = { choice, seats: seatsAsked(choice, standing().trick), cards: [], next, fixed };
  redraw();
}

/** Take a card that was tapped for the act. */
export function nameCard(card) {
  const { choice, seats, cards, next, fixed } = now.asking;
  const done = async (changes) => {
    await take([{ ...choice.act, ...changes }], { asItHappened: choice.act.type === "CardExposed" });
    if (next) askCards(next, null, fixed);
  };
  if (choice.pick) return done({ [choice.pick.field]: card });
  if (choice.order) {
    now.asking.cards = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card];
    if (now.asking.cards.length === choice.order.count) return enterOrder();
    return redraw();
  }
  cards.push(card);
  if (cards.length < seats.length) return redraw();
  const field = choice.fill.field;
  return done({ [field]: { ...choice.act[field], ...Object.fromEntries(seats.map((seat, n) => [seat, cards[n]])) } });
}

function enterOrder() {
  const { choice, cards } = now.asking;
  return take([{ ...choice.act, [choice.order.field]: cards }]);
}

/** Return the cards that may still be named. */
const unseen = (stand) =>
  ({ legal: [], possible: cardsOf(outbox.desk.pack).filter((card) => !goneCards(outbox.desk, stand).has(card)) });

/** Return the act of a seat that shows a card and keeps it in the hand: never allowed, recorded as it happened. */
export const exposure = (seat, card) => ({ type: "CardExposed", seat, ...(card === UNKNOWN ? {} : { card }) });

/** Return the choice of the indicator that the trump maker shows. */
function showing(stand) {
  const { tables, view } = outbox.desk;
  return { act: { type: tables.opens[0], seat: view.maker }, sentence: "", pick: { field: "card", cards: unseen(stand) } };
}

/** Without a connection: ask for the indicator, which must be shown between two tricks. */
export const askIndicator = (stand) => askCards(showing(stand), null, true);

/** Without a connection: a trump lies face down in the full trick. Its cards are named, then the one that opens it. */
export async function nameTrumps(stand) {
  const { tables, view } = outbox.desk;
  const maker = view.maker;
  const all = unseen(stand);
  const lying = stand.trick.filter((each) => each.down && !each.indicator).map((each) => each.seat);
  const others = lying.filter((seat) => seat !== maker);
  const shown = tables.shows_own || !others.length ? lying : others;
  if (!stand.trumpFound) await take([{ type: tables.looks, seat: maker, trumps: true, cards: Object.fromEntries(others.map((seat) => [seat, UNKNOWN])) }]);
  const opening = showing(stand);
  if (!shown.length) return askCards(opening, null, stand.trumpFound);
  askCards({ act: { type: tables.shows, seat: maker, cards: {} }, sentence: "", fill: { field: "cards", seats: Object.fromEntries(shown.map((seat) => [seat, all])) } }, opening, stand.trumpFound);
}

/** Return the marks of the pad: the cards that the act may name, and those named already. */
export function marksOfCards() {
  const { choice, seats, cards } = now.asking;
  const offered = choice.pick?.cards ?? choice.order?.cards ?? choice.fill.seats[seats[cards.length]];
  const marks = {};
  for (const verdict of ["legal", "possible"]) for (const card of offered[verdict]) marks[card] = { verdict };
  cards.forEach((card, n) => { marks[card] = { ...marks[card], picked: String(n + 1), note: fill(words.picked, { place: n + 1 }) }; });
  return marks;
}

/** The question for the cards that an act needs. */
export function question() {
  const { choice, seats, cards } = now.asking;
  if (choice.fill) return fill(words.whichOf, { seat: words.seat(seats[cards.length]) });
  if (choice.order) return fill(words.inOrder, { seat: words.seat(choice.act.seat), act: words.act(choice.act, choice.sentence) });
  return words.line(choice.act, choice.sentence);
}

/** Return the buttons beside the question: cancel, enter, not seen. */
export function namingControls() {
  const { choice, cards } = now.asking;
  const buttons = now.forced ? [] : [button(words.cancel, cancel)];
  if (choice.order && !choice.order.count && cards.length) buttons.push(button(words.enter, enterOrder, { class: "main" }));
  if (choice.fill || choice.pick?.cards.possible.includes(UNKNOWN)) buttons.push(button(words.notSeen, () => nameCard(UNKNOWN)));
  if (choice.order) buttons.push(make("p", { class: "quiet order" }, fill(words.ordered, { count: cards.length, all: choice.order.count ?? "…" })));
  return buttons;
}
