// Pages of a class that are fetched while the script goes on.

/** Return another page of this site as a document; null without a connection or while the server is busy. */
export async function fetchPage(path) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (answer.status >= 500 || answer.status === 429) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}

const AGAIN = 2000; // milliseconds

/**
 * Return a function that calls `run`, never twice at the same time: called meanwhile, it runs once more afterwards.
 * `run` returns whether it succeeded; if not, it is called again a little later.
 */
export function renewing(run) {
  let running = false;
  let again = false;
  let timer = 0;
  return async function renew() {
    clearTimeout(timer);
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        if (!await run()) timer = setTimeout(renew, AGAIN);
      }
    } finally {
      running = false;
    }
  };
}
