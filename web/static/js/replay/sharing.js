// Sharing the link, the code to embed, print and help. In a frame only the link exists.

import { make } from "../dom.js";
import { shareLink } from "../share-link.js";

/** Returns {point(address)}: call it after each step. */
export function share(words) {
  const find = (selector) => document.querySelector(selector);
  const here = (path) => new URL(path, location.href).href;
  let link = location.href;
  find("[data-share]")?.addEventListener("click", () => shareLink({ link, place: find(".actions .feedback"), words }));
  find("[data-print]")?.addEventListener("click", () => window.print());
  find("[data-help]")?.addEventListener("click", () => find("dialog.help").showModal());
  return {
    point(address) {
      const page = location.pathname.replace(/\/embed$/, "");
      link = here(address({ path: page }));
      const whole = find("a.whole");
      if (whole) whole.href = link;
      const future = find("a[data-future]");
      if (future) future.href = address({ path: page, hidden: future.dataset.future === "hidden" });
      const code = find("#embed-code");
      if (!code) return;
      const src = here(address({ path: `${page}/embed` }));
      const { title } = document;
      code.value = make("iframe", { src, title, width: "100%", height: "640", loading: "lazy" }).outerHTML;
    },
  };
}
