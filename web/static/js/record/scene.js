// What the modules of the recorder share: the deal, its entries, and the scribe's unfinished choices.
import { brought } from "../api.js";
import { make } from "../dom.js";
import { ahead } from "./ahead.js";
import { Outbox, waitsForAnswer } from "./outbox.js";
import { Queue } from "./queue.js";
import { Words } from "./words.js";

export const UNKNOWN = "??";
export const deal = location.pathname.split("/").filter(Boolean).pop();
export const words = new Words(brought("words"));
export const outbox = new Outbox(deal);
export const at = (name) => document.getElementById(name);
export const button = (label, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, label);


// The scribe's unfinished choices: another seat than the one to act, another way to play, the number of a contract, an
// act that needs cards (`asking`), whether it is the only act possible (`forced`), the numbers added to an act (`added`),
// and what the board shows instead of the pad ("bids" or "says").
export const now = { seat: null, way: null, points: null, asking: null, forced: false, added: [], board: null };

/** Show the page as it is now. */
export const redraw = () => outbox.dispatchEvent(new Event("change"));

/** Change the scribe's choices, and show them. */
export function choose(changes) {
  Object.assign(now, changes);
  redraw();
}

/** Record acts; the server adds forced ones. An answer that the server waits for goes before the cards after it. */
export function take(acts, { asItHappened = false } = {}) {
  Object.assign(now, { seat: null, way: null, points: null, asking: null, added: [], board: null });
  if (outbox.offline) say(); // it would tell of an entry from before the connection was lost
  const body = { acts, onward: true, ...(asItHappened ? { as_it_happened: true } : {}) };
  const before = acts[0].type !== "CardPlayed" && waitsForAnswer(outbox.desk) ? outbox.unsent[0] : null;
  return outbox.add("acts", body, acts.map((act) => (typeof act === "string" ? act : words.line(act, ""))), before);
}

export const takeChoice = (choice, changes = {}) => take([{ ...choice.act, ...changes }]);

/** The state of the deal with the entries on their way, but for one that another scribe's contradicts: while the scribe
 *  is to choose, the table is as recorded. */
export const standing = () => ahead(outbox.desk, outbox.entries.filter((each) => !isContradicted(each)));

/** Whether another scribe recorded something else. */
export const isContradicted = (entry) => entry.state === "stopped" && Boolean(entry.problem?.news?.length);

/** Taps in order. A tap waits for the server only if nobody but the server knows whose act it is. */
export const queue = new Queue(async () => {
  if (!now.asking && !standing().sure) await outbox.settled();
});

/** Say something in the line below the table. */
export function say(...sentences) {
  at("message").replaceChildren(...sentences);
  at("message").classList.remove("refusal");
}
