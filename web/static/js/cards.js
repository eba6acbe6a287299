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
    {ranks: {J: "jack"}, suits: {H: "hearts"}, index: {T: "10"}, of: "{rank} of {suit}", unknown, sheet}.
    `whole`: as it lies on a table, with its face if `drawn`; else only the index. */
export function element(word, names, { tag = "span", whole = false, drawn = true } = {}) {
  const { card, known, rank, suit, down } = read(word);
  const part = document.createElement(tag);
  part.className = known ? "card" : "card back";
  part.classList.toggle("whole", whole);
  if (down) part.classList.add("down");
  part.dataset.card = card;
  if (!known) {
    part.append(label(names?.unknown ?? "unknown card"));
    return part;
  }
  part.dataset.suit = suit;
  part.append(index(rank, suit, names));
  if (whole && drawn && !down) part.append(face(card, names?.sheet), index(rank, suit, names));
  part.append(label(spoken(card, names)));
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

/** Return the corner of a card: its rank and the sign of its suit. */
function index(rank, suit, names) {
  const part = document.createElement("span");
  part.className = "index";
  part.setAttribute("aria-hidden", "true");
  const letter = document.createElement("b");
  letter.textContent = names?.index?.[rank] ?? (rank === "T" ? "10" : rank);
  part.append(letter, sign(suit, names?.sheet));
  return part;
}

/** Return the drawing of a card's face; the sprite has the name of the sheet with the signs. */
function face(card, sheet = "suits.svg") {
  const part = sign(card, sheet.replace("suits", "cards"));
  part.setAttribute("viewBox", "0 0 100 140");
  part.setAttribute("class", "face");
  return part;
}

function label(text) {
  const part = document.createElement("span");
  part.className = "unseen";
  part.textContent = text;
  return part;
}
