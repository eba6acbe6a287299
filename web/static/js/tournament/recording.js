// A table is recorded here: a match is opened for it, and its next deal; then the recorder takes over.

import { post } from "../api.js";
import { refused } from "./forms.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.record) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  try {
    form.dataset.match ||= (await post(form.dataset.record, {})).body.id;
    const { body: deal } = await post("/api/v1/deals", { match: form.dataset.match });
    location.assign(`/record/${deal.id}`);
  } catch (error) {
    refused(form, error);
  } finally {
    form.removeAttribute("aria-busy");
  }
});
