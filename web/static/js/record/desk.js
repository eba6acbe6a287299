// The recorder of one deal: the scribe's taps become entries, and the page shows the state of the deal. Every control
// has its place: a strip and the table above; below, in the thumb's reach, a row of prompts, a row of actions and the
// board, which shows the bids, the other choices, or the pad of cards.
import "../card-pad.js";
import { Problem, brought, post } from "../api.js";
import { ask, fill, make } from "../dom.js";
import { keepShell } from "../offline.js";
import { ahead } from "./ahead.js";
import { adding, bidding, isBid, number, parted, press } from "./choices.js";
import { alarm, stayAwake } from "./comfort.js";
import { confirmResult } from "./confirm.js";
import { guard } from "./guard.js";
import { keys } from "./keys.js";
import { Outbox, waitsForAnswer } from "./outbox.js";
import { sheetOfPlies } from "./plies.js";
import { Queue } from "./queue.js";
import { askBreach, askCall, askOther, askPlayedBefore, askRefused, askWho, showState } from "./sheets.js";
import * as store from "./store.js";
import { drawTable, strip } from "./table.js";
import { Words } from "./words.js";

const LOOK_AGAIN = 4000;
const UNKNOWN = "??";
const deal = location.pathname.split("/").filter(Boolean).pop();
const words = new Words(brought("words"));
const outbox = new Outbox(deal);
const at = (name) => document.getElementById(name);
const pad = at("pad");

// The scribe's unfinished choices: another seat than the one to act, another way to play, the number of a contract, an
// act that needs cards (`asking`), whether it is the only act possible (`forced`), the numbers added to an act (`added`),
// and what the board shows instead of the pad ("bids" or "says").
const now = { seat: null, way: null, points: null, asking: null, forced: false, added: [], board: null };

// --- entries ---------------------------------------------------------------------------------------

/** Record acts; the server adds forced ones. An answer that the server waits for goes before the cards after it. */
function take(acts, { asItHappened = false } = {}) {
  Object.assign(now, { seat: null, way: null, points: null, asking: null, added: [], board: null });
  const body = { acts, onward: true, ...(asItHappened ? { as_it_happened: true } : {}) };
  const before = acts[0].type !== "CardPlayed" && waitsForAnswer(outbox.desk) ? outbox.unsent[0] : null;
  return outbox.add("acts", body, acts.map((act) => (typeof act === "string" ? act : words.line(act, ""))), before);
}

const takeChoice = (choice, changes = {}) => take([{ ...choice.act, ...changes }]);

/** The state of the deal with the entries on their way. */
const standing = () => ahead(outbox.desk, outbox.entries);

/** Taps in order. A tap waits for the server only if nobody but the server knows whose act it is. */
const queue = new Queue(async () => {
  if (!now.asking && !standing().sure) await outbox.settled();
});

/** Handle a tap on a card of the pad. */
function tapped(card, way = null) {
  return queue.add(() => {
    if (way) now.way = way;
    return play(card);
  });
}

async function play(card) {
  if (now.asking) return named(card);
  const stand = standing();
  const seat = now.seat ?? stand.plays ?? await askWho({ words, card, seats: outbox.desk.seats, names: outbox.desk.names });
  if (!seat) return;
  const { act, verdict, refusal } = played(card, seat, stand);
  if (verdict !== "refused") return take([act]);
  const owner = whoPlayed(card, stand);
  const chosen = owner
    ? await askPlayedBefore({ words, card, owner, latest: stand.trick.at(-1)?.card === card })
    : await askBreach({ words, line: words.line(act, ""), refusal, turn: !refusal && stand.plays });
  if (chosen === "happened") return take([act], { asItHappened: true });
  Object.assign(now, { way: null, seat: null });
  if (chosen === "turn") return play(card);
  queue.clear();
  render();
  if (chosen === "undo") return takeBack();
}

