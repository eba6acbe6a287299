// What is typed in the forms of a page stays when the reader chooses another language or look, or when the server refuses
// a form, which both load the page again.
// A chosen file cannot stay: the page says so beside its field.

import { make } from "./dom.js";
import { ofTab, readKept, writeKept } from "./kept.js";

const NAME = "nought-typed";
const FIELDS = "main form :is(input, select, textarea)";
const NOT_KEPT = new Set(["hidden", "password", "file", "submit", "button", "image", "reset"]);

/** Return the fields of the page with what identifies each: its form, its name, and its number among the like. */
function fields() {
  const counts = new Map();
  return [...document.querySelectorAll(FIELDS)].filter((each) => each.name && !NOT_KEPT.has(each.type) && !each.matches(".pin")).map((field) => {
    const like = `${field.form.getAttribute("action")} ${field.name}`;
    counts.set(like, (counts.get(like) ?? 0) + 1);
    return [`${like} ${counts.get(like)}`, field];
  });
}

/** Put what was typed into the fields again, and open what they are folded into. */
function fill(kept) {
  for (const [key, field] of fields()) {
    const [value, checked] = kept[key] ?? [field.value, field.checked];
    if (field.value === value && field.checked === checked) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
    else field.value = value;
    for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  }
}

const filesOf = () => [...document.querySelectorAll("main form input[type=file]")];

/** Say beside the fields of files that had one that it is to be chosen again. `places`: their numbers on the page. */
function askForFiles(places, sentence) {
  for (const field of places.map((place) => filesOf()[place]).filter(Boolean)) {
    field.after(make("p", { class: "message warn", role: "alert" }, sentence));
    for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  }
}

/** Whether a field holds something else than the page brought. */
const isTouched = (field) => (field.matches("select")
  ? field.value !== defaultOf(field)
  : field.value !== field.defaultValue || Boolean(field.checked) !== Boolean(field.defaultChecked));
const defaultOf = (select) => ([...select.options].find((each) => each.defaultSelected) ?? select.options[0])?.value;

// A form that is sent: should it be refused, the page comes again as it is then, with what was touched.
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !event.target.closest("main")) return;
  const touched = fields().filter(([, field]) => isTouched(field));
  const kept = Object.fromEntries(touched.map(([key, { value, checked }]) => [key, [value, checked]]));
  const files = filesOf().flatMap((field, place) => (field.files.length ? [place] : []));
  writeKept(NAME, { kept, files }, ofTab);
});

const menu = document.querySelector("details.menu form");
menu?.addEventListener("submit", () => {
  const kept = Object.fromEntries(fields().map(([key, { value, checked }]) => [key, [value, checked]]));
  const files = filesOf().flatMap((field, place) => (field.files.length ? [place] : []));
  writeKept(NAME, { page: menu.elements.back.value, kept, files }, ofTab);
});

const last = readKept(NAME, null, ofTab);
if (last) writeKept(NAME, undefined, ofTab);
const isRefused = document.querySelector("[data-refused]") !== null;
if (last && (last.page === undefined ? isRefused : last.page === location.pathname + location.search)) {
  fill(last.kept);
  askForFiles(last.files ?? [], menu?.dataset.files);
}
