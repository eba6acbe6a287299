// The terms of a tournament: a preset fills in the form, only the format's fields are shown, tie-breaks have an order.

import { brought } from "../api.js";
import { dated } from "../times.js";
import { inHalves } from "./forms.js";

const presets = brought("presets");
const find = (selector) => document.querySelector(selector);
const today = dated({ dateStyle: "long" })(new Date());
let named = false;

function shown(form) {
  for (const [kind, name] of [["for", "terms.format"], ["counts", "terms.scoring.counts"]]) {
    const { value } = form.elements[name];
    for (const part of form.querySelectorAll(`[data-${kind}]`)) part.hidden = !part.dataset[kind].split(" ").includes(value);
    for (const select of form.querySelectorAll("select")) {
      if (select.selectedOptions[0]?.hidden) select.value = [...select.options].find((option) => !option.hidden).value;
    }
  }
  for (const field of form.querySelectorAll("[data-halves]")) field.step = inHalves(field) ? 0.5 : 1;
  for (const field of form.elements) field.disabled = field.closest("[hidden]") !== null;
}

function fill(form, preset) {
  const value = (path) => path.split(".").slice(1).reduce((stored, step) => stored?.[step], preset.terms);
  for (const field of form.elements) {
    if (!field.name?.startsWith("terms.") || field.name.endsWith("[]")) continue;
    const stored = value(field.name);
    if (field.type === "checkbox") field.checked = Boolean(stored);
    else if (field.tagName === "SELECT" && stored === undefined) field.selectedIndex = 0;
    else field.value = stored ?? "";
  }
  for (const field of form.querySelectorAll("[data-halves]")) {
    if (field.value !== "" && inHalves(field)) field.value = Number(field.value) / 2;
  }
  const list = form.querySelector(".tie-breaks");
  const tieBreaks = preset.terms.tie_breaks;
  for (const item of list.children) item.querySelector("input").checked = tieBreaks.includes(item.dataset.name);
  list.prepend(...tieBreaks.map((name) => list.querySelector(`[data-name="${name}"]`)));
  form.elements.ruleset.value = preset.ruleset;
  if (!named) form.elements.name.value = `${preset.name}, ${today}`;
  shown(form);
}

document.addEventListener("change", ({ target }) => {
  if (target.name === "preset") fill(find("#open"), presets[target.value]);
  if (target.name === "ruleset" && target.form.elements.club) target.form.elements.club.value = target.selectedOptions[0].dataset.club ?? target.form.elements.club.value;
  if (target.name === "terms.format" || target.name === "terms.scoring.counts") shown(target.form);
});
document.addEventListener("input", ({ target }) => { if (target.name === "name") named = true; });
document.addEventListener("click", ({ target }) => {
  const button = target.closest(".tie-breaks button");
  if (!button) return;
  const item = button.closest("li");
  if (button.dataset.move === "up") item.previousElementSibling?.before(item);
  else item.nextElementSibling?.after(item);
  button.focus();
});

function begin() {
  const form = find("form.terms");
  const preset = find('input[name="preset"]:checked');
  if (preset) fill(form, presets[preset.value]);
  else if (form) shown(form);
}
begin();
document.addEventListener("refreshed", begin);
