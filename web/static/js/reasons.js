// A breach that an official noted: the sentence for its code in the reader's language, and the code, which is English.

import { brought } from "./api.js";

const sentences = brought("reasons") ?? {};

/** What to show of a code, written as `precise`; in English that alone. `put`: the sentence around what is shown first. */
export function why(code, precise, put = (sentence) => sentence) {
  const sentence = sentences[code];
  if (!sentence) return [put(precise)];
  const small = Object.assign(document.createElement("small"), { className: "precise", lang: "en", textContent: precise });
  return [put(sentence), " ", small];
}
