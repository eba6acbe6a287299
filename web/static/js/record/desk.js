// The recorder of one deal: the scribe's taps become entries, and the page shows the state of the deal. Every control
// has its place: a strip and the table above; below, in the thumb's reach, a row of prompts, a row of actions and the
// board, which shows the bids, the other choices, or the pad of cards.
import "../card-pad.js";
import { fill, make } from "../dom.js";
import { keepShell } from "../offline.js";
import { isBid, parted, pointsTyped, seatsAsked } from "./choices.js";
import { alarm, stayAwake } from "./comfort.js";
import { confirmResult } from "./confirm.js";
import { bidsNow, board, phaseOf, put, recordOther, renderActions, renderPad, renderPrompts, sentence } from "./dock.js";
import { guard } from "./guard.js";
import { keys } from "./keys.js";
import { askCards, askIndicator, nameTrumps } from "./naming.js";
import { renderNotice, sayDisputed, waitingText } from "./notice.js";
import { waitsForAnswer } from "./outbox.js";
import { openMatch, openNext, renderOver, shareDeal } from "./over.js";
import { playIndicator, tapCard } from "./playing.js";
import { sheetOfPlies } from "./plies.js";
import { UNKNOWN, at, choose, deal, isContradicted, now, outbox, queue, say, standing, take, takeChoice, words } from "./scene.js";
import { askCall, askRefused, showState } from "./sheets.js";
import { drawTable, strip } from "./table.js";
import { renderState, stateText, tellTrouble } from "./trouble.js";
import { canCancel, lines, undo } from "./undo.js";
import { canEdit, editUnsent } from "./unsent.js";

const LOOK_AGAIN = 4000;
const pad = at("pad");

// --- showing ---------------------------------------------------------------------------------------

/** What was shown last, so that nothing under a finger is drawn again without need. */
let shownLast = "";

function render() {
  renderState();
  if (!outbox.desk) return;
  keepFocus(() => renderDeal(outbox.desk));
  renderNotice(decide);
}

/** Draw, and leave the focus where it is. If its control is gone, the focus goes to the sentence. */
function keepFocus(draw) {
  const active = document.activeElement;
  const isHere = [at("ring"), at("dock"), at("foot")].some((area) => area.contains(active));
  const { key } = active.dataset;
  draw();
  if (!isHere || active.getClientRects().length) return;
  const same = key && at("ring").querySelector(`[data-key="${key}"]`);
  (same || at("says")).focus({ preventScroll: true });
}

/** Write the sentence above the pad, smaller where it is long. */
export function write(sentence) {
  const line = at("says");
  if (line.textContent === sentence) return;
  line.classList.remove("long");
  line.textContent = sentence;
  line.classList.toggle("long", line.scrollWidth > line.clientWidth);
}

function renderDeal(desk) {
  words.use(desk.faces, desk.ruleset);
  const as = JSON.stringify([desk.version, outbox.entries.map((each) => [each.key, each.state]), outbox.offline, outbox.waiting, now]);
  if (as === shownLast) return;
  shownLast = as;
  const stand = standing();
  if (outbox.offline && !stand.certain && !now.asking) {
    if (stand.trumpFound && stand.looking) return void nameTrumps(stand);
    if (stand.showing) return askIndicator(stand);
  }
  const current = stand.certain || (waitsForAnswer(desk) && outbox.waiting);
  const { own, says } = current ? parted(desk) : { own: [], says: [] };
  if (!now.asking && stand.certain && !desk.pad && own.length === 1 && (own[0].pick || own[0].fill)) {
    now.asking = { choice: own[0], seats: seatsAsked(own[0], stand.trick), cards: [] };
  }
  now.forced = Boolean(now.asking && (now.asking.fixed || (stand.certain && !desk.pad && own.length === 1)));
  const phase = phaseOf(desk, stand);
  document.body.dataset.phase = phase;
  at("dispute").href = `/deals/${deal}/disputes/new`;
  at("dispute").hidden = false;
  put(at("title"), titleOf(desk));
  const answers = current && own.length > 0 && waitsForAnswer(desk);
  const seat = now.seat ?? (answers || (own.length && !desk.pad) ? desk.turn : phase === "play" && !own.length ? stand.plays : stand.turn);
  at("strip").dataset.sides = Object.keys(desk.teams).length;
  put(at("strip"), strip(desk, stand, outbox, words));
  put(at("ring"), drawTable({ desk, stand, seat, words, tapped: chooseSeat }));
  write(sentence(desk, stand, seat, own));
  const choices = { desk, stand, seat, own: now.asking || now.seat ? [] : own, says: now.asking || now.seat ? [] : says, phase };
  renderPrompts(choices);
  renderActions(choices);
  at("choices").hidden = phase !== "choose";
  if (phase === "choose") put(at("choices"), ...board(choices));
  renderPad(desk, stand, now.seat ?? stand.plays, phase);
  renderOver(desk, phase);
  const back = outbox.entries.at(-1)?.told ?? lines(desk.undo);
  const cancels = canCancel();
  switchOff(at("undo"), !back.length && !cancels);
  at("undone").textContent = cancels ? words.cancel : back.length > 1 ? `${back[0]} …` : back.join("");
  switchOff(at("calls"), desk.over);
  switchOff(at("plies"), false);
  at("twice").hidden = !desk.twice.length;
  at("twice").textContent = fill(words.twice, { cards: desk.twice.map((card) => words.card(card)).join(", ") });
}

