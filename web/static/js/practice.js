// The table of a practice deal. The server says which acts are legal; each request lets one bot act, so that their cards
// arrive one by one. An act of the person has a key, so that it is done once however often it is sent.

import { Offline, Problem, brought, call, randomKey } from "./api.js";
import { element } from "./cards.js";
import { fill, make } from "./dom.js";
import { secretOf, keep, tableOf } from "./practice/secrets.js";
import { showEnd } from "./deal-end.js";
import { askCall, askCard, askOrder, askWay } from "./practice/sheets.js";
import { adding, bidding, isBid, number, parted as partedChoices, press, seatsAsked } from "./record/choices.js";
import { Words } from "./record/words.js";
import { keepInPlace } from "./replay/dock.js";
import { Film } from "./replay/film.js";
import { playHand } from "./replay/hand-player.js";
import { explained, outcome } from "./replay/result.js";
import { shareLink } from "./share-link.js";
import { isCard, isRule, parted, withCards } from "./speech.js";
import { sortedHand } from "./table-view.js";

const known = brought("known");
const { practice: say, end: endWords, replay: replayWords, recorder } = brought("words");
const resultWords = replayWords.result;
const find = (selector) => document.querySelector(selector);
const table = find("table-view");
const words = new Words(recorder);
words.names = known.names;
words.game = known.game;
const path = `/api/v1/practices/${known.id}`;
const PAUSE = 600; // milliseconds between the acts of two bots
const BUSY = 3000; // milliseconds before a request to a busy server is sent again
const PATIENCE = 5; // requests that are sent again before the reader is asked

/** The deal as the server last sent it; whether a request runs; the person's unfinished choices; the result in words; and
    the autoplay while the deal is watched again. */
const shown = { deal: null, busy: false, points: null, added: [], hint: null, unfocused: false, verdict: "", watching: null };

const send = (method, rest = "", more = {}) =>
  call(method, path + rest, { ...more, headers: { ...more.headers, Authorization: `Bearer ${secretOf(known.id)}` } });
/** Send a request that a busy server refuses: again after some seconds, a few times. */
async function patiently(method, rest) {
  for (let again = 0; ; again++) {
    try {
      return await send(method, rest);
    } catch (error) {
      if (again === PATIENCE || ![429, 503].includes(error.status)) throw error;
      await pause(BUSY);
    }
  }
}

const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const button = (label, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, label);
const tell = (...sentences) => { find(".announcement").replaceChildren(...sentences); };

// --- requests ---------------------------------------------------------------------------------------

/** Run requests while the table waits. After a lost connection a button runs the same once more. */
async function run(requests) {
  if (shown.busy) return;
  shown.busy = true;
  showChoices();
  try {
    await requests();
  } catch (error) {
    shown.busy = false;
    failed(error, requests);
    return;
  }
  shown.busy = false;
  showChoices();
}

function failed(error, requests) {
  const again = error instanceof Offline || error.status >= 500 || error.status === 429;
  if (again) tell(say.offline, " ", button(say.try_again, () => run(requests)));
  else if (error instanceof Problem && error.status < 404) tell(say.other_browser);
  else if (error instanceof Problem) {
    const { clause } = error.body;
    const rule = clause && isRule(clause) ? make("small", { class: "quiet" }, `${recorder.rule}: `, make("span", { lang: "en" }, clause.heading)) : "";
    showNow().finally(() => tell(withCards(error.message, (card) => table.speech.card(card)), " ", rule));
  } else throw error;
}

/** Show the deal as the server has it now. Another window may have gone on with it. */
async function showNow() {
  try {
    take((await send("GET")).body);
  } catch {
    showChoices();
  }
}

/** Show the deal of an answer, and tell what happened since. */
function take(deal) {
  const before = shown.deal?.plies ?? deal.plies;
  Object.assign(shown, { deal, points: null, added: [], hint: null });
  find(".advice").textContent = "";
  const { speech } = table;
  const news = deal.acts.slice(before).map((act) => `${speech.act(act)}. `).join("");
  const { turn } = deal.view;
  const thinks = () => (deal.call_before_next_card ? say.call_now : fill(say.thinking, { seat: speech.seat(turn) }));
  const next = deal.over || !turn ? "" : turn === deal.seat ? say.your_turn : thinks();
  show();
  tell(news + (deal.over ? shown.verdict : next));
}

/** Let the bots act, one by one, until the person is to act or the deal is over. They also wait where a call of Caps would
    be late after the next card, until the person has it played (`goesOn`). */
