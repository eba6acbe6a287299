// How a deal ended, in plain words.

import { fill } from "../speech.js";
import { make } from "../table-view.js";
import { spaced } from "./plies.js";

/** The lines of the result after a ply; empty while the deal goes on. */
export function result(film, ply, speech, words) {
  const ended = film.ending(ply);
  if (!ended) return [];
  const say = words.result;
  const annulled = standing(film.replay.corrections).some(({ kind }) => kind === "annulled");
  const given = annulled ? [] : [say.abandoned];
  const lines = ended.abandoned ? given : settled(ended.settlement, film.view(ply), speech, say);
  return [make("h2", "", say.title), ...[...lines, ...rulings(film, speech, say)].map((line) => make("p", "", line))];
}

function settled(told, view, speech, say) {
  const list = (values, write = String) =>
    Object.entries(values).map(([team, value]) => `${speech.team(team)} ${write(value)}`).join(", ");
  const lines = [outcome(told, view, speech, say)];
  lines.push(...told.reasons.map((code) => say.reasons[code]).filter(Boolean));
  if (told.outcome !== "played" && told.outcome !== "awarded") return lines;
  if (Object.values(told.points).some(Boolean)) {
    lines.push(fill(say.points, { list: list(told.points, (points) => speech.points(points)) }));
  }
  lines.push(fill(say.tricks, { list: list(told.tricks) }));
  if (told.score) lines.push(...scores(told, view, speech, say));
  else if (Object.values(told.tokens).some(Boolean)) {
    lines.push(fill(say.tokens, { list: list(told.tokens, (tokens) => (tokens > 0 ? `+${tokens}` : String(tokens).replace("-", "−"))) }));
  } else lines.push(say.nothing);
  return lines;
}

/** What makes up the score of each team. */
function scores(told, view, speech, say) {
  return Object.entries(told.score).map(([team, score]) => {
    const weis = view.weis?.team === team ? view.weis.scored.flatMap(({ values }) => values) : [];
    const parts = {
      in_tricks: told.points[team],
      for_weis: weis.reduce((sum, value) => sum + value, 0),
      for_stoeck: view.stoeck && speech.teamOf(view.stoeck.seat) === team ? view.stoeck.points : 0,
    };
    parts.for_contract = score - parts.in_tricks - parts.for_weis - parts.for_stoeck;
    const list = Object.entries(parts).filter(([, n]) => n).map(([what, n]) => fill(say[what], { n })).join(", ");
    return fill(list ? say.score_of : say.score, { team: speech.team(team), n: score, list });
  });
}

function outcome(told, view, speech, say) {
  if (told.outcome === "awarded") return fill(say.awarded, { code: spaced(told.reasons.at(-1) ?? "") });
  if (told.outcome !== "played") return say[told.outcome] ?? fill(say.other, { outcome: spaced(told.outcome) });
  return fill(told.made ? say.made : say.failed, { bid: bid(view, speech) });
}

function bid(view, speech) {
  const words = speech.words.facts;
  if (!view.contract) return "";
  const { seat, bid, denomination } = view.contract;
  if (!denomination) return fill(words.bid_by, { seat: speech.seat(seat), bid: speech.bid(bid) });
  return fill(words.contract_by, { seat: speech.seat(seat), n: bid, denomination: speech.suit(denomination) });
}

function rulings(film, speech, say) {
  return standing(film.replay.corrections).map((row) => (row.kind === "annulled" ? fill(say.annulled, { why: row.why ?? "" })
    : fill(say.ruling, { code: spaced(row.verdict ?? row.code), seat: speech.seat(row.seat), why: row.why ?? "" })).trim());
}

/** The rulings that nobody lifted. */
export function standing(corrections) {
  const found = [];
  for (const row of corrections) {
    if (row.kind === "annulled" || row.kind.endsWith("-ruled")) found.push(row);
    if (row.kind !== "ruling-lifted") continue;
    const meant = found.findLast(({ kind, seat, verdict, code }) =>
      kind.startsWith(row.ruling) && seat === row.seat && (verdict ?? code) === row.code);
    found.splice(found.indexOf(meant), meant ? 1 : 0);
  }
  return found;
}
