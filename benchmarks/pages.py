"""Row 22: the replay page and a player's own page on a phone, against the home page in the same round.

A phone of 390 px with a slow processor and network (4 times slower, 150 ms, 1.6 Mbit/s) opens each page with an empty
cache. The time of the largest contentful paint is judged. The link names a seat and a ply of a deal of a club's
evening, as a reader shares it. The title is the largest text of such a page, so the note says when the table is drawn,
too. A player's page shows the evening.
"""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from playwright.sync_api import sync_playwright

from api.analyses.worker import AnalysisWorker
from api.clock import now
from api.people.sessions import COOKIE
from api.services import Services
from benchmarks.deals import RULES, random_deal
from benchmarks.harness import LEAST_ROUNDS, Finding, Row, Timing, at_most
from benchmarks.http import serving
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.record.imported_deal import Entered, ImportedDeal
from store import migrations
from store.postgres import embedded
from store.settings import Settings
from store.tables.people.tokens import SESSION

if TYPE_CHECKING:
    from uuid import UUID

    from playwright.sync_api import Browser

BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
NETWORK: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""Milliseconds, and bytes a second."""
SLOWER: Final = 4
SETTLED: Final = 800
"""Milliseconds without a request, after which nothing larger is painted."""
SHIFT: Final = 0.05
"""The greatest layout shift allowed, a share of the screen."""
EVENING: Final = "Saturday evening, 14 February 2026"
DEALS: Final = 12
"""The deals of the evening on the player's page."""
OBSERVE: Final = """
window.painted = 0;
window.shifted = 0;
new PerformanceObserver((list) => { for (const each of list.getEntries()) window.painted = each.startTime; })
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifted += each.value; })
  .observe({type: "layout-shift", buffered: true});
window.drawn = 0;
new MutationObserver((_, observer) => {
  if (!document.querySelector(".announcement")?.textContent) return;
  observer.disconnect();
  requestAnimationFrame((painting) => { window.drawn = painting; });
}).observe(document, {childList: true, subtree: true});
"""


def open_on_phone(browser: Browser, address: str, secret: str = "") -> tuple[float, float, float]:
    """Open a page for the first time. Return the time of its largest paint, its layout shift, and that of its table.

    The times are seconds since the beginning; the last is 0 without a table.

    ``secret``: of the session of somebody who is signed in.
    """
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    if secret:
        context.add_cookies([{"name": COOKIE, "value": secret, "url": address}])
    page = context.new_page()
    page.add_init_script(OBSERVE)
    protocol: Any = context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.send("Network.emulateNetworkConditions", NETWORK)
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="networkidle", timeout=90_000)
    page.wait_for_timeout(SETTLED)
    painted, shifted, drawn = page.evaluate("[window.painted, window.shifted, window.drawn]")
    context.close()
    return painted / 1000, shifted, drawn / 1000


def play_evening(settings: Settings) -> tuple[UUID, str]:
    """Record and analyse an evening of a player with an account.

    Return the id of its last deal, and the secret of a session of the account.
    """
    with closing(Services.build(settings)) as here:
        by, at = "bench", now()
        club = here.ledger.clubs.open_club("Club", sees="open", by=by, at=at).id
        names = ("Anula", "Farook", "Kavitha", "Mahesh")
        player = here.ledger.clubs.register_player(names[0], club=club, by=by, at=at).id
        for seed in range(DEALS):
            dealer, acts = random_deal(RULES, random.Random(seed))
            seats = dict(zip("SENW", names, strict=True))
            opened = DealOpened(plain(STANDARD), dealer, players=seats, club=str(club), event=EVENING, number=seed + 1)
            entered = tuple(Entered(act, at, by) for act in acts)
            deal = here.ledger.imports.import_deal(ImportedDeal(uuid4(), opened, at, by, entered)).id
        account = here.accounts.add("bench", names[0], "player", {}, "bench")
        here.account_players.link(account.id, club, player)
        _, secret = here.tokens.issue("player", names[0], timedelta(hours=1), kind=SESSION, account=account.id)
    with closing(AnalysisWorker(settings)) as worker:
        worker.follow_log()
        while worker.price_next():
            pass
    return deal, secret


@cache
def measure(rounds: int) -> tuple[Finding, Finding]:
    """Return for each round how many times the home page's time a link to a seat's ply takes, and a player's page."""
    with embedded.temporary() as server, sync_playwright() as playwright:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, keys=str(server.folder / "keys"))
        migrations.migrate(settings)
        last, secret = play_evening(settings)
        deal = f"/deals/{last}"
        seconds: dict[str, list[float]] = {"/": [], deal: [], f"{deal}?seat=S#40": [], "/me": []}
        drawn: list[float] = []
        shift = 0.0
        executable = next(filter(None, map(shutil.which, BROWSERS)))
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        with serving(settings) as port:
            for turn in range(max(rounds, LEAST_ROUNDS) + 1):
                for path, taken in seconds.items():
                    signed_in = secret if path == "/me" else ""
                    painted, shifted, ready = open_on_phone(browser, f"http://127.0.0.1:{port}{path}", signed_in)
                    if turn:  # the first round warms the server up
                        taken.append(painted)
                        drawn += [ready] if "#" in path else []
                        shift = max(shift, shifted)
        browser.close()
    if shift > SHIFT:
        raise RuntimeError(f"a page shifts by {shift:.3f} of the screen; at most {SHIFT} is allowed")
    names = ("home page", "a deal", "a seat's ply", "own page")
    timings = tuple(Timing(name, "page", tuple(taken)) for name, taken in zip(names, seconds.values(), strict=True))
    home, bare, ply, own = timings

    def against_home(page: Timing) -> tuple[float, ...]:
        return tuple(mine / first for mine, first in zip(page.rounds, home.rounds, strict=True))

    without = sorted(against_home(bare))
    table = sorted(drawn)[len(drawn) // 2]
    note = (
        f"a deal without a ply {without[len(without) // 2]:.2f}, the table of the ply is drawn after {table:.2f} s,"
        f" layout shift {shift:.3f}"
    )
    return Finding(against_home(ply), (home, bare, ply), note), Finding(against_home(own), (home, own))


ROWS = [
    Row(22, "phone: link to a seat's ply, largest paint", "the home page", at_most(1.5), lambda n: measure(n)[0]),
    Row(22, "phone: a player's own page, largest paint", "the home page", at_most(1.5), lambda n: measure(n)[1]),
]
