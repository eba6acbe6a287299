// A draw by hand: it is checked first, then the checked draw is recorded.

import { brought, call } from "../api.js";
import { make } from "../dom.js";
import { numbers, sendOnce, sentence } from "./forms.js";

let form, checked, choices, drawn; // of the page's content, which is replaced after each command

/** Fill a list with all entries when it is first used: a large hall has too many to fill every list at once. */
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

/** Return the draw as it is sent. Unchanged tables keep their reasons. */
function draw() {
  const pairings = [];
  for (const was of drawn.tables) {
    const table = form.querySelector(`[data-table="${was.table}"]`);
    const sides = Array.from(table.querySelectorAll(".side"), chosen);
    if (!sides.flat().length) continue;
    const boards = numbers(table.querySelector("[data-boards]")?.value ?? "");
    const same = JSON.stringify([sides, boards]) === JSON.stringify([was.sides, was.boards]);
    pairings.push({ ...was, sides, boards, why: same ? was.why : drawn.why });
  }
  const byes = chosen(document.getElementById("own-byes"));
  return { pairings, byes: Object.fromEntries(byes.map((entry) => [entry, (drawn.byes[entry] ?? drawn.why).slice(0, 200)])) };
}

function check(event) {
  event.preventDefault();
  sendOnce(form, async () => {
    form.querySelector(":scope > .message.warn")?.remove();
    const own = draw();
    const [method, path] = form.dataset.check.split(" ");
    const { body } = await call(method, path, { json: { round: Number(form.dataset.round), by_hand: own } });
    show(own, body);
  }, { shows: true });
}

function show(own, { declined, broke }) {
  const record = document.getElementById("own");
  const refused = declined ? sentence(declined) : "";
  document.getElementById("broke").replaceChildren(
    ...(declined ? [make("li", { class: "message warn" }, refused)] : []),
    ...broke.filter((fault) => fault !== refused).map((fault) => make("li", { class: "message note" }, fault)),
  );
  document.getElementById("breaks-nothing").hidden = Boolean(declined || broke.length);
  record.hidden = Boolean(declined);
  record.elements.by_hand.value = JSON.stringify(own);
  checked.hidden = false;
  checked.focus();
  checked.scrollIntoView({ block: "nearest" });
}

function begin() {
  [form, checked] = ["by-hand", "checked"].map((id) => document.getElementById(id));
  [choices, drawn] = [brought("choices"), brought("drawn")];
  form?.addEventListener("focusin", filled);
  form?.addEventListener("pointerdown", filled);
  form?.addEventListener("change", () => { checked.hidden = true; });
  form?.addEventListener("submit", check);
}
begin();
document.addEventListener("refreshed", begin);
