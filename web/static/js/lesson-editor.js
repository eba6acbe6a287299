// The editor of a lesson: draws the table, walks with the arrow keys, and keeps a text that is not saved yet.

import { ofTab, readKept, writeKept } from "./kept.js";
import "./learn.js";

const typing = "input, textarea, select, [contenteditable]";
const walks = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  if (event.target.closest(typing) || event.altKey || event.ctrlKey || event.metaKey) return;
  const link = walks[event.key] && document.querySelector(`.walk a[rel=${walks[event.key]}]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

// Every walk through the deal loads the page anew, so a new text waits in this tab until it is added.
const text = document.querySelector("#new-text");
const place = `lesson ${location.pathname}`;
if (text) {
  text.value ||= readKept(place, "", ofTab);
  text.addEventListener("input", () => writeKept(place, text.value, ofTab));
  text.form.addEventListener("submit", () => writeKept(place, undefined, ofTab));
}
