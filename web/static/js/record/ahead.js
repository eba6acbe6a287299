// The state of the deal before the server has answered: its last state, and the entries on their way. It only counts
// cards around the table; the winner of a trick and the legal acts are the server's.

/** Return {turn, plays, laid, played, certain, sure}: the seat to act and the seat of the next card, null if only the
 *  table knows. `sure` within a trick, else a guess; `certain` if no entry is on its way. */
export function ahead(desk, entries) {
  const stand = {
    turn: desk.turn ?? null,
    plays: desk.pad?.seat ?? desk.turn ?? null,
    laid: desk.laid === desk.width ? 0 : desk.laid,
    played: [],
    certain: entries.length === 0,
    sure: true,
  };
  for (const act of entries.flatMap((entry) => entry.body.acts ?? [])) {
    if (act.type !== "CardPlayed") {
      stand.turn = stand.plays = desk.after[act.seat] ?? null;
      stand.sure = false;
      continue;
    }
    stand.played.push(act);
    stand.laid += 1;
    stand.turn = stand.plays = stand.laid < desk.width ? desk.after[act.seat] : null;
    if (stand.laid >= desk.width) Object.assign(stand, { laid: 0, sure: false });
  }
  return stand;
}
