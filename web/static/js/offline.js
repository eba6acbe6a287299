// The recorder's offline copy, which browsers store only over https or on localhost.
import { make } from "./dom.js";

const isInstalled = matchMedia("(display-mode: standalone)").matches;

/** Return how to install the page in a browser that does not offer it by itself; "" where it does, or cannot. */
export function howToInstall(words, { userAgent, maxTouchPoints } = navigator) {
  if (isInstalled) return "";
  if ("standalone" in navigator && maxTouchPoints > 0) return words.installIphone;
  if (/Macintosh.* Version\/\S+ Safari\//.test(userAgent)) return words.installMac;
  if (/Android.* Firefox\//.test(userAgent)) return words.installFirefox;
  return "";
}

/** Register the service worker, and say in `place` what the browser can do, or the hint. */
export async function keepShell(place, words, hint = "") {
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
  // Browsers may empty the storage of a page that was not used for days; that of an installed one is kept.
  if (isInstalled) navigator.storage?.persist?.();
  place.textContent = hint;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    place.replaceChildren(make("button", { type: "button", onclick: () => { event.prompt(); place.replaceChildren(); } }, words.install));
  });
}
