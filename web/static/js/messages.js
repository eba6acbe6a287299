// The page of what a player is told: let this browser get messages.

import { call } from "./api.js";

const place = document.querySelector("#this-device");
const [button, status] = [place.querySelector("button"), place.querySelector("[role=status]")];
const { key, denied, cannot, failed } = place.dataset;
const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && isSecureContext;

/** Return bytes of base64url as the push manager takes them. */
function bytesOf(text) {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Subscribe this browser, anew if its subscription has another key. */
async function subscribe() {
  await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  const made = await pushManager.subscribe(options).catch(async (error) => {
    const other = await pushManager.getSubscription();
    if (!other) throw error;
    await other.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = made.toJSON();
  await call("POST", "/api/v1/me/messages/devices", { json: { endpoint, p256dh: keys.p256dh, auth: keys.auth } });
}

button.addEventListener("click", async () => {
  button.disabled = true;
  status.textContent = "";
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      status.textContent = denied;
    } else {
      await subscribe();
      location.assign("/me/messages?done=added");
    }
  } catch (error) {
    status.textContent = error.body?.detail || failed;
  } finally {
    button.disabled = false;
  }
});

if (canPush && key) button.hidden = false;
else status.textContent = cannot;
