// The keyboard, and swipes.
import { isShortcut, offerSetting } from "../shortcuts.js";

const NAMED = { ArrowLeft: "back", ArrowRight: "on", Home: "home", End: "end", 0: "all", h: "hide", c: "note", " ": "play", "?": "help" };

/** `on`: what to do, by the names above, and `seat(n)`. Keys for what it lacks do nothing. `areas`: see `isShortcut`. */
export function keys(on, ...areas) {
  offerSetting();
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event, ...areas)) return;
    const trick = { ArrowLeft: "trick-back", ArrowRight: "trick-on" }[event.shiftKey ? event.key : ""];
    const step = trick ?? NAMED[event.key];
    const seat = on.seat && /^[1-8]$/.test(event.key) ? Number(event.key) : 0;
    if (!on[step] && !seat) return;
    event.preventDefault();
    if (seat) on.seat(seat);
    else on[step]();
  });
}

const FAR = 48;

/** To the left: on; to the right: back. The style keeps the browser from leaving the page (touch-action, overscroll). */
export function swipes(element, on) {
  let from = null;
  element.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  element.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    if (!from || !to) return;
    const across = to.clientX - from.clientX;
    if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(to.clientY - from.clientY)) on[across < 0 ? "on" : "back"]();
    from = null;
  }, { passive: true });
}
