// Rulings at a table that are previewed: a form with data-check shows which scores and places would change, and only
// then offers to record it.

import { brought, post } from "../api.js";
import { fill, make } from "../dom.js";
import { body, sendOnce } from "./forms.js";

const words = brought("preview-words");

/** Offer to record what was shown; a changed form is shown first. */
function offer(form, now, ...shown) {
  form.querySelector("[data-record]").hidden = !now;
  form.querySelector("[data-preview]").classList.toggle("main", !now);
  form.querySelector(".effect").replaceChildren(...shown);
}

async function preview(form) {
  if (!form.reportValidity()) return;
  form.querySelector(":scope > .message.warn")?.remove();
  offer(form, false);
  const { why, ...rest } = body(form);
  const withdraw = "withdraw" in form.dataset ? { withdraw: true } : {};
  const { body: checked } = await post(form.dataset.check, { ...rest, ...withdraw });
  if (checked.declined) {
    offer(form, false, make("p", { class: "message warn" }, fill(words.declined, { why: checked.declined })));
    return;
  }
  const notes = (checked.notes ?? []).map((note) => make("p", {}, note));
  const none = checked.changes.length ? null : make("p", { class: "message note" }, words.none);
  const { undo } = form.querySelector(".effect").dataset;
  offer(form, true, ...notes, none ?? table(checked.changes), make("p", {}, make("b", {}, words.undo), ` ${undo}`));
}

function table(changes) {
  const titles = [words.entry, words.score, words.place];
  const changed = (was, now) => (was === now ? String(now) : `${was} → ${now}`);
  const rows = changes.map((each) => make("tr", {},
    make("th", { scope: "row" }, each.name),
    make("td", {}, changed(each.score, each.new_score)),
    make("td", { class: "number" }, changed(each.place, each.new_place))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words.changes },
    make("table", {},
      make("thead", {}, make("tr", {}, titles.map((each, n) => make("th", { scope: "col", class: n === 2 && "number" }, each)))),
      make("tbody", {}, rows)));
}

/** An artificial score that is for both sides of a board is chosen, and taken back, for both at once. */
document.addEventListener("change", ({ target }) => {
  const whole = target.closest?.("[data-whole]")?.dataset.whole.split(" ");
  if (!whole) return;
  for (const other of target.form.querySelectorAll("[data-whole] select")) {
    if (whole.includes(target.value)) other.value = target.value;
    else if (other !== target && whole.includes(other.value)) other.value = "average";
  }
});
document.addEventListener("click", ({ target }) => {
  const form = target.closest?.("[data-preview]")?.form;
  if (form) sendOnce(form, () => preview(form), { shows: true });
});
document.addEventListener("input", ({ target }) => { if (target.form?.dataset.check && target.name !== "why") offer(target.form, false); });
