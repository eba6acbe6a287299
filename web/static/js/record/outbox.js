// The entries of one deal on their way to the server: each is kept before it is sent, sent once, in order.
//
// An entry: {key, deal, place, at, kind: "acts" | "retract", body, told: [its acts in words], state, problem}. Its state is
// "waiting", "stopped" when the server refused it, and "sent" from the answer until the desk shows it. Its key is the
// Idempotency-Key, so an entry that was sent twice is recorded once.
//
// Whatever goes wrong, it is tried again: `trouble` says why nothing was sent, and `go` is called every few seconds. Only a
// refused entry waits for the scribe, and a card after a question of the table for the answer.
import { Offline, Problem, call, getLines, randomKey } from "../api.js";
import { Others } from "./others.js";
import * as store from "./store.js";

const AGAIN = 3000; // milliseconds between two tries
const PATIENCE = 30_000; // milliseconds for one request; a phone that slept may never get an answer
const PATHS = { acts: "actions", retract: "retractions" };
const LATER = new Set([408, 429, 500, 502, 503, 504]);

/** Why nothing was sent. A page may go on recording in all of them. */
export const TROUBLE = { connection: "connection", signedOut: "signedOut", forbidden: "forbidden", noDeal: "noDeal", fault: "fault" };

export class Outbox extends EventTarget {
  constructor(deal) {
    super();
    this.deal = deal;
    this.entries = [];
    this.desk = null;
    this.etag = null;
    this.trouble = null;
    this.sending = false;
    this.waiting = false;
    this.flying = null;
    this.others = new Others();
    this.timer = null;
  }

  /** Load the stored entries, then the server's state. */
  async start() {
    [this.entries, this.desk] = await Promise.all([store.entries(this.deal), store.desk(this.deal)]);
    this.#changed();
    addEventListener("online", () => this.go());
    addEventListener("offline", () => this.#hinder(TROUBLE.connection));
    await this.go();
  }

  /** Whether the page goes on without the server. */
  get offline() {
    return this.trouble !== null;
  }

  /** The entries that the server does not have yet. */
  get unsent() {
    return this.entries.filter((each) => each.state !== "sent");
  }

  /** The unsent entries that outlive this tab. */
  get saved() {
    return this.unsent.filter(store.isKept);
  }

  /** Whether the last entry can be dropped: the server neither has it nor is about to get it. */
  get canDrop() {
    const last = this.unsent.at(-1);
    return last !== undefined && last !== this.flying;
  }

  get stopped() {
    return this.entries.find((each) => each.state === "stopped") ?? null;
  }

  /** Keep an entry, then send it. The next one need not wait for that. */
  add(kind, body, lines, before = null) {
    const at = new Date();
    const places = this.entries.map((each) => each.place);
    const n = before ? this.entries.indexOf(before) : this.entries.length;
    const place = before
      ? ((places[n - 1] ?? places[n] - 1) + places[n]) / 2
      : Math.max(at.getTime(), ...places.map((each) => each + 1));
    const entry = { key: randomKey(), deal: this.deal, place, at: at.toISOString(), kind, body, told: lines, state: "waiting" };
    this.entries.splice(n, 0, entry);
    this.#keep(entry);
    return entry;
  }

  /** Drop an entry that was not sent yet. */
  drop(entry) {
    this.#remove(entry);
    this.go();
  }

  /** Drop everything that was not sent: the deal does not exist. */
  dropAll() {
    for (const each of this.unsent) this.#remove(each);
  }

  /** Send a refused entry again with changes. */
  change(entry, changes) {
    const changed = { ...entry, ...changes, key: randomKey(), state: "waiting", problem: undefined };
    this.entries[this.entries.indexOf(entry)] = changed;
    this.#keep(changed, entry.key);
  }

  /** Wait until the server has every entry; not in trouble, nor when an entry was refused or waits. */
  async settled() {
    while (this.entries.length && !this.stopped && !this.trouble && !this.waiting) {
      await new Promise((resolve) => this.addEventListener("change", resolve, { once: true }));
    }
  }

  /** Send waiting entries, then fetch the server's state. May be called at any time. */
  async go() {
    if (this.sending) {
      this.once = true;
      return;
    }
    this.sending = true;
    clearTimeout(this.timer);
    store.catchUp().then(() => this.#changed());
    try {
      await this.#send();
      await this.look();
      this.#recover();
    } catch (error) {
      this.#failed(error);
      this.timer = setTimeout(() => this.go(), AGAIN);
    } finally {
      this.flying = null;
      this.sending = false;
      this.#changed();
    }
    if (this.once) {
      this.once = false;
      this.go();
    }
  }

  async #send() {
    for (;;) {
      if (this.stopped) return;
      const [entry] = this.unsent;
      this.waiting = false;
      if (!entry) return;
      if (!this.etag) await this.look();
      if (this.#isSettledByOthers(entry)) continue;
      if (await this.#waitsFor(entry)) return;
      try {
        this.flying = entry;
        const headers = { "Idempotency-Key": entry.key, "If-Match": this.etag };
        const { body, etag } = await this.#call("POST", PATHS[entry.kind], { json: { ...entry.body, at: entry.at }, headers });
        this.etag = etag;
        this.stale = true;
        this.#sent(entry, body);
      } catch (error) {
        this.flying = null;
        if (!(error instanceof Problem) || LATER.has(error.status) || isSignedOut(error)) throw error;
        // The clock of this device is wrong: the server's own says when it happened.
        if (error.code === "time" && entry.at) {
          delete entry.at;
          store.keep(entry);
        } else if (error.status === 412 || (error.status === 409 && error.code === "conflict")) await this.#overtaken();
        else {
          // Where even a look fails, the entry is not to blame.
          if ([403, 404].includes(error.status) || (error.status === 422 && isCard(entry))) await this.look(true);
          return (await this.#waitsFor(entry)) ? undefined : this.#stop(entry, error.body);
        }
      }
    }
  }

  /** Note whether a card waits until somebody has answered the question of the table. */
  async #waitsFor(entry) {
    const may = () => isCard(entry) && !entry.body.as_it_happened && waitsForAnswer(this.desk);
    if (may() && this.stale) await this.look();
    this.waiting = may();
    return this.waiting;
  }

  #sent(entry, body) {
    this.flying = null;
    entry.state = "sent";
    store.forget(entry);
    this.#recover();
    const broke = (body?.recorded ?? []).filter((line) => line.broke);
    this.dispatchEvent(new CustomEvent("sent", { detail: { entry, body, broke } }));
  }

  /** Note what somebody else wrote first. The state first, so that the news has every act in it. */
  async #overtaken() {
    const version = Number(/\d+/.exec(this.etag));
    await this.look(true);
    const news = await this.#news(version);
    this.others.note(news, this.unsent);
    this.dispatchEvent(new CustomEvent("news", { detail: { news: news.filter((line) => line.act) } }));
  }

  /** Drop an entry that somebody else recorded already; stop one that contradicts what they recorded. Returns whether
   *  one of the two was done. */
  #isSettledByOthers(entry) {
    const { verdict, news } = this.others.compare(entry);
    if (verdict === "new") return false;
    if (verdict === "same") {
      this.#remove(entry);
      this.dispatchEvent(new CustomEvent("same", { detail: { entry, news } }));
    } else this.#stop(entry, { code: "version", news });
    return true;
  }

