// Links to papers as PDF: while the server makes one, the page says so; then the browser opens it.

import { make } from "./dom.js";

const PASSING = [429, 500, 502, 503, 504]; // statuses of what may go well the next time
const PATIENCE = 8000; // milliseconds until the page says that it takes longer

/** Say beside a link how far its PDF is, and open it once it is made. */
async function open(link) {
  const say = JSON.parse(link.dataset.pdf);
  const status = make("span", { class: "making", role: "status" });
  link.after(status);
  link.setAttribute("aria-busy", "true");
  status.textContent = say.making; // after it is in the page, so that it is announced
  const later = setTimeout(() => (status.textContent = say.still), PATIENCE);
  try {
    const answer = await fetch(link.href, { credentials: "same-origin" });
    if (!answer.ok && PASSING.includes(answer.status)) throw new Error(String(answer.status));
    await answer.blob(); // now the browser has it, and opens it without asking the server again; or why there is none
    status.remove();
    location.assign(link.href);
  } catch {
    status.textContent = say.failed;
  } finally {
    clearTimeout(later);
    link.removeAttribute("aria-busy");
  }
}

for (const link of document.querySelectorAll("a[data-pdf]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.hasAttribute("aria-busy")) return;
    for (const old of document.querySelectorAll(".making")) old.remove();
    open(link);
  });
}
