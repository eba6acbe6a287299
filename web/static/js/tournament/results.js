// The grid of results: of a whole round, of a board at all tables (a traveller), or of a table in a round (a pickup
// slip). A row is sent when it is complete and left. A refused row stays as it was typed, with the refusal beside it.
// Rows that were not accepted yet are kept in this browser, also when the page is closed or shows other rows.

import { Offline, Problem, brought, post } from "../api.js";
import { fill, make } from "../dom.js";
import { readKept, writeKept } from "../kept.js";
import { body, say, send, sentences } from "./forms.js";

const RETRY = 3000; // milliseconds
const words = brought("grid-words");
const find = (selector) => document.querySelector(selector);
const grid = find(".result-grid");
const rows = () => [...grid.querySelectorAll("tr[data-row]")];
const rowOf = (element) => element.closest?.("tr[data-row]");
const formOf = (row) => row.querySelector("form");
const cells = (row) => [...row.querySelectorAll("input[data-cell]")];
const reason = (row) => row.querySelector('input[name="why"]');
const isChanged = (row) => cells(row).some((cell) => cell.value !== cell.defaultValue);
const typable = () => rows().filter(formOf);

// --- what a row says ------------------------------------------------------------------------------

let announced = ""; // the row whose refusal was announced last

/** Show a sentence in a row: `state` is "kept", "sending", "refused" or "done". */
function tell(row, state, sentence) {
  row.dataset.state = state;
  const place = row.querySelector(".row-state");
  place.querySelector(".stands").hidden = true;
  place.querySelector(".row-message")?.remove();
  place.append(make("span", { class: state === "refused" ? "row-message warn" : "row-message", role: state === "refused" ? "alert" : null }, sentence));
  if (state === "refused") say(refusal(row, sentence), true);
  else if (state === "done" && row.dataset.row === announced) say(`${row.dataset.called}: ${sentence}`);
  if (state === "refused") announced = row.dataset.row;
  count();
}

/** Return the refusal of a row with its table and board; a board that the refusal begins with is not named twice. */
function refusal(row, sentence) {
  const { called, table, board } = row.dataset;
  if (!board || !sentence.startsWith(board)) return `${called}: ${sentence}`;
  return sentence[board.length] === ":" ? called + sentence.slice(board.length) : `${table}: ${sentence}`;
}

function hush(row) {
  delete row.dataset.state;
  row.querySelector(".row-message")?.remove();
  row.querySelector(".stands").hidden = false;
  count();
}

function count() {
  const all = typable();
  const sentence = fill(words.left, { n: all.filter((row) => "entered" in formOf(row).dataset).length, all: all.length });
  if (find("#grid-left").textContent !== sentence) find("#grid-left").textContent = sentence;
  find("#grid-back").hidden = !grid.querySelector('[data-state="refused"]');
}

// --- drafts -------------------------------------------------------------------------------

const PLACE = `results-${grid?.dataset.grid}`;
const drafts = readKept(PLACE, {});
let isSaid = false; // that this browser keeps nothing

function keep(row) {
  const { row: id } = row.dataset;
  const corrects = "entered" in formOf(row).dataset;
  if (isChanged(row)) drafts[id] = { corrects, values: [...cells(row), reason(row)].map((cell) => cell.value) };
  else delete drafts[id];
  store();
}

function store() {
  const isKept = writeKept(PLACE, Object.keys(drafts).length ? drafts : undefined);
  if (!isKept && !isSaid) say(words.not_kept);
  isSaid = !isKept;
}

/** Return whether this page shows the row of an id, if the row is still there. */
function belongsHere(id) {
  const [round, table, board] = id.split("-");
  const query = new URLSearchParams(location.search);
  if (grid.dataset.view === "traveller") return board === query.get("board");
  const first = rows()[0].dataset.row.split("-");
  return round === first[0] && (grid.dataset.view === "round" || table === first[1]);
}

