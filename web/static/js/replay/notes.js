// Notes on acts: for readers who may see all hands, written by officials.

import { Offline, call, get, randomKey } from "../api.js";
import { fill, make } from "../dom.js";
import { moment } from "../times.js";

export class Notes {
  /** `known`: the data of the page; `at()`: the shown ply; `changed()`: called when the notes changed. */
  constructor(known, words, { at, place, changed }) {
    this.known = known;
    this.words = words;
    this.at = at;
    /** Returns the place of a ply in words. */
    this.place = place;
    this.changed = changed;
    this.path = `/api/v1/deals/${known.id}/notes`;
    this.items = [];
    /** Counts up whenever the notes change. */
    this.stand = 0;
    this.panel = document.querySelector("section.notes");
    this.dialog = document.querySelector("dialog.note");
    if (!this.panel) return;
    const write = this.panel.querySelector(".write");
    write.hidden = !known.may_write;
    this.panel.hidden = !known.may_write;
    write.addEventListener("click", () => this.write());
    this.dialog.querySelector('[value="save"]').addEventListener("click", (event) => this.#save(event));
  }

  /** Fetch the notes; while the future is hidden, those up to the shown ply. */
  async load() {
    if (!this.known.viewers.includes("arbiter")) return;
    const { body } = await get(this.known.hidden ? `${this.path}?until=${this.at()}` : this.path);
    const now = JSON.stringify(body.items);
    if (now === JSON.stringify(this.items)) return;
    this.items = body.items;
    this.stand += 1;
    this.#list();
    this.changed();
  }

  count(ply) {
    return this.items.filter((note) => note.ply === ply).length;
  }

  /** The notes on a ply, to be shown in place. */
  shown(ply) {
    return this.items.filter((note) => note.ply === ply)
      .map((note) => make("li", { class: "message" }, [make("span", { class: "note-text" }, this.#readable(note.text)), " ", make("small", { class: "quiet" }, this.#by(note))]));
  }

  /** A text, or in the reader's language when, by whom and why it was removed (store/events/texts.py:removed_text). */
  #readable(text) {
    const removed = /^\(removed on (\d{4}-\d\d-\d\d) by (.+?)(?:: ([^]+)|, since somebody was forgotten)\)$/u.exec(text);
    if (!removed) return text;
    const [, day, by, why] = removed;
    return fill(why ? this.words.removed : this.words.forgotten, { day, by, why });
  }

  #by({ by, at }) {
    return fill(this.words.by, { by, at: moment(at) });
  }

  #list() {
    // Within another site's page there is no list of notes; each is shown in its place all the same.
    if (!this.panel) return;
    this.panel.hidden = !this.known.may_write && !this.items.length;
    this.panel.querySelector("ul").replaceChildren(...this.items.map((note) => {
      const place = make("a", { href: note.ply === undefined ? null : `#${note.ply}` }, this.#on(note.ply));
      const row = make("li", {}, [
        make("div", {}, [place, make("p", { class: "note-text" }, this.#readable(note.text)), make("small", { class: "quiet" }, this.#by(note))]),
      ]);
      if (this.known.may_write) {
        const onclick = () => this.#send("DELETE", `${this.path}/${note.number}`, {}, this.words.gone);
        row.append(make("button", { type: "button", onclick }, this.words.retract));
      }
      return row;
    }));
  }

  #on(ply) {
    if (ply === undefined) return this.words.on_nothing;
    return ply < 0 ? this.words.on_start : fill(this.words.on, { place: this.place(ply) });
  }

  /** Ask for a note on the ply shown. Its key is made once, so that sending it again writes nothing twice. */
  write() {
    if (!this.dialog || !this.known.may_write) return;
    this.ply = this.at();
    this.key = randomKey();
    this.dialog.querySelector("#note-title").textContent = this.#on(this.ply);
    this.dialog.querySelector("textarea").value = "";
    this.dialog.showModal();
  }

  async #save(event) {
    event.preventDefault();
    const field = this.dialog.querySelector("textarea");
    if (!field.reportValidity()) return;
    const json = { ply: this.ply, text: field.value };
    if (await this.#send("POST", this.path, { json, headers: { "Idempotency-Key": this.key } }, this.words.saved)) {
      this.dialog.close();
    }
  }

  async #send(method, path, more, done) {
    const place = (this.dialog.open ? this.dialog : this.panel).querySelector(".feedback");
    try {
      await call(method, path, more);
    } catch (error) {
      place.textContent = error instanceof Offline ? this.words.failed : fill(this.words.refused, { why: error.message });
      return false;
    }
    place.textContent = "";
    this.panel.querySelector(".feedback").textContent = done;
    await this.load();
    return true;
  }
}
