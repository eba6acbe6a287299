"""The knowledge of a seat, and the order that is left after a shuffle, over HTTP."""

from __future__ import annotations

import pytest

from domain.audit.shuffle import GATHERINGS
from domain.engine.facts import Act
from tests.http.people import People, opened, play, whole_deal
from tests.pages.deals import take_in

HALF = 30
"""Entries of a worked closed game of which the fifth trick is not yet led."""


@pytest.fixture(scope="module")
def closed(people: People) -> str:
    return take_in(people, 5)


def test_every_card_and_the_count(people: People, closed: str) -> None:
    answer = people.anybody.get(f"/deals/{closed}/knowledge?seat=E&until=38")
    assert answer.status_code == 200
    payload = answer.json
    assert (payload["seat"], payload["ply"], payload["deals"], payload["trump"]) == ("E", 38, "10", {"suit": "S"})
    assert len(payload["cards"]) == 32
    assert payload["cards"]["KH"]["status"] == "inferred"
    assert payload["cards"]["KH"]["not_with"]["N"] == {
        "code": "face-down", "seat": "N", "ply": 32,
        "text": "North played face down on a lead of hearts (card 19, trick 5).",
    }  # fmt: skip
    assert payload["cards"]["9S"]["with"] == {"N": 0.6, "W": 0.4}
    assert payload["cards"]["AS"] == {
        "status": "shown", "seat": "W", "where": "played", "ply": 33, "trick": 5, "down": True,
        "shown": {"how": "turned-up", "ply": 35},
        "text": "West played it face down to trick 5; turned up (after card 20).",
    }  # fmt: skip
    again = people.anybody.get(
        f"/deals/{closed}/knowledge?seat=E&until=38", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_seat_asks_for_its_own_and_gets_no_others(people: People) -> None:
    deal = take_in(people, 5, entries=HALF)
    east = people.issue("seat", deal=deal, seat="E")
    assert east.get(f"/deals/{deal}/knowledge").json["seat"] == "E"
    assert east.get(f"/deals/{deal}/knowledge?seat=E").json["cards"]["KS"]["status"] == "unknown"
    assert east.get(f"/deals/{deal}/knowledge?seat=N").status_code == 403
    assert people.anybody.get(f"/deals/{deal}/knowledge?seat=E").status_code == 403
    official = people.admin.get(f"/deals/{deal}/knowledge?seat=N").json
    assert official["cards"]["KS"] == {
        "status": "held", "seat": "N", "where": "indicator", "text": "North’s own indicator.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("", 422, "shape"),
        ("?seat=public", 422, "shape"),
        ("?seat=Q", 404, "not-found"),
        ("?seat=E&until=900", 422, "ply"),
        ("?seat=E&until=-2", 422, "shape"),
        ("?seat=E&ply=3", 422, "shape"),
    ],
)
def test_what_cannot_be_asked(people: People, closed: str, query: str, status: int, code: str) -> None:
    answer = people.anybody.get(f"/deals/{closed}/knowledge{query}")
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_what_came_later_changes_nothing(people: People, closed: str) -> None:
    """The same answer while the deal goes on and after it."""
    going_on = take_in(people, 5, entries=HALF)
    for seat in "SENW":
        for ply in (-1, 8, 20, HALF - 3):
            path = f"/knowledge?seat={seat}&until={ply}"
            assert people.admin.get(f"/deals/{going_on}{path}").data == people.admin.get(f"/deals/{closed}{path}").data


def acts_of(dealer: str, seed: int) -> list[Act]:
    """A whole deal that this seat dealt."""
    while True:
        who, acts = whole_deal(seed)
        if who == dealer:
            return acts
        seed += 1


def test_a_shuffle_is_held_against_the_deal_before_in_the_match(people: People) -> None:
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S"}))
    first = opened(people.admin.post("/deals", {"match": match}))
    play(people.admin, first, acts_of("S", 1))
    second = opened(people.admin.post("/deals", {"match": match}))
    acts = acts_of("E", 100)
    play(people.admin, second, acts[:6])
    assert people.anybody.get(f"/deals/{second}/shuffle").status_code == 403
    assert people.issue("seat", deal=second, seat="E").get(f"/deals/{second}/shuffle").status_code == 403
    assert "why_not" in people.admin.get(f"/deals/{first}/shuffle").json
    play(people.admin, second, acts[6:])
    answer = people.anybody.get(f"/deals/{second}/shuffle")
    payload = answer.json
    assert payload["survived"]["evidence"] == "batches"
    assert [each["key"] for each in payload["survived"]["assumed"]] == [each.key for each in GATHERINGS]
    assert payload["dealings"][0]["verdict"] == "unknown"
    assert "does not prove cheating" in payload["warning"]
    again = people.anybody.get(f"/deals/{second}/shuffle", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_deal_without_a_match_says_why_nothing_is_said(people: People, closed: str) -> None:
    payload = people.anybody.get(f"/deals/{closed}/shuffle").json
    assert "survived" not in payload
    assert payload["why_not"].startswith("No deal came before this one")
