// One sheet for a class: the hands, the auction, the tricks, the result. Seen only on paper.

import { element, sign } from "../cards.js";
import { auctionTable, make, tricksTable } from "../table-view.js";
import { result } from "./result.js";

/** The parts of the sheet, of what is known after a ply. */
export function handout(film, ply, { table, words, title }) {
  const { game, names, players } = table;
  const speech = table.speech;
  const full = film.view(Math.min(ply, film.dealt));
  const { seats } = game.seating;
  const hands = make("div", "diagram", seats.map((seat, place) => {
    const part = make("div", "seat", [
      make("b", "", players[seat] ? `${speech.seat(seat)}: ${players[seat]}` : speech.seat(seat)),
      ...(full.dealer === seat ? [` (${speech.words.facts.dealer})`] : []),
      ...suits(full.hands[seat] ?? [], game, names),
      ...(full.maker === seat && full.trump?.indicator
        ? [make("p", "indicator", [`${speech.words.facts.indicator}: `, element(full.trump.indicator, names)])] : []),
    ]);
    part.dataset.place = place;
    return part;
  }));
  hands.dataset.seats = seats.length;
  const now = film.view(ply);
  const tricks = tricksTable(now, game, speech, names);
  return [
    make("h1", "", `${title} · ${game.name}`), hands, ...auctionTable(now, game, speech), ...tricks,
    ...(tricks.length ? [make("p", "legend", words.result.legend)] : []),
    make("div", "outcome", result(film, ply, speech, words)),
  ];
}

function suits(cards, game, names) {
  const known = cards.filter((card) => card !== "??");
  const lines = [...game.pack.suits].map((suit) => make("p", "line", [
    sign(suit, names.sheet),
    ...known.filter((card) => card.endsWith(suit)).flatMap((card) => [" ", names.index?.[card[0]] ?? card.slice(0, -1)]),
    ...(known.some((card) => card.endsWith(suit)) ? [] : [" –"]),
  ]));
  const unknown = cards.length - known.length;
  return [...(known.length ? lines : []), ...(unknown ? [make("p", "line", "? ".repeat(unknown))] : [])];
}