/** Return the act of playing a card, in the chosen way, else in the one that fits best; with its verdict. */
function played(card, seat, stand = standing()) {
  const { pad: playable } = outbox.desk;
  const known = stand.certain && seat === playable?.seat;
  const ways = waysOf(seat, stand);
  const [best, ...verdicts] = known ? playable.cards[card] : [guessedWay(card, seat, ways, stand)];
  const n = Math.max(wayOf(ways, best), 0);
  const act = { ...ways[n].act, seat, ...(card === UNKNOWN ? {} : { card }) };
  if (known) return { act, verdict: verdicts[n], refusal: playable.refusals[card] };
  const outOfTurn = stand.certain && playable;
  return { act, verdict: outOfTurn || goneCards(stand).has(card) ? "refused" : "possible", refusal: null };
}

/** Return the ways to play a card: those that the server sends, or all that the game has. */
function waysOf(seat, stand) {
  const { pad: playable, tables, view } = outbox.desk;
  if (stand.certain && seat === playable?.seat) return playable.ways;
  const act = { type: "CardPlayed" };
  return [
    { name: "up", act }, ...(tables.looks ? [{ name: "down", act: { ...act, down: true } }] : []),
    ...(stand.closed && seat === view.maker ? [
      { name: "indicator", act: { ...act, indicator: true } }, { name: "indicator down", act: { ...act, down: true, indicator: true } },
    ] : []),
  ];
}

/** Return the index of the likely way: while the trump is closed, a card of another suit lies face down, and the last
 *  card of the trump maker is the indicator. */
function guessedWay(card, seat, ways, stand) {
  if (!stand.closed || card === UNKNOWN) return 0;
  const { width, view } = outbox.desk;
  const [led] = stand.trick.length < width ? stand.trick : [];
  const other = led && !led.down && led.card !== UNKNOWN && card.slice(-1) !== led.card.slice(-1);
  const hand = (view.hands[seat]?.length ?? 0) - stand.played.filter((act) => act.seat === seat).length;
  const indicator = seat === view.maker && hand <= 0;
  const name = [indicator && "indicator", other && "down"].filter(Boolean).join(" ");
  return Math.max(ways.findIndex((way) => way.name === name), 0);
}

/** Return the index of the way to play a card: the best one, the other side up, or the chosen one. */
function wayOf(ways, best) {
  if (!now.way) return best;
  return ways.findIndex((way) => (now.way === "other" ? way.name === (ways[best].name === "up" ? "down" : "up") : way.name === now.way));
}

const goneCards = (stand) => new Set([...outbox.desk.gone, ...stand.played.map((act) => act.card)]);

/** Return the seat that has played a card; null if nobody has, or nobody knows. */
function whoPlayed(card, stand) {
  if (card === UNKNOWN) return null;
  const { tricks, trick } = outbox.desk.view;
  const lines = [...Object.values(tricks ?? {}), trick].flatMap((each) => each.cards);
  const line = lines.find((each) => each.replace(/[()[\]]/g, "").endsWith(` ${card}`));
  return line?.split(" ")[0] ?? stand.played.find((act) => act.card === card)?.seat ?? null;
}

// --- acts that ask for cards -------------------------------------------------------------------------

/** Ask for the cards of an act, then for those of `next`. `fixed`: no other act is possible. */
function open(choice, next = null, fixed = false) {
  now.asking = { choice, seats: choice.fill ? Object.keys(choice.fill.seats) : [], cards: [], next, fixed };
  render();
}

function named(card) {
  const { choice, seats, cards, next, fixed } = now.asking;
  const done = async (changes) => {
    await take([{ ...choice.act, ...changes }]);
    if (next) open(next, null, fixed);
  };
  if (choice.pick) return done({ [choice.pick.field]: card });
  if (choice.order) {
    now.asking.cards = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card];
    if (now.asking.cards.length === choice.order.count) return ordered();
    return render();
  }
  cards.push(card);
  if (cards.length < seats.length) return render();
  const field = choice.fill.field;
  return done({ [field]: { ...choice.act[field], ...Object.fromEntries(seats.map((seat, n) => [seat, cards[n]])) } });
}

function ordered() {
  const { choice, cards } = now.asking;
  return take([{ ...choice.act, [choice.order.field]: cards }]);
}

