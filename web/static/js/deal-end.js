// The end of a deal, the same for the recorder and for practice: what it was worth in one sentence, the tokens or points that
// move, and the score of the match.

import { fill, make, signed } from "./dom.js";

const MOVE = 220; // milliseconds in which tokens go from one side to the other
const MOST = 60; // tokens of a side that are drawn

const drawn = new WeakMap();

/** Show the end of a deal in a place, once: what is shown there already stays. `notes`: sentences below the first one;
    `settlement`: null for a deal that does not count; `match`: the deal in its match, as the server sends it, or
    undefined; `speech`: the words of the table. */
export function showEnd(place, { sentence, notes = [], settlement, match, speech, words }) {
  const as = JSON.stringify([sentence, notes, settlement, match]);
  if (drawn.get(place) === as) return;
  drawn.set(place, as);
  place.replaceChildren(
    make("p", { class: "worth" }, sentence), ...notes.map((note) => make("p", { class: "quiet" }, note)),
    match ? make("p", { class: "of-match" }, inMatch(match, speech, words)) : "",
    score(match ?? alone(settlement), settlement, speech, words));
  if (match?.paid) move(place, match);
}

/** Return the number of the deal in its match, how the match is decided, and who has won it. */
function inMatch({ number, goal, stake, over, winner, why }, speech, words) {
  if (over) {
    const result = winner ? fill(words.won, { team: speech.team(winner) }) : words.drawn;
    return make("b", {}, why === "double" ? `${result} ${words.double_game}` : result);
  }
  return fill(goal ? words.to_goal : stake ? words.with_stake : words.in_match, { n: number, goal: speech.points(goal), stake });
}

/** Return what a deal outside a match pays, in the form of one in a match. */
function alone(settlement) {
  const paid = settlement?.score ?? settlement?.tokens ?? {};
  return { balance: {}, paid, by_points: Boolean(settlement?.score), goal: 0 };
}

/** Return each side with what it holds, what it has won by the deal, and its card points. */
function score({ balance, paid = {}, by_points: byPoints, goal, winner }, settlement, speech, words) {
  const write = byPoints ? (n) => speech.points(n) : String;
  // A score in points is explained with its parts in a sentence.
  const points = !settlement?.score && Object.values(settlement?.points ?? {}).some(Boolean) ? settlement.points : {};
  const sides = Object.keys(balance).length ? Object.keys(balance) : Object.keys(paid);
  return make("ul", { class: "score", data: { sides: sides.length } }, sides.map((team) => {
    const held = balance[team];
    const change = signedOf(paid[team] ?? 0, write);
    return make("li", { class: winner === team ? "winner" : "", data: { team } },
      make("span", { class: "team" }, speech.team(team)),
      make("span", { class: "held" }, make("b", {}, held === undefined ? change : write(held)),
        held !== undefined && paid[team] ? make("span", { class: "change" }, ` ${change}`) : null),
      held === undefined ? null : !byPoints ? tokens(held, paid[team] ?? 0) : goal ? make("span", { class: "way", "aria-hidden": "true" }, make("i", {})) : null,
      points[team] === undefined ? null : make("small", { class: "quiet" }, fill(words.card_points, { points: speech.points(points[team]) })));
  }));
}

const signedOf = (n, write) => signed(n).replace(/\d+/, write(Math.abs(n)));

/** Return the tokens of a side; those that it has just won come last. */
function tokens(held, won) {
  const count = Math.min(Math.max(held, 0), MOST);
  return make("span", { class: "tokens", "aria-hidden": "true" },
    Array.from({ length: count }, (_, n) => make("i", { class: n >= count - won ? "moved" : "" })));
}

/** Let the tokens go from the side that paid to the side that won them, and the points grow. */
function move(place, { before, balance, goal, by_points: byPoints, paid }) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const side = (team) => place.querySelector(`.score [data-team="${team}"]`);
  if (byPoints) {
    for (const [team, held] of Object.entries(balance)) {
      const bar = side(team).querySelector(".way i");
      if (!bar) continue;
      const [from, to] = [before[team], held].map((n) => `scaleX(${Math.min(Math.max(n, 0) / goal, 1)})`);
      bar.style.transform = to;
      if (!still) bar.animate([{ transform: from }, { transform: to }], { duration: MOVE, easing: "ease-out" });
    }
    return;
  }
  if (still) return;
  const payers = Object.keys(paid).flatMap((team) => Array(Math.max(-paid[team], 0)).fill(side(team).querySelector(".tokens")));
  for (const [n, token] of place.querySelectorAll(".tokens .moved").entries()) {
    const from = payers[n]?.getBoundingClientRect();
    const here = token.getBoundingClientRect();
    const [x, y] = from ? [from.right - here.left, from.top - here.top] : [0, -here.height * 2];
    token.animate([{ transform: `translate(${x}px, ${y}px)`, opacity: from ? 1 : 0 }, { transform: "none", opacity: 1 }], { duration: MOVE, easing: "ease-in-out" });
  }
}
