// The deal beside its dispute: from the disputed act, forward and back by plies.

import { Film } from "../replay/film.js";
import { happened } from "../replay/plies.js";
import { position } from "../replay/position.js";
import "../table-view.js";

/** Show the deal. Returns its film and its speech. `known`, `words`: the data of the page. */
export function showDeal(known, words) {
  const part = document.querySelector(".deal-view");
  const table = part.querySelector("table-view");
  const film = new Film(known.replay);
  const claimed = known.plies?.[0] ?? film.last;
  let ply = claimed;
  Object.assign(table, { game: known.game, names: known.names, players: known.players });
  const { speech } = table;

  function go(to) {
    ply = Math.max(-1, Math.min(film.last, to));
    table.view = film.view(ply);
    part.querySelector(".at").textContent = position(film, ply, speech, words.replay);
    part.querySelector(".happened").replaceChildren(...happened(film, ply, speech, words.replay));
  }

  for (const button of part.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => go(button.dataset.go === "claimed" ? claimed : ply + Number(button.dataset.go)));
  }
  for (const button of document.querySelectorAll("[data-ply]")) {
    button.addEventListener("click", () => {
      go(Number(button.dataset.ply));
      part.scrollIntoView({ block: "nearest" });
    });
  }
  go(claimed);
  return { film, speech };
}