/** Without a connection: a trump lies face down in the full trick. Its cards are named, then the one that opens it. */
async function trumpFound(stand) {
  const { tables, view } = outbox.desk;
  const maker = view.maker;
  const all = { legal: [], possible: cardsOf(outbox.desk.pack).filter((card) => !goneCards(stand).has(card)) };
  const lying = stand.trick.filter((each) => each.down && !each.indicator).map((each) => each.seat);
  const others = lying.filter((seat) => seat !== maker);
  const shown = tables.shows_own || !others.length ? lying : others;
  if (!stand.found) await take([{ type: tables.looks, seat: maker, trumps: true, cards: Object.fromEntries(others.map((seat) => [seat, UNKNOWN])) }]);
  const opening = { act: { type: tables.opens[0], seat: maker }, told: "", pick: { field: "card", cards: all } };
  if (!shown.length) return open(opening, null, stand.found);
  open({ act: { type: tables.shows, seat: maker, cards: {} }, told: "", fill: { field: "cards", seats: Object.fromEntries(shown.map((seat) => [seat, all])) } }, opening, stand.found);
}

const cardsOf = (pack) => [...pack.suits].flatMap((suit) => [...pack.ranks].map((rank) => rank + suit));

function verdictsOfAsking() {
  const { choice, seats, cards } = now.asking;
  const offered = choice.pick?.cards ?? choice.order?.cards ?? choice.fill.seats[seats[cards.length]];
  const marks = {};
  for (const verdict of ["legal", "possible"]) for (const card of offered[verdict]) marks[card] = { verdict };
  cards.forEach((card, n) => { marks[card] = { ...marks[card], picked: String(n + 1), note: fill(words.picked, { place: n + 1 }) }; });
  return marks;
}

/** The question for the cards that an act needs. */
function question() {
  const { choice, seats, cards } = now.asking;
  if (choice.fill) return fill(words.whichOf, { seat: words.seat(seats[cards.length]) });
  if (choice.order) return fill(words.inOrder, { seat: words.seat(choice.act.seat), act: words.act(choice.act, choice.told) });
  return words.line(choice.act, choice.told);
}

// --- taking back ---------------------------------------------------------------------------------------

function undo() {
  return canCancel() ? cancel() : queue.add(takeBack);
}

async function takeBack() {
  now.asking = null;
  if (outbox.entries.length && !outbox.canDrop) await outbox.settled();
  if (outbox.canDrop) return outbox.drop(outbox.unsent.at(-1));
  if (outbox.entries.length) return say(words.offlineNow);
  const back = outbox.desk?.undo;
  if (back) return outbox.add("retract", { ply: back.ply, onward: true }, [fill(words.takesBack, { acts: back.acts.join(", ") })]);
}

const canCancel = () => Boolean((now.asking && !now.forced) || now.board || now.added.length);

function cancel() {
  Object.assign(now, { asking: null, seat: null, way: null, added: [], board: null });
  render();
}

// --- showing ---------------------------------------------------------------------------------------

/** What was shown last, so that nothing under a finger is drawn again without need. */
let shownLast = "";
const drawn = new WeakMap();

/** Put elements in a place, unless they are there already. */
function put(place, ...elements) {
  const contents = elements.flat().filter(Boolean);
  const text = contents.map((each) => each.outerHTML ?? each).join("");
  if (drawn.get(place) === text) return;
  drawn.set(place, text);
  place.replaceChildren(...contents);
}

/** Return what the board shows: "play" (the pad), "choose" or "over". It stays as it is while nobody knows. */
function phaseOf(desk, stand) {
  if (desk.over && stand.certain) return "over";
  if (now.asking) return "play";
  if (now.board || (stand.certain && asksNumber(desk))) return "choose";
  if (!stand.sure && !outbox.offline) return document.body.dataset.phase ?? "choose";
  return stand.playing || (outbox.offline && !stand.sure) ? "play" : "choose";
}

/** Whether the seat to act has to name a number, such as the points counted, and no card. */
const asksNumber = (desk) => !desk.pad && desk.choices.some((choice) => choice.number && choice.act.seat === desk.turn);

