// What the engine can say: the flags of the record around the disputed acts, and the deal's audit where there is one.

import { get } from "../api.js";
import { make } from "../dom.js";
import { why } from "../reasons.js";
import { happened } from "../replay/plies.js";
import { fill } from "../speech.js";

/** Plies before and after the disputed acts: two tricks. */
const AROUND = 8;

export function engine(known, film, speech, words) {
  const panel = document.querySelector(".engine");
  const [first, last] = known.plies ?? [0, film.last];
  const rows = [];
  for (let ply = Math.max(0, first - AROUND); ply <= Math.min(film.last, last + AROUND); ply++) {
    for (const told of happened(film, ply, speech, words.replay)) {
      told.prepend(make("b", {}, fill(words.replay.ply, { n: ply })), " ");
      rows.push(told);
    }
  }
  panel.querySelector(".flags").replaceChildren(...rows);
  panel.querySelector(".none").hidden = rows.length > 0;
  if (known.audit) audit(panel.querySelector(".audit"), known.audit, words);
}

/** The audit's breaches, each in its own words. Where it cannot be had, nothing is shown. */
async function audit(part, path, words) {
  const { body } = await get(path).catch(() => ({ body: null }));
  const found = body?.breaches.findings ?? [];
  part.querySelector("ul").replaceChildren(...found.map(({ ply, code, what }) =>
    make("li", {}, make("b", {}, ply < 0 ? words.replay.before : fill(words.replay.ply, { n: ply })), " ", why(code, what))));
  part.hidden = !found.length;
}
