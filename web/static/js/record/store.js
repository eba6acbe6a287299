// The recorder's storage in the browser: unsent entries, and each deal's last state from the server.
//
// Phones close the connection of a page in the background, disks fill up, and some private windows store nothing. So no
// function here throws, or waits for long. A closed connection is opened again. What could not be written lasts as long
// as the tab, and is written with the next entry, or when the outbox asks (`catchUp`).

const NAME = "nought-recorder";
const PATIENCE = 2000; // milliseconds; some browsers never answer
const PAUSE = 10_000; // milliseconds until a storage that did not answer is tried again

let connection = null; // a promise of it
let pausedUntil = 0;
const due = new Map(); // what is not written yet, by key: {entry}, or {entry: null} to delete it

/** Whether the entries outlive the tab. */
export let lasting = true;

/** Whether an entry is written. */
export const isKept = (entry) => !due.has(entry.key);

function open() {
  connection ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "key" }).createIndex("deal", "deal");
      request.result.createObjectStore("desks", { keyPath: "deal" });
    };
    request.onsuccess = () => {
      const book = request.result;
      // A newer page in another tab may change the version: it must not wait for this tab.
      book.onversionchange = () => book.close();
      resolve(book);
    };
    request.onerror = request.onblocked = () => reject(request.error);
  });
  return connection;
}

/** Return the result of `act(store)` in one transaction. */
function transact(book, store, mode, act) {
  return new Promise((resolve, reject) => {
    const transaction = book.transaction(store, mode, { durability: "strict" });
    const request = act(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

class NoAnswer extends Error {}

function inTime(promise) {
  let timer = 0;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new NoAnswer()), PATIENCE); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Return the result of `act(store)`, on a new connection if the first try fails. Throws if the browser cannot store. */
async function work(store, mode, act, isLast = false) {
  if (Date.now() < pausedUntil) throw new NoAnswer();
  const used = open();
  try {
    return await inTime(used.then((book) => transact(book, store, mode, act)));
  } catch (error) {
    used.then((book) => book.close(), () => {});
    if (connection === used) connection = null;
    if (!isLast) return work(store, mode, act, true);
    if (error instanceof NoAnswer) pausedUntil = Date.now() + PAUSE;
    throw error;
  }
}

/** The same for entries: notes whether they last. Returns `instead` if the browser cannot store. */
async function onEntries(mode, act, instead) {
  try {
    const result = await work("entries", mode, act);
    lasting = true;
    return result;
  } catch {
    lasting = false;
    return instead;
  }
}

/** Write what is due. */
export async function catchUp() {
  const batch = [...due];
  if (!batch.length) return;
  const isWritten = await onEntries("readwrite", (store) => {
    for (const [key, { entry }] of batch) entry ? store.put(entry) : store.delete(key);
  }, false);
  if (isWritten !== false) for (const [key, change] of batch) if (due.get(key) === change) due.delete(key);
}

/** Write an entry, and delete the one with the key `instead`. */
export function keep(entry, instead = null) {
  if (instead) due.set(instead, { entry: null });
  due.set(entry.key, { entry });
  return catchUp();
}

export function forget(entry) {
  due.set(entry.key, { entry: null });
  return catchUp();
}

/** The entries of a deal in the order in which they were made. */
export async function entries(deal) {
  const rows = await onEntries("readonly", (store) => store.index("deal").getAll(deal), []);
  return rows.sort((one, other) => one.place - other.place);
}

/** The number of waiting entries by deal. */
export async function waiting() {
  const rows = await onEntries("readonly", (store) => store.getAll(), []);
  const counts = new Map();
  for (const each of rows) counts.set(each.deal, (counts.get(each.deal) ?? 0) + 1);
  return counts;
}

export const desk = async (deal) => (await work("desks", "readonly", (store) => store.get(deal)).catch(() => null))?.desk ?? null;

/** Keep a deal's state. The entries are kept without it. */
export const keepDesk = (deal, contents) => work("desks", "readwrite", (store) => store.put({ deal, desk: contents })).catch(() => {});
