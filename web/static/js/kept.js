// What a page keeps in this browser, as JSON. A browser may forbid storage, have no room, or hold what no page wrote: then
// the page goes on with what it has in memory. No other script uses localStorage or sessionStorage.

/** Return the value that is kept under a name; `instead` if there is none, or none that can be read. */
export function readKept(name, instead = null, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(name)) ?? instead;
  } catch {
    return instead;
  }
}

/** Keep a value under a name; undefined removes it. Returns false if the browser cannot keep it. */
export function writeKept(name, value, storage = () => localStorage) {
  try {
    if (value === undefined) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return value === undefined;
  }
}

/** Return the names under which something is kept that begin with a prefix. */
export function namesKept(prefix, storage = () => localStorage) {
  try {
    return Object.keys(storage()).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

export const ofTab = () => sessionStorage;
