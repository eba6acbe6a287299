// A ply in words.

import { fill } from "../dom.js";

/** Return the act of a ply as a sentence, with the winner of a trick that it completes. */
export function position(film, ply, speech, words) {
  if (ply < 0) return words.before;
  const view = film.view(ply);
  const act = speech.act(film.frames[ply].act, { leads: film.leads(ply) });
  const trick = film.trick(ply);
  const sentences = [`${trick ? fill(words.in_trick, { n: trick, act }) : act}.`];
  const tricks = Object.keys(view.tricks ?? {}).length;
  if (tricks > Object.keys(film.view(ply - 1).tricks ?? {}).length) {
    sentences.push(`${fill(speech.words.facts.takes, { seat: speech.seat(view.tricks[tricks].won), n: tricks })}.`);
  }
  return sentences.join(" ");
}
