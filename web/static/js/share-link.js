// Sharing a link: a phone offers its chats; elsewhere the link is copied.

import { fill } from "./dom.js";

/** Share a link with a sentence about it; `place` says that it was copied, or shows it to be copied by hand. */
export async function shareLink({ link, text, place, words }) {
  try {
    if (navigator.share) return await navigator.share({ ...(text ? { text } : { title: document.title }), url: link });
    await navigator.clipboard.writeText(text ? `${text} ${link}` : link);
    place.textContent = words.copied;
  } catch (error) {
    if (error.name !== "AbortError") place.textContent = fill(words.select_to_copy, { link });
  }
}
