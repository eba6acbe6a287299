// An entry that was not sent yet is edited on this device, by the pad: also without a connection.
import { get } from "../api.js";
import { make } from "../dom.js";
import { ahead, cardsOf } from "./ahead.js";
import { isBid } from "./choices.js";
import { askAct, valueOf } from "./edit.js";
import { guessedWay, waysOf } from "./playing.js";
import { UNKNOWN, deal, outbox, say, words } from "./scene.js";

const isOfAuction = (act) => isBid(act) || act.type === "Passed";

/** Whether the entry can be edited by the pad: one act, not on its way. */
export const canEdit = (entry) => entry.kind === "acts" && entry.body.acts.length === 1 && entry !== outbox.flying;

/** Ask what the entry should be, and change it. Returns whether it was changed. */
export async function editUnsent(entry) {
  const [act] = entry.body.acts;
  const value = valueOf(act);
  const chosen = await askAct({
    title: words.replace, intro: [make("p", { class: "sentence" }, entry.told.join(", "))],
    load: (seat) => deskFor(entry, seat ?? value.seat), seat: value.seat, value, words,
  });
  if (chosen === "same") say(words.unchanged);
  if (!chosen || chosen === "same") return false;
  if (entry === outbox.flying || !outbox.entries.includes(entry)) {
    say(words.offlineNow);
    return false;
  }
  outbox.change(entry, { body: { acts: [chosen], onward: true }, told: [words.line(chosen, "")] });
  return true;
}

/** Return what a seat may do at the entry: as the server says for the first one, else as the page can know. */
async function deskFor(entry, seat) {
  const isFirst = entry === outbox.unsent[0];
  if (isFirst && !outbox.offline) {
    try {
      return (await get(`/api/v1/deals/${deal}/desk?seat=${seat}`)).body;
    } catch { /* the page goes on without the server */ }
  }
  const { desk } = outbox;
  if (isFirst && desk.pad?.seat === seat) return { ...desk };
  const [act] = entry.body.acts;
  const before = outbox.entries.slice(0, outbox.entries.indexOf(entry));
  const stand = { ...ahead(desk, before), certain: false };
  const ways = waysOf(seat, stand);
  const cards = [...cardsOf(desk.pack), UNKNOWN];
  const pad = { seat, ways, cards: Object.fromEntries(cards.map((card) => [card, [guessedWay(card, seat, ways, stand), ...ways.map(() => "possible")]])) };
  const bids = isOfAuction(act) ? [{ type: "Passed" }, ...desk.bids].map((each) => ({ kind: "act", group: "bid", sentence: "", act: { ...each, seat } })) : [];
  return { ...desk, choices: bids, pad: act.type === "CardPlayed" ? pad : null };
}
