// The controls below a table stay at the bottom of the window, unless they would cover most of it: with large text, or
// in a low window.

const MOST = 0.55; // of the height of the window

/** Let the controls go with the page while they are too high to stay in place. */
export function keepInPlace(dock) {
  const measure = () => dock.classList.toggle("loose", dock.offsetHeight > MOST * innerHeight);
  new ResizeObserver(measure).observe(dock);
  addEventListener("resize", measure);
}
