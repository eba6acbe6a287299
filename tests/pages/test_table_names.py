"""Wherever a table of a tournament is named, it has the name that the club gave it."""

from __future__ import annotations

from tests.cases import cases
from tests.http.people import People, opened
from tests.http.test_me import a_cup, registered
from tests.http.tournament_requests import done, draw, report
from tests.pages.test_me_page import account
from tests.signing.visitors import Visitor, official

PAIRS = (("Anula", "Farook"), ("Kavitha", "Mahesh"))


def test_pages_and_papers_call_a_table_as_the_club_does(people: People) -> None:
    club = people.club()
    garden = opened(people.admin.post("/tables", {"name": "Garden table", "club": club}))
    cup = a_cup(people, club, *PAIRS)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": garden}})
    (table,) = draw(people.admin, cup)["encounters"]
    match = opened(people.admin.post(f"/encounters/{table['id']}/match"))
    deal = people.played(20, match=match, dealer_reason="drawn")
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East revoked."}))
    report(people.admin, table["id"], 7, 4)
    visitor, keeper = Visitor(people.app), Visitor(people.app)
    visitor.sign_in(account(people, "garden-player", registered(people, club, "Anula")))
    keeper.sign_in(official(people.house, "garden-keeper", "admin").login)
    of_player = ("/me", f"/me/evenings/{cup}", f"/me/encounters/{table['id']}/corrections")
    of_official = (
        f"/tournaments/{cup}/log", f"/tournaments/{cup}/rounds/1/tables/1", f"/tournaments/{cup}/papers/players",
        f"/disputes/{dispute}", f"/disputes/{dispute}/paper",
    )  # fmt: skip
    with cases() as case:
        for reader, paths in ((visitor, of_player), (keeper, of_official)):
            for path in paths:
                with case(path):
                    text = reader.get(path).text
                    assert "Garden table" in text
                    assert "able 1" not in text
