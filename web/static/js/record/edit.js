// The pad for one entry: the same buttons and cards as for recording it, in a sheet. It edits an entry, whose present value
// is marked, or names one that was missed.
import "../card-pad.js";
import { read } from "../cards.js";
import { ask, fill, make } from "../dom.js";
import { cardsOf } from "./ahead.js";
import { adding, bidding, isBid, number, offered, press } from "./choices.js";
import { typeCards } from "./keys.js";
import { exposure } from "./naming.js";

const UNKNOWN = "??";
const CARD = /\b[2-9TJQKA][SHDC]\b/g;

/** Return the value of an entry, from its act or its sentence in the notation: {act, sentence, seat, card, cards}. `card` is that
 *  of a card played, with its way. */
export function valueOf(entered) {
  const isText = typeof entered === "string";
  const seat = isText ? entered.split(/[ :]/)[0] : entered.seat;
  const rest = isText ? entered.slice(seat.length + 1) : "";
  const played = isText && /^[([]*([2-9TJQKA][SHDC]|\?\?)[)\]]*$/.test(rest) ? read(rest)
    : !isText && entered.type === "CardPlayed" ? { card: UNKNOWN, ...entered } : null;
  return { act: isText ? null : entered, sentence: isText ? entered : "", seat,
    card: played && { card: played.card, down: Boolean(played.down), indicator: Boolean(played.indicator) },
    cards: (isText ? rest : JSON.stringify(entered)).match(CARD) ?? [] };
}

/** Ask for an act. `load(seat)`: returns what the seat may do, as the server sends it; `seat`: the first one, or null for the seat
 *  to act; `value`: the present value (`valueOf`), or null; `intro`: elements above; `isAny`: also offer what is against the
 *  rules now. Returns an act, "same" for the present value, or null. */