function render() {
  const desk = outbox.desk;
  renderState();
  if (!desk) return;
  words.use(desk.faces);
  const as = JSON.stringify([desk.version, outbox.entries.map((each) => [each.key, each.state]), outbox.offline, outbox.waiting, now]);
  if (as === shownLast) return;
  shownLast = as;
  const stand = standing();
  if (stand.found && stand.looking && outbox.offline && !stand.certain && !now.asking) return void trumpFound(stand);
  const current = stand.certain || (waitsForAnswer(desk) && outbox.waiting);
  const { own, says } = current ? parted(desk) : { own: [], says: [] };
  if (!now.asking && stand.certain && !desk.pad && own.length === 1 && (own[0].pick || own[0].fill)) {
    now.asking = { choice: own[0], seats: own[0].fill ? Object.keys(own[0].fill.seats) : [], cards: [] };
  }
  now.forced = Boolean(now.asking && (now.asking.fixed || (stand.certain && !desk.pad && own.length === 1)));
  const phase = phaseOf(desk, stand);
  document.body.dataset.phase = phase;
  at("dispute").href = `/deals/${deal}/disputes/new`;
  at("dispute").hidden = false;
  at("title").textContent = fill(words.deal, { ruleset: words.games[desk.ruleset.key] ?? desk.ruleset.name, number: desk.number });
  const answers = current && own.length > 0 && waitsForAnswer(desk);
  const seat = now.seat ?? (answers || (own.length && !desk.pad) ? desk.turn : phase === "play" && !own.length ? stand.plays : stand.turn);
  put(at("strip"), strip(desk, stand, outbox.entries, words));
  put(at("ring"), drawTable({ desk, stand, seat, words, tapped: chose }));
  at("says").textContent = sentence(desk, stand, seat, own);
  const dock = at("dock");
  const held = dock.contains(document.activeElement) && !pad.contains(document.activeElement);
  const choices = { desk, stand, seat, own: now.asking || now.seat ? [] : own, says: now.asking || now.seat ? [] : says, phase };
  renderPrompts(choices);
  renderActions(choices);
  at("choices").hidden = phase !== "choose";
  if (phase === "choose") put(at("choices"), ...board(choices));
  renderPad(desk, stand, now.seat ?? stand.plays, phase);
  renderOver(desk, phase);
  if (held && !dock.contains(document.activeElement)) at("says").focus({ preventScroll: true });
  const back = outbox.entries.at(-1)?.told ?? desk.undo?.acts ?? [];
  const cancels = canCancel();
  at("undo").disabled = !back.length && !cancels;
  at("undone").textContent = cancels ? words.cancel : back.length > 1 ? `${back[0]} …` : back.join("");
  at("calls").disabled = desk.over;
  at("plies").disabled = false;
  at("twice").hidden = !desk.twice.length;
  at("twice").textContent = fill(words.twice, { cards: desk.twice.map((card) => words.card(card)).join(", ") });
}

const button = (label, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, label);

/** The row of prompts: what the seat to act may say besides a card or a bid, and at its end what others may say. */
function renderPrompts({ desk, stand, seat, own, says, phase }) {
  const row = [];
  const latest = [stand.trick.at(-1)?.seat, desk.turn].find((each) => says.some(isWeisOf(each))) ?? null;
  if (now.asking) row.push(...askingControls());
  else if (phase === "play") {
    const bids = own.filter((choice) => isBid(choice.act));
    const pass = own.find((choice) => choice.act.type === "Passed");
    if (pass) row.push(press(pass, words, takeChoice, open));
    if (bids.length) row.push(button(words.bidMore, () => { now.board = "bids"; render(); }));
    if (own.length) row.push(...rest(desk));
    row.push(...own.filter((choice) => choice !== pass && !isBid(choice.act) && !choice.number).flatMap(control));
    row.push(...declaring(says, latest));
    if (!own.length && stand.looking && !now.seat) row.push(...lookControls(desk, stand));
    if (outbox.offline && !stand.sure && !stand.playing && seat) row.push(button(words.bidMore, () => { now.board = "bids"; render(); }));
  } else if (phase === "choose" && !now.board && own.some((choice) => isBid(choice.act))) {
    row.push(...own.filter((choice) => choice.act.type !== "Passed" && !isBid(choice.act)).map((choice) => press(choice, words, takeChoice, open)));
  }
  put(at("prompts"), row);
  const others = says.filter((choice) => !isWeisOf(latest)(choice));
  const [only] = others.length === 1 && !others[0].numbers && latest === null ? others : [];
  const weis = others.every((choice) => choice.act.type === "WeisDeclared");
  put(at("saying"), others.length && !now.board && phase !== "over"
    ? [only ? press(only, words, takeChoice, open, { label: words.line(only.act, only.told) })
      : button("…", () => { now.board = "says"; render(); }, { "aria-label": weis ? words.weisMore : words.sayMore })] : []);
}

