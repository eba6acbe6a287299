// Lists of the page of a dispute: their rules and steps, which the page brings once, and fields that search among the
// rules by words, code and source.

import { fill } from "../dom.js";

/** Fill the lists of a page, and start its fields. Browsers do not all hide options: those that do not fit leave the list. */
export function fillLists() {
  for (const select of document.querySelectorAll("select[data-choices]")) fillWithChoices(select);
  for (const field of document.querySelectorAll(".rule-field")) {
    const search = field.querySelector("input[type=search]");
    if (!search.hidden) continue;
    search.hidden = false;
    const select = field.querySelector("select");
    const whole = [...select.children].map((child) => child.cloneNode(true));
    search.addEventListener("input", () => narrow(field, select, whole, search.value));
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
      if (event.key !== "Enter" && event.key !== "ArrowDown") return;
      select.focus();
    });
  }
}

/** Give a list all its choices. The chosen one stays chosen. */
function fillWithChoices(select) {
  const { value, dataset: { choices } } = select;
  delete select.dataset.choices;
  select.replaceChildren(document.getElementById(choices).content.cloneNode(true));
  select.value = value;
  for (const option of select.selectedOptions) option.defaultSelected = true; // also in a copy of the list
}

/** Leave the rules that have all words. The chosen one stays as long as it is among them; one that is left alone is chosen. */
function narrow(field, select, whole, text) {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const before = select.value;
  const fits = (option) => terms.every((word) => `${option.textContent} ${option.value} ${option.dataset.find}`.toLowerCase().includes(word));
  const left = whole.map((child) => child.cloneNode(true)).filter((child) => {
    if (child.localName !== "optgroup") return true;
    for (const option of [...child.children]) if (!fits(option)) option.remove();
    return child.children.length > 0;
  });
  select.replaceChildren(...left);
  const options = [...select.querySelectorAll("optgroup option")];
  select.value = terms.length && options.length === 1 ? options[0].value : options.some(({ value }) => value === before) ? before : "";
  const { none, some } = field.dataset;
  field.querySelector(".found").textContent = terms.length ? (options.length ? fill(some, { n: options.length }) : none) : "";
  if (select.value !== before) select.dispatchEvent(new Event("input", { bubbles: true }));
}
