"""Run a club's season through the pages in a real Chromium, recompute its standings, and keep its papers.

    python -m scripts.season FOLDER                        20 evenings, 60 players
    python -m scripts.season FOLDER --evenings 3 --players 8

Pairs change from evening to evening, and some players stay at home. The last evening is a final: the first places of
the evening before enter it with half of their score. Another series is imported from a score sheet of the year before.
At the end the standings of the league are recomputed from the final results of its evenings, and the papers are saved
as PDF and pictures: to be looked at. Needs a Chromium: ``NOUGHT_CHROMIUM``, or on the path.
"""

from __future__ import annotations

import argparse
import random
import sys
import unicodedata
from collections import Counter, defaultdict
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from api.cli.parts.books import embedded_settings
from api.services import EXTENSION
from scripts.screenshots import DESK, PHONE, chromium_path
from store.migrations import migrate
from store.postgres import embedded
from web.app import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

POINTS: Final = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
ATTENDANCE: Final = 1
ROUNDS: Final = 3
QUALIFY: Final = 8
"""The places of the evening before that enter the final."""
FIRST: Final = (
    "Anula", "Bandara", "Chitra", "Dilani", "Esha", "Farook", "Gayan", "Harsha", "Indrani", "Jude", "Kavitha", "Lalith",
    "Malini", "Nimal", "Padma", "Ravi", "Selvam", "Thilini", "Upul", "Wasantha",
)  # fmt: skip
LAST: Final = "ABCDEFGHIJKLM"


def names(count: int) -> list[str]:
    """Return the names of so many players."""
    return [f"{FIRST[n % len(FIRST)]} {LAST[n // len(FIRST)]}." for n in range(count)]


