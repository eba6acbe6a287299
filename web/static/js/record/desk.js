// The recorder of one deal: the scribe's taps become entries, and the page shows the state of the deal.
import "../card-pad.js";
import { Problem, brought, post } from "../api.js";
import { ask, fill, make } from "../dom.js";
import { keepShell } from "../offline.js";
import { ahead } from "./ahead.js";
import { controls, parted, press } from "./choices.js";
import { confirmResult } from "./confirm.js";
import { keys } from "./keys.js";
import { Outbox } from "./outbox.js";
import { sheetOfPlies } from "./plies.js";
import { Queue } from "./queue.js";
import * as store from "./store.js";
import { drawTable } from "./table.js";
import { Words } from "./words.js";

const LOOK_AGAIN = 4000;
const UNKNOWN = "??";
const deal = location.pathname.split("/").filter(Boolean).pop();
const words = new Words(brought("words"));
const outbox = new Outbox(deal);
const at = (name) => document.getElementById(name);
const pad = at("pad");

// The scribe's unfinished choices: another seat than the one to act, another way to play, an act that needs cards
// (`asking`), and whether it is the only act possible (`forced`).
const now = { seat: null, way: null, asking: null, forced: false };

// --- entries ---------------------------------------------------------------------------------------

/** Record acts; the server adds forced ones. */
function take(acts, { asItHappened = false } = {}) {
  Object.assign(now, { seat: null, way: null, asking: null });
  const body = { acts, onward: true, ...(asItHappened ? { as_it_happened: true } : {}) };
  return outbox.add("acts", body, acts.map((act) => words.line(act, "")));
}

const takeChoice = (choice, changes = {}) => take([{ ...choice.act, ...changes }]);

/** The state of the deal with the entries on their way. */
const standing = () => ahead(outbox.desk, outbox.entries);

/** Taps that come faster than the server's answers, in order. */
const queue = new Queue(() => outbox.settled());

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
  const seat = now.seat ?? stand.plays;
  if (!seat) return say(words.whoFirst);
  const { act, verdict, refusal } = played(card, seat, stand);
  if (verdict !== "refused") return take([act]);
  if (await happened(words.line(act, ""), refusal)) return take([act], { asItHappened: true });
  now.way = null;
  queue.clear();
}

/** Return the act of playing a card, in the chosen way, else in the one that fits best; with its verdict. */
function played(card, seat, stand = standing()) {
  const { pad: playable } = outbox.desk;
  const [best, ...verdicts] = playable?.cards[card] ?? [0, "possible"];
  const ways = playable?.ways ?? [{ name: "up", act: { type: "CardPlayed" } }];
  const known = stand.certain && seat === playable?.seat;
  const n = wayOf(ways, known ? best : 0);
  const way = ways[Math.max(n, 0)];
  const act = { ...way.act, seat, ...(card === UNKNOWN ? {} : { card }) };
  if (!known) return { act, verdict: stand.certain && playable ? "refused" : "possible", refusal: null };
  return { act, verdict: verdicts[Math.max(n, 0)], refusal: playable.refusals[card] };
}

/** Return the index of the way to play a card: the best one, the other side up, or the chosen one. */
function wayOf(ways, best) {
  if (!now.way) return best;
  return ways.findIndex((way) => (now.way === "other" ? way.name === (ways[best].name === "up" ? "down" : "up") : way.name === now.way));
}

/** Play an unnamed card: face down, or not seen. */
const unseen = (way) => tapped(UNKNOWN, way);

/** Ask whether a breach is to be recorded as it happened. */
function happened(line, refusal) {
  return ask(words.againstTheRules, [
    make("p", { class: "sentence" }, line),
    make("p", {}, refusal ? refusal.message : words.outOfTurn),
    refusal ? make("p", { class: "quiet" }, refusal.clause) : null,
  ].filter(Boolean), [[words.asItHappened, true, "main"], [words.takeBack, null]]);
}

// --- acts that ask for cards -------------------------------------------------------------------------

function open(choice) {
  now.asking = { choice, seats: choice.fill ? Object.keys(choice.fill.seats) : [], cards: [] };
  render();
}

