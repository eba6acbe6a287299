// Following a table: a stream of server-sent events, and where those do not get through, asking now and then.
//
//   new Following(table, seat, { standing, frame, view, state })
//
// `standing` is told a deal and how it stands, `frame` an act with its patch, `view` a whole view after anything
// else, and `state` how it goes: "live", "polled", "lost" or "closed".

import { Problem, get } from "../api.js";

const POLL = 3000;
const SILENT = 30_000; // so long without an event is checked by asking
const OPENING = 8000; // so long a stream may take to open
const AGAIN = 60_000; // so long after it failed a stream is tried again
const FAILURES = 2;
const NOTHING = "nothing";

export class Following {
  #source = null;
  #failed = 0;
  #timer = 0;
  #etag = null;
  #version = NOTHING; // the deal and the version that were shown last
  #asking = false;

  constructor(table, seat, told) {
    this.told = told;
    const query = seat ? `?viewer=${encodeURIComponent(seat)}` : "";
    this.streamed = `/api/v1/tables/${table}/stream${query}`;
    this.asked = `/api/v1/tables/${table}/now${query}`;
    addEventListener("online", () => this.#open());
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", (event) => event.persisted && this.#open());
    this.#open();
  }

  // --- the stream -------------------------------------------------------------------------------------

  #open() {
    this.#close();
    const source = (this.#source = new EventSource(this.streamed));
    this.#after(OPENING, () => this.#poll());
    source.addEventListener("open", () => this.#heard());
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#failed += 1;
      if (source.readyState === EventSource.CLOSED || this.#failed >= FAILURES) this.#poll();
    });
    for (const kind of ["deal", "frame", "view"]) {
      source.addEventListener(kind, (event) => {
        if (source !== this.#source) return;
        this.#version = event.lastEventId || NOTHING;
        this.#heard();
        const data = JSON.parse(event.data);
        this.told[kind === "deal" ? "standing" : kind](data);
      });
    }
  }

  #close() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
  }

  #after(pause, what) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(what, pause);
  }

  #heard() {
    this.#failed = 0;
    this.told.state("live");
    this.#after(SILENT, () => this.#check());
  }

  /** Nothing came for long: is there nothing, or does nothing get through? */
  async #check() {
    if (!this.#source) return;
    const before = this.#version;
    const found = await this.#ask();
    if (!this.#source) return;
    if (found && this.#version === before && found !== before) this.#poll();
    else if (found) this.#after(SILENT, () => this.#check());
    else this.#poll();
  }

  // --- asking -----------------------------------------------------------------------------------------

  /** Ask every few seconds, and try a stream again after a while. */
  #poll() {
    this.#close();
    const since = Date.now();
    const turn = async () => {
      if (this.#source) return;
      if (Date.now() - since > AGAIN) return this.#open();
      const found = await this.#ask(true);
      if (found === "closed" || this.#source) return;
      this.#after(POLL, turn);
    };
    turn();
  }

  /** The version that is shown now: the deal's id and the viewer's version. `show`: and show it. */
  async #ask(show = false) {
    if (this.#asking) return this.#version;
    this.#asking = true;
    try {
      const headers = show && this.#etag ? { "If-None-Match": this.#etag } : {};
      const { body, etag, status } = await get(this.asked, { headers });
      if (show) this.told.state("polled");
      if (status === 304) return this.#version;
      const found = body.deal ? `${body.deal}:${body.version}` : NOTHING;
      if (show) {
        this.#etag = etag;
        this.#version = found;
        this.told.standing(body);
      }
      return found;
    } catch (error) {
      const refused = error instanceof Problem && [401, 403, 404].includes(error.status);
      this.told.state(refused ? "closed" : "lost");
      if (!refused) return null;
      this.#close();
      return "closed";
    } finally {
      this.#asking = false;
    }
  }
}
