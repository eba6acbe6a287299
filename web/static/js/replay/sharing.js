// Links to exactly this, code to embed it, the sheet for paper, the help. Its own page has all that, a frame only a link.

import { fill } from "../speech.js";

/** Answers {point(address)}: call it when what is shown has changed. */
export function share(words) {
  const find = (selector) => document.querySelector(selector);
  const here = (path) => new URL(path, location.href).href;
  let link = location.href;
  find("[data-copy]")?.addEventListener("click", async () => {
    const told = find(".more .told-back");
    try {
      await navigator.clipboard.writeText(link);
      told.textContent = words.copied;
    } catch {
      told.textContent = fill(words.select_to_copy, { link });
    }
  });
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
      const frame = document.createElement("iframe");
      frame.src = here(address({ path: `${page}/embed` }));
      frame.title = document.title;
      frame.width = "100%";
      frame.height = "640";
      frame.loading = "lazy";
      code.value = frame.outerHTML;
    },
  };
}
