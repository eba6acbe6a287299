// Forms that send to the API: <form data-send="POST /api/v1/…">. A problem is shown in the form; after a success the
// page is refreshed. A field's name is the path of its value: "sheet.whole.0.tokens", "sides[]" (a list), "tables:3" (a
// key of an object). Numbers and ticks are sent as numbers and booleans.

import { Offline, Problem, brought, call, post, randomKey } from "../api.js";
import { ask, make } from "../dom.js";
import { ofTab, readKept, writeKept } from "../kept.js";
import { agrees } from "./effects.js";
import { refresh } from "./fresh.js";

const words = brought("words") ?? {};
const SAID = "said"; // what is announced on the next page

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.send) return;
  event.preventDefault();
  const { sure } = form.dataset;
  if (sure && !(await ask(sure, [], [[form.dataset.yes, true, "danger"], [form.dataset.no, false]]))) return;
  const button = event.submitter?.textContent ?? "";
  sendOnce(form, async () => {
    if (form.dataset.effects !== undefined && !(await isAgreed(form, button))) return;
    await arrived(form, await sendOfNow(form, body(form)));
  }, { shows: true });
});

/** Show what the command of a form would change (data-effects). Returns whether it is to be carried out. */
async function isAgreed(form, button) {
  const [method, path] = form.dataset.send.split(" ");
  const { body: effect } = await post(words.preview, { method, path: filled(path, form), body: body(form) });
  form.querySelector(":scope > .message.warn")?.remove();
  return agrees(effect, button, words.effects);
}

/** Run `act` unless the form is being sent; a problem is shown in the form. `shows`: after a refusal because of how things
 *  stand, show the page as it is now. */
