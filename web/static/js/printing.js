// The print button of a paper, and its PDF.

import "./pdf-links.js";

// A PDF has its times in the zone of who asks for it, unless the club has set that of its venue.
for (const link of document.querySelectorAll("a[data-zoned]")) {
  link.search = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(link.search)), zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
}

document.getElementById("print").addEventListener("click", async () => {
  await document.fonts.ready; // else names in other scripts are printed as boxes
  window.print();
});