class Season:
    """A season, played at the director's desk. ``page`` is signed in as an administrator."""

    def __init__(self, page: Page, club: str, players: list[str], rng: random.Random) -> None:
        self.page = page
        self.club = club
        self.players = players
        self.rng = rng
        self.evenings: list[str] = []
        """The ids of the tournaments of the league."""

    # --- an evening -------------------------------------------------------------------------------

    def open_tournament(self, name: str) -> str:
        """Open a Swiss tournament of three rounds. Return its id."""
        page = self.page
        page.goto(f"/tournaments/new?club={self.club}")
        page.get_by_label("Name", exact=True).fill(name)
        page.locator("summary", has_text="Change terms").click()
        page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
        page.get_by_role("button", name="Create tournament").click()
        page.wait_for_url("**/desk/entries")
        return page.url.split("/")[-3]

    def enter_pairs(self) -> None:
        """Enter pairs of the players who came tonight."""
        here = [each for each in self.players if self.rng.random() < 0.85]
        here = here[: len(here) // 2 * 2]
        self.rng.shuffle(here)
        lines = [f"{one} + {other}" for one, other in zip(here[::2], here[1::2], strict=True)]
        self.page.get_by_label("One entry per line").fill("\n".join(lines))
        self.page.get_by_role("button", name="Show what would be recorded").click()
        self.page.get_by_role("button", name="Record the entries").click()
        self.page.get_by_role("heading", name=f"{len(lines)} entries", exact=True).wait_for()

    def enter_qualifiers(self, stage: str) -> None:
        """Enter the first places of an earlier tournament with half of their score."""
        page = self.page
        page.get_by_role("link", name="Enter qualifiers of earlier stages").click()
        page.get_by_label(stage, exact=True).check()
        page.get_by_label("Places that qualify from each").fill(str(QUALIFY))
        page.get_by_label("Score that they begin with").select_option("half")
        page.get_by_role("button", name="Show who qualifies").click()
        page.get_by_role("button", name="Enter qualifiers").click()
        page.wait_for_url("**/desk/entries")

    def play(self, tournament: str) -> None:
        """Draw, type and close every round, and announce the final result."""
        page, desk = self.page, f"/tournaments/{tournament}/desk"
        for number in range(1, ROUNDS + 1):
            page.goto(f"{desk}/round")
            self.press_and_agree(f"Draw round {number}")
            page.get_by_role("heading", name=f"Round {number}", exact=True).wait_for()
            self.type_results(desk)
            page.goto(f"{desk}/round")
            self.press_and_agree(f"Close round {number}")
            page.get_by_text("The round is closed").wait_for()
        page.goto(f"{desk}/terms")
        self.press_and_agree("Announce final result")
        page.get_by_role("heading", name="Final result", exact=True).wait_for()

    def press_and_agree(self, name: str) -> None:
        """Press a button, and agree to the changes that the page shows."""
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.locator("dialog.sheet .answers .main").click()

    def type_results(self, desk: str) -> None:
        """Type the results of a round into the grid with the keyboard; the sheets are signed."""
        page = self.page
        page.goto(f"{desk}/results")
        page.get_by_label("Accept each result at once").check()
        rows = page.locator("tr[data-row]:has(input[data-cell])")
        count = rows.count()
        page.locator("input[data-cell]").first.focus()
        for _ in range(count):
            won = [7, self.rng.randrange(7)]
            self.rng.shuffle(won)
            for tokens in won:
                page.keyboard.type(str(tokens))
                page.keyboard.press("Enter")
        page.get_by_text(f"{count} of {count} results entered").wait_for()

    # --- the league ---------------------------------------------------------------------------------

    def open_series(self, name: str, *, best: int = 0, counts: str = "place-points") -> str:
        """Open a series of the club. Return its address."""
        page = self.page
        page.goto(f"/clubs/{self.club}/series")
        page.locator("summary", has_text="New series").click()
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("What an evening is worth").select_option(counts)
        page.get_by_label("Number of evenings that count").fill(str(best))
        page.get_by_label("Points for each evening attended").fill(str(ATTENDANCE if counts == "place-points" else 0))
        page.get_by_role("button", name="Open the series").click()
        page.get_by_role("heading", name=name, exact=True).wait_for()
        return page.url

    def add_evening(self, series: str, tournament: str) -> None:
        """Add a tournament to a series."""
        self.page.goto(series)
        self.page.get_by_label("Tournament", exact=True).select_option(tournament)
        self.page.get_by_role("button", name="Add the evening").click()
        self.page.locator(f'a[href="/tournaments/{tournament}"]').wait_for()
        self.evenings.append(tournament)

    def import_season(self, series: str, evenings: int) -> None:
        """Import the score sheet of an earlier season."""
        page = self.page
        page.goto(series)
        page.get_by_role("link", name="Import score sheets").click()
        page.get_by_label("Or paste the rows").fill(self.score_sheet(evenings))
        page.get_by_role("button", name="Show what would be recorded").click()
        page.get_by_text("Nothing is recorded yet.").wait_for()
        page.get_by_role("button", name="Record the evenings").click()
        page.get_by_role("heading", name="Evenings").wait_for()

    def score_sheet(self, evenings: int) -> str:
        """Return the score sheet of a season: a row for each player, a column for each evening."""
        days = [f"{1 + n % 28}.{1 + n % 12}.2025" for n in range(evenings)]
        rows = [["Name", *days]]
        for name in self.players:
            rows.append([name, *(str(self.rng.randrange(40)) if self.rng.random() < 0.8 else "-" for _ in days)])
        return "\n".join(";".join(row) for row in rows)

    def end_series(self, series: str) -> None:
        """Announce the final result of a series."""
        page = self.page
        page.goto(series)
        page.locator("summary", has_text="Announce the final result").click()
        page.get_by_role("button", name="Announce the final result").click()
        page.get_by_role("heading", name="Final result", exact=True).wait_for()


def totals(results: list[list[dict[str, Any]]], best: int) -> dict[str, Fraction]:
    """Return the total of each player, recomputed from the final results of the evenings.

    ``results``: for each evening its rows, each with a place and the players of the entry.
    """
    values: dict[str, list[Fraction]] = defaultdict(list)
    for rows in results:
        sharing = Counter(row["place"] for row in rows)
        for row in rows:
            place, shared = row["place"], sharing[row["place"]]
            worth = sum(POINTS[n - 1] for n in range(place, place + shared) if n <= len(POINTS))
            for player in row["players"]:
                values[player].append(Fraction(worth, shared))
    return {
        player: sum(sorted(each, reverse=True)[: best or None], Fraction()) + ATTENDANCE * len(each)
        for player, each in values.items()
    }


def read_number(text: str) -> Fraction:
    """Return the number of a total such as ``15``, ``32½`` or ``3.71``."""
    if text[-1].isdecimal():
        return Fraction(text)
    return Fraction(text[:-1] or 0) + Fraction(unicodedata.numeric(text[-1])).limit_denominator(12)


def check(page: Page, series: str, evenings: list[str], best: int) -> int:
    """Compare the standings of a series with `totals`; return the number of players.

    Raises ``SystemExit`` if they differ.
    """

    def read(path: str) -> Any:
        answer = page.request.get(f"/api/v1{path}")
        if not answer.ok:
            raise SystemExit(f"{path}: {answer.status} {answer.text()[:300]}")
        return answer.json()

    results = []
    for each in evenings:
        players = {entry["id"]: entry["players"] for entry in read(f"/tournaments/{each}")["entries"]}
        rows = read(f"/tournaments/{each}/standings")["items"]
        results.append([{"place": row["place"], "players": players[row["entry"]]} for row in rows])
    expected = totals(results, best)
    shown = read(f"/series/{series.rsplit('/', 1)[1]}")
    rows = {row["name"]: row["total"] for row in shown["standings"]}
    if set(rows) != set(expected):
        raise SystemExit(f"other players: {set(rows) ^ set(expected)}")
    # Totals that no common fraction fits are shown with two decimals.
    differs = {name: abs(read_number(rows[name]) - total) > Fraction(1, 200) for name, total in expected.items()}
    wrong = {name: (rows[name], expected[name]) for name in differs if differs[name]}
    if wrong:
        raise SystemExit(f"other totals: {wrong}")
    return len(rows)


def keep_papers(browser: Browser, page: Page, site: str, headers: dict[str, str], folder: Path, season: Season) -> None:
    """Save the papers of the final as PDF, the ledger as its browser prints it, and pictures of the season's pages."""
    final = season.evenings[-1]
    page.goto(f"/tournaments/{final}/papers")
    for link in page.get_by_role("link", name="PDF").all():
        path = link.get_attribute("href") or ""
        answer = page.request.get(path)
        if not answer.ok:
            raise SystemExit(f"{path}: {answer.status}")
        (folder / f"{path.rsplit('/', 1)[1].removesuffix('.pdf')}.pdf").write_bytes(answer.body())
    club = f"/clubs/{season.club}/series"
    page.goto(club)
    league = page.get_by_role("link", name="League", exact=True).first.get_attribute("href") or ""
    old = page.get_by_role("link", name="Last season", exact=True).first.get_attribute("href") or ""
    page.goto(league)
    page.pdf(path=folder / "ledger.pdf", format="A4", landscape=True)
    looks = {"league": league, "last-season": old, "hall-of-fame": club, "final": f"/tournaments/{final}"}
    for name, path in looks.items():
        for size, viewport in (("desktop", DESK), ("phone", PHONE)):
            context = browser.new_context(base_url=site, viewport=viewport, extra_http_headers=headers)  # type: ignore[arg-type]
            shot = context.new_page()
            shot.goto(path, wait_until="networkidle")
            shot.screenshot(path=folder / f"{name}-{size}.png", full_page=True)
            context.close()


def run(page: Page, club: str, evenings: int, players: int) -> tuple[Season, str, int]:
    """Play a season. Return it with the address of its league and the number of evenings that count."""
    season = Season(page, club, names(players), random.Random(304))  # noqa: S311 (results, not secrets)
    best = max(1, evenings * 3 // 5)
    league = season.open_series("League", best=best)
    for number in range(1, evenings + 1):
        is_final = number == evenings
        tournament = season.open_tournament("Final" if is_final else f"Evening {number}")
        if is_final:
            season.enter_qualifiers(f"Evening {number - 1}")
        else:
            season.enter_pairs()
        season.play(tournament)
        season.add_evening(league, tournament)
        sys.stdout.write(f"evening {number} of {evenings}\n")
        sys.stdout.flush()
    season.import_season(season.open_series("Last season", counts="score"), evenings)
    season.end_series(league)
    return season, league, best


def main() -> None:
    """Run the season of the arguments on a temporary record book."""
    parser = argparse.ArgumentParser(prog="python -m scripts.season", description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, help="where the papers are saved")
    parser.add_argument("--evenings", type=int, default=20, help="at least 2")
    parser.add_argument("--players", type=int, default=60, help="at least 8")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with embedded.temporary() as server:
        settings = embedded_settings(server)
        migrate(settings)
        app = create_app(settings)
        _, secret = app.extensions[EXTENSION].services.tokens.issue("admin", "Nirmala", timedelta(hours=6))
        running = make_server("127.0.0.1", 0, app, threaded=True)
        Thread(target=running.serve_forever, daemon=True).start()
        site, headers = f"http://127.0.0.1:{running.server_port}", {"Authorization": f"Bearer {secret}"}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
            page = browser.new_context(base_url=site, viewport=DESK, extra_http_headers=headers).new_page()  # type: ignore[arg-type]
            club = page.request.post("/api/v1/clubs", data={"name": "Lagoon Road Card Circle"}).json()["id"]
            season, league, best = run(page, club, arguments.evenings, arguments.players)
            count = check(page, league, season.evenings, best)
            keep_papers(browser, page, site, headers, arguments.folder, season)
            browser.close()
        running.shutdown()
        app.extensions[EXTENSION].close()
    sys.stdout.write(f"{count} players have the totals of a recomputation; the papers are in {arguments.folder}\n")


if __name__ == "__main__":
    main()
