// The page of a slate: the keypad, and the lines on their way to the server. What is typed and not sent yet is kept in
// this browser, also when the page is closed. A line is sent with the same key until the server has answered, so it is
// written once.

import { Offline, Problem, brought, call, get, randomKey } from "./api.js";
import { ask, fill, make } from "./dom.js";
import { readKept, writeKept } from "./kept.js";
import { isOfState, sentences } from "./tournament/forms.js";
import { refresh } from "./tournament/fresh.js";

const AGAIN = 3000; // milliseconds until a line is sent again
const EVERY = 8000; // milliseconds between two looks at the server
const LATER = [429, 500, 502, 503, 504];
const SIGNED_OUT = [401, 403];
const words = brought("words");
const find = (selector) => document.querySelector(selector);
const id = find(".board").dataset.slate;
const PLACE = `slate-${id}`;
const path = `/api/v1/slates/${id}`;
const isSlate = location.pathname === `/slates/${id}`;

/** What is kept: the typed fields, and the line that waits for the server's answer. */
const kept = readKept(PLACE, {});
let isSending = false;
let timer = 0;
let tag = null;

function keep(changes) {
  Object.assign(kept, changes);
  const isKept = writeKept(PLACE, kept.fields || kept.waiting ? kept : undefined);
  if (!isKept && kept.waiting) tell(words.not_kept);
}

function tell(sentence) {
  const place = find(".announcement");
  if (place.textContent !== sentence) place.textContent = sentence;
}

// --- the keypad -----------------------------------------------------------------------------------

const keypad = () => document.getElementById("keypad");
const chosen = (form, name) => new FormData(form).get(name) ?? "";
const fieldsOf = (form) => Object.fromEntries([...new FormData(form)].filter(([name, value]) => name !== "csrf" && value !== ""));

function press(key) {
  const form = keypad();
  const { points } = form.elements;
  if (key === "clear") points.value = "";
  else if (key === "delete") points.value = points.value.slice(0, -1);
  else if (Number(points.value + key) <= Number(points.max)) points.value = String(Number(points.value + key));
  form.elements.match.checked = false;
  changed(form);
}

function keys() {
  const key = (label, value, more = {}) => make("button", { type: "button", onclick: () => press(value), ...more }, label);
  const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => key(digit, digit));
  return [...digits, key("C", "clear", { "aria-label": words.clear }), key("0", "0"), key("⌫", "delete", { "aria-label": words.delete })];
}

/** Show what follows from the fields: where one writes, and the points of the other team. */
function changed(form) {
  const { points, match } = form.elements;
  points.readOnly = match.checked;
  if (match.checked) points.value = "";
  const where = form.querySelector(".where");
  if (where) where.textContent = cellOf(form)?.getAttribute("aria-label") ?? where.dataset.empty;
  const [other] = Object.entries(words.teams).filter(([code]) => code !== chosen(form, "team"));
  const hasRest = form.elements.team && points.value !== "";
  const team = form.elements.team && words.teams[chosen(form, "team")];
  form.querySelector(".rest").textContent = match.checked && team ? fill(words.match, { team }) : hasRest ? fill(words.rest, { team: other[1], points: points.max - points.value }) : "";
  const isNumber = points.value !== "" && points.validity.valid;
  const isPlaced = where ? Boolean(cellOf(form)) : !form.querySelector(".contracts [required]") || chosen(form, "contract") !== "";
  form.querySelector(".write").disabled = !((match.checked || isNumber) && isPlaced) || Boolean(kept.waiting);
  keep({ fields: [...form.elements].some(isTyped) ? fieldsOf(form) : undefined });
}

/** Return the chosen field of the grid of contracts, which lies on the slate and not in the form. */
function cellOf(form) {
  return [...form.elements].find((field) => field.name === "cell" && field.checked);
}

/** Whether a field is not as the page came. */
function isTyped(field) {
  return ["radio", "checkbox"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== (field.defaultValue ?? field.value);
}

function restore(form) {
  for (const [name, value] of Object.entries(kept.fields ?? {})) {
    for (const field of form.elements) {
      if (field.name !== name) continue;
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === value;
      else field.value = value;
    }
  }
  const extras = document.getElementById("extras");
  if (extras && ["stoeck", "out", "others"].some((name) => kept.fields?.[name])) extras.open = true;
}

/** Return the line of the form as the server takes it. */
function lineOf(form) {
  const { points, match, csrf, ...fields } = fieldsOf(form);
  const line = { weis: {} };
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith("weis-")) line.weis[name.slice("weis-".length)] = Number(value);
    else if (name === "cell") [line.announcer, line.contract] = [value.slice(0, value.indexOf(" ")), value.slice(value.indexOf(" ") + 1)];
    else line[name] = name === "others" ? Number(value) : value;
  }
  return match ? { ...line, match: true } : { ...line, points: Number(points) };
}

