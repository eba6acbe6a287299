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
  const toCome = offline && stand.done > Object.keys(tricks ?? {}).length ? " …" : "";
  return [
    [words.contractLabel, bid ? make("span", { class: "cut" },
      make("span", {}, `${words.bidder(bid.seat)} ${words.bids[bid.bid] ?? bid.bid}`, ...suited(bid.denomination, words)),
      ...(bid.factor > 1 ? [" ", make("span", {}, `×${bid.factor}`)] : [])) : "–"],
    [words.trumpLabel, stand.trump ? make("span", {}, ...suited(stand.trump, words), ` ${words.denomination(stand.trump)}`) : stand.closed && desk.view.maker ? words.closedTrump : "–"],
    ...Object.keys(desk.teams).map((team) => [words.side(team),
      make("span", { title: fill(words.tricks, { count: taken[team] }) }, make("b", {}, `${points[team]}${desk.unnamed[team] ? "+?" : ""}${toCome}`))]),
  ].flatMap(([name, value]) => [make("div", {}, make("dt", {}, name), make("dd", {}, value))]);
}

const suited = (suit, words) => (suit?.length === 1 ? [" ", make("span", { class: "suited", data: { suit } }, sign(suit, words.names.sheet))] : suit ? [` ${words.denomination(suit)}`] : []);

/** Return the last bid: of an entry, of the contract, or of the auction so far. */
function bidOf(desk, entries) {
  const act = entries.flatMap((entry) => entry.body.acts ?? []).findLast((each) => each.type === "BidMade" || each.type === "ContractBid");
  if (act) return { seat: act.seat, bid: act.bid ?? act.points, denomination: act.denomination };
  if (desk.view.contract) return desk.view.contract;
  const line = Object.values(desk.view.auction ?? {}).map((text) => /^(\S+) (\d+|pcc|half|full)(?: (\S+))?$/.exec(text)).findLast(Boolean);
  return line && { seat: line[1], bid: line[2], denomination: line[3] };
}
