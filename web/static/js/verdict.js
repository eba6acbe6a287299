// The verdict on an answer, said by screen readers too: they read a live region only when its text changes on the page.

const LATER = 150; // milliseconds: the region is known by then

/** Say the verdict that the page shows, if it shows one. */
export function sayVerdict() {
  const verdict = document.querySelector("#question .verdict-of-answer, #question .own");
  const words = verdict?.innerText.trim() ?? "";
  const region = document.getElementById("verdict");
  if (!region) return;
  region.textContent = "";
  if (words) setTimeout(() => { region.textContent = words; }, LATER);
}
