// Notes on plies: read by whoever may see all hands, written by officials.

import { call, get } from "../api.js";
import { fill } from "../speech.js";
import { make } from "../table-view.js";

export class Notes {
  /** `known`: what the page brought; `at()`: the ply shown; `changed()`: the notes are others now. */
  constructor(known, words, { at, changed }) {
    this.known = known;
    this.words = words;
    this.at = at;
    this.changed = changed;
    this.items = [];
    this.stand = 0;
    this.panel = document.querySelector("section.notes");
    this.dialog = document.querySelector("dialog.note");
  }

  count(ply) {
    return this.items.filter((note) => note.ply === ply).length;
  }

  shown() {
    return [];
  }

  write() {}
}
