// The answers of a pupil on their way to the server: each is kept on the phone before it is sent, and sent once.
//
// The server keeps the first answer to a question, so an answer that was sent twice counts once.

import { Offline, Problem, post } from "../api.js";
import { namesKept, readKept, writeKept } from "../kept.js";

const AGAIN = 2000;
const LATER = new Set([408, 429, 500, 502, 503, 504]);

export class Outbox {
  #key;
  #entries = [];
  #sending = false;
  #timer = 0;

  /** Whether what waits outlives the page. A browser without storage sends it as long as the page is open. */
  isLasting = true;

  /** `done` is called with an answer and the problem with which the server refused it; null if it took it. */
  constructor(code, done) {
    this.code = code;
    this.done = done;
    this.#key = `nought-class-${code}`;
    this.#entries = readKept(this.#key, []);
    for (const key of namesKept("nought-class-")) if (key !== this.#key) writeKept(key, undefined); // of an earlier class
    addEventListener("online", () => this.send());
  }

  /** The answer that waits for a step; null if there is none. */
  of(chapter, step) {
    return this.#waiting().find((each) => isOf(each, chapter, step)) ?? null;
  }

  /** Keep an answer, then send it. The first one to a question counts. */
  add(entry) {
    if (!this.of(entry.chapter, entry.step)) this.#keep([...this.#waiting(), entry]);
    return this.send();
  }

  /** Send what waits, one after another. May be called at any time. */
  async send() {
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#timer);
    try {
      for (let [entry] = this.#waiting(); entry; [entry] = this.#waiting()) {
        const problem = await this.#try(entry);
        this.#keep(this.#waiting().filter((each) => !isOf(each, entry.chapter, entry.step)));
        this.done(entry, problem);
      }
    } catch (error) {
      if (!(error instanceof Offline || error instanceof Problem)) reportError(error);
      this.#timer = setTimeout(() => this.send(), AGAIN);
    } finally {
      this.#sending = false;
    }
  }

  /** Forget what waits: the class is over. */
  clear() {
    this.#keep([]);
  }

  async #try({ chapter, step, answer }) {
    try {
      await post(`/api/v1/class/${this.code}/read/${chapter}/${step}/answers`, { answer });
      return null;
    } catch (error) {
      if (error instanceof Problem && !LATER.has(error.status)) return error;
      throw error;
    }
  }

  /** Return what waits, with what another window has kept meanwhile. */
  #waiting() {
    return this.isLasting ? readKept(this.#key, []) : this.#entries;
  }

  #keep(entries) {
    this.#entries = entries;
    this.isLasting = writeKept(this.#key, entries.length ? entries : undefined);
  }
}

const isOf = (entry, chapter, step) => entry.chapter === chapter && entry.step === step;
