// Slides split into pages of as many rows as fit.

const NEW = 60000; // milliseconds for which a row is marked as new

export class Pages {
  /** `stage`: holds the slides; `word`: stands beside a row that is new. */
  constructor(stage, word) {
    this.stage = stage;
    this.word = word;
    this.all = []; // of {slide, rows}
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
      const rows = [...slide.querySelectorAll("tbody > tr")];
      for (const row of rows) row.hidden = false;
      const heights = rows.map((row) => row.getBoundingClientRect().height);
      const used = slide.scrollHeight - heights.reduce((sum, each) => sum + each, 0);
      const parts = parted(heights, this.stage.clientHeight - used - 1);
      let first = 0;
      for (const many of parts.length ? parts : [0]) {
        this.all.push({ slide, rows: rows.slice(first, first + many), first });
        first += many;
      }
    }
    const same = this.all.findIndex((each) => here && each.slide.dataset.kind === here.slide.dataset.kind && each.first >= here.first);
    this.at = Math.max(same, 0);
  }

  show() {
    const { slide, rows } = this.all[this.at] ?? {};
    for (const each of this.slides) each.hidden = each !== slide;
    if (!slide) return;
    for (const row of slide.querySelectorAll("tbody > tr")) row.hidden = !rows.includes(row);
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

/** Return the number of rows of each page: as few pages as possible, with about as many rows on each. */
function parted(heights, room) {
  const greedy = fitting(heights, room, Infinity);
  const even = fitting(heights, room, Math.ceil(heights.length / Math.max(greedy.length, 1)));
  return even.length === greedy.length ? even : greedy;
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
