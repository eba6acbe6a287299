// A pupil's page in a class: goes with the teacher, and keeps answers until the server has them.

import { brought } from "../api.js";
import { make, sentBy } from "../dom.js";
import { untilReleased } from "../press.js";
import { drawStep } from "../step.js";
import { sayVerdict } from "../verdict.js";
import { Drafts } from "./drafts.js";
import { fetchPage, renewing } from "./pages.js";
import { follow } from "./following.js";
import { Outbox } from "./outbox.js";

const words = brought("words");
const announcement = document.querySelector(".announcement");
const pupil = () => document.getElementById("pupil");
const code = pupil().dataset.code;
const live = `/class/${code}`;
const outbox = new Outbox(code, settled);
const drafts = new Drafts(code);
const standingOf = ({ status, pace, at, shown }) => JSON.stringify([status, pace, at ?? null, shown]);
let stood = standingOf(brought("standing")); // it may be another one before the stream begins

const place = () => ({ chapter: Number(pupil().dataset.chapter), step: Number(pupil().dataset.step) });
const say = (text) => { announcement.textContent = text; };
const refusals = new Map(); // by the key of a place, why the server refused the answer
const keyOf = ({ chapter, step }) => `${chapter}.${step}`;
let target = location.pathname; // the page whose step is to be shown

/** Replace the step by that of the target: one page after another, so that an older one never comes last. */
const renew = renewing(async () => {
  const path = target;
  const page = await fetchPage(path);
  await untilReleased();
  if (!page) say(words.offline);
  else if (path === target) put(page, path);
  return page !== null;
});

function show(path) {
  target = path;
  return renew();
}

function put(page, path) {
  const fresh = page.getElementById("pupil");
  if (!fresh) {
    // The class is over, the teacher removed the pupil, or the browser no longer has the pupil's secret.
    document.getElementById("main").replaceChildren(...page.getElementById("main").childNodes);
    return;
  }
  if (!pupil()) return void location.reload(); // the teacher let the pupil back in
  const before = place();
  drafts.keep(before, fields());
  const same = fresh.dataset.chapter === pupil().dataset.chapter && fresh.dataset.step === pupil().dataset.step;
  const within = pupil().contains(document.activeElement);
  const focus = same ? document.activeElement?.id : "";
  pupil().replaceWith(fresh);
  if (path !== location.pathname) history.pushState(null, "", path);
  if (!same) scrollTo({ top: 0, behavior: "instant" });
  if (within) focusOn((focus && document.getElementById(focus)) || fresh.querySelector(same ? "#question" : "h1"));
  say(!same && drafts.has(before) ? words.draft : "");
  drawn();
}

/** Keep the place of the keyboard and of a screen reader, although what had the focus is gone. */
function focusOn(element) {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}

const fields = () => [...document.querySelectorAll("form[data-answer] :is(input, select, textarea)")];

/** Show what waits on this phone for the step, or why its answer was refused. */
function drawn() {
  drawStep();
  sayVerdict();
  const { chapter, step } = place();
  drafts.fill(place(), fields());
  const status = document.querySelector(".own");
  const refusal = refusals.get(keyOf(place()));
  if (status && outbox.of(chapter, step)) {
    for (const form of document.querySelectorAll("form[data-answer]")) form.remove();
    status.replaceChildren(make("p", { class: "message note" }, outbox.isLasting ? words.kept : words.unkept));
  } else if (status && refusal) status.replaceChildren(make("p", { class: "message warn" }, refusal));
}

function settled(entry, problem) {
  if (problem) refusals.set(keyOf(entry), problem.message);
  if (pupil() && keyOf(entry) === keyOf(place())) renew();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-answer]");
  if (!form) return;
  event.preventDefault();
  const data = sentBy(form, event.submitter);
  refusals.delete(keyOf(place()));
  outbox.add({ ...place(), answer: data.getAll("answer").join(" ") });
  drafts.drop(place());
  drawn();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.pathname);
});
addEventListener("popstate", () => show(location.pathname));

drawn();
outbox.send();
follow(`/api/v1${live}/stream`, `/api/v1${live}`, (standing) => {
  const { status, at } = standing;
  const before = stood;
  stood = standingOf(standing);
  outbox.send();
  if (status === "ended") {
    outbox.clear();
    drafts.clear();
    document.getElementById("main").replaceChildren(make("h1", {}, words.ended));
    return;
  }
  const isThere = !at || (pupil() && keyOf(at) === keyOf(place()));
  if (before !== stood || (location.pathname === live && !isThere)) renew();
}, undefined, () => location.reload()); // the page says that the teacher removed the pupil, and waits there
