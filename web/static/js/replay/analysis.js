// What each card was worth: the makers' result over the whole deal, and the legal cards of the shown ply with their prices.

import { get } from "../api.js";
import { element } from "../cards.js";
import { fill, locale, make } from "../dom.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const HEIGHT = 96;
const EDGE = 6;
const ACCEPTED = 202;
const POLL = 1000;

function draw(name, attributes, ...children) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  shape.append(...children);
  return shape;
}

export class Analysis {
  #plies = new Map();
  #seats = new Map();
  #marker = null;
  #shown = -1;
  #judging = false;

  /** `part`: the section of the page; `go(ply)`: show a ply. */
  constructor(part, id, table, words, go) {
    this.part = part;
    this.path = `/api/v1/deals/${id}/analysis`;
    this.table = table;
    this.words = words;
    this.go = go;
  }

  /** Fetch the prices of the deal and draw the strip. While it is being analysed, show how far it is. Throws as `get` does. */
  async load() {
    for (;;) {
      const { body, status } = await get(this.path);
      if (status !== ACCEPTED) {
        this.deal = body;
        break;
      }
      this.part.querySelector(".summary").textContent = this.#progress(body);
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    for (const each of this.deal.plies) this.#plies.set(each.ply, each);
    this.part.querySelector(".strip").replaceChildren(this.#strip(), this.#legend(), this.#judgeAll());
    this.part.querySelector(".summary").textContent = this.#summary();
  }

  /** Show the prices of the card that was played at a ply. */
  show(ply) {
    this.#shown = ply;
    const card = this.#plies.get(ply);
    this.#marker?.setAttribute("visibility", card ? "visible" : "hidden");
    if (card) this.#marker?.setAttribute("x", this.#x(this.deal.plies.indexOf(card)));
    this.part.querySelector(".card-prices").replaceChildren(...(card ? this.#prices(card) : [this.#nothing(ply)]));
    this.#priceHand(ply);
  }

  /** Put the prices on the cards of the seat that plays next. */
  #priceHand(ply) {
    const next = this.deal.plies.find((card) => card.ply > ply);
    const marks = {};
    if (next?.finished && next.seat === this.table.view.turn) {
      for (const [name, price] of Object.entries(next.prices)) {
        const cost = Math.abs(price - next.best);
        const title = [`${this.table.speech.card(name)}: ${this.#points(price)}`];
        if (cost) title.push(fill(this.words.costs, { n: this.#points(cost) }));
        const text = this.deal.goal === "points" ? this.#points(price) : price ? "✓" : "✗";
        marks[name] = { text, kind: cost ? "worse" : "best", title: title.join(", ") };
      }
    }
    this.table.marks = marks;
  }

  /** Mark the costly cards in the list of acts. */
  mark(list) {
    this.list = list;
    for (const card of this.deal.plies) {
      const link = this.#isCostly(card) && list.querySelector(`a[data-ply="${card.ply}"]`);
      if (!link) continue;
      const text = this.#judgement(card).join(" ");
      const kind = this.#isAvoidable(card) ? "warn" : "note";
      link.querySelector(".cost")?.remove();
      link.append(make("span", { class: `badge ${kind} cost`, title: text, "aria-label": text }, this.#loss(card)));
    }
  }

  /** Return the part of the sheet for paper: how many cards were costly, and each of them. */
  onPaper() {
    const costly = this.deal.plies.filter((card) => this.#isCostly(card));
    return make("section", { class: "worth" }, make("h2", {}, this.part.querySelector("h2").textContent),
      make("p", {}, this.#summary()), make("ul", {}, costly.map((card) => make("li", {}, this.#title(card)))));
  }

  #progress({ state, cards, cards_done: done, workers }) {
    if (!workers) return this.words.no_worker;
    if (state === "waiting") return this.words.queued;
    return cards ? fill(this.words.running, { n: done, of: cards }) : this.words.wait;
  }

  #isCostly({ cost, pay_cost }) {
    return Boolean(cost || pay_cost);
  }

  /** What the seat could know of a card: with the deal, or as it was asked for this card. */
  #known(card) {
    return this.#seats.get(card.ply)?.from_seat ?? card.from_seat;
  }

  #isAvoidable(card) {
    return this.#isCostly(card) && Boolean(this.#known(card)?.avoidable);
  }

  /** The sentences about a card that was played: what it cost, what was better, and whether its seat could know. */
  #judgement(card) {
    const { speech } = this.table;
    const lost = [card.cost ? this.#points(card.cost) : "", card.pay_cost ? this.#pay(card.pay_cost) : ""].filter(Boolean).join(", ");
    const sentences = [`${fill(this.words.costs, { n: lost })}.`];
    const name = (code) => speech.card(code);
    sentences.push(fill(this.words.why[card.why], { card: name(card.better), needed: this.#points(this.deal.needed), n: this.#points(card.cost) }));
    const known = this.#known(card);
    if (known) sentences.push(this.#fromSeatSentence(card, known, name));
    return sentences;
  }

  #fromSeatSentence(card, known, name) {
    const seat = this.table.speech.seat(card.seat);
    if (!known.avoidable) return fill(known.avoidable === false ? this.words.not_avoidable : this.words.not_decided, { seat });
    if (this.deal.goal !== "points") return fill(this.words.avoidable_all, { seat, card: name(known.better), n: `${Math.round(100 * known.behind)} %` });
    return fill(this.words.avoidable, { seat, card: name(known.better), n: this.#average(known.behind) });
  }

  /** A mean as people write it: with a decimal only if it is small. */
  #average(mean) {
    return mean < 10 ? mean.toLocaleString(locale(), { maximumFractionDigits: 1 }) : this.#points(Math.round(mean));
  }

  #pay(number) {
    return fill(this.words.pays[this.deal.pays], { n: number });
  }

  #points(number) {
    return this.deal.goal === "points" ? this.table.speech.points(number) : this.words.all_tricks[number ? "won" : "lost"];
  }

  #loss({ cost, pay_cost }) {
    if (this.deal.goal !== "points") return "✕";
    return `−${cost ? this.table.speech.points(cost) : this.#pay(pay_cost)}`;
  }

  #result(card) {
    return card.prices[card.card] ?? card.best;
  }

  #x(index) {
    return EDGE + (index * (WIDTH - 2 * EDGE)) / this.deal.plies.length;
  }

  #strip() {
    const { plies, needed } = this.deal;
    const results = plies.map((card) => this.#result(card)).filter((result) => result !== undefined);
    const low = Math.min(needed, ...results);
    const high = Math.max(needed, ...results, low + 1);
    const y = (result) => EDGE + ((high - result) * (HEIGHT - 2 * EDGE)) / (high - low);
    const step = (WIDTH - 2 * EDGE) / Math.max(1, plies.length);
    const shapes = [draw("line", { class: "needed", x1: 0, x2: WIDTH, y1: y(needed), y2: y(needed) })];
    plies.forEach((card, index) => {
      const result = this.#result(card);
      const x = this.#x(index);
      if (result !== undefined) {
        const kind = this.#isAvoidable(card) ? "costly avoidable" : this.#isCostly(card) ? "costly" : result >= needed ? "made" : "failed";
        const [top, bottom] = [Math.min(y(result), y(needed)), Math.max(y(result), y(needed))];
        shapes.push(draw("rect", { class: kind, x: x + 1, width: Math.max(1, step - 2), y: top - 1, height: bottom - top + 2 }));
      }
      const column = draw("rect", { class: "column", x, y: 0, width: step, height: HEIGHT }, draw("title", {}, this.#title(card)));
      column.addEventListener("click", () => this.go(card.ply));
      shapes.push(column);
    });
    this.#marker = draw("rect", { class: "marker", x: 0, y: 0, width: step, height: HEIGHT, visibility: "hidden" });
    const label = fill(this.words.strip, { n: this.#points(needed) });
    return draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, this.#marker, ...shapes);
  }

  #legend() {
    const kinds = ["made", "failed", "costly", "avoidable"].map((kind) => make("span", { class: kind }, this.words.legend[kind]));
    return make("p", { class: "legend quiet" }, kinds);
  }

  #title(card) {
    const { speech } = this.table;
    const what = fill(this.words.played, { seat: speech.seat(card.seat), card: speech.card(card.card) });
    return this.#isCostly(card) ? `${what}: ${this.#judgement(card).join(" ")}` : what;
  }

  #summary() {
    const costly = this.deal.plies.filter((card) => this.#isCostly(card)).length;
    const makers = new Intl.ListFormat(locale()).format(this.deal.makers.map((seat) => this.table.speech.seat(seat)));
    const needs = fill(this.words[this.deal.goal === "points" ? "needs" : "needs_all"], { makers, n: this.#points(this.deal.needed) });
    const counted = fill(this.words.counted, { n: costly, of: this.deal.plies.length });
    return [needs, counted, this.deal.finished ? "" : this.words.unfinished].filter(Boolean).join(" ");
  }

  #nothing(ply) {
    const unsolved = this.deal.unsolved.some((each) => each.ply === ply);
    return make("p", { class: "quiet" }, unsolved ? this.words.too_long : this.words.no_card);
  }

  #prices(card) {
    const { speech } = this.table;
    const seat = this.#seats.get(card.ply);
    const [verdict, ...why] = this.#isCostly(card) ? this.#judgement(card) : [card.cost === undefined ? this.words.not_known : this.words.best];
    const heading = make("p", { class: "verdict" }, `${fill(this.words.played, { seat: speech.seat(card.seat), card: speech.card(card.card) })}: ${verdict}`);
    const parts = [heading, why.length ? make("p", { class: "why" }, why.join(" ")) : "", this.#table(card, seat)];
    if (seat) parts.push(make("p", { class: "quiet" }, this.#basis(seat, speech)));
    else parts.push(make("button", { type: "button", onclick: (event) => this.#fromSeat(card, event.target) }, fill(this.words.from_seat, { seat: speech.seat(card.seat) })));
    return parts;
  }

  #table(card, seat) {
    const sign = card.for_makers ? -1 : 1;
    const from = new Map((seat?.cards ?? []).map((each) => [each.card, each]));
    const worst = seat?.cards.some(({ guaranteed }) => guaranteed !== undefined);
    const heads = [this.words.card, this.words.open, this.words.unit[this.deal.pays], ...(seat ? [this.words.mean, this.words.made, ...(worst ? [this.words.at_worst] : [])] : [])];
    const value = (name) => (seat ? from.get(name)?.mean ?? 0 : card.prices[name]);
    const rows = Object.keys(card.prices).sort((one, other) => sign * (value(one) - value(other)) || card.prices[one] * sign - card.prices[other] * sign);
    return make("table", {}, make("thead", {}, make("tr", {}, heads.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, rows.map((name) => {
        const each = from.get(name);
        const cells = [this.#priceCell(this.#points(card.prices[name]), card.prices[name] === card.best), make("td", {}, this.#signed(card.pay[name]))];
        if (seat) {
          cells.push(this.#priceCell(each ? this.#mean(each) : "–", each?.behind === 0));
          cells.push(make("td", {}, each ? `${Math.round(100 * each.made)} %` : "–"));
          if (worst) cells.push(make("td", {}, each?.guaranteed === undefined ? "–" : this.#points(each.guaranteed)));
        }
        const played = name === card.card;
        const head = make("th", { scope: "row" }, element(name, this.table.names), played ? make("span", { class: "quiet" }, ` ${this.words.this_card}`) : "");
        return make("tr", { class: played ? "played" : null }, head, cells);
      })));
  }

  /** A price in the table; the best one of its column stands out. */
  #priceCell(text, best) {
    return best ? make("td", { class: "best" }, make("b", {}, text), make("span", { class: "unseen" }, `, ${this.words.best_card}`)) : make("td", {}, text);
  }

  #signed(pay) {
    return pay === undefined ? "–" : pay > 0 ? `+${pay}` : String(pay).replace("-", "−");
  }

  #mean({ mean, error }) {
    const { speech } = this.table;
    if (this.deal.goal !== "points") return `${Math.round(100 * mean)} %`;
    return `${speech.points(Math.round(mean))}${error ? ` ± ${speech.points(Math.max(1, Math.round(error)))}` : ""}`;
  }

  #basis(seat, speech) {
    const drawn = Math.max(0, ...seat.cards.map(({ deals }) => deals));
    const all = String(drawn) === seat.fitting;
    const values = { seat: speech.seat(seat.seat), n: drawn, of: Number(seat.fitting).toLocaleString(locale()) };
    return [fill(all ? this.words.all_deals : this.words.drawn_deals, values), seat.settled ? "" : this.words.not_settled, this.words.limits].filter(Boolean).join(" ");
  }

  async #ask(card) {
    this.#seats.set(card.ply, (await get(`${this.path}/${card.ply}`)).body);
    this.#redraw();
  }

  #redraw() {
    this.part.querySelector(".strip").replaceChildren(this.#strip(), this.#legend(), this.#judgeAll());
    if (this.list) this.mark(this.list);
    this.show(this.#shown);
  }

  /** The button that asks the server about each costly card, one after another; nothing if all are known. */
  #judgeAll() {
    const left = this.deal.plies.filter((card) => this.#isCostly(card) && !this.#known(card)).length;
    if (!left) return "";
    if (this.#judging) return make("p", { class: "quiet", role: "status" }, fill(this.words.judging, { n: left }));
    return make("button", { type: "button", class: "judge", onclick: () => this.#judge() }, this.words.judge);
  }

  async #judge() {
    this.#judging = true;
    this.#redraw();
    try {
      for (const card of this.deal.plies) if (this.#isCostly(card) && !this.#known(card)) await this.#ask(card);
    } catch (error) {
      this.part.querySelector(".strip").append(make("p", { class: "message warn", role: "status" }, error.code ? error.message : this.words.offline));
    }
    this.#judging = false;
  }

  async #fromSeat(card, button) {
    button.disabled = true;
    button.textContent = this.words.wait;
    try {
      await this.#ask(card);
    } catch (error) {
      button.replaceWith(make("p", { class: "message warn", role: "status" }, error.code ? error.message : this.words.offline));
      return;
    }
    if (this.#shown === card.ply) this.part.querySelector(".card-prices").focus();
  }
}
