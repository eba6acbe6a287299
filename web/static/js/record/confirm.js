// The players confirm a result with their own PINs. A player without one chooses it here, on the scribe's device.
import { Problem, get, post } from "../api.js";
import { ask, fill, make } from "../dom.js";

/** Ask for a seat and its PIN until the result is confirmed or the sheet is closed. What is refused is said in the sheet. */
export async function confirmResult({ outbox, deal, words, say }) {
  const { names, confirmed } = outbox.desk;
  const seats = outbox.desk.seats.filter((seat) => !confirmed.includes(seat));
  const withPin = new Set(await get(`/api/v1/deals/${deal}/pins`).then(({ body }) => body.items.map((each) => each.seat), () => seats));
  const who = make("select", { "aria-label": words.who }, seats.map((seat) => make("option", { value: seat }, words.seat(seat, names))));
  who.value = seats.find((seat) => withPin.has(seat)) ?? seats[0];
  const pin = make("input", { type: "password", inputmode: "numeric", autocomplete: "off", "aria-label": words.pin, maxlength: 12 });
  const hint = make("p", { role: "status" });
  const wrong = make("p", { class: "message warn", role: "alert", hidden: true });
  const complain = (text) => {
    wrong.textContent = text;
    wrong.hidden = !text;
  };
  const explain = (text) => { hint.textContent = text; };
  const greet = () => explain(withPin.has(who.value) ? words.confirmHint : fill(words.noPin, { seat: words.seat(who.value, names) }));
  who.addEventListener("change", () => { complain(""); greet(); });
  greet();

  /** Send the PIN: a first one is set, else the result is confirmed. Returns undefined until that is done. */
  const send = async () => {
    const given = { seat: who.value, pin: pin.value };
    pin.value = "";
    pin.focus();
    try {
      if (withPin.has(given.seat)) {
        await post(`/api/v1/deals/${deal}/confirmations`, given, { headers: { "If-Match": outbox.etag } });
        return true;
      }
      await post(`/api/v1/deals/${deal}/pins`, given);
      withPin.add(given.seat);
      complain("");
      explain(words.pinSet);
    } catch (error) {
      complain(error instanceof Problem ? error.message : words.offlineNow);
    }
    return undefined;
  };
  const isDone = await ask(words.confirm, [hint, make("label", {}, words.who, who), make("label", {}, words.pin, pin), wrong],
    [[words.confirm, send, "main"], [words.cancel, null]]);
  if (!isDone) return;
  say(words.confirmed);
  await outbox.go();
}
