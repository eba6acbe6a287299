// Entries from the players of the club: a tap writes a name into the list of entries, the next one its partner beside it.
// What stands in the list is always that which is sent, so it can also be typed.

const panel = document.getElementById("club-players");
const lines = document.getElementById("lines");
const side = Number(panel.dataset.side);
const players = [...panel.querySelectorAll("button[data-name]")];
const BETWEEN = " + ";

/** Write `name` behind the last name if its entry is not complete, else on a line of its own. */
function write(name) {
  const text = lines.value.trimEnd();
  const last = text.slice(text.lastIndexOf("\n") + 1);
  const isOpen = last !== "" && last.split(BETWEEN).length < side;
  lines.value = text + (isOpen ? BETWEEN : text && "\n") + name;
}

/** Show who stands in the list; nobody can be written there twice. */
function mark() {
  const there = new Set(lines.value.split("\n").flatMap((line) => line.split(BETWEEN)).map((each) => each.trim()));
  for (const each of players) each.disabled = there.has(each.dataset.name);
}

panel.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  const chosen = button.dataset.name ? [button] : players.filter((each) => !each.disabled);
  for (const each of chosen) write(each.dataset.name);
  mark();
});
lines.addEventListener("input", mark);
panel.hidden = false;
mark();