function named(card) {
  const { choice, seats, cards } = now.asking;
  if (choice.pick) return take([{ ...choice.act, [choice.pick.field]: card }]);
  if (choice.order) {
    now.asking.cards = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card];
    if (now.asking.cards.length === choice.order.count) return ordered();
    return render();
  }
  cards.push(card);
  if (cards.length < seats.length) return render();
  const named_ = Object.fromEntries(seats.map((seat, n) => [seat, cards[n]]));
  return take([{ ...choice.act, [choice.fill.field]: { ...choice.act[choice.fill.field], ...named_ } }]);
}

function ordered() {
  const { choice, cards } = now.asking;
  return take([{ ...choice.act, [choice.order.field]: cards }]);
}

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
  return now.asking && !now.forced ? cancel() : queue.add(takeBack);
}

function takeBack() {
  const last = outbox.unsent.at(-1);
  if (last) return outbox.drop(last);
  const back = outbox.desk?.undo;
  if (back) return outbox.add("retract", { ply: back.ply, onward: true }, [fill(words.takesBack, { acts: back.acts.join(", ") })]);
}

function cancel() {
  Object.assign(now, { asking: null, seat: null, way: null });
  render();
}

// --- showing ---------------------------------------------------------------------------------------

/** The state that was shown last, so that nothing under a finger is drawn again without need. */
let shownLast = "";

function render() {
  const desk = outbox.desk;
  renderState();
  if (!desk) return;
  words.use(desk.faces);
  const as = JSON.stringify([desk.version, outbox.entries.map((each) => [each.key, each.state]), outbox.offline, now]);
  if (as === shownLast) return;
  shownLast = as;
  const stand = standing();
  const seat = now.seat ?? stand.turn;
  const { own, says } = parted(desk.choices, desk.turn);
  now.forced = false;
  if (!now.asking && stand.certain && !desk.pad && own.length === 1 && (own[0].pick || own[0].fill)) {
    now.asking = { choice: own[0], seats: own[0].fill ? Object.keys(own[0].fill.seats) : [], cards: [] };
  }
  now.forced = Boolean(now.asking && stand.certain && !desk.pad && own.length === 1);
  document.body.classList.toggle("over", desk.over && stand.certain);
  at("dispute").href = `/deals/${deal}/disputes/new`;
  at("dispute").hidden = false;
  at("title").textContent = fill(words.deal, { ruleset: words.games[desk.ruleset.key] ?? desk.ruleset.name, number: desk.number });
  at("ring").replaceChildren(drawTable({ desk, ahead: stand, chosen: now.seat, words, tapped: chose }));
  at("points").replaceChildren(...points(desk));
  at("says").textContent = sentence(desk, stand, seat, own);
  const shown = stand.certain && !now.asking && !now.seat;
  const held = at("choices").contains(document.activeElement) || at("spoken").contains(document.activeElement);
  at("choices").replaceChildren(
    ...(now.asking ? askingControls() : shown
      ? controls({ choices: own, rest: desk.rest, words, take: takeChoice, open, takeAll: take })
      : outbox.offline || now.seat ? [make("div", { class: "plain" }, always(seat))] : []).filter(Boolean),
  );
  at("spoken").replaceChildren(...(shown ? says.map((choice) => press(choice, words, takeChoice, open, words.line(choice.act, choice.told))) : []));
  at("calls").hidden = desk.over || !stand.certain;
  renderPad(desk, stand, now.seat ?? stand.plays);
  renderOver(desk, stand);
  if (held) at("says").focus({ preventScroll: true });
  const back = outbox.entries.at(-1)?.told ?? desk.undo?.acts ?? [];
  at("undo").disabled = !back.length && !now.asking;
  at("undone").textContent = now.asking && !now.forced ? words.cancel : back.length > 1 ? `${back[0]} …` : back.join("");
  at("twice").hidden = !desk.twice.length;
  at("twice").textContent = fill(words.twice, { cards: desk.twice.map((card) => words.card(card)).join(", ") });
}

