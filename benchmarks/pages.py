"""Row 22: the replay page on a phone, against the home page in the same round.

A phone of 390 px with a slow processor and network (4 times slower, 150 ms, 1.6 Mbit/s) opens each page with an empty
cache. The time of the largest contentful paint is judged. The link names a seat and a ply, as a reader shares it.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

from benchmarks.harness import LEAST_ROUNDS, Finding, Row, Timing, at_most
from benchmarks.http import recorded, serving
from store import migrations
from store.postgres import embedded
from store.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
NETWORK: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""Milliseconds, and bytes a second."""
SLOWER: Final = 4
SETTLED: Final = 800
"""Milliseconds without a request, after which nothing larger is painted."""
SHIFT: Final = 0.05
"""The greatest layout shift allowed, a share of the screen."""
OBSERVE: Final = """
window.painted = 0;
window.shifted = 0;
new PerformanceObserver((list) => { for (const each of list.getEntries()) window.painted = each.startTime; })
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifted += each.value; })
  .observe({type: "layout-shift", buffered: true});
"""


def open_on_phone(browser: Browser, address: str) -> tuple[float, float]:
    """Open a page for the first time. Return the seconds to its largest paint, and its layout shift."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    page.add_init_script(OBSERVE)
    protocol: Any = context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.send("Network.emulateNetworkConditions", NETWORK)
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="networkidle", timeout=90_000)
    page.wait_for_timeout(SETTLED)
    painted, shifted = page.evaluate("[window.painted, window.shifted]")
    context.close()
    return painted / 1000, shifted


def run(rounds: int) -> Finding:
    """Return for each round how many times the home page's time a link to a seat's ply takes."""
    with embedded.temporary() as server, sync_playwright() as playwright:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, keys=str(server.folder / "keys"))
        migrations.migrate(settings)
        deal = recorded(settings).removeprefix("/api/v1").removesuffix("/replays/public")
        seconds: dict[str, list[float]] = {"/": [], deal: [], f"{deal}?seat=S#40": []}
        shift = 0.0
        executable = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        with serving(settings) as port:
            for turn in range(max(rounds, LEAST_ROUNDS) + 1):
                for path, taken in seconds.items():
                    painted, shifted = open_on_phone(browser, f"http://127.0.0.1:{port}{path}")
                    if turn:  # the first round warms the server up
                        taken.append(painted)
                        shift = max(shift, shifted)
        browser.close()
    if shift > SHIFT:
        raise RuntimeError(f"a page shifts by {shift:.3f} of the screen; at most {SHIFT} is allowed")
    names = ("home page", "a deal", "a seat's ply")
    timings = tuple(Timing(name, "page", tuple(taken)) for name, taken in zip(names, seconds.values(), strict=True))
    home, plain, ply = (each.rounds for each in timings)
    figures = tuple(mine / first for mine, first in zip(ply, home, strict=True))
    without = sorted(mine / first for mine, first in zip(plain, home, strict=True))
    return Finding(figures, timings, f"a deal without a ply {without[len(without) // 2]:.2f}, layout shift {shift:.3f}")


ROWS = [Row(22, "phone: link to a seat's ply, largest paint", "the home page", at_most(1.5), run)]
