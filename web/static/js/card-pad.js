// <card-pad>: the cards of a pack as suit rows. One tap is one card: it dispatches "card" with {card}. A tap means the
// card it began on, even if the page moved before the finger was lifted; a finger that moved away means none.
//
// pack   {suits, ranks}: letters in the order of the rows and columns
// names  the names of cards (see cards.js)
// marks  {card: {verdict, note, down, gone, twice, picked}}: verdict "legal" and "possible" are bright, others stay
//        tappable; `note` is read aloud after the card's name
import { sign, spoken } from "./cards.js";

const SLIP = 30;

const RANK = (rank, names) => names?.index?.[rank] ?? (rank === "T" ? "10" : rank);

export class CardPad extends HTMLElement {
  #pack = null;
  #buttons = new Map();

  set pack(pack) {
    const shape = JSON.stringify([pack, this.names?.suits]);
    if (shape === this.#pack) return;
    this.#pack = shape;
    this.#build(pack);
  }

  set marks(marks) {
    for (const [card, button] of this.#buttons) {
      const mark = marks[card] ?? {};
      button.className = ["legal", "possible"].includes(mark.verdict) ? "bright" : "dim";
      for (const name of ["down", "gone", "twice"]) button.classList.toggle(name, Boolean(mark[name]));
      button.toggleAttribute("aria-pressed", Boolean(mark.picked));
      if (mark.picked) button.setAttribute("aria-pressed", "true");
      button.dataset.picked = mark.picked ?? "";
      button.dataset.verdict = mark.verdict ?? "";
      button.lastChild.textContent = mark.note ? `${spoken(card, this.names)}, ${mark.note}` : spoken(card, this.names);
    }
  }

  #build(pack) {
    this.#buttons.clear();
    this.style.setProperty("--ranks", String(pack.ranks.length));
    this.setAttribute("role", "group");
    this.replaceChildren(...[...pack.suits].flatMap((suit) => [...pack.ranks].map((rank) => this.#button(rank, suit))));
  }

  #button(rank, suit) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.suit = suit;
    button.dataset.card = rank + suit;
    const face = document.createElement("b");
    face.textContent = RANK(rank, this.names);
    face.setAttribute("aria-hidden", "true");
    const name = document.createElement("span");
    name.className = "unseen";
    button.append(face, sign(suit, this.names?.sheet), name);
    let began = null;
    button.addEventListener("pointerdown", (event) => {
      began = event;
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("click", (event) => {
      const slipped = event.detail && began ? Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) : 0;
      if (slipped < SLIP) this.dispatchEvent(new CustomEvent("card", { detail: { card: rank + suit }, bubbles: true }));
    });
    this.#buttons.set(rank + suit, button);
    return button;
  }
}

customElements.define("card-pad", CardPad);
