// Taking back: an unfinished choice is cancelled; else the last entry is dropped or retracted.
import { ask, fill, make } from "../dom.js";
import { choose, now, outbox, queue, say, words } from "./scene.js";

const MANY = 8; // more than the passes of all others: such an entry is of a program, and is not taken back by one tap

export function undo() {
  return canCancel() ? cancel() : queue.add(takeBack);
}

export async function takeBack() {
  now.asking = null;
  if (outbox.entries.length && !outbox.canDrop) await outbox.settled();
  if (outbox.canDrop) return outbox.drop(outbox.unsent.at(-1));
  if (outbox.entries.length) return say(words.offlineNow);
  const back = outbox.desk?.undo;
  if (back?.acts.length > MANY && !(await isSure(lines(back)))) return;
  if (back) return outbox.add("retract", { ply: back.ply, onward: true }, [fill(words.takesBack, { acts: lines(back).join(", ") })]);
}

/** Ask before an entry of many acts is taken back. */
const isSure = (acts) => ask(fill(words.undoMany, { count: acts.length }), make("p", {}, `${acts[0]} … ${acts.at(-1)}`),
  [[words.undoAll, true, "danger"], [words.cancel, false]]);

/** The acts of the latest entry in words. */
export const lines = (latest) => words.entry(latest);

export const canCancel = () => Boolean((now.asking && !now.forced) || now.board || now.added.length);

export function cancel() {
  choose({ asking: null, seat: null, way: null, added: [], board: null });
}
