"""A deal that was written down with its day alone keeps the day, wherever it is read; no time is made up."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from uuid import uuid4

from replay.notation import read_hand, write_archived
from tests.http.people import People, opened
from tests.notation.conftest import CASES
from web.venues import show_times_of, venue

CASE = CASES / "date-without-time.nought.toml"


def imported(people: People, **head: Any) -> str:
    """The case as a line of an archive with a new id and more in its head; return the id."""
    row = json.loads(write_archived(read_hand(CASE.read_text(encoding="utf-8"))))
    deal = str(uuid4())
    answer = send(people, {**row, "id": deal, **head})
    assert answer["saved"] == 1, answer
    return deal


def send(people: People, row: dict[str, Any]) -> dict[str, Any]:
    body = json.dumps(row).encode()
    answer = people.admin.call("POST", "/archive", data=body, content_type="application/x-ndjson")
    payload: dict[str, Any] = answer.json
    return payload


def test_a_list_has_the_day(people: People) -> None:
    club = people.club()
    deal = imported(people, club=club)
    (row,) = people.anybody.get(f"/deals?club={club}").json["items"]
    assert (row["id"], row["day"], row["opened_at"][:10]) == (deal, "2026-10-25", "2026-10-25")


def test_no_export_has_a_time_that_nobody_gave(people: People) -> None:
    deal = imported(people)
    line = json.loads(people.anybody.get(f"/deals/{deal}/archive").text)
    assert line["date"] == "2026-10-25"
    assert "stamps" not in line
    hand = people.anybody.get(f"/deals/{deal}/hand-file").text
    assert "date = 2026-10-25\n" in hand
    assert "T00:00" not in hand + json.dumps(line)
    assert "T12:00" not in hand + json.dumps(line)
    events = people.anybody.get(f"/deals/{deal}/events").text.splitlines()
    assert {json.loads(event)["at"] for event in events} == {"2026-10-25"}
    rows = csv.DictReader(io.StringIO(people.anybody.get("/deals.csv?limit=200").text.removeprefix("\ufeff")))
    assert next(row for row in rows if row["id"] == deal)["opened_at"] == "2026-10-25"
    assert send(people, line)["known"] == 1


def test_a_day_that_an_older_version_stored_as_midnight_is_known_again(people: People) -> None:
    deal = imported(people, date="2026-10-25T00:00:00.000Z")
    line = json.loads(people.anybody.get(f"/deals/{deal}/archive").text)
    assert send(people, {**line, "date": "2026-10-25"})["known"] == 1


def test_a_time_without_an_offset_is_the_venues(people: People) -> None:
    club = people.club()
    people.admin.post(f"/clubs/{club}/zone", {"zone": "Asia/Colombo"})
    deal = imported(people, club=club, date="2026-10-25T20:15:00")
    assert people.anybody.get(f"/deals/{deal}").json["opened_at"] == "2026-10-25T14:45:00.000Z"
    refused = send(people, json.loads(write_archived(read_hand(CASE.read_text(encoding="utf-8")))) | {
        "id": str(uuid4()), "date": "2026-10-25T20:15:00"
    })  # fmt: skip
    assert refused["refused"] == 1
    assert "'2026-10-25T20:15:00' is no time with an offset" in refused["lines"][0]["detail"]


def test_a_time_without_an_offset_is_that_of_a_club_given_by_its_name(people: People) -> None:
    """docs/formats.md, "The head": ``club`` is an id or a name."""
    name = f"Lagoon {uuid4()}"
    first, second = (opened(people.admin.post("/clubs", {"name": name})) for _ in range(2))
    people.admin.post(f"/clubs/{first}/zone", {"zone": "Asia/Colombo"})
    head = {"club": name, "date": "2026-10-25T20:15:00"}
    row = json.loads(write_archived(read_hand(CASE.read_text(encoding="utf-8")))) | head
    assert send(people, {**row, "id": str(uuid4())})["refused"] == 1, "which of the two clubs is not known"
    people.admin.post(f"/clubs/{second}/zone", {"zone": "Asia/Colombo"})
    deal = imported(people, **head)
    assert people.anybody.get(f"/deals/{deal}").json["opened_at"] == "2026-10-25T14:45:00.000Z"
    with people.app.test_request_context(f"/deals/{deal}"):
        show_times_of(name)
        assert str(venue()) == "Asia/Colombo"
    assert send(people, {**row, "id": str(uuid4()), "club": "\0\ud800"})["refused"] == 1


def test_a_day_that_has_begun_nowhere_is_in_the_future(people: People) -> None:
    row = json.loads(write_archived(read_hand(CASE.read_text(encoding="utf-8"))))
    refused = send(people, {**row, "id": str(uuid4()), "date": "2999-01-01"})
    assert "2999-01-01 is in the future" in refused["lines"][0]["detail"]


def test_an_archive_of_empty_lines_is_refused_at_once(people: People) -> None:
    answer = people.admin.call("POST", "/archive", data=b"\n" * 8_000_000, content_type="application/x-ndjson")
    assert (answer.status_code, answer.json["code"]) == (422, "too-many")