export async function askAct({ title, intro = [], load, seat = null, value = null, isAny = false, words }) {
  let desk = await load(seat);
  let whose = seat ?? desk.turn ?? desk.seats[0];
  let way = null;
  let points = value?.act?.points ?? null;
  let added = [];
  let naming = null; // {choice, seats, cards}: the cards that an act needs
  let chosen = null;
  const place = make("div", { class: "for-entry" });
  const pad = make("card-pad", { "aria-label": document.getElementById("pad")?.getAttribute("aria-label") ?? "" });
  const label = (name) => document.getElementById(name)?.textContent ?? "";

  const finish = (act) => {
    if (isAny) return close(act);
    const present = choicesOf().find((choice) => choice.kind === "act" && isPresent(choice));
    close(isSame(act, value) || (present && sorted(present.act) === sorted(act)) ? "same" : act);
  };
  const close = (act) => {
    chosen = act;
    place.closest("dialog").querySelector(".answers button:last-child").click();
  };
  const take = (choice, changes = {}) => finish({ ...choice.act, ...changes });
  const open = (choice) => {
    naming = { choice, seats: choice.deals ?? Object.keys(choice.fill?.seats ?? {}), cards: [] };
    draw();
  };

  /** The acts of the seat; a call only if the entry is one. To show a card is offered where one was shown. */
  const choicesOf = () => {
    const own = offered(desk.choices).filter(({ act, group, sentence }) => act.seat === whose
      && (isAny || group !== "call" || (value && sentence.split(" ")[1] === value.sentence.split(" ")[1])));
    const hands = own.filter(({ act }) => act.type === "CardsDealt").map(dealtCards);
    return [...own, ...hands, ...(isAny ? beyond(own) : []), ...(isAny || value?.sentence.includes(" exposes ") ? [shownCard()] : [])];
  };
  /** The bids of the auction and the acts without details that the rules do not allow now. */
  const beyond = (own) => {
    const known = new Set(own.map(({ act }) => sorted(act)));
    return [...desk.bids, ...(desk.always ?? [])].map((act) => ({ ...act, seat: whose })).filter((act) => !known.has(sorted(act)))
      .map((act) => ({ kind: "act", act, sentence: act.type }));
  };
  const everyCard = () => [UNKNOWN, ...cardsOf(desk.pack)];
  const shownCard = () => ({ kind: "template", act: { type: "CardExposed", seat: whose }, sentence: `${whose} exposes`, pick: { field: "card", cards: { legal: [], possible: everyCard() } } });
  /** The dealing with its cards, which are named seat by seat. */
  const dealtCards = (choice) => ({ ...choice, kind: "template", deals: Object.entries(choice.act.hands).flatMap(([each, cards]) => cards.map(() => each)) });
  const isPresent = (choice) => Boolean(value) && (value.act ? isSame(choice.act, value)
    : choice.sentence === value.sentence || (choice.kind === "template" && choice.sentence.split(" ").slice(0, 2).join(" ") === value.sentence.split(" ").slice(0, 2).join(" ")));

  function playCard(card, name = null) {
    const { ways, cards } = desk.pad;
    const isNow = value?.card && value.card.card === card;
    const present = isNow ? ways.findIndex(({ act }) => Boolean(act.down) === value.card.down && Boolean(act.indicator) === value.card.indicator) : -1;
    const best = present >= 0 ? present : cards[card][0];
    const other = ways[best].name === "up" ? "down" : "up";
    const wayNow = name ?? (way === "other" ? other : way);
    const n = wayNow ? ways.findIndex((each) => each.name === wayNow) : best;
    finish({ ...ways[Math.max(n, 0)].act, seat: whose, ...(card === UNKNOWN ? {} : { card }) });
  }

  function nameCard(card) {
    const { choice, seats, cards } = naming;
    if (choice.act.type === "CardExposed") return finish(exposure(whose, card));
    if (choice.pick) return finish({ ...choice.act, [choice.pick.field]: card });
    if (choice.order) {
      naming.cards = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card];
      return naming.cards.length === choice.order.count ? enterOrder() : draw();
    }
    if (choice.deals && card !== UNKNOWN && cards.includes(card)) cards.splice(cards.indexOf(card), 1);
    else cards.push(card);
    if (cards.length < seats.length) return draw();
    if (choice.deals) return finish({ ...choice.act, hands: Object.fromEntries([...new Set(seats)].map((each) => [each, cards.filter((_, n) => seats[n] === each)])) });
    const { field } = choice.fill;
    return finish({ ...choice.act, [field]: { ...choice.act[field], ...Object.fromEntries(seats.map((each, n) => [each, cards[n]])) } });
  }

  const enterOrder = () => finish({ ...naming.choice.act, [naming.choice.order.field]: naming.cards });
  const tap = (card) => (naming ? nameCard(card) : desk.pad && playCard(card));

  function seatButtons() {
    return make("div", { class: "of-seats", role: "group", "aria-label": words.who }, desk.seats.map((each) => make("button", {
      type: "button", "aria-pressed": String(each === whose), data: { seat: each },
      onclick: async () => {
        whose = each;
        Object.assign(desk, await load(each).catch(() => desk));
        naming = null;
        draw();
      },
    }, words.seat(each))));
  }

  function actButtons() {
    const choices = choicesOf();
    const bids = choices.filter(({ act }) => isBid(act)).map(({ act }) => act);
    const present = choices.find((choice) => isBid(choice.act) && isPresent(choice))?.act ?? (value?.act && isBid(value.act) ? value.act : null);
    if (bids.length) points ??= present?.points ?? bids[0].points;
    return make("div", { class: "choices" },
      ...(bids.length ? bidding({ bids, legal: bids, points, present, words, take: (act) => finish({ ...act, seat: whose }), choose: (n) => { points = n; draw(); } }) : []),
      make("div", { class: "plain" }, choices.filter(({ act }) => !isBid(act)).flatMap((choice) => {
        const more = isPresent(choice) ? { "aria-pressed": "true" } : {};
        if (choice.number) return [number(choice, words, take, value?.sentence.match(/-?\d+$/)?.[0])];
        if (choice.numbers) return adding(choice, added, words, take, (numbers) => { added = numbers; draw(); });
        return [press(choice, words, take, open, more)];
      })));
  }

  function wayButtons() {
    const has = (name) => desk.pad.ways.some((each) => each.name === name);
    const isNow = (down, indicator) => Boolean(value?.card && value.card.card === UNKNOWN && value.card.down === down && value.card.indicator === indicator);
    const toggle = (name) => { way = way === name ? null : name; draw(); };
    const one = (id, onclick, isPressed) => make("button", { type: "button", data: { way: id }, onclick, "aria-pressed": String(isPressed) }, label(id));
    return make("div", { class: "ways", role: "group" },
      has("down") ? one("facedown", () => playCard(UNKNOWN, "down"), isNow(true, false)) : null,
      one("unseen", () => playCard(UNKNOWN, "up"), isNow(false, false)),
      has("down") ? one("turned", () => toggle("other"), way === "other") : null,
      has("indicator") ? one("indicator", () => toggle("indicator"), way === "indicator" || isNow(false, true)) : null,
      has("indicator down") ? one("indicatordown", () => playCard(UNKNOWN, "indicator down"), isNow(true, true)) : null);
  }

  function marks() {
    const marked = {};
    const offers = naming && (naming.choice.deals ? { possible: everyCard().slice(1) }
      : naming.choice.pick?.cards ?? naming.choice.order?.cards ?? naming.choice.fill.seats[naming.seats[naming.cards.length]]);
    for (const verdict of ["legal", "possible"]) for (const card of offers?.[verdict] ?? []) marked[card] = { verdict };
    if (!naming && desk.pad) {
      for (const [card, [best, ...verdicts]] of Object.entries(desk.pad.cards)) marked[card] = { verdict: verdicts[best], down: desk.pad.ways[best].act.down };
    }
    naming?.cards.forEach((card, n) => { marked[card] = { ...marked[card], picked: String(n + 1), note: fill(words.picked, { place: n + 1 }) }; });
    const now = naming ? (naming.cards.length ? [] : value?.cards ?? []) : value?.card ? [value.card.card] : [];
    for (const card of now) marked[card] = { ...marked[card], picked: "✓", note: words.present, down: Boolean(value.card?.down) };
    return marked;
  }

  function questionOf({ choice, seats, cards }) {
    if (choice.fill || choice.deals) return fill(words.whichOf, { seat: words.seat(seats[cards.length]) });
    if (choice.order) return fill(words.inOrder, { seat: words.seat(choice.act.seat), act: words.act(choice.act, choice.sentence) });
    return words.line(choice.act, choice.sentence);
  }

  function draw() {
    const [only, ...others] = choicesOf();
    if (!naming && !desk.pad && only && !others.length && (only.pick || only.fill || only.order)) {
      naming = { choice: only, seats: Object.keys(only.fill?.seats ?? {}), cards: [] };
    }
    const { choice } = naming ?? {};
    const focus = document.activeElement;
    const parts = [seatButtons()];
    if (naming) {
      parts.push(make("p", {}, questionOf(naming)), make("div", { class: "plain" },
        choice.order && !choice.order.count && naming.cards.length ? make("button", { type: "button", class: "main", onclick: enterOrder }, words.enter) : null,
        choice.fill || choice.deals || choice.pick?.cards.possible.includes(UNKNOWN) ? make("button", { type: "button", onclick: () => nameCard(UNKNOWN) }, words.notSeen) : null));
    } else {
      parts.push(actButtons());
      if (desk.pad) parts.push(wayButtons());
    }
    if (naming || desk.pad) parts.push(pad);
    else if (!choicesOf().length) parts.push(make("p", { class: "quiet" }, words.notNow));
    place.replaceChildren(...parts);
    pad.names = words.names;
    pad.pack = desk.pack;
    pad.marks = marks();
    if (focus && !focus.isConnected && place.closest("dialog")) place.querySelector(`.of-seats [data-seat="${whose}"]`)?.focus();
  }

  pad.addEventListener("card", ({ detail }) => tap(detail.card));
  draw();
  const answer = ask(title, [...intro, place], [[words.cancel, () => chosen]]);
  typeCards(place.closest("dialog"), { pack: () => desk.pack, card: (card) => (naming || desk.pad ? tap(card) : undefined),
    unseen: () => desk.pad && !naming && playCard(UNKNOWN, "up"),
    down: () => desk.pad && !naming && desk.pad.ways.some(({ name }) => name === "down") && playCard(UNKNOWN, "down"),
    pass: () => takeType("Passed"), number: (text, denomination) => enterBid(text, denomination) });
  return answer;

  function takeType(type) {
    const choice = choicesOf().find(({ act }) => act.type === type);
    if (choice) take(choice);
  }

  function enterBid(text, denomination) {
    const written = Math.round(Number(text.replace(",", ".")) * words.scale);
    const choice = choicesOf().find(({ act }) => isBid(act) && (denomination
      ? act.points === written && act.denomination?.toLowerCase().startsWith(denomination) : act.bid === written));
    if (choice) take(choice);
  }
}

/** Return whether an act is the present value. */
function isSame(act, value) {
  if (!value || act === "same") return act === "same";
  if (value.card && act.type === "CardPlayed") {
    const { card, down, indicator } = value.card;
    return act.seat === value.seat && (act.card ?? UNKNOWN) === card && Boolean(act.down) === down && Boolean(act.indicator) === indicator;
  }
  if (act.type === "CardExposed" && value.sentence.includes(" exposes ")) return act.seat === value.seat && act.card === value.cards[0];
  return Boolean(value.act) && sorted(act) === sorted(value.act);
}

const sorted = (act) => JSON.stringify(Object.entries(act).sort());
