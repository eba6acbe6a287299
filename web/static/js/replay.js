// The replay page: the address names the viewer (?seat=) and the ply (#17).

import { Offline, Problem, brought, get } from "./api.js";
import { enable, fill, make } from "./dom.js";
import { Autoplay } from "./replay/autoplay.js";
import { keepInPlace } from "./replay/dock.js";
import { Film, Unfolding } from "./replay/film.js";
import { handout } from "./replay/handout.js";
import { keys, swipes } from "./replay/keys.js";
import { Notes } from "./replay/notes.js";
import { OwnNotes } from "./replay/own-notes.js";
import { broke, happened, plies } from "./replay/plies.js";
import { position } from "./replay/position.js";
import { outcome, result, standing } from "./replay/result.js";
import { share } from "./replay/sharing.js";
import { parted } from "./speech.js";
import "./table-view.js";

const known = brought("known");
const { replay: words } = brought("words");
const find = (selector) => document.querySelector(selector);
const table = find("table-view");
const slider = find('.controls input[type="range"]');
const films = new Map();

let film = shot(known.replay);
let ply = -1;
let listed = "";
let painted = false; // the table; the list of plies follows it
let analysis = null;

function shot(replay) {
  const made = known.hidden ? new Unfolding(replay, known.id) : new Film(replay);
  films.set(replay.viewer, made);
  return made;
}

// --- the address ------------------------------------------------------------------------------------

/** Return the address of the shown ply, or of another page of this deal. */
function address({ viewer = film.viewer, at = ply, hidden = known.hidden, path = location.pathname } = {}) {
  const query = new URLSearchParams({ seat: viewer === "arbiter" ? "all" : viewer });
  if (hidden) query.set("future", "hidden");
  return `${path}?${query}#${at}`;
}

/** Return the viewer and the ply that the address names; null for what it does not name. */
function named() {
  const seat = new URLSearchParams(location.search).get("seat");
  const at = /^#(-?\d{1,4})$/.exec(location.hash);
  return { viewer: seat === "all" ? "arbiter" : seat, at: at ? Number(at[1]) : null };
}

const beginning = () => (known.hidden ? -1 : film.ending(film.last) ? film.dealt : film.last);

// --- getting about ----------------------------------------------------------------------------------

let queue = Promise.resolve();

/** Run actions in order: one that is pressed during a request waits for the answer. */
function run(action) {
  queue = queue.then(action).catch(failed);
}

function failed(error) {
  if (error instanceof Problem) tell(words.not_yours);
  else if (error instanceof Offline) tell(words.offline);
  else throw error;
}

/** Go to a ply. `remember`: as a new entry of the browser's history; steps only replace the address. */
async function go(at, { remember = false } = {}) {
  ply = await film.reach(at);
  if (known.hidden) await notes.load();
  history[remember ? "pushState" : "replaceState"](null, "", address());
  show();
  if (known.hidden && ply < at) tell(words.nothing_follows);
}

/** Change the viewer, at the same ply. */
async function look(viewer, { remember = true } = {}) {
  if (viewer === film.viewer) return;
  if (!known.viewers.includes(viewer)) return viewer && tell(words.not_yours);
  const until = known.hidden ? `?until=${ply}` : "";
  const kept = known.hidden ? null : films.get(viewer);
  film = kept ?? shot((await get(`/api/v1/deals/${known.id}/replays/${viewer}${until}`)).body);
  await go(ply, { remember });
}

/** Go to the first card of the next trick, or of this one; from there, of the one before. */
async function byTrick(way) {
  const trick = film.trick(ply);
  if (way < 0) {
    const first = film.groups.indexOf(trick);
    return go(!trick ? -1 : ply > first ? first : film.groups.indexOf(trick - 1));
  }
  if (!known.hidden) {
    const next = film.groups.findIndex((group) => group > trick);
    return go(next < 0 ? film.last : next);
  }
  for (let at = ply + 1; ; at++) {
    if ((await film.reach(at)) < at || film.trick(at) > trick) return go(at);
  }
}

const steps = {
  "back": () => go(ply - 1),
  "on": () => go(ply + 1),
  "trick-back": () => byTrick(-1),
  "trick-on": () => byTrick(1),
  "home": () => go(-1, { remember: true }),
  "end": () => (known.hidden ? tell(words.hidden_end) : go(film.last, { remember: true })),
};
/** The same steps, run in order; each ends the autoplay. */
const turns = Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, () => {
  autoplay.stop();
  run(step);
}]));

