// A page that is shown with a refusal has the address of the refused form: it gets its own again, so that scripts, and
// whoever loads it again, find the page and send nothing.

const { refused } = document.querySelector("[data-refused]").dataset;
history.replaceState(null, "", refused);
