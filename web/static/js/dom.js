// Making elements: make("button", {class: "main", onclick}, "Text", child…)

export function make(tag, given = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(found.dataset, value);
    else found.setAttribute(name, value === true ? "" : value);
  }
  found.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return found;
}

/** A sentence with named places filled in: told("{seat} plays", {seat: "North"}). */
export function told(sentence, values = {}) {
  return sentence.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** A question in a sheet from below. Answers the value of the button, or null when it was put away. */
export function ask(title, body, buttons) {
  return new Promise((resolve) => {
    const sheet = make("dialog", { class: "sheet", "aria-label": title });
    const done = (value) => { sheet.close(); sheet.remove(); resolve(value); };
    sheet.append(
      make("h2", {}, title), ...[body].flat(),
      make("div", { class: "answers" }, buttons.map(([label, value, kind]) =>
        make("button", { type: "button", class: kind, onclick: () => done(typeof value === "function" ? value() : value) }, label))),
    );
    sheet.addEventListener("cancel", (event) => { event.preventDefault(); done(null); });
    sheet.addEventListener("click", (event) => { if (event.target === sheet) done(null); });
    document.body.append(sheet);
    sheet.showModal();
  });
}
