// Entries from the players of the club: a tap writes a name into the list of entries, the next one its partner beside it.
// A second tap takes the name out. What stands in the list is always that which is sent, so it can also be typed.

const panel = document.getElementById("club-players");
const lines = document.getElementById("lines");
const side = Number(panel.dataset.side);
const players = [...panel.querySelectorAll("button[data-name]")];
const BETWEEN = " + ";

/** Return the list as lines of names. */
const read = () => lines.value.split("\n").map((line) => line.split(BETWEEN).map((each) => each.trim()).filter(Boolean)).filter((line) => line.length);

/** Write `name` behind the last name if its entry is not complete, else on a line of its own. */
function write(name) {
  const text = lines.value.trimEnd();
  const last = text.slice(text.lastIndexOf("\n") + 1);
  const isOpen = last !== "" && last.split(BETWEEN).length < side;
  lines.value = text + (isOpen ? BETWEEN : text && "\n") + name;
}

function remove(name) {
  lines.value = read().map((line) => line.filter((each) => each !== name)).filter((line) => line.length).map((line) => line.join(BETWEEN)).join("\n");
}

const isThere = (button) => button.ariaPressed === "true";

/** Show who stands in the list; nobody is written there twice. */
function mark() {
  const there = new Set(read().flat());
  for (const each of players) each.ariaPressed = String(there.has(each.dataset.name));
}

panel.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (!button.dataset.name) players.filter((each) => !isThere(each)).forEach((each) => write(each.dataset.name));
  else (isThere(button) ? remove : write)(button.dataset.name);
  mark();
});
lines.addEventListener("input", mark);
panel.hidden = false;
mark();