  /** The events since a version. */
  #news(version) {
    return inTime((signal) => getLines(`/api/v1/deals/${this.deal}/events?after=${version}`, { signal }));
  }

  #stop(entry, problem) {
    Object.assign(entry, { state: "stopped", problem });
    store.keep(entry);
    this.dispatchEvent(new CustomEvent("stopped", { detail: { entry } }));
  }

  /** Fetch the server's state if it changed. */
  async look(always = false) {
    const headers = this.desk?.tag && !always && !this.stale ? { "If-None-Match": this.desk.tag } : {};
    const { body, etag, status } = await this.#call("GET", "desk", { headers });
    const isNew = status !== 304;
    const moved = isNew && this.desk && this.desk.version !== body.version;
    if (isNew) this.desk = { ...body, tag: etag };
    this.stale = false;
    this.etag = this.desk.tag;
    this.entries = this.unsent;
    if (moved) this.dispatchEvent(new Event("moved"));
    this.#changed();
    if (isNew) store.keepDesk(this.deal, this.desk);
  }

  #call(method, path, more) {
    return inTime((signal) => call(method, `/api/v1/deals/${this.deal}/${path}`, { ...more, signal }));
  }

  async #keep(entry, instead = null) {
    const kept = store.keep(entry, instead);
    this.#changed();
    if (store.lasting) await kept;
    this.#changed();
    this.go();
  }

  #remove(entry) {
    this.entries = this.entries.filter((each) => each !== entry);
    store.forget(entry);
    this.#changed();
  }

  #failed(error) {
    const trouble = troubleOf(error);
    if (trouble === TROUBLE.fault) reportError(error);
    this.#hinder(trouble, error);
  }

  #hinder(trouble, error = null) {
    const isNew = this.trouble !== trouble;
    this.trouble = trouble;
    if (isNew) this.dispatchEvent(new CustomEvent("trouble", { detail: { trouble, error } }));
    this.#changed();
  }

  #recover() {
    if (this.trouble === null) return;
    this.trouble = null;
    this.dispatchEvent(new CustomEvent("trouble", { detail: { trouble: null, error: null } }));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

const isSignedOut = (error) => error.status === 401 || error.code === "csrf";

function troubleOf(error) {
  if (error instanceof Offline || LATER.has(error.status)) return TROUBLE.connection;
  if (!(error instanceof Problem)) return TROUBLE.fault;
  if (isSignedOut(error)) return TROUBLE.signedOut;
  return { 403: TROUBLE.forbidden, 404: TROUBLE.noDeal }[error.status] ?? TROUBLE.fault;
}

/** Return the answer of `request(signal)`; throws Offline if it takes too long. */
async function inTime(request) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE);
  try {
    return await request(ending.signal);
  } catch (error) {
    throw error.name === "AbortError" ? new Offline("no answer") : error;
  } finally {
    clearTimeout(timer);
  }
}

const isCard = (entry) => entry.kind === "acts" && entry.body.acts[0].type === "CardPlayed";

/** Return whether a seat has to answer, such as about its Weis, before the next card can be recorded. */
export function waitsForAnswer(desk) {
  return !desk.pad && !desk.over && desk.choices.some((choice) => choice.group === "owed" && choice.act.seat === desk.turn);
}
