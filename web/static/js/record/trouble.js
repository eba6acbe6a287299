// Why entries are not sent, in words: the state in the header, and what the scribe can do about it.
import { alarm } from "./comfort.js";
import { TROUBLE } from "./outbox.js";
import { fill } from "../dom.js";
import { at, outbox, say, words } from "./scene.js";
import * as store from "./store.js";

/** Return the state of the entries, as the header shows it. */
export function stateText() {
  const { stopped, trouble, unsent, saved } = outbox;
  const count = store.lasting ? saved.length : unsent.length;
  if (stopped) return words.stopped;
  if (unsent.length && !count) return words.saving;
  if (trouble) return count ? fill(words.stateWith, { state: words.troubles[trouble], count }) : words.troubles[trouble];
  return count ? fill(words.unsent, { count }) : words.saved;
}

export function renderState() {
  const { stopped, trouble, desk, entries } = outbox;
  const isKnown = Boolean(desk || entries.length); // somebody has recorded here before
  at("state").className = stopped ? "badge warn" : trouble ? "badge note" : "badge";
  at("state").textContent = stateText();
  show("kept", !store.lasting);
  show("lost", trouble === TROUBLE.noDeal);
  show("signedout", trouble === TROUBLE.signedOut && isKnown);
  show("door", trouble === TROUBLE.forbidden || (trouble === TROUBLE.signedOut && !isKnown));
  if (!desk && !at("door").hidden) at("says").textContent = words.notAllowed;
  if (!desk && trouble === TROUBLE.noDeal) at("says").textContent = words.noSuchDeal;
  // Entries that do not outlive this tab must not be left behind.
  for (const link of document.querySelectorAll("#door a, #signedout a")) link.target = store.lasting ? "" : "_blank";
}

function show(name, isShown) {
  if (at(name).hidden === isShown) at(name).hidden = !isShown;
}

/** Let the scribe know that something new keeps entries from being sent. */
export function tellTrouble({ trouble }) {
  if (!trouble || trouble === TROUBLE.connection) return;
  alarm();
  if (trouble === TROUBLE.fault) say(words.fault);
}
