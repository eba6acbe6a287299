// Answers that a pupil has typed and not sent, by the place of their step: the teacher may go on meanwhile.

import { namesKept, ofTab, readKept, writeKept } from "../kept.js";

/** Whether a field holds something else than the page brought. */
const isTouched = (field) => field.type !== "hidden" && (field.matches("select")
  ? field.selectedIndex > 0 && !field.selectedOptions[0].defaultSelected
  : field.value !== field.defaultValue || field.checked !== field.defaultChecked);

export class Drafts {
  #kept = new Map(); // by the key of the place; also without storage, as in a private window

  constructor(code) {
    this.prefix = `nought-draft-${code}-`;
  }

  /** Keep what the fields of a step hold, if the pupil has touched them. */
  keep(place, fields) {
    if (!fields.some(isTouched)) return this.drop(place);
    return this.#write(place, fields.map((each) => [each.value, each.checked]));
  }

  /** Put what was kept into the fields of the step. */
  fill(place, fields) {
    const kept = this.#read(place);
    fields.forEach((each, n) => { if (kept?.[n]) [each.value, each.checked] = kept[n]; });
  }

  has(place) {
    return this.#read(place) !== null;
  }

  drop(place) {
    this.#write(place, null);
  }

  /** Forget all: the class is over. */
  clear() {
    this.#kept.clear();
    for (const key of namesKept(this.prefix, ofTab)) writeKept(key, undefined, ofTab);
  }

  #key = ({ chapter, step }) => `${this.prefix}${chapter}.${step}`;

  #read(place) {
    const key = this.#key(place);
    return this.#kept.has(key) ? this.#kept.get(key) : readKept(key, null, ofTab);
  }

  #write(place, values) {
    const key = this.#key(place);
    this.#kept.set(key, values);
    writeKept(key, values ?? undefined, ofTab);
  }
}
