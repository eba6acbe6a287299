// Passkeys: to join with one, to sign in, and to add one to an account. Forms with data-passkey are shown if it works.

import { post, Offline } from "./api.js";

const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** Return the options of the server with bytes where browsers want bytes. */
function optionsOf({ challenge, user, excludeCredentials, allowCredentials, ...others }) {
  const withBytes = (list) => (list ?? []).map((each) => ({ ...each, id: toBytes(each.id) }));
  const options = { ...others, challenge: toBytes(challenge) };
  if (user) return { ...options, user: { ...user, id: toBytes(user.id) }, excludeCredentials: withBytes(excludeCredentials) };
  return { ...options, allowCredentials: withBytes(allowCredentials) };
}

/** Return what an authenticator signed as JSON. */
function credentialOf({ id, rawId, type, response, authenticatorAttachment }) {
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const signed = parts.filter((part) => response[part]).map((part) => [part, toText(response[part])]);
  return { id, rawId: toText(rawId), type, authenticatorAttachment, clientExtensionResults: {}, response: Object.fromEntries(signed) };
}

async function run(form) {
  const path = form.dataset.passkey;
  const fields = Object.fromEntries(new FormData(form));
  const { body } = await post(`${path}/options`, fields);
  const publicKey = optionsOf(body);
  const credential = await (publicKey.user
    ? navigator.credentials.create({ publicKey })
    : navigator.credentials.get({ publicKey }));
  const sent = { ...fields, keep: "keep" in fields, credential: credentialOf(credential) };
  location.assign((await post(path, sent)).body.to);
}

if (window.PublicKeyCredential) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    const wrong = form.querySelector('[role="alert"]');
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      wrong.hidden = true;
      const button = form.querySelector("button");
      button.disabled = true;
      try {
        await run(form);
      } catch (error) {
        wrong.textContent = error.body?.detail || (error instanceof Offline ? form.dataset.wrong : error.body?.title) || form.dataset.wrong;
        wrong.hidden = false;
        button.disabled = false;
      }
    });
  }
} else {
  const other = document.querySelector("details[data-without-passkey]");
  if (other) other.open = true;
}