/** A choice as a button, or as one to which numbers can be added. */
const control = (choice) => (choice.numbers
  ? adding(choice, now.added, words, takeChoice, (added) => { now.added = added; render(); })
  : press(choice, words, takeChoice, open));

const isWeisOf = (seat) => (choice) => choice.act.type === "WeisDeclared" && choice.act.seat === seat;

/** The values of a Weis that the seat with the latest card, or else the next seat, may declare: one tap each. */
function declaring(says, seat) {
  const values = says.filter(isWeisOf(seat));
  return values.length ? [make("span", { class: "of" }, words.line({ ...values[0].act, value: "" }, "")), ...values.map((choice) =>
    press(choice, words, takeChoice, open, { label: String(choice.act.value), class: "small", "aria-label": words.line(choice.act, choice.told) }))] : [];
}

/** Whether a trump lies face down in the trick: as the server will ask, so that the buttons have their places. */
function lookControls(desk, stand) {
  const act = { type: desk.tables.looks, seat: desk.view.maker };
  const disabled = !outbox.offline;
  return [
    button(words.act({ ...act, trumps: true }), () => trumpFound(stand), { disabled }),
    stand.found ? null : button(words.act(act), () => take([act]), { disabled }),
  ];
}

/** The button for the passes that end the auction. */
const rest = (desk) => (desk.rest && standing().certain
  ? [button(fill(words.restPass, { count: desk.rest.length }), () => take(desk.rest), { class: "rest" })] : []);

/** The row of actions: to pass, or how the next card is played. */
function renderActions({ desk, stand, seat, own, phase }) {
  at("unnamed").hidden = phase !== "play" || Boolean(now.asking);
  const bidding_ = phase === "choose" && (desk.bids.length > 0 || now.board);
  at("passing").hidden = !bidding_;
  if (!bidding_) return;
  if (now.board) return void put(at("passing"), [button(words.cancel, cancel)]);
  const pass = stand.certain && !now.seat ? own.find((choice) => choice.act.type === "Passed")?.act : seat && { type: "Passed", seat };
  const all = stand.certain && !now.seat ? desk.rest : null;
  put(at("passing"), [
    button(words.act({ type: "Passed" }), () => take([pass]), { class: "main", disabled: !pass, data: { act: pass ? `${pass.seat} pass` : "" } }),
    button(fill(words.restPass, { count: all?.length ?? desk.seats.length - 1 }), () => take(all), { class: "rest", disabled: !all }),
  ]);
}

/** The board without the pad: bids, what anybody may say, or all other choices. */
function board({ desk, stand, seat, own, says }) {
  if (now.board === "says") return [make("div", { class: "plain" }, parted(desk).says.flatMap((choice) =>
    choice.numbers ? control(choice) : press(choice, words, takeChoice, open, { label: words.line(choice.act, choice.told) })))];
  if (desk.bids.length) {
    const legal = stand.certain && !now.seat ? parted(desk).own.map((choice) => choice.act).filter(isBid) : seat ? higher(desk) : [];
    const points = now.points ?? legal[0]?.points;
    return bidding({ bids: desk.bids, legal, points, seat, words, take: (act) => take([{ ...act, seat }]), choose: (chosen) => { now.points = chosen; render(); } });
  }
  const likely = own.toSorted((one, other) => isRare(one) - isRare(other));
  const others = likely.map((choice, n) => choice.number ? number(choice, words, takeChoice) : press(choice, words, takeChoice, open, { class: n ? "" : "main" }));
  return [make("div", { class: "plain" }, others.concat(says.length || own.length || !outbox.offline ? [] : [button(words.somethingElse, () => other(seat))]))];
}

