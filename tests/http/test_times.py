"""When something happened is what its sender says, within reason; a wrong date does not stand before everything."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from api.services import Provider
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.record.imported_deal import ImportedDeal
from tests.http.people import People, Person

GAME = {"ruleset": "304", "dealer": "S"}


def moment(**ago: float) -> str:
    return (datetime.now(UTC) - timedelta(**ago)).isoformat(timespec="milliseconds")


def opens(who: Person, at: str) -> tuple[int, str]:
    answer = who.post("/deals", {**GAME, "at": at})
    return answer.status_code, answer.json.get("code", "")


@pytest.mark.parametrize("role", ["admin", "director", "recorder"])
def test_nobody_dates_anything_into_the_future(people: People, role: str) -> None:
    club = people.club()
    table = people.table(club)
    who = {
        "admin": people.admin,
        "director": people.issue("director", club=club),
        "recorder": people.issue("recorder", table=table),
    }[role]
    for at in ("9999-12-31T23:59:59Z", "2099-01-01T00:00:00Z", moment(minutes=-10), "9999-12-31T23:59:59-10:00"):
        assert opens(who, at) == (422, "time"), at
    for at in (moment(minutes=-2), moment(days=3)):
        assert opens(who, at) == (201, ""), "clocks run a little apart, and papers are typed in later"


def test_only_who_may_import_old_deals_dates_far_back(people: People) -> None:
    club = people.club()
    scribe, director = people.issue("recorder", table=people.table(club)), people.issue("director", club=club)
    old = "1987-02-14T20:15:09Z"
    assert opens(scribe, old) == (422, "time")
    assert opens(director, old) == (201, "")
    assert opens(director, "0001-01-01T00:00:00Z") == (422, "time")


def test_a_seats_acts_have_a_time_that_can_be(people: People) -> None:
    deal = people.deal(dealer="S")
    seat = people.issue("seat", deal=deal, seat="S")
    for at in ("2099-01-01T00:00:00Z", "1987-02-14T20:15:09Z"):
        answer = seat.post(f"/deals/{deal}/actions", {"act": "S shuffle", "at": at})
        assert (answer.status_code, answer.json["code"]) == (422, "time")
    assert seat.post(f"/deals/{deal}/actions", {"act": "S shuffle", "at": moment(minutes=1)}).status_code == 200


def stored(people: People, deal: str) -> tuple[str, str]:
    """The time of the last act of a deal, and the one that its sender's device gave, if that was wrong."""
    events = people.admin.get(f"/deals/{deal}/events").data.decode().splitlines()
    last = [event for event in map(json.loads, events) if "act" in event][-1]
    return last["at"], last.get("device_at", "")


def record(people: People, deal: str, act: str, at: str) -> tuple[str, str]:
    """Record an act with a time: see `stored`."""
    answer = people.admin.post(f"/deals/{deal}/actions", {"act": act, "at": at})
    assert answer.status_code == 200, answer.json
    assert answer.json["recorded"][0].get("device_at", "") == stored(people, deal)[1]
    return stored(people, deal)


def test_a_slow_clock_does_not_enter_the_record(people: People) -> None:
    """A time before the opening, or well before the act before, is that of a wrong clock: both times are kept."""
    deal, began = people.deal(dealer="S"), moment()
    wrong = "2020-02-14T20:15:09.318Z"
    at, device_at = record(people, deal, "W cut", wrong)
    assert began <= at.replace("Z", "+00:00") <= moment()
    assert device_at == wrong
    entries = people.admin.get(f"/deals/{deal}/entries").json["entries"]
    assert entries[-1]["at"] == at
    seat = people.issue("seat", deal=deal, seat="E")
    assert "device_at" not in seat.get(f"/deals/{deal}/events").data.decode(), "only officials see it"

    earlier = people.deal(dealer="S", at=moment(hours=3))
    two_hours, a_little_before = (
        moment(hours=2).replace("+00:00", "Z"),
        moment(hours=2, minutes=4).replace("+00:00", "Z"),
    )
    assert record(people, earlier, "W cut", two_hours) == (two_hours, ""), "a deal that is typed in later"
    dealt = "S deal E:?? ?? ?? ?? N:?? ?? ?? ?? W:?? ?? ?? ?? S:?? ?? ?? ??"
    assert record(people, earlier, dealt, a_little_before) == (a_little_before, ""), "clocks run a little apart"
    at, device_at = record(people, earlier, "E 160", moment(hours=2, minutes=30))
    assert at.replace("Z", "+00:00") >= began
    assert device_at


def test_an_archive_has_no_deal_from_the_future(people: People) -> None:
    line = json.loads(people.admin.get(f"/deals/{people.deal()}/archive").data)
    for at, outcome in (("9999-12-31", "refused"), (moment(minutes=-30), "refused"), ("1987-02-14", "saved")):
        body = json.dumps({**line, "id": str(uuid4()), "date": at}).encode()
        answer = people.admin.call("POST", "/archive", data=body, content_type="application/x-ndjson")
        assert answer.json["lines"][0]["outcome"] == outcome, answer.json["lines"][0]


def test_what_was_dated_far_ahead_before_does_not_head_the_lists(people: People, house: Provider) -> None:
    club = people.club()
    before = people.deal(club=club)
    ahead = uuid4()
    fact = DealOpened(ruleset=plain(STANDARD), dealer="S", club=club)
    house.services.ledger.imports.import_deal(ImportedDeal(ahead, fact, "9999-12-31T23:59:59.000Z", "Somebody", ()))
    after = people.deal(club=club)
    listed = people.anybody.get(f"/deals?club={club}").json["items"]
    assert [row["id"] for row in listed] == [after, str(ahead), before]
    assert listed[1]["opened_at"].startswith("9999-12-31")
    pages = []
    cursor = ""
    while True:
        page = people.anybody.get(f"/deals?club={club}&limit=1{cursor}").json
        pages += [row["id"] for row in page["items"]]
        if not page["next"]:
            break
        cursor = f"&cursor={page['next']}"
    assert pages == [after, str(ahead), before]
