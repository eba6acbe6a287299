"""A small season of a club, on a server where another club plays too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.http.people import opened, play, whole_deal
from tests.http.tournament_requests import SWISS, done, draw, report, tournament
from tests.moving.conftest import House

PLAYERS = ("Anula Perera", "Bandara Silva", "Chitra Peiris", "Dilani Fernando")
GONE = "Passed By"


@dataclass
class Season:
    """Ids of what is in it. ``other``: the other club; ``strange``: a deal of that club."""

    club: str
    other: str
    strange: str
    table: str
    players: list[str]
    cup: str
    deal: str
    dispute: str


def play_season(house: House) -> Season:
    people, admin = house.people, house.people.admin
    club, other = people.club("names-for-members"), people.club()
    strange = people.deal(club=other, players={"S": "Somebody Else"})
    table = people.table(club)
    players = [opened(admin.post("/players", {"name": name, "club": club})) for name in PLAYERS]
    league = opened(admin.post("/series", {"name": "League", "club": club, "terms": {}}))
    cup = tournament(admin, 0, {**SWISS, "rounds": 1}, club=club)
    for n in (0, 2):
        opened(admin.post(f"/tournaments/{cup}/entries", {"name": f"Pair {n}", "players": players[n : n + 2]}))
    for encounter in draw(admin, cup)["encounters"]:
        report(admin, encounter["id"], 7, 4)
        done(admin, f"/encounters/{encounter['id']}/confirmations")
    done(admin, f"/tournaments/{cup}/rounds/1/close")
    done(admin, f"/tournaments/{cup}/end")
    done(admin, f"/series/{league}/evenings", {"tournament": cup})
    for seed, names in ((1, {"S": PLAYERS[0], "E": GONE}), (2, {"S": players[0], "W": "Guest"})):
        dealer, acts = whole_deal(seed)
        deal = people.deal(dealer=dealer, club=club, table=table, players=names)
        play(admin, deal, acts)
        opened(admin.post(f"/deals/{deal}/notes", {"text": "A long look at Guest.", "ply": 3}))
    dispute = opened(admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East looked."}))
    file: dict[str, Any] = {"data": b"%PDF-1.4 sheet", "headers": {"Content-Type": "application/pdf"}}
    assert admin.call("POST", f"/disputes/{dispute}/files?name=sheet.pdf&side=NS", **file).status_code in (200, 201)
    done(admin, f"/clubs/{club}/people/forget", {"names": [GONE]})
    people.deal(club=other, players={"S": "Somebody Else"})
    return Season(club, other, strange, table, players, cup, deal, dispute)
