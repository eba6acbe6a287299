// The page of a player: the lesson that this device has begun (lessons.js).

import { readKept } from "./kept.js";

const all = readKept("nought-lessons", {});
const begun = Object.keys(all).reverse().find((name) => !all[name].done);
const link = document.querySelector("#lesson");
if (begun && link) {
  link.href = all[begun].at;
  link.textContent = link.dataset.again;
}