/** List the rows that are kept and that this page does not show, each with a link to where it is. */
function listOthers() {
  const place = find("#grid-elsewhere");
  if (!place) return;
  const shown = new Set(typable().map((row) => row.dataset.row));
  for (const id of Object.keys(drafts)) if (!shown.has(id) && belongsHere(id)) delete drafts[id];
  store();
  const others = Object.keys(drafts).filter((id) => !shown.has(id));
  place.hidden = !others.length;
  place.querySelector("ul").replaceChildren(...others.map((id) => {
    const [round, table, board] = id.split("-");
    const href = grid.dataset.view === "traveller" ? `?board=${board}` : `?round=${round}&table=${table}`;
    return make("li", {}, make("a", { href }, fill(words.elsewhere, { round, table, board })));
  }));
}

/** Fill in what was typed before the page was closed; not where somebody has entered a result since. */
function restore() {
  for (const row of typable()) {
    const { values, corrects } = drafts[row.dataset.row] ?? {};
    if (!Array.isArray(values) || ("entered" in formOf(row).dataset && !corrects)) {
      delete drafts[row.dataset.row];
      continue;
    }
    [...cells(row), reason(row)].forEach((cell, n) => { cell.value = values[n] ?? ""; });
    changed(row);
    leave(row);
  }
}

// --- typing -----------------------------------------------------------------------------------

/** A changed row is not refreshed from the server, and needs a reason if it has a result. */
function changed(row) {
  const corrects = isChanged(row) && "entered" in formOf(row).dataset;
  const why = reason(row);
  why.disabled = why.closest("label").hidden = !corrects;
  why.required = corrects;
  if (isChanged(row)) row.removeAttribute("data-fresh");
  else row.dataset.fresh = `row-${row.dataset.row}`;
  for (const cell of cells(row)) cell.removeAttribute("aria-invalid");
  keep(row);
  if (isChanged(row)) tell(row, "kept", words.kept);
  else hush(row);
}

/** Return the first field that must be filled in before the row is sent: a needed one, or one of a side without any. */
function missing(row) {
  const all = cells(row);
  const needed = all.find((cell) => cell.required && cell.value.trim() === "");
  const side = (n) => all.filter((cell) => cell.dataset.cell === n);
  const blank = ["0", "1"].map(side).find((own) => own.every((cell) => cell.value.trim() === ""));
  const why = reason(row);
  return needed ?? blank?.[0] ?? (why.required && why.value.trim() === "" ? why : null);
}

/** Send a row that is complete; say what is missing in any other. */
function leave(row) {
  if (!formOf(row) || !isChanged(row) || waiting.has(row.dataset.row)) return;
  const wrong = cells(row).find((cell) => cell.validity.patternMismatch);
  const empty = missing(row);
  if (wrong) {
    wrong.setAttribute("aria-invalid", "true");
    tell(row, "refused", words.number);
  } else if (empty) {
    tell(row, "kept", empty === reason(row) ? words.reason : words.incomplete);
  } else {
    waiting.add(row.dataset.row);
    tell(row, "sending", words.sending);
    sendAll();
  }
}

/** Go on after Enter: to the next field that is missing here, else to the next row. */
function next(row) {
  const empty = isChanged(row) ? missing(row) : null;
  if (empty) {
    empty.focus();
    return;
  }
  const all = typable();
  const after = all.slice(all.indexOf(row) + 1);
  const to = after.find((each) => !("entered" in formOf(each).dataset)) ?? after[0];
  const jump = find("input[data-jump]");
  if (to && !(jump && "entered" in formOf(to).dataset)) {
    cells(to)[0].focus();
  } else if (jump) {
    jump.focus();
    jump.select();
  } else {
    leave(row);
  }
}

function move(row, cell, key) {
  const all = typable();
  const [at, column] = [all.indexOf(row), cells(row).indexOf(cell)];
  if (column < 0) return false;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const to = all[at + (key === "ArrowDown" ? 1 : -1)];
    if (to) cells(to)[column].focus();
    return true;
  }
  cells(row)[column + (key === "ArrowRight" ? 1 : -1)]?.focus();
  return true;
}

