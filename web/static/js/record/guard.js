// A second tap within 300 ms is a slip: the controls may have changed before the finger came down again. So a control
// that was tapped is covered for that time, and so is whatever takes its place. Keys are not concerned.

const PAUSE = 300; // milliseconds

/** Guard the controls in `areas`. */
export function guard(...areas) {
  for (const area of areas) {
    area.addEventListener("click", (event) => {
      const control = event.target.closest("button");
      if (control && event.detail) cover(control.getBoundingClientRect());
    }, true);
  }
}

function cover({ left, top, width, height }) {
  const cover = document.createElement("div");
  cover.className = "cover";
  Object.assign(cover.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(cover);
  setTimeout(() => cover.remove(), PAUSE);
}
