// Cards as elements. A word of the notation: "JH", "TH", "??", "(9S)", "[JD]".

const SHEETS = new URL("../img/", import.meta.url).pathname;
const SVG = "http://www.w3.org/2000/svg";

/** The bare card of a word, and whether it lies face down or is the indicator. */
export function read(word) {
  const bare = word.replace(/[()[\]]/g, "");
  return { card: bare, known: bare !== "??", rank: bare.slice(0, -1), suit: bare.slice(-1),
           down: word.includes("("), indicator: word.includes("[") };
}

/** A suit's sign as an element that is not read aloud. `sheet`: the file that has the signs of this pack. */
export function sign(suit, sheet = "suits.svg") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", "0 0 24 24");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${SHEETS}${sheet}#${suit}`);
  svg.append(use);
  return svg;
}

/** A card as an element. `names` says how cards are called:
    {ranks: {J: "jack"}, suits: {H: "hearts"}, index: {T: "10"}, of: "{rank} of {suit}", unknown, sheet}. */
export function element(word, names, tag = "span") {
  const { card, known, rank, suit, down } = read(word);
  const found = document.createElement(tag);
  found.className = known ? "card" : "card back";
  if (down) found.classList.add("down");
  found.dataset.card = card;
  found.append(known ? face(rank, names) : label(names?.unknown ?? "unknown card"));
  if (known) {
    found.dataset.suit = suit;
    found.append(sign(suit, names?.sheet), label(spoken(card, names)));
    found.firstChild.setAttribute("aria-hidden", "true");
  }
  return found;
}

/** A card in words, to be read aloud. */
export function spoken(word, names) {
  const { card, known, rank, suit } = read(word);
  if (!known) return names?.unknown ?? "unknown card";
  return (names?.of ?? "{rank} of {suit}")
    .replace("{rank}", names?.ranks?.[rank] ?? card)
    .replace("{suit}", names?.suits?.[suit] ?? suit);
}

function face(rank, names) {
  const found = document.createElement("b");
  found.textContent = names?.index?.[rank] ?? (rank === "T" ? "10" : rank);
  return found;
}

function label(text) {
  const found = document.createElement("span");
  found.className = "unseen";
  found.textContent = text;
  return found;
}
