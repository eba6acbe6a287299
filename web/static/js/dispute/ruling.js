// The arbiter's form: the fields of each remedy, and the effect of the ruling before it is signed.

import { post } from "../api.js";
import { fill, make } from "../dom.js";
import { body, sendOnce } from "../tournament/forms.js";

export function rulings(words) {
  document.querySelectorAll("[data-remedy][data-again]").forEach(repeat);
  for (const remedy of document.querySelectorAll("[data-remedy]")) {
    const kinds = remedy.querySelector("[data-kinds]");
    kinds.addEventListener("change", () => fit(remedy, kinds.value));
    fit(remedy, kinds.value);
  }
  for (const button of document.querySelectorAll("[data-preview]")) {
    button.addEventListener("click", () => sendOnce(button.form, () => preview(button, words), { shows: true }));
    button.form.addEventListener("input", () => signable(button, false));
  }
}

/** Add a third remedy, with the fields of the second. */
function repeat(second) {
  delete second.dataset.again;
  const third = second.cloneNode(true);
  for (const field of third.querySelectorAll("[name], [id], [for]")) {
    for (const { name, value } of field.attributes) {
      if (["name", "id", "for"].includes(name)) field.setAttribute(name, value.replace("remedies.1", "remedies.2").replace("-1-", "-2-"));
    }
  }
  second.after(third);
}

/** Enter a result in the arbiter's form, as its first remedy. `gains`: by team. */
export function assign(gains) {
  const remedy = document.querySelector("#ruling [data-remedy], #overturning [data-remedy]");
  const kinds = remedy.querySelector("[data-kinds]");
  kinds.value = "assign";
  kinds.dispatchEvent(new Event("change", { bubbles: true }));
  for (const [team, gain] of Object.entries(gains)) remedy.querySelector(`[data-gain="${team}"]`).value = gain;
  remedy.closest("details")?.setAttribute("open", "");
  remedy.scrollIntoView({ block: "nearest" });
  kinds.dispatchEvent(new Event("input", { bubbles: true }));
  kinds.focus();
}

/** Offer to sign a ruling whose effects were shown; a changed ruling is shown first. */
function signable(button, now) {
  const { form } = button;
  form.querySelector("[data-sign]").hidden = !now;
  button.classList.toggle("main", !now);
  if (!now) form.querySelector(".effect").replaceChildren();
}

/** Show and send only the fields of this kind of remedy. */
function fit(remedy, kind) {
  for (const label of remedy.querySelectorAll("[data-for]")) {
    const needed = label.dataset.for.split(" ").includes(kind);
    const field = label.querySelector("input, select");
    label.hidden = field.disabled = !needed;
    const { maybe } = field.dataset;
    field.required = needed && maybe !== "all" && maybe !== kind;
  }
}

async function preview(button, words) {
  const { form } = button;
  const place = form.querySelector(".effect");
  if (!form.reportValidity()) return;
  const { appeal_minutes, ruling, ...rest } = body(form);
  try {
    const { body: effect } = await post(button.dataset.preview, { ...rest, ...ruling });
    form.querySelector(":scope > .message.warn")?.remove();
    place.replaceChildren(...shown(effect, words));
    signable(button, true);
  } catch (error) {
    signable(button, false);
    throw error;
  }
}

/** Return the changes as a table of before and after. */
function shown(effect, words) {
  const rows = [row(words.deal, deal(effect.deal.before, words), deal(effect.deal.after, words))];
  if (effect.match) {
    const held = (balance) => Object.entries(balance).map(([team, number]) => `${effect.match.teams[team]} ${signed(number)}`).join(", ");
    rows.push(row(words.match, held(effect.match.before), held(effect.match.after)));
  }
  if (effect.table) rows.push(row(words.table, came(effect.table.before, words), came(effect.table.after, words)));
  for (const each of effect.standings ?? []) {
    const place = ({ place: n, score }) => fill(words.place, { n, score });
    rows.push(row(each.name, place(each.before), place(each.after)));
  }
  const changes = rows.filter(Boolean);
  const reasons = (effect.unchanged ?? []).map((text) => make("p", { class: "message note" }, text));
  if (!changes.length) return [make("p", { class: "message note" }, words.same), ...reasons];
  const heads = [words.what, words.before, words.after].map((text) => make("th", { scope: "col" }, text));
  const table = make("table", {}, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, changes));
  return [table, effect.standings && !effect.standings.length ? make("p", { class: "quiet" }, words.unchanged) : ""];
}

/** Return a row; null if both are the same. */
function row(name, before, after) {
  return before === after ? null : make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, before), make("td", {}, after));
}

function deal({ status, settlement }, words) {
  const due = settlement && status !== "abandoned" ? settlement.score ?? settlement.tokens : {};
  const paid = Object.entries(due).map(([team, number]) => `${team} ${signed(number)}`).join(", ");
  return [words.status[status] ?? status, paid].filter(Boolean).join(": ");
}

function came(results, words) {
  return results.map(({ board, won }) => `${board ? `${board}. ` : ""}${won.join(" : ")}`).join(", ") || words.none;
}

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
