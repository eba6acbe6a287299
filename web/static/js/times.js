// Times in the reader's time zone and language.

import { locale } from "./dom.js";

const format = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });

function show() {
  for (const each of document.querySelectorAll("time[datetime]")) each.textContent = format.format(new Date(each.dateTime));
}

show();
document.addEventListener("refreshed", show);
