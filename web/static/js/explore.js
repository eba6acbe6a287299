// The page to explore a deal: play on by hand from one of its plies. The server says which cards are legal, the kernel in
// a web worker what each is worth. The address holds the line (#17/9H.JH), so a link shares it.

import { Offline, Problem, brought, call, get, post } from "./api.js";
import { element } from "./cards.js";
import { ask, fill, locale, make } from "./dom.js";
import { Lines, read, write } from "./explore/lines.js";
import { Positions } from "./explore/positions.js";
import { Prices } from "./explore/prices.js";
import { cardsOf, compared } from "./explore/tricks.js";
import { keepInPlace } from "./replay/dock.js";
import { keys, swipes } from "./replay/keys.js";
import { outcome } from "./replay/result.js";
import "./table-view.js";

const known = brought("known");
const { explore: words, result: resultWords } = brought("words");
const find = (selector) => document.querySelector(selector);
const table = find("table-view");
const positions = new Positions(known.id);
const lines = new Lines(known.id);
const prices = new Prices(known.kernel, (priced) => priced === shown.priced && showPrices());

/** Where the account of the reader keeps lines; empty for readers without one. */
const account = known.has_account ? `/api/v1/me/deals/${known.id}/notes` : "";

const SHORT = 6; // cards of a line in the list of lines

/** What is shown: a line, how many of its cards are played, the position after them, its prices, and the whole line. */
const shown = { line: null, at: 0, position: null, priced: null, end: null, start: null };

// --- getting about ----------------------------------------------------------------------------------

let queue = Promise.resolve();

/** Run actions in order: one that is pressed during a request waits for the answer. */
function run(action) {
  queue = queue.then(action).catch(failed);
}

function failed(error) {
  if (error instanceof Problem) tell(error.message);
  else if (error instanceof Offline) tell(words.offline);
  else throw error;
}

const tell = (sentence) => { find(".announcement").textContent = sentence; };

/** Show a line after so many of its cards. */
async function open(line, at) {
  const { ply, cards } = line;
  const start = await positions.at(ply, []);
  const position = await positions.at(ply, cards.slice(0, at));
  const end = await positions.at(ply, cards);
  Object.assign(shown, { line, at, position, start, end });
  history.replaceState(null, "", write(line, at));
  show();
}

/** Go to another card of the line. `to(at)`: after how many cards, from so many now. */
const step = (to) => run(() => shown.line && open(shown.line, Math.max(0, Math.min(shown.line.cards.length, to(shown.at)))));

/** Play a card: it is appended to the line, or begins another line if the line goes on otherwise. */
function play(card) {
  run(async () => {
    const { line, at, position } = shown;
    if (!position.legal.includes(card)) return;
    if (line.cards[at] === card) return open(line, at + 1);
    // First the position: a card that cannot be played leaves the lines as they are.
    await positions.at(line.ply, [...line.cards.slice(0, at), card]);
    return open(lines.extend(line, at, card), at + 1);
  });
}

function playBest() {
  const { priced, position } = shown;
  const best = position?.legal.find((card) => priced?.cost(card) === 0);
  if (best) play(best);
}

// --- showing ----------------------------------------------------------------------------------------

const points = (number) =>
  shown.position.question?.goal === "all tricks" ? words.all_tricks[number ? "won" : "lost"] : table.speech.points(number);

const inShort = (number) =>
  shown.position.question?.goal === "all tricks" ? (number ? "✓" : "✗") : table.speech.points(number);

function show() {
  const { position, line, at } = shown;
  const { speech } = table;
  table.view = { ...position.view, ...(position.settlement && { settlement: position.settlement }) };
  table.verdict = position.settlement ? outcome(position.settlement, position.view, speech, resultWords) : "";
  shown.priced = position.question ? prices.price(position.question) : null;
  tell(sentence());
  find("[data-step=home]").disabled = find("[data-step=back]").disabled = at === 0;
  find("[data-step=on]").disabled = find("[data-step=end]").disabled = at === line.cards.length;
  const back = find("a[data-deal]");
  back.href = `${back.pathname}?seat=all#${line.ply}`;
  const before = cardsOf(shown.start.view).length;
  const tricks = compared(shown.end.view, known.recorded, { before, at, go: (n) => step(() => n), speech, words: words.tricks });
  keepFocus(find(".tricks-compared"), () => find(".tricks-compared").replaceChildren(tricks));
  showLines();
  showPrices();
}

