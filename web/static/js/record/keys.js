// The recorder by keyboard: suit and rank in either order, "?" unknown, "x" face down, "p" pass, "r" all the others
// pass, "u" undo; a number and Enter are a bid, written as the game writes it ("160", or "16.0" and "16,0" where points have
// decimals), with a suit's letter or o and u for a contract. Nothing typed is dropped without a word: `actions.unknown`.
import { hasSingleKeys, isShortcut } from "../shortcuts.js";

const SUITS = "shdc";
const NUMBER = /^(\d{2,}(?:[.,]\d)?)([shdcou]?)$/;
const BEGUN = /^\d{1,3}(?:[.,]\d?)?$|^\d{2,3}[shdcou]$/; // a bid that is not entered yet

/** Call `actions` for the keys pressed while the focus is on the page or in one of `areas`. */
export const keys = (actions, ...areas) => listen(document, (event) => isShortcut(event, ...areas), actions);

/** Call `actions` for the keys of cards and bids pressed in a sheet. */
export function typeCards(sheet, actions) {
  const none = () => {};
  const isOfSheet = ({ target, ctrlKey, metaKey, altKey }) => hasSingleKeys() && !ctrlKey && !metaKey && !altKey && !target.closest("input, select");
  listen(sheet, isOfSheet, { undo: none, rest: none, unknown: none, ...actions });
}

function listen(target, isFor, actions) {
  let typed = "";
  target.addEventListener("keydown", (event) => {
    if (!isFor(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Enter" && typed) {
      event.preventDefault();
      const [text, number, denomination] = NUMBER.exec(typed) ?? [typed];
      typed = "";
      return number ? actions.number(number, denomination || undefined) : actions.unknown(text);
    }
    if (key === "Escape") typed = "";
    if (key.length !== 1 || key === " " || !actions.pack()) return;
    const alone = { "?": actions.unseen, x: actions.down, p: actions.pass, r: actions.rest, u: actions.undo }[key];
    if (alone && !(key === "u" && /^\d{2,}$/.test(typed))) {
      event.preventDefault();
      typed = "";
      return alone();
    }
    const text = typed + key;
    typed = read(text, actions) ?? read(key, actions);
    if (typed === null || (typed === key && text !== key)) actions.unknown(text);
    typed ??= "";
  });
}

/** Return the typed text if it can become an entry, "" after a whole card, which is played; else null. */
function read(typed, actions) {
  const pack = actions.pack();
  const letter = (key) => (key === "0" ? "T" : key.toUpperCase());
  for (const [rank, suit] of typed.length === 2 ? [[typed[0], typed[1]], [typed[1], typed[0]]] : []) {
    if (SUITS.includes(suit) && pack.ranks.includes(letter(rank)) && pack.suits.includes(letter(suit))) {
      actions.card(letter(rank) + letter(suit));
      return "";
    }
  }
  if (BEGUN.test(typed)) return typed;
  if (typed.length === 1 && (SUITS.includes(typed) || pack.ranks.includes(letter(typed)))) return typed;
  return null;
}
