"""Deals are found by what was held and what happened, once everybody may see all hands; and never before."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import replay.hands
from api.services import Provider
from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.games.three04.acts import RedealDemanded
from replay.notation import read_hand
from tests.cases import cases
from tests.http.people import People, Person, play, whole_deal
from tests.http.shapes import plain_document

DEALS = 40


@dataclass(frozen=True)
class Known:
    """A deal as it was played, read from its acts alone."""

    id: str
    row: dict[str, Any]
    hands: dict[str, list[str]]
    lead: str

    @property
    def trump(self) -> str:
        return str((self.row.get("contract") or {}).get("suit", ""))

    @property
    def maker(self) -> str:
        return str((self.row.get("contract") or {}).get("seat", ""))

    @property
    def over(self) -> bool:
        return bool(self.row["status"] != "open")

    def holds(self, seat: str, *ranks_of_trump: str) -> bool:
        return bool(self.trump) and {rank + self.trump for rank in ranks_of_trump} <= set(self.hands[seat])

    def trumps(self, seat: str) -> int:
        return sum(card.endswith(self.trump) for card in self.hands[seat]) if self.trump else -1

    def shape(self, seat: str) -> list[int]:
        return sorted((sum(card[1] == suit for card in self.hands[seat]) for suit in "SHDC"), reverse=True)


def hands_of(acts: list[Act]) -> dict[str, list[str]]:
    hands: dict[str, list[str]] = {}
    for act in acts:
        if isinstance(act, RedealDemanded):
            hands = {}
        if isinstance(act, CardsDealt):
            for seat, cards in act.hands.items():
                hands.setdefault(seat, []).extend(cards)
    return hands


@pytest.fixture(scope="module")
def deals(people: People) -> list[Known]:
    """Deals of one club; the last two are not over."""
    club = people.club()
    known: dict[str, list[Act]] = {}
    for seed in range(DEALS):
        dealer, acts = whole_deal(7000 + seed)
        deal = people.deal(dealer=dealer, club=club, players={"E": "=Farook"})
        play(people.admin, deal, acts[: len(acts) - (seed >= DEALS - 2)])
        known[deal] = acts
    rows = people.anybody.get("/deals", query_string={"limit": 200, "club": club}).json["items"]
    return [
        Known(
            row["id"], row, hands_of(known[row["id"]]),
            next((act.card for act in known[row["id"]] if isinstance(act, CardPlayed)), ""),
        )
        for row in rows
    ]  # fmt: skip


def search(who: Person, club: str, **query: str) -> list[str]:
    answer = who.get("/deals", query_string={"limit": 200, "club": club, **query})
    assert answer.status_code == 200, answer.json
    return [deal["id"] for deal in answer.json["items"]]


Fits = Callable[[Known], bool]
SEATS = "SENW"
SEARCHES: dict[str, tuple[dict[str, str], Fits]] = {
    "East held the jack and nine of trumps": ({"held": "J* 9*", "hand": "E"}, lambda deal: deal.holds("E", "J", "9")),
    "somebody held both": ({"held": "J* 9*"}, lambda deal: any(deal.holds(seat, "J", "9") for seat in SEATS)),
    "the maker held both": ({"held": "J* 9*", "hand": "maker"}, lambda d: bool(d.maker) and d.holds(d.maker, "J", "9")),
    "West held the jack of hearts": ({"held": "JH", "hand": "W"}, lambda deal: "JH" in deal.hands["W"]),
    "small letters and commas": ({"held": "jh, 9h"}, lambda d: any({"JH", "9H"} <= set(d.hands[s]) for s in SEATS)),
    "the maker had four trumps": ({"held": "*4", "hand": "maker"}, lambda d: bool(d.maker) and d.trumps(d.maker) == 4),
    "South's shape": ({"shape": "1-2-4-1", "hand": "S"}, lambda deal: deal.shape("S") == [4, 2, 1, 1]),
    "any shape": ({"shape": "3-2-2-1"}, lambda deal: any(deal.shape(seat) == [3, 2, 2, 1] for seat in SEATS)),
    "a shape with a card": (
        {"shape": "3-2-2-1", "held": "JC"},
        lambda deal: any(deal.shape(seat) == [3, 2, 2, 1] and "JC" in deal.hands[seat] for seat in SEATS),
    ),
    "the opening lead": ({"lead": "JS"}, lambda deal: deal.lead == "JS"),
    "a jack of trumps was led": ({"lead": "J*"}, lambda deal: deal.lead == f"J{deal.trump}"),
    "170 or more": ({"bid_from": "170"}, lambda d: isinstance(bid(d), int) and bid(d) >= 170),
    "170 or more and failed": (
        {"bid_from": "170", "result": "failed"},
        lambda d: isinstance(bid(d), int) and bid(d) >= 170 and d.row["result"] == "failed",
    ),
    "between 170 and 190": (
        {"bid_from": "170", "bid_to": "190"},
        lambda deal: isinstance(bid(deal), int) and 170 <= bid(deal) <= 190,
    ),
    "at most 160": ({"bid_to": "160"}, lambda deal: isinstance(bid(deal), int) and bid(deal) <= 160),
    "the indicator was the only trump": (
        {"only_trump": "true"},
        lambda deal: bool(deal.maker) and deal.trumps(deal.maker) == 1,
    ),
    "it was not": ({"only_trump": "false"}, lambda deal: not (deal.maker and deal.trumps(deal.maker) == 1)),
}


def bid(deal: Known) -> Any:
    return (deal.row.get("contract") or {}).get("bid")


def test_a_search_by_cards_finds_what_fits_and_nothing_else(people: People, deals: list[Known]) -> None:
    club = deals[0].row["club"]
    empty = 0
    with cases() as case:
        for name, (query, fits) in SEARCHES.items():
            with case(name):
                expected = [deal.id for deal in deals if deal.over and fits(deal)]
                assert search(people.anybody, club, **query) == expected
            empty += not expected
    assert empty < len(SEARCHES) / 2, "most searches find something"


def test_a_deal_that_is_not_over_is_not_found_by_its_cards(people: People, deals: list[Known]) -> None:
    """Not even by officials, who may see it: the search is the same for everybody."""
    club = deals[0].row["club"]
    open_deals = [deal for deal in deals if not deal.over]
    assert len(open_deals) == 2
    with cases() as case:
        for deal in open_deals:
            for seat in SEATS:
                for card in deal.hands[seat]:
                    with case(seat, card):
                        for who in (people.anybody, people.admin):
                            assert deal.id not in search(who, club, held=card, hand=seat)


def test_a_deal_is_found_by_its_cards_only_while_all_hands_are_shown(people: People) -> None:
    club = people.club()
    dealer, acts = next(each for each in map(whole_deal, range(50)) if len(each[1]) > 40)
    deal = people.deal(dealer=dealer, club=club)
    play(people.admin, deal, acts)
    card = hands_of(acts)["E"][0]
    assert search(people.anybody, club, held=card, hand="E") == [deal]
    plies = people.admin.get(f"/deals/{deal}").json["plies"]
    retraction = {"ply": plies - 1, "why": "it was not played"}
    assert people.admin.post(f"/deals/{deal}/retractions", retraction).status_code in (200, 201)
    assert search(people.anybody, club, held=card, hand="E") == []


def test_a_seat_cannot_search_by_cards(people: People, deals: list[Known]) -> None:
    """It sees its own hand only, also of a deal that is over."""
    seat = people.issue("seat", deal=deals[0].id, seat="S")
    for query in ({"held": "JH"}, {"shape": "4-2-1-1"}, {"lead": "JH"}, {"only_trump": "false"}):
        assert seat.get("/deals", query_string=query).status_code == 403, query
    assert seat.get("/deals", query_string={"bid_from": 160}).status_code == 200


def test_worked_hands_are_found_by_what_they_show(people: People) -> None:
    folder = Path(replay.hands.__path__[0])
    lines = {}
    for path in folder.glob("0[34]-*.toml"):
        document = read_hand(path.read_text("utf-8"))
        lines[path.name[:2]] = document.id
        answer = people.admin.call("POST", "/archive", data=archived(path), content_type="application/x-ndjson")
        assert answer.json["saved"] == 1, answer.json
    items = people.anybody.get("/deals?reason=caps-early").json["items"]
    assert [deal["id"] for deal in items] == [lines["04"]]
    assert people.anybody.get("/deals?reason=caps-late").json["items"] == []


def archived(path: Path) -> bytes:
    from replay.notation import write_archived

    return write_archived(read_hand(path.read_text("utf-8"))) + b"\n"


@pytest.mark.parametrize(
    "query", [{"held": "jack"}, {"held": ""}, {"held": "JH;9H"}, {"hand": "X"}, {"shape": "four"}, {"lead": "JH 9H"},
              {"bid_from": "pcc"}, {"bid_to": "-1"}, {"reason": "luck"}, {"only_trump": "perhaps"}],
)  # fmt: skip
def test_what_is_no_search_by_cards_is_refused(people: People, query: dict[str, str]) -> None:
    answer = people.anybody.get("/deals", query_string=query)
    assert (answer.status_code, answer.json["code"]) == (422, "shape")


def test_the_result_of_a_search_is_a_table(people: People, deals: list[Known]) -> None:
    query = {"club": deals[0].row["club"], "held": "J* 9*", "limit": "5"}
    answer = people.anybody.get("/deals.csv", query_string=query)
    assert answer.mimetype == "text/csv"
    rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    listed = people.anybody.get("/deals", query_string=query).json
    assert [row["id"] for row in rows] == [deal["id"] for deal in listed["items"]]
    assert rows[0]["player_E"] == "'=Farook", "a spreadsheet takes no name for a formula"
    assert (listed["next"] in answer.headers.get("Link", "")) if listed["next"] else "Link" not in answer.headers


def test_the_result_of_a_search_is_an_archive(people: People, deals: list[Known]) -> None:
    club = deals[0].row["club"]
    lines = people.anybody.get("/archive", query_string={"club": club, "bid_from": "170"}).data.splitlines()
    expected = search(people.anybody, club, bid_from="170")
    assert [json.loads(line)["id"] for line in lines] == expected
    assert lines[0] + b"\n" == people.anybody.get(f"/deals/{expected[0]}/archive").data
    everything = people.anybody.get("/archive", query_string={"club": club, "limit": 200}).data.splitlines()
    assert len(everything) == sum(deal.over for deal in deals), "deals that are not over are left out"


def test_older_books_are_searchable_after_a_rebuild(people: People, house: Provider, deals: list[Known]) -> None:
    club, services = deals[0].row["club"], house.services
    before = search(people.anybody, club, held="J* 9*")
    with services.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute("UPDATE catalogue SET traits = '{}'")
    assert search(people.anybody, club, held="J* 9*") == []
    for _ in services.catalogue.rebuild(services.ledger.listing):
        pass
    assert search(people.anybody, club, held="J* 9*") == before != []


@pytest.mark.full
def test_the_parameters_are_described(people: People) -> None:
    document = plain_document()
    for path in ("/api/v1/deals", "/api/v1/deals.csv", "/api/v1/archive"):
        names = {each["name"] for each in document["paths"][path]["get"]["parameters"] if "name" in each}
        assert names >= {"held", "hand", "shape", "lead", "bid_from", "bid_to", "reason", "only_trump", "player"}, path
