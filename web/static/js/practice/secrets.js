// The secrets of the practice deals that this browser began: {id: secret}. Each opens one seat of one practice deal.

import { readKept, writeKept } from "../kept.js";

const KEY = "nought-practice";
const MOST = 50;

const all = () => readKept(KEY, {});

/** Keep the secret of a new practice deal; the oldest ones are forgotten. Throws if the browser forbids storage. */
export function keep({ id, secret }) {
  const entries = [...Object.entries(all()).filter(([each]) => each !== id), [id, secret]];
  if (!writeKept(KEY, Object.fromEntries(entries.slice(-MOST)))) throw new Error("this browser keeps nothing");
}

/** Return the secret of a practice deal; undefined if this browser does not have it. */
export const secretOf = (id) => all()[id];

/** Return the address of the table of a practice deal. */
export const tableOf = ({ id }) => `/practice/${id}`;
