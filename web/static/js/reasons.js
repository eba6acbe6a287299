// Why something breaks a rule: the reader's own sentence where the page brought one, and the precise words, in English.

import { brought } from "./api.js";

const sentences = brought("reasons") ?? {};

/** What the reader's language says of a refusal's code; empty in English, and for what is no rule. */
export const reason = (code) => sentences[code] ?? "";

/** What to show of a refusal whose own words are `precise`. `put`: the sentence around what is said first. */
export function why(code, precise, put = (sentence) => sentence) {
  const sentence = reason(code);
  if (!sentence) return [put(precise)];
  const small = Object.assign(document.createElement("small"), { className: "precise", lang: "en", textContent: precise });
  return [put(sentence), " ", small];
}
