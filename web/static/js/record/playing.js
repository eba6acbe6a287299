// The play of a card: whose it is, in which way it is played, and what the scribe is asked if it breaks a rule.
import { UNKNOWN, choose, now, outbox, queue, redraw, standing, take, words } from "./scene.js";
import { cardsLeft, goneCards } from "./ahead.js";
import { exposure, nameCard } from "./naming.js";
import { askBreach, askPlayedBefore, askWho } from "./sheets.js";
import { takeBack } from "./undo.js";

/** Handle a tap on a card of the pad. */
export function tapCard(card, way = null) {
  return queue.add(() => {
    if (way) now.way = way;
    return play(card);
  });
}

async function play(card) {
  if (now.asking) return nameCard(card);
  const stand = standing();
  const seat = now.seat ?? stand.plays ?? await askWho({ words, card, seats: outbox.desk.seats, names: outbox.desk.names });
  if (!seat) return;
  const { act, verdict, refusal } = actOf(card, seat, stand);
  if (verdict !== "refused") return take([act]);
  const owner = whoPlayed(card, stand);
  const chosen = owner
    ? await askPlayedBefore({ words, card, owner, latest: stand.trick.at(-1)?.card === card })
    : await askBreach({ words, line: words.line(act, ""), refusal, seat, isSeen: card !== UNKNOWN, turn: refusal || stand.plays === seat ? null : stand.plays });
  if (chosen === "happened") return take([act], { asItHappened: true });
  if (chosen === "exposed") return take([exposure(seat, card)], { asItHappened: true });
  Object.assign(now, { way: null, seat: null });
  if (chosen === "turn") return play(card);
  queue.clear();
  redraw();
  if (chosen === "undo") return takeBack();
}

/** Return the act of playing a card, in the chosen way, else in the one that fits best; with its verdict. */
function actOf(card, seat, stand) {
  const { pad: playable } = outbox.desk;
  const known = stand.certain && seat === playable?.seat;
  const ways = waysOf(seat, stand);
  const [best, ...verdicts] = known ? playable.cards[card] : [guessedWay(card, seat, ways, stand)];
  const n = Math.max(wayOf(ways, best), 0);
  const act = { ...ways[n].act, seat, ...(card === UNKNOWN ? {} : { card }) };
  if (known) return { act, verdict: verdicts[n], refusal: playable.refusals[card] ?? playable.refused_ways?.[ways[n].name] ?? null };
  const outOfTurn = stand.certain && playable;
  return { act, verdict: outOfTurn || goneCards(outbox.desk, stand).has(card) ? "refused" : "possible", refusal: null };
}

/** Return the ways to play a card: those that the server sends, or all that the game has. */
export function waysOf(seat, stand) {
  const { pad: playable, tables, view } = outbox.desk;
  if (stand.certain && seat === playable?.seat) return playable.ways;
  const act = { type: "CardPlayed" };
  return [
    { name: "up", act }, ...(tables.looks ? [{ name: "down", act: { ...act, down: true } }] : []),
    ...(stand.closed && seat === view.maker ? [
      { name: "indicator", act: { ...act, indicator: true } }, { name: "indicator down", act: { ...act, down: true, indicator: true } },
    ] : []),
  ];
}

/** Return the index of the likely way: while the trump is closed, a card of another suit lies face down, and the last
 *  card of the trump maker is the indicator. */
export function guessedWay(card, seat, ways, stand) {
  if (!stand.closed || card === UNKNOWN) return 0;
  const { width, view } = outbox.desk;
  const [led] = stand.trick.length < width ? stand.trick : [];
  const other = led && !led.down && led.card !== UNKNOWN && card.slice(-1) !== led.card.slice(-1);
  const indicator = seat === view.maker && !cardsLeft(outbox.desk, stand, seat);
  const name = [indicator && "indicator", other && "down"].filter(Boolean).join(" ");
  return Math.max(ways.findIndex((way) => way.name === name), 0);
}

/** Return the index of the way to play a card: the best one, the other side up, or the chosen one. */
export function wayOf(ways, best) {
  if (!now.way) return best;
  return ways.findIndex((way) => (now.way === "other" ? way.name === (ways[best].name === "up" ? "down" : "up") : way.name === now.way));
}

/** Return the seat that has played a card; null if nobody has, or nobody knows. */
function whoPlayed(card, stand) {
  if (card === UNKNOWN) return null;
  const { tricks, trick } = outbox.desk.view;
  const lines = [...Object.values(tricks ?? {}), trick].flatMap((each) => each.cards);
  const line = lines.find((each) => each.replace(/[()[\]]/g, "").endsWith(` ${card}`));
  return line?.split(" ")[0] ?? [...stand.played, ...stand.shown].find((each) => each.card === card)?.seat ?? null;
}

/** Play the indicator; face up, its card is tapped next unless it is known. */
export function playIndicator(name) {
  const { pad: playable } = outbox.desk;
  const n = playable?.ways.findIndex((way) => way.name === name) ?? -1;
  const known = n < 0 ? [] : Object.entries(playable.cards).filter(([card, [, ...verdicts]]) => card !== UNKNOWN && verdicts[n] === "legal");
  const card = known.length === 1 && standing().certain ? known[0][0] : UNKNOWN;
  if (name !== "indicator" || card !== UNKNOWN) return tapCard(card, name);
  choose({ way: now.way === name ? null : name });
}