function renderPad(desk, stand, seat) {
  pad.names = words.names;
  pad.pack = desk.pack;
  const here = Boolean(desk.pad) && stand.certain && seat === desk.pad.seat;
  const needed = now.asking || desk.pad || now.seat || (outbox.offline && !stand.certain);
  at("playing").hidden = !needed || (desk.over && stand.certain && !now.asking);
  const marks = now.asking ? verdictsOfAsking() : {};
  const gone = new Set([...desk.gone, ...stand.played.map((act) => act.card)]);
  for (const suit of desk.pack.suits) {
    for (const rank of desk.pack.ranks) {
      const card = rank + suit;
      const mark = (marks[card] ??= {});
      if (!now.asking && here) {
        const [best, ...verdicts] = desk.pad.cards[card];
        const n = Math.max(wayOf(desk.pad.ways, best), 0);
        mark.verdict = verdicts[n];
        mark.down = desk.pad.ways[n].act.down && (now.way || mark.verdict !== "refused");
        mark.note = mark.verdict === "refused" ? words.refused : mark.down ? words.faceDown : undefined;
      } else if (!now.asking && !stand.certain) mark.verdict = gone.has(card) ? "refused" : "possible";
      mark.gone = gone.has(card);
      mark.twice = desk.twice.includes(card);
      if (mark.gone) mark.note = words.played;
    }
  }
  pad.marks = marks;
  at("implied").hidden = !here || !desk.pad.implied.length || Boolean(now.asking);
  if (!at("implied").hidden) at("implied").textContent = fill(words.implied, { seat: words.seat(desk.pad.seat), acts: impliedWords(desk.pad.implied) });
  const ways = desk.pad?.ways ?? [];
  const offered = (name) => !now.asking && ways.some((way) => way.name === name);
  at("facedown").hidden = !offered("down");
  at("unseen").hidden = Boolean(now.asking);
  const verdictOf = (name) => (here ? desk.pad.cards[UNKNOWN][1 + ways.findIndex((way) => way.name === name)] : "possible");
  if (offered("down")) at("facedown").className = verdictOf("down") === "refused" ? "dim" : "bright";
  at("unseen").className = here && verdictOf("up") === "refused" ? "dim" : "bright";
  at("ways").hidden = at("choices").querySelector("button") !== null;
  at("ways").replaceChildren(...(now.asking ? [] : ways.length < 2 ? [] : [
    make("button", { type: "button", "aria-pressed": String(now.way === "other"),
      onclick: () => { now.way = now.way === "other" ? null : "other"; render(); } }, words.otherSide),
    ...ways.filter((way) => way.act.indicator).map((way) => indicatorButton(way, desk, here)),
  ]));
}

/** Return the button that plays the indicator; face up, the card is tapped next unless it is known. */
function indicatorButton(way, desk, here) {
  const verdicts = Object.entries(desk.pad.cards).map(([card, [, ...each]]) => [card, each[desk.pad.ways.indexOf(way)]]);
  const known = here ? verdicts.filter(([card, verdict]) => card !== UNKNOWN && verdict === "legal") : [];
  const card = known.length === 1 ? known[0][0] : UNKNOWN;
  const asks = !way.act.down && card === UNKNOWN;
  return make("button", {
    type: "button", class: here && verdicts.every(([, verdict]) => verdict === "refused") ? "dim" : "bright",
    "aria-pressed": asks ? String(now.way === way.name) : undefined,
    onclick: () => { if (asks) { now.way = way.name; render(); } else tapped(card, way.name); },
  }, words.ways[way.name]);
}

/** Return the acts that a card implies, in words, each once. */
const impliedWords = (acts) => [...new Set(acts.map((act) => words.act(act, act.type)))].join(", ");

function sentence(desk, stand, seat, own) {
  if (now.asking) return question();
  if (desk.over && stand.certain) return words.outcomes[desk.settlement?.outcome] ?? words.over;
  if (!seat || (!stand.sure && !outbox.offline)) return outbox.offline ? words.whoFirst : words.moment;
  const name = words.seat(seat, desk.names);
  if (!stand.certain || now.seat) return fill(words.turns.card, { seat: name });
  const first = own[0];
  return fill(words.turns[first?.act.type] ?? words.turns[first?.group] ?? words.turns.card, { seat: name });
}

function points(desk) {
  const { points: got, taken, contract: made } = desk.view;
  const known = Object.values(got).reduce((sum, each) => sum + each, 0);
  return [
    ...Object.keys(desk.teams).map((team) => make("span", { title: fill(words.tricks, { count: taken[team] }) }, make("b", {}, team),
      ` ${got[team]}${desk.unnamed[team] ? "+?" : ""}`)),
    make("span", { class: "quiet" }, fill(words.ofTotal, { points: known, total: desk.pack.total })),
    desk.view.trump?.suit ? make("span", {}, fill(words.trumpIs, { suit: words.denomination(desk.view.trump.suit) })) : null,
    made && !made.denomination ? make("span", {}, fill(words.bidIs, { seat: words.seat(made.seat), bid: words.bids[made.bid] ?? made.bid })) : null,
  ].filter(Boolean);
}

