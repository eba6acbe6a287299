// The table of the recorder: seats around the current trick, the seat to act, the cards that each has left.
import { element, read } from "../cards.js";
import { fill, make } from "../dom.js";

/** Return the table as an element. Calls `tapped(seat)` when a seat is tapped. */
export function drawTable({ desk, ahead, chosen, words, tapped }) {
  const trick = new Map(desk.view.trick.cards.map((sentence) => [sentence.split(" ")[0], sentence.slice(sentence.indexOf(" ") + 1)]));
  if (desk.laid >= desk.width && ahead.played.length) trick.clear();
  for (const act of ahead.played) {
    if (trick.size >= desk.width) trick.clear();
    trick.set(act.seat, act.down ? `(${act.card ?? "??"})` : act.card ?? "??");
  }
  const turn = chosen ?? ahead.turn;
  return make("div", { class: `ring seats-${desk.seats.length}`, role: "group", "aria-label": words.table },
    desk.seats.map((seat) => {
      const left = (desk.view.hands[seat]?.length ?? 0) - ahead.played.filter((act) => act.seat === seat).length;
      const badges = [
        seat === desk.view.dealer && [words.dealerSign, words.dealer],
        seat === desk.view.maker && [words.makerSign, words.maker],
        desk.view.asleep?.includes(seat) && [words.asleepSign, words.asleep],
      ].filter(Boolean);
      const card = trick.get(seat);
      return make("div", { class: "seat", data: { seat } },
        make("button", {
          type: "button", class: "who", "aria-pressed": String(seat === turn), onclick: () => tapped(seat),
          title: fill(words.recordFor, { seat: words.seat(seat) }),
        },
          make("b", {}, words.seat(seat)),
          make("span", { class: "person" }, desk.names[seat] ?? ""),
          make("span", { class: "count" },
            badges.map(([sign, name]) => make("abbr", { title: name }, sign)),
            make("span", { "aria-label": fill(words.cardsLeft, { count: left }) }, `${left}▮`)),
        ),
        make("span", { class: "laid" }, card ? laid(card, words) : null),
      );
    }),
  );
}

function laid(word, words) {
  const card = element(word, words.names);
  const { known, down } = read(word);
  if (!known && !down) card.classList.replace("back", "unnamed");
  return card;
}
