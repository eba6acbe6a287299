"""The page of a club says how its last evening ended, and the cards of tournaments who is first."""

from __future__ import annotations

from flask import Flask

from tests.http.people import People, play, whole_deal
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


def test_where_deals_were_played_since_the_last_tournament_their_evening_is_the_last(
    app: Flask, people: People
) -> None:
    club = people.club()
    dealer, acts = whole_deal(41)
    seats = {"S": "Anula", "E": "Farook", "N": "Kavitha", "W": "Mahesh"}
    deal = people.deal(people.admin, dealer=dealer, club=club, players=seats, event="Saturday evening")
    play(people.admin, deal, acts)
    tokens = people.admin.get(f"/deals/{deal}").json["settlement"]["tokens"]
    (side, won), *_ = sorted(tokens.items(), key=lambda each: -each[1])
    last = read(app, f"/clubs/{club}").one("section.podium")
    assert last.texts("h2") == ["Last evening: Saturday evening"]
    assert sorted(last.texts("li")) == sorted(f"{seats[seat]} +{won}" for seat in side)
    evening(people.admin, club, 7, name="A cup")
    assert read(app, f"/clubs/{club}").texts("section.podium h2") == ["Last evening: A cup"]
