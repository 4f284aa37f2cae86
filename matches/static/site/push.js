// The button that lets this browser show notifications while no page is open.

import { translate } from "./words.js";

const place = document.querySelector("[data-push-key]");
const button = place?.querySelector("button");
const status = place?.querySelector("[role=status]");
const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function decodeKey(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

async function createSubscription() {
  await navigator.serviceWorker.register(place.dataset.pushWorker);
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: decodeKey(place.dataset.pushKey) };
  const subscription = await worker.pushManager.getSubscription();
  try {
    return await worker.pushManager.subscribe(options);
  } catch (error) {
    if (!subscription) throw error;
    await subscription.unsubscribe(); // made with another key of the site
    return worker.pushManager.subscribe(options);
  }
}

async function add() {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      status.textContent = translate("Notifications are blocked. Allow them for this site in your browser settings, then try again.");
      return;
    }
    const { endpoint, keys } = (await createSubscription()).toJSON();
    const response = await fetch(place.dataset.pushEndpoint, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content,
      },
      body: JSON.stringify({ endpoint, key: keys.p256dh, secret: keys.auth }),
    });
    if (!response.ok) throw new Error((await response.json()).text);
    location.reload();
  } catch (error) {
    status.textContent = translate("Couldn't add this browser. {why} Try again later.", { why: error.message ?? "" });
  } finally {
    button.disabled = false;
  }
}

if (place && can) {
  button.hidden = false;
  status.textContent = "";
  button.addEventListener("click", add);
} else if (status) {
  const isIos = /iPhone|iPad/.test(navigator.userAgent);
  status.textContent = isIos
    ? translate("On an iPhone or iPad, first add League Zero to your home screen (Share, Add to Home Screen) and open it from there.")
    : translate("This browser doesn't support push notifications.");
}
