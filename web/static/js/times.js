// Times in the reader's time zone and language.

import { locale } from "./dom.js";

let format = null; // made when it is needed: that takes tens of milliseconds

/** Return a time (ISO 8601) in words. */
export function moment(at) {
  format ??= new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(at));
}

/** Show all times of a document. */
export function show(page) {
  for (const each of page.querySelectorAll("time[datetime]")) each.textContent = moment(each.dateTime);
}

show(document);
