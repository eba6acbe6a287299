// Answers that a pupil has typed and not sent, by the place of their step: the teacher may go on meanwhile.

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
    return this.#write(place, JSON.stringify(fields.map((each) => [each.value, each.checked])));
  }

  /** Put what was kept into the fields of the step. */
  fill(place, fields) {
    const kept = JSON.parse(this.#read(place));
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
    try {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith(this.prefix)) sessionStorage.removeItem(key);
    } catch { /* nothing is stored */ }
  }

  #key = ({ chapter, step }) => `${this.prefix}${chapter}.${step}`;

  #read(place) {
    const key = this.#key(place);
    if (this.#kept.has(key)) return this.#kept.get(key);
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  }

  #write(place, text) {
    const key = this.#key(place);
    this.#kept.set(key, text);
    try {
      if (text === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch { /* the page keeps it */ }
  }
}