// --- sending --------------------------------------------------------------------------------------

function write(form) {
  if (kept.waiting || form.querySelector(".write").disabled) return;
  keep({ waiting: { key: randomKey(), version: form.dataset.version, line: lineOf(form) } });
  send();
}

async function send() {
  clearTimeout(timer);
  if (isSending || !kept.waiting) return;
  isSending = true;
  showWaiting();
  const { key, version, line } = kept.waiting;
  try {
    await call("POST", `${path}/lines`, { json: line, headers: { "Idempotency-Key": key, "If-Match": `"${version}"` } });
    keep({ waiting: undefined, fields: undefined });
    keypad()?.reset(); // if the page cannot be shown anew, the written line must not stand there as if it were not sent
    await renew();
    tell(words.written);
  } catch (error) {
    await failed(error);
  } finally {
    isSending = false;
    showWaiting();
  }
}

async function failed(error) {
  const isSignedOut = SIGNED_OUT.includes(error.status);
  if (isSignedOut || LATER.includes(error.status) || !(error instanceof Problem)) {
    if (!(error instanceof Offline || error instanceof Problem)) reportError(error);
    tell(isSignedOut ? words.sign_in : words.offline);
    timer = setTimeout(send, AGAIN);
  } else {
    keep({ waiting: undefined });
    if (isOfState(error)) await renew();
    tell(sentences(error));
  }
}

/** Show the line that waits, with a button that discards it. Nothing else can be typed until the server has answered. */
function showWaiting() {
  const form = keypad();
  if (!form) return;
  form.querySelector(".waiting")?.remove();
  for (const part of [...form.children, find(".grid-of-contracts")]) if (part) part.inert = Boolean(kept.waiting);
  if (kept.waiting) {
    const discard = make("button", { type: "button", disabled: isSending, onclick: () => { keep({ waiting: undefined }); showWaiting(); } }, words.discard);
    form.append(make("p", { class: "waiting" }, words.kept, " ", discard));
  }
  changed(form);
}

/** Remove the last line, after the question what that changes. */
async function undo(form) {
  const { sure, yes, no, version, line } = form.dataset;
  if (!(await ask(sure, [], [[yes, true, "danger"], [no, false]]))) return;
  form.sentKey ??= randomKey();
  try {
    await call("POST", `${path}/lines/${line}/remove`, { json: {}, headers: { "Idempotency-Key": form.sentKey, "If-Match": `"${version}"` } });
    await renew();
    tell(words.done);
  } catch (error) {
    if (error instanceof Offline) tell(words.unsent);
    else if (error instanceof Problem) {
      if (isOfState(error)) await renew();
      tell(sentences(error));
    } else throw error;
  }
}

// --- the page -------------------------------------------------------------------------------------

function begin() {
  const copy = document.getElementById("copy");
  if (navigator.clipboard) copy.hidden = false;
  copy.onclick = async () => {
    await navigator.clipboard.writeText(location.href);
    tell(copy.dataset.copied);
  };
  find(".undo")?.addEventListener("submit", (event) => {
    event.preventDefault();
    undo(event.target);
  });
  const form = keypad();
  if (!form) return;
  form.querySelector(".keys").replaceChildren(...keys());
  form.querySelector(".keys").hidden = false;
  form.elements.points.inputMode = "none"; // the keypad is there instead of the phone's own
  form.addEventListener("input", () => changed(form));
  find(".grid-of-contracts")?.addEventListener("input", () => {
    changed(form);
    form.scrollIntoView({ block: "nearest" }); // on a phone the keys are below the slate
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    write(form);
  });
  restore(form);
  showWaiting();
}

const isInUse = () => Boolean(kept.fields || kept.waiting || isSending || find("dialog[open]") || document.activeElement?.closest("form:not(#keypad)"));

/** Show the slate as the server has it now. The focus stays on the keypad. */
async function renew() {
  const hadFocus = keypad()?.contains(document.activeElement);
  await refresh();
  if (hadFocus) keypad()?.elements.points.focus({ preventScroll: true });
}

/** Show the slate anew if somebody has written on it. */
async function look() {
  if (document.hidden || isInUse()) return;
  const answer = await get(path, { headers: tag ? { "If-None-Match": tag } : {} }).catch(() => null);
  if (answer?.status !== 200) return;
  const isNew = tag !== null && answer.etag !== tag;
  tag = answer.etag;
  if (isNew && !isInUse()) await renew();
}

document.addEventListener("refreshed", begin);
addEventListener("online", send);
if (isSlate) {
  look();
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}
begin();
send();
