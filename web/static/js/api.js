// Requests to the server: JSON in, JSON out, problems as errors.

export class Problem extends Error {
  constructor(body, status) {
    super(body.detail || body.title || String(status));
    this.body = body;
    this.code = body.code || "";
    this.status = status;
  }
}

/** The connection failed: the server may have acted or not. */
export class Offline extends Error {}

const csrf = () => document.querySelector('meta[name="csrf"]')?.content ?? "";

/** Take the CSRF token from the page as it is now: a cached page may have that of an older session. */
async function renewCsrf(signal) {
  const { text } = await answerOf(location.href, { signal, headers: { Accept: "text/html" } });
  const meta = new DOMParser().parseFromString(text, "text/html").querySelector('meta[name="csrf"]');
  document.querySelector('meta[name="csrf"]')?.remove();
  if (meta) document.head.append(meta);
  return meta !== null;
}

/** Return an answer with its text. Throws Offline if the connection fails, also in the middle of the text. */
async function answerOf(path, request) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", ...request });
    return { answer, text: [204, 304].includes(answer.status) ? "" : await answer.text() };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Offline(String(error));
  }
}

/** Send one request, with `json` or a `file` as its body. Returns {body, etag, status}; throws Problem or Offline. `read`
    parses the answer's text. */
export async function call(method, path, { json, file, headers = {}, signal, read = JSON.parse, again = true } = {}) {
  const sent = { Accept: "application/json", ...headers };
  if (method !== "GET") sent["X-CSRF-Token"] = csrf();
  if (json !== undefined) sent["Content-Type"] = "application/json";
  if (file) sent["Content-Type"] = file.type || "application/octet-stream";
  const { answer, text } = await answerOf(path, {
    method, headers: sent, signal, body: file ?? (json === undefined ? undefined : JSON.stringify(json)),
  });
  let body = null;
  try {
    body = text ? (answer.ok ? read : JSON.parse)(text) : null;
  } catch {
    throw new Offline(`not understood: ${answer.status}`);
  }
  if (body?.code === "csrf" && again && (await renewCsrf(signal))) {
    return call(method, path, { json, file, headers, signal, read, again: false });
  }
  if (!answer.ok && answer.status !== 304) throw new Problem(body ?? {}, answer.status);
  return { body, etag: answer.headers.get("ETag"), status: answer.status };
}

/** Return a signal that ends a request after some milliseconds: AbortSignal.timeout, which older browsers lack. */
export function abortedAfter(milliseconds) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** A key for "Idempotency-Key" that nobody else chooses; browsers offer randomUUID only on a secure connection. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const get = (path, more) => call("GET", path, more);
export const post = (path, json, more) => call("POST", path, { json, ...more });

/** Return the objects of an answer with one JSON object in each line. */
export async function getLines(path, more = {}) {
  const read = (text) => text.trim().split("\n").map((line) => JSON.parse(line));
  return (await call("GET", path, { ...more, headers: { Accept: "application/x-ndjson" }, read })).body ?? [];
}

/** Return the data of a page's <script type="application/json" id="…">; null if there is none. */
export function brought(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
