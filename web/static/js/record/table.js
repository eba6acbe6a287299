// The table of the recorder: seats around the current trick, the seat to act, the cards that each has left; and the strip
// above it with the contract, the trump and the points.
import { element, read, sign } from "../cards.js";
import { fill, make } from "../dom.js";
import { cardsLeft } from "./ahead.js";

/** Return the table as an element. Calls `tapped(seat)` when a seat is tapped. */
export function drawTable({ desk, stand, seat: turn, words, tapped }) {
  const trick = new Map(stand.trick.map((each, place) => [each.seat, { ...each, place }]));
  return make("div", { class: `ring seats-${desk.seats.length}`, role: "group", "aria-label": words.table },
    desk.seats.map((seat, n) => {
      const left = cardsLeft(desk, stand, seat);
      const badges = [
        seat === desk.view.dealer && [words.dealerSign, words.dealer],
        seat === desk.view.maker && [words.makerSign, words.maker],
        desk.view.asleep?.includes(seat) && [words.asleepSign, words.asleep],
      ].filter(Boolean);
      const card = trick.get(seat);
      return make("div", { class: "seat", data: { seat, place: n } },
        make("button", {
          type: "button", class: "who", "aria-pressed": String(seat === turn), onclick: () => tapped(seat), data: { key: seat },
          title: fill(words.recordFor, { seat: words.seat(seat) }),
        },
          make("b", {}, words.seat(seat)),
          make("span", { class: "person" }, desk.names[seat] ?? ""),
          make("span", { class: "count" },
            badges.map(([sign, name]) => make("abbr", { title: name }, sign)),
            make("span", { "aria-label": fill(words.cardsLeft, { count: left }) }, `${left}▮`)),
        ),
        make("span", { class: `laid${card && seat === stand.taker ? " won" : ""}${card?.place === 0 ? " led" : ""}` }, card ? laid(card, words) : null),
      );
    }),
  );
}

function laid({ card, down, indicator }, words) {
  const word = indicator ? `[${card}]` : card;
  const part = element(down ? `(${word})` : word, words.names);
  if (!read(card).known && !down) part.classList.replace("back", "unnamed");
  return part;
}

/** Return the contract, the trump and the points of each side as pairs of a name and its value. Without a connection the
    points of the latest tricks are still to come: "52 …". */
export function strip(desk, stand, { entries, offline }, words) {
  const bid = bidOf(desk, entries);
  const { points, taken, tricks } = desk.view;
  const need = needed(desk, words);
  const many = Object.keys(desk.teams).length > 2;
  const bound = many ? "wide" : "";
  const toCome = offline && stand.done > Object.keys(tricks ?? {}).length ? " …" : "";
  return [
    [words.contractLabel, bid ? make("span", { class: "cut" },
      make("span", {}, `${words.bidder(bid.seat)} ${bid.denomination ? bid.bid : words.bidOf(bid.bid)}`, ...suited(bid.denomination, words)),
      ...(bid.factor > 1 ? [" ", make("span", {}, `×${bid.factor}`)] : [])) : "–", bound],
    [words.trumpLabel, stand.trump ? make("span", {}, ...trump(stand.trump, words)) : stand.closed && desk.view.maker ? words.closedTrump : "–", bound],
    ...Object.keys(desk.teams).map((team) => [words.side(team),
      make("span", { title: fill(words.tricks, { count: taken[team] }) }, make("b", {}, `${words.pointsOf(points[team])}${desk.unnamed[team] ? "+?" : ""}${toCome}`))]),
    ...need, ...declared(desk, words),
  ].flatMap(([name, value, kind = ""]) => [make("div", { class: kind }, make("dt", {}, name), make("dd", {}, value))]);
}

/** Return the points that the bidder's side has and needs, where they are not just those of one team and its bid. */
function needed({ needed, makers, teams, view: { contract, partner, points } }, words) {
  if (needed === undefined || (!partner && needed === contract?.bid)) return [];
  const own = Object.keys(teams).filter((team) => teams[team].some((seat) => makers.includes(seat)));
  const values = { seats: makers.map((seat) => words.initial(seat)).join(" + "), needed: words.pointsOf(needed),
    points: words.pointsOf(own.reduce((sum, team) => sum + points[team], 0)) };
  return [[words.biddersSide, fill(words.pointsNeeded, values), "wide"]];
}

/** Return what else decides the deal: the named card with its holder, and the marriages. */
function declared({ view: { partner, marriages } }, words) {
  const rows = [];
  if (partner) {
    const seat = partner.seat && words.seat(partner.seat);
    const sentence = fill(seat ? words.partnerFound : words.partnerCard, { card: words.card(partner.card), seat });
    rows.push([words.partner, make("span", { title: sentence }, make("span", { class: "unseen" }, sentence),
      make("span", { "aria-hidden": "true" }, words.names.index?.[partner.card[0]] ?? partner.card.slice(0, -1), ...suited(partner.card.slice(-1), words), seat ? ` ${seat}` : "")), "wide"]);
  }
  const shown = (marriages ?? []).map((each) => `${words.initial(each.seat)} ${words.denomination(each.suit)}`);
  if (shown.length) rows.push([words.marriages, shown.join(", "), "wide"]);
  return rows;
}

/** A trump suit with its sign and its name; Obenabe and Undenufe have a name alone. */
const trump = (suit, words) => (suit.length === 1 ? [...suited(suit, words), ` ${words.denomination(suit)}`] : [words.denomination(suit)]);

const suited = (suit, words) => (suit?.length === 1 ? [" ", make("span", { class: "suited", data: { suit } }, sign(suit, words.names.sheet))] : suit ? [` ${words.denomination(suit)}`] : []);

/** Return the last bid: of an entry, of the contract, or of the auction so far. */
function bidOf(desk, entries) {
  const act = entries.flatMap((entry) => entry.body.acts ?? []).findLast((each) => each.type === "BidMade" || each.type === "ContractBid");
  if (act) return { seat: act.seat, bid: act.bid ?? act.points, denomination: act.denomination };
  if (desk.view.contract) return desk.view.contract;
  const line = Object.values(desk.view.auction ?? {}).map((text) => /^(\S+) (\d+|pcc|half|full)(?: (\S+))?$/.exec(text)).findLast(Boolean);
  return line && { seat: line[1], bid: Number(line[2]) || line[2], denomination: line[3] };
}