export async function sendOnce(form, act, { shows = false } = {}) {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  document.querySelector(".announcement")?.replaceChildren(); // a refusal must not stand below an earlier success
  try {
    await act();
  } catch (error) {
    if (shows && form.isConnected && isOfState(error)) await showState(form, error);
    else if (form.isConnected) refused(form, error);
    else say(isStale(form, error) ? form.dataset.stale : sentences(error), true);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

/** Return whether a command was refused because of how things stand: somebody may have done it in another window. */
export const isOfState = (error) => error instanceof Problem
  && ([409, 412].includes(error.status) || error.code.startsWith("same-"));

/** Show the page as it is now, with the refusal: in the same form, with what was typed, or, if the form is gone, above. */
async function showState(form, error) {
  const likes = () => [...document.querySelectorAll("#main form")].filter((each) => isLike(each, form));
  const place = likes().indexOf(form);
  const around = idsAround(form);
  await refresh();
  const same = likes()[place];
  // The button that had the focus is gone: the keyboard goes on from the new form, or from what was around it.
  if (!same) {
    goOnFrom(around);
    return say(sentences(error), true);
  }
  same.closest("details")?.setAttribute("open", "");
  keepTyped(form, same);
  const buttons = [...same.querySelectorAll("button:not([hidden])")];
  (buttons.find((each) => each.type === "submit") ?? buttons[0])?.focus({ preventScroll: true });
  return refused(same, error);
}

const isLike = (one, other) => purpose(one) === purpose(other);

/** Return what a form does as text: where it is sent, and what no reader typed, such as the side that it speaks for. */
function purpose(form) {
  const { send, check, claim, upload, record, round } = form.dataset;
  const hidden = [...form.elements].filter((each) => each.type === "hidden" && each.dataset.of === undefined);
  return JSON.stringify([form.id, send, check, claim, upload, record, round, hidden.map((each) => [each.name, each.value])]);
}

/** Fill the fields of a form with what was typed in its earlier copy. */
function keepTyped(from, to) {
  const fields = [...from.elements].filter((each) => (each.name && each.type !== "hidden") || each.files?.length);
  for (const field of fields) {
    const others = (form) => [...form.elements].filter((each) => each.name === field.name && each.type === field.type);
    const copy = others(to)[others(from).indexOf(field)];
    if (!copy || (copy.value === field.value && copy.checked === field.checked)) continue;
    if (["checkbox", "radio"].includes(field.type)) copy.checked = field.checked;
    else if (field.files) copy.files = field.files;
    else copy.value = field.value;
    if (copy.value !== field.value && copy.matches("select") && field.selectedOptions[0]) {
      copy.append(field.selectedOptions[0].cloneNode(true)); // a long list that its script has not filled yet
      copy.value = field.value;
    }
    copy.dispatchEvent(new Event("change", { bubbles: true })); // its script shows what belongs to it
  }
}

/** Return whether a form with `data-stale` was refused because somebody else has changed meanwhile what it is about. */
function isStale(form, error) {
  return form.dataset.stale !== undefined && (error.status === 412 || error.code === "result-there");
}

/** Send one command. If it is stale, show the page as it is now; if only other things have changed there, since a form is
    about the same as before (`data-seen`), send it again. */
async function sendOfNow(form, json) {
  try {
    return await send(form, json);
  } catch (error) {
    if (!isStale(form, error)) throw error;
    await refresh();
    const same = form.dataset.seen && document.querySelector(`form[data-seen="${form.dataset.seen}"]`);
    if (!same) throw error;
    form.dataset.version = same.dataset.version;
    return sendOfNow(form, json);
  }
}

/** Unfold the details with an invalid field, so that it is seen. */
document.addEventListener("invalid", ({ target }) => target.closest("details")?.setAttribute("open", ""), true);

/** Send one command. By its key the server carries it out once, however often it is sent. */
export async function send(form, json) {
  const [method, path] = form.dataset.send.split(" ");
  const headers = { "Idempotency-Key": keyOf(form, json) };
  if (form.dataset.version) headers["If-Match"] = `"${form.dataset.version}"`;
  return call(method, filled(path, form), { json, headers });
}

/** Return the key of a command; the same content has the same key until it was carried out. */
function keyOf(form, json) {
  const text = JSON.stringify(json);
  if (form.sentText !== text) {
    form.sentKey = randomKey();
    form.sentText = text;
  }
  return form.sentKey;
}

function filled(path, form) {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(form.elements[name].value));
}

async function arrived(form, answer) {
  form.sentText = undefined;
  const { next, done, again } = form.dataset;
  if (next) {
    if (done) writeKept(SAID, done, ofTab);
    return location.assign(next.replace("{id}", answer.body?.id ?? ""));
  }
  const folded = fold(form);
  const around = idsAround(form);
  await refresh();
  say(done ?? words.done);
  if (again) document.getElementById(again)?.focus();
  else if (folded) document.querySelector(`#${folded} > summary`)?.focus({ preventScroll: true });
  if (document.activeElement === document.body) goOnFrom(around);
}

/** Return the ids of what is around a form, the nearest first; the last is that of the page's main part. */
function idsAround(form) {
  const ids = [];
  for (let each = form; each; each = each.parentElement) if (each.id) ids.push(each.id);
  return ids;
}

/** Let the keyboard go on where a form was that is gone: from the nearest part around it that is still there. */
function goOnFrom(ids) {
  const part = ids.map((id) => document.getElementById(id)).find((each) => each);
  if (!part) return;
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/** Close the panel of a form that was carried out, unless it is often used again at once (data-stays). Returns its id. */
function fold(form) {
  const { id } = form.closest("details[id]:not([data-stays])") ?? {};
  if (id) document.getElementById(id)?.removeAttribute("open");
  return id;
}

/** Return the fields of a form as JSON. */
export function body(form) {
  const json = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || field.dataset.path !== undefined) continue;
    if ((field.type === "radio" || (field.type === "checkbox" && field.name.endsWith("[]"))) && !field.checked) {
      if (field.name.endsWith("[]")) put(json, field.name, undefined);
      continue;
    }
    put(json, field.name, valueOf(field));
  }
  if (json.challenges) json.challenges = json.challenges.filter((two) => two?.[0] && two[1]);
  for (const ruling of [json, json.ruling]) {
    if (ruling?.remedies) ruling.remedies = ruling.remedies.filter((each) => each?.kind);
  }
  for (const side of ["north_south", "east_west"]) {
    if (json[side]) json[side] = json[side].filter((each) => each?.percent !== undefined || each?.won !== undefined);
    if (!json[side]?.length) delete json[side];
  }
  tidy(json.sheet, json.board);
  return json;
}

