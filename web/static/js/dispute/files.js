// Handing in a file: <form data-upload="/api/v1/…/files">. The body is the file itself.

import { Offline, Problem } from "../api.js";
import { refused, say } from "../tournament/forms.js";
import { refresh } from "../tournament/fresh.js";

export function uploads(words) {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.upload) return;
    event.preventDefault();
    const [file] = form.elements.file.files;
    const query = new URLSearchParams({ name: file.name });
    if (form.elements.side?.value) query.set("side", form.elements.side.value);
    form.setAttribute("aria-busy", "true");
    try {
      await send(`${form.dataset.upload}?${query}`, file);
      await refresh();
      say(form.dataset.said ?? words.done);
    } catch (error) {
      refused(form, error);
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
}

async function send(path, file) {
  const headers = { "Content-Type": file.type || "application/octet-stream", "X-CSRF-Token": document.querySelector('meta[name="csrf"]')?.content ?? "" };
  const answer = await fetch(path, { method: "POST", headers, body: file, credentials: "same-origin" }).catch((error) => {
    throw new Offline(String(error));
  });
  if (!answer.ok) throw new Problem(await answer.json().catch(() => ({})), answer.status);
}
