// Copies the field that a button names in `data-copy`. The buttons are hidden until a script can copy.

import { translate } from "./words.js";

export function showCopyButtons(root) {
  for (const button of root.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}

export async function copyField(button) {
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = translate("Copied");
  } catch {
    field.select();
    button.textContent = translate("Press Ctrl+C to copy");
  }
}
