// Shares or copies an address of this page.

import { translate } from "../site/words.js";

/** Copy a text; shows on the button for a moment that it was copied, or the text itself if copying is not allowed. */
export async function copyText(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = translate("Copied");
  } catch {
    prompt(translate("Copy this link:"), text);
  }
  setTimeout(() => (button.textContent = label), 2000);
}

/** Offer a link to other apps where the device can, otherwise copy it. */
export async function share(button, { title, text, url }) {
  if (!navigator.share) return copyText(button, url);
  try {
    await navigator.share({ title, text, url });
  } catch (error) {
    if (error.name !== "AbortError") await copyText(button, url); // aborted by the player: nothing to do
  }
}
