// The dock: the sentence, the row of prompts, the row of actions, and the board with the bids, other choices or the pad.
import { get } from "../api.js";
import { fill, make } from "../dom.js";
import { cardsOf, goneCards } from "./ahead.js";
import { adding, bidding, isBid, number, parted, press } from "./choices.js";
import { askCards, marksOfCards, nameTrumps, namingControls, question } from "./naming.js";
import { askAct } from "./edit.js";
import { wayOf, waysOf } from "./playing.js";
import { UNKNOWN, at, button, choose, now, outbox, standing, take, takeChoice, words } from "./scene.js";
import { cancel } from "./undo.js";
import { shortened } from "./words.js";

const pad = at("pad");
const drawn = new WeakMap();

/** Put elements in a place, unless they are there already. */
export function put(place, ...elements) {
  const contents = elements.flat().filter(Boolean);
  const text = contents.map((each) => each.outerHTML ?? each).join("");
  if (drawn.get(place) === text) return;
  drawn.set(place, text);
  place.replaceChildren(...contents);
}

/** Return what the board shows: "play" (the pad), "choose" or "over". It stays as it is while nobody knows. */
export function phaseOf(desk, stand) {
  if (desk.over && stand.certain) return "over";
  if (now.asking) return "play";
  if (now.board || (stand.certain && asksNumber(desk))) return "choose";
  if (!stand.sure && !outbox.offline) return document.body.dataset.phase ?? "choose";
  return stand.playing || (outbox.offline && !stand.sure) ? "play" : "choose";
}

/** Whether the seat to act has to name a number, such as the points counted, and no card. */
const asksNumber = (desk) => !desk.pad && desk.choices.some((choice) => choice.number && choice.act.seat === desk.turn);

/** The row of prompts: what the seat to act may say besides a card or a bid, and at its end what others may say. */
export function renderPrompts({ desk, stand, seat, own, says, phase }) {
  const row = [];
  const latest = [stand.trick.at(-1)?.seat, desk.turn].find((each) => says.some(isWeisOf(each))) ?? null;
  if (now.asking) row.push(...namingControls());
  else if (phase === "play") {
    const bids = own.filter((choice) => isBid(choice.act));
    const pass = own.find((choice) => choice.act.type === "Passed");
    if (pass) row.push(press(pass, words, takeChoice, askCards));
    if (bids.length) row.push(button(words.bidMore, () => choose({ board: "bids" })));
    if (own.length) row.push(...rest(desk));
    const tops = own.filter((choice) => choice.act.top !== undefined);
    row.push(...naming(tops));
    row.push(...own.filter((choice) => choice !== pass && !tops.includes(choice) && !isBid(choice.act) && !choice.number).flatMap(control));
    row.push(...declaring(says, latest));
    if (!own.length && stand.looking && !now.seat) row.push(...lookControls(desk, stand));
    if (outbox.offline && !stand.sure && !stand.playing && seat) row.push(button(words.bidMore, () => choose({ board: "bids" })));
  } else if (phase === "choose" && !now.board && own.some((choice) => isBid(choice.act))) {
    row.push(...own.filter((choice) => choice.act.type !== "Passed" && !isBid(choice.act)).map((choice) => press(choice, words, takeChoice, askCards)));
  }
  put(at("prompts"), row);
  const others = says.filter((choice) => !isWeisOf(latest)(choice));
  const [only] = others.length === 1 && !others[0].numbers && latest === null ? others : [];
  const weis = others.every((choice) => choice.act.type === "WeisDeclared");
  put(at("saying"), others.length && !now.board && phase !== "over"
    ? [only ? press(only, words, takeChoice, askCards, { label: words.line(only.act, only.sentence) })
      : button("…", () => choose({ board: "says" }), { "aria-label": weis ? words.weisMore : words.sayMore })] : []);
}

/** A choice as a button, or as one to which numbers can be added. */
const control = (choice) => (choice.numbers
  ? adding(choice, now.added, words, takeChoice, (added) => choose({ added }))
  : press(choice, words, takeChoice, askCards));

const isWeisOf = (seat) => (choice) => choice.act.type === "WeisDeclared" && choice.act.seat === seat;

/** The values of a Weis that the seat with the latest card, or else the next seat, may declare: one tap each. */
function declaring(says, seat) {
  const values = says.filter(isWeisOf(seat));
  return values.length ? [make("span", { class: "of" }, words.line({ ...values[0].act, value: "" }, "")), ...values.map((choice) =>
    press(choice, words, takeChoice, askCards, { label: String(choice.act.value), class: "small", "aria-label": words.line(choice.act, choice.sentence) }))] : [];
}

