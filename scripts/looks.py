"""Take pictures of every kind of page of a demo, on a phone and on a desktop, in the light and the dark look.

    python -m scripts.looks FOLDER [NAME…]

starts `nought demo` in a temporary folder, adds what an evening lacks (a new club, a round that is being played, a
dispute), and saves ``FOLDER/NAME-{phone,desk}-{light,dark}.png``, the window as it opens, and
``NAME-{phone,desk}-whole.png``, the whole page. Run it before and after a change of the look, and lay both side by
side; before a release look at all of them.

Needs a Chromium: ``NOUGHT_CHROMIUM``, or on the path.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from demo.club_year import series_id, slate_id
from demo.evening import Evening
from demo.recorder import championship_id, lesson_id
from replay.puzzles.file import built_in

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 390, "height": 844},
    "desk": {"width": 1440, "height": 900},
}
PAIRS: Final = ("Amara", "Beat", "Chitra", "Dilan", "Esther", "Farid", "Gowri", "Hans")
TOKEN: Final = re.compile(r"^Administrator's token.*: (\S+)$", re.MULTILINE)
SIGN_IN: Final = re.compile(r"^Open this link to sign in.*: (\S+)$", re.MULTILINE)
AS_PLAYER: Final = re.compile(r"^Open this link in another browser.*: (\S+)$", re.MULTILINE)
CLASS: Final = re.compile(r"/class/(\S+)\n.*/classes/(\S+)\n")

VISITOR: Final = {
    "home": "/",
    "clubs": "/clubs",
    "club": "/clubs/{club}",
    "club-new": "/clubs/{new_club}",
    "tournaments": "/tournaments",
    "tournament-running": "/tournaments/{running}",
    "tournament-finished": "/tournaments/{finished}",
    "round": "/tournaments/{running}/rounds/1",
    "standings": "/tournaments/{finished}/standings",
    "entry": "/tournaments/{finished}/entries/1",
    "picture": "/tournaments/{finished}/picture",
    "seating": "/tournaments/{running}/seating",
    "hall-screen": "/tournaments/{running}/screen",
    "deals": "/deals",
    "search": "/deals?result=made&only_trump=true",
    "deal-start": "/deals/{closed}?seat=all#0",
    "deal-middle": "/deals/{closed}?seat=E#32",
    "deal-end": "/deals/{closed}?seat=all#999",
    "deal-jass": "/deals/{jass}?seat=all#20",
    "explore": "/deals/{closed}/explore#32",
    "knowledge": "/deals/{closed}/knowledge?seat=E&at=32",
    "audit": "/deals/{closed}/audit",
    "evidence": "/deals/{closed}/evidence",
    "match": "/matches/{match}",
    "live": "/tables/{live_table}/live",
    "embed": "/deals/{closed}/embed",
    "player": "/players/{player}",
    "ratings": "/clubs/{club}/ratings",
    "series": "/series/{series}",
    "slate": "/slates/{slate}",
    "slates": "/slates",
    "learn": "/learn",
    "lesson": "/learn/02-following-suit/1/1",
    "lesson-question": "/learn/02-following-suit/1/4",
    "problem-of-the-day": "/problems/{today}",
    "problems": "/problems",
    "practice": "/practice",
    "sign-in": "/sign-in",
    "rules": "/rules",
    "rulebook": "/rules/304",
    "hands": "/hands",
    "class-join": "/class/{class_code}",
}
"""The pages as a visitor without an account sees them."""

OFFICIAL: Final = {
    "home-official": "/",
    "desk": "/tournaments/{running}/desk/",
    "desk-round": "/tournaments/{running}/desk/round",
    "desk-tables": "/tournaments/{running}/desk/tables",
    "desk-entries": "/tournaments/{running}/desk/entries",
    "desk-terms": "/tournaments/{running}/desk/terms",
    "results-grid": "/tournaments/{running}/desk/results",
    "papers": "/tournaments/{running}/papers",
    "score-sheets": "/tournaments/{running}/papers/sheets/1",
    "table-results": "/tables/{table}/results",
    "record": "/record",
    "tables": "/tables",
    "table-cards": "/tables/{table}/cards",
    "deck": "/deck",
    "disputes": "/disputes",
    "dispute": "/disputes/{dispute}",
    "claim": "/deals/{closed}/disputes/new?ply=32",
    "tokens": "/account",
    "accounts": "/accounts",
    "members": "/clubs/{club}/members",
    "class": "/classes/{class_id}",
    "lesson-editor": "/lessons/{lesson}/edit",
    "tournament-new": "/tournaments/new",
    "club-form": "/clubs/new",
}
"""The pages as an administrator sees them who has signed in."""

PLAYER: Final = {
    "home-player": "/",
    "me": "/me",
    "me-figures": "/me/figures",
    "me-corrections": "/me/corrections",
    "me-notes": "/me/notes",
    "me-messages": "/me/messages",
    "account-player": "/account",
    "witnesses": "/witnesses",
}
"""The pages as a player sees them who has an account."""


@dataclass
class Demo:
    """A running demo, with the ids of what its pages show."""

    address: str
    secret: str
    sign_in: str
    as_player: str
    ids: dict[str, str] = field(default_factory=dict)

    def send(self, path: str, body: Any = None, method: str = "POST") -> Any:
        """Send a request of the administrator to the API, and return the answer. Raises HTTPStatusError if refused."""
        headers = {"Authorization": f"Bearer {self.secret}"}
        given = {} if method == "GET" else {"json": body or {}}
        answer = httpx.request(method, f"{self.address}/api/v1{path}", headers=headers, timeout=60, **given)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def get(self, path: str) -> Any:
        """Return what the API answers."""
        return self.send(path, method="GET")


@contextmanager
def demo() -> Iterator[Demo]:
    """Run `nought demo` in a temporary folder, and prepare what its evening lacks."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # root's Postgres runs as another user
        command = [sys.executable, "-m", "nought", "demo", "--data", f"{folder}/book", "--port", str(port)]
        log = Path(folder, "log")
        with log.open("w") as to:
            process = subprocess.Popen(
                command, stdout=to, stderr=subprocess.STDOUT, env=os.environ | {"COLUMNS": "200"}
            )
        try:
            address = f"http://127.0.0.1:{port}"
            output = _output(process, log)
            running = Demo(address, _match(TOKEN, output)[1], _match(SIGN_IN, output)[1], _match(AS_PLAYER, output)[1])
            code, class_id = _match(CLASS, output).groups()
            running.ids = {"class_code": code, "class_id": class_id, "today": _match(r"/problems/(\S+)", output)[1]}
            with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:  # it listens a moment later
                client.get(f"{address}/health").raise_for_status()
            prepare(running)
            yield running
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def _match(pattern: str | re.Pattern[str], text: str) -> re.Match[str]:
    match = re.search(pattern, text)
    if match is None:
        raise LookupError(f"the demo has not said {pattern}: {text}")
    return match


