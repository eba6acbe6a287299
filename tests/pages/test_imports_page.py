"""The pages of imports: what each saved, and the withdrawal of a whole import in steps, with a preview."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from api.services import Provider
from tests.http.people import People, play, whole_deal
from tests.http.test_restored_deals import NDJSON, find_ids
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits
from tests.signing.visitors import Visitor, official


def an_import(people: People, club: str, deals: int = 2) -> str:
    """An import of some deals by a director of the club."""
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, club=club)
    play(people.admin, deal, acts)
    line = json.loads(people.admin.get(f"/deals/{deal}/archive").data)
    body = "".join(json.dumps({**line, "id": str(uuid4())}) + "\n" for _ in range(deals)).encode()
    answer = people.issue("director", club=club).call("POST", "/archive", data=body, content_type=NDJSON)
    assert answer.json["saved"] == deals
    identity: str = answer.json["import_id"]
    return identity


@pytest.fixture
def director(people: People, house: Provider) -> tuple[Visitor, str]:
    """A director who is signed in, and its club."""
    club = people.club()
    visitor = Visitor(people.admin.app)
    visitor.sign_in(official(house, f"d{uuid4().hex[:8]}", "director", club=club).login)
    return visitor, club


@pytest.mark.full
def test_an_import_is_withdrawn_and_restored_in_steps(people: People, director: tuple[Visitor, str]) -> None:
    visitor, club = director
    identity = an_import(people, club, 130)
    path = f"/imports/{identity}"
    (alone,) = find_ids(people.anybody, f"/deals?club={club}&limit=1")
    people.admin.post(f"/deals/{alone}/withdrawal", {"why": "this one alone"})
    listed = visitor.get("/imports").text
    assert path in listed
    assert "130 deals" in listed
    assert path in visitor.get(f"/clubs/{club}").text or f"/imports?club={club}" in visitor.get(f"/clubs/{club}").text
    before = len(find_ids(people.anybody, f"/deals?club={club}&limit=200"))
    page = visitor.get(path).text
    assert f"Withdraw {counted(page)} deals" in page
    assert counted(page) in (129, 130), "the deal that was withdrawn alone may be another one of the club"
    step = visitor.post(f"{path}/withdrawal", {"why": "the wrong file"})
    assert step.status_code == 200
    assert "100 of 130 deals" in step.text
    assert "data-goes-on" in step.text
    assert len(find_ids(people.anybody, f"/deals?club={club}&limit=200")) <= before - 99
    end = visitor.post(f"{path}/withdrawal", {"why": "the wrong file", "after": "100"})
    assert (end.status_code, end.location) == (303, f"{path}?done=withdrawal")
    assert "withdrew this import: the wrong file" in visitor.get(path).text
    assert "withdrawn" in visitor.get("/imports").text
    visitor.post(f"{path}/restoration", {"why": "it was right"})
    visitor.post(f"{path}/restoration", {"why": "it was right", "after": "100"})
    assert len(find_ids(people.anybody, f"/deals?club={club}&limit=200")) == before
    assert "withdrew this import" not in visitor.get(path).text


def counted(page: str) -> int:
    """The number of deals that the button of a page would withdraw."""
    return int(page.partition("Withdraw ")[2].partition(" deal")[0])


def test_imports_are_for_officials_of_their_club(people: People, director: tuple[Visitor, str]) -> None:
    visitor, club = director
    other = people.club()
    identity = an_import(people, other)
    assert identity not in visitor.get("/imports").text
    assert identity not in visitor.get(f"/imports?club={other}").text
    for path in (f"/imports/{identity}", f"/imports/{uuid4()}"):
        assert visitor.get(path).status_code in (403, 404)
    assert visitor.post(f"/imports/{identity}/withdrawal", {"why": "x"}).status_code == 403
    assert visitor.get("/imports?cursor=nonsense").status_code == 422
    assert people.anybody.call("GET", "/api/v1/imports").status_code in (401, 403)
    assert "Imports" not in people.app.test_client().get(f"/clubs/{club}").text


@pytest.mark.full
def test_a_director_withdraws_an_import_on_a_phone(open_page: Open, people: People) -> None:
    club = people.club()
    identity = an_import(people, club, 105)
    page = open_page(
        f"/clubs/{club}", viewport=PHONE, extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"}
    )
    page.get_by_role("link", name="Imports").click()
    page.get_by_role("link", name="Import without a file name").click()
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    page.get_by_label("Reason").fill("the wrong file")
    page.get_by_role("button", name="Withdraw 105 deals").click()
    expect(page.get_by_role("status").filter(has_text="The import is withdrawn.")).to_be_visible(timeout=30_000)
    assert page.url.endswith(f"/imports/{identity}?done=withdrawal")
    fits(page)
    accessible_in_both_looks(page)
