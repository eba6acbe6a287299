// The page of the look: every token that tokens.css sets, and every card of each pack.

import { brought } from "./api.js";
import { element } from "./cards.js";
import { make } from "./dom.js";

const GROUPS = {
  colours: { has: (name) => CSS.supports("color", value(name)), show: (sample, name) => { sample.style.background = `var(${name})`; } },
  text: { has: (name) => name.startsWith("--text-"), show: (sample, name) => { sample.style.fontSize = `var(${name})`; sample.textContent = "Trick 3, East leads"; } },
  spaces: { has: (name) => name.startsWith("--s-"), show: (sample, name) => { sample.style.width = `var(${name})`; } },
};

const value = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Return the names of all custom properties of the root element, in the order of the files. */
function names() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(({ selectorText }) => selectorText === ":root");
  return [...new Set(rules.flatMap(({ style }) => [...style]).filter((name) => name.startsWith("--")))];
}

for (const [group, { has, show }] of Object.entries(GROUPS)) {
  const rows = names().filter((name) => has(name)).map((name) => {
    const sample = make("span", { class: "sample" });
    show(sample, name);
    return make("li", {}, [sample, make("span", {}, [make("code", {}, name), " ", make("small", { class: "quiet" }, value(name))])]);
  });
  document.querySelector(`[data-tokens="${group}"]`).append(make("ul", {}, rows));
}

for (const pack of brought("packs")) {
  const rows = pack.suits.map((suit) => make("p", {}, pack.ranks.map((rank) => element(rank + suit, pack.names, { whole: true }))));
  const others = make("p", {}, ["??", "(??)", "(JH)", "TH"].flatMap((word) => [element(word, pack.names, { whole: true }), element(word, pack.names)]));
  document.querySelector(".packs").append(make("h3", {}, pack.name), make("div", { class: "pack", tabindex: 0, role: "group", "aria-label": pack.name }, [...rows, others]));
}
