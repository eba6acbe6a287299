// The positions of a deal after lines of cards. The server says which cards are legal; each position is fetched once.

import { post } from "../api.js";

export class Positions {
  #known = new Map();

  constructor(deal) {
    this.path = `/api/v1/deals/${deal}/explore`;
  }

  /** Return the position after a ply and cards, as POST …/explore answers. Throws as `post` does. */
  async at(ply, cards) {
    const key = `${ply} ${cards.join(".")}`;
    const position = this.#known.get(key) ?? (await post(this.path, { ply, line: cards })).body;
    this.#known.set(key, position);
    return position;
  }
}
