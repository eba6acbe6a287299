// Taking back: an unfinished choice is cancelled; else the last entry is dropped or retracted.
import { fill } from "../dom.js";
import { choose, now, outbox, queue, say, words } from "./scene.js";

export function undo() {
  return canCancel() ? cancel() : queue.add(takeBack);
}

export async function takeBack() {
  now.asking = null;
  if (outbox.entries.length && !outbox.canDrop) await outbox.settled();
  if (outbox.canDrop) return outbox.drop(outbox.unsent.at(-1));
  if (outbox.entries.length) return say(words.offlineNow);
  const back = outbox.desk?.undo;
  if (back) return outbox.add("retract", { ply: back.ply, onward: true }, [fill(words.takesBack, { acts: lines(back).join(", ") })]);
}

/** The acts of the latest entry in words. */
export const lines = (latest) => words.entry(latest);

export const canCancel = () => Boolean((now.asking && !now.forced) || now.board || now.added.length);

export function cancel() {
  choose({ asking: null, seat: null, way: null, added: [], board: null });
}