/** Return what just happened and whose turn it is. */
function sentence() {
  const { position, start } = shown;
  const { speech } = table;
  if (table.verdict) return table.verdict;
  const turn = fill(words.to_play, { seat: speech.seat(position.view.turn) });
  const last = position.acts.slice(position === start ? 0 : -1).map((act) => `${speech.act(act)}. `);
  return last.join("") + turn;
}

/** Return the next card of the record if the line has followed it so far. */
function recordedNext() {
  const [played, record] = [cardsOf(shown.position.view), cardsOf(known.recorded)];
  return played.every((card, n) => card === record[n]) ? record[played.length] : null;
}

function showPrices() {
  const { position, priced } = shown;
  const { speech } = table;
  const marks = {};
  const recorded = recordedNext();
  const choices = position.legal.map((card) => {
    const price = priced?.of.get(card);
    const cost = priced?.cost(card) ?? null;
    const kind = cost === null ? "" : cost === 0 ? "best" : "worse";
    const text = price !== undefined ? inShort(price) : priced?.running ? "…" : "?";
    const full = fill(cost === 0 ? words.price_best : cost ? words.price_costs : price === undefined ? words.price_unknown : words.price,
      { card: speech.card(card), n: price === undefined ? "" : points(price), cost: cost ? points(cost) : "" });
    marks[card] = { text, kind, title: full };
    const loss = cost === 0 ? words.best : cost ? (position.question.goal === "points" ? `−${points(cost)}` : "✗") : "";
    return make("button", { type: "button", class: `choice ${kind}`, title: full, data: { card }, onclick: () => play(card) },
      element(card, table.names), make("b", {}, text), make("small", {}, loss),
      card === recorded ? make("small", { class: "recorded" }, words.recorded) : null);
  });
  keepFocus(find(".choices"), () => find(".choices").replaceChildren(...choices));
  table.marks = marks;
  find(".evaluation").replaceChildren(...evaluation());
  find("[data-best]").disabled = !position.legal.some((card) => priced?.cost(card) === 0);
}

/** Return the result with best play, and what is not finished. */
function evaluation() {
  const { position, priced } = shown;
  if (!priced) return [];
  const { goal, needed, makers } = position.question;
  if (priced.fault) return [words.fault];
  const names = new Intl.ListFormat(locale()).format(makers.map((seat) => table.speech.seat(seat)));
  if (priced.best !== null) {
    const made = priced.best >= needed ? "made" : "failed";
    const pattern = goal === "all tricks" ? words.evaluation_all[made] : words.evaluation;
    const badge = make("span", { class: `badge ${made}` }, words[made]);
    return [fill(pattern, { makers: names, n: points(priced.best), needed: points(needed) }), " ", badge];
  }
  if (priced.running) return [words.computing];
  return [words.unfinished, " ", make("button", { type: "button", onclick: () => { prices.extend(); showPrices(); } }, words.longer)];
}

/** Replace the children of a part and keep the focus in it: on the same place, or on the first if that is gone. */
function keepFocus(part, replace) {
  const focusable = () => [...part.querySelectorAll("button")];
  const focused = focusable().indexOf(document.activeElement);
  const card = document.activeElement?.dataset.card;
  replace();
  if (focused < 0) return;
  const now = focusable();
  (now.find((each) => each.dataset.card && each.dataset.card === card) ?? now[Math.min(focused, now.length - 1)])?.focus();
}

// --- the lines --------------------------------------------------------------------------------------

