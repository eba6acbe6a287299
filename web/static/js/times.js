// Times in the reader's language, and in the time zone of the page's venue, or in the reader's if it has none.

import { locale } from "./dom.js";

const venue = document.documentElement.dataset.zone;
let formats = null; // made when they are needed: that takes tens of milliseconds

/** Return a time (ISO 8601) in words; the venue's zone is named where the reader's clock differs. */
export function moment(at) {
  formats ??= { words: format({ dateStyle: "medium", timeStyle: "short" }, venue), ...(venue && { there: offset(venue), here: offset() }) };
  const date = new Date(at);
  const words = formats.words.format(date);
  if (!venue || named(formats.there, date) === named(formats.here, date)) return words;
  return `${words} ${named(formats.there, date)}`;
}

function format(how, timeZone) {
  return new Intl.DateTimeFormat(locale(), { ...how, timeZone });
}

function offset(zone) {
  return format({ timeZoneName: "shortOffset" }, zone);
}

function named(format, date) {
  return format.formatToParts(date).find((part) => part.type === "timeZoneName").value;
}

/** Show all times of a document. */
export function show(page) {
  for (const each of page.querySelectorAll("time[datetime]")) each.textContent = moment(each.dateTime);
}

/** Offer the reader's own time zone first where a club chooses the zone of its venue. */
function offer(choice) {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (choice && choice.value !== own) choice.options[0].after(new Option(own));
}

show(document);
offer(document.querySelector("#club-zone"));
