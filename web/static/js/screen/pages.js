// Slides split into pages of as many rows as fit.

const NEW = 60000; // milliseconds for which a row is marked as new

const NARROW = 640; // pixels: on a phone the type has its own size
const FILLS = [2.2, 2, 1.85, 1.7, 1.55, 1.4, 1.3, 1.2, 1.1, 1]; // sizes of type, largest first
const SMALLEST = 0.9; // the size of type that is used if it saves a page

export class Pages {
  /** `stage`: holds the slides; `word`: stands beside a row that is new. */
  constructor(stage, word) {
    this.stage = stage;
    this.word = word;
    this.all = []; // of {slide, rows, second}: second are the rows in the second column
    this.at = 0;
    this.coming = null; // where to go when the page is turned next
    this.before = this.contents();
    this.since = new Map(); // when a table's result changed
  }

  get slides() {
    return [...this.stage.querySelectorAll(".slide")];
  }

  /** The contents of the result rows, by table. */
  contents() {
    const rows = this.stage.querySelectorAll('[data-kind="results"] tr[data-result]');
    return new Map([...rows].map((row) => [row.dataset.key, row.dataset.result]));
  }

  /** Parts every slide into pages for the room there is. */
  lay() {
    const here = this.all[this.at];
    this.all = [];
    for (const slide of this.slides) {
      for (const each of this.slides) each.hidden = each !== slide;
      this.all.push(...this.laid(slide));
    }
    const same = this.all.findIndex((each) => here && each.slide.dataset.kind === here.slide.dataset.kind && each.first >= here.first);
    this.at = Math.max(same, 0);
  }

  /** Return the pages of a slide: in two columns where one is not enough, and in type as large as these pages allow. */
  laid(slide) {
    const rows = gathered(slide);
    let best = this.fit(slide, rows, 1, 1);
    const wide = this.stage.clientWidth > 1.4 * this.stage.clientHeight;
    if (best.pages.length > 1 && wide && "columns" in slide.dataset) best = this.fit(slide, rows, 2, 1);
    const smaller = this.fit(slide, rows, best.columns, SMALLEST);
    if (smaller.pages.length < best.pages.length) best = smaller;
    const base = best;
    for (const fill of this.stage.clientWidth > NARROW ? FILLS : []) {
      const larger = this.fit(slide, rows, base.columns, fill);
      const wraps = larger.heights.some((height, n) => height > (base.heights[n] * fill) / base.fill * 1.04 + 1);
      if (wraps || larger.pages.length > base.pages.length || slide.scrollWidth > slide.clientWidth) continue;
      best = larger;
      break;
    }
    if (best !== base || rows.length) this.fit(slide, rows, best.columns, best.fill);
    slide.style.setProperty("--air", `${best.air}px`);
    return best.pages.map((parts) => ({ slide, rows: parts.flat(), second: parts[1] ?? [], first: rows.indexOf(parts[0]?.[0]) }));
  }

  /** Return the pages of a slide at a size of type: each a list of columns, each a list of rows. */
  fit(slide, rows, columns, fill) {
    slide.classList.toggle("two", columns === 2);
    slide.style.setProperty("--fill", fill);
    slide.style.setProperty("--air", "0px");
    const heights = rows.map((row) => row.getBoundingClientRect().height);
    const sum = (all) => all.reduce((total, each) => total + each, 0);
    const height = this.stage.getBoundingClientRect().bottom - slide.getBoundingClientRect().top;
    const room = height - (slide.scrollHeight - sum(heights)) - 1;
    const pieces = [];
    let first = 0;
    for (const many of parted(heights, room, columns)) {
      pieces.push({ rows: rows.slice(first, first + many), height: sum(heights.slice(first, first + many)) });
      first += many;
    }
    const pages = [];
    for (let n = 0; n < Math.max(pieces.length, 1); n += columns) pages.push(pieces.slice(n, n + columns).map((piece) => piece.rows));
    const each = pieces.map((piece) => (room - piece.height) / piece.rows.length);
    const air = Math.max(0, Math.min(...each, sum(heights) / Math.max(rows.length, 1)) / 2 - 0.5);
    return { columns, fill, heights, pages, air: Number.isFinite(air) ? Math.floor(air) : 0 };
  }

  show() {
    const { slide, rows, second } = this.all[this.at] ?? {};
    for (const each of this.slides) each.hidden = each !== slide;
    if (!slide) return;
    for (const row of gathered(slide)) row.hidden = !rows.includes(row);
    if (second.length) beside(slide).tBodies[0].append(...second);
  }

  turn(by) {
    const many = Math.max(this.all.length, 1);
    this.at = by > 0 && this.coming !== null ? this.coming : (this.at + by + many) % many;
    this.coming = null;
  }

  /** Go to the first page of a kind. Returns whether there is one. */
  go(kind) {
    const n = this.all.findIndex(({ slide }) => slide.dataset.kind === kind);
    if (n >= 0) this.at = n;
    return n >= 0;
  }

  /** Replace the slides. Rows with a changed result are marked, and their page comes next. */
  take(slides) {
    this.stage.replaceChildren(slides);
    const now = this.contents();
    const changed = [...now.keys()].filter((key) => this.before.get(key) !== now.get(key));
    for (const key of changed) this.since.set(key, Date.now());
    this.before = now;
    for (const row of this.stage.querySelectorAll('[data-kind="results"] tr[data-result]')) {
      if (Date.now() - (this.since.get(row.dataset.key) ?? 0) < NEW) this.mark(row);
    }
    this.lay();
    const coming = this.all.findIndex(({ rows }) => rows.some((row) => "result" in row.dataset && changed.includes(row.dataset.key)));
    this.coming = coming < 0 ? null : coming;
  }

  mark(row) {
    const mark = document.createElement("span");
    mark.className = "fresh";
    mark.textContent = this.word;
    row.classList.add("is-fresh");
    row.lastElementChild.append(" ", mark);
  }
}

/** Return all rows of a slide, in order, back in its first table and shown. */
function gathered(slide) {
  const second = slide.querySelector("table.second");
  const body = slide.querySelector("tbody");
  const moved = second ? [...second.tBodies[0].rows] : [];
  if (moved.length) {
    const after = [...body.rows].find((row) => row.hidden && Number(row.dataset.n) > Number(moved[0].dataset.n));
    for (const row of moved) body.insertBefore(row, after ?? null);
  }
  second?.remove();
  const rows = body ? [...body.rows] : [];
  rows.forEach((row, n) => { row.dataset.n = n; row.hidden = false; });
  return rows;
}

/** Return the table of the second column of a slide. */
function beside(slide) {
  const first = slide.querySelector("table");
  const second = first.cloneNode(false);
  second.classList.add("second");
  if (first.tHead) second.append(first.tHead.cloneNode(true));
  second.append(document.createElement("tbody"));
  first.after(second);
  return second;
}

/** Return the number of rows of each column: on as few pages as possible, with about as many rows in each column. */
function parted(heights, room, columns) {
  const greedy = fitting(heights, room, Infinity);
  const many = Math.ceil(greedy.length / columns) * columns;
  const even = fitting(heights, room, Math.ceil(heights.length / Math.max(many, 1)));
  return even.length <= many ? even : greedy;
}

function fitting(heights, room, most) {
  const parts = [];
  let [many, used] = [0, 0];
  for (const height of heights) {
    if (many && (many === most || used + height > room)) {
      parts.push(many);
      [many, used] = [0, 0];
    }
    many += 1;
    used += height;
  }
  return many ? [...parts, many] : parts;
}
