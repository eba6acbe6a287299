// The end of the deal: the result, its confirmation, and the next deal.
import { Problem, post } from "../api.js";
import { fill, make, signed } from "../dom.js";
import { put } from "./dock.js";
import { listOfBreaches } from "./notice.js";
import { at, deal, outbox, say, words } from "./scene.js";
import { partners } from "./table.js";

/** Show the result once the deal is over. */
export function renderOver(desk, phase) {
  at("result").hidden = phase !== "over";
  if (phase !== "over") return;
  const settled = desk.settlement;
  const paid = settled ? Object.entries(settled.score ?? settled.tokens ?? {}) : [];
  put(at("paid"),
    ...paid.map(([team, amount]) => make("li", {}, make("b", {}, words.teams[team] ?? team), ` ${signed(amount)}`,
      settled.points?.[team] !== undefined ? make("small", {}, ` ${fill(words.cardPoints, { points: words.pointsOf(settled.points[team]) })}`) : null)),
  );
  const match = desk.match;
  at("partners").textContent = partners(desk, words);
  at("balance").textContent = match ? fill(words.balance, { balance: Object.entries(match.balance).map(([team, n]) => `${words.teams[team] ?? team} ${n}`).join(" · ") }) : "";
  at("confirmed").textContent = desk.confirmed?.length
    ? fill(words.confirmedBy, { seats: desk.confirmed.map((seat) => words.seat(seat, desk.names)).join(", ") }) : "";
  put(at("breaches"), listOfBreaches(desk.breaches));
  at("confirm").hidden = !settled || desk.confirmed.length === desk.seats.length;
  at("next").hidden = Boolean(match?.over);
}

/** Open the next deal of the match, or one with the same players, and go there. */
export async function openNext() {
  const desk = outbox.desk;
  at("next").disabled = true;
  try {
    const body = desk.match ? { match: desk.match.id }
      : { ruleset: desk.ruleset.key, dealer: desk.after[desk.dealer] ?? desk.dealer, players: desk.players, number: desk.number + 1,
          ...(desk.table ? { table: desk.table } : {}), ...(desk.club && !desk.table ? { club: desk.club } : {}) };
    const { body: opened } = await post("/api/v1/deals", body, { headers: { "Idempotency-Key": `next-${deal}` } });
    location.assign(`/record/${opened.id}`);
  } catch (error) {
    at("next").disabled = false;
    say(error instanceof Problem ? error.message : words.offlineNow);
  }
}
