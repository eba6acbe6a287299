"""Deals are found by what everybody may know of them; and what a list says can be made anew from the events."""

from __future__ import annotations

from typing import Any

import pytest

from api.services import Provider
from tests.http.people import AT, People, opened, play, whole_deal


@pytest.fixture(scope="module")
def deals(people: People) -> list[dict[str, Any]]:
    """Twelve deals of two clubs, as the whole list tells them."""
    clubs = [people.club(), people.club()]
    for seed in range(12):
        dealer, acts = whole_deal(900 + seed)
        named = {"S": "Anula", "E": "Farook", "N": "Kavitha", "W": "Ruwan" if seed % 3 else "Mahesh"}
        deal = people.deal(dealer=dealer, club=clubs[seed % 2], players=named)
        play(people.admin, deal, acts[: len(acts) - (seed == 11)])
    items: list[dict[str, Any]] = people.anybody.get("/deals?limit=200").json["items"]
    return items


def ids_of_search(people: People, **query: str) -> set[str]:
    answer = people.anybody.get("/deals", query_string={"limit": 200, **query})
    assert answer.status_code == 200, answer.json
    return {deal["id"] for deal in answer.json["items"]}


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ({"player": "Ruwan"}, lambda deal: "Ruwan" in deal["players"].values()),
        ({"result": "made"}, lambda deal: deal["result"] == "made"),
        ({"result": "failed"}, lambda deal: deal["result"] == "failed"),
        ({"result": "open"}, lambda deal: deal["status"] == "open"),
        ({"caps": "true"}, lambda deal: deal["has_caps"]),
        ({"caps": "false", "player": "Mahesh"}, lambda d: not d["has_caps"] and "Mahesh" in d["players"].values()),
        ({"irregularities": "false"}, lambda deal: deal.get("has_irregularities") is False),
        ({"bid": "160"}, lambda deal: deal.get("contract", {}).get("bid") == 160),
        ({"bid": "pcc"}, lambda deal: deal.get("contract", {}).get("bid") == "pcc"),
        ({"suit": "H"}, lambda deal: deal.get("contract", {}).get("suit") == "H"),
        ({"since": "2999-01-01"}, lambda deal: False),
        ({"until": "2999-01-01"}, lambda deal: True),
    ],
    ids=lambda part: "&".join(f"{name}={value}" for name, value in part.items()) if isinstance(part, dict) else "",
)
def test_a_search_finds_what_fits_and_nothing_else(
    people: People, deals: list[dict[str, Any]], query: dict[str, str], fits: Any
) -> None:
    assert ids_of_search(people, **query) == {deal["id"] for deal in deals if fits(deal)}


def test_a_contract_says_what_the_deal_itself_says(people: People, deals: list[dict[str, Any]]) -> None:
    assert {deal["status"] for deal in deals} >= {"played", "open"}
    for deal in deals:
        view = people.admin.get(f"/deals/{deal['id']}/views/public").json
        if deal["status"] == "played":
            assert deal["contract"]["seat"] == view["maker"]
            assert deal["contract"]["bid"] == view["contract"]["bid"]
        if deal["status"] == "open":
            assert "contract" not in deal


def test_days_are_whole_days(people: People) -> None:
    deal = people.deal(at=AT)
    assert deal in ids_of_search(people, since="2026-02-14", until="2026-02-14")
    assert deal not in ids_of_search(people, until="2026-02-13")
    assert deal not in ids_of_search(people, since="2026-02-15")


def test_the_first_and_the_last_day_of_the_calendar_are_days_like_any(people: People) -> None:
    """The day after the last one is no day: nothing begins later, so nothing is left out."""
    deal = people.deal(at=AT)
    assert deal in ids_of_search(people, since="0001-01-01", until="9999-12-31")
    assert deal not in ids_of_search(people, until="0001-01-01")
    assert deal not in ids_of_search(people, since="9999-12-31")


def test_a_player_is_found_under_every_name_of_theirs(people: People) -> None:
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Nirmala", "club": club}))
    before = people.deal(club=club, players={"S": "Nirmala"})
    answer = people.admin.call("PATCH", f"/players/{player}", {"name": "Nirmala Perera"})
    assert answer.status_code == 200, answer.json
    after = people.deal(club=club, players={"S": "Nirmala Perera"})
    by_id = people.deal(club=club, players={"S": player})
    assert ids_of_search(people, player=player, club=club) == {before, after, by_id}
    assert ids_of_search(people, player="Nirmala", club=club) == {before}


@pytest.mark.parametrize("query", [{"since": "Friday"}, {"result": "won"}, {"caps": "perhaps"}, {"colour": "red"}])
def test_what_is_no_search_is_refused(people: People, query: dict[str, str]) -> None:
    answer = people.anybody.get("/deals", query_string=query)
    assert (answer.status_code, answer.json["code"]) == (422, "shape")


def test_lists_made_anew_from_the_events_are_the_same(people: People, house: Provider, deals: object) -> None:
    services = house.services
    kinds = ("deal", "club", "player", "table", "match")
    before = {kind: list(services.catalogue.rows(kind)) for kind in kinds}
    with services.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute("UPDATE catalogue SET title = 'lost', data = '{}'")
    *_, done = services.catalogue.rebuild(services.ledger.listing, batch=5)
    assert {kind: list(services.catalogue.rows(kind)) for kind in kinds} == before
    assert done == sum(map(len, before.values()))
