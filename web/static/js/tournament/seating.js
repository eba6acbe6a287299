// Remembers on this device which name of a tournament was chosen, and opens its table.

const KEY = `nought.seat:${location.pathname}`;

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is off
  }
}

function keep(entry) {
  try {
    if (entry) localStorage.setItem(KEY, entry);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the name is chosen each time.
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-entry], [data-forget]");
  if (link) keep(link.dataset.entry);
});

const chosen = new URLSearchParams(location.search).get("entry");
const mine = chosen ? null : kept();
const link = mine && document.querySelector(`[data-entry="${CSS.escape(mine)}"]`);
if (link) location.replace(link.href);
