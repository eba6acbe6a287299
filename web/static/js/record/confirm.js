// The opponents confirm a result with their own PIN.
import { Problem, post } from "../api.js";
import { ask, make } from "../dom.js";

export async function confirmResult({ outbox, deal, words, say }) {
  const { names, confirmed } = outbox.desk;
  const seats = outbox.desk.seats.filter((seat) => !confirmed.includes(seat));
  const who = make("select", { "aria-label": words.who }, seats.map((seat) => make("option", { value: seat }, words.seat(seat, names))));
  const pin = make("input", { type: "password", inputmode: "numeric", autocomplete: "off", "aria-label": words.pin, maxlength: 12 });
  const given = await ask(words.confirm, [make("p", {}, words.confirmHint), make("label", {}, words.who, who), make("label", {}, words.pin, pin)],
    [[words.confirm, () => ({ seat: who.value, pin: pin.value }), "main"], [words.cancel, null]]);
  if (!given) return;
  try {
    await post(`/api/v1/deals/${deal}/confirmations`, given, { headers: { "If-Match": outbox.etag } });
    say(words.confirmed);
    await outbox.go();
  } catch (error) {
    say(error instanceof Problem ? error.message : words.offlineNow);
  }
}
