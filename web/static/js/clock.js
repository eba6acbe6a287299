// The clock of a round, on every page that shows it: <div class="clock" data-clock="/api/v1/…/clock">. The server says
// what was left at which time, and what time it is there; this script counts down, also while the connection fails.

import { Offline, Problem, abortedAfter, brought, get } from "./api.js";
import { fill, make } from "./dom.js";

const EVERY = 10000; // milliseconds between two requests
const TICK = 250;
const MINUTE = 60000;
const CALLS = 10000; // milliseconds for which the end is called out

const words = brought("clock-words");
let clock = null;
let ahead = 0; // milliseconds by which the server's clock is ahead of this one
let before = null; // what was left at the last tick
let ended = -Infinity; // when the end was called out
let audio = null; // made by the button for sound, as browsers require

const parts = () => [...document.querySelectorAll("[data-clock]")];

async function look() {
  const path = parts()[0]?.dataset.clock;
  if (!path || document.hidden) return;
  const sent = Date.now();
  try {
    const { body } = await get(path, { signal: abortedAfter(EVERY) });
    ahead = Date.parse(body.now) - (sent + Date.now()) / 2;
    if (body.clock?.round !== clock?.round) before = null;
    clock = body.clock?.state === "stopped" ? null : body.clock ?? null;
  } catch (error) {
    if (!(error instanceof Offline || error instanceof Problem || error instanceof DOMException)) throw error;
  }
  show();
}

/** Return the milliseconds left of the round; below 0 in the break. */
function left() {
  const passed = clock.state === "running" ? Math.max(0, Date.now() + ahead - Date.parse(clock.at)) : 0;
  return clock.left - passed;
}

function written(milliseconds) {
  const all = Math.ceil(Math.max(0, milliseconds) / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}

/** Return the phase of the clock, the milliseconds shown, and the words beside them. */
function phase() {
  const now = left();
  const rest = now + clock.break_minutes * MINUTE;
  if (now <= 0 && clock.break_minutes) return rest > 0 ? ["break", rest, words.break] : ["over", 0, words.break_over];
  if (now <= 0) return ["over", 0, words.over];
  return [now <= Math.max(0, ...clock.warnings) * MINUTE ? "warning" : "round", now, words.left];
}

/** Call out a warning or the end that was reached since the last tick. */
function callOut(now) {
  const reached = (at) => before !== null && before > at && now <= at;
  if (reached(0)) {
    ended = Date.now();
    say(words.over);
    beep(3);
  } else if (reached(-clock.break_minutes * MINUTE)) {
    say(words.break_over);
    beep(2);
  } else if (clock.warnings.some((each) => reached(each * MINUTE))) {
    const minutes = Math.ceil(now / MINUTE); // fewer than those of the warning if minutes were taken away
    say(minutes === 1 ? words.minute : fill(words.minutes, { n: minutes }));
    beep(1);
  }
  before = now;
}

function say(sentence) {
  for (const part of parts()) part.querySelector("[role=status]")?.replaceChildren(sentence);
}

function beep(times) {
  if (!audio) return;
  for (let n = 0; n < times; n += 1) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + n * 0.6;
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.4, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
}

function turnSound() {
  audio = audio ? (audio.close(), null) : new AudioContext();
  beep(1);
  show();
}

function filled(part) {
  if (part.firstElementChild) return;
  part.append(
    make("p", { class: "clock-round" }), make("p", { class: "clock-time", role: "timer", "aria-live": "off" }),
    make("p", { class: "clock-words" }),
    make("button", { type: "button", class: "clock-sound no-print", onclick: turnSound }, words.sound),
    make("p", { class: "unseen", role: "status" }),
  );
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function show() {
  if (clock) callOut(left());
  for (const part of parts()) {
    const was = `${part.hidden} ${part.dataset.phase}`;
    part.hidden = !clock;
    if (clock) {
      filled(part);
      const [name, shown, beside] = phase();
      put(part.querySelector(".clock-round"), clock.round ? fill(words.round, { n: clock.round }) : words.name);
      put(part.querySelector(".clock-time"), written(shown));
      put(part.querySelector(".clock-words"), clock.state === "paused" ? words.paused : beside);
      part.querySelector(".clock-sound").setAttribute("aria-pressed", String(audio !== null));
      part.dataset.phase = name;
      part.dataset.state = clock.state;
      part.classList.toggle("is-called", Date.now() - ended < CALLS);
    }
    if (was !== `${part.hidden} ${part.dataset.phase}`) document.dispatchEvent(new CustomEvent("clock"));
  }
}

setInterval(() => { if (clock) show(); }, TICK);
setInterval(look, EVERY);
addEventListener("online", look);
document.addEventListener("visibilitychange", look);
document.addEventListener("refreshed", () => { show(); look(); });
look();
