// Moments of the page in the reader's own time and words.

const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

for (const each of document.querySelectorAll("time[datetime]")) {
  each.textContent = written.format(new Date(each.dateTime));
}
