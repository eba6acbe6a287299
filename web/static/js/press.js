// Waits while something is pressed: an element that is replaced between press and release gets no click.

let isPressed = false;
let release = Promise.resolve();
let released = () => {};

addEventListener("pointerdown", () => {
  isPressed = true;
  release = new Promise((resolve) => { released = resolve; });
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  // The click comes after the release.
  addEventListener(end, () => setTimeout(() => { isPressed = false; released(); }), true);
}

/** Return a promise that is fulfilled once nothing is pressed. */
export async function untilReleased() {
  while (isPressed) await release;
}
