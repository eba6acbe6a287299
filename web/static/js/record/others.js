// Two scribes at one table: what somebody else recorded while entries of this device were on their way, and whether it is
// the same. A seat does one thing at a time, so an entry answers the first act of its kind that they recorded for the seat.

const CORRECTION = /\.Entry(Amended|Inserted|Retracted)$/;
const BIDS = new Set(["Passed", "BidMade", "ContractBid"]);

export class Others {
  #lines = []; // the acts of others that no entry was compared with yet: {type, fact, act, by}
  #behind = new Set(); // the keys of the entries that were made before these acts were known

  /** Note the events that somebody else recorded. `entries`: those that were made without knowing them. */
  note(events, entries) {
    for (const { topic, fact, act, by } of events) {
      if (act) this.#lines.push({ type: typeOf(topic), fact, act, by });
      else if (CORRECTION.test(topic)) this.#correct(fact, by);
    }
    for (const each of entries) this.#behind.add(each.key);
  }

  /** Compare an entry with what others recorded. Returns {verdict, news}: "same" if they recorded it, "other" if they
   *  recorded something else instead, "new" if it is still to be sent; and the acts that it was compared with. From an
   *  entry of several acts, those that they recorded are removed. */
  compare(entry) {
    if (!this.#behind.has(entry.key)) return { verdict: "new", news: [] };
    if (entry.kind === "retract") return { verdict: "other", news: this.#lines };
    const news = [];
    const { acts } = entry.body;
    const other = acts.findIndex((act) => {
      const line = this.#answerTo(act);
      if (!line) return true;
      this.#lines = this.#lines.filter((each) => each !== line);
      news.push(line);
      return !isSame(act, line);
    });
    if (other < 0) return { verdict: "same", news };
    if (other > 0) Object.assign(entry, { body: { ...entry.body, acts: acts.slice(other) }, told: entry.told.slice(other) });
    return { verdict: news.length > other ? "other" : "new", news: news.slice(other) };
  }

  #answerTo(act) {
    if (typeof act === "string") return this.#lines.find((line) => line.act === act);
    return this.#lines.find((line) => line.fact.seat === act.seat && kind(line.type) === kind(act.type));
  }

  #correct({ was, now }, by) {
    const n = was ? this.#lines.findLastIndex((line) => line.type === typeOf(was.topic) && isEqual(line.fact, was)) : -1;
    const line = now && { type: typeOf(now.topic), fact: now, act: null, by };
    if (n >= 0) this.#lines.splice(n, 1, ...(line ? [line] : []));
  }
}

const typeOf = (topic) => topic.split(".").at(-1);
const kind = (type) => (BIDS.has(type) ? "bid" : type);

/** Return whether a recorded act is the act of an entry. A card that the entry does not name may be any. */
function isSame(act, { type, fact, act: notation }) {
  if (typeof act === "string") return act === notation;
  return act.type === type && isEqual({ card: "??", ...act }, fact);
}

const isBlank = (value) => value === undefined || value === null || value === false || value === "" || (typeof value === "object" && !Object.keys(value).length);

/** Return whether two values are the same in both directions; a field that is left out is empty, and "??" any card. */
function isEqual(mine, theirs) {
  if (mine === "??" && (theirs === undefined || typeof theirs === "string")) return true;
  if (isBlank(mine) || isBlank(theirs)) return isBlank(mine) && isBlank(theirs);
  if (typeof mine !== "object" || typeof theirs !== "object") return mine === theirs;
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  names.delete("type");
  names.delete("topic");
  return [...names].every((name) => isEqual(mine[name], theirs[name]));
}
