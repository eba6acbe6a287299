// Talking to the server: JSON in, JSON out, problems as errors that say what to do.

export class Problem extends Error {
  constructor(body, status) {
    super(body.detail || body.title || String(status));
    this.body = body;
    this.code = body.code || "";
    this.status = status;
  }
}

/** The connection failed: nothing is known of what the server did. */
export class Offline extends Error {}

const csrf = () => document.querySelector('meta[name="csrf"]')?.content ?? "";

/** The proof of a page that was kept by the browser may be of an older session: take it from the page as it is now. */
async function renewCsrf() {
  const page = await fetch(location.href, { credentials: "same-origin", headers: { Accept: "text/html" } });
  const found = new DOMParser().parseFromString(await page.text(), "text/html").querySelector('meta[name="csrf"]');
  document.querySelector('meta[name="csrf"]')?.remove();
  if (found) document.head.append(found);
  return found !== null;
}

/** One request. Answers {body, etag, status}; throws Problem or Offline. `read` says how the text is understood. */
export async function call(method, path, { json, headers = {}, signal, read = JSON.parse, again = true } = {}) {
  const sent = { Accept: "application/json", ...headers };
  if (method !== "GET") sent["X-CSRF-Token"] = csrf();
  if (json !== undefined) sent["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method, headers: sent, signal, credentials: "same-origin",
      body: json === undefined ? undefined : JSON.stringify(json),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Offline(String(error));
  }
  const text = answer.status === 204 || answer.status === 304 ? "" : await answer.text();
  let body = null;
  try {
    body = text ? (answer.ok ? read : JSON.parse)(text) : null;
  } catch {
    throw new Offline(`not understood: ${answer.status}`);
  }
  if (body?.code === "csrf" && again && (await renewCsrf())) {
    return call(method, path, { json, headers, signal, read, again: false });
  }
  if (!answer.ok && answer.status !== 304) throw new Problem(body ?? {}, answer.status);
  return { body, etag: answer.headers.get("ETag"), status: answer.status };
}

export const get = (path, more) => call("GET", path, more);
export const post = (path, json, more) => call("POST", path, { json, ...more });

/** The objects of an answer that has one in each line. */
export async function getLines(path) {
  const read = (text) => text.trim().split("\n").map((line) => JSON.parse(line));
  return (await call("GET", path, { headers: { Accept: "application/x-ndjson" }, read })).body ?? [];
}

/** The JSON that a page brought along in <script type="application/json" id="…">. */
export function brought(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