def _output(process: subprocess.Popen[bytes], log: Path) -> str:
    """Wait until the demo has said where everything is, and return it. Raises RuntimeError if it ends before."""
    while process.poll() is None:
        if "problem of the day" in (output := log.read_text()):
            return output
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.5)
    raise RuntimeError(f"the demo ended: {log.read_text()}")


# --- what the pages show --------------------------------------------------------------------------


def prepare(demo: Demo) -> None:
    """Note the ids of the evening, and add what it lacks."""
    plan = Evening()
    deals = [demo.get(f"/deals/{plan.deal_id(number)}") for number in range(2, 60)]
    closed, jass = (
        next(deal["id"] for deal in deals if is_wanted(deal))
        for is_wanted in (
            lambda deal: deal["ruleset"].startswith("304") and deal["settlement"],
            lambda deal: deal["ruleset"].startswith("sidi") and deal["settlement"],
        )
    )
    club = str(plan.club.id)
    demo.ids |= {
        "club": club,
        "player": str(plan.players[0].id),
        "table": str(plan.tables[0].id),
        "finished": str(championship_id(plan)),
        "series": str(series_id(plan)),
        "slate": str(slate_id(plan)),
        "lesson": str(lesson_id(plan)),
        "closed": closed,
        "jass": jass,
        "match": demo.get(f"/deals/{closed}")["match"],
        "new_club": demo.send("/clubs", {"name": "Kandy Card Club"})["id"],
        "running": running_tournament(demo, club),
        "live_table": live_table(demo, club),
    }
    claim = {"ply": 25, "side": "NS", "claim": "East did not follow.", "code": "revoke"}
    demo.ids["dispute"] = demo.send(f"/deals/{closed}/disputes", claim)["id"]


def running_tournament(demo: Demo, club: str) -> str:
    """Open a tournament whose first round is half played, and return its id."""
    terms = {"format": "swiss", "rounds": 4, "encounter": {"race": 7}}
    cup = demo.send("/tournaments", {"name": "Friday Swiss", "terms": terms, "ruleset": "304", "club": club})["id"]
    for one, other in zip(PAIRS[::2], PAIRS[1::2], strict=True):
        for names in ((one, other), (f"{one} S.", f"{other} S.")):
            demo.send(f"/tournaments/{cup}/entries", {"name": " & ".join(names), "players": list(names)})
    demo.send(f"/tournaments/{cup}/rounds")
    for table in demo.get(f"/tournaments/{cup}/rounds/1")["encounters"][:2]:
        demo.send(f"/encounters/{table['id']}/result", {"sheet": {"whole": [{"tokens": 7}, {"tokens": 4}]}})
    return str(cup)


def live_table(demo: Demo, club: str) -> str:
    """Open a table where a deal is being played, and return its id."""
    table = demo.send("/tables", {"name": "Veranda table", "club": club})["id"]
    players = {"S": "Anula", "E": "Farook", "N": "Kavitha", "W": "Mahesh"}
    deal = demo.send("/deals", {"ruleset": "304", "dealer": "S", "table": table, "players": players})["id"]
    unseen = "S deal " + " ".join(f"{seat}:?? ?? ?? ??" for seat in "ENWS")
    bids = ["W cut", unseen, "E 160", "N pass", "W pass", "S pass", "E indicator ??"]
    rest = [unseen, "E pass", "N pass", "W pass", "S pass", "E closed", "E JS", "N 9S", "W AS", "S KS", "E 9H", "N JH"]
    demo.send(f"/deals/{deal}/actions", {"acts": [*bids, *rest]})
    return str(table)


