// The state of the deal before the server has answered: its last state, and the entries on their way. Who takes a trick
// is read from tables that the server sends with the deal (`desk.tables`); the legal acts are the server's.
import { read } from "../cards.js";

const BIDS = new Set(["Passed", "BidMade", "ContractBid"]);

/** Return the state after the entries:
 *
 *  turn, plays   the seat to act and the seat of the next card, null if only the table knows
 *  certain       no entry is on its way: the server's answer is all there is
 *  sure          the seat is not a guess
 *  playing       cards are played, or may be
 *  trick         [{seat, card, down, indicator}] in the order of play, also when it is full
 *  taker         the seat that took the full trick, if that is known
 *  looking       cards lie face down in a full trick while the trump is closed
 *  trumpFound    a trump is among them
 *  done          how many tricks are full
 *  showing       the trump must be shown now, and only the table knows the indicator
 *  trump, closed the trump as the table knows it
 *  played        the cards of the entries
 *  shown         the cards that the entries turned up: [{seat, card}] */
export function ahead(desk, entries) {
  const stand = start(desk);
  stand.certain = entries.length === 0;
  for (const entry of entries) {
    if (entry.kind !== "acts" || typeof entry.body.acts[0] === "string") lose(stand);
    else if (closesAuction(desk, entry.body.acts)) lose(stand);
    else for (const act of entry.body.acts) follow(desk, stand, act);
  }
  return stand;
}

/** Return every card of a pack. */
export const cardsOf = (pack) => [...pack.suits].flatMap((suit) => [...pack.ranks].map((rank) => rank + suit));

/** Return the cards that nobody can play any more. */
export const goneCards = (desk, stand) => new Set([...desk.gone, ...[...stand.played, ...stand.shown].map(({ card }) => card)]);

/** Return how many cards a seat still holds; the indicator lies before its hand. */
export function cardsLeft(desk, stand, seat) {
  const played = stand.played.filter((act) => act.seat === seat && !act.indicator).length;
  return Math.max((desk.view.hands[seat]?.length ?? 0) - played, 0);
}

function start(desk) {
  const { view, tables } = desk;
  const rounds = Object.values(view.tricks ?? {});
  const last = rounds.at(-1);
  const trick = (desk.laid ? view.trick.cards : last?.cards ?? []).map(laid);
  // In an auction that can still change the contract, the bids come before the cards.
  const cards = desk.pad && (!desk.bids.length || view.maker);
  const playing = !desk.over && (Boolean(cards) || desk.laid > 0 || rounds.length > 0);
  const plays = desk.pad?.seat ?? (desk.laid === 0 && last ? last.won : desk.laid === desk.width ? null : desk.turn) ?? null;
  return {
    turn: desk.turn ?? null, plays, sure: !playing || plays !== null, playing, trick, taker: desk.laid ? null : last?.won ?? null,
    looking: desk.laid === desk.width && tables.closed, trumpFound: false,
    done: rounds.length + Number(desk.laid === desk.width), showing: false,
    trump: tables.trump, closed: tables.closed, played: [], shown: [],
  };
}

function laid(sentence) {
  const at = sentence.indexOf(" ");
  const { card, down, indicator } = read(sentence.slice(at + 1));
  return { seat: sentence.slice(0, at), card, down, indicator };
}

const lose = (stand) => Object.assign(stand, { turn: null, plays: null, sure: false });

/** Return whether the passes end the auction; only the server knows what comes then. */
const closesAuction = (desk, acts) => acts.length > 1 && acts.length === desk.rest?.length && acts.every((act) => act.type === "Passed");

function follow(desk, stand, act) {
  const { tables } = desk;
  if (act.type === "CardPlayed") return lay(desk, stand, act);
  if (act.type === tables.looks) {
    if (act.trumps) return Object.assign(stand, { trumpFound: true, plays: null, turn: act.seat, sure: false });
    stand.looking = false;
    return take(desk, stand);
  }
  if (act.type === tables.shows) for (const [seat, card] of Object.entries(act.cards ?? {})) turnUp(stand, seat, card);
  if (tables.opens.includes(act.type) && act.card && act.card !== "??") return open(desk, stand, act);
  if (stand.playing && !stand.trick.length && BIDS.has(act.type)) return void (act.type === "Passed" ? (stand.turn = desk.after[act.seat]) : lose(stand));
  if (BIDS.has(act.type) && !stand.playing) return void (stand.turn = desk.after[act.seat]);
  if (!stand.playing) lose(stand);
}

function lay(desk, stand, act) {
  if (stand.trick.length >= desk.width) Object.assign(stand, { trick: [], taker: null });
  Object.assign(stand, { playing: true, looking: false, trumpFound: false, showing: false, sure: true });
  stand.played.push(act);
  stand.trick.push({ seat: act.seat, card: act.card ?? "??", down: Boolean(act.down), indicator: Boolean(act.indicator) });
  if (act.indicator && !act.down && act.card) open(desk, stand, act);
  if (stand.trick.length < desk.width) return void (stand.turn = stand.plays = desk.after[act.seat] ?? null);
  stand.done += 1;
  const down = stand.trick.filter((each) => each.down);
  stand.looking = stand.closed && down.length > 0;
  take(desk, stand);
  if (stand.looking && down.some((each) => each.indicator)) Object.assign(stand, { trumpFound: true, taker: null, turn: null, plays: null, sure: false });
}

function turnUp(stand, seat, card) {
  const each = stand.trick.find((other) => other.seat === seat);
  if (each) Object.assign(each, { card, down: false });
  if (card !== "??") stand.shown.push({ seat, card });
}

/** The trump is shown: from now on it takes tricks. */
function open(desk, stand, act) {
  Object.assign(stand, { trump: act.card.slice(-1), closed: false });
  const indicator = stand.trick.find((each) => each.indicator && each.seat === act.seat);
  if (indicator) turnUp(stand, act.seat, act.card);
  if (stand.trick.length === desk.width) take(desk, stand);
}

/** Give the full trick to its winner, who leads; but the trump maker first shows an indicator that must be shown. */
function take(desk, stand) {
  stand.taker = winner(desk, stand);
  Object.assign(stand, { turn: stand.taker, plays: stand.taker, sure: true });
  if (!stand.closed) return void Object.assign(stand, { looking: false, trumpFound: false, showing: false });
  const { tables: { shown_after: least }, view: { maker, trump } } = desk;
  if (stand.looking || typeof least !== "number" || stand.done < least) return;
  // The server records the showing of an indicator that the record knows.
  if (trump?.indicator && trump.indicator !== "??") open(desk, stand, { seat: maker, card: trump.indicator });
  else Object.assign(stand, { showing: true, turn: maker, plays: null, sure: false });
}

/** Return the seat of the best card that lies face up: the highest trump, else the highest card of the suit led. */
function winner(desk, { trick, trump }) {
  const ranks = desk.tables.orders[trump] ?? Object.values(desk.tables.orders)[0];
  const suit = ({ card }) => card.slice(-1);
  const led = trick[0].down ? "" : suit(trick[0]);
  const worth = (each) => {
    if (each.down || each.card === "??" || ![trump, led].includes(suit(each))) return -1;
    return (suit(each) === trump ? 200 : 100) - ranks[suit(each)].indexOf(each.card.slice(0, -1));
  };
  return trick.reduce((best, each) => (worth(each) > worth(best) ? each : best)).seat;
}
