"""Entries are seeded by the ratings of their club at the desk (docs/tournaments.md, "Seeding by rating")."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.http.people import AT, People
from tests.http.tournament_requests import done, tournament
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks
from tests.pages.reading import read
from tests.tournaments.test_qualifying import NAMES, Club


@pytest.mark.full
def test_a_director_sees_the_seeds_by_rating_before_they_are_set(open_page: Open, people: People) -> None:
    club = Club(people)
    evening = club.tournament("Evening", NAMES)
    club.play(evening)
    club.end(evening)
    pairings = people.admin.get(f"/tournaments/{evening}/rounds/1").json["encounters"]
    winners = {NAMES[int(each["sides"][0][0]) - 1] for each in pairings}
    names = ("Newcomer", *NAMES)
    cup = club.tournament("Cup", names)
    club.send(f"/tournaments/{cup}/seeds", {"order": ["1"], "at": AT})
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{cup}/desk/entries", viewport=PHONE, extra_http_headers=headers)
    page.get_by_role("link", name="Seed by rating").click()
    expected = [*(n for n in NAMES if n in winners), "Newcomer", *(n for n in NAMES if n not in winners)]
    shown = page.locator("ol.rows li b")
    expect(shown).to_have_text(expected)
    newcomer = page.locator("ol.rows li", has_text="Newcomer")
    expect(newcomer).to_contain_text("rating 1000")
    expect(newcomer).to_contain_text("Newcomer 1: no rating")
    expect(newcomer).to_contain_text("before: seed 1")
    assert [each.get("seed") for each in club.get(cup)["entries"]].count(None) == len(NAMES), "nothing is recorded yet"
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("button", name="Set seeds").click()
    expect(page.get_by_role("heading", name="5 entries", exact=True)).to_be_visible()
    seeds = {each["seed"]: each["name"] for each in club.get(cup)["entries"]}
    assert [seeds[seed] for seed in sorted(seeds)] == expected
    page.get_by_role("link", name="Seed by rating").click()
    expect(page.get_by_text("The seeds are in this order already.")).to_be_visible()
    expect(page.get_by_role("button", name="Set seeds")).to_have_count(0)


def test_seeds_by_rating_are_not_set_once_the_list_is_fixed(people: People) -> None:
    club = Club(people)
    cup = club.tournament("Cup", NAMES, format="knockout", rounds=None, encounter={"deals": 1, "level": "deal"})
    club.send(f"/tournaments/{cup}/rounds", {"at": AT})
    assert "Seed by rating" not in read(people.app, f"/tournaments/{cup}/desk/entries", people.admin).texts("a")
    page = read(people.app, f"/tournaments/{cup}/desk/seeding", people.admin)
    assert "The seeds can no longer change: a round is drawn." in page.one("main").text()
    assert "Set seeds" not in page.texts("button")


def test_the_page_says_that_no_entry_is_rated_and_takes_ratings_that_were_set_without_a_club(people: People) -> None:
    cup = tournament(people.admin, 3)
    desk = f"/tournaments/{cup}/desk"

    def shown(path: str) -> str:
        headers = {"Authorization": f"Bearer {people.admin.secret}"}
        return people.app.test_client().get(path, headers=headers).text

    assert "Only a tournament of a club has ratings." in shown(f"{desk}/seeding")
    assert f"{desk}/seeding" not in shown(f"{desk}/entries")
    done(people.admin, f"/tournaments/{cup}/entries/2/details", {"rating": 1850})
    assert f"{desk}/seeding" in shown(f"{desk}/entries")
    page = shown(f"{desk}/seeding")
    assert page.index("Pair 2") < page.index("Pair 1") < page.index("Pair 3")
    assert "No entry has a rating yet" not in page
    other = tournament(people.admin, 2, club=people.club())
    assert "No entry has a rating yet" in shown(f"/tournaments/{other}/desk/seeding")
