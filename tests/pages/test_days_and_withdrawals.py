"""Pages show the day of a deal that has no time, in every zone, and who withdrew a deal and why."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from replay.notation import read_hand, write_archived
from tests.cases import cases
from tests.http.people import People, opened, play, whole_deal
from tests.notation.conftest import CASES
from tests.pages.conftest import Open, fits
from tests.pages.scribe import Scribe

CASE = CASES / "date-without-time.nought.toml"
PAGES_OF_A_DEAL = (
    "", "/embed", "/picture.png", "/audit", "/seats", "/knowledge", "/explore", "/what-if", "/problems",
    "/disputes/new",
)  # fmt: skip


def test_a_day_is_the_same_in_every_zone(people: People) -> None:
    """`tests/notation/cases/date-without-time.nought.toml`: 25 October, which was the 24th in New York."""
    row = json.loads(write_archived(read_hand(CASE.read_text(encoding="utf-8"))))
    with cases() as case:
        for zone in ("", "Asia/Colombo", "Europe/Zurich", "America/New_York"):
            with case(zone):
                club = people.club()
                if zone:
                    assert people.admin.post(f"/clubs/{club}/zone", {"zone": zone}).status_code == 200
                line = json.dumps({**row, "id": str(uuid4()), "club": club}).encode()
                people.admin.call("POST", "/archive", data=line, content_type="application/x-ndjson")
                page = people.app.test_client().get(f"/deals?club={club}").text
                assert "25 Oct 2026 ·" in page
                assert "24 Oct" not in page
                assert "<time" not in page


def test_a_withdrawn_deal_says_who_withdrew_it_and_why(people: People) -> None:
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    read = people.app.test_client().get
    assert "withdrew this deal" not in read(f"/deals/{deal}").text
    people.admin.post(f"/deals/{deal}/withdrawal", {"why": "recorded <twice>"})
    page = read(f"/deals/{deal}").text
    assert "withdrew this deal" in page
    assert "recorded &lt;twice&gt;" in page
    assert deal not in read("/deals").text


def test_a_withdrawn_deal_leaves_the_pages_of_its_player_and_its_match_and_comes_back(people: People) -> None:
    dealer, acts = whole_deal(7)
    player = opened(people.admin.post("/players", {"name": "Kamala"}))
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": dealer, "players": {"S": player}}))
    deal = people.deal(dealer=dealer, match=match, players={"S": player})
    play(people.admin, deal, acts)
    link = f"/deals/{deal}"
    expected = {"/deals": link, f"/players/{player}": 'class="figures"', f"/matches/{match}": link}

    def shown() -> list[bool]:
        return [text in people.app.test_client().get(path).text for path, text in expected.items()]

    assert shown() == [True, True, True]
    assert people.admin.post(f"/deals/{deal}/withdrawal", {"why": "a slip"}).status_code == 200
    assert shown() == [False, False, False]
    assert people.admin.post(f"/deals/{deal}/restoration", {"why": "it was right"}).status_code == 200
    assert shown() == [True, True, True]


@pytest.mark.full
def test_a_scribe_discards_a_deal_that_was_opened_by_mistake(open_page: Open, people: People) -> None:
    deal = people.deal(dealer="S")
    scribe = Scribe.of(open_page, people, deal)
    scribe.presses("Cut")
    scribe.sent()
    page = scribe.page
    page.locator("#plies").click()
    page.get_by_role("button", name="Discard deal").click()
    page.get_by_role("textbox", name="Reason").fill("the wrong table")
    fits(page)
    page.locator("dialog[open] .answers").get_by_role("button", name="Discard deal").click()
    page.wait_for_url("**/record")
    assert people.anybody.get(f"/deals/{deal}").json["status"] == "withdrawn"


@pytest.mark.full
def test_an_official_withdraws_a_deal_on_its_page(open_page: Open, people: People) -> None:
    deal = people.deal(dealer="S")
    page = open_page(f"/deals/{deal}", extra_http_headers={"Authorization": f"Bearer {people.admin.secret}"})
    page.get_by_text("Withdraw this deal").click()
    page.get_by_role("textbox", name="Reason").fill("opened twice")
    page.set_viewport_size({"width": 390, "height": 780})
    fits(page)
    page.get_by_role("button", name="Withdraw deal").click()
    page.get_by_text("withdrew this deal").wait_for()
    page.get_by_text("Restore this deal").click()
    page.get_by_role("textbox", name="Reason").fill("it was opened once")
    fits(page)
    page.get_by_role("button", name="Restore deal").click()
    page.get_by_text("Withdraw this deal").wait_for()
    assert page.get_by_text("withdrew this deal").count() == 0
    assert people.anybody.get(f"/deals/{deal}").json["status"] == "open"


@pytest.mark.full
def test_every_page_of_an_imported_deal_opens_if_it_names_its_club_table_and_match_in_words(people: People) -> None:
    row = json.loads(write_archived(read_hand(CASE.read_text(encoding="utf-8"))))
    deal = str(uuid4())
    line = json.dumps({**row, "id": deal, "club": "The Thursday club", "table": "Window", "match": "The final"})
    answer = people.admin.call("POST", "/archive", data=line.encode(), content_type="application/x-ndjson")
    assert answer.json["saved"] == 1, answer.json
    with cases() as case:
        for page in PAGES_OF_A_DEAL:
            for who in (people.anybody, people.admin):
                with case(page, who.id):
                    token = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
                    answer = people.app.test_client().get(f"/deals/{deal}{page}", headers=token)
                    assert answer.status_code in (200, 403)