/** The title of a deal: a long name of the game is cut, its number never. */
function titleOf(desk) {
  const [before, after] = words.deal.split("{ruleset}").map((part) => fill(part, { number: desk.number }));
  const name = words.games[desk.ruleset.key] ?? desk.ruleset.name;
  return [before, make("span", { class: "game" }, `${name}${after.match(/^\S*/)[0]}`), make("span", { class: "number" }, after.replace(/^\S*/, ""))]
    .filter((part) => part !== "");
}

/** Switch a control off or on. One that has the focus keeps it. */
function switchOff(control, isOff) {
  const hasFocus = document.activeElement === control;
  control.disabled = isOff && !hasFocus;
  control.ariaDisabled = String(isOff && hasFocus);
}

/** Choose the seat for the next entry. */
function chooseSeat(seat) {
  choose({ seat: now.seat === seat || (seat === standing().plays && !now.seat) ? null : seat });
}

// --- sheets ------------------------------------------------------------------------------------------------

async function callsSheet() {
  const calls = standing().certain ? parted(outbox.desk).calls : [];
  const chosen = await askCall(calls, words);
  if (chosen === "other") return recordOther(standing().turn ?? outbox.desk.seats[0]);
  if (chosen) return chosen.order ? askCards(chosen) : takeChoice(chosen);
}

const decide = (entry) => askRefused(outbox, entry, words, canEdit(entry) ? () => editUnsent(entry) : null);

async function stateSheet() {
  if (outbox.stopped) return decide(outbox.stopped);
  const chosen = await showState(outbox, words, stateText(), waitingText());
  if (chosen === "drop") outbox.dropAll();
  if (!chosen) return;
  await outbox.go();
  if (waitingText()) return stateSheet();
}

// --- events ---------------------------------------------------------------------------------------------------

outbox.addEventListener("change", render);
outbox.addEventListener("moved", () => { if (!outbox.entries.length) now.way = null; });
// Of a contradiction the line above the pad tells, and no sheet covers the table.
outbox.addEventListener("stopped", ({ detail }) => (isContradicted(detail.entry) ? alarm() : decide(detail.entry)));
outbox.addEventListener("sent", ({ detail }) => say(fill(detail.broke.length ? words.recordedAgainst : words.recorded, { act: detail.entry.told.join(", ") })));
outbox.addEventListener("same", ({ detail }) => say(fill(words.sameAs, { act: detail.entry.told.join(", "), by: detail.news.at(-1)?.by ?? words.somebody })));
outbox.addEventListener("trouble", ({ detail }) => tellTrouble(detail));
outbox.addEventListener("news", ({ detail }) => detail.news.length && say(fill(words.othersWrote, { acts: detail.news.map((row) => words.inWords(row.act)).join(", "), by: detail.news.at(-1).by ?? words.somebody })));

