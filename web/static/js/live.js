// The live page: shows each message of the server, and announces it to screen readers.

import { brought } from "./api.js";
import { fill, locale, make } from "./dom.js";
import { Following } from "./live/following.js";
import { Sealing } from "./live/sealing.js";
import { patched } from "./patch.js";
import { outcome } from "./replay/result.js";
import "./table-view.js";

const LAST_TRICK = 5000; // milliseconds for which the last trick stays before the hands are shown as they were dealt

const known = brought("known");
const { live: words, result: resultWords } = brought("words");
const find = (selector) => document.querySelector(selector);
const table = find("table-view");

const sealed = find("form.seal");
const sealing = sealed && known.game ? new Sealing(sealed, known.game.pack, words) : null;

let standing = {};
let seen = null; // the time of the server's last answer
let opening = 0; // the timer until the hands are shown

table.game = known.game ?? null;
table.names = known.names ?? null;
table.players = known.players ?? {};

// --- the deal ---------------------------------------------------------------------------------------

/** Show a deal: another one, or the same after a lost connection. */
function stands(next, { quiet = false } = {}) {
  const other = next.deal !== standing.deal;
  if (other && next.deal && !fits(next)) return location.reload();
  const before = other ? null : standing.view;
  standing = next;
  connection();
  find(".nothing").hidden = Boolean(next.deal);
  table.hidden = !next.deal;
  find(".which").textContent = next.deal ? [fill(words.deal, { n: next.number }), next.event].filter(Boolean).join(", ") : "";
  const replay = find(".replay");
  replay.hidden = !next.deal;
  const dispute = find("a.dispute");
  if (dispute) dispute.hidden = !next.deal;
  if (dispute && next.deal) dispute.href = `/deals/${next.deal}/disputes/new`;
  if (!next.deal) return;
  const seat = next.viewer === "arbiter" ? "all" : next.viewer;
  replay.href = `/deals/${next.deal}?seat=${seat}`;
  show(next.view, before);
  if (quiet) return next.view.settlement ? sayOver() : say(lastCall(next.view));
  if (other) say(fill(words.begins, { n: next.number }));
  else if (before && ends(before, next.view)) sayOver();
  else if (before && next.view.ply !== before.ply) say(lastCall(next.view));
}

/** Return whether the page has the game and the players of this deal. */
function fits(next) {
  return known.standing.ruleset === next.ruleset
    && JSON.stringify(known.standing.players ?? {}) === JSON.stringify(next.players ?? {})
    && (known.seat !== null || known.standing.viewer === next.viewer);
}

function frame({ act, patch }) {
  const before = standing.view;
  const leads = !before.trick.cards.length;
  standing.view = patched(before, patch);
  show(standing.view, before);
  say(`${table.speech.act(act, { leads })}.`);
}

function view(next) {
  const before = standing.view;
  standing.view = next;
  show(next, before);
  if (ends(before, next)) sayOver();
  else say(words.corrected);
}

/** Return whether a deal ends between two of its views. */
const ends = (before, view) => Boolean(view.settlement && !before.settlement);

/** Show a view. `before`: the view of the same deal that was shown until now; after its end the last trick stays a while. */
function show(view, before = null) {
  table.view = view;
  table.verdict = view.settlement ? outcome(view.settlement, view, table.speech, resultWords) : "";
  if (!before || !view.settlement) {
    clearTimeout(opening);
    table.dealt = Boolean(view.settlement);
  } else if (!before.settlement) opening = setTimeout(() => { table.dealt = true; }, LAST_TRICK);
  sealing?.offer(standing.deal, view, standing.viewer, table.speech);
}

/** Say that the deal is over. The table shows the result; screen readers hear it. */
function sayOver() {
  say(words.over, make("span", { class: "unseen" }, ` ${table.verdict}`));
}

/** Return the sentence of the last card on the table; empty if there is none. */
function lastCall({ trick }) {
  const { cards } = trick;
  return cards.length ? `${table.speech.act(cards.at(-1), { leads: cards.length === 1 })}.` : "";
}

function say(...sentences) {
  find(".announcement").replaceChildren(...sentences);
}

// --- the connection ---------------------------------------------------------------------------------

let state = "";

function connection(now = state) {
  if (now === "live" || now === "polled") seen = new Date();
  state = now;
  const { delay } = standing;
  const shown = delay && (now === "live" || now === "polled") ? "delayed" : now;
  const badge = find(".connection");
  const sentence = {
    delayed: delay && (delay < 120 ? fill(words.seconds, { n: delay }) : fill(words.minutes, { n: Math.round(delay / 60) })),
    lost: fill(words.lost, { time: (seen ?? new Date()).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" }) }),
  }[shown] ?? words[shown] ?? words.connecting;
  badge.dataset.state = shown;
  if (badge.textContent !== sentence) badge.textContent = sentence;
}

stands(known.standing, { quiet: true });
new Following(known.table, known.seat, { standing: stands, frame, view, state: connection });
