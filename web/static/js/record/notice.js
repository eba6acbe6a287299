// The line above the pad, where the recorder speaks up: an entry that was not sent, a question that holds entries back, a
// breach of the rules. The most urgent one is shown; its place is always there.
import { fill, make } from "../dom.js";
import { readKept, writeKept } from "../kept.js";
import { parted } from "./choices.js";
import { alarm } from "./comfort.js";
import { put } from "./dock.js";
import { waitsForAnswer } from "./outbox.js";
import { at, button, deal, isContradicted, outbox, redraw, say, words } from "./scene.js";
import { showBreach, whatOthersWrote } from "./sheets.js";

const KEY = "nought-breaches"; // the breaches of the latest deal that the scribe has seen, and the plies it disputed: {deal, seen, disputed}
let announced = ""; // the breach that was felt and heard last

/** Show the line. `decide(entry)` asks what becomes of an entry that was stopped. */
export function renderNotice(decide) {
  const { kind, text, buttons } = stopped(decide) ?? waiting() ?? breach() ?? { kind: "", text: "", buttons: [] };
  at("notice").dataset.kind = kind;
  put(at("told"), text);
  put(at("told-buttons"), buttons);
}

/** Return the sentence of the question that holds entries back; empty if none does. */
export function waitingText() {
  const { desk } = outbox;
  if (!outbox.waiting || !desk || !waitsForAnswer(desk)) return "";
  const [first] = parted(desk).own;
  const seat = words.seat(desk.turn, desk.names);
  const values = (first.numbers?.first ?? first.act.values ?? []).join(", ");
  const type = first.act.type === "WeisScored" && !values ? "WeisScoredOpen" : first.act.type;
  return fill(words.waits[type] ?? words.waits.other, { seat, values });
}

/** An entry that was refused, or that another scribe's entry contradicts. */
function stopped(decide) {
  const entry = outbox.stopped;
  if (!entry) return null;
  const ask = () => decide(outbox.stopped);
  const mine = entry.told.join(", ");
  if (!isContradicted(entry)) return { kind: "stopped", text: [fill(words.notTaken, { act: mine })], buttons: [button(words.checkEntry, ask)] };
  return {
    kind: "stopped", text: [fill(words.twoScribes, { theirs: whatOthersWrote(entry.problem.news, words), mine })],
    buttons: [button(words.keepTheirs, () => outbox.drop(outbox.stopped)), button(words.compare, ask)],
  };
}

function waiting() {
  const text = waitingText();
  return text ? { kind: "waiting", text: [text], buttons: [] } : null;
}

/** The first breach that the scribe has not seen yet. */
function breach() {
  const [first] = unseen();
  if (!first) return null;
  if (announced !== key(first)) {
    announced = key(first);
    alarm();
  }
  return {
    kind: "breach", text: [button(first.short, () => showBreach(unseen()[0], words), { class: "told" })],
    buttons: [make("a", { class: "button", href: disputeOf(first), onclick: goOn }, words.dispute), button(words.goOn, goOn)],
  };
}

const key = ({ entry, code }) => `${entry} ${code}`;

const seen = () => {
  const kept = readKept(KEY, {});
  return kept.deal === deal ? kept.seen : [];
};

function unseen() {
  const known = seen();
  return (outbox.desk?.breaches ?? []).filter((each) => !known.includes(key(each)));
}

/** Play goes on: the line is free again, and the breaches stay in the list of entries. */
function goOn() {
  const [first] = unseen();
  writeKept(KEY, { deal, seen: [...seen(), key(first)], disputed: disputed() });
  redraw();
}

/** The page that opens a dispute about a breach, and leads back here. */
function disputeOf({ ply, code, seat }) {
  return `/deals/${deal}/disputes/new?${new URLSearchParams({ ply, code, ...(seat ? { seat } : {}), back: "record" })}`;
}

/** The breaches of the deal, as its end lists them. A breach that this device has disputed is not offered again. */
export const listOfBreaches = (breaches = []) => breaches.map((each) =>
  make("li", {}, make("span", {}, each.short), " ", disputed().includes(each.ply) ? words.disputed : make("a", { href: disputeOf(each) }, words.dispute)));

/** The plies of this deal that this device has disputed. */
function disputed() {
  const kept = readKept(KEY, {});
  return kept.deal === deal ? kept.disputed ?? [] : [];
}

/** Say that a dispute was opened, if the page comes back from its form, and keep that. */
export function sayDisputed() {
  const [, ply] = location.hash.match(/^#disputed(-?\d+)$/) ?? [];
  if (ply === undefined) return;
  writeKept(KEY, { deal, seen: seen(), disputed: [...disputed(), Number(ply)] });
  history.replaceState(null, "", location.pathname);
  say(words.disputed);
}
