// Times in the reader's language, and in the time zone of the page's venue, or in the reader's if it has none.

import { locale } from "./dom.js";

const { zone: venue, months } = document.documentElement.dataset;
/** The short names of the months, for a browser that does not know the page's language, as many do not know Sinhala. */
const own = !months || Intl.DateTimeFormat.supportedLocalesOf(locale()[0]).length ? null : months.split("|");
let formats = null; // made when they are needed: that takes tens of milliseconds

/** Return a time (ISO 8601) in words; the venue's zone is named where the reader's clock differs. */
export function moment(at) {
  formats ??= { words: dated({ dateStyle: "medium", timeStyle: "short" }, venue), ...(venue && { there: offset(venue), here: offset() }) };
  const date = new Date(at);
  const words = formats.words(date);
  if (!venue || named(formats.there, date) === named(formats.here, date)) return words;
  return `${words} ${named(formats.there, date)}`;
}

/** Return a function that writes dates, as `Intl.DateTimeFormat` does. */
export function dated(how, timeZone) {
  if (!own) {
    const known = format(how, timeZone);
    return (date) => known.format(date);
  }
  const two = "2-digit";
  const numbers = new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "numeric", day: "numeric", hour: two, minute: two, timeZone });
  return (date) => {
    const { year, month, day, hour, minute } = Object.fromEntries(numbers.formatToParts(date).map(({ type, value }) => [type, value]));
    return `${year} ${own[month - 1]} ${day}${how.timeStyle ? ` ${hour}.${minute}` : ""}`;
  };
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

/** Return the day of a time in words: at the venue, else where the reader is. A day without a time is the same everywhere. */
export function day(at) {
  const zone = at.includes("T") ? venue : "UTC";
  return dated({ dateStyle: "medium" }, zone)(new Date(at));
}

/** Show all times of a document. */
export function show(page) {
  for (const each of page.querySelectorAll("time[datetime]")) {
    each.textContent = "day" in each.dataset ? day(each.dateTime) : moment(each.dateTime);
  }
}

/** Offer the reader's own time zone first where a club chooses the zone of its venue. */
function offer(choice) {
  if (!choice) return; // a phone needs 100 ms for the first format of a page
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (choice.value !== here) choice.options[0].after(new Option(here));
}

show(document);
offer(document.querySelector("#club-zone"));