/** Whether a choice is the rarer one of its kind: not to cut the pack. */
const isRare = ({ act }) => act.type === "PackCut" && act.depth === undefined;

/** Return the bids above the last one of the entries on their way, for the time before the server lists them. */
function higher(desk) {
  const last = outbox.entries.flatMap((entry) => entry.body.acts ?? []).findLast(isBid);
  const place = last ? desk.bids.findLastIndex((act) => act.bid === last.bid && act.points === last.points) : -1;
  const listed = parted(desk).own.map((choice) => choice.act).find(isBid);
  const least = listed ? desk.bids.findIndex((act) => act.bid === listed.bid && act.points === listed.points) : 0;
  return desk.bids.slice(Math.max(place + 1, least));
}

function renderPad(desk, stand, seat, phase) {
  pad.names = words.names;
  pad.pack = desk.pack;
  pad.hidden = phase !== "play";
  const here = Boolean(desk.pad) && stand.certain && seat === desk.pad.seat;
  const marks = now.asking ? verdictsOfAsking() : {};
  const gone = goneCards(stand);
  for (const card of cardsOf(desk.pack)) {
    const mark = (marks[card] ??= {});
    if (!now.asking && here) {
      const [best, ...verdicts] = desk.pad.cards[card];
      const n = Math.max(wayOf(desk.pad.ways, best), 0);
      mark.verdict = verdicts[n];
      mark.down = desk.pad.ways[n].act.down && (now.way || mark.verdict !== "refused");
      mark.note = mark.verdict === "refused" ? words.refused : mark.down ? words.faceDown : undefined;
    } else if (!now.asking) mark.verdict = gone.has(card) ? "refused" : "possible";
    mark.gone = gone.has(card);
    mark.twice = desk.twice.includes(card);
    if (mark.gone) mark.note = words.played;
  }
  pad.marks = marks;
  const implied = phase === "play" && here && desk.pad.implied.length && !now.asking;
  at("implied").textContent = implied ? fill(words.implied, { seat: words.seat(desk.pad.seat), acts: impliedWords(desk.pad.implied) }) : "";
  if (at("unnamed").hidden) return;
  const ways = seat ? waysOf(seat, stand) : [];
  const verdictOf = (name) => (here ? desk.pad.cards[UNKNOWN][1 + ways.findIndex((way) => way.name === name)] : "possible");
  const faceDown = Boolean(desk.tables.looks);
  for (const name of ["facedown", "turned", "indicator", "indicatordown"]) at(name).hidden = !faceDown;
  at("facedown").className = verdictOf("down") === "refused" ? "dim" : "bright";
  at("unseen").className = here && verdictOf("up") === "refused" ? "dim" : "bright";
  at("turned").setAttribute("aria-pressed", String(now.way === "other"));
  for (const name of ["indicator", "indicator down"]) {
    const control = at(name.replace(" ", ""));
    control.disabled = !ways.some((way) => way.name === name);
    control.setAttribute("aria-pressed", String(now.way === name));
  }
}

/** Play the indicator; face up, its card is tapped next unless it is known. */
function playIndicator(name) {
  const { pad: playable } = outbox.desk;
  const n = playable?.ways.findIndex((way) => way.name === name) ?? -1;
  const known = n < 0 ? [] : Object.entries(playable.cards).filter(([card, [, ...verdicts]]) => card !== UNKNOWN && verdicts[n] === "legal");
  const card = known.length === 1 && standing().certain ? known[0][0] : UNKNOWN;
  if (name !== "indicator" || card !== UNKNOWN) return tapped(card, name);
  now.way = now.way === name ? null : name;
  render();
}

/** Return the acts that a card implies, in words, each once. */
const impliedWords = (acts) => [...new Set(acts.map((act) => words.act(act, act.type)))].join(", ");

