// Times in the reader's time zone and language.

const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

for (const each of document.querySelectorAll("time[datetime]")) {
  each.textContent = written.format(new Date(each.dateTime));
}