/** The ranks that the highest card of a Weis may have: one tap each. */
function naming(tops) {
  if (!tops.length) return [];
  const { index } = words.names;
  return [make("span", { class: "of" }, fill(words.details.top, { top: "" })), ...tops.map((choice) =>
    press(choice, words, takeChoice, askCards, { class: "small", label: [
      make("span", { class: "unseen" }, words.act(choice.act)), make("span", { "aria-hidden": "true" }, index?.[choice.act.top] ?? choice.act.top),
    ] }))];
}

/** Whether a trump lies face down in the trick: as the server will ask, so that the buttons have their places. */
function lookControls(desk, stand) {
  const act = { type: desk.tables.looks, seat: desk.view.maker };
  const disabled = !outbox.offline;
  return [
    button(words.act({ ...act, trumps: true }), () => nameTrumps(stand), { disabled }),
    stand.trumpFound ? null : button(words.act(act), () => take([act]), { disabled }),
  ];
}

/** The button for the passes that end the auction. */
const rest = (desk) => (desk.rest && standing().certain
  ? [button(fill(words.restPass, { count: desk.rest.length }), () => take(desk.rest), { class: "rest" })] : []);

/** The row of actions: to pass, or how the next card is played. */
export function renderActions({ desk, stand, seat, own, phase }) {
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
export function board({ desk, stand, seat, own, says }) {
  if (now.board === "says") return [make("div", { class: "plain" }, parted(desk).says.flatMap((choice) =>
    choice.numbers ? control(choice) : press(choice, words, takeChoice, askCards, { label: words.line(choice.act, choice.sentence) })))];
  if (desk.bids.length) {
    const legal = bidsNow(desk, stand, seat);
    const points = now.points ?? legal[0]?.points;
    return bidding({ bids: desk.bids, legal, points, seat, words, take: (act) => take([{ ...act, seat }]), choose: (points) => choose({ points }) });
  }
  const likely = [...own].sort((one, other) => isRare(one) - isRare(other));
  const others = likely.map((choice, n) => choice.number ? number(choice, words, takeChoice) : press(choice, words, takeChoice, askCards, { class: n ? "" : "main" }));
  return [make("div", { class: "plain" }, others.concat(says.length || own.length || !outbox.offline ? [] : [button(words.somethingElse, () => recordOther(seat))]))];
}

/** Return the bids that a seat may make now; all higher ones while the server has not listed them. */
export function bidsNow(desk, stand, seat) {
  if (stand.certain && !now.seat) return parted(desk).own.map((choice) => choice.act).filter(isBid);
  return seat ? higher(desk).map((act) => ({ ...act, seat })) : [];
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

export function renderPad(desk, stand, seat, phase) {
  pad.names = words.names;
  pad.pack = desk.pack;
  pad.hidden = phase !== "play";
  const here = Boolean(desk.pad) && stand.certain && seat === desk.pad.seat;
  const marks = now.asking ? marksOfCards() : {};
  const gone = goneCards(desk, stand);
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

/** Return the acts that a card implies, in words, each once. */
const impliedWords = (acts) => [...new Set(acts.map((act) => words.act(act, act.type)))].join(", ");

/** Return the sentence above the rows: the question, or whose act it is. */
export function sentence(desk, stand, seat, own) {
  if (now.asking) return question();
  if (desk.over && stand.certain) return words.outcomes[desk.settlement?.outcome] ?? words.over;
  const called = (each) => words.seat(each, { [each]: shortened(desk.names[each]) });
  const name = called(seat);
  const first = now.seat ? null : own[0];
  if (!first && (!seat || (!stand.sure && !outbox.offline && !now.seat))) return outbox.offline ? words.whoFirst : words.moment;
  if (first) return fill(words.turns[first.act.type] ?? words.turns[first.group] ?? words.turns.card, { seat: name });
  if (stand.looking && !stand.certain && outbox.offline) return fill(words.turns[desk.tables.looks], { seat: called(desk.view.maker) });
  return fill(stand.playing ? words.turns.card : words.turns.bid, { seat: name });
}

/** Record any act of the game, legal or not, by the buttons and cards of its seat. */
export async function recordOther(seat) {
  const here = outbox.desk;
  const load = async (each) => (each === null || each === here.pad?.seat ? here
    : (await get(`/api/v1/deals/${outbox.deal}/desk?seat=${each}`)).body);
  const chosen = await askAct({ title: words.somethingElse, load: (each) => load(each).catch(() => here), seat, isAny: true, words });
  if (chosen) return take([chosen], chosen.type === "CardExposed" ? { asItHappened: true } : {});
}
