// Waits while something is pressed: an element that is replaced between press and release gets no click.

const CLICK = 400; // milliseconds; on a touch screen the click comes some time after the release

const presses = new Map(); // what presses, a pointer or the keyboard, and its latest press
let waiting = [];

function goOn() {
  if (presses.size) return;
  for (const go of waiting.splice(0)) go();
}

const press = (by) => presses.set(by, Symbol("press"));

/** End a press after some milliseconds, unless the same finger has pressed again. */
function release(by, milliseconds = 0) {
  const ended = presses.get(by);
  setTimeout(() => {
    if (presses.get(by) === ended) presses.delete(by);
    goOn();
  }, milliseconds);
}

const releaseAll = () => { for (const by of presses.keys()) release(by); };

addEventListener("pointerdown", ({ button, pointerId }) => { if (button === 0) press(pointerId); }, true);
addEventListener("pointerup", ({ pointerId, pointerType }) => release(pointerId, pointerType === "mouse" ? 0 : CLICK), true);
addEventListener("pointercancel", ({ pointerId }) => release(pointerId), true);
addEventListener("keydown", ({ key }) => { if (key === " ") press(key); }, true);
addEventListener("keyup", ({ key }) => release(key), true);
// The release may come without an event: a menu or another window has opened above the page.
for (const end of ["click", "contextmenu"]) addEventListener(end, releaseAll, true);
addEventListener("blur", releaseAll);

/** Return a promise that is fulfilled once nothing is pressed. */
export function untilReleased() {
  return new Promise((resolve) => { waiting.push(resolve); goOn(); });
}
