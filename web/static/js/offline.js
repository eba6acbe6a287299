// The recorder's offline copy, which browsers store only over https or on localhost.
import { make } from "./dom.js";

/** Register the service worker, and say in `place` what the browser can do. */
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
