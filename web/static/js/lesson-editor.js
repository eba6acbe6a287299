// The editor of a lesson: draws the table, walks with the arrow keys, and keeps a text that is not saved yet.

import * as browser from "./kept.js";
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
  text.value ||= browser.read(place, "", browser.ofTab);
  text.addEventListener("input", () => browser.keep(place, text.value, browser.ofTab));
  text.form.addEventListener("submit", () => browser.keep(place, undefined, browser.ofTab));
}
