// The prices of the legal cards of positions, computed by the kernel in a web worker. No request is made for them.

const BUDGET = 20_000_000; // positions of the search after which it ends as it is: about ten seconds

/** What is known of the prices of a position: `of` by card, `finished`, `running`, and `fault` if there can be none. */
class Priced {
  constructor(question) {
    this.question = question;
    this.of = new Map();
    this.finished = false;
    this.running = true;
    this.fault = null;
    this.nodes = 0;
    this.budget = BUDGET;
  }

  /** Return the makers' result with the best play of both sides; null if it is not known yet. */
  get best() {
    if (!this.finished || !this.of.size) return null;
    return (this.question.for_makers ? Math.max : Math.min)(...this.of.values());
  }

  /** Return what a card costs the side to play; null if it is not known. */
  cost(card) {
    return this.best === null ? null : Math.abs(this.of.get(card) - this.best);
  }
}

export class Prices {
  #known = new Map(); // by the bytes of deal and position
  #current = null;
  #id = 0;
  #guess = 0;

  /** `kernel`: {worker, code, layout}; `changed(priced)`: called after each step of the current position. */
  constructor({ worker, code, layout }, changed) {
    this.changed = changed;
    this.worker = new Worker(worker, { type: "module" });
    this.worker.onmessage = ({ data }) => this.#take(data);
    this.worker.onerror = () => this.#take({ id: this.#id, fault: "worker" });
    this.worker.postMessage({ start: { code: new URL(code, location.href).href, layout } });
  }

  /** Return what is known of a position, and go on computing it if it is not finished. */
  price(question) {
    const key = `${question.deal} ${question.position}`;
    const priced = this.#known.get(key) ?? new Priced(question);
    this.#known.set(key, priced);
    if (priced === this.#current) return priced;
    if (this.#current) this.#current.running = false;
    this.#current = priced;
    if (!priced.finished && !priced.fault && priced.nodes < priced.budget) this.#compute(priced);
    return priced;
  }

  /** Search the current position for longer. */
  extend() {
    this.#current.budget = this.#current.nodes + 5 * BUDGET;
    this.#compute(this.#current);
  }

  #compute(priced) {
    const { deal, position, taken } = priced.question;
    priced.running = true;
    this.#id += 1;
    this.worker.postMessage({
      id: this.#id, deal: bytesOf(deal), position: bytesOf(position),
      guess: this.#guess - taken, budget: priced.budget - priced.nodes,
    });
  }

  #take({ id, prices, finished, nodes, more, fault }) {
    if (id !== this.#id) return;
    const priced = this.#current;
    if (fault) {
      priced.fault = fault;
      priced.running = false;
      return this.changed(priced);
    }
    const { cards, taken } = priced.question;
    for (const [number, value] of Object.entries(prices)) priced.of.set(cards[number], value + taken);
    priced.finished = finished;
    priced.running = more;
    if (!more) priced.nodes += nodes;
    if (priced.best !== null) this.#guess = priced.best;
    return this.changed(priced);
  }
}

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
