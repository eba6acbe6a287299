"""Take screenshots of pages with the demo's data.

Without an argument, those of the README and the documents: ``docs/pictures/*.png``. With a folder, `PAGES` and the
recorder, each on a phone and on a desktop, in the light and the dark look: to be looked at before a release.

Needs a Chromium: ``NOUGHT_CHROMIUM``, or on the path.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from api.analyses.worker import AnalysisWorker
from api.cli import evening
from api.cli.imports import Candidate, save_all
from api.cli.parts.books import embedded_settings
from api.cli.parts.files import Where, one_deal
from api.clock import now
from api.services import EXTENSION, Services
from demo.club_year import series_id, slate_id
from demo.evening import Evening
from demo.recorder import championship_id, lesson_id
from domain.classroom.facts import LED
from domain.kernel.commands import Saved
from store.migrations import migrate
from store.postgres import embedded
from store.settings import Settings
from web.app import create_app

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}
HANDS = evening.worked_hands_folder()
PUPILS = {"Amara": "W", "Beat": "W", "Chitra": "N W", "Dilan": "W", "Esther": "", "Farid": "W", "Gowri": "S W"}
"""The pupils of a class with their answers to a question; empty for none yet."""


PAGES = {
    "home": "/",
    "deals": "/deals",
    "replay": "/deals/{closed}?seat=E#32",
    "replay-jass": "/deals/{jass}#20",
    "knowledge": "/deals/{closed}/knowledge?seat=E&at=32",
    "seats": "/deals/{closed}/seats?at=32",
    "explore": "/deals/{closed}/explore#32",
    "audit": "/deals/{closed}/audit",
    "claim": "/deals/{closed}/disputes/new?ply=32",
    "match": "/matches/{match}",
    "club": "/clubs/{club}",
    "player": "/players/{player}",
    "tables": "/tables",
    "live": "/tables/{table}/live",
    "tournament": "/tournaments/{cup}",
    "round": "/tournaments/{cup}/rounds/4",
    "standings": "/tournaments/{cup}/standings",
    "picture": "/tournaments/{cup}/picture",
    "desk-round": "/tournaments/{cup}/desk/round",
    "desk-tables": "/tournaments/{cup}/desk/tables",
    "desk-results": "/tournaments/{cup}/desk/results",
    "desk-entries": "/tournaments/{cup}/desk/entries",
    "desk-terms": "/tournaments/{cup}/desk/terms",
    "entries": "/tournaments/{cup}/entries",
    "seating": "/tournaments/{cup}/seating",
    "log": "/tournaments/{cup}/log",
    "papers": "/tournaments/{cup}/papers",
    "score-sheets": "/tournaments/{cup}/papers/sheets/4",
    "screen": "/tournaments/{cup}/screen",
    "series-list": "/clubs/{club}/series",
    "series": "/series/{series}",
    "slates": "/slates",
    "slate": "/slates/{slate}",
    "ratings": "/clubs/{club}/ratings",
    "learn": "/learn",
    "lesson": "/learn/02-following-suit/2/3",
    "worksheet": "/learn/02-following-suit/paper",
    "editor": "/lessons/{lesson}/edit",
    "class": "/classes/{class_id}",
    "projector": "/classes/{class_id}/screen",
    "problems": "/problems",
    "practice": "/practice",
    "deck": "/deck",
    "rules": "/rules",
}
"""The pages of which every look is taken, as an administrator sees them, beside the recorder."""


class Camera:
    """A browser that saves screenshots of a site."""

    def __init__(self, browser: Browser, site: str, secret: str) -> None:
        self.browser = browser
        self.site = site
        self.headers = {"Authorization": f"Bearer {secret}"}

    def open(self, path: str, *, phone: bool = False, dark: bool = False, official: bool = False) -> Page:
        """Return a page after all its requests have ended. ``official``: with the administrator's token."""
        context = self.browser.new_context(
            base_url=self.site,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            device_scale_factor=1,
            color_scheme="dark" if dark else "light",
            extra_http_headers=self.headers if official else {},
        )
        page = context.new_page()
        page.goto(path, wait_until="networkidle")
        return page

    def keep(self, page: Page, name: str, *, part: str = "") -> None:
        """Save a screenshot of the window, or of a part of the page, and close it."""
        taken = page.locator(part) if part else page
        taken.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
        page.context.close()


def photograph(camera: Camera, club: str, closed: str, analysed: str, jass: str, cup: str, class_id: str) -> None:
    """Take all screenshots.

    ``closed`` is a closed deal of 304, ``analysed`` one with an analysis, ``jass`` one of Sidi Barrani, ``cup`` a
    tournament, ``class_id`` a class with answers.
    """
    camera.keep(camera.open("/"), "home")
    camera.keep(camera.open(f"/deals/{closed}?seat=E#17"), "replay")
    camera.keep(camera.open(f"/deals/{jass}#20", phone=True, dark=True), "replay-phone")
    camera.keep(camera.open(f"/clubs/{club}", dark=True), "club")
    camera.keep(camera.open(f"/tournaments/{cup}/standings"), "standings")
    camera.keep(camera.open(f"/tournaments/{cup}/desk/tables", official=True), "desk")
    camera.keep(camera.open("/learn/02-following-suit/2/3"), "lesson")
    camera.keep(camera.open(f"/classes/{class_id}", official=True), "class")
    camera.keep(recorder(camera), "recorder")
    camera.keep(analysis(camera, analysed), "analysis", part="section.analysis")
    explored = camera.open(f"/deals/{closed}/explore#20/QC.AC.TC")
    explored.wait_for_selector(".choice.best")
    camera.keep(explored, "explore")