function valueOf(field) {
  const text = field.value.trim();
  if (field.type === "checkbox" && !field.name.endsWith("[]")) return field.checked;
  if (field.dataset.kind === "json") return JSON.parse(text);
  if (field.dataset.kind === "list") return text.split(",").map((each) => each.trim()).filter(Boolean);
  if (field.dataset.kind === "numbers") return text.split("\n").map((line) => line.trim().split(/\s+/)[0]).filter(Boolean);
  if (field.dataset.kind === "boards") return numbers(text);
  if (field.type === "number" || field.dataset.kind === "number") {
    return text === "" ? undefined : Number(text) * (inHalves(field) ? 2 : 1);
  }
  return text === "" && !field.required && field.dataset.kind !== "text" ? undefined : text;
}

/** "1-3, 7" is 1, 2, 3 and 7. */
export function numbers(text) {
  return text.split(",").filter(Boolean).flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  });
}

/** Return whether a field is in half points: data-halves="terms.scoring.counts=wins" names the condition. */
export function inHalves(field) {
  const [name, value] = field.dataset.halves?.split("=") ?? [];
  return name !== undefined && field.form.elements[name].value === value;
}

function put(json, name, value) {
  const list = name.endsWith("[]");
  const [path, key] = name.replace("[]", "").split(":");
  const steps = path.split(".");
  let here = json;
  steps.forEach((step, n) => {
    const last = n === steps.length - 1;
    const next = last ? (list ? [] : key !== undefined ? {} : undefined) : /^\d+$/.test(steps[n + 1]) ? [] : {};
    if (last && next === undefined) {
      if (value !== undefined) here[step] = value;
    } else {
      here = here[step] ??= next;
    }
  });
  if (value === undefined) return;
  if (list) here.push(value);
  else if (key !== undefined) here[key] = value;
}

/** Remove the empty parts of a score sheet. */
function tidy(sheet, board) {
  if (!sheet) return;
  const blank = (counts) => counts.every((each) => !Object.keys(each ?? {}).length);
  if (sheet.whole && blank(sheet.whole)) delete sheet.whole;
  if (!sheet.deals || board) return;
  while (sheet.deals.length && blank(sheet.deals.at(-1))) sheet.deals.pop();
  if (!sheet.deals.length) delete sheet.deals;
}

// --- messages ------------------------------------------------------------------------

/** Announce a sentence; a refusal has the colour of a warning. */
export function say(sentence, refuses = false) {
  setTimeout(() => {
    const place = document.querySelector(".announcement");
    if (!place) return;
    place.textContent = sentence;
    place.classList.toggle("warn", refuses);
  }, 60);
}

// What was done before this page came: by a script, or by a form that led here.
const done = readKept(SAID, null, ofTab) ?? document.querySelector("[data-done-before]")?.dataset.doneBefore;
if (done) {
  say(done);
  writeKept(SAID, undefined, ofTab);
}

export function refused(form, error) {
  if (!(error instanceof Problem) && !(error instanceof Offline)) throw error;
  const box = form.querySelector(":scope > .message.warn") ?? form.insertBefore(make("p", { class: "message warn", role: "alert" }), form.firstChild);
  const field = error instanceof Problem ? named(form, error.message) : undefined;
  if (field) error.message = error.message.replace(/^[^:]+/, () => labelOf(field));
  box.replaceChildren(error instanceof Offline ? words.offline : sentences(error));
  box.scrollIntoView({ block: "nearest" });
  field?.focus({ preventScroll: true });
}

/** Return the field that a refusal of terms begins with: "scoring.counts: …". */
function named(form, text) {
  const [, term] = text.match(/^([a-z_.]+): /) ?? [];
  return term && form.querySelector(`[name="terms.${term}"], [name="terms.${term}[]"]`);
}

function labelOf(field) {
  const label = field.name.endsWith("[]") ? field.closest("fieldset").querySelector("legend") : field.labels[0];
  return label.firstChild.textContent.trim();
}

/** Return a problem in sentences, with those of single fields. */
export function sentences(error) {
  if (error.code === "version" || error.status === 412) return words.again;
  if (error.status === 401 && words.ended) return words.ended;
  const all = (each) => (typeof each === "string" ? [each] : Object.values(each ?? {}).flatMap(all));
  return [...new Set([error.message, ...all(error.body.errors)].map(sentence))].join(" ");
}

/** Return a refusal, which programs read as a clause, as a sentence: with a capital letter and a full stop. */
export function sentence(text) {
  const [first = "", ...rest] = text.trim();
  return `${first.toUpperCase()}${rest.join("")}${/[.!?:…)]$/.test(text.trim()) ? "" : "."}`;
}