const autoplay = new Autoplay(find("[data-play]"), find(".speed"), words.autoplay, {
  advance: () => new Promise((resolve) => run(async () => {
    const before = ply;
    await go(ply + 1).finally(() => resolve(ply > before && (known.hidden || ply < film.last)));
  })),
  rests: () => ply >= 0 && film.trick(ply) > 0 && !film.view(ply).trick.cards.length,
  restart: () => !known.hidden && ply >= film.last && run(() => go(film.ending(film.last) ? film.dealt : -1, { remember: true })),
});

// --- showing ----------------------------------------------------------------------------------------

function show() {
  const { speech } = table;
  const view = film.view(ply);
  const ended = film.ending(ply);
  table.view = { ...view, ...ended };
  table.verdict = ended?.settlement ? outcome(ended.settlement, view, speech, words.result) : "";
  tell(position(film, ply, speech, words));
  // The felt shows the result; screen readers hear it.
  if (table.verdict) find(".announcement").append(make("span", { class: "unseen" }, ` ${table.verdict}`));
  find(".happened").replaceChildren(...happened(film, ply, speech, words, disputeOf), ...notes.shown(ply));
  const lines = result(film, ply, speech, words);
  find(".result").replaceChildren(...lines);
  find(".result").hidden = !lines.length;
  if (painted) listAndMark();
  else afterPaint(listAndMark);
  whose(speech);
  links.point(address);
  const dispute = find("a[data-dispute]");
  if (dispute) dispute.href = `${dispute.dataset.dispute}?ply=${Math.max(0, ply)}`;
  knew(speech);
  beside();
  explore();
  practise();
  analysis?.show(ply);
}

/** Return the link that opens a dispute about a breach, for readers who may. */
function disputeOf({ code }) {
  const offer = find("a[data-dispute]");
  if (!offer) return [];
  const { seat } = parted(film.frames[ply].act);
  const query = new URLSearchParams({ ply, code, ...(known.game.seating.seats.includes(seat) && { seat }) });
  return [" ", make("a", { href: `${offer.dataset.dispute}?${query}` }, offer.textContent)];
}

/** Point the link to the knowledge page: this seat at this ply, or any seat where all hands are shown. */
function knew(speech) {
  const link = find("a[data-knows]");
  if (!link) return;
  const seat = known.game.seating.seats.includes(film.viewer) ? film.viewer : null;
  const query = new URLSearchParams({ ...(seat && { seat }), at: ply });
  link.href = `${location.pathname}/knowledge?${query}`;
  link.textContent = seat ? fill(words.knew, { seat: speech.seat(seat) }) : words.who_knew;
}

/** Point the link to the same ply as each seat saw it. */
function beside() {
  const link = find("a[data-seats]");
  if (link) link.href = `${location.pathname}/seats?at=${ply}`;
}

/** Point the link to explore the deal from this ply; from the first lead where no card can be played. */
function explore() {
  const link = find("a[data-explore]");
  if (link) link.hash = film.ending(ply) ? film.dealt : Math.max(ply, film.dealt);
}

/** Point the link to play on against bots to this ply. */
function practise() {
  const link = find("a[data-practise]");
  if (link) link.search = `${link.search.replace(/&at=.*$/, "")}&at=${Math.max(ply, -1)}`;
}

function tell(sentence) {
  find(".announcement").textContent = sentence;
}

/** Run an action after the next paint. */
function afterPaint(action) {
  requestAnimationFrame(() => setTimeout(action));
}

/** Fetch the analysis of the deal, and show it from now on. */
async function analyse(button) {
  const analysisWords = brought("analysis-words");
  button.disabled = true;
  find(".analysis .summary").textContent = analysisWords.wait;
  try {
    const { Analysis } = await import("./replay/analysis.js");
    const loaded = new Analysis(find(".analysis"), known.id, table, analysisWords, (at) => run(() => go(at, { remember: true })));
    await loaded.load();
    analysis = loaded;
  } catch (error) {
    button.disabled = false;
    find(".analysis .summary").textContent = error instanceof Problem ? error.message : analysisWords.offline;
    return;
  }
  button.remove();
  analysis.mark(find(".plies"));
  analysis.show(ply);
}

