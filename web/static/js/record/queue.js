// What a scribe does, one thing after another: each is heard at once, and done when the page has caught up with all
// that was done before.

export class Queue {
  #last = Promise.resolve();
  #turn = 0;

  /** `ready()` is awaited before each. */
  constructor(ready) {
    this.ready = ready;
  }

  add(does) {
    const turn = this.#turn;
    this.#last = this.#last.then(async () => {
      await this.ready();
      if (turn === this.#turn) await does();
    }).catch((error) => console.error(error));
    return this.#last;
  }

  /** What still waits is let go: it was meant for a table that is not as its scribe thought. */
  clear() {
    this.#turn += 1;
  }
}
