// The plies by trick, beside the table: acts, corrected entries, breaches.

import { element } from "../cards.js";
import { fill, make } from "../dom.js";
import { why } from "../reasons.js";
import { isCard, parted } from "../speech.js";

/** Return the list up to a ply. `noted(ply)`: the number of its notes. */
export function plies(film, until, speech, words, noted) {
  const parts = [];
  let list = null;
  let trick = -1;
  for (let ply = 0; ply <= until; ply++) {
    if (film.trick(ply) !== trick) {
      trick = film.trick(ply);
      list = make("ol");
      parts.push(heading(film, trick, until, speech, words), list);
    }
    for (const row of film.corrections(ply).filter(({ kind }) => kind === "retracted")) list.append(taken(row, speech, words));
    list.append(line(film, ply, speech, words, noted(ply)));
  }
  for (const row of film.corrections(until + 1).filter(({ kind }) => kind === "retracted")) {
    (list ?? parts[parts.push(make("ol")) - 1]).append(taken(row, speech, words));
  }
  return parts;
}

function heading(film, trick, until, speech, words) {
  if (!trick) return make("h2", {}, words.beginning);
  const won = film.view(until).tricks?.[trick]?.won;
  return make("h2", {}, won ? fill(words.trick_to, { n: trick, seat: speech.seat(won) }) : fill(words.trick, { n: trick }));
}

function line(film, ply, speech, words, notes) {
  const frame = film.frames[ply];
  const link = make("a", { href: `#${ply}`, data: { ply } }, act(frame.act, film.leads(ply), speech));
  for (const row of film.corrections(ply)) {
    if (row.kind === "amended" && row.was) link.append(" ", make("del", {}, act(row.was, film.leads(ply), speech)));
    if (row.kind === "inserted") link.append(" ", make("span", { class: "badge note" }, words.inserted));
  }
  if (broke(film, ply)) link.append(" ", make("span", { class: "badge warn" }, words.badges.irregular));
  if (notes) link.append(" ", make("span", { class: "badge" }, `✎ ${notes}`));
  return make("li", {}, link);
}

function taken(row, speech, words) {
  const was = speech.act(row.was);
  return make("li", { class: "taken-out", title: fill(words.retracted, { was }) }, make("del", {}, was));
}

/** Return whether a ply has a breach. */
export function broke(film, ply) {
  return Boolean(film.frames[ply]?.broke) || film.corrections(ply).some(({ kind }) => kind === "irregularity-noted");
}

/** Return an act in short: a card as a card, anything else in words. */
function act(sentence, leads, speech) {
  if (!isCard(sentence)) return [speech.act(sentence)];
  const { seat, rest } = parted(sentence);
  return [make("span", { class: leads ? "who leads" : "who" }, speech.seat(seat)), " ", element(rest, speech.names)];
}

/** Return the breach, corrections and notes of a ply, as list items for under the table. */
export function happened(film, ply, speech, words) {
  const rows = [];
  const { broke: breach } = film.frames[ply] ?? {};
  if (breach) {
    rows.push(make("li", { class: "message warn" }, fill(words.against_rules, breach)));
  }
  for (const row of film.corrections(ply)) {
    const because = row.why ? [" ", fill(words.why, { why: row.why })] : [];
    if (row.kind === "amended") rows.push(struck(words.was, row.was, because, speech));
    if (row.kind === "retracted") rows.push(struck(words.retracted, row.was, because, speech));
    if (row.kind === "inserted") rows.push(make("li", { class: "message note" }, [words.inserted, ".", ...because]));
    if (row.kind === "irregularity-noted") {
      const noted = (code) => fill(words.noted, { code });
      const already = breach?.code === row.code;
      rows.push(make("li", { class: "message warn" }, [...why(already ? "" : row.code, `${spaced(row.code)}.`, noted), ...because]));
    }
  }
  return rows;
}

function struck(pattern, was, because, speech) {
  const [before, after] = pattern.split("{was}");
  return make("li", { class: "message note" }, [before, make("del", {}, speech.act(was)), after, ".", ...because]);
}

export const spaced = (code) => code.replaceAll(/[-_]/g, " ");
