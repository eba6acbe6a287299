"""A club with a match, for pages to show."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.http.people import People, opened, play, whole_deal

PLAYERS = {"S": "Anula", "E": "Farook", "N": "Kavitha", "W": "Mahesh"}


@dataclass
class Evening:
    """The deals of an evening, as the API returns them one by one."""

    club: str
    player: str
    match: str
    deals: list[dict[str, Any]] = field(default_factory=list)

    def made_with(self, name: str) -> int:
        """Deals with this player whose bid was made."""
        return sum(
            name in deal["players"].values() and (deal["settlement"] or {}).get("made") is True for deal in self.deals
        )

    def bid_by(self, name: str) -> int:
        """Deals that were played for this player's bid."""
        return sum(deal["status"] == "played" and deal["players"].get(deal["maker"]) == name for deal in self.deals)


def an_evening(people: People, deals: int = 8) -> Evening:
    """So many deals of a match, or of more when one is over; with random acts."""
    admin = people.admin
    club = people.club()
    ids = {name: opened(admin.post("/players", {"name": name, "club": club})) for name in PLAYERS.values()}
    match_params = {"ruleset": "304", "dealer": "S", "club": club, "players": PLAYERS, "event": "Thursday"}
    match = opened(admin.post("/matches", match_params))
    evening = Evening(club, ids["Anula"], match)
    seeds = count(500)
    for _ in range(deals):
        turn = admin.get(f"/matches/{match}").json.get("next_dealer")
        if turn is None:
            turn, match = "S", opened(admin.post("/matches", match_params))
        acts = next(acts for dealer, acts in map(whole_deal, seeds) if dealer == turn)
        deal = opened(admin.post("/deals", {"match": match}))
        play(admin, deal, acts)
        last = admin.get(f"/deals/{deal}/views/public").json
        evening.deals.append({"settlement": None, "maker": last.get("maker"), **admin.get(f"/deals/{deal}").json})
    return evening