document.addEventListener("input", ({ target }) => { if (rowOf(target)) changed(rowOf(target)); });
document.addEventListener("focusin", ({ target }) => { if (target.dataset?.cell !== undefined || target.matches?.(".grid-views input")) target.select(); });
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const row = rowOf(target);
  if (row && rowOf(relatedTarget ?? document.body) !== row) leave(row);
});
document.addEventListener("keydown", (event) => {
  const row = rowOf(event.target);
  if (!row || event.target.tagName !== "INPUT" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter") next(row);
  else if (!event.key.startsWith("Arrow") || event.shiftKey || !move(row, event.target, event.key)) return;
  event.preventDefault();
});
document.addEventListener("submit", (event) => { if (rowOf(event.target)) event.preventDefault(); });
find("#grid-back")?.addEventListener("click", () => {
  const row = grid.querySelector('[data-state="refused"]');
  cells(row).find((cell) => cell.getAttribute("aria-invalid"))?.focus();
});

/** Open other rows once those of this page are sent; without a connection, stay. */
async function open(form) {
  while (sending) await new Promise((resolve) => { setTimeout(resolve, 30); });
  if (waiting.size) say(words.wait);
  else location.assign(`?${new URLSearchParams(new FormData(form))}`);
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest(".grid-views")) return;
  event.preventDefault();
  open(event.target);
});

// --- sending ------------------------------------------------------------------------------------

const waiting = new Set(); // the rows to send, by id, in the order in which they were left
let sending = false;
let later = null;

async function sendAll() {
  if (sending) return;
  sending = true;
  clearTimeout(later);
  try {
    for (const id of waiting) {
      await sendRow(grid.querySelector(`tr[data-row="${id}"]`));
      waiting.delete(id);
    }
  } catch (error) {
    if (!(error instanceof Offline)) reportError(error);
    for (const id of waiting) tell(grid.querySelector(`tr[data-row="${id}"]`), "kept", words.offline);
    later = setTimeout(sendAll, RETRY);
  } finally {
    sending = false;
  }
}

/** Send one row. A refusal is shown in the row; a lost connection is thrown. */
async function sendRow(row) {
  const form = formOf(row);
  if (!form.accepts && missing(row)) return tell(row, "kept", words.incomplete);
  const corrects = "entered" in form.dataset;
  const values = cells(row).map((cell) => cell.value);
  const path = `/api/v1/encounters/${form.dataset.encounter}`;
  tell(row, "sending", words.sending);
  try {
    if (!form.accepts) {
      form.dataset.send = `POST ${path}/${corrects ? "corrections" : "result"}`;
      form.dataset.version = corrects ? form.dataset.known : "";
      const { body: answer } = await send(form, body(form));
      settle(row, values, answer.version, corrects);
    }
    form.accepts = find("#accept")?.checked;
    if (form.accepts) await accept(form, path);
    form.accepts = false;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    form.accepts = false;
    for (const cell of cells(row)) if (cell.value.trim()) cell.setAttribute("aria-invalid", "true");
    return tell(row, "refused", sentences(error));
  }
  if (isChanged(row)) return changed(row);
  return tell(row, "done", corrects ? words.corrected : find("#accept")?.checked ? words.accepted : words.entered);
}

async function accept(form, path) {
  const board = form.elements.board && { board: Number(form.elements.board.value) };
  form.acceptKey ??= `${form.sentKey}-accept`;
  await post(`${path}/confirmations`, { ...board }, { headers: { "Idempotency-Key": form.acceptKey } });
  form.acceptKey = undefined;
}

/** Take over what the server accepted: from now on a change of these numbers is a correction. */
function settle(row, values, version, corrects) {
  const form = formOf(row);
  form.sentText = undefined;
  form.dataset.entered = "";
  for (const other of grid.querySelectorAll(`form[data-encounter="${form.dataset.encounter}"]`)) other.dataset.known = version;
  cells(row).forEach((cell, n) => { cell.defaultValue = values[n]; });
  if (corrects) reason(row).value = "";
  changed(row);
}

addEventListener("online", () => sendAll());
if (grid) {
  count();
  restore();
  listOthers();
  if (grid.dataset.view !== "round") {
    const first = typable().find((row) => !("entered" in formOf(row).dataset));
    (first ? cells(first)[0] : find("input[data-jump]")).focus();
  }
} else {
  find("input[data-jump]")?.focus();
}