/** Return buttons for acts of any seat at any time, for when the server cannot say what is possible. */
function always(seat) {
  if (!seat) return [];
  const acts = outbox.desk.always;
  const bids = [...new Map(outbox.desk.choices.filter((choice) => ["BidMade", "ContractBid"].includes(choice.act.type))
    .map((choice) => [JSON.stringify({ ...choice.act, seat: "" }), choice.act])).values()];
  const offer = (act) => make("button", { type: "button", onclick: () => take([{ ...act, seat }]) }, words.act(act, act.type));
  return [
    ...acts.filter((act) => act.type === "Passed" || act.type === "FaceDownInspected").map(offer), ...bids.map(offer),
    make("button", { type: "button", onclick: () => other(seat) }, words.somethingElse),
  ];
}

function askingControls() {
  const { choice, cards } = now.asking;
  const buttons = [];
  if (choice.order && !choice.order.count && cards.length) buttons.push(make("button", { type: "button", class: "main", onclick: ordered }, words.enter));
  if (choice.pick?.cards.possible.includes(UNKNOWN)) buttons.push(make("button", { type: "button", onclick: () => named(UNKNOWN) }, words.notSeen));
  if (choice.fill) buttons.push(make("button", { type: "button", onclick: () => named(UNKNOWN) }, words.notSeen));
  if (choice.order) buttons.push(make("p", { class: "quiet order" }, fill(words.ordered, { count: cards.length, all: choice.order.count ?? "…" })));
  if (!now.forced) buttons.push(make("button", { type: "button", onclick: cancel }, words.cancel));
  return [make("div", { class: "plain" }, buttons)];
}

function renderState() {
  const state = at("state");
  const count = outbox.unsent.length;
  const stopped = outbox.stopped;
  state.className = stopped ? "badge warn" : outbox.offline ? "badge note" : "badge";
  state.textContent = stopped ? words.stopped : outbox.offline
    ? fill(count ? words.offlineWith : words.offline, { count })
    : count ? fill(words.unsent, { count }) : words.saved;
  at("entries").replaceChildren(...(outbox.offline || stopped || count > 1
    ? outbox.unsent.map((entry) => make("li", { class: entry.state }, entry.told.join(", "))) : []));
  at("waiting").hidden = !at("entries").children.length;
  at("kept").hidden = store.lasting;
}