async function letBotsAct(goesOn = false) {
  while (!shown.deal.over && (goesOn || !shown.deal.call_before_next_card)) {
    goesOn = false;
    const began = Date.now();
    const { body } = await patiently("POST", "/bots");
    const acted = body.bot !== undefined;
    if (acted) await pause(PAUSE - (Date.now() - began));
    if (acted || body.over) take(body);
    else {
      shown.deal = body;
      return;
    }
  }
}

const load = () => run(async () => {
  take((await send("GET")).body);
  await letBotsAct();
});

/** Show the deal anew if it went on in another window. */
const catchUp = () => run(async () => {
  const deal = (await send("GET")).body;
  if (deal.plies === shown.deal.plies) return;
  take(deal);
  await letBotsAct();
});

/** Do an act of the person, then let the bots act. */
function act(chosen) {
  if (shown.busy) return;
  const headers = { "Idempotency-Key": randomKey() };
  let done = false;
  run(async () => {
    if (!done) take((await send("POST", "/acts", { json: { act: chosen }, headers })).body);
    done = true;
    if (shown.deal.over) return; // what the result offers can be pressed at once
    await pause(PAUSE / 2);
    await letBotsAct();
  });
}

const hint = () => run(async () => {
  find(".advice").textContent = say.hint_wanted;
  const { body } = await send("GET", "/hint");
  shown.hint = body;
  const values = { act: body.act ? advised(body.act) : "", n: Math.max(0, ...body.cards.map((each) => each.deals)) };
  const only = body.reason === "rules-of-thumb" && shown.deal.plays.length === 1 && isCard(body.act);
  const sentences = { certain: say.hint_certain, deals: say.hint_deals, "rules-of-thumb": only ? say.hint_only : say.hint_thumb, wait: say.hint_wait };
  find(".advice").textContent = fill(sentences[body.reason], values);
});

/** Return what to do, without the seat: a card or a bid as its button shows it, else the act as a sentence. */
function advised(act) {
  const { rest } = parted(act);
  return isCard(act) ? words.card(rest.replace(/[()[\]]/g, "")) : /^\d/.test(rest) ? rest : table.speech.act(act);
}

const begin = (method, address, more) => run(async () => {
  const opened = (await call(method, address, more)).body;
  keep(opened);
  location.assign(tableOf(opened));
});

// --- showing ----------------------------------------------------------------------------------------

function show() {
  const { deal } = shown;
  showScore(deal.match);
  // The person stays at the bottom, also when all hands are shown.
  table.view = { ...deal.view, viewer: deal.seat };
  const { settlement } = deal.view;
  shown.verdict = settlement ? outcome(settlement, deal.view, table.speech, resultWords) : deal.over ? resultWords.abandoned ?? "" : "";
  showChoices();
  if (deal.over) showResult();
}

/** Show the score of the match during the deal. */
function showScore(match) {
  if (!match) return;
  const { speech } = table;
  const side = (team) => (/^[NESW]{2}$/.test(team) ? [...team].map((seat) => speech.initial(seat)).join("") : speech.team(team));
  const list = Object.entries(match.balance).map(([team, held]) => `${side(team)} ${match.by_points ? speech.points(held) : held}`).join(" · ");
  find(".match-score").textContent = fill(say.match_score, { list });
  find(".match-score").hidden = false;
}

function showChoices() {
  const { deal, busy } = shown;
  if (!deal) return;
  const open = !busy && !deal.over;
  const cards = open ? [...new Set(deal.plays.map((each) => each.card))] : [];
  const best = shown.hint?.act && parted(shown.hint.act).rest.replace(/[()[\]]/g, "");
  table.marks = Object.fromEntries(cards.map((card) => [card, { text: "", kind: card === best ? "best" : "", title: words.card(card) }]));
  keepFocus(find(".choices"), cards.map((card) => make("button", {
    type: "button", class: card === best ? "choice best" : "choice", data: { card }, onclick: () => play(card),
  }, element(card, known.names), waysOf(card).every((each) => each.down) ? make("small", {}, words.faceDown) : null)));
  const { own, says, calls: anyTime } = partedChoices({ choices: open ? deal.choices : [], turn: deal.view.turn });
  keepFocus(find(".calls"), deal.over ? [] : calls(own, says, anyTime, open));
  showLowestBid();
  if (open && shown.unfocused && document.activeElement === find(".announcement")) {
    find(".practice :is(.choices, .calls) button:not(:disabled)")?.focus();
    shown.unfocused = false;
  }
  const { classList } = find(".practice");
  classList.toggle("playing", !deal.over && (deal.plays.length > 0 || cardsPlayed(deal.view)));
  classList.toggle("over", deal.over);
}

