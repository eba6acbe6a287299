// How far a reader is in each lesson, kept on the device: {name: {at: address of the last step read, done: true}}.

import { make } from "./dom.js";
import { readKept, writeKept } from "./kept.js";

const KEPT = "nought-lessons";

/** Keep the step that is open: the page of a step has a template #lesson. */
export function keepPlace() {
  const step = document.querySelector("#lesson");
  if (!step) return;
  const all = readKept(KEPT, {});
  const done = "last" in step.dataset || Boolean(all[step.dataset.name]?.done);
  // What was read last comes last, so that the list can offer to continue it.
  delete all[step.dataset.name];
  writeKept(KEPT, { ...all, [step.dataset.name]: { at: location.pathname, done } });
}

/** Tick the lessons that are done, and offer to go on where the reader stopped, or with the next one. */
function showProgress() {
  const all = readKept(KEPT, {});
  const tiles = [...document.querySelectorAll("[data-lesson]")];
  if (!tiles.some((tile) => tile.dataset.lesson in all)) return;
  const word = document.querySelector("#done").content.textContent;
  for (const tile of tiles) {
    const place = all[tile.dataset.lesson];
    if (place?.done) tile.append(make("small", { class: "badge done" }, `✓ ${word}`));
    else if (place) tile.querySelector("a").href = place.at;
  }
  const start = document.querySelector("#start");
  const begun = Object.keys(all).reverse().find((name) => !all[name].done);
  const next = tiles.find((tile) => tile.dataset.lesson === begun) ?? tiles.find((tile) => !all[tile.dataset.lesson]?.done);
  if (!next) return;
  start.href = next.querySelector("a").href;
  start.textContent = `${start.dataset.again}: ${next.querySelector("a").textContent}`;
}

if (document.querySelector("#start")) showProgress();
