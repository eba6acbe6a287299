"""A form that sends to the API, pressed before its script has come: on a slow network that is an ordinary moment."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

from tests.cases import cases
from tests.http.people import People
from tests.http.tournament_requests import tournament
from tests.pages.conftest import Open

FORM: Final = re.compile(r"<form\b[^>]*?data-send=[^>]*>")


def test_every_form_that_a_script_sends_is_one_that_the_browser_does_not_send() -> None:
    """HTML, “Form submission algorithm”: a form of the method `dialog` outside of a dialog sends nothing."""
    with cases() as case:
        for file in files("web").joinpath("templates").rglob("*.html"):  # type: ignore[attr-defined]
            for form in FORM.findall(file.read_text(encoding="utf-8")):
                with case(f"{file.name}: {form[:60]}"):
                    assert 'method="dialog"' in form


def test_nothing_happens_before_the_script_has_come(open_page: Open, people: People) -> None:
    club = people.club()
    cup = tournament(people.admin, 4, club=club)
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk", extra_http_headers=headers, java_script_enabled=False)
    before = page.url
    page.locator("form[data-send] button").first.click()
    page.wait_for_timeout(500)
    assert page.url == before