/** Scroll a long list of bids to the lowest one that is possible. */
function showLowestBid() {
  const list = find(".calls .bids.many");
  const lowest = list?.querySelector("button:not(:disabled)");
  if (lowest) list.scrollTop += lowest.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

const cardsPlayed = ({ trick, tricks }) => trick.cards.length > 0 || Object.keys(tricks).length > 0;
const waysOf = (card) => shown.deal.plays.filter((each) => each.card === card);

async function play(card) {
  const ways = waysOf(card);
  const chosen = ways.length > 1 ? await askWay(ways, words) : ways[0];
  if (chosen) act(chosen);
}

/** Return the controls for the acts other than cards. Calls that are possible at any time are in a sheet. */
function calls(own, says, anyTime, open) {
  const bids = own.filter((choice) => isBid(choice.act)).map((choice) => choice.act);
  const others = [...own.filter((choice) => !isBid(choice.act)), ...says];
  const add = (added) => { shown.added = added; showChoices(); };
  const controls = others.flatMap((choice) =>
    choice.numbers ? adding(choice, shown.added, words, (each) => act(each.act), add)
    : choice.number ? number(choice, words, (each, values) => act({ ...each.act, ...values }))
    : press(choice, words, (each) => act(each.act), openChoice, choice.act.type === "Passed" ? { class: "main" } : {}));
  const auction = bids.length ? bidding({
    bids: shown.deal.bids, legal: bids, points: shown.points ?? bids[0].points, seat: shown.deal.seat, words,
    take: (bid) => act({ ...bid, seat: shown.deal.seat }), choose: (points) => { shown.points = points; showChoices(); },
  }) : [];
  if (open && shown.deal.call_before_next_card) controls.push(button(say.next_card, () => run(() => letBotsAct(true)), { class: "main" }));
  if (anyTime.length) controls.push(button(say.calls, () => callOut(anyTime)));
  controls.push(button(say.hint, hint, { data: { hint: "" }, disabled: !open }));
  return [...auction, make("div", { class: "plain" }, controls)];
}

async function callOut(choices) {
  const choice = await askCall(say.calls, choices, words);
  if (choice) (choice.pick || choice.order || choice.fill ? openChoice(choice) : act(choice.act));
}

/** Ask for the cards that an act needs, then do it. */
async function openChoice(choice) {
  const title = words.act(choice.act, choice.sentence);
  const both = ({ legal, possible }) => [...legal, ...possible].filter((card) => card !== "??");
  if (choice.pick) {
    const card = await askCard(title, both(choice.pick.cards), words);
    if (card) act({ ...choice.act, [choice.pick.field]: card });
  } else if (choice.order) {
    const cards = await askOrder(title, choice.order, words);
    if (cards?.length) act({ ...choice.act, [choice.order.field]: cards });
  } else if (choice.fill) {
    const filled = {};
    for (const seat of seatsAsked(choice, shown.deal.view.trick.cards.map(parted))) {
      filled[seat] = await askCard(fill(words.whichOf, { seat: words.seat(seat) }), both(choice.fill.seats[seat]), words);
      if (!filled[seat]) return;
    }
    act({ ...choice.act, [choice.fill.field]: filled });
  }
}

/** Replace the children of a part; the focus stays in it. While nothing can be done, the announcement has the focus. */
function keepFocus(part, children) {
  const had = part.contains(document.activeElement);
  const at = [...part.querySelectorAll("button, input")].indexOf(document.activeElement);
  part.replaceChildren(...children);
  if (!had) return;
  const now = [...part.querySelectorAll("button:not(:disabled), input")];
  shown.unfocused = !now.length;
  (now[Math.min(at, now.length - 1)] ?? find(".announcement")).focus();
}

// --- the end ----------------------------------------------------------------------------------------

function showResult() {
  const { deal } = shown;
  const { speech } = table;
  const part = find(".result");
  if (!part.hidden) return;
  part.hidden = find(".moment").hidden = false;
  const { settlement } = deal.view;
  const notes = settlement ? explained(settlement, deal.view, speech, resultWords) : [];
  showEnd(find(".deal-end"), { sentence: shown.verdict, notes, settlement, match: deal.match, speech, words: endWords });
  find(".moment .buttons").replaceChildren(...afterwards());
  const hands = Object.entries(deal.hands).map(([seat, cards]) =>
    [make("dt", {}, speech.seat(seat)), make("dd", {}, sortedHand(cards, known.game).map((card) => element(card, known.names)))]);
  const caps = make("div", { class: "on-caps", role: "status" });
  part.replaceChildren(
    caps, make("h2", {}, say.hands), make("dl", { class: "dealt" }, hands.flat()),
    make("p", { class: "buttons" },
      cardsPlayed(deal.view) ? button(say.analyse, analyse) : null,
      deal.match ? button(say.again, playAgain) : null),
    make("div", { class: "own-cards", role: "status" }));
  if (settlement?.reasons.some((code) => code.startsWith("caps-"))) explainCaps(caps);
  find(".moment").scrollIntoView({ block: "nearest" });
}

/** Return the buttons after the deal, the main one first: the next deal of the match, or the same deal again. */
function afterwards() {
  const { match, repeats } = shown.deal;
  const fresh = { ruleset: known.fresh, seat: known.seat, strength: known.strength, match: true };
  const first = match ? button(match.over ? say.new_match : say.next, nextDeal, { class: "main" })
    : repeats && secretOf(repeats) ? make("a", { class: "button main", href: tableOf({ id: repeats }) }, say.to_match)
    : button(say.again, playAgain, { class: "main" });
  return [first,
    button(say.watch, watch),
    known.shareable ? button(say.share, share) : null,
    match || repeats || !known.fresh ? null : button(say.new_deal, () => begin("POST", "/api/v1/practices", { json: fresh })),
  ].filter(Boolean);
}

const ofSeat = () => ({ headers: { Authorization: `Bearer ${secretOf(known.id)}` } });
const playAgain = () => begin("POST", `${path}/again`, ofSeat());
const nextDeal = () => begin("POST", `${path}/next`, ofSeat());

/** Let the deal play itself once more, on the same table. */
const watch = () => run(async () => {
  const { body } = await patiently("GET", "/replay");
  const controls = find(".practice .controls");
  if (controls.hidden) {
    controls.hidden = false;
    find(".practice").classList.add("watching");
    shown.watching = playHand(find(".practice"), { films: [new Film(body)], words: replayWords, bottom: known.seat });
  }
  table.scrollIntoView({ block: "nearest" });
  if (!shown.watching.running) shown.watching.toggle();
});

const share = () => shareLink({
  link: new URL(`/practice?practice=${known.id}`, location.href).href,
  text: fill(say.share_line, { game: known.game_name, sentence: shown.verdict }),
  place: find(".moment .feedback"), words: say,
});

/** Say why the deal pays as it does by Caps: who could be certain of every trick, from when, and what was called. */
async function explainCaps(part) {
  part.textContent = say.computing;
  try {
    const { words: sentences } = (await patiently("GET", "/caps")).body;
    part.replaceChildren(...sentences.map((sentence) => make("p", {}, withCards(sentence, (card) => table.speech.card(card)))));
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Offline)) throw error;
    part.replaceChildren(say.offline, " ", button(say.try_again, () => explainCaps(part)));
  }
}

/** Show which cards of the person cost something, with all hands open. */
const analyse = () => run(async () => {
  const part = find(".own-cards");
  part.textContent = say.computing;
  let plies;
  try {
    plies = (await send("GET", "/analysis")).body.plies;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "no-analysis") throw error;
    part.textContent = say.no_analysis;
    return;
  }
  const { speech } = table;
  const costly = plies.filter((each) => each.seat === known.seat && each.cost > 0 && each.better);
  const lines = costly.map((each) => make("li", {}, fill(say.costly, {
    card: speech.card(each.card), better: speech.card(each.better), n: speech.points(each.cost) })));
  part.replaceChildren(costly.length ? make("ul", {}, lines) : make("p", {}, say.no_costly), make("p", { class: "quiet" }, say.open_hands));
});

// --- beginning --------------------------------------------------------------------------------------

table.game = known.game;
table.names = known.names;
table.players = { [known.seat]: say.you };
table.addEventListener("click", (event) => {
  const card = event.target.closest(".card.playable");
  if (card && !shown.busy) play(card.dataset.card);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && shown.deal && !shown.deal.over) catchUp();
});
keepInPlace(find(".dock"));
if (secretOf(known.id)) load();
else tell(say.other_browser);
