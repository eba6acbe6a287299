// A hand that plays itself, on the home page and the pages of the worked hands. A tap on the table goes a ply on, a tap
// on a card goes to the ply at which it is played. Nothing moves by itself for readers who want no motion.

import { brought } from "./api.js";
import { enable, make } from "./dom.js";
import { Autoplay } from "./replay/autoplay.js";
import { Film } from "./replay/film.js";
import { swipes } from "./replay/keys.js";
import { position } from "./replay/position.js";
import { outcome } from "./replay/result.js";
import "./table-view.js";

const played = brought("played");
const { replay: words } = brought("words");
const player = document.querySelector(".hand-player");
const table = player.querySelector("table-view");
const says = player.querySelector(".announcement");
const films = played.replays.map((replay) => new Film(replay));

let film = films[0];
let ply = film.dealt;

const autoplay = new Autoplay(player.querySelector("[data-play]"), { value: "1" }, words.autoplay, {
  advance: async () => {
    go(ply + 1);
    return ply < film.last;
  },
  rests: () => film.trick(ply) > 0 && !film.view(ply).trick.cards.length,
  restart: () => ply >= film.last && go(film.dealt),
});

function go(to) {
  ply = Math.max(-1, Math.min(film.last, to));
  show();
}

/** Go to a ply because the reader asked: the autoplay ends, and screen readers hear the ply. */
function step(to) {
  autoplay.stop();
  says.setAttribute("aria-live", "polite");
  go(to);
}

/** Return the ply at which a card is played; -1 if it is not. */
function playedAt(card) {
  return film.frames.findIndex(({ act }, at) => film.trick(at) && act.replace(/[()[\]]/g, "").split(" ")[1] === card);
}

function show() {
  const { speech } = table;
  const view = film.view(ply);
  const ended = film.ending(ply);
  table.view = { ...view, ...ended };
  table.verdict = ended?.settlement ? outcome(ended.settlement, view, speech, words.result) : "";
  says.textContent = table.verdict || position(film, ply, speech, words);
  player.querySelector(".viewers").replaceChildren(...films.map((each) => make("button", {
    type: "button",
    "aria-pressed": String(each === film),
    onclick: () => {
      film = each;
      step(ply);
      player.querySelector('.viewers [aria-pressed="true"]').focus();
    },
  }, speech.viewer(each.viewer))));
}

table.game = played.game;
table.names = played.names;
table.players = played.players;
for (const [name, way] of [["back", -1], ["on", 1]]) {
  player.querySelector(`[data-step="${name}"]`).addEventListener("click", () => step(ply + way));
}
table.addEventListener("click", (event) => {
  if (!event.target.closest(".felt")) return;
  const card = event.target.closest(".hand .card")?.dataset.card;
  const at = card ? playedAt(card) : -1;
  step(at < 0 ? ply + 1 : at);
});
swipes(table, { on: () => step(ply + 1), back: () => step(ply - 1) });
show();
enable(player);

if (!matchMedia("(prefers-reduced-motion: reduce)").matches) autoplay.toggle();
