// A round of the director's own: what is chosen is checked first, in words, and what was checked is what is recorded.

import { brought, call } from "../api.js";
import { make } from "../dom.js";
import { refused } from "./forms.js";

const form = document.getElementById("by-hand");
const checked = document.getElementById("checked");
const choices = brought("choices");
const drawn = brought("drawn");

/** All entries are put into a list when it is first used: a hall has too many to hold them all in every list. */
function filled({ target }) {
  if (target.tagName !== "SELECT" || target.dataset.full) return;
  target.dataset.full = "yes";
  const chosen = target.value;
  const options = Object.entries(choices).sort(([one], [other]) => one - other)
    .map(([entry, name]) => make("option", { value: entry }, `${entry} · ${name}`));
  target.replaceChildren(target.options[0], ...options);
  target.value = chosen;
}

const chosen = (part) => Array.from(part.querySelectorAll("select"), (each) => each.value).filter(Boolean);

/** The draw as it is sent. Why two meet stays where nothing was changed. */
function draw() {
  const pairings = [];
  for (const was of drawn.tables) {
    const sides = Array.from(form.querySelectorAll(`[data-table="${was.table}"] .side`), chosen);
    if (!sides.flat().length) continue;
    const same = JSON.stringify(sides) === JSON.stringify(was.sides);
    pairings.push({ ...was, sides, why: same ? was.why : drawn.why });
  }
  const byes = chosen(document.getElementById("own-byes"));
  return { pairings, byes: Object.fromEntries(byes.map((entry) => [entry, (drawn.byes[entry] ?? drawn.why).slice(0, 200)])) };
}

form?.addEventListener("focusin", filled);
form?.addEventListener("pointerdown", filled);
form?.addEventListener("change", () => { checked.hidden = true; });
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  form.querySelector(":scope > .told.warn")?.remove();
  try {
    const own = draw();
    const [method, path] = form.dataset.check.split(" ");
    const { body } = await call(method, path, { json: { round: Number(form.dataset.round), by_hand: own } });
    show(own, body);
  } catch (error) {
    refused(form, error);
  } finally {
    form.removeAttribute("aria-busy");
  }
});

function show(own, { declined, broke }) {
  const record = document.getElementById("own");
  document.getElementById("broke").replaceChildren(
    ...(declined ? [make("li", { class: "told warn" }, `${declined[0].toUpperCase()}${declined.slice(1)}.`)] : []),
    ...broke.map((sentence) => make("li", { class: "told note" }, sentence)),
  );
  document.getElementById("breaks-nothing").hidden = Boolean(declined || broke.length);
  record.hidden = Boolean(declined);
  record.elements.by_hand.value = JSON.stringify(own);
  checked.hidden = false;
  checked.focus();
  checked.scrollIntoView({ block: "nearest" });
}
