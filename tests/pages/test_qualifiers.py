"""Entries of earlier stages are entered at the desk of the next one (docs/tournaments.md, "Stages")."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.http.people import People
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks
from tests.tournaments.test_qualifying import Club, group


@pytest.mark.full
def test_a_director_sees_who_qualifies_before_they_are_entered(open_page: Open, people: People) -> None:
    club = Club(people)
    for name in "AB":
        group(club, f"Group {name}", f"Amal {name}", f"Bimal {name}")
    final = club.tournament("Final")
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    page = open_page(f"/tournaments/{final}/desk/entries", viewport=PHONE, extra_http_headers=headers)
    page.get_by_role("link", name="Enter qualifiers of earlier stages").click()
    for name in "AB":
        page.get_by_label(f"Group {name}").check()
    page.get_by_label("Places that qualify from each").fill("2")
    page.get_by_label("Score that they begin with").select_option("all")
    page.get_by_role("button", name="Show who qualifies").click()
    shown = page.locator("ol.rows li")
    expect(shown).to_have_count(4)
    expect(shown.first).to_contain_text("begins with 1 point")
    assert club.get(final)["entries"] == [], "nothing is recorded yet"
    accessible_in_both_looks(page, everyday=False)
    page.get_by_role("button", name="Enter qualifiers").click()
    expect(page.get_by_role("heading", name="4 entries", exact=True)).to_be_visible()
    assert [each["name"][-1] for each in club.get(final)["entries"]] == ["A", "B", "A", "B"]
    expect(page.get_by_text("begins with 1 point")).to_have_count(2)