function sentence(desk, stand, seat, own) {
  if (now.asking) return question();
  if (desk.over && stand.certain) return words.outcomes[desk.settlement?.outcome] ?? words.over;
  const name = words.seat(seat, desk.names);
  const first = now.seat ? null : own[0];
  if (!first && (!seat || (!stand.sure && !outbox.offline && !now.seat))) return outbox.offline ? words.whoFirst : words.moment;
  if (first) return fill(words.turns[first.act.type] ?? words.turns[first.group] ?? words.turns.card, { seat: name });
  if (stand.looking && !stand.certain && outbox.offline) return fill(words.turns[desk.tables.looks], { seat: words.seat(desk.view.maker, desk.names) });
  return fill(stand.playing ? words.turns.card : words.turns.bid, { seat: name });
}

function askingControls() {
  const { choice, cards } = now.asking;
  const buttons = now.forced ? [] : [button(words.cancel, cancel)];
  if (choice.order && !choice.order.count && cards.length) buttons.push(button(words.enter, ordered, { class: "main" }));
  if (choice.fill || choice.pick?.cards.possible.includes(UNKNOWN)) buttons.push(button(words.notSeen, () => named(UNKNOWN)));
  if (choice.order) buttons.push(make("p", { class: "quiet order" }, fill(words.ordered, { count: cards.length, all: choice.order.count ?? "…" })));
  return buttons;
}

function stateText() {
  const count = outbox.unsent.length;
  if (outbox.stopped) return words.stopped;
  if (outbox.offline) return fill(count ? words.offlineWith : words.offline, { count });
  return count ? fill(words.unsent, { count }) : words.saved;
}

function renderState() {
  at("state").className = outbox.stopped ? "badge warn" : outbox.offline ? "badge note" : "badge";
  at("state").textContent = stateText();
  at("kept").hidden = store.lasting;
}

function renderOver(desk, phase) {
  at("result").hidden = phase !== "over";
  if (phase !== "over") return;
  const settled = desk.settlement;
  const paid = settled ? Object.entries(settled.score ?? settled.tokens ?? {}) : [];
  put(at("paid"),
    ...paid.map(([team, amount]) => make("li", {}, make("b", {}, words.teams[team] ?? team), ` ${amount > 0 ? "+" : ""}${amount}`,
      settled.points?.[team] !== undefined ? make("small", {}, ` ${fill(words.cardPoints, { points: settled.points[team] })}`) : null)),
  );
  const match = desk.match;
  at("balance").textContent = match ? fill(words.balance, { balance: Object.entries(match.balance).map(([team, n]) => `${words.teams[team] ?? team} ${n}`).join(" · ") }) : "";
  at("confirmed").textContent = desk.confirmed?.length
    ? fill(words.confirmedBy, { seats: desk.confirmed.map((seat) => words.seat(seat, desk.names)).join(", ") }) : "";
  at("confirm").hidden = !settled || desk.confirmed.length === desk.seats.length;
  at("next").hidden = Boolean(match?.over);
}

/** Choose the seat for the next entry. */
function chose(seat) {
  now.seat = now.seat === seat || (seat === standing().plays && !now.seat) ? null : seat;
  render();
}

function say(...sentences) {
  at("message").replaceChildren(...sentences);
}

// --- sheets ------------------------------------------------------------------------------------------------

async function callsSheet() {
  const calls = standing().certain ? parted(outbox.desk).calls : [];
  const chosen = await askCall(calls, words);
  if (chosen === "other") return other(standing().turn ?? outbox.desk.seats[0]);
  if (chosen) return chosen.order ? open(chosen) : takeChoice(chosen);
}

/** Record any act of the game, legal or not. */
async function other(seat) {
  const chosen = await askOther(outbox.desk, seat, words);
  if (chosen) return take([chosen]);
}

const refused = (entry) => askRefused(outbox, entry, words);

async function stateSheet() {
  if (outbox.stopped) return refused(outbox.stopped);
  if (await showState(outbox, words, stateText())) outbox.go();
}

