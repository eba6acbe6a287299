"""A substitute is rated in the club's list, and the absent player is not (docs/tournaments.md, "Seeding by rating")."""

from __future__ import annotations

import re

import pytest

from tests.http.people import People, opened
from tests.http.tournament_requests import done, draw, report, tournament


@pytest.mark.full
def test_the_rating_list_has_the_substitute(people: People) -> None:
    club = people.club()
    esha = opened(people.admin.post("/players", {"name": "Esha", "club": club}))
    cup = tournament(people.admin, 2, {"format": "swiss", "rounds": 1, "encounter": {"race": 7}}, club=club)
    table = draw(people.admin, cup)["encounters"][0]
    shown = people.anybody.get(f"/encounters/{table['id']}").json["seats"]
    done(people.admin, f"/encounters/{table['id']}/seats", {"seats": {**shown, "N": "Esha"}, "why": "Late."})
    report(people.admin, table["id"], 7, 3)
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    page = people.anybody.app.test_client().get(f"/clubs/{club}/ratings").text
    rated = set(re.findall(r"Pair \d [AB]|Esha", page))
    assert rated == {"Esha", *shown.values()} - {shown["N"]}
    assert f"/players/{esha}" in page
    standing = people.anybody.get(f"/tournaments/{cup}/standings").json["items"]
    assert [row["place"] for row in standing] == [1, 2]
