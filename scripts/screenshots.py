"""Take screenshots of the main pages with the demo's data, for the README.

Needs a Chromium (``NOUGHT_CHROMIUM``, or on the path) and writes ``docs/pictures/*.png``.
"""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from api.cli import evening
from api.cli.books import embedded_settings
from api.services import EXTENSION
from demo.evening import Evening
from demo.recorder import championship_id
from store import embedded
from store.migrations import migrate
from web.app import create_app

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}


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

    def keep(self, page: Page, name: str) -> None:
        """Save a screenshot of the window and close it."""
        page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
        page.context.close()


def photograph(camera: Camera, club: str, closed: str, jass: str, cup: str) -> None:
    """Take all screenshots: ``closed`` is a closed deal of 304, ``jass`` one of Sidi Barrani, ``cup`` a tournament."""
    camera.keep(camera.open("/"), "home")
    camera.keep(camera.open(f"/deals/{closed}?seat=E#17"), "replay")
    camera.keep(camera.open(f"/deals/{jass}#20", phone=True, dark=True), "replay-phone")
    camera.keep(camera.open(f"/clubs/{club}", dark=True), "club")
    camera.keep(camera.open(f"/tournaments/{cup}/standings"), "standings")
    camera.keep(camera.open(f"/tournaments/{cup}/desk/tables", official=True), "desk")
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
    camera.keep(page, "recorder")


def main() -> None:
    """Start the demo on a temporary record book and take the screenshots."""
    chromium = os.environ.get("NOUGHT_CHROMIUM") or shutil.which("chromium")
    with embedded.temporary() as server:
        settings = embedded_settings(server)
        migrate(settings)
        app = create_app(settings)
        services = app.extensions[EXTENSION].services
        evening.record(services, 24)
        _, secret = services.tokens.issue("admin", "Nirmala", timedelta(hours=1))
        catalogue = services.catalogue
        club = str(catalogue.page("club", limit=1).rows[0].id)
        closed, jass = (
            next(str(row.id) for row in catalogue.rows("deal", where={"event": event, "number": number}))
            for event, number in (("Closed games", 5), ("Sidi Barrani", 38))
        )
        running = make_server("127.0.0.1", 0, app, threaded=True)
        Thread(target=running.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            camera = Camera(browser, f"http://127.0.0.1:{running.server_port}", secret)
            photograph(camera, club, closed, jass, str(championship_id(Evening())))
            browser.close()
        running.shutdown()
        app.extensions[EXTENSION].close()


if __name__ == "__main__":
    main()
