// Shows what is pushed to this browser, and opens the page that it is about.

const WAITS = "You have a new notification."; // in the reader's language: league/notifications/views.py

self.addEventListener("push", (event) => {
  let data = {};
  try {
    data = event.data?.json() ?? {};
  } catch {
    // Unreadable: the browser wants something to be shown all the same.
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
