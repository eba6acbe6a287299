// Keys of a page that no control has the focus for. Arrows and the like act everywhere but in fields and sheets. A single
// letter, digit or sign acts only where the focus is on the page itself or in its table, and can be switched off on this
// device: voice input types letters, and a letter too many would record an act (WCAG 2.1.4).

import { readKept, writeKept } from "./kept.js";

const KEY = "nought-single-keys";
let isOn = readKept(KEY, true);

/** Whether single letters, digits and signs act on this device. */
export const hasSingleKeys = () => isOn;

export function setSingleKeys(on) {
  isOn = on;
  writeKept(KEY, on ? undefined : false);
}

/** Return whether a pressed key is a shortcut of the page. `areas`: the parts of the page that single keys belong to. */
export function isShortcut(event, ...areas) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
  if (target.closest?.("input, textarea, select, [contenteditable]")) return false;
  if (key === " ") return !target.closest?.("button, a, summary");
  if ([...key].length > 1) return true;
  if (!isOn || target.closest?.("a, summary")) return false;
  return target === document.body || target === document.documentElement || areas.some((area) => area?.contains(target));
}

/** Let the checkboxes with `data-single-keys` show and change the setting. */
export function offerSetting(part = document) {
  for (const box of part.querySelectorAll("[data-single-keys]")) {
    box.checked = isOn;
    box.addEventListener("change", () => setSingleKeys(box.checked));
  }
}
