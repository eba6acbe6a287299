// The entries of one deal on their way to the server: each is kept before it is sent, sent once, in order.
//
// An entry: {key, deal, place, at, kind: "acts" | "retract", body, told: [its acts in words], state, problem}. Its state is
// "waiting", "stopped" when the server refused it, and "sent" from the answer until the desk shows it. Its key is the
// Idempotency-Key, so an entry that was sent twice is recorded once.
import { Offline, Problem, get, getLines, post, randomKey } from "../api.js";
import * as store from "./store.js";

const AGAIN = 3000;
const PATHS = { acts: "actions", retract: "retractions" };
const LATER = new Set([429, 500, 502, 503, 504]);

export class Outbox extends EventTarget {
  constructor(deal) {
    super();
    this.deal = deal;
    this.entries = [];
    this.desk = null;
    this.etag = null;
    this.offline = false;
    this.sending = false;
    this.waiting = false;
    this.flying = null;
    this.saving = new Set();
    this.timer = null;
  }

  /** Load the stored entries, then the server's state. */
  async start() {
    this.entries = await store.entries(this.deal);
    this.desk = await store.desk(this.deal);
    this.#changed();
    addEventListener("online", () => this.go());
    addEventListener("offline", () => { this.offline = true; this.#changed(); });
    await this.go();
  }

  /** The entries that the server does not have yet. */
  get unsent() {
    return this.entries.filter((each) => each.state !== "sent");
  }

  /** The unsent entries that outlive this tab. */
  get saved() {
    return this.unsent.filter((each) => !this.saving.has(each));
  }

  /** Whether the last entry can be dropped: the server neither has it nor is about to get it. */
  get canDrop() {
    const last = this.unsent.at(-1);
    return last !== undefined && last !== this.flying;
  }

  get stopped() {
    return this.entries.find((each) => each.state === "stopped") ?? null;
  }

  /** Keep an entry, then send it. */
  async add(kind, body, lines, before = null) {
    const at = new Date();
    const places = this.entries.map((each) => each.place);
    const n = before ? this.entries.indexOf(before) : this.entries.length;
    const place = before
      ? ((places[n - 1] ?? places[n] - 1) + places[n]) / 2
      : Math.max(at.getTime(), ...places.map((each) => each + 1));
    const entry = { key: randomKey(), deal: this.deal, place, at: at.toISOString(), kind, body, told: lines, state: "waiting" };
    this.entries.splice(n, 0, entry);
    this.saving.add(entry);
    this.#changed();
    try {
      await store.keep(entry);
      this.saving.delete(entry);
    } finally {
      this.#changed();
      this.go();
    }
    return entry;
  }

  /** Drop an entry that was not sent yet. */
  async drop(entry) {
    this.entries = this.entries.filter((each) => each !== entry);
    this.#changed();
    await store.forget(entry.key);
    this.go();
  }

  /** Send a refused entry again with changes. */
  async change(entry, changes) {
    const changed = { ...entry, ...changes, key: randomKey(), state: "waiting", problem: undefined };
    this.entries[this.entries.indexOf(entry)] = changed;
    this.#changed();
    await store.keep(changed);
    await store.forget(entry.key);
    this.go();
  }

  /** Wait until the server has every entry; not without a network, nor when an entry was refused or waits. */
  async settled() {
    while (this.entries.length && !this.stopped && !this.offline && !this.waiting) {
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
    try {
      await this.#send();
      await this.look();
      this.offline = false;
    } catch (error) {
      this.#failed(error);
    }
    this.sending = false;
    this.#changed();
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
      if (await this.#waitsFor(entry)) return;
      try {
        this.flying = entry;
        const headers = { "Idempotency-Key": entry.key, "If-Match": this.etag };
        const { body, etag } = await post(`/api/v1/deals/${this.deal}/${PATHS[entry.kind]}`, { ...entry.body, at: entry.at }, { headers });
        this.etag = etag;
        this.stale = true;
        await this.#sent(entry, body);
      } catch (error) {
        this.flying = null;
        if (!(error instanceof Problem) || LATER.has(error.status) || error.status === 401) throw error;
        // The clock of this device is wrong: the server's own says when it happened.
        if (error.code === "time" && entry.at) {
          delete entry.at;
          await store.keep(entry);
        } else if (error.status === 412 || (error.status === 409 && error.code === "conflict")) await this.#overtaken(entry);
        else {
          if (error.status === 422 && isCard(entry)) await this.look(true);
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

  async #sent(entry, body) {
    this.flying = null;
    entry.state = "sent";
    await store.forget(entry.key);
    this.offline = false;
    const broke = (body.recorded ?? []).filter((line) => line.broke);
    this.dispatchEvent(new CustomEvent("sent", { detail: { entry, body, broke } }));
  }

  /** Handle an entry when somebody else wrote first: drop it if it was written, else send it on top; stop a retraction. */
  async #overtaken(entry) {
    // The state first, so that the news has every act in it; the other way round an act recorded in between is missed.
    const { version } = this.desk;
    await this.look(true);
    const news = await this.#news(version);
    if (entry.kind === "retract") return this.#stop(entry, { code: "version", news });
    if (entry.body.acts.every((act) => news.some((line) => same(act, line)))) {
      this.entries = this.entries.filter((each) => each !== entry);
      await store.forget(entry.key);
      this.dispatchEvent(new CustomEvent("same", { detail: { entry, news } }));
    } else {
      this.dispatchEvent(new CustomEvent("news", { detail: { news } }));
    }
  }

  /** The acts that were recorded since a version. */
  async #news(version) {
    const lines = await getLines(`/api/v1/deals/${this.deal}/events?after=${version}`);
    return lines.filter((line) => line.act);
  }

  async #stop(entry, problem) {
    Object.assign(entry, { state: "stopped", problem });
    await store.keep(entry);
    this.dispatchEvent(new CustomEvent("stopped", { detail: { entry } }));
  }

  /** Fetch the server's state if it changed. */
  async look(always = false) {
    const headers = this.desk?.tag && !always && !this.stale ? { "If-None-Match": this.desk.tag } : {};
    const { body, etag, status } = await get(`/api/v1/deals/${this.deal}/desk`, { headers });
    this.stale = false;
    this.etag = status === 304 ? this.desk.tag : etag;
    this.entries = this.unsent;
    if (status === 304) return this.#changed();
    const moved = this.desk && this.desk.version !== body.version;
    this.desk = { ...body, tag: etag };
    if (moved) this.dispatchEvent(new Event("moved"));
    this.#changed();
    await store.keepDesk(this.deal, this.desk);
  }

  #failed(error) {
    if (error instanceof Offline || LATER.has(error.status)) this.offline = true;
    else if (error instanceof Problem) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    else throw error;
    this.timer = setTimeout(() => this.go(), AGAIN);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

const isCard = (entry) => entry.kind === "acts" && entry.body.acts[0].type === "CardPlayed";

/** Return whether a seat has to answer, such as about its Weis, before the next card can be recorded. */
export function waitsForAnswer(desk) {
  return !desk.pad && !desk.over && desk.choices.some((choice) => choice.group === "owed" && choice.act.seat === desk.turn);
}

/** Return whether a recorded act is that of an entry; a card that the entry does not name may be any. */
function same(act, line) {
  if (!line.topic.endsWith(`.${act.type}`)) return false;
  return Object.entries(act).every(([name, value]) =>
    name === "type" || value === "??" || JSON.stringify(value) === JSON.stringify(line.fact[name]));
}
