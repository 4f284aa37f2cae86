// Service worker: shows push notifications and opens their page on click.

const WAITS = "You have a new notification."; // in the reader's language: league/notifications/views.py

self.addEventListener("push", (event) => {
  let data = {};
  try {
    data = event.data?.json() ?? {};
  } catch {
    // Unreadable, but browsers require a notification for every push.
  }
  const body = data.text ?? WAITS;
  const url = new URL(data.url ?? "/notifications/", self.location.origin);
  event.waitUntil(self.registration.showNotification("League Zero", { body, tag: data.id, data: { url: url.href } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
