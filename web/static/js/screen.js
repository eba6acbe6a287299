// The screen in the hall. The server makes the slides; this script polls them and shows them page by page.

import { brought } from "./api.js";
import { fill, locale } from "./dom.js";
import { isShortcut, offerSetting } from "./shortcuts.js";
import { Pages } from "./screen/pages.js";
import { Source } from "./screen/source.js";

const known = brought("known");
const words = brought("words");
const find = (selector) => document.querySelector(selector);
const LETTERS = { d: "draw", r: "results", s: "standings" };

const shown = find("#slides").outerHTML;
const FAMILIES = [...new Set([...document.fonts].map(({ family }) => family.replaceAll('"', "")))];
const PATIENCE = 3000;

/** Wait until the fonts of a text are loaded, at most for PATIENCE, before its slides are laid out. */
function letters(text) {
  const loaded = FAMILIES.map((family) => document.fonts.load(`1em "${family}"`, text));
  return Promise.race([Promise.allSettled(loaded), new Promise((go) => { setTimeout(go, PATIENCE); })]);
}

await letters(find("#slides").textContent);
const pages = new Pages(find(".stage"), words.fresh);
let paused = false;
let turning = null;

// --- turning the pages --------------------------------------------------------------------------------

function show() {
  pages.show();
  find(".where").textContent = fill(words.page, { n: pages.at + 1, all: pages.all.length || 1 });
  wait();
}

/** Start the timer of this page. */
function wait() {
  clearTimeout(turning);
  const bar = find(".bar i");
  bar.style.animation = "none";
  find(".bar").hidden = paused || pages.all.length < 2;
  if (paused) return;
  bar.getBoundingClientRect(); // so that the animation begins anew
  bar.style.animation = `run ${known.seconds}s linear`;
  turning = setTimeout(() => turn(1), known.seconds * 1000);
}

function turn(by) {
  pages.turn(by);
  show();
}

function pause(now = !paused) {
  paused = now;
  const button = find("#pause");
  button.textContent = paused ? words.go_on : words.pause;
  button.setAttribute("aria-pressed", String(paused));
  wait();
}

find("#back").addEventListener("click", () => turn(-1));
find("#on").addEventListener("click", () => turn(1));
find("#pause").addEventListener("click", () => pause());
offerSetting();
addEventListener("keydown", (event) => {
  if (!isShortcut(event, find(".stage"), find(".steer"))) return;
  const { key } = event;
  if (key === "ArrowRight" || key === "PageDown") turn(1);
  else if (key === "ArrowLeft" || key === "PageUp") turn(-1);
  else if (key === " ") pause();
  else if (LETTERS[key.toLowerCase()]) {
    if (pages.go(LETTERS[key.toLowerCase()])) show();
  } else if (key.toLowerCase() === "f") whole();
  else return;
  event.preventDefault();
});

function whole() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

let resized = null;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => { pages.lay(); show(); }, 150);
});

document.addEventListener("clock", () => { pages.lay(); show(); }); // it takes room, or gives it back

// --- new slides, and their age --------------------------------------------------------------

function state({ lost, at, delay }) {
  const badge = find(".connection");
  const time = at.toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
  const late = delay < 120 ? fill(words.seconds, { n: delay }) : fill(words.minutes, { n: Math.round(delay / 60) });
  const sentence = lost ? fill(words.lost, { time }) : delay ? late : words.live;
  badge.dataset.state = lost ? "lost" : delay ? "delayed" : "live";
  if (badge.textContent !== sentence) badge.textContent = sentence;
}

/** Show changed slides; a page with a new result comes next. */
async function fresh(slides) {
  if (slides.dataset.stand !== find("#slides").dataset.stand) return location.reload();
  await letters(slides.textContent);
  pages.take(slides);
  show();
}

/** Keep the projector awake, where the browser can. */
async function awake() {
  if (document.visibilityState !== "visible") return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", awake);

find(".steer").hidden = false;
document.body.classList.add("rotating");
pages.lay();
show();
awake();
new Source(`${location.pathname}/slides${location.search}`, { delay: known.delay, shown, fresh, state });