pad.addEventListener("card", ({ detail }) => tapCard(detail.card));
at("unseen").addEventListener("click", () => tapCard(UNKNOWN, "up"));
at("facedown").addEventListener("click", () => tapCard(UNKNOWN, "down"));
at("turned").addEventListener("click", () => choose({ way: now.way === "other" ? null : "other" }));
at("indicator").addEventListener("click", () => playIndicator("indicator"));
at("indicatordown").addEventListener("click", () => playIndicator("indicator down"));
at("undo").addEventListener("click", undo);
at("calls").addEventListener("click", callsSheet);
at("state").addEventListener("click", stateSheet);
at("next").addEventListener("click", openNext);
at("newmatch").addEventListener("click", openMatch);
at("share").addEventListener("click", shareDeal);
at("plies").addEventListener("click", () => sheetOfPlies({ outbox, deal, words, say }));
at("confirm").addEventListener("click", () => confirmResult({ outbox, deal, words, say }));
guard(at("ring"), at("dock"), at("foot"));
keys({
  pack: () => outbox.desk?.pack,
  card: (card) => (pad.hidden ? refuseKey() : tapCard(card)),
  unseen: () => (pad.hidden || at("unnamed").hidden ? refuseKey() : tapCard(UNKNOWN, "up")),
  down: () => (pad.hidden || at("unnamed").hidden || at("facedown").hidden ? refuseKey() : tapCard(UNKNOWN, "down")),
  undo,
  pass: () => byKey([(act) => act.type === "Passed"]),
  rest: () => onceSettled(() => {
    const { rest } = outbox.desk ?? {};
    if (rest && standing().certain) return take(rest);
    return refuseKey(outbox.offline ? words.restOffline : words.notNow);
  }),
  number: enterBid,
  unknown: (text) => refuseKey(fill(words.keyUnknown, { text, bid: exampleBid() })),
}, at("ring"), at("dock"), at("foot"));

/** Do something once the server has answered, or at once without a connection. */
function onceSettled(act) {
  return queue.add(async () => {
    await outbox.settled();
    if (outbox.desk) await act();
  });
}

/** Take the act that a key means: one of the server's choices, or one of the auction before the server has answered.
 *  `fits`: what the act may be, the likeliest first; `why`: says why there is none. */
function byKey(fits, why = () => words.notNow) {
  return onceSettled(() => {
    const acts = actsNow();
    const act = fits.map((fit) => acts.find(fit)).find(Boolean);
    return act ? take([act]) : refuseKey(why());
  });
}

/** Return the acts of the seat to act that a key can mean. */
function actsNow() {
  const stand = standing();
  if (stand.certain && !now.seat) return parted(outbox.desk).own.map((choice) => choice.act);
  const seat = now.seat ?? stand.turn;
  const isAuction = phaseOf(outbox.desk, stand) === "choose" && outbox.desk.bids.length > 0;
  return isAuction && seat ? [{ type: "Passed", seat }, ...bidsNow(outbox.desk, stand, seat)] : [];
}

/** Take a bid that was typed: as the game writes points, else as the record counts them ("170" is 17.0). */
function enterBid(text, denomination) {
  const points = pointsTyped(text, words.scale);
  const isContract = (act) => act.points === points && (act.denomination ?? "").toLowerCase().startsWith(denomination ?? " ");
  const fits = denomination ? [isContract] : [(act) => act.bid === points, (act) => words.scale > 1 && String(act.bid) === text];
  return byKey(points === null ? [] : fits, () => [words.notNow, bidsInWords()].filter(Boolean).join(" "));
}

/** Return which bids are possible now, in words; "" if there are none. */
function bidsInWords() {
  const bids = actsNow().filter(isBid);
  const numbers = bids.map((act) => act.points ?? act.bid).filter(Number.isInteger);
  if (!numbers.length) return "";
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((points) => words.pointsOf(points));
  return fill(bids[0].type === "ContractBid" ? words.contractsNow : words.bidsNow, { least, most, bid: exampleBid() });
}

/** Return a bid as it is typed: "160", "16.0", "70h". */
function exampleBid() {
  const [act] = [...actsNow().filter(isBid), ...outbox.desk.bids];
  if (!act) return words.pointsOf(160);
  return act.denomination ? `${act.points}${act.denomination[0].toLowerCase()}` : words.pointsOf(act.bid);
}

/** Say that a key does nothing now. */
function refuseKey(why = words.notNow) {
  alarm();
  say(why);
  at("message").classList.add("refusal");
}

setInterval(() => { if (!document.hidden && !outbox.sending) outbox.go(); }, LOOK_AGAIN);
document.addEventListener("visibilitychange", () => { if (!document.hidden) outbox.go(); });
for (const link of document.querySelectorAll("#door a, #signedout a")) link.search = `?next=${encodeURIComponent(location.pathname)}`;
keepShell(at("shell"), words);
stayAwake();
sayDisputed();
outbox.start().then(() => { if (outbox.stopped && !isContradicted(outbox.stopped)) decide(outbox.stopped); });
