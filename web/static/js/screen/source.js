// The source of the slides: polled every few seconds while the screen is on.

import { abortedAfter } from "../api.js";

const EVERY = 5000;
const LONGEST = 15000;
const PATIENCE = 8000;

export class Source {
  /** `shown`: the slides of the page, as HTML. Calls `fresh` with changed slides, and `state` after each poll. */
  constructor(path, { delay, shown, fresh, state }) {
    Object.assign(this, { path, delay, shown, fresh, state, tag: null, failed: 0, at: new Date(), timer: null, asking: false });
    addEventListener("online", () => this.ask());
    addEventListener("offline", () => this.report(true));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.ask());
    this.report(false);
    this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), Math.min(EVERY * 1.5 ** Math.max(this.failed - 1, 0), LONGEST));
  }

  async ask() {
    if (this.asking) return;
    this.asking = true;
    try {
      await this.once();
      this.failed = 0;
      this.report(false);
    } catch {
      this.failed += 1;
      this.report(true);
    } finally {
      this.asking = false;
      this.later();
    }
  }

  async once() {
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    const answer = await fetch(this.path, { headers, cache: "no-store", credentials: "same-origin", signal: abortedAfter(PATIENCE) });
    if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
    const text = answer.status === 304 ? null : await answer.text();
    const slides = text && new DOMParser().parseFromString(text, "text/html").getElementById("slides");
    if (text !== null && !slides) throw new Error("no slides");
    this.at = new Date();
    this.delay = Number(answer.headers.get("Nought-Delay") ?? this.delay);
    if (!slides) return;
    this.tag = answer.headers.get("ETag");
    if (slides.outerHTML === this.shown) return;
    this.shown = slides.outerHTML;
    await this.fresh(document.adoptNode(slides));
  }

  report(lost) {
    this.state({ lost, at: this.at, delay: this.delay });
  }
}
