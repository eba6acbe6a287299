// Following a class by a stream of server-sent events, or by polling where those do not get through.

import { Problem, get } from "../api.js";

const SOON = 1000; // a page that is left loses its stream first
const POLL = 4000;
const AGAIN = 60_000; // milliseconds of polling before a stream is tried again

/**
 * Call `show` with the class as it stands, first and whenever it changes; `lost` with whether the connection is lost;
 * `refused` when it may no longer be followed.
 */
export function follow(streamed, polled, show, lost = () => {}, refused = () => {}) {
  let source = null;
  let timer = 0;

  function open() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(streamed);
    source.addEventListener("open", () => lost(false));
    source.addEventListener("class", (event) => { lost(false); show(JSON.parse(event.data)); });
    source.addEventListener("end", () => close());
    source.addEventListener("removed", () => { close(); refused(); });
    source.addEventListener("error", () => {
      lost(true);
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(() => poll(Date.now()), SOON);
    });
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  async function poll(since) {
    close();
    try {
      const { body } = await get(polled);
      if (source) return; // a stream opened meanwhile, and is newer
      show(body);
      lost(false);
    } catch (error) {
      if (source) return;
      lost(true);
      if (error instanceof Problem && [401, 403, 404].includes(error.status)) return void refused();
    }
    timer = setTimeout(() => (Date.now() - since > AGAIN ? open() : poll(since)), POLL);
  }

  addEventListener("online", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
