"""The page of a club says how its last evening ended, and the cards of tournaments who is first."""

from __future__ import annotations

from flask import Flask

from tests.http.people import People
from tests.http.test_series import evening
from tests.pages.reading import read


def test_a_club_leads_with_its_last_evening_and_each_tournament_with_who_is_first(app: Flask, people: People) -> None:
    club = people.club()
    evening(people.admin, club, 7, name="First evening")
    evening(people.admin, club, 4, name="Second evening")
    evening(people.admin, club, 7, ends=False, name="Third evening")
    page = read(app, f"/clubs/{club}")
    last = page.one("section.podium")
    assert last.texts("h2") == ["Last evening: Second evening"]
    assert last.texts("li b") == ["Pair 2", "Pair 1"]
    assert page.texts(".events .top") == ["First so far: Pair 1", "Winner: Pair 2", "Winner: Pair 1"]
