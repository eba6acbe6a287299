// The recorder at a table of a round: a match is opened for the table, and its next deal.

import { post } from "../api.js";
import { sendOnce } from "./forms.js";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.record) return;
  event.preventDefault();
  sendOnce(form, async () => {
    form.dataset.match ||= (await post(form.dataset.record, {})).body.id;
    const { body: deal } = await post("/api/v1/deals", { match: form.dataset.match });
    location.assign(`/record/${deal.id}`);
  }, { shows: true });
});
