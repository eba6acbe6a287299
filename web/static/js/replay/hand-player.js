// A hand that plays itself on a table. A tap on the table goes a ply on, a tap on a card goes to the ply at which it is
// played.

import { enable, make } from "../dom.js";
import { Autoplay } from "./autoplay.js";
import { swipes } from "./keys.js";
import { position } from "./position.js";
import { outcome } from "./result.js";

/** Let films play in a part of the page that has a table, an announcement, and the controls. Returns the autoplay.
    `bottom`: the seat that stays at the bottom of the table, else the viewer's. */
export function playHand(player, { films, words, bottom }) {
  const table = player.querySelector("table-view");
  const says = player.querySelector(".announcement");
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
  const playedAt = (card) => film.frames.findIndex(({ act }, at) => film.trick(at) && act.replace(/[()[\]]/g, "").split(" ")[1] === card);

  function show() {
    const { speech } = table;
    const view = film.view(ply);
    const ended = film.ending(ply);
    table.view = { ...view, ...ended, ...(bottom ? { viewer: bottom } : {}) };
    table.verdict = ended?.settlement ? outcome(ended.settlement, view, speech, words.result) : "";
    says.textContent = table.verdict || position(film, ply, speech, words);
    if (films.length > 1) showViewers(speech);
  }

  function showViewers(speech) {
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
  return autoplay;
}
