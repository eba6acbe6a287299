// The plies by trick, beside the table: what happened, what was entered first, what broke a rule.

import { element } from "../cards.js";
import { why } from "../reasons.js";
import { fill, isCard, parted } from "../speech.js";
import { make } from "../table-view.js";

/** The list up to a ply. `noted(ply)`: how many notes there are on it. */
export function plies(film, until, speech, words, noted) {
  const found = [];
  let list = null;
  let trick = -1;
  for (let ply = 0; ply <= until; ply++) {
    if (film.trick(ply) !== trick) {
      trick = film.trick(ply);
      list = make("ol");
      found.push(heading(film, trick, until, speech, words), list);
    }
    for (const row of film.said(ply).filter(({ kind }) => kind === "retracted")) list.append(taken(row, speech, words));
    list.append(line(film, ply, speech, words, noted(ply)));
  }
  for (const row of film.said(until + 1).filter(({ kind }) => kind === "retracted")) {
    (list ?? found[found.push(make("ol")) - 1]).append(taken(row, speech, words));
  }
  return found;
}

function heading(film, trick, until, speech, words) {
  if (!trick) return make("h2", "", words.beginning);
  const won = film.view(until).tricks?.[trick]?.won;
  return make("h2", "", won ? fill(words.trick_to, { n: trick, seat: speech.seat(won) }) : fill(words.trick, { n: trick }));
}

function line(film, ply, speech, words, notes) {
  const frame = film.frames[ply];
  const link = make("a", "", act(frame.act, film.leads(ply), speech));
  link.href = `#${ply}`;
  link.dataset.ply = ply;
  for (const row of film.said(ply)) {
    if (row.kind === "amended" && row.was) link.append(" ", make("del", "", act(row.was, film.leads(ply), speech)));
    if (row.kind === "inserted") link.append(" ", make("span", "badge note", words.inserted));
  }
  if (broke(film, ply)) link.append(" ", make("span", "badge warn", words.badges.irregular));
  if (notes) link.append(" ", make("span", "badge", `✎ ${notes}`));
  return make("li", "", link);
}

function taken(row, speech, words) {
  const item = make("li", "taken-out", make("del", "", speech.act(row.was)));
  item.title = words.retracted.replace("{was}", speech.act(row.was));
  return item;
}

/** Whether something at a ply was against the rules. */
export function broke(film, ply) {
  return Boolean(film.frames[ply]?.broke) || film.said(ply).some(({ kind }) => kind === "irregularity-noted");
}

/** An act in short: cards as cards, all else in words. */
function act(sentence, leads, speech) {
  if (!isCard(sentence)) return [speech.act(sentence)];
  const { seat, rest } = parted(sentence);
  return [make("span", leads ? "who leads" : "who", speech.seat(seat)), " ", element(rest, speech.names)];
}

/** What is to be said of a ply under the table. */
export function happened(film, ply, speech, words) {
  const found = [];
  const { broke: told } = film.frames[ply] ?? {};
  if (told) {
    const against = (message) => fill(words.against_rules, { ...told, message });
    found.push(make("li", "told warn", why(told.code, told.message, against)));
  }
  for (const row of film.said(ply)) {
    const because = row.why ? [" ", fill(words.why, { why: row.why })] : [];
    if (row.kind === "amended") found.push(struck(words.was, row.was, because, speech));
    if (row.kind === "retracted") found.push(struck(words.retracted, row.was, because, speech));
    if (row.kind === "inserted") found.push(make("li", "told note", [words.inserted, ".", ...because]));
    if (row.kind === "irregularity-noted") {
      const noted = (code) => fill(words.noted, { code });
      const already = told?.code === row.code;
      found.push(make("li", "told warn", [...why(already ? "" : row.code, `${spaced(row.code)}.`, noted), ...because]));
    }
  }
  return found;
}

function struck(pattern, was, because, speech) {
  const [before, after] = pattern.split("{was}");
  return make("li", "told note", [before, make("del", "", speech.act(was)), after, ".", ...because]);
}

export const spaced = (code) => code.replaceAll(/[-_]/g, " ");
