// A deal as frames: the view at each ply, its trick, its corrections.

import { get } from "../api.js";
import { fill } from "../dom.js";
import { patched } from "../patch.js";
import { isCard, parted } from "../speech.js";

export class Film {
  /** `replay`: as GET /api/v1/deals/{id}/replays/{viewer} answers. */
  constructor(replay) {
    this.take(replay);
  }

  take(replay) {
    this.replay = replay;
    this.views = [replay.start];
    this.groups = [];
    let group = 0;
    for (const frame of replay.frames) {
      const before = this.views.at(-1);
      if (isCard(frame.act)) group = Object.keys(before.tricks ?? {}).length + 1;
      this.groups.push(group);
      this.views.push(patched(before, frame.patch));
    }
  }

  get viewer() { return this.replay.viewer; }
  get frames() { return this.replay.frames; }
  get last() { return this.frames.length - 1; }

  /** The view after a ply, with how the deal ended after the last one; -1: before the first. */
  view(ply) {
    return this.views[ply + 1];
  }

  /** 0 before the first card, then the number of the trick. */
  trick(ply) {
    return ply < 0 ? 0 : this.groups[ply];
  }

  /** Return the cards that were played face down up to a ply, also those turned up since: trick and seat, as "5 N". */
  faceDown(ply) {
    const down = this.frames.slice(0, ply + 1).map(({ act }, n) => ({ ...parted(act), act, n }));
    return new Set(down.filter(({ act, rest }) => isCard(act) && rest.includes("(")).map(({ seat, n }) => `${this.trick(n)} ${seat}`));
  }

  /** Return the place of a ply in words, as `replay.words.places` does; an act before the first card in its own words. */
  place(ply, speech, words) {
    if (ply < 0) return words.before;
    const { act } = this.frames[Math.min(ply, this.last)];
    const cards = this.frames.slice(0, ply + 1).filter((frame) => isCard(frame.act)).length;
    if (isCard(act)) return fill(words.card, { n: cards, trick: this.trick(ply) });
    return cards ? fill(words.after_card, { n: cards }) : speech.act(act);
  }

  /** Return whether the act of a ply leads to a trick. */
  leads(ply) {
    return !this.view(ply - 1).trick?.cards.length;
  }

  /** The corrections and notes at a ply. */
  corrections(ply) {
    return this.replay.corrections.filter((row) => row.stands === ply);
  }

  /** The last ply before any card was played: all hands are full. */
  get dealt() {
    const first = this.groups.findIndex((group) => group > 0);
    return first < 0 ? this.last : first - 1;
  }

  /** Return the nearest ply that exists. */
  async reach(ply) {
    return Math.max(-1, Math.min(this.last, ply));
  }

  /** Return how the deal ended; null before its last ply. */
  ending(ply) {
    const { settlement, abandoned } = this.replay;
    return ply >= this.last && (settlement || abandoned) ? { settlement, abandoned } : null;
  }
}

/** A film with a hidden future: each ply is fetched when it is reached. */
export class Unfolding extends Film {
  constructor(replay, deal) {
    super(replay);
    this.deal = deal;
  }

  async reach(ply) {
    if (ply > this.last) this.take((await get(`/api/v1/deals/${this.deal}/replays/${this.viewer}?until=${ply}`)).body);
    return super.reach(ply);
  }
}
