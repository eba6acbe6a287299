"""The time of the analysis in a browser: row 10g.

The peer is the same kernel under wasmtime. Both price every ply of a deal from its first lead on, as a reader who
explores it. In Chromium that is done by the worker of the page, so its messages and pauses are counted.
"""

from __future__ import annotations

import logging
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.serving import make_server

from analysis.deal import card_states
from analysis.payloads import question_payload, result_layout
from analysis.position import goal_of
from analysis.solver import Solver
from benchmarks.analysis import records
from benchmarks.harness import Finding, Row, Timing, at_most
from domain.games.catalogue import STANDARD
from web.assets import KERNEL, blp, version

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from domain.engine.state import State

DEALS = 12
LIMIT = 20_000_000
WORKER = "js/explore/kernel.js"

START = """({ worker, code, layout }) => {
  window.kernel = new Worker(worker, { type: "module" });
  window.kernel.postMessage({ start: { code: new URL(code, location.href).href, layout } });
}"""
PRICE = """async ({ questions, budget }) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const start = performance.now();
  for (const [id, { deal, position }] of questions.entries()) {
    await new Promise((resolve, reject) => {
      window.kernel.onmessage = ({ data }) => (data.fault ? reject(data.fault) : data.more || resolve());
      window.kernel.postMessage({ id, deal: bytes(deal), position: bytes(position), guess: 0, budget });
    });
  }
  return (performance.now() - start) / 1000;
}"""


@contextmanager
def page_with_kernel() -> Iterator[Page]:
    """Start Chromium with the worker and the kernel of the page, and end it."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("NOUGHT_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    app = Flask("kernel")
    app.register_blueprint(blp)
    app.add_url_rule("/", view_func=lambda: "<!doctype html><title>Kernel</title>", endpoint="blank")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        path = f"/static/{version()}"
        page.evaluate(START, {"worker": f"{path}/{WORKER}", "code": f"{path}/{KERNEL}", "layout": result_layout()})
        yield page
        browser.close()
    server.shutdown()


def price_on_server(solver: Solver, states: list[State]) -> float:
    """Return the seconds that the kernel under wasmtime takes for the states of a deal."""
    goal = goal_of(states[0])
    start = time.perf_counter()
    for s in states:
        solver.prices(s, goal, whole=states[0])
    return time.perf_counter() - start


def in_chromium(rounds: int) -> Finding:
    """Return the median time of a deal in Chromium divided by that under wasmtime."""
    deals = [[s for _, s, _ in card_states(record)] for record in records(STANDARD.key)[:DEALS]]
    questions: list[list[dict[str, Any]]] = [
        [{name: question_payload(s, states[0])[name] for name in ("deal", "position")} for s in states]
        for states in deals
    ]
    solver = Solver(limit=LIMIT)
    pairs = []
    with page_with_kernel() as page:
        # The browser compiles the kernel again, and better, once it has run for a while.
        page.evaluate(PRICE, {"questions": questions[0], "budget": LIMIT})
        for _ in range(rounds):
            browser = median(page.evaluate(PRICE, {"questions": each, "budget": LIMIT}) for each in questions)
            pairs.append((browser, median(price_on_server(solver, states) for states in deals)))
    timings = (
        Timing("Chromium", "deal", tuple(pair[0] for pair in pairs)),
        Timing("wasmtime", "deal", tuple(pair[1] for pair in pairs)),
    )
    return Finding(tuple(ours / peer for ours, peer in pairs), timings, f"{DEALS} deals, every ply priced")


ROWS = [Row(10, "g: every ply of a deal, in Chromium", "the kernel under wasmtime", at_most(2), in_chromium)]
