// The list of entries, and the correction of an older one: the ply, the right act, its consequences, the reason.
import { Problem, get, post } from "../api.js";
import { ask, fill, make, signed } from "../dom.js";
import { controls, offered } from "./choices.js";
import { actField } from "./sheets.js";

/** Show the list, the latest entries among them; a tap on an entry begins its correction. Without a connection, show the
 *  bids and cards that were loaded last, and the entries not sent yet. */
export async function sheetOfPlies({ outbox, deal, words, say }) {
  await outbox.settled();
  let record;
  try {
    record = (await get(`/api/v1/deals/${deal}/entries`)).body;
  } catch (error) {
    if (error instanceof Problem) return void ask(words.list, make("p", {}, error.message), [[words.close, null]]);
    return void ask(words.list, offlineList(outbox, words), [[words.close, null]]);
  }
  let tapped = null;
  const list = make("ol", { class: "plies", start: 0 }, record.entries.map((entry) => make("li", { value: entry.ply },
    make("button", { type: "button", onclick: ({ currentTarget }) => { tapped = entry; currentTarget.closest("dialog").querySelector(".answers button").click(); } },
      make("span", {}, words.inWords(entry.act)),
      entry.was.map((was) => make("del", {}, words.inWords(was))),
      ...(entry.broke ? against(entry.broke, words) : []),
      entry.compelled ? make("span", { class: "quiet" }, words.compelled) : null,
    ))));
  const gone = record.retracted.length ? [make("h3", {}, words.retracted), make("ul", { class: "plies" },
    record.retracted.map((each) => make("li", {}, make("del", {}, words.inWords(each.was)), each.why ? ` ${each.why}` : "")))] : [];
  const discard = isUnplayed(record.entries) ? [[words.discard, "discard", "danger"]] : [];
  const answer = ask(words.list, [make("p", { class: "quiet" }, words.listHint), list, ...gone], [...discard, [words.close, () => tapped]]);
  list.lastElementChild?.scrollIntoView({ block: "nearest" });
  const entry = await answer;
  if (entry === "discard") return discardDeal(deal, words);
  if (entry) return correct({ outbox, deal, words, say }, entry);
}

/** Return whether no card and no bid is recorded yet: then the scribe may discard the deal. */
const isUnplayed = (entries) => entries.every(({ act }) => /^\S+ (shuffle|cut|no cut|deal)/.test(act) && !/[2-9TJQKA][SHDC]/.test(act));

/** Withdraw a deal that was opened by mistake, and go back to the list of deals. */
async function discardDeal(deal, words) {
  const why = make("input", { maxlength: 2000, "aria-label": words.why });
  const chosen = await ask(words.discard, [make("p", {}, words.discardHint), make("label", {}, words.why, why)], [
    [words.discard, true, "danger"], [words.cancel, null],
  ]);
  if (!chosen) return;
  try {
    await post(`/api/v1/deals/${deal}/withdrawal`, { why: why.value });
  } catch (error) {
    return ask(words.notRecorded, make("p", {}, error.message), [[words.close, null]]);
  }
  location.assign("/record");
}

/** Return what this device knows without a connection: the entries not sent, then the bids and cards loaded last. */
function offlineList({ unsent, desk }, words) {
  const { auction, tricks, trick } = desk.view;
  const cards = [...Object.values(tricks ?? {}), trick].flatMap((each) => each?.cards ?? []);
  const list = (title, kind, rows) => (rows.length
    ? [make("h3", {}, title), make("ul", { class: `plies ${kind}` }, rows.map((row) => make("li", {}, row)))] : []);
  return [
    make("p", { class: "quiet" }, words.listOffline),
    ...list(words.notYetSent, "unsent", unsent.map((entry) => entry.told.join(", "))),
    ...list(words.loadedEntries, "loaded", [...Object.values(auction ?? {}), ...cards].map((act) => words.inWords(act))),
  ];
}

/** Return the badge of a breach and its sentence. */
const against = ({ message }, words) => [make("span", { class: "badge warn" }, words.broke), make("span", { class: "because" }, message)];

async function correct(here, entry) {
  const { words } = here;
  const chosen = await ask(fill(words.ply, { ply: entry.ply }), make("p", { class: "sentence" }, words.inWords(entry.act)), [
    [words.amend, "amend", "main"], [words.insert, "insert"], [words.retract, "retract", "danger"], [words.cancel, null],
  ]);
  if (chosen === "retract") return tried(here, { correction: "retract", ply: entry.ply }, entry.act);
  if (!chosen) return;
  const act = await instead(here, entry, chosen === "amend" ? words.instead : words.before);
  if (act) return tried(here, { correction: chosen, ply: entry.ply, act }, entry.act);
}

