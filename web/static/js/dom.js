// Elements, sentences and sheets. make("button", {class: "main", onclick}, "Text", child…) makes an element.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Enable the controls of a part that were disabled until its script runs. */
export function enable(part) {
  for (const control of part.querySelectorAll(":disabled")) control.disabled = false;
}

/** Return what a form sends when a button submits it. Older browsers do not know `new FormData(form, button)`. */
export function sentBy(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}

/** Fill in the named places of a sentence: fill("{seat} plays", {seat: "North"}). Empty without a sentence. */
export function fill(sentence, values = {}) {
  return (sentence ?? "").replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** Return tokens or points with their sign, "+2" or "−2". */
export const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/** Return the languages for dates and times, the best first: British for English, where days come before months and
    hours run to 24, also for a browser that does not know the language; German if it does not know Swiss German. */
export function locale() {
  const { lang } = document.documentElement;
  return lang === "en" ? ["en-GB"] : lang === "gsw" ? ["gsw", "de-CH"] : [lang, "en-GB"];
}

/** Ask a question in a sheet. Returns the value of the button, or null if the sheet was closed.
    `body`: an element or a list of them; null stands for none. A button's value may be a
    function, also an async one; while it returns undefined, the sheet stays open. Enter in a field presses the main button. */
export function ask(title, body, buttons) {
  return new Promise((resolve) => {
    const sheet = make("dialog", { class: "sheet", "aria-label": title });
    const done = (value) => {
      sheet.close();
      sheet.remove();
      // What had the focus before may be gone.
      if (document.activeElement === document.body) document.querySelector("[data-home]")?.focus({ preventScroll: true });
      resolve(value);
    };
    let isBusy = false;
    const press = async (value) => {
      if (isBusy) return;
      isBusy = true;
      try {
        const given = typeof value === "function" ? await value() : value;
        if (given !== undefined) done(given);
      } finally {
        isBusy = false;
      }
    };
    const answers = make("div", { class: "answers" }, buttons.map(([label, value, kind]) =>
      make("button", { type: "button", class: kind, onclick: () => press(value) }, label)));
    sheet.append(make("h2", {}, title), ...[body].flat().filter((part) => part !== null), answers);
    sheet.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || !event.target.matches("input:not([type=checkbox])") || event.target.form) return;
      event.preventDefault();
      answers.querySelector(".main")?.click();
    });
    sheet.addEventListener("cancel", (event) => { event.preventDefault(); done(null); });
    sheet.addEventListener("click", (event) => { if (event.target === sheet) done(null); });
    document.body.append(sheet);
    sheet.showModal();
  });
}
