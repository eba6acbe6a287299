// Times in the reader's time zone and language.

import { locale } from "./dom.js";

const format = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });

/** Return a time (ISO 8601) in words. */
export function moment(at) {
  return format.format(new Date(at));
}

/** Show all times of a document. */
export function show(page) {
  for (const each of page.querySelectorAll("time[datetime]")) each.textContent = moment(each.dateTime);
}

show(document);
