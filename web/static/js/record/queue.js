// The scribe's taps in order: each waits until the page shows the result of those before.

export class Queue {
  #last = Promise.resolve();
  #turn = 0;

  /** `ready()` is awaited before each. */
  constructor(ready) {
    this.ready = ready;
  }

  add(act) {
    const turn = this.#turn;
    this.#last = this.#last.then(async () => {
      await this.ready();
      if (turn === this.#turn) await act();
    }).catch((error) => console.error(error));
    return this.#last;
  }

  /** Drop what waits: the table is not as the scribe thought. */
  clear() {
    this.#turn += 1;
  }
}
