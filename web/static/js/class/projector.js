// The projector of a class: the step, how many have answered, and the answers once the teacher shows them.

import { brought } from "../api.js";
import { drawStep } from "../step.js";
import { fetchPage, renewing } from "./pages.js";
import { follow } from "./following.js";

const { id, room } = brought("class");
const path = `/api/v1/classes/${id}/screen`;
let shown = JSON.stringify(room);

const renew = renewing(async () => {
  const page = await fetchPage(location.pathname);
  const fresh = page?.getElementById("main");
  if (!fresh) return false;
  document.getElementById("main").replaceChildren(...fresh.childNodes);
  drawStep();
  return true;
});

drawStep();
follow(`${path}/stream`, path, (now) => {
  const text = JSON.stringify(now);
  if (text === shown) return;
  shown = text;
  renew();
});
