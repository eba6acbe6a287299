// The import of a round's results from a file, which the server reads. Every line is shown before anything is entered.

import { brought, post } from "../api.js";
import { fill, make } from "../dom.js";
import { body, sendOnce } from "./forms.js";

let words, button, form; // of the page's content, which is replaced after each command

/** Offer to enter the lines that were shown; a changed text is shown first. */
function offer(now, ...shown) {
  form.querySelector("[data-enter]").hidden = !now;
  button.classList.toggle("main", !now);
  form.querySelector(".effect").replaceChildren(...shown);
}

async function preview() {
  if (!form.reportValidity()) return;
  form.querySelector(":scope > .message.warn")?.remove();
  offer(false);
  const { body: checked } = await post(button.dataset.check, body(form));
  const sentence = checked.declined
    ? fill(words.declined, { why: checked.declined })
    : fill(words.ready, { n: checked.new, all: checked.lines.length });
  const message = make("p", { class: checked.declined ? "message warn" : "message note" }, sentence);
  offer(!checked.declined, message, ...(checked.lines.length ? [table(checked.lines)] : []));
}

function table(lines) {
  const boards = lines.some((each) => each.board);
  const titles = [words.line, words.table, ...(boards ? [words.board] : []), words.ns, words.ew, words.status];
  const rows = lines.map(({ line, table: number, board, won, state, why }) => {
    const numbers = [number || "", ...(boards ? [board || ""] : []), ...(won.length ? won : ["", ""])];
    return make("tr", {},
      make("th", { scope: "row", class: "number" }, line),
      numbers.map((each) => make("td", { class: "number" }, each)),
      make("td", {}, make("span", { class: state === "refused" ? "badge warn" : state === "left-out" ? "badge quiet" : "badge" }, words[state]), why ? ` ${why}` : null));
  });
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": button.textContent },
    make("table", {},
      make("thead", {}, make("tr", {}, titles.map((each, n) => make("th", { scope: "col", class: n < titles.length - 1 && "number" }, each)))),
      make("tbody", {}, rows)));
}

function begin() {
  words = brought("file-words");
  button = document.querySelector("[data-check]");
  form = button?.form;
  if (!form) return;
  button.addEventListener("click", () => sendOnce(form, preview, { shows: true }));
  const file = form.querySelector("input[type=file]");
  const { csv, xlsx } = form.elements;
  /** Send the file, or else the text. */
  const send = (packed) => {
    xlsx.value = packed;
    csv.required = !packed;
    offer(false);
  };
  file.addEventListener("change", () => {
    if (!file.files[0]) return send("");
    csv.value = "";
    const reader = new FileReader();
    reader.onload = () => send(reader.result.split(",")[1] ?? "");
    reader.readAsDataURL(file.files[0]);
  });
  csv.addEventListener("input", () => {
    file.value = "";
    send("");
  });
}
begin();
document.addEventListener("refreshed", begin);
