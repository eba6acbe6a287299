// A web worker: prices the legal cards of a position with the kernel, the same bytes as on the server.
//
// It takes {start: {code, layout}} once: the address of the kernel, and where its answer is (analysis/payloads.py). Then
// {id, deal, position, guess, budget}: bytes as the server sends them. It answers {id, prices, finished, nodes, more}
// now and then: `prices` by the kernel's number of each card, as far as they are known; `more`: another answer follows.
// With a fault of the position it answers {id, fault}. A newer position ends the work on an older one.

const SMALLEST = 50_000; // positions of the search: some hundredths of a second
const LARGEST = 1_000_000; // about half a second; a newer position waits so long at most

let kernel = null;
let next = null;
let running = false;
let known = "";

self.onmessage = ({ data }) => {
  if (data.start) kernel = load(data.start);
  else next = data;
  if (!running) run();
};

async function load({ code, layout }) {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(code));
  const { exports } = instance;
  const address = { deal: exports.deal_address(), position: exports.position_address(), result: exports.result_address() };
  return { exports, address, layout };
}

async function run() {
  running = true;
  while (next) {
    const task = next;
    next = null;
    try {
      await price(await kernel, task);
    } catch (error) {
      self.postMessage({ id: task.id, fault: String(error) });
    }
  }
  running = false;
}

/** Price the cards in steps that grow. What one step learned makes the next one faster. */
async function price({ exports, address, layout }, { id, deal, position, guess, budget }) {
  const bytes = new Uint8Array(exports.memory.buffer);
  const memory = new DataView(exports.memory.buffer);
  const tables = deal.join();
  if (tables !== known) {
    known = "";
    bytes.set(deal, address.deal);
    const fault = exports.check_deal();
    if (fault) return self.postMessage({ id, fault });
    known = tables;
  }
  bytes.set(position, address.position);
  const fault = exports.check_position();
  if (fault) return self.postMessage({ id, fault });
  const prices = {};
  let nodes = 0;
  for (let limit = Math.min(SMALLEST, budget); ; limit = Math.min(2 * limit, LARGEST, budget - nodes)) {
    const finished = Boolean(exports.price(BigInt(limit), 1, guess));
    nodes += Number(memory.getBigInt64(address.result + layout.nodes, true));
    for (let card = 0; card < layout.cards; card++) {
      const value = memory.getInt32(address.result + layout.price + 4 * card, true);
      if (value !== layout.unknown) prices[card] = guess = value;
    }
    const more = !finished && nodes < budget;
    self.postMessage({ id, prices, finished, nodes, more });
    if (!more) return;
    await new Promise((resolve) => setTimeout(resolve));
    if (next) return;
  }
}
