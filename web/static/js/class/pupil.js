// A pupil's page in a class: goes with the teacher, and keeps answers until the server has them.

import { brought } from "../api.js";
import { make, sentBy } from "../dom.js";
import { untilReleased } from "../press.js";
import { drawStep } from "../step.js";
import { sayVerdict } from "../verdict.js";
import { Drafts } from "./drafts.js";
import { fetchPage } from "./pages.js";
import { follow } from "./following.js";
import { Outbox } from "./outbox.js";

const words = brought("words");
const announcement = document.querySelector(".announcement");
const pupil = () => document.getElementById("pupil");
const code = pupil().dataset.code;
const live = `/class/${code}`;
const outbox = new Outbox(code, settled);
const drafts = new Drafts(code);
let stood = "";

const place = () => ({ chapter: Number(pupil().dataset.chapter), step: Number(pupil().dataset.step) });
const say = (text) => { announcement.textContent = text; };

/** Replace the step by that of another page. Returns whether the page came. */
async function show(path) {
  const page = await fetchPage(path);
  await untilReleased();
  const fresh = page?.getElementById("pupil");
  if (!page) {
    say(words.offline);
    return false;
  }
  if (!fresh) {
    // The class is over, the teacher removed the pupil, or the browser no longer has the pupil's secret.
    document.getElementById("main").replaceChildren(...page.getElementById("main").childNodes);
    return true;
  }
  if (!pupil()) {
    location.reload(); // the teacher let the pupil back in
    return true;
  }
  const before = place();
  drafts.keep(before, fields());
  const same = fresh.dataset.chapter === pupil().dataset.chapter && fresh.dataset.step === pupil().dataset.step;
  const within = pupil().contains(document.activeElement);
  const focus = same ? document.activeElement?.id : "";
  pupil().replaceWith(fresh);
  if (!same) scrollTo({ top: 0, behavior: "instant" });
  if (within) focusOn((focus && document.getElementById(focus)) || fresh.querySelector(same ? "#question" : "h1"));
  say(!same && drafts.has(before) ? words.draft : "");
  drawn();
  return true;
}

/** Keep the place of the keyboard and of a screen reader, although what had the focus is gone. */
function focusOn(element) {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}

const fields = () => [...document.querySelectorAll("form[data-answer] :is(input, select, textarea)")];

/** Show what waits on this phone for the step. */
function drawn() {
  drawStep();
  sayVerdict();
  const { chapter, step } = place();
  drafts.fill(place(), fields());
  const status = document.querySelector(".own");
  if (status && outbox.of(chapter, step)) {
    for (const form of document.querySelectorAll("form[data-answer]")) form.remove();
    status.replaceChildren(make("p", { class: "message note" }, words.kept));
  }
}

async function settled(entry, problem) {
  if (!pupil()) return;
  const here = place();
  if (entry.chapter !== here.chapter || entry.step !== here.step) return;
  await show(location.pathname);
  if (!problem) return;
  document.querySelector(".own")?.replaceChildren(make("p", { class: "message warn" }, problem.message));
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-answer]");
  if (!form) return;
  event.preventDefault();
  const data = sentBy(form, event.submitter);
  outbox.add({ ...place(), answer: data.getAll("answer").join(" ") });
  drafts.drop(place());
  drawn();
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-step-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (await show(link.pathname)) history.pushState(null, "", link.pathname);
});
addEventListener("popstate", () => show(location.pathname));

drawn();
outbox.send();
follow(`/api/v1${live}/stream`, `/api/v1${live}`, (standing) => {
  const { status, pace, at, shown } = standing;
  const now = JSON.stringify([status, pace, at ?? null, shown]);
  const before = stood;
  stood = now;
  outbox.send();
  const here = place();
  const follows = location.pathname === live;
  const isThere = !at || (at.chapter === here.chapter && at.step === here.step);
  if (status === "ended") {
    outbox.clear();
    drafts.clear();
    document.getElementById("main").replaceChildren(make("h1", {}, words.ended));
  } else if ((before && before !== now) || (follows && !isThere)) show(location.pathname);
}, undefined, () => location.reload()); // the page says that the teacher removed the pupil, and waits there
