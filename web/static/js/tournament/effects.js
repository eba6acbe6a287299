// What a command would change: its facts, what is different afterwards, and how to undo it. Shown before it is sent.

import { ask, fill, make } from "../dom.js";

/** Ask whether to carry out a command whose effects these are. Returns true or false. */
export async function agrees(effect, button, words) {
  return (await ask(words.title, describe(effect, words), [[button, true, "main"], [words.cancel, false]])) === true;
}

function describe({ recorded, changes, standings, by_lot: byLot, undo }, words) {
  const place = (row) => (row ? [fill(words.place, { n: row.place, score: row.score }), row.provisional ? words.provisional : ""].filter(Boolean).join(", ") : "–");
  const rows = standings.map(({ name, before, after }) => ({ what: name, before: place(before), after: place(after) }));
  return [
    make("ul", { class: "effect-facts" }, recorded.map((sentence) => make("li", {}, sentence))),
    ...changes.map(({ title, rows: changed, notes }) => [
      changed.length ? table(title, "", changed, words) : make("p", {}, make("b", {}, title)),
      ...notes.filter((note) => !recorded.includes(note)).map((note) => make("p", {}, note)),
    ]).flat(),
    ...(rows.length ? [table(words.standings, words.entry, rows, words)] : []),
    ...(rows.length || byLot ? [] : [make("p", { class: "quiet" }, words.unchanged)]),
    make("p", {}, make("b", {}, words.undo), ` ${undo}`),
  ];
}

/** Return a table of things before and afterwards. `head`: of the column with their names. */
function table(title, head, rows, words) {
  const heads = [head ? make("th", { scope: "col" }, head) : make("td"), ...[words.before, words.after].map((text) => make("th", { scope: "col" }, text))];
  const lines = rows.map(({ what, before, after }) => make("tr", {},
    make("th", { scope: "row" }, what), make("td", {}, before), make("td", {}, after)));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    make("table", { class: "effect-rows" }, make("caption", {}, title), make("thead", {}, make("tr", {}, heads)), make("tbody", {}, lines)));
}