function showLines() {
  const rows = lines.all.map((line, n) => {
    const title = line.name || fill(words.unnamed, { n: n + 1 });
    const cards = line.cards.slice(0, SHORT).map((card) => element(card, table.names));
    const button = (label, onclick, kind = "") =>
      make("button", { type: "button", class: kind, onclick, "aria-label": fill(words.label_of, { action: label, line: title }) }, label);
    return make("li", { class: line === shown.line ? "current" : null },
      make("button", { type: "button", class: "title", "aria-pressed": String(line === shown.line), onclick: () => run(() => open(line, line.cards.length)) },
        make("span", {}, make("b", {}, title), " ", make("small", { class: "quiet" }, fill(words.length, { n: line.cards.length })),
          line.by ? [" ", make("small", { class: "quiet" }, `· ${line.by}`)] : null,
          badges(line).flatMap((badge) => [" ", make("small", { class: "badge" }, badge)])),
        make("span", { class: "cards" }, cards, line.cards.length > SHORT ? "…" : null)),
      make("span", { class: "acts" },
        account && !line.id ? button(words.keep, () => run(() => keep(line, line.name))) : null,
        known.of_club && line.id && !line.by && !line.isShown && !line.isTakenBack ? button(words.show, () => forClub(line, "POST")) : null,
        line.isShown && (!line.by || known.official) ? button(words.take_back, () => forClub(line, "DELETE")) : null,
        button(words.copy, () => copy(line)),
        line.by ? null : [button(words.rename, () => rename(line, title)), button(words.remove, () => remove(line))]));
  });
  keepFocus(find(".lines .rows"), () => find(".lines .rows").replaceChildren(...rows));
  find(".lines .none").hidden = rows.length > 0;
}

const badges = (line) =>
  line.by || !line.id ? [] : [words.kept, ...(line.isShown ? [words.for_club] : []), ...(line.isTakenBack ? [words.taken_back] : [])];

/** Have the account keep a line under a name. */
async function keep(line, name) {
  const { body } = await post(account, { ply: line.ply, cards: line.cards, text: name });
  lines.keep(line, body);
  showLines();
}

/** Show a line to the club, or take it back. */
function forClub(line, method) {
  run(async () => {
    await call(method, `/api/v1/me/notes/${line.id}/club`);
    if (line.by) lines.remove(line);
    else line.isShown = method === "POST";
    showLines();
  });
}

async function copy(line) {
  const link = new URL(write(line, line.cards.length), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    find(".lines .feedback").textContent = words.copied;
  } catch {
    find(".lines .feedback").textContent = fill(words.select_to_copy, { link });
  }
}

async function rename(line, title) {
  const field = make("input", { value: line.name, maxlength: "60", "aria-label": words.name, placeholder: title });
  const name = await ask(words.rename, field, [[words.save, () => field.value, "main"], [words.cancel, null]]);
  if (name === null) return;
  if (line.id) return run(() => keep(line, name.trim()));
  lines.rename(line, name);
  if (line === shown.line) history.replaceState(null, "", write(line, shown.at));
  showLines();
}

function remove(line) {
  run(async () => {
    if (line.id) await call("DELETE", `/api/v1/me/notes/${line.id}`);
    lines.remove(line);
    if (line === shown.line) await open({ ply: line.ply, cards: [], name: "" }, 0);
    else showLines();
  });
}

// --- beginning --------------------------------------------------------------------------------------

const turns = {
  "home": () => step(() => 0),
  "back": () => step((at) => at - 1),
  "on": () => step((at) => at + 1),
  "end": () => step(() => Infinity),
};

table.game = known.game;
table.names = known.names;
table.players = known.players;
keys({ ...turns, play: playBest });
swipes(table, turns);
keepInPlace(find(".dock"));
for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", turns[button.dataset.step]);
find("[data-best]").addEventListener("click", playBest);
table.addEventListener("click", (event) => {
  const card = event.target.closest(".card.playable");
  if (card) play(card.dataset.card);
});

/** Open the line of the address; of a line that cannot be played, the position where it begins. */
function begin() {
  const { line, at } = read(location.hash) ?? { line: { ply: known.first, cards: [], name: "" }, at: 0 };
  run(async () => {
    if (account && !lines.all.some(({ id }) => id)) lines.adopt((await get(account)).body.items);
    try {
      await positions.at(line.ply, line.cards);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === "not-allowed") throw error;
      await open({ ply: error.code === "line" ? line.ply : known.first, cards: [], name: "" }, 0);
      tell(words.bad_link);
      return;
    }
    await open(lines.open(line), at);
  });
}

window.addEventListener("hashchange", begin);
begin();
