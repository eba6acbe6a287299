// The result of a deal in words.

import { fill, make, signed } from "../dom.js";
import { spaced } from "../speech.js";

/** Return the lines of the result after a ply; empty before the end. */
export function result(film, ply, speech, words) {
  const ended = film.ending(ply);
  if (!ended) return [];
  const say = words.result;
  const { corrections } = film.replay;
  const annulled = standing(corrections).some(({ kind }) => kind === "annulled");
  // The page itself says who withdrew the deal and why.
  const withdrawn = corrections.findLast(({ kind }) => kind === "withdrawn" || kind === "restored")?.kind === "withdrawn";
  const given = annulled || withdrawn ? [] : [say.abandoned];
  const lines = ended.abandoned ? given : settled(ended.settlement, film.view(ply), speech, say);
  return [make("h2", {}, say.title), ...[...lines, ...rulings(film, speech, say)].map((line) => make("p", {}, line))];
}

function settled(settlement, view, speech, say) {
  const list = (values, write = String) =>
    Object.entries(values).map(([team, value]) => `${speech.team(team)} ${write(value)}`).join(", ");
  const lines = [outcome(settlement, view, speech, say)];
  lines.push(...settlement.reasons.filter((code) => code !== "assigned").map((code) => say.reasons[code]).filter(Boolean));
  if (settlement.outcome !== "played" && settlement.outcome !== "awarded") return lines;
  if (Object.values(settlement.points).some(Boolean)) {
    lines.push(fill(say.points, { list: list(settlement.points, (points) => speech.points(points)) }));
  }
  lines.push(fill(say.tricks, { list: list(settlement.tricks) }));
  if (settlement.score) lines.push(...scores(settlement, view, speech, say));
  else if (Object.values(settlement.tokens).some(Boolean)) {
    lines.push(fill(say.tokens, { list: list(settlement.tokens, signed) }));
  } else lines.push(say.nothing);
  return lines;
}

/** Return the sentences below the first one: why the deal pays as it does, and in a Jass each team's score with its parts. */
export function explained(settlement, view, speech, say) {
  const reasons = settlement.reasons.filter((code) => code !== "assigned").map((code) => say.reasons[code]).filter(Boolean);
  return settlement.score ? [...reasons, ...scores(settlement, view, speech, say)] : reasons;
}

/** Return each team's score with its parts. */
function scores(settlement, view, speech, say) {
  const assigned = settlement.reasons.includes("assigned");
  return Object.entries(settlement.score).map(([team, score]) => {
    if (assigned) return fill(say.score, { team: speech.team(team), n: score });
    const weis = view.weis?.team === team ? view.weis.scored.flatMap(({ values }) => values) : [];
    const parts = {
      in_tricks: settlement.points[team],
      for_weis: weis.reduce((sum, value) => sum + value, 0),
      for_stoeck: view.stoeck && speech.teamOf(view.stoeck.seat) === team ? view.stoeck.points : 0,
    };
    parts.for_contract = score - parts.in_tricks - parts.for_weis - parts.for_stoeck;
    const list = Object.entries(parts).filter(([, n]) => n).map(([what, n]) => fill(say[what], { n })).join(", ");
    return fill(list ? say.score_of : say.score, { team: speech.team(team), n: score, list });
  });
}

/** Return the result as a sentence: what was bid, whether it was made, by how much, and what the winners get. */
export function outcome(settlement, view, speech, say) {
  if (settlement.reasons.includes("assigned")) return say.reasons.assigned;
  if (settlement.outcome === "awarded") return fill(say.awarded, { code: spaced(settlement.reasons.at(-1) ?? "") });
  if (settlement.outcome !== "played") return say[settlement.outcome] ?? fill(say.other, { outcome: spaced(settlement.outcome) });
  const { made } = settlement;
  const n = margin(settlement, view, speech);
  const names = { made: ["made", "made_by"], failed: ["failed", "failed_by"] }[made ? "made" : "failed"];
  const pattern = n === null ? names[0] : n === 0 && made ? "made_exactly" : names[1];
  const values = n === null ? { n: "" } : { n: speech.points(Math.abs(n)), points: speech.points(pointsOfBidders(settlement, view, speech)) };
  const sentence = fill(say[pattern], { bid: bid(view, speech), ...values });
  const gains = Object.entries(settlement.score ? {} : settlement.tokens).filter(([, tokens]) => tokens > 0)
    .map(([team, tokens]) => `${speech.team(team)} ${signed(tokens)}`);
  const result = gains.length ? fill(say.with_gain, { sentence, list: gains.join(", ") }) : `${sentence}.`;
  return [result, partners(view, speech, say)].filter(Boolean).join(" ");
}

/** Return who played together, where the trump maker named a card; empty in any other game. */
function partners({ maker, partner }, speech, say) {
  if (!partner?.seat) return "";
  return fill(partner.seat === maker ? say.alone : say.together, { seat: speech.seat(maker), partner: speech.seat(partner.seat) });
}

/** The reasons of a result that the card points of the bidders decided; a Weis counts for the score of a Jass alone. */
const BY_POINTS = new Set(["bid-made", "bid-failed", "contract-made", "contract-failed", "doubled", "redoubled", "match", "weis", "stoeck"]);

/** Return the bidders' points above or below the bid; null if the result did not depend on them alone. */
function margin(settlement, view, speech) {
  const { bid, seat } = view.contract ?? {};
  const plain = settlement.reasons.every((code) => BY_POINTS.has(code));
  // A marriage changes what the bidders need.
  if (typeof bid !== "number" || !plain || view.marriages?.length || !seat) return null;
  const above = pointsOfBidders(settlement, view, speech) - bid;
  return (above >= 0) === Boolean(settlement.made) ? above : null;
}

/** Return the points of the bidder's team; where the trump maker named a card, with those of the partner. */
function pointsOfBidders({ points }, { contract, partner }, speech) {
  const sides = new Set([contract.seat, partner?.seat].filter(Boolean).map((seat) => speech.teamOf(seat)));
  return [...sides].reduce((sum, team) => sum + points[team], 0);
}

function bid(view, speech) {
  if (!view.contract) return "";
  const { bid, denomination } = view.contract;
  const suit = denomination ?? view.trump?.suit;
  const plain = denomination ? String(bid) : speech.bid(bid);
  if (!suit) return plain;
  return /^[SHDC]$/.test(suit) ? fill(speech.words.facts.bid_in, { bid: plain, suit: speech.suit(suit) }) : `${plain} ${speech.suit(suit)}`;
}

function rulings(film, speech, say) {
  return standing(film.replay.corrections).map((row) => (row.kind in say.of_deal ? fill(say.of_deal[row.kind], { why: row.why ?? "" })
    : fill(say.ruling, { code: spaced(row.verdict ?? row.code), seat: speech.seat(row.seat), why: row.why ?? "" })).trim());
}

/** Return the rulings that were not lifted. */
export function standing(corrections) {
  const standing_ = [];
  for (const row of corrections) {
    if (["annulled", "result-assigned"].includes(row.kind) || row.kind.endsWith("-ruled")) standing_.push(row);
    if (row.kind !== "ruling-lifted") continue;
    const meant = standing_.findLast(({ kind, seat, verdict, code }) =>
      kind.includes(row.ruling) && seat === row.seat && (verdict ?? code ?? "") === (row.code ?? ""));
    standing_.splice(standing_.indexOf(meant), meant ? 1 : 0);
  }
  return standing_;
}
