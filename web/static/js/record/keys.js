// The recorder by keyboard: suit and rank in either order, "?" unknown, "x" face down, "p" pass, "r" all the others
// pass, "u" undo; digits and Enter are a bid, with a suit's letter or o and u for a contract.
import { isShortcut } from "../shortcuts.js";

const SUITS = "shdc";

/** Call `actions` for the keys pressed while the focus is on the page or in one of `areas`. */
export function keys(actions, ...areas) {
  let typed = "";
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event, ...areas)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Enter" && /^\d{2,}[shdcou]?$/.test(typed)) {
      event.preventDefault();
      const [, number, denomination] = /^(\d+)([shdcou]?)$/.exec(typed);
      typed = "";
      return actions.number(Number(number), denomination || undefined);
    }
    if (key === "Escape") typed = "";
    if (key.length !== 1 || key === " ") return;
    const alone = { "?": actions.unseen, x: actions.down, p: actions.pass, r: actions.rest, u: actions.undo }[key];
    if (alone && !(key === "u" && /^\d{2,}$/.test(typed))) {
      event.preventDefault();
      typed = "";
      return alone();
    }
    typed = read(typed + key, actions) ?? read(key, actions) ?? "";
  });
}

/** Return the typed text if it can become an entry, "" after a whole card, which is played; else null. */
function read(typed, actions) {
  const pack = actions.pack();
  if (!pack) return null;
  const letter = (key) => (key === "0" ? "T" : key.toUpperCase());
  for (const [rank, suit] of typed.length === 2 ? [[typed[0], typed[1]], [typed[1], typed[0]]] : []) {
    if (SUITS.includes(suit) && pack.ranks.includes(letter(rank)) && pack.suits.includes(letter(suit))) {
      actions.card(letter(rank) + letter(suit));
      return "";
    }
  }
  if (/^\d{1,3}$/.test(typed) || /^\d{2,3}[shdcou]$/.test(typed)) return typed;
  if (typed.length === 1 && (SUITS.includes(typed) || pack.ranks.includes(letter(typed)))) return typed;
  return null;
}
