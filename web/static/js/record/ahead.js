// Where the deal stands as far as the page can tell before the server has said so: the desk, and the entries on
// their way. It only counts cards around the table; who takes a trick, and what is legal, the server knows.

/** {turn, laid, played, certain}: turn is null where only the table can tell who is next. */
export function ahead(desk, entries) {
  const found = {
    turn: desk.pad?.seat ?? desk.turn ?? null,
    laid: desk.laid === desk.width ? 0 : desk.laid,
    played: [],
    certain: entries.length === 0,
  };
  for (const act of entries.flatMap((entry) => entry.body.acts ?? [])) {
    if (act.type !== "CardPlayed") {
      found.turn = desk.after[act.seat] ?? null;
      continue;
    }
    found.played.push(act);
    found.laid += 1;
    found.turn = found.laid < desk.width ? desk.after[act.seat] : null;
    if (found.laid >= desk.width) found.laid = 0;
  }
  return found;
}
