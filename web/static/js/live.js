// A table as it is played: what the server sends is shown, and said for those who listen.

import { brought } from "./api.js";
import { Following } from "./live/following.js";
import { Sealing } from "./live/sealing.js";
import { patched } from "./patch.js";
import { fill } from "./speech.js";
import "./table-view.js";

const known = brought("known");
const { live: words } = brought("words");
const find = (selector) => document.querySelector(selector);
const table = find("table-view");

const sealed = find("form.seal");
const sealing = sealed && known.game ? new Sealing(sealed, known.game.pack, words) : null;

let standing = {};
let seen = null; // when the server was heard last

table.game = known.game ?? null;
table.names = known.names ?? null;
table.players = known.players ?? {};

// --- the deal ---------------------------------------------------------------------------------------

/** A deal as it stands: another one, or the same after we were away. */
function stands(told, { quiet = false } = {}) {
  const other = told.deal !== standing.deal;
  if (other && told.deal && !fits(told)) return location.reload();
  const before = standing.view;
  standing = told;
  connection();
  find(".nothing").hidden = Boolean(told.deal);
  table.hidden = !told.deal;
  find(".which").textContent = told.deal ? [fill(words.deal, { n: told.number }), told.event].filter(Boolean).join(", ") : "";
  const replay = find(".replay");
  replay.hidden = !told.deal;
  const dispute = find("a.dispute");
  if (dispute) dispute.hidden = !told.deal;
  if (dispute && told.deal) dispute.href = `/deals/${told.deal}/disputes/new`;
  if (!told.deal) return;
  const seat = told.viewer === "arbiter" ? "all" : told.viewer;
  replay.href = `/deals/${told.deal}?seat=${seat}`;
  show(told.view);
  if (quiet) return;
  if (other) say(fill(words.begins, { n: told.number }));
  else if (before && told.view.ply !== before.ply) say(lastCall(told.view));
}

/** Whether the page knows the game and the people of this deal. */
function fits(told) {
  return known.standing.ruleset === told.ruleset
    && JSON.stringify(known.standing.players ?? {}) === JSON.stringify(told.players ?? {})
    && (known.seat !== null || known.standing.viewer === told.viewer);
}

function frame({ act, patch }) {
  const leads = !standing.view.trick.cards.length;
  standing.view = patched(standing.view, patch);
  show(standing.view);
  say(`${table.speech.act(act, { leads })}.`);
}

function view(told) {
  const over = told.settlement && !standing.view.settlement;
  standing.view = told;
  show(told);
  say(over ? words.over : words.corrected);
}

function show(view) {
  table.view = view;
  sealing?.offer(standing.deal, view, standing.viewer, table.speech);
}

/** What can be said of a deal that has moved on while nobody told us how. */
function lastCall({ table: laid }) {
  return laid.length ? `${table.speech.act(laid.at(-1))}.` : "";
}

function say(sentence) {
  find(".said").textContent = sentence;
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
    lost: fill(words.lost, { time: (seen ?? new Date()).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }) }),
  }[shown] ?? words[shown] ?? words.connecting;
  badge.dataset.state = shown;
  if (badge.textContent !== sentence) badge.textContent = sentence;
}

stands(known.standing, { quiet: true });
new Following(known.table, known.seat, { standing: stands, frame, view, state: connection });
