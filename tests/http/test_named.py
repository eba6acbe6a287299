"""A body may name only things within the caller's reach, in every route that writes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from tests.http.people import People, Person, opened
from tests.http.tournament_requests import done, tournament

GAME = {"ruleset": "304", "dealer": "S"}


@dataclass(frozen=True)
class Club:
    """A club with one of each thing."""

    club: str
    table: str
    player: str
    match: str


def club_of(people: People) -> Club:
    club = people.club()
    table = people.table(club)
    player = opened(people.admin.post("/players", {"name": "A star", "club": club}))
    return Club(club, table, player, opened(people.admin.post("/matches", {**GAME, "club": club, "table": table})))


@pytest.fixture(scope="module")
def own(people: People) -> Club:
    return club_of(people)


@pytest.fixture(scope="module")
def other(people: People) -> Club:
    return club_of(people)


def naming(other: Club, own: Club) -> list[dict[str, Any]]:
    """Bodies that name something of another club, alone or beside what is one's own."""
    return [
        {"club": other.club},
        {"club": other.club, "table": own.table},
        {"table": other.table},
        {"club": own.club, "table": other.table},
        {"players": {"S": other.player}},
        {"table": own.table, "players": {"E": other.player}},
    ]


@pytest.mark.parametrize("path", ["/deals", "/matches"])
@pytest.mark.parametrize("role", ["recorder of the table", "recorder of the club", "director"])
def test_nothing_is_opened_that_names_another_club(
    people: People, own: Club, other: Club, path: str, role: str
) -> None:
    scope = {"table": own.table} if role == "recorder of the table" else {"club": own.club}
    who = people.issue(role.partition(" ")[0], **scope)
    for named in naming(other, own):
        answer = who.post(path, {**GAME, **named})
        assert (answer.status_code, answer.json["code"]) == (403, "not-allowed"), named
    opened(who.post(path, {**GAME, "club": own.club, "table": own.table, "players": {"S": own.player}}))


def test_a_deal_of_another_clubs_match_is_refused(people: People, own: Club, other: Club) -> None:
    for who in (people.issue("recorder", table=own.table), people.issue("director", club=own.club)):
        for named in ({"match": other.match}, {"match": other.match, "table": own.table}):
            assert who.post("/deals", named).status_code == 403
        assert who.post("/deals", {"match": own.match, "table": other.table}).status_code == 403


def test_a_recorder_at_a_table_of_no_club_names_no_club(people: People, other: Club) -> None:
    table = people.table()
    who = people.issue("recorder", table=table)
    for named in ({"club": other.club}, {"players": {"S": other.player}}, {"table": other.table}):
        assert who.post("/deals", {**GAME, **named}).status_code == 403, named
    opened(who.post("/deals", {**GAME, "players": {"S": "Somebody", "E": str(uuid4())}}))


def test_players_without_a_club_play_everywhere(people: People, own: Club) -> None:
    guest = opened(people.admin.post("/players", {"name": "A guest"}))
    opened(people.issue("recorder", table=own.table).post("/deals", {**GAME, "players": {"S": guest}}))


def test_entries_and_tables_of_a_tournament_are_of_its_club(people: People, own: Club, other: Club) -> None:
    director = people.issue("director", club=own.club)
    cup = tournament(director, 2, club=own.club)

    def refused(who: Person, method: str, path: str, body: dict[str, Any]) -> None:
        answer = who.call(method, path, json=body)
        assert (answer.status_code, answer.json["code"]) == (403, "not-allowed"), path

    refused(director, "POST", f"/tournaments/{cup}/entries", {"name": "Stars", "players": [other.player, "x"]})
    refused(director, "PATCH", f"/tournaments/{cup}/entries/1", {"name": "Stars", "players": [other.player, "x"]})
    refused(director, "POST", f"/tournaments/{cup}/tables", {"tables": {"1": other.table}})
    refused(director, "POST", "/tokens", {"role": "recorder", "subject": "X", "scope": {"table": other.table}})
    done(director, f"/tournaments/{cup}/tables", {"tables": {"1": own.table}})


def test_an_archive_names_nobody_of_another_club(people: People, own: Club, other: Club) -> None:
    director = people.issue("director", club=own.club)
    deal = opened(director.post("/deals", {**GAME, "table": own.table}))
    line = json.loads(people.admin.get(f"/deals/{deal}/archive").data)

    def outcome(**changed: Any) -> dict[str, Any]:
        body = json.dumps({**line, "id": str(uuid4()), **changed}).encode()
        answer = director.call("POST", "/archive", data=body, content_type="application/x-ndjson")
        row: dict[str, Any] = answer.json["lines"][0]
        return row

    assert outcome()["outcome"] == "saved"
    for changed in ({"table": other.table}, {"match": other.match}, {"players": {"S": other.player}}):
        row = outcome(**changed)
        assert (row["outcome"], row["code"]) == ("refused", "not-allowed"), changed


def test_even_an_administrator_puts_no_clubs_deal_at_another_clubs_table(
    people: People, own: Club, other: Club
) -> None:
    for path in ("/deals", "/matches"):
        answer = people.admin.post(path, {**GAME, "club": own.club, "table": other.table})
        assert (answer.status_code, answer.json["code"]) == (422, "table-club"), path
    assert people.admin.post("/deals", {"match": own.match, "table": other.table}).json["code"] == "table-club"
