// How cards move on the table: a card comes from its player, a trick goes to its winner. Not for readers who want none.

const MOVE = 180; // milliseconds; --move in tokens.css
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the card of the last act slide to its place, from the side of its player. */
export function deal(trick, before, view) {
  const cards = view.trick?.cards ?? [];
  const played = cards.length ? cards.length > (before.trick?.cards.length ?? 0) : count(view) > count(before);
  const last = [...trick.querySelectorAll(".laid")].at(-1);
  if (played && last && !still.matches) last.animate([{ transform: from(last) }, {}], { duration: MOVE, easing: "ease-out" });
}

/** Lay out a new trick while the one before goes to its winner. */
export function collect(trick, before, view, lay) {
  const gone = !before.trick?.cards.length && view.trick?.cards.length ? [...trick.querySelectorAll(".laid")] : [];
  const winner = gone.find((laid) => laid.classList.contains("won"));
  lay();
  if (!winner || still.matches) return;
  for (const laid of gone) {
    laid.setAttribute("aria-hidden", "true");
    laid.classList.add("gone");
    trick.prepend(laid);
    const away = laid.animate([{}, { transform: from(winner), opacity: 0 }], { duration: MOVE, easing: "ease-in", fill: "forwards" });
    away.onfinish = away.oncancel = () => laid.remove();
  }
}

const count = (view) => Object.keys(view.tricks ?? {}).length;

/** Return the place at the player's side of the table, as a transform of the card's own. */
function from(laid) {
  const x = Number(laid.style.getPropertyValue("--x")) * 60;
  const y = Number(laid.style.getPropertyValue("--y")) * 60;
  return `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))`;
}
