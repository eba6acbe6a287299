// Cards as elements. A word of the notation: "JH", "TH", "??", "(9S)", "[JD]".

const SHEETS = new URL("../img/", import.meta.url).pathname;
const SVG = "http://www.w3.org/2000/svg";

/** Return the card of a word, and whether it lies face down or is the indicator. */
export function read(word) {
  const bare = word.replace(/[()[\]]/g, "");
  return { card: bare, known: bare !== "??", rank: bare.slice(0, -1), suit: bare.slice(-1),
           down: word.includes("("), indicator: word.includes("[") };
}

/** Return a suit's sign as an element hidden from screen readers. `sheet`: the file with the signs of this pack. */
export function sign(suit, sheet = "suits.svg") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", "0 0 24 24");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${SHEETS}${sheet}#${suit}`);
  svg.append(use);
  return svg;
}

/** Return a card as an element. `names` has the names of cards:
    {ranks: {J: "jack"}, suits: {H: "hearts"}, index: {T: "10"}, of: "{rank} of {suit}", unknown, sheet}. */
export function element(word, names, tag = "span") {
  const { card, known, rank, suit, down } = read(word);
  const part = document.createElement(tag);
  part.className = known ? "card" : "card back";
  if (down) part.classList.add("down");
  part.dataset.card = card;
  part.append(known ? face(rank, names) : label(names?.unknown ?? "unknown card"));
  if (known) {
    part.dataset.suit = suit;
    part.append(sign(suit, names?.sheet), label(spoken(card, names)));
    part.firstChild.setAttribute("aria-hidden", "true");
  }
  return part;
}

/** Return a card in words. */
export function spoken(word, names) {
  const { card, known, rank, suit } = read(word);
  if (!known) return names?.unknown ?? "unknown card";
  return (names?.of ?? "{rank} of {suit}")
    .replace("{rank}", names?.ranks?.[rank] ?? card)
    .replace("{suit}", names?.suits?.[suit] ?? suit);
}

function face(rank, names) {
  const part = document.createElement("b");
  part.textContent = names?.index?.[rank] ?? (rank === "T" ? "10" : rank);
  return part;
}

function label(text) {
  const part = document.createElement("span");
  part.className = "unseen";
  part.textContent = text;
  return part;
}
