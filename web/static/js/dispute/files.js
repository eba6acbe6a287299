// Uploads: <form data-upload="/api/v1/…/files">. The body is the file itself.

import { call } from "../api.js";
import { say, sendOnce } from "../tournament/forms.js";
import { refresh } from "../tournament/fresh.js";

export function uploads(words) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.upload) return;
    event.preventDefault();
    const [file] = form.elements.file.files;
    const query = new URLSearchParams({ name: file.name });
    if (form.elements.side?.value) query.set("side", form.elements.side.value);
    sendOnce(form, async () => {
      await call("POST", `${form.dataset.upload}?${query}`, { file });
      await refresh();
      say(form.dataset.done ?? words.done);
    }, { shows: true });
  });
}
