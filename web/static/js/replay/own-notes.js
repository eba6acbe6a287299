// The reader's own notes on a deal, and the lines that the account keeps: nobody else sees them.

import { Offline, Problem, call, get, post } from "../api.js";
import { fill, make } from "../dom.js";
import { write } from "../explore/lines.js";
import { moment } from "../times.js";

export class OwnNotes {
  /** `deal`: its id; `at()`: the shown ply; `place(ply)`: a ply in words. */
  constructor(deal, words, { at, place }) {
    Object.assign(this, { words, at, place, path: `/api/v1/me/deals/${deal}/notes` });
    this.panel = document.querySelector("section.own-notes");
    if (!this.panel) return;
    this.form = this.panel.querySelector("form");
    this.explore = this.panel.dataset.explore;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#save();
    });
  }

  /** Go to the field for a note. Returns false if the reader has none. */
  focus() {
    this.form?.elements.text.focus();
    return Boolean(this.form);
  }

  /** Fetch the notes and list them. */
  async load() {
    if (!this.panel) return;
    const { body } = await get(this.path);
    this.panel.querySelector("ul").replaceChildren(...body.items.map((note) => this.#row(note)));
  }

  #row({ id, ply, cards, text, at }) {
    const place = ply < 0 ? this.words.on_start : this.place(ply);
    const link = cards.length
      ? make("a", { href: this.explore + write({ ply, cards, name: text }, cards.length) }, fill(this.words.line, { place }))
      : make("a", { href: ply < 0 ? null : `#${ply}` }, place);
    const onclick = () => this.#send(() => call("DELETE", `/api/v1/me/notes/${id}`), this.words.deleted);
    return make("li", {}, [
      make("div", {}, link, " ", make("small", { class: "quiet" }, moment(at)), text ? make("p", { class: "note-text" }, text) : null),
      make("button", { type: "button", onclick, "aria-label": `${this.words.delete}: ${text || place}` }, this.words.delete),
    ]);
  }

  async #save() {
    const field = this.form.elements.text;
    const json = { ply: this.at(), text: field.value };
    if (await this.#send(() => post(this.path, json), this.words.saved)) field.value = "";
  }

  async #send(request, done) {
    const place = this.panel.querySelector(".feedback");
    try {
      await request();
      await this.load();
    } catch (error) {
      if (!(error instanceof Offline || error instanceof Problem)) throw error;
      place.textContent = error instanceof Offline ? this.words.failed : fill(this.words.refused, { why: error.message });
      return false;
    }
    place.textContent = done;
    return true;
  }
}
