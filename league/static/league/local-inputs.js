// Fields of a date and time in the reader's own time zone. The form still sends UTC, which a hint below the field names.
// Without this script the fields are in UTC, as their labels say.

import { translate } from "../site/words.js";

const pad = (number) => String(number).padStart(2, "0");

// Return a moment as a field in the reader's time zone shows it.
export function toLocal(moment) {
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

function toUtc(value) {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString().slice(0, 16);
}

export function localize(root, zone = Intl.DateTimeFormat().resolvedOptions().timeZone) {
  for (const field of root.querySelectorAll("input[type=datetime-local]:not([data-zone])")) {
    field.dataset.zone = zone;
    if (field.value) field.value = toLocal(new Date(`${field.value}Z`));
    for (const label of field.labels) label.textContent = label.textContent.replace("(UTC)", `(${zone})`);
    const hint = document.createElement("p");
    hint.className = "hint";
    const say = () => (hint.textContent = field.value ? translate("{time} UTC", { time: toUtc(field.value).replace("T", " ") }) : "");
    field.addEventListener("input", say);
    field.after(hint);
    say();
    field.form?.addEventListener("formdata", ({ formData }) => {
      if (field.value && !field.disabled) formData.set(field.name, toUtc(field.value));
    });
  }
}

localize(document);
