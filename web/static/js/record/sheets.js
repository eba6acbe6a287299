// The recorder's sheets: what was doubtful, what was refused, calls and other acts, and this phone.
import { ask, fill, make } from "../dom.js";
import { isRule, ruleName, withCards } from "../speech.js";
import { hasSingleKeys, setSingleKeys } from "../shortcuts.js";
import { alarm, comfort, setComfort } from "./comfort.js";

/** Ask what was meant by a card that has been played before. Returns "undo", "happened" or null. */
export function askPlayedBefore({ words, card, owner, latest }) {
  alarm();
  return ask(fill(words.playedBefore, { seat: words.seat(owner), card: words.card(card) }), make("p", {}, words.playedBeforeHint), [
    [words.takeBack, null, "main"],
    ...(latest ? [[fill(words.undoThat, { act: words.card(card) }), "undo"]] : []),
    [words.asItHappened, "happened"],
  ]);
}

/** Return the paragraph that names the rule of a clause. */
const rule = (clause, words) => make("p", { class: "quiet" }, `${words.rule}: `, make("span", { lang: "en" }, ruleName(clause)));

/** Ask whether a breach of the seat `seat` is to be recorded. `turn`: the seat whose turn it is, if it is another one;
    `isSeen`: somebody saw the card. Returns "turn" if the card was that seat's, "exposed" if the seat only showed the card,
    "happened" or null. */
export function askBreach({ words, line, refusal, seat, isSeen, turn = null }) {
  alarm();
  const because = turn ? fill(words.outOfTurn, { turn: words.seat(turn), seat: words.seat(seat) }) : words.notNow;
  return ask(words.againstTheRules, [
    make("p", { class: "sentence" }, line),
    make("p", {}, refusal ? refusal.message : because),
    refusal ? rule(refusal.clause, words) : null,
  ].filter(Boolean), [
    ...(turn ? [[fill(words.thatWas, { seat: words.seat(turn) }), "turn", "main"]] : []),
    [words.takeBack, null, turn ? "" : "main"], ...(isSeen ? [[words.onlyShown, "exposed"]] : []), [words.asItHappened, "happened"],
  ]);
}

/** Show the whole sentence of a breach and the clause of its rule. */
export const showBreach = (breach, words) => ask(words.againstTheRules, [
  make("p", { class: "sentence" }, breach.short), make("p", {}, withCards(breach.message, (card) => words.card(card))),
  rule(breach.clause, words),
], [[words.close, null, "main"]]);

/** Ask who played a card, when only the table knows. */
export function askWho({ words, card, seats, names }) {
  return ask(fill(words.whoPlayed, { card: words.card(card) }), [], [
    ...seats.map((seat) => [words.seat(seat, names), seat]), [words.cancel, null],
  ]);
}

/** Ask what to do with an entry that the server refused. `edit`: opens the pad for it, null if it has no pad. */
export async function askRefused(outbox, entry, words, edit) {
  alarm();
  const problem = entry.problem ?? {};
  const later = outbox.unsent.length - 1;
  const others = problem.news?.length ? [whatOthersWrote(problem.news, words)] : [];
  if (others.length && entry.kind === "acts") others.push(words.contradicts);
  const body = [
    make("p", { class: "sentence" }, entry.told.join(", ")),
    ...(others.length ? others : [withCards(problem.detail || problem.title || "", (card) => words.card(card))]).map((text) => make("p", {}, text)),
    problem.clause && isRule(problem.clause) ? rule(problem.clause.heading, words) : null,
    later ? make("p", { class: "quiet" }, fill(words.laterWait, { count: later })) : null,
  ].filter(Boolean);
  const isBreach = entry.kind === "acts" && problem.clause;
  const isAct = entry.kind === "acts";
  const chosen = await ask(isBreach ? words.againstTheRules : words.notRecorded, body, [
    [words.dropEntry, "drop", "main"],
    ...(edit ? [[words.replace, "edit"]] : []),
    ...(isBreach || (isAct && others.length) ? [[words.asItHappened, "happened"]] : []),
  ]);
  if (chosen === "edit") return (await edit()) || askRefused(outbox, entry, words, edit);
  if (chosen === "happened") return outbox.change(entry, { body: { ...entry.body, as_it_happened: true } });
  if (chosen === "drop") return outbox.drop(entry);
}

/** Return what somebody else recorded, as a sentence without its full stop. */
export const whatOthersWrote = (news, words) => fill(words.othersWrote, { acts: inSentences(news, words), by: news.at(-1).by ?? words.somebody });

/** Return recorded acts in words. Those of a correction have no sentence. */
const inSentences = (news, words) => news.map((row) => (row.act ? words.inWords(row.act) : words.line({ ...row.fact, type: row.type }, row.type))).join(", ");

/** Ask for a call open at any time. Returns a choice, "other" for any other act, or null. */
export const askCall = (calls, words) =>
  ask(words.calls, make("p", { class: "quiet" }, words.callsHint),
    [...calls.map((choice) => [words.line(choice.act, choice.sentence), choice]), [words.somethingElse, "other"], [words.cancel, null]]);

/** Show the entries that were not sent, why they wait, and the settings of this phone. Returns "send", "drop" or null. */
export function showState(outbox, words, text, waiting) {
  const setting = (label, isOn, set) => make("p", {}, make("label", { class: "check" },
    make("input", { type: "checkbox", checked: isOn, onchange: ({ target }) => set(target.checked) }), ` ${label}`));
  const ofComfort = (name) => setting(words[name], comfort()[name], (isOn) => setComfort(name, isOn));
  return ask(text, [
    waiting ? make("p", { class: "message note" }, waiting) : null,
    outbox.unsent.length ? make("ol", { id: "unsent" }, outbox.unsent.map((entry) => make("li", { class: entry.state }, entry.told.join(", ")))) : null,
    make("h3", {}, words.thisPhone),
    ofComfort("vibration"), ofComfort("sound"), setting(words.singleKeys, hasSingleKeys(), setSingleKeys),
  ].filter(Boolean), [
    ...(outbox.unsent.length && outbox.trouble === "noDeal" ? [[words.dropEntries, "drop", "danger"]] : []),
    ...(outbox.unsent.length ? [[words.sendNow, "send", "main"]] : []), [words.close, null, outbox.unsent.length ? "" : "main"],
  ]);
}
