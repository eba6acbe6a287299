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
