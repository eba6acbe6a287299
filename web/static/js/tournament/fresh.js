// Keeps a page current: parts marked with data-fresh are replaced when they changed on the server, unless they are in
// use.

import { show } from "../times.js";
import { untilReleased } from "../press.js";

const SECONDS = 12;
let refreshes = 0; // an older page must not come after that of a later refresh
let isLooking = false;

async function fetched() {
  const answer = await fetch(location.href, { credentials: "same-origin", headers: { Accept: "text/html" } });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  show(page);
  return page;
}

/** Replace the page's content after a command; open details and the scroll position stay. */
export async function refresh() {
  refreshes += 1;
  const number = refreshes;
  const page = await fetched().catch(() => null);
  if (number !== refreshes) return undefined;
  const main = document.getElementById("main");
  const fresh = page?.getElementById("main");
  if (!fresh) return location.reload();
  const open = [...main.querySelectorAll("details[open][id]")].map((each) => each.id);
  const top = scrollY;
  main.replaceChildren(...fresh.childNodes);
  document.title = page.title;
  for (const data of document.querySelectorAll('script[type="application/json"][id]')) {
    data.textContent = page.getElementById(data.id)?.textContent ?? data.textContent;
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  scrollTo({ top, behavior: "instant" });
  tabsInView();
  document.dispatchEvent(new CustomEvent("refreshed"));
  return undefined;
}

/** Scroll the open tab into view; on a phone the tabs are wider than the window. */
function tabsInView() {
  for (const tab of document.querySelectorAll(".tabs [aria-current]")) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 48;
}

function inUse(element) {
  return element.contains(document.activeElement) && document.activeElement !== document.body
    || element.querySelector("details[open]") !== null;
}

async function look() {
  if (isLooking || document.hidden || !document.querySelector("[data-fresh]")) return;
  isLooking = true;
  const number = refreshes;
  const page = await fetched().catch(() => null);
  await untilReleased();
  isLooking = false;
  if (page && number === refreshes && !document.querySelector("dialog[open]")) put(page);
}

/** Replace the parts that changed, unless they are in use. */
function put(page) {
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = page.querySelector(`[data-fresh="${part.dataset.fresh}"]`);
    if (!fresh || inUse(part) || part.innerHTML === fresh.innerHTML) continue;
    const left = part.scrollLeft;
    part.replaceChildren(...fresh.childNodes);
    part.scrollLeft = left;
  }
}

tabsInView();
setInterval(look, SECONDS * 1000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
