// The trump maker places the indicator on its own device: the card stays hidden, its commitment is public.

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

  /** Show the form while the seat has to place an indicator. `speech` names the cards. */
  offer(deal, view, seat, speech) {
    const laid = view.legal.map((act) => INDICATOR.exec(act)).filter((match) => match?.[1] === seat);
    this.form.hidden = !laid.length;
    if (!laid.length) return;
    const known = laid.map((match) => match[2]).filter((card) => card !== "??");
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

  #complain(...sentences) {
    const place = this.form.querySelector('[role="alert"]');
    place.replaceChildren(...sentences);
    place.hidden = !sentences.length;
  }
}