/** Make the list of plies and, after the next paint, the sheet for paper anew if their contents changed. */
function list(speech) {
  const until = known.hidden ? ply : film.last;
  const stands = `${film.viewer} ${until} ${notes.stand}`;
  if (listed === stands) return;
  listed = stands;
  find(".plies").replaceChildren(...plies(film, until, speech, words, (at) => notes.count(at)));
  analysis?.mark(find(".plies"));
  find(".badges")?.replaceChildren(...badges(until).flatMap((badge) => [" ", badge]));
  afterPaint(() => {
    if (listed !== stands) return;
    find(".handout").replaceChildren(...handout(film, until, { table, words, title: find("h1").textContent }));
  });
}

/** Once a deal was analysed its costly cards stand on paper too, unless later plies are hidden. */
addEventListener("beforeprint", () => {
  find(".handout .worth")?.remove();
  if (analysis && !known.hidden) find(".handout").append(analysis.onPaper());
});

function listAndMark() {
  painted = true;
  list(table.speech);
  mark();
}

function badges(until) {
  const { corrections } = film.replay;
  const badge = (kind, text) => make("span", { class: `badge ${kind}` }, text);
  const shown = [];
  if (known.status) shown.push(badge("", words.badges[known.status === "open" ? "open" : ["abandoned", "withdrawn"].includes(known.status) ? known.status : "settled"]));
  if (corrections.some(({ kind }) => ["amended", "inserted", "retracted"].includes(kind))) shown.push(badge("note", words.badges.amended));
  if (film.frames.slice(0, until + 1).some((_, at) => broke(film, at))) shown.push(badge("warn", words.badges.irregular));
  if (standing(corrections).length) shown.push(badge("note", words.badges.ruled));
  if (known.disputed) shown.push(badge("warn", words.badges.disputed));
  return shown;
}

/** Mark the shown ply in the list and on the slider. */
function mark() {
  const panel = find(".plies");
  panel.querySelector('[aria-current="step"]')?.removeAttribute("aria-current");
  const link = panel.querySelector(`a[data-ply="${ply}"]`);
  link?.setAttribute("aria-current", "step");
  if (panel.scrollHeight > panel.clientHeight) {
    panel.scrollTop = link ? link.offsetTop - panel.clientHeight / 2 : 0;
  }
  if (!slider) return;
  slider.max = film.last;
  slider.value = ply;
  slider.setAttribute("aria-valuetext", film.place(ply, table.speech, words));
}

function whose(speech) {
  const buttons = known.viewers.map((viewer) => {
    const pressed = String(viewer === film.viewer);
    const onclick = () => run(() => look(viewer));
    const short = known.game.seating.seats.includes(viewer) ? { "data-short": speech.initial(viewer) } : {};
    const name = speech.viewer(viewer);
    return make("button", { type: "button", "aria-pressed": pressed, "aria-label": name, ...short, onclick }, make("span", {}, name));
  });
  const group = find(".viewers");
  const focused = [...group.children].indexOf(document.activeElement);
  group.replaceChildren(...buttons);
  group.children[focused]?.focus();
}

// --- beginning --------------------------------------------------------------------------------------

const notes = new Notes(known, words.notes, { at: () => ply, place: (at) => film.place(at, table.speech, words), changed: () => show() });
const ownNotes = new OwnNotes(known.id, words.own_notes, { at: () => ply, place: (at) => film.place(at, table.speech, words) });
const links = share(words);

table.game = known.game;
table.names = known.names;
table.players = known.players;

keys({
  ...turns,
  seat: (n) => run(() => look(known.game.seating.seats[n - 1] ?? film.viewer)),
  all: () => run(() => look("arbiter")),
  hide: () => location.assign(address({ hidden: !known.hidden })),
  note: () => (known.may_write && find("dialog.note") ? notes.write() : ownNotes.focus() || tell(words.notes.not_yours)),
  play: () => autoplay.toggle(),
  help: () => find("dialog.help")?.showModal(),
}, find(".replay"));
swipes(table, turns);
keepInPlace(find(".dock"));
find("[data-analyse]")?.addEventListener("click", (event) => analyse(event.target));
for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", turns[button.dataset.step]);
}
slider?.addEventListener("input", () => {
  autoplay.stop();
  run(() => go(Number(slider.value)));
});
find(".plies").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ply]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  autoplay.stop();
  run(() => go(Number(link.dataset.ply), { remember: true }));
});
window.addEventListener("popstate", () => run(async () => {
  const { viewer, at } = named();
  if (viewer) await look(viewer, { remember: false });
  if (at !== null && at !== ply) await go(at);
}));

enable(document);
run(() => go(named().at ?? beginning()));
if (!known.hidden) notes.load().catch(failed);
ownNotes.load().catch(failed);
