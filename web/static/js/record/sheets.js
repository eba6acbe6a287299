// The recorder's sheets: what was doubtful, what was refused, calls and other acts, and this phone.
import { ask, fill, make } from "../dom.js";
import { isRule, withCards } from "../speech.js";
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

/** Ask whether a breach of the seat `seat` is to be recorded. Returns "turn" if the card was that of the seat `turn`, whose
    turn it is, "happened" or null. */
export function askBreach({ words, line, refusal, seat, turn = null }) {
  alarm();
  const because = turn && turn !== seat ? fill(words.outOfTurn, { turn: words.seat(turn), seat: words.seat(seat) }) : words.notNow;
  return ask(words.againstTheRules, [
    make("p", { class: "sentence" }, line),
    make("p", {}, refusal ? refusal.message : because),
    refusal ? make("p", { class: "quiet", lang: "en" }, refusal.clause) : null,
  ].filter(Boolean), [
    ...(turn ? [[fill(words.thatWas, { seat: words.seat(turn) }), "turn", "main"]] : []),
    [words.takeBack, null, turn ? "" : "main"], [words.asItHappened, "happened"],
  ]);
}

/** Ask who played a card, when only the table knows. */
export function askWho({ words, card, seats, names }) {
  return ask(fill(words.whoPlayed, { card: words.card(card) }), [], [
    ...seats.map((seat) => [words.seat(seat, names), seat]), [words.cancel, null],
  ]);
}

/** Ask what to do with an entry that the server refused. */
export async function askRefused(outbox, entry, words) {
  alarm();
  const problem = entry.problem ?? {};
  const later = outbox.unsent.length - 1;
  const others = problem.news?.length ? fill(words.othersWrote, { acts: problem.news.map((row) => words.inWords(row.act)).join(", "), by: problem.news.at(-1).by ?? words.somebody }) : "";
  const body = [
    make("p", { class: "sentence" }, entry.told.join(", ")), make("p", {}, others || withCards(problem.detail || problem.title || "", (card) => words.card(card))),
    problem.clause && isRule(problem.clause) ? make("p", { class: "quiet", lang: "en" }, `${problem.clause.document} “${problem.clause.heading}”`) : null,
    later ? make("p", { class: "quiet" }, fill(words.laterWait, { count: later })) : null,
  ].filter(Boolean);
  const rule = entry.kind === "acts" && problem.clause;
  const written = make("input", { value: typeof entry.body.acts?.[0] === "string" ? entry.body.acts[0] : "", placeholder: problem.legal?.[0] ?? "", "aria-label": words.instead });
  if (entry.kind === "acts") body.push(make("label", {}, words.instead, written));
  const chosen = await ask(rule ? words.againstTheRules : words.notRecorded, body, [
    [words.dropEntry, "drop", "main"],
    ...(entry.kind === "acts" ? [[words.replace, () => (written.value.trim() ? written.value.trim() : "later")]] : []),
    ...(rule ? [[words.asItHappened, "happened"]] : []),
  ]);
  if (chosen === "happened") return outbox.change(entry, { body: { ...entry.body, as_it_happened: true } });
  if (chosen === "drop") return outbox.drop(entry);
  if (chosen && chosen !== "later") return outbox.change(entry, { body: { acts: [chosen], onward: true }, told: [chosen] });
}

/** Ask for a call open at any time. Returns a choice, "other" for any other act, or null. */
export const askCall = (calls, words) =>
  ask(words.calls, make("p", { class: "quiet" }, words.callsHint),
    [...calls.map((choice) => [words.line(choice.act, choice.told), choice]), [words.somethingElse, "other"], [words.cancel, null]]);

/** Ask for any act of the game, legal or not: a button for acts without details, a sentence for others. Returns an act. */
export function askOther(desk, seat, words) {
  const who = make("select", { "aria-label": words.who }, desk.seats.map((each) =>
    make("option", { value: each, selected: each === seat }, words.seat(each, desk.names))));
  const written = make("input", { autocomplete: "off", autocapitalize: "off", placeholder: desk.words[0], "aria-label": words.sentence, list: "examples" });
  return ask(words.somethingElse, [
    make("label", {}, words.who, who),
    make("label", {}, words.sentence, written), make("datalist", { id: "examples" }, desk.words.map((each) => make("option", { value: each }))),
    make("p", { class: "quiet" }, words.sentenceHint),
  ], [[words.enter, () => written.value.trim() || null, "main"],
    ...desk.always.map((act) => [words.act(act, act.type), () => ({ ...act, seat: who.value })]), [words.cancel, null]]);
}

/** Show the entries that were not sent, and the settings of this phone. Returns "send" or null. */
export function showState(outbox, words, text) {
  const setting = (name, label) => make("label", { class: "check" }, make("input", {
    type: "checkbox", checked: comfort()[name], onchange: ({ target }) => setComfort(name, target.checked),
  }), ` ${label}`);
  return ask(text, [
    outbox.unsent.length ? make("ol", { id: "unsent" }, outbox.unsent.map((entry) => make("li", { class: entry.state }, entry.told.join(", ")))) : null,
    make("h3", {}, words.thisPhone),
    make("p", {}, setting("vibration", words.vibration)), make("p", {}, setting("sound", words.sound)),
  ].filter(Boolean), [
    ...(outbox.unsent.length ? [[words.sendNow, "send", "main"]] : []), [words.close, null, outbox.unsent.length ? "" : "main"],
  ]);
}