async function nextDeal() {
  const desk = outbox.desk;
  at("next").disabled = true;
  try {
    const body = desk.match ? { match: desk.match.id }
      : { ruleset: desk.ruleset.key, dealer: desk.after[desk.dealer] ?? desk.dealer, players: desk.players, number: desk.number + 1,
          ...(desk.table ? { table: desk.table } : {}), ...(desk.club && !desk.table ? { club: desk.club } : {}) };
    const { body: opened } = await post("/api/v1/deals", body, { headers: { "Idempotency-Key": `next-${deal}` } });
    location.assign(`/record/${opened.id}`);
  } catch (error) {
    at("next").disabled = false;
    say(error instanceof Problem ? error.message : words.offlineNow);
  }
}

// --- events ---------------------------------------------------------------------------------------------------

outbox.addEventListener("change", render);
outbox.addEventListener("moved", () => { if (!outbox.entries.length) now.way = null; });
outbox.addEventListener("stopped", ({ detail }) => refused(detail.entry));
outbox.addEventListener("sent", ({ detail }) => say(fill(detail.broke.length ? words.recordedAgainst : words.recorded, { act: detail.entry.told.join(", ") })));
outbox.addEventListener("same", ({ detail }) => say(fill(words.sameAs, { act: detail.entry.told.join(", "), by: detail.news.at(-1)?.by ?? words.somebody })));
outbox.addEventListener("news", ({ detail }) => detail.news.length && say(fill(words.othersWrote, { acts: detail.news.map((row) => row.act).join(", "), by: detail.news.at(-1).by ?? words.somebody })));
outbox.addEventListener("problem", ({ detail }) => {
  at("door").hidden = ![401, 403].includes(detail.status);
  at("lost").hidden = detail.status !== 404;
  alarm();
  say(detail.message);
});

pad.addEventListener("card", ({ detail }) => tapped(detail.card));
at("unseen").addEventListener("click", () => tapped(UNKNOWN, "up"));
at("facedown").addEventListener("click", () => tapped(UNKNOWN, "down"));
at("turned").addEventListener("click", () => { now.way = now.way === "other" ? null : "other"; render(); });
at("indicator").addEventListener("click", () => playIndicator("indicator"));
at("indicatordown").addEventListener("click", () => playIndicator("indicator down"));
at("undo").addEventListener("click", undo);
at("calls").addEventListener("click", callsSheet);
at("state").addEventListener("click", stateSheet);
at("next").addEventListener("click", nextDeal);
at("plies").addEventListener("click", () => sheetOfPlies({ outbox, deal, words, say }));
at("confirm").addEventListener("click", () => confirmResult({ outbox, deal, words, say }));
guard(at("ring"), at("dock"), at("foot"));
keys({
  pack: () => outbox.desk?.pack,
  card: (card) => !pad.hidden && tapped(card),
  unseen: () => !pad.hidden && !at("unnamed").hidden && tapped(UNKNOWN, "up"),
  down: () => !pad.hidden && !at("unnamed").hidden && !at("facedown").hidden && tapped(UNKNOWN, "down"),
  undo,
  pass: () => choose((choice) => choice.act.type === "Passed"),
  rest: () => queue.add(() => outbox.desk?.rest && standing().certain && take(outbox.desk.rest)),
  number: (points, denomination) => choose((choice) => choice.act.bid === points || (choice.act.points === points && (choice.act.denomination ?? "").toLowerCase().startsWith(denomination ?? " "))),
});

function choose(fits) {
  return queue.add(async () => {
    await outbox.settled();
    const desk = outbox.desk;
    if (!desk || !standing().certain) return;
    const choice = parted(desk).own.find(fits);
    if (choice) return takeChoice(choice);
  });
}

setInterval(() => { if (!document.hidden && !outbox.entries.length) outbox.go(); }, LOOK_AGAIN);
document.addEventListener("visibilitychange", () => { if (!document.hidden) outbox.go(); });
at("door").querySelector("a").search = `?next=${encodeURIComponent(location.pathname)}`;
keepShell(at("shell"), words);
stayAwake();
outbox.start().then(() => { if (outbox.stopped) refused(outbox.stopped); });
