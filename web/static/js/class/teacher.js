// The teacher's screen of a class: answers and pupils as they come.

import { brought } from "../api.js";
import { drawStep } from "../step.js";
import { follow } from "./following.js";

const began = brought("class");
const words = brought("words");
const answers = document.getElementById("answers");
const announcement = document.querySelector(".announcement");
const path = `/api/v1/classes/${began.id}`;

const steering = (room) => JSON.stringify([room.at, room.pace, room.status, room.shown]);
const before = steering(began);
let last = "";
let fetching = false;
let again = false;

/** Fetch pupils and answers; while that runs, another call makes it run once more. */
async function renew() {
  again = true;
  if (fetching) return;
  fetching = true;
  while (again) {
    again = false;
    try {
      const answer = await fetch(`/classes/${began.id}/answers`, { credentials: "same-origin" });
      if (answer.ok) put(await answer.text());
    } catch {
      break; // the stream comes back with the connection, and calls this again
    }
  }
  fetching = false;
}

/** Show the new content; the focus stays. */
function put(text) {
  const focus = answers.contains(document.activeElement) ? document.activeElement.id : "";
  const page = new DOMParser().parseFromString(text, "text/html");
  answers.replaceChildren(...page.body.childNodes);
  if (focus) document.getElementById(focus)?.focus();
}

drawStep();
follow(`${path}/stream`, path, (room) => {
  if (steering(room) !== before) return location.reload();
  const now = JSON.stringify(room);
  if (last && now === last) return undefined;
  last = now;
  return renew();
}, (lost) => { announcement.textContent = lost ? words.lost : ""; });
