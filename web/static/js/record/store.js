// What a scribe's browser keeps: the entries that are not sent yet, and the desk of each deal as it last was.
// Where the browser keeps nothing (some private windows), they live as long as the tab does.

const NAME = "nought-recorder";
const memory = { entries: new Map(), desks: new Map() };
let opening = null;

/** Whether entries outlive the tab. */
export let lasting = true;

function open() {
  opening ??= new Promise((resolve) => {
    let asked;
    try {
      asked = indexedDB.open(NAME, 1);
    } catch {
      return resolve(null);
    }
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("entries", { keyPath: "key" }).createIndex("deal", "deal");
      asked.result.createObjectStore("desks", { keyPath: "deal" });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = asked.onblocked = () => resolve(null);
  }).then((found) => {
    lasting = found !== null;
    return found;
  });
  return opening;
}

async function work(store, mode, act, instead) {
  const book = await open();
  if (!book) return instead(memory[store]);
  return new Promise((resolve, reject) => {
    const transaction = book.transaction(store, mode, { durability: "strict" });
    const asked = act(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(asked?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** The entries of a deal in the order in which they were made. */
export async function entries(deal) {
  const found = await work("entries", "readonly", (store) => store.index("deal").getAll(deal),
    (kept) => [...kept.values()].filter((each) => each.deal === deal));
  return found.sort((one, other) => one.place - other.place);
}

/** How many entries of each deal wait. */
export async function waiting() {
  const found = await work("entries", "readonly", (store) => store.getAll(), (kept) => [...kept.values()]);
  const counts = new Map();
  for (const each of found) counts.set(each.deal, (counts.get(each.deal) ?? 0) + 1);
  return counts;
}

export const keep = (entry) =>
  work("entries", "readwrite", (store) => store.put(entry), (kept) => void kept.set(entry.key, entry));

export const forget = (key) =>
  work("entries", "readwrite", (store) => store.delete(key), (kept) => void kept.delete(key));

export const desk = async (deal) =>
  (await work("desks", "readonly", (store) => store.get(deal), (kept) => kept.get(deal)))?.desk ?? null;

export const keepDesk = (deal, found) =>
  work("desks", "readwrite", (store) => store.put({ deal, desk: found }), (kept) => void kept.set(deal, { deal, desk: found }));
