// The service worker: caches the recorder's page, so that it opens without a network. Answers of the API are never
// cached; the page itself stores the entries.
const { version, shell, language, assets, icon } = self.SHELL;
const KEPT = `nought-${version}`;

self.addEventListener("install", (event) => {
  // The page is fetched without credentials: nothing personal is cached but the language.
  const all = [new Request(shell, { credentials: "omit", headers: { "Accept-Language": language } }), ...assets];
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(all)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("nought-") && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (assets.includes(url.pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (request.mode === "navigate" && url.pathname.startsWith("/record/")) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(shell, { ignoreVary: true })) ?? Response.error()));
  }
});

// Messages of the server (api/messages). A message that comes twice has the same id, and is shown once.
self.addEventListener("push", (event) => {
  const { id, title, body, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, icon, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href, origin } = new URL(event.notification.data.url, location.origin);
  if (origin !== location.origin) return;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const same = open.find((client) => client.url === href);
    await (same ? same.focus() : self.clients.openWindow(href));
  })());
});

/** Add this browser anew with another address. Without a session nobody can: then the player adds it on the page. */
async function renew({ oldSubscription, newSubscription }) {
  const { options } = oldSubscription ?? newSubscription;
  const made = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const page = await (await fetch("/me/messages", { credentials: "same-origin" })).text();
  const csrf = /<meta name="csrf" content="(\w+)">/.exec(page)?.[1];
  if (!csrf) return;
  const { endpoint, keys } = made.toJSON();
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch("/api/v1/me/messages/devices", { method: "POST", credentials: "same-origin", headers, body });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
