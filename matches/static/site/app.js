// The site as an installed app: its service worker, the number on its icon, and the button to install it.

const button = document.querySelector("[data-install]");
const isInstalled = matchMedia("(display-mode: standalone)").matches;
let offer = null; // the browser's own question, kept until the button is pressed

const register = () => navigator.serviceWorker?.register(button.dataset.install);

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // no banner
  offer = event;
  button.hidden = false;
});
addEventListener("appinstalled", () => {
  button.hidden = true;
  register();
});
button.addEventListener("click", () => {
  button.hidden = true;
  offer?.prompt();
});

if (isInstalled) register();

/** Show the number of unread notifications on the app's icon. */
function showBadge() {
  const count = Number(document.querySelector("[data-unread]")?.dataset.unread ?? 0);
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

if (isInstalled) {
  showBadge();
  document.addEventListener("htmx:afterSettle", showBadge);
}
