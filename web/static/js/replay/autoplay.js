// The replay by itself: a ply after a time, until the end or until the reader does anything else.

const PAUSE = 1200; // milliseconds between plies at speed 1
const AFTER_TRICK = 1.75; // so many times longer, to look at a completed trick

export class Autoplay {
  #timer = 0;

  /** `advance()`: go a ply on; resolves to whether there was one. `rests()`: whether a trick was just completed. */
  constructor(button, speed, words, { advance, rests, restart }) {
    this.button = button;
    this.speed = speed;
    this.words = words;
    this.advance = advance;
    this.rests = rests;
    this.restart = restart;
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("visibilitychange", () => document.hidden && this.stop());
  }

  get running() { return this.#timer !== 0; }

  toggle() {
    if (this.running) return this.stop();
    this.#show(true);
    this.restart();
    this.#later(PAUSE / 4);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#show(false);
  }

  #later(pause = PAUSE * (this.rests() ? AFTER_TRICK : 1)) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#step(), pause / Number(this.speed.value));
  }

  async #step() {
    const timer = this.#timer;
    const more = await this.advance();
    if (this.#timer !== timer) return; // stopped meanwhile
    if (more) this.#later();
    else this.stop();
  }

  #show(running) {
    this.button.dataset.running = running ? "yes" : "no";
    this.button.setAttribute("aria-label", running ? this.words.stop : this.words.start);
  }
}
