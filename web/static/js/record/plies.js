// The list of entries, and the correction of an older one: by the pad, its consequences, the reason.
import { Problem, get, post } from "../api.js";
import { element, read } from "../cards.js";
import { ask, fill, make, signed } from "../dom.js";
import { askAct, valueOf } from "./edit.js";
import { canEdit, editUnsent } from "./unsent.js";

/** Show the list, the latest entries among them; a tap on an entry begins its correction. Without a connection, show the
 *  bids and cards that were loaded last, and the entries not sent yet. */
export async function sheetOfPlies({ outbox, deal, words, say }) {
  await outbox.settled();
  let record;
  try {
    record = (await get(`/api/v1/deals/${deal}/entries`)).body;
  } catch (error) {
    if (error instanceof Problem) return void ask(words.list, make("p", {}, error.message), [[words.close, null]]);
    return offlineSheet(outbox, words);
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

/** Show the list without a connection; a tap on an entry that was not sent edits it or drops it. */
async function offlineSheet(outbox, words) {
  let tapped = null;
  const open = (entry) => ({ currentTarget }) => { tapped = entry; currentTarget.closest("dialog").querySelector(".answers button").click(); };
  const entry = await ask(words.list, offlineList(outbox, words, open), [[words.close, () => tapped]]);
  if (!entry) return;
  const chosen = await ask(words.notYetSent, make("p", { class: "sentence" }, entry.told.join(", ")), [
    ...(canEdit(entry) ? [[words.replace, "edit", "main"]] : []), ...(entry === outbox.flying ? [] : [[words.dropEntry, "drop", "danger"]]), [words.cancel, null],
  ]);
  if (chosen === "drop") outbox.drop(entry);
  if (chosen === "edit") await editUnsent(entry);
}

/** Return what this device knows without a connection: the entries not sent, then the bids and cards loaded last. */
function offlineList({ unsent, desk }, words, open) {
  const { auction, tricks, trick } = desk.view;
  const cards = [...Object.values(tricks ?? {}), trick].flatMap((each) => each?.cards ?? []);
  const list = (title, kind, rows) => (rows.length
    ? [make("h3", {}, title), make("ul", { class: `plies ${kind}` }, rows.map((row) => make("li", {}, row)))] : []);
  return [
    make("p", { class: "quiet" }, words.listOffline),
    ...list(words.notYetSent, "unsent", unsent.map((entry) => make("button", { type: "button", onclick: open(entry) }, entry.told.join(", ")))),
    ...list(words.loadedEntries, "loaded", [...Object.values(auction ?? {}), ...cards].map((act) => words.inWords(act))),
  ];
}

/** Return the badge of a breach and its sentence. */
const against = ({ message }, words) => [make("span", { class: "badge warn" }, words.broke), make("span", { class: "because" }, message)];

async function correct(here, entry) {
  const { deal, words } = here;
  const chosen = await ask(words.inWords(entry.act), null, [
    [words.amend, "amend", "main"], [words.insert, "insert"], [words.retract, "retract", "danger"], [words.cancel, null],
  ]);
  if (chosen === "retract") return tried(here, { correction: "retract", ply: entry.ply }, entry.act);
  if (!chosen) return;
  const load = async (seat) => (await get(`/api/v1/deals/${deal}/desk?ply=${entry.ply}${seat ? `&seat=${seat}` : ""}`)).body;
  try {
    return await (chosen === "amend" ? amend(here, entry, load) : insert(here, entry, load));
  } catch (error) {
    return refuse(error, words);
  }
}

const refuse = (error, words) => ask(words.notRecorded, make("p", {}, error instanceof Problem ? error.message : words.offlineNow), [[words.close, null]]);

/** Edit an entry by the pad. An edit that changes nothing says so. */
async function amend(here, entry, load) {
  const { words, say } = here;
  const value = valueOf(entry.act);
  const intro = [make("p", { class: "sentence" }, words.inWords(entry.act))];
  const act = await askAct({ title: words.instead, intro, load, seat: value.seat, value, words });
  if (act === "same") return say(words.unchanged);
  if (act) return tried(here, { correction: "amend", ply: entry.ply, act }, entry.act);
}

/** Insert an act before an entry; the cards after a missed one can go to the next seats. */
async function insert(here, entry, load) {
  const { deal, words } = here;
  const intro = [make("p", {}, fill(words.beforeThat, { act: words.inWords(entry.act) }))];
  const act = await askAct({ title: words.before, intro, load, words });
  if (!act) return;
  const correction = { correction: "insert", ply: entry.ply, act };
  const { body } = await post(`/api/v1/deals/${deal}/corrections/preview`, { ...correction, shift: true });
  const isShift = body.follows.some((row) => row.was && row.now)
    ? await ask(words.shift, [make("p", { class: "sentence" }, words.line(act, "")), tricksOf(body.tricks, act, words)],
      [[words.shiftThem, "shift", "main"], [words.insertOnly, "only"], [words.cancel, null]])
    : "only";
  if (isShift) return tried(here, { ...correction, ...(isShift === "shift" ? { shift: true } : {}) }, entry.act);
}

/** Return tricks as a list; the card of `act` is marked. */
function tricksOf(tricks, act, words) {
  return make("ol", { class: "tricks" }, tricks.map(({ number, cards, won }) => make("li", {},
    make("b", {}, fill(words.trickNumber, { n: number })), cards.map((line) => {
      const [seat, card] = line.split(" ");
      const isNew = seat === act.seat && read(card).card === (act.card ?? "??");
      return make("span", { class: `laid-by${seat === won ? " won" : ""}${isNew ? " new" : ""}` },
        make("span", { class: "unseen" }, `${words.inWords(line)} `), make("span", { "aria-hidden": "true" }, words.initial(seat)), element(card, words.names));
    }))));
}

const ROUTES = { amend: "amendments", insert: "insertions", retract: "retractions" };

/** Show what a correction would change, and make it if the scribe agrees. */
async function tried({ outbox, deal, words, say }, correction, was) {
  const why = make("input", { maxlength: 2000, "aria-label": words.why, value: "" });
  let body;
  try {
    ({ body } = await post(`/api/v1/deals/${deal}/corrections/preview`, correction));
  } catch (error) {
    return error.code === "no-change" ? say(words.unchanged) : refuse(error, words);
  }
  const now = correction.act && (typeof correction.act === "string" ? words.inWords(correction.act) : words.line(correction.act, ""));
  const chosen = await ask(words.preview, [
    make("p", { class: "sentence" }, correction.correction === "insert" ? null : make("del", {}, words.inWords(was)), " ", now ?? ""),
    ...(correction.shift ? [make("p", {}, words.shifted), tricksOf(body.tricks, correction.act, words)] : []),
    ...consequences(correction.shift ? { ...body, follows: [] } : body, words), make("label", {}, words.why, why),
  ], [[words.makeIt, true, "main"], [words.cancel, null]]);
  if (!chosen) return;
  const { correction: kind, ...rest } = correction;
  try {
    await post(`/api/v1/deals/${deal}/${ROUTES[kind]}`, { ...rest, why: why.value }, { headers: { "If-Match": outbox.etag } });
    say(words.corrected);
  } catch (error) {
    await refuse(error, words);
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
