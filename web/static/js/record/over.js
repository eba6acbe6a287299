// The end of the deal: the result, its confirmation, and the next deal.
import { Problem, brought, get, post } from "../api.js";
import { showEnd } from "../deal-end.js";
import { fill } from "../dom.js";
import { explained, outcome } from "../replay/result.js";
import { shareLink } from "../share-link.js";
import { put } from "./dock.js";
import { listOfBreaches } from "./notice.js";
import { at, deal, outbox, say, words } from "./scene.js";

const { result: resultWords, end: endWords, ...sharing } = brought("end-words");

/** Show the result once the deal is over. */
export function renderOver(desk, phase) {
  at("result").hidden = phase !== "over";
  if (phase !== "over") return;
  const { match, settlement } = desk;
  const speech = words.ofTable(desk);
  showEnd(at("end"), {
    sentence: settlement ? outcome(settlement, desk.view, speech, resultWords) : resultWords.abandoned,
    notes: settlement ? explained(settlement, desk.view, speech, resultWords) : [],
    settlement, speech, words: endWords,
    match: match?.deal && { ...match.deal, over: match.over, winner: match.winner },
  });
  at("confirmed").textContent = desk.confirmed?.length
    ? fill(words.confirmedBy, { seats: desk.confirmed.map((seat) => words.seat(seat, desk.names)).join(", ") }) : "";
  put(at("breaches"), listOfBreaches(desk.breaches));
  at("confirm").hidden = !settlement || desk.confirmed.length === desk.seats.length;
  at("next").hidden = Boolean(match?.over);
  at("newmatch").hidden = !match?.over;
  at("watch").href = `/deals/${deal}`;
}

/** Share the link of the deal with its result. */
export function shareDeal() {
  const link = new URL(`/deals/${deal}`, location.href).href;
  return shareLink({ link, text: at("end").querySelector(".worth").textContent, place: at("message"), words: sharing });
}

/** Open the next deal of the match, or one with the same players, and go there. */
export const openNext = () => opening("next", (desk) => post("/api/v1/deals", desk.match ? { match: desk.match.id }
  : { ...sameTable(desk), number: desk.number + 1 }, once("next")));

/** Open another match with the same players at the same table, and go to its first deal. The deal passes on as before. */
export const openMatch = () => opening("newmatch", async (desk) => {
  const { body: { teams } } = await get(`/api/v1/matches/${desk.match.id}`);
  const { body: match } = await post("/api/v1/matches", { ...sameTable(desk), teams }, once("match"));
  return post("/api/v1/deals", { match: match.id }, once("first"));
});

/** Return what a deal and a match with the same players have in common. */
const sameTable = (desk) => ({
  ruleset: desk.ruleset.key, dealer: desk.after[desk.dealer] ?? desk.dealer, players: desk.players,
  ...(desk.table ? { table: desk.table } : {}), ...(desk.club && !desk.table ? { club: desk.club } : {}),
});

/** What was sent before an answer was lost is not opened twice. */
const once = (what) => ({ headers: { "Idempotency-Key": `${what}-${deal}` } });

/** Send with a button what opens a deal, and go there. */
async function opening(name, send) {
  at(name).disabled = true;
  try {
    const { body: opened } = await send(outbox.desk);
    location.assign(`/record/${opened.id}`);
  } catch (error) {
    at(name).disabled = false;
    say(error instanceof Problem ? error.message : words.offlineNow);
  }
}
