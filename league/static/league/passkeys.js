// Passkeys: asks the browser to make one, or to sign in with one, and sends the answer with the form.
//
// <form data-passkey="create" or "get" data-options="address of the options"> with an input named `credential`
// and a <p data-passkey-status role="status">. It stays hidden in browsers without passkeys.

import { translate } from "../site/words.js";

const can = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);

async function fetchOptions(form) {
  const response = await fetch(form.dataset.options, {
    method: "POST",
    headers: { "X-CSRFToken": document.querySelector('meta[name="csrf-token"]').content },
    body: new FormData(form),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.text);
  return answer.publicKey;
}

async function askBrowser(form) {
  const options = await fetchOptions(form);
  const publicKey =
    form.dataset.passkey === "create"
      ? PublicKeyCredential.parseCreationOptionsFromJSON(options)
      : PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return navigator.credentials[form.dataset.passkey]({ publicKey });
}

async function send(form, status) {
  status.textContent = "";
  try {
    const credential = await askBrowser(form);
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch (error) {
    status.textContent =
      error.name === "NotAllowedError"
        ? translate("No passkey was used. Try again.")
        : translate("That didn't work. {why}", { why: error.message ?? "" });
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const status = form.querySelector("[data-passkey-status]");
  if (can) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form, status);
    });
  }
}
