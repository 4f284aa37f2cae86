// Service worker: shows push notifications and opens their page on click, and a page of its own without a connection.
// It never answers with a stored copy of anything else. SITE is in the line before (league/web_app/views.py).

const STORE = `offline-${SITE.version}`;
const STYLES = new Set(SITE.styles);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(STORE).then((store) => store.addAll([SITE.offline, ...SITE.styles])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOldStores(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

async function deleteOldStores() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("offline-") && name !== STORE).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (STYLES.has(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

async function navigate(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(SITE.offline)) ?? Response.error();
  }
}

self.addEventListener("push", (event) => {
  let data = {};
  try {
    data = event.data?.json() ?? {};
  } catch {
    // Unreadable, but browsers require a notification for every push.
  }
  const url = new URL(data.url ?? "/notifications/", self.location.origin);
  const options = {
    body: data.text ?? SITE.text,
    icon: SITE.icon,
    badge: SITE.badge,
    tag: data.tag ?? data.id,
    renotify: Boolean(data.tag), // a new turn in the same match replaces the last one, and rings again
    data: { url: url.href },
  };
  const shown = self.registration.showNotification("League Zero", options);
  event.waitUntil(Promise.all([shown, data.unread && self.navigator.setAppBadge?.(data.unread)]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(open(url.href));
});

/** Show the page in the window that has it open already, else in a new one. */
async function open(href) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === href);
  return shown ? shown.focus() : self.clients.openWindow(href);
}
