// Opening a dispute: whichever side's button is tapped claims; nothing else need be said.

import { Offline, Problem, brought, post } from "../api.js";
import { make } from "../dom.js";

const words = brought("words");
const form = document.querySelector("form.claiming");
const key = Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) => each.toString(16).padStart(2, "0")).join("");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  const { claim, code } = form.elements;
  const ply = Number(form.dataset.ply);
  const json = { side: event.submitter.value, claim: claim.value.trim(), code: code.value, ...(ply >= 0 ? { ply } : {}) };
  try {
    const { body } = await post(form.dataset.claim, json, { headers: { "Idempotency-Key": `${key}-${json.side}` } });
    location.assign(`/disputes/${body.id}`);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof Offline)) throw error;
    form.querySelector(".told.warn")?.remove();
    form.prepend(make("p", { class: "told warn", role: "alert" }, error instanceof Offline ? words.offline : error.message));
    form.removeAttribute("aria-busy");
  }
});
