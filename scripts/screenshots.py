"""Take the screenshots of the README and the documents, with the demo's data: ``docs/pictures/*.png``.

`scripts/looks.py` takes those of every page. Needs a Chromium: ``NOUGHT_CHROMIUM``, or on the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

import replay.hands
from api.analyses.worker import AnalysisWorker
from api.cli import evening
from api.cli.imports import Candidate, save_all
from api.cli.parts.books import embedded_settings
from api.cli.parts.files import Where, one_deal
from api.clock import now
from api.services import EXTENSION, Services
from demo.evening import Evening
from demo.recorder import championship_id
from domain.classroom.facts import LED
from domain.kernel.commands import Saved
from scripts.looks import chromium_path
from store.migrations import migrate
from store.postgres import embedded
from store.settings import Settings
from web.app import create_app

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}
HANDS = Path(replay.hands.__path__[0])
PUPILS = {"Amara": "W", "Beat": "W", "Chitra": "N W", "Dilan": "W", "Esther": "", "Farid": "W", "Gowri": "S W"}
"""The pupils of a class with their answers to a question; empty for none yet."""


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
            with analysing(settings):
                photograph(camera, club, closed, analysed, jass, cup, taught)
            browser.close()
        running.shutdown()
        app.extensions[EXTENSION].close()


if __name__ == "__main__":
    main()
