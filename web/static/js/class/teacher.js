// The teacher's screen of a class: answers and pupils as they come.

import { brought } from "../api.js";
import { drawStep } from "../step.js";
import { untilReleased } from "../press.js";
import { fetchPage, renewing } from "./pages.js";
import { follow } from "./following.js";

const began = brought("class");
const words = brought("words");
const answers = document.getElementById("answers");
const announcement = document.querySelector(".announcement");
const path = `/api/v1/classes/${began.id}`;

const steering = (room) => JSON.stringify([room.at, room.pace, room.status, room.shown]);
const before = steering(began);
let last = "";
let isLeaving = false; // true after a press of a button: the answer shows the class as it then stands

addEventListener("submit", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });

/** Load the page again, but cut off neither a press nor a command on its way. */
async function reload() {
  await untilReleased();
  if (!isLeaving) location.reload();
}

/** Fetch pupils and answers. */
const renew = renewing(async () => {
  const page = await fetchPage(`/classes/${began.id}/answers`);
  await untilReleased();
  if (page?.getElementById("main")) reload(); // a whole page: signed out, or the class is gone
  else if (page) put(page);
  return page !== null;
});

/** Show the new content; the focus stays. */
function put(page) {
  const focus = answers.contains(document.activeElement) ? document.activeElement.id : "";
  answers.replaceChildren(...page.body.childNodes);
  if (focus) document.getElementById(focus)?.focus();
}

drawStep();
follow(`${path}/stream`, path, (room) => {
  if (steering(room) !== before) return reload();
  const now = JSON.stringify(room);
  if (last && now === last) return undefined;
  last = now;
  return renew();
}, (lost) => { announcement.textContent = lost ? words.lost : ""; });