# --- pictures -------------------------------------------------------------------------------------


def keep(page: Page, path: Path) -> None:
    """Save a page in each size and look. ``path``: without the ending."""
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        for look in ("light", "dark"):
            page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
            page.wait_for_timeout(300)
            page.screenshot(path=f"{path}-{name}-{look}.png", animations="disabled")
        page.emulate_media(color_scheme="light")
        page.screenshot(path=f"{path}-{name}-whole.png", animations="disabled", full_page=True)


def page_of(context: BrowserContext, path: str) -> Page:
    """Open a page in a tab of its own, and wait until its requests have ended, but for streams."""
    page = context.new_page()
    page.goto(path)
    page.wait_for_load_state()
    with suppress(Exception):
        page.wait_for_load_state("networkidle", timeout=4000)
    return page


def keep_pages(
    context: BrowserContext, pages: dict[str, str], ids: dict[str, str], folder: Path, only: set[str]
) -> None:
    """Save the pages that are in ``only``, or all if it is empty."""
    for name, path in pages.items():
        if only and name not in only:
            continue
        page = page_of(context, path.format(**ids))
        keep(page, folder / name)
        page.close()


def keep_recorder(context: BrowserContext, folder: Path) -> None:
    """Save the recorder in the auction, in the play, and at the end of a deal."""
    context.new_page().goto("/record")
    page = context.pages[-1]
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/record/*-*")
    dock = page.locator("#dock")
    for label in ("Cut", "Pass"):
        dock.get_by_role("button", name=label, exact=True).click()
    _sent(page)
    keep(page, folder / "recorder-auction")
    for label in ("160", "All 3 pass"):
        dock.get_by_role("button", name=label, exact=True).click()
    _tap(page, "JH 9H QH 7H 7C JC")
    _sent(page)
    keep(page, folder / "recorder-play")
    _tap(page, "8C QC JS 7S 8S QS KD 7D JD QD 8H AH")
    page.locator("#indicatordown").click()
    page.locator("#facedown").click()
    _tap(page, "AS KS TD 8D AD 9D AC TC KH 9C KC TS 9S TH")
    page.get_by_text("The deal is over").wait_for()
    _sent(page)
    keep(page, folder / "recorder-end")
    page.close()


def _tap(page: Page, cards: str) -> None:
    for card in cards.split():
        page.locator(f'card-pad button[data-card="{card}"]').click()


def _sent(page: Page) -> None:
    page.get_by_text("All entries sent").wait_for()


def keep_practice(context: BrowserContext, folder: Path) -> None:
    """Save a practice deal at its first question."""
    page = page_of(context, "/practice")
    page.locator("main form button.main").first.click()
    page.wait_for_url("**/practice/*-*")
    page.wait_for_timeout(3000)
    keep(page, folder / "practice-deal")
    page.close()


def fill_deck(context: BrowserContext) -> None:
    """Open the deck of the account, and put three problems into it."""
    page = page_of(context, "/deck")
    page.get_by_role("button", name="Open a deck").click()
    for puzzle in list(built_in().values())[:3]:
        page.goto(f"/problems/{puzzle.id}?show=yes")
        page.get_by_role("button", name="Add to your deck").click()
    page.close()


def photograph(browser: Browser, demo: Demo, folder: Path, only: set[str]) -> None:
    """Save every picture, or those that are named."""
    visitor = browser.new_context(base_url=demo.address)
    keep_pages(visitor, VISITOR, demo.ids, folder, only)
    if not only or "practice-deal" in only:
        keep_practice(visitor, folder)
    official = sign_in(browser, demo, demo.sign_in)
    fill_deck(official)
    keep_pages(official, OFFICIAL, demo.ids, folder, only)
    if not only or "recorder" in only:
        keep_recorder(official, folder)
    keep_pages(sign_in(browser, demo, demo.as_player), PLAYER, demo.ids, folder, only)


def sign_in(browser: Browser, demo: Demo, link: str) -> BrowserContext:
    """Sign in by a link, and return the browser's context."""
    context = browser.new_context(base_url=demo.address)
    page = page_of(context, link)
    page.locator("button.main").click()
    page.wait_for_load_state()
    page.close()
    return context


def chromium_path() -> str | None:
    """Return the path of the Chromium; None if there is none."""
    return os.environ.get("NOUGHT_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")


def main() -> None:
    """Take the pictures."""
    if len(sys.argv) < 2:
        raise SystemExit(
            f"usage: python -m scripts.looks FOLDER [NAME…], each one of\n{' '.join([*VISITOR, *OFFICIAL, *PLAYER])}"
        )
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with demo() as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        photograph(browser, running, folder, set(sys.argv[2:]))
        browser.close()


if __name__ == "__main__":
    main()
