// A hand that plays itself, on the home page and the pages of the worked hands. Nothing moves by itself for readers who
// want no motion.

import { brought } from "./api.js";
import { Film } from "./replay/film.js";
import { playHand } from "./replay/hand-player.js";
import "./table-view.js";

const played = brought("played");
const { replay: words } = brought("words");
const player = document.querySelector(".hand-player");
const table = player.querySelector("table-view");

table.game = played.game;
table.names = played.names;
table.players = played.players;
const autoplay = playHand(player, { films: played.replays.map((replay) => new Film(replay)), words });

if (!matchMedia("(prefers-reduced-motion: reduce)").matches) autoplay.toggle();
