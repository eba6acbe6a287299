// The menus of every page: Escape and a tap elsewhere close them. Browsers do so by themselves for popovers; where they
// know none (docs/browsers.md), the button opens the links here.

import { ofTab, readKept } from "./kept.js";

const opened = () => [...document.querySelectorAll("details.menu[open]")];

function close(menu) {
  const within = menu.contains(document.activeElement);
  menu.open = false;
  if (within) menu.querySelector("summary").focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) opened().forEach(close);
});
document.addEventListener("click", ({ target }) => {
  for (const menu of opened()) if (!menu.contains(target)) menu.open = false;
});

/** Let a button open and close what it names, as a popover. */
function popOver(button) {
  const sheet = document.getElementById(button.getAttribute("popovertarget"));
  const show = (on) => {
    sheet.classList.toggle("open", on);
    button.setAttribute("aria-expanded", String(on));
  };
  show(false);
  button.addEventListener("click", () => show(!sheet.classList.contains("open")));
  document.addEventListener("click", ({ target }) => {
    if (!button.contains(target) && !sheet.contains(target)) show(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !sheet.classList.contains("open")) return;
    show(false);
    button.focus();
  });
}

// Few pages need typed.js: it is loaded when something is typed, and a language that is chosen before it has come waits.
let late = null; // typed.js on its way
function keepTyped() {
  late = import("./typed.js").catch(() => {}).finally(() => { late = null; });
}
if (readKept("nought-typed", null, ofTab)) keepTyped(); // the last page kept what was typed in it
else document.querySelector("main").addEventListener("input", keepTyped, { once: true });
document.querySelector("details.menu form")?.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !late) return;
  event.preventDefault();
  late.then(() => button.click());
});

if (!("popover" in HTMLElement.prototype)) document.querySelectorAll("[popovertarget]").forEach(popOver);
