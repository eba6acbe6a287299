// The recorder's shell, kept by the browser where it is allowed to: over https, or on this very machine.
import { make } from "./dom.js";

/** Keep the shell, and say in `place` honestly what the browser can do. */
export async function keepShell(place, words) {
  if (!("serviceWorker" in navigator) || !isSecureContext) {
    place.textContent = words.plainHttp;
    return;
  }
  try {
    await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  } catch {
    place.textContent = words.plainHttp;
    return;
  }
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    place.replaceChildren(make("button", { type: "button", onclick: () => { event.prompt(); place.replaceChildren(); } }, words.install));
  });
}
