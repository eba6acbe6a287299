// What a command would change: its facts, the standings before and after, and how to undo it. Shown before it is sent.

import { ask, fill, make } from "../dom.js";

/** Ask whether to carry out a command whose effects these are. Returns true or false. */
export async function agrees(effect, button, words) {
  return (await ask(words.title, describe(effect, words), [[button, true, "main"], [words.cancel, false]])) === true;
}

function describe({ recorded, standings, undo }, words) {
  const place = (row) => (row ? [fill(words.place, { n: row.place, score: row.score }), row.provisional ? words.provisional : ""].filter(Boolean).join(", ") : "–");
  const rows = standings.map(({ name, before, after }) => make("tr", {},
    make("th", { scope: "row" }, name), make("td", {}, place(before)), make("td", {}, place(after))));
  const heads = [words.entry, words.before, words.after].map((text) => make("th", { scope: "col" }, text));
  return [
    make("ul", { class: "effect-facts" }, recorded.map((sentence) => make("li", {}, sentence))),
    rows.length
      ? make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words.standings },
        make("table", { class: "effect-standings" }, make("caption", {}, words.standings), make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows)))
      : make("p", { class: "quiet" }, words.unchanged),
    make("p", {}, make("b", {}, words.undo), ` ${undo}`),
  ];
}