def analysis(camera: Camera, deal: str) -> Page:
    """Return the replay page of a deal with the prices of a costly card, also from its seat."""
    page = camera.open(f"/deals/{deal}?seat=all#25")
    page.get_by_role("button", name="Analyse this deal").click()
    page.get_by_role("button", name="Analyse from North’s seat").click()
    page.wait_for_selector(".card-prices tr.played td:nth-of-type(3)")
    page.mouse.move(0, 0)
    return page


def recorder(camera: Camera) -> Page:
    """Return the page of a recorder in the first trick of a new deal."""
    page = camera.open("/record", phone=True, official=True)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/record/*-*")
    page.wait_for_load_state("networkidle")
    for label in ("No cut", "160", "All 3 pass", "All 4 pass", "Closed game"):
        page.get_by_role("button", name=label, exact=True).click()
        page.wait_for_load_state("networkidle")
    for card in ("TH", "JH"):
        page.locator(f"card-pad [data-card={card}]").click()
        page.wait_for_load_state("networkidle")
    page.get_by_text("unsent").wait_for(state="hidden")
    return page


def every_look(page: Page, path: Path) -> None:
    """Save a page in each size and look, and close it. ``path``: without the ending."""
    for name, size in (("desktop", DESK), ("phone", PHONE)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for look in ("light", "dark"):
            page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
            page.wait_for_timeout(300)
            page.screenshot(path=f"{path}-{name}-{look}.png", animations="disabled", full_page=True)
    page.context.close()


def photograph_all(camera: Camera, folder: Path, ids: dict[str, str]) -> None:
    """Take every look of `PAGES` and of the recorder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in PAGES.items():
        every_look(camera.open(path.format(**ids), official=True), folder / name)
    every_look(recorder(camera), folder / "recorder")


def import_hands(services: Services) -> None:
    """Record the worked hands, which have what the pictures show."""
    hands = [Candidate(Where(path.name), document=one_deal(str(path))) for path in HANDS.glob("*.nought.toml")]
    for deal, outcome in save_all(services, hands, "Nirmala", now()):
        if not isinstance(outcome, Saved):
            raise RuntimeError(f"{deal.where}: {outcome}")


def teach(services: Services) -> str:
    """Open a class whose pupils have answered a question, and return its id."""
    place = 2, 3
    opened = services.ledger.classes.open("Following suit", "02-following-suit", 0, LED, place, by="Nirmala", at=now())
    services.classes.code_of(opened.id)
    for name, answer in PUPILS.items():
        pupil = services.classes.join(opened.id, name, name).pupil
        if answer:
            services.classes.add_answer(opened.id, pupil, place, answer, right=answer == "W", late=False)
    return str(opened.id)


@contextmanager
def analysing(settings: Settings) -> Iterator[None]:
    """Analyse deals meanwhile, as the workers of a server do: first those that a page asks for."""
    ended = Event()

    def work() -> None:
        with closing(AnalysisWorker(settings)) as worker:
            while not ended.is_set():
                worker.step()

    thread = Thread(target=work)
    thread.start()
    yield
    ended.set()
    thread.join()


def chromium_path() -> str | None:
    """Return the path of the Chromium; None if there is none."""
    return os.environ.get("NOUGHT_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")


def main() -> None:
    """Start the demo on a temporary record book and take the screenshots."""
    with embedded.temporary() as server:
        settings = embedded_settings(server)
        migrate(settings)
        app = create_app(settings)
        services = app.extensions[EXTENSION].services
        evening.record(services, 24)
        import_hands(services)
        taught = teach(services)
        _, secret = services.tokens.issue("admin", "Nirmala", timedelta(hours=1))
        catalogue = services.catalogue
        club = str(catalogue.page("club", limit=1).rows[0].id)
        closed, analysed, jass = (
            next(str(row.id) for row in catalogue.rows("deal", where={"event": event, "number": number}))
            for event, number in (("Closed games", 5), ("Open games", 10), ("Sidi Barrani", 38))
        )
        running = make_server("127.0.0.1", 0, app, threaded=True)
        Thread(target=running.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
            )
            camera = Camera(browser, f"http://127.0.0.1:{running.server_port}", secret)
            cup = str(championship_id(Evening()))
            if len(sys.argv) > 1:
                firsts = {kind: str(catalogue.page(kind, limit=1).rows[0].id) for kind in ("player", "table")}
                # The first match has no deal yet.
                match = str(catalogue.page("match", limit=2).rows[1].id)
                ids = {**firsts, "match": match, "club": club, "closed": closed, "jass": jass, "cup": cup}
                ids |= {"class_id": taught, "lesson": str(lesson_id(Evening()))}
                ids |= {"series": str(series_id(Evening())), "slate": str(slate_id(Evening()))}
                photograph_all(camera, Path(sys.argv[1]), ids)
            else:
                with analysing(settings):
                    photograph(camera, club, closed, analysed, jass, cup, taught)
            browser.close()
        running.shutdown()
        app.extensions[EXTENSION].close()


if __name__ == "__main__":
    main()
