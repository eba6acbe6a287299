// The recorder's storage in the browser: unsent entries, and each deal's last state from the server. Without IndexedDB,
// as in some private windows, they last as long as the tab.

const NAME = "nought-recorder";
const memory = { entries: new Map(), desks: new Map() };
let opening = null;

/** Whether entries outlive the tab. */
export let lasting = true;

function open() {
  opening ??= new Promise((resolve) => {
    let request;
    try {
      request = indexedDB.open(NAME, 1);
    } catch {
      return resolve(null);
    }
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "key" }).createIndex("deal", "deal");
      request.result.createObjectStore("desks", { keyPath: "deal" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => resolve(null);
  }).then((book) => {
    lasting = book !== null;
    return book;
  });
  return opening;
}

async function work(store, mode, act, instead) {
  const book = await open();
  if (!book) return instead(memory[store]);
  return new Promise((resolve, reject) => {
    const transaction = book.transaction(store, mode, { durability: "strict" });
    const request = act(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** The entries of a deal in the order in which they were made. */
export async function entries(deal) {
  const rows = await work("entries", "readonly", (store) => store.index("deal").getAll(deal),
    (kept) => [...kept.values()].filter((each) => each.deal === deal));
  return rows.sort((one, other) => one.place - other.place);
}

/** The number of waiting entries by deal. */
export async function waiting() {
  const rows = await work("entries", "readonly", (store) => store.getAll(), (kept) => [...kept.values()]);
  const counts = new Map();
  for (const each of rows) counts.set(each.deal, (counts.get(each.deal) ?? 0) + 1);
  return counts;
}

export const keep = (entry) =>
  work("entries", "readwrite", (store) => store.put(entry), (kept) => void kept.set(entry.key, entry));

export const forget = (key) =>
  work("entries", "readwrite", (store) => store.delete(key), (kept) => void kept.delete(key));

export const desk = async (deal) =>
  (await work("desks", "readonly", (store) => store.get(deal), (kept) => kept.get(deal)))?.desk ?? null;

export const keepDesk = (deal, contents) =>
  work("desks", "readwrite", (store) => store.put({ deal, desk: contents }), (kept) => void kept.set(deal, { deal, desk: contents }));
