// Following a table by a stream of server-sent events, or by polling where those do not get through.
//
//   new Following(table, seat, { standing, frame, view, state })
//
// `standing` gets the deal as it stands, `frame` an act with its patch, `view` a whole view after anything else, and
// `state` the connection: "live", "polled", "lost" or "closed".

import { Problem, get } from "../api.js";

const POLL = 3000;
const SILENT = 30_000; // milliseconds without an event before one poll checks the stream
const OPENING = 8000; // milliseconds for a stream to open
const AGAIN = 60_000; // milliseconds of polling before a stream is tried again
const FAILURES = 2;
const NOTHING = "nothing";

export class Following {
  #source = null;
  #failed = 0;
  #timer = 0;
  #etag = null;
  #version = NOTHING; // the deal and the version that were shown last
  #asking = false;

  constructor(table, seat, handlers) {
    this.handlers = handlers;
    const query = seat ? `?viewer=${encodeURIComponent(seat)}` : "";
    this.streamed = `/api/v1/tables/${table}/stream${query}`;
    this.polled = `/api/v1/tables/${table}/now${query}`;
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
    source.addEventListener("open", () => this.#connected());
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#failed += 1;
      if (source.readyState === EventSource.CLOSED || this.#failed >= FAILURES) this.#poll();
    });
    for (const kind of ["deal", "frame", "view"]) {
      source.addEventListener(kind, (event) => {
        if (source !== this.#source) return;
        this.#version = event.lastEventId || NOTHING;
        this.#connected();
        const data = JSON.parse(event.data);
        this.handlers[kind === "deal" ? "standing" : kind](data);
      });
    }
  }

  #close() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
  }

  #after(pause, act) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, pause);
  }

  #connected() {
    this.#failed = 0;
    this.handlers.state("live");
    this.#after(SILENT, () => this.#check());
  }

  /** Poll once after a long silence: if the stream missed something, poll from now on. */
  async #check() {
    if (!this.#source) return;
    const before = this.#version;
    const version = await this.#ask();
    if (!this.#source) return;
    if (version && this.#version === before && version !== before) this.#poll();
    else if (version) this.#after(SILENT, () => this.#check());
    else this.#poll();
  }

  // --- polling -----------------------------------------------------------------------------------------

  /** Poll every few seconds, and try a stream again after a while. */
  #poll() {
    this.#close();
    const since = Date.now();
    const turn = async () => {
      if (this.#source) return;
      if (Date.now() - since > AGAIN) return this.#open();
      const version = await this.#ask(true);
      if (version === "closed" || this.#source) return;
      this.#after(POLL, turn);
    };
    turn();
  }

  /** Fetch the current version: the deal's id and the viewer's version. `show`: show it, too. */
  async #ask(show = false) {
    if (this.#asking) return this.#version;
    this.#asking = true;
    try {
      const headers = show && this.#etag ? { "If-None-Match": this.#etag } : {};
      const { body, etag, status } = await get(this.polled, { headers });
      if (show && this.#source) return this.#version; // a stream opened meanwhile, and is newer
      if (show) this.handlers.state("polled");
      if (status === 304) return this.#version;
      const version = body.deal ? `${body.deal}:${body.version}` : NOTHING;
      if (show) {
        this.#etag = etag;
        this.#version = version;
        this.handlers.standing(body);
      }
      return version;
    } catch (error) {
      if (show && this.#source) return null;
      const refused = error instanceof Problem && [401, 403, 404].includes(error.status);
      this.handlers.state(refused ? "closed" : "lost");
      if (!refused) return null;
      this.#close();
      return "closed";
    } finally {
      this.#asking = false;
    }
  }
}