function renderOver(desk, stand) {
  const over = desk.over && stand.certain;
  at("result").hidden = !over;
  if (!over) return;
  const settled = desk.settlement;
  const paid = settled ? Object.entries(settled.score ?? settled.tokens ?? {}) : [];
  at("paid").replaceChildren(
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
  now.seat = now.seat === seat || (seat === standing().turn && !now.seat) ? null : seat;
  render();
}

function say(...sentences) {
  at("message").replaceChildren(...sentences);
}

// --- sheets ------------------------------------------------------------------------------------------------

async function callsSheet() {
  const { calls } = parted(outbox.desk.choices, outbox.desk.turn);
  const chosen = await ask(words.calls, make("p", { class: "quiet" }, words.callsTold),
    [...calls.map((choice) => [words.line(choice.act, choice.told), choice]), [words.somethingElse, "other"], [words.cancel, null]]);
  if (chosen === "other") return other(standing().turn ?? outbox.desk.seats[0]);
  if (chosen) return chosen.order ? open(chosen) : takeChoice(chosen);
}

/** Record any act of the game, legal or not: a button for acts without details, a sentence for others. */
async function other(seat) {
  const who = make("select", { "aria-label": words.who }, outbox.desk.seats.map((each) =>
    make("option", { value: each, selected: each === seat }, words.seat(each, outbox.desk.names))));
  const written = make("input", { autocomplete: "off", autocapitalize: "off", placeholder: outbox.desk.words[0], "aria-label": words.sentence, list: "examples" });
  const chosen = await ask(words.somethingElse, [
    make("label", {}, words.who, who),
    make("label", {}, words.sentence, written), make("datalist", { id: "examples" }, outbox.desk.words.map((each) => make("option", { value: each }))),
    make("p", { class: "quiet" }, words.sentenceTold),
  ], [[words.enter, () => written.value.trim() || null, "main"],
    ...outbox.desk.always.map((act) => [words.act(act, act.type), () => ({ ...act, seat: who.value })]), [words.cancel, null]]);
  if (typeof chosen === "string") return outbox.add("acts", { acts: [chosen], onward: true }, [chosen]);
  if (chosen) return take([chosen]);
}

/** Ask the scribe what to do with a refused entry. */
async function refused(entry) {
  const problem = entry.problem ?? {};
  const line = entry.told.join(", ");
  const later = outbox.unsent.length - 1;
  const others = problem.news?.length ? fill(words.othersWrote, { acts: problem.news.map((row) => row.act).join(", "), by: problem.news.at(-1).by ?? words.somebody }) : "";
  const body = [
    make("p", { class: "sentence" }, line), make("p", {}, others || problem.detail || problem.title || ""),
    problem.clause ? make("p", { class: "quiet" }, `${problem.clause.document} “${problem.clause.heading}”`) : null,
    later ? make("p", { class: "quiet" }, fill(words.laterWait, { count: later })) : null,
  ].filter(Boolean);
  const rule = entry.kind === "acts" && problem.clause;
  const written = make("input", { value: typeof entry.body.acts?.[0] === "string" ? entry.body.acts[0] : "", placeholder: problem.legal?.[0] ?? "", "aria-label": words.instead });
  if (entry.kind === "acts") body.push(make("label", {}, words.instead, written));
  const chosen = await ask(rule ? words.againstTheRules : words.notRecorded, body, [
    ...(rule ? [[words.asItHappened, "happened", "main"]] : []),
    ...(entry.kind === "acts" ? [[words.replace, () => (written.value.trim() ? written.value.trim() : "later")]] : []),
    [words.dropEntry, "drop", "danger"],
  ]);
  if (chosen === "happened") return outbox.change(entry, { body: { ...entry.body, as_it_happened: true } });
  if (chosen === "drop") return outbox.drop(entry);
  if (chosen && chosen !== "later") return outbox.change(entry, { body: { acts: [chosen], onward: true }, told: [chosen] });
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
  say(detail.message);
});

pad.addEventListener("card", ({ detail }) => tapped(detail.card));
at("unseen").addEventListener("click", () => unseen("up"));
at("facedown").addEventListener("click", () => unseen("down"));
at("undo").addEventListener("click", undo);
at("calls").addEventListener("click", callsSheet);
at("state").addEventListener("click", () => (outbox.stopped ? refused(outbox.stopped) : outbox.go()));
at("next").addEventListener("click", nextDeal);
at("plies").addEventListener("click", () => sheetOfPlies({ outbox, deal, words, say }));
at("confirm").addEventListener("click", () => confirmResult({ outbox, deal, words, say }));
keys({
  pack: () => outbox.desk?.pack,
  card: (card) => !at("playing").hidden && tapped(card),
  unseen: () => !at("unseen").hidden && unseen("up"),
  down: () => !at("facedown").hidden && unseen("down"),
  undo,
  pass: () => choose((choice) => choice.act.type === "Passed"),
  rest: () => queue.add(() => outbox.desk?.rest && standing().certain && take(outbox.desk.rest)),
  number: (points, denomination) => choose((choice) => choice.act.bid === points || (choice.act.points === points && (choice.act.denomination ?? "").toLowerCase().startsWith(denomination ?? " "))),
});

function choose(fits) {
  return queue.add(() => {
    const desk = outbox.desk;
    if (!desk || !standing().certain) return;
    const choice = parted(desk.choices, desk.turn).own.find(fits);
    if (choice) return takeChoice(choice);
  });
}

setInterval(() => { if (!document.hidden && !outbox.entries.length) outbox.go(); }, LOOK_AGAIN);
document.addEventListener("visibilitychange", () => { if (!document.hidden) outbox.go(); });
at("door").querySelector("a").search = `?next=${encodeURIComponent(location.pathname)}`;
keepShell(at("shell"), words);
outbox.start().then(() => { if (outbox.stopped) refused(outbox.stopped); });
