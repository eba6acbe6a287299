// The reader's own notes on a deal, the lines that the account keeps, and those that others show to the club.

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

  #row({ id, ply, cards, text, at, by, for_club: isShown, taken_back: isTakenBack }) {
    const place = ply < 0 ? this.words.on_start : this.place(ply);
    const link = cards.length
      ? make("a", { href: this.explore + write({ ply, cards, name: text }, cards.length) }, fill(this.words.line, { place }))
      : make("a", { href: ply < 0 ? null : `#${ply}` }, place);
    const { words, panel } = this;
    const path = `/api/v1/me/notes/${id}`;
    const button = (label, method, to, done) =>
      make("button", { type: "button", onclick: () => this.#send(() => call(method, to), done), "aria-label": `${label}: ${text || place}` }, label);
    const mayTakeBack = isShown && (!by || "official" in panel.dataset);
    const mayShow = !by && !isShown && !isTakenBack && "club" in panel.dataset;
    return make("li", {}, [
      make("div", {}, link, " ", make("small", { class: "quiet" }, by ? fill(words.by, { by, at: moment(at) }) : moment(at)),
        isShown ? [" ", make("small", { class: "badge" }, words.for_club)] : null,
        isTakenBack ? [" ", make("small", { class: "badge note" }, words.taken_back)] : null,
        text ? make("p", { class: "note-text" }, text) : null),
      make("span", { class: "acts" },
        mayShow ? button(words.show, "POST", `${path}/club`, words.shown) : null,
        mayTakeBack ? button(words.take_back, "DELETE", `${path}/club`, words.private) : null,
        by ? null : button(words.delete, "DELETE", path, words.deleted)),
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
