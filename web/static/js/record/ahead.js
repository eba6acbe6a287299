// Where the deal stands as far as the page can tell before the server has said so: the desk, and the entries on
// their way. It only counts cards around the table; who takes a trick, and what is legal, the server knows.

/** {turn, plays, laid, played, certain, sure}: who is to act, and whose card comes next; null where only the table can
 *  tell. It is sure within a trick, a guess after anything else. */
export function ahead(desk, entries) {
  const found = {
    turn: desk.turn ?? null,
    plays: desk.pad?.seat ?? desk.turn ?? null,
    laid: desk.laid === desk.width ? 0 : desk.laid,
    played: [],
    certain: entries.length === 0,
    sure: true,
  };
  for (const act of entries.flatMap((entry) => entry.body.acts ?? [])) {
    if (act.type !== "CardPlayed") {
      found.turn = found.plays = desk.after[act.seat] ?? null;
      found.sure = false;
      continue;
    }
    found.played.push(act);
    found.laid += 1;
    found.turn = found.plays = found.laid < desk.width ? desk.after[act.seat] : null;
    if (found.laid >= desk.width) Object.assign(found, { laid: 0, sure: false });
  }
  return found;
}
