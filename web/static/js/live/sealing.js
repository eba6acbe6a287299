// The trump maker lays the indicator from its own device: nobody is told the card, everybody gets what commits to it.

import { Offline, Problem, post } from "../api.js";

const INDICATOR = /^(\S+) indicator (\?\?|[2-9TJQKA][SHDC])$/;

export class Sealing {
  /** `form`: with a select named "card"; `pack`: the ranks and suits of the game. */
  constructor(form, { ranks, suits }, words) {
    this.form = form;
    this.pack = [...suits].flatMap((suit) => [...ranks].reverse().map((rank) => rank + suit));
    this.words = words;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#lay();
    });
  }

  /** Offer it as long as the seat has to lay an indicator. `speech` calls the cards by their names. */
  offer(deal, view, seat, speech) {
    const laid = view.legal.map((act) => INDICATOR.exec(act)).filter((found) => found?.[1] === seat);
    this.form.hidden = !laid.length;
    if (!laid.length) return;
    const known = laid.map((found) => found[2]).filter((card) => card !== "??");
    const cards = known.length ? known : this.pack;
    if (deal === this.deal && String(cards) === this.offered) return;
    this.deal = deal;
    this.offered = String(cards);
    const options = cards.map((card) => new Option(speech.card(card), card));
    this.form.elements.card.replaceChildren(new Option("", ""), ...options);
    this.#complain();
  }

  async #lay() {
    const button = this.form.querySelector("button");
    button.disabled = true;
    try {
      await post(`/api/v1/deals/${this.deal}/seals`, { card: this.form.elements.card.value });
      this.form.hidden = true;
      this.#complain();
    } catch (error) {
      if (error instanceof Problem) this.#complain(error.message);
      else if (error instanceof Offline) this.#complain(this.words.not_sent);
      else throw error;
    } finally {
      button.disabled = false;
    }
  }

  #complain(...told) {
    const place = this.form.querySelector('[role="alert"]');
    place.replaceChildren(...told);
    place.hidden = !told.length;
  }
}
