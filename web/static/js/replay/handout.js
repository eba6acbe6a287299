// The printed sheet of a deal: hands, auction, tricks, result.

import { element, sign } from "../cards.js";
import { fill, make } from "../dom.js";
import { auctionTable, tricksTable } from "../table-view.js";
import { result } from "./result.js";

/** Return the parts of the sheet of the whole deal, as known after a ply. Its title names a ply that does not end the deal. */
export function handout(film, ply, { table, words, title }) {
  const { game, names, players } = table;
  const speech = table.speech;
  const full = film.view(Math.min(ply, film.dealt));
  const { seats } = game.seating;
  const hands = make("div", { class: "diagram" }, seats.map((seat, place) => {
    return make("div", { class: "seat", data: { place } }, [
      make("b", {}, players[seat] ? `${speech.seat(seat)}: ${players[seat]}` : speech.seat(seat)),
      ...(full.dealer === seat ? [` (${speech.words.facts.dealer})`] : []),
      ...suits(full.hands[seat] ?? [], game, names),
      ...(full.maker === seat && full.trump?.indicator
        ? [make("p", { class: "indicator" }, [`${speech.words.facts.indicator}: `, element(full.trump.indicator, names)])] : []),
    ]);
  }));
  hands.dataset.seats = seats.length;
  const now = film.view(ply);
  const tricks = tricksTable(now, game, speech, names, film.faceDown(ply));
  return [
    make("h1", {}, [title, game.name, ...(film.ending(ply) ? [] : [film.place(ply, speech, words)])].join(" · ")), hands, ...auctionTable(now, game, speech), ...tricks,
    ...(tricks.length ? [make("p", { class: "legend" }, words.result.legend)] : []),
    make("div", { class: "outcome" }, result(film, ply, speech, words)),
  ];
}

function suits(cards, game, names) {
  const known = cards.filter((card) => card !== "??");
  const lines = [...game.pack.suits].map((suit) => make("p", { class: "line" }, [
    sign(suit, names.sheet),
    ...known.filter((card) => card.endsWith(suit)).flatMap((card) => [" ", names.index?.[card[0]] ?? card.slice(0, -1)]),
    ...(known.some((card) => card.endsWith(suit)) ? [] : [" –"]),
  ]));
  const unknown = cards.length - known.length;
  return [...(known.length ? lines : []), ...(unknown ? [make("p", { class: "line" }, "? ".repeat(unknown))] : [])];
}
