"""A form of a page that is refused: the answer is its page as it is now, with the refusal, and no page of errors."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from tests.cases import FULL, cases
from tests.http.people import People, opened
from tests.http.tournament_requests import tournament
from tests.pages.conftest import DESK, Open
from tests.pages.scribe import forgive


def send(people: People, path: str, page: str = "", **form: str) -> TestResponse:
    """Send the form of a page as a browser does; ``page``: where the browser says that it comes from."""
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    if page:
        headers["Referer"] = f"http://localhost{page}"
    return people.app.test_client().post(path, data=form, headers=headers)


def a_series(people: People, club: str) -> str:
    return opened(people.admin.post("/series", {"name": "League", "club": club}))


def a_slate(people: People) -> str:
    return opened(people.admin.post("/slates", {"game": "schieber"}))


def test_a_refused_form_shows_its_page_with_the_refusal(people: People) -> None:
    club = people.club()
    series, slate = a_series(people, club), a_slate(people)
    cup = tournament(people.admin, 2, club=club)
    assert send(people, f"/series/{series}/evenings", tournament=cup).status_code == 303
    many = "\n".join(f"Name {n}" for n in range(300))
    with cases() as case:
        for path, page, form in (
            (f"/series/{series}/end", f"/series/{series}", {}),
            (f"/series/{series}/evenings", f"/series/{series}", {"tournament": cup}),
            (f"/clubs/{club}/name", f"/clubs/{club}", {"name": ""}),
            (f"/clubs/{club}/tables", f"/clubs/{club}", {"word": "Table", "count": "99"}),
            (f"/clubs/{club}/players", f"/clubs/{club}", {"names": many}),
            (f"/slates/{slate}/lines/7/remove", f"/slates/{slate}", {}),
        ):
            # The first form from every address, the others every day from their page alone.
            others = ("", "/static/js/dom.js") if FULL or path.endswith("/end") else ()
            for came_from in (page, *others):
                with case(path, came_from):
                    answer = send(people, path, came_from, **form)
                    assert answer.status_code in {404, 409, 422}, answer.status
                    assert f'data-refused="{page}"' in answer.text
                    assert 'role="alert" tabindex="-1" autofocus' in answer.text
                    assert answer.headers["Cache-Control"] == "no-store"


def test_the_page_that_a_form_came_from_keeps_its_query(people: People) -> None:
    club = people.club()
    answer = send(people, f"/clubs/{club}/name", f"/clubs/{club}?registered=2&there=1", name="")
    assert f'data-refused="/clubs/{club}?registered=2&amp;there=1"' in answer.text


def test_a_form_whose_reader_may_not_see_its_page_gets_the_refusal_alone(app: Flask, people: People) -> None:
    """A page of another site is never shown, and one that is away is not either."""
    club = people.club()
    for page in ("//elsewhere.example/clubs", f"/clubs/{series_id_of_nothing()}", "/account"):
        answer = send(people, f"/clubs/{club}/name", page, name="")
        assert answer.status_code in {409, 422}
        assert "elsewhere.example" not in answer.text


def series_id_of_nothing() -> str:
    return "0190a000-0000-7000-8000-000000000000"


@pytest.mark.full
def test_two_windows_of_a_series(open_page: Open, people: People) -> None:
    """Both add the same evening: the second is told, sees it there, and has the address of the page again."""
    club = people.club()
    series = a_series(people, club)
    cup = tournament(people.admin, 2, club=club)
    headers: dict[str, Any] = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/series/{series}", viewport=DESK, extra_http_headers=headers)
    button = page.get_by_role("button", name="Add the evening")
    expect(button).to_be_visible()
    assert send(people, f"/series/{series}/evenings", tournament=cup).status_code == 303
    button.click()
    expect(page.locator("[data-refused]")).to_be_focused()
    expect(page.locator("[data-refused]")).to_have_text("This tournament is in the series already.")
    assert page.url.endswith(f"/series/{series}")
    expect(page.get_by_role("link", name="The cup").first).to_be_visible()
    expect(button).to_have_count(0)
    forgive(open_page, "409", "422")


@pytest.mark.full
def test_what_was_typed_in_a_refused_form_stands_there_again(open_page: Open, people: People) -> None:
    club = people.club()
    headers: dict[str, Any] = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/clubs/{club}", viewport=DESK, extra_http_headers=headers)
    names = page.locator(f'form[action$="/clubs/{club}/players"] textarea').first
    names.evaluate(
        "(field) => { for (let d = field.closest('details'); d; d = d.parentElement.closest('details')) d.open = true }"
    )
    many = "\n".join(f"Name {n}" for n in range(300))
    names.fill(many)
    names.locator("xpath=ancestor::form").get_by_role("button").click()
    expect(page.locator("[data-refused]")).to_be_focused()
    expect(page.locator(f'form[action$="/clubs/{club}/players"] textarea').first).to_have_value(many)
    assert page.url.endswith(f"/clubs/{club}")
    forgive(open_page, "409", "422")
