// The engine's panel: the flags of the record around the disputed acts, and the deal's audit if there is one.

import { get } from "../api.js";
import { fill, make } from "../dom.js";
import { happened } from "../replay/plies.js";
import { assign } from "./ruling.js";

/** Plies before and after the disputed acts: two tricks. */
const AROUND = 8;

export function engine(known, film, speech, words) {
  const panel = document.querySelector(".engine");
  const [first, last] = known.plies ?? [0, film.last];
  const rows = [];
  for (let ply = Math.max(0, first - AROUND); ply <= Math.min(film.last, last + AROUND); ply++) {
    for (const note of happened(film, ply, speech, words.replay)) {
      note.prepend(make("b", {}, `${film.place(ply, speech, words.replay)}:`), " ");
      rows.push(note);
    }
  }
  panel.querySelector(".flags").replaceChildren(...rows);
  panel.querySelector(".none").hidden = rows.length > 0;
  if (known.audit) audit(panel.querySelector(".audit"), known.audit, film, speech, words);
}

/** List the audit's breaches; hide the part if there are none or no audit. */
async function audit(part, path, film, speech, words) {
  const { body } = await get(path).catch(() => ({ body: null }));
  const findings = body?.breaches.findings ?? [];
  part.querySelector("ul").replaceChildren(...findings.map(({ ply, what, without }) =>
    make("li", {}, make("b", {}, `${film.place(ply, speech, words.replay)}:`), " ", what,
      ...(without ? likely(without, words) : []))));
  part.hidden = !findings.length;
}

/** Return the likely result without a breach; an arbiter gets a button that enters it in the ruling. */
function likely(without, words) {
  const gains = without.score ?? without.tokens;
  const text = make("p", { class: "quiet likely" }, fill(words.without, { result: without.words }));
  if (!gains || !document.querySelector('#ruling [data-gain], #overturning [data-gain]')) return [text];
  return [text, make("p", {}, make("button", { type: "button", class: "small", onclick: () => assign(gains) }, words.assign))];
}