/** Ask for the right act of a ply: a card, a choice, or a sentence. */
async function instead({ deal, words }, entry, title) {
  const { body: desk } = await get(`/api/v1/deals/${deal}/desk?ply=${entry.ply}&seat=${entry.act.split(/[ :]/)[0]}`);
  let chosen = null;
  const close = (dialog, act) => { chosen = act; dialog.querySelector(".answers button:last-child").click(); };
  const pad = make("card-pad");
  const body = [make("p", { class: "sentence" }, make("del", {}, words.inWords(entry.act)))];
  let filled = null;
  const dialog = () => pad.closest("dialog") ?? document.querySelector("dialog[open]");
  body.push(make("div", { class: "choices" }, controls({
    choices: offered(desk.choices).filter((choice) => choice.group !== "call" && !choice.order && !choice.fill), rest: null, words,
    take: (choice, changes = {}) => close(dialog(), { ...choice.act, ...changes }),
    open: (choice) => { filled = choice; pad.marks = marks(choice.pick.cards); },
    takeAll: () => {},
  }).filter(Boolean)));
  if (desk.pad || desk.choices.some((choice) => choice.pick)) {
    pad.names = words.names;
    pad.pack = desk.pack;
    if (desk.pad) pad.marks = Object.fromEntries(Object.entries(desk.pad.cards).map(([card, [best, ...verdicts]]) =>
      [card, { verdict: verdicts[best], down: desk.pad.ways[best].act.down }]));
    pad.addEventListener("card", ({ detail }) => {
      if (filled) return close(dialog(), { ...filled.act, [filled.pick.field]: detail.card });
      if (!desk.pad) return;
      const way = desk.pad.ways[desk.pad.cards[detail.card][0]];
      close(dialog(), { ...way.act, card: detail.card });
    });
    body.push(pad);
    if (desk.pad) body.push(make("div", { class: "plain" }, desk.pad.ways.map((way) =>
      make("button", { type: "button", onclick: () => close(dialog(), way.act) }, fill(words.unseenWay, { way: words.ways[way.name] })))));
  }
  const written = actField(words, words.sentence, { placeholder: entry.act });
  body.push(...written.parts);
  return ask(title, body, [[words.enter, written.read, "main"], [words.cancel, () => chosen]]);
}

function marks(cards) {
  const marked = {};
  for (const verdict of ["legal", "possible"]) for (const card of cards[verdict]) marked[card] = { verdict };
  return marked;
}

const ROUTES = { amend: "amendments", insert: "insertions", retract: "retractions" };

/** Show what a correction would change, and make it if the scribe agrees. */
async function tried({ outbox, deal, words, say }, correction, was) {
  const why = make("input", { maxlength: 2000, "aria-label": words.why, value: "" });
  let body;
  try {
    ({ body } = await post(`/api/v1/deals/${deal}/corrections/preview`, correction));
  } catch (error) {
    return ask(words.notRecorded, make("p", {}, error.message), [[words.close, null]]);
  }
  const now = correction.act && (typeof correction.act === "string" ? words.inWords(correction.act) : words.line(correction.act, ""));
  const chosen = await ask(words.preview, [
    make("p", { class: "sentence" }, correction.correction === "insert" ? null : make("del", {}, words.inWords(was)), " ", now ?? ""),
    ...consequences(body, words), make("label", {}, words.why, why),
  ], [[words.makeIt, true, "main"], [words.cancel, null]]);
  if (!chosen) return;
  const { correction: kind, ...rest } = correction;
  try {
    await post(`/api/v1/deals/${deal}/${ROUTES[kind]}`, { ...rest, why: why.value }, { headers: { "If-Match": outbox.etag } });
    say(words.corrected);
  } catch (error) {
    await ask(words.notRecorded, make("p", {}, error instanceof Problem ? error.message : words.offlineNow), [[words.close, null]]);
  }
  outbox.go();
}

function consequences(preview, words) {
  const list = (title, rows) => (rows.length ? [make("h3", {}, title), make("ul", { class: "plies" }, rows.map((row) => make("li", {}, row)))] : []);
  const paid = (settled) => settled ? Object.entries(settled.score ?? settled.tokens).map(([team, n]) => `${words.teams[team] ?? team} ${signed(n)}`).join(" · ") : words.notSettled;
  const { before, after } = preview.settlement;
  const parts = [
    ...list(words.wouldBreak, preview.broken.map((row) => `${row.ply}: ${words.inWords(row.act)}. ${row.message}`)),
    ...list(words.wouldMend, preview.mended.map((row) => `${row.ply}: ${words.inWords(row.act)}`)),
    ...list(words.wouldFollow, preview.follows.map((row) => [row.ply, ...[row.was, row.now].filter((each) => each !== undefined).map((each) => words.inWords(each))].join(" → "))),
    ...list(words.wouldBeTwice, preview.twice.map((card) => words.card(card))),
  ];
  if (JSON.stringify(before) !== JSON.stringify(after)) parts.push(make("p", {}, fill(words.pays, { before: paid(before), after: paid(after) })));
  return parts.length ? parts : [make("p", { class: "quiet" }, words.nothingElse)];
}
