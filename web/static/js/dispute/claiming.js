// Opening a dispute: the button of a side sends the claim; everything else may be left empty.

import { post, randomKey } from "../api.js";
import { sendOnce } from "../tournament/forms.js";
import { fillLists } from "./lists.js";

fillLists();

const key = randomKey();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.claim) return;
  event.preventDefault();
  const { claim, code } = form.elements;
  const ply = Number(form.dataset.ply);
  const json = { side: event.submitter.value, claim: claim.value.trim(), code: code.value, ...(ply >= 0 ? { ply } : {}) };
  sendOnce(form, async () => {
    const { body } = await post(form.dataset.claim, json, { headers: { "Idempotency-Key": `${key}-${json.side}` } });
    location.assign(form.dataset.back ? `${form.dataset.back}#disputed${ply}` : `/disputes/${body.id}`);
  }, { shows: true });
});
