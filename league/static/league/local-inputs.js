// Fields of a date and time, or of the time zone, in the reader's own time zone. The form still sends UTC, which a hint below the field names.
// Without this script the fields are in UTC, as their labels say.

import { timeZone, toFieldValue, toUtcFieldValue } from "../site/dates.js";
import { translate } from "../site/words.js";

export function localize(root, zone = timeZone) {
  for (const field of root.querySelectorAll("input[type=datetime-local]:not([data-zone])")) {
    field.dataset.zone = zone;
    if (field.value) field.value = toFieldValue(new Date(`${field.value}Z`));
    for (const label of field.labels) label.textContent = label.textContent.replace("(UTC)", `(${zone})`);
    const hint = document.createElement("p");
    hint.className = "hint";
    const say = () => (hint.textContent = field.value ? translate("{time} UTC", { time: toUtcFieldValue(field.value).replace("T", " ") }) : "");
    field.addEventListener("input", say);
    field.after(hint);
    say();
    field.form?.addEventListener("formdata", ({ formData }) => {
      if (field.value && !field.disabled) formData.set(field.name, toUtcFieldValue(field.value));
    });
  }
}

/** Fill in the reader's time zone where it is not known yet. */
export function suggestZone(root, zone = timeZone) {
  for (const field of root.querySelectorAll("input[data-suggest-zone]")) field.value = zone;
}

localize(document);
suggestZone(document);
