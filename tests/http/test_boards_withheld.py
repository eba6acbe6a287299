"""A board's result in a duplicate is nobody's to know who has still to play it, on no path at all.

Two record books hold the same evening, but for what one board came to. Whoever has not played it must be told the same
of both, byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask

from api.tournaments import access as tournament_access
from domain.engine.facts import Act
from store.postgres import embedded
from tests.http.applications import new_book
from tests.http.people import AT, People, Person, opened, sentences, whole_deal
from tests.http.test_delay import FULL, paths, quick, read, spread

pytestmark = pytest.mark.usefixtures("computed")
"""Also what the statistics say."""

TERMS = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}
OTHER = "6f1c6a0e-3a57-4b0e-9d3c-0b7f8b6a5d41"
MASKED = re.compile(rb'[0-9a-f]{64}|nought_[\w-]{43}|name="csrf" value="[^"]*"')


def typed(ours: int, theirs: int) -> dict[str, Any]:
    """The sheet of a board."""
    return {"deals": [[{"tokens": ours}, {"tokens": theirs}]]}


def dealt_by(dealer: str, skip: int) -> list[Act]:
    """A whole deal of this dealer, ``skip`` of them passed over."""
    deals = (acts for seed in range(500) for by, acts in [whole_deal(seed)] if by == dealer and len(acts) > 30)
    for _ in range(skip):
        next(deals)
    return next(deals)


@dataclass
class Evening:
    """A duplicate of six pairs at three tables of a club, in a record book of its own."""

    app: Flask
    people: People
    club: str
    tables: list[str]
    cup: str
    encounters: list[dict[str, Any]]
    deal: str = ""
    match: str = ""
    player: str = ""

    def command(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer = self.people.admin.post(path, {"at": AT, **(body or {})})
        assert answer.status_code in (200, 201, 204), (path, answer.data)
        return answer.json or {}

    def result(self, table: int, board: int, ours: int, theirs: int) -> None:
        there = self.encounters[table - 1]
        sheet = {"sheet": typed(ours, theirs), "board": there["boards"][board - 1]}
        self.command(f"/encounters/{there['id']}/result", sheet)

    def record(self, table: int, skip: int, match: UUID, deal: UUID) -> None:
        """The first board of a table is recorded card by card."""
        there = self.encounters[table - 1]["id"]
        self.match = self.command(f"/encounters/{there}/match", {"id": str(match)})["id"]
        self.deal = self.command("/deals", {"match": self.match, "id": str(deal)})["id"]
        dealer = self.people.admin.get(f"/deals/{self.deal}").json["dealer"]
        self.command(f"/deals/{self.deal}/actions", {"acts": sentences(dealt_by(dealer, skip))})

    def draw(self, at: str) -> None:
        self.command(f"/tournaments/{self.cup}/rounds", {"at": at})
        number = len(self.people.admin.get(f"/tournaments/{self.cup}").json["rounds"])
        self.encounters = self.people.admin.get(f"/tournaments/{self.cup}/rounds/{number}").json["encounters"]


@pytest.fixture
def begin(server: embedded.Embedded, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Evening]]:
    """Makes a book with the tournament, its first round drawn: the same each time."""
    monkeypatch.setattr(tournament_access, "entropy", lambda times=1: bytes(32 * times))
    ids = [str(uuid4()) for _ in range(6)]

    def make() -> Evening:
        people = books.enter_context(new_book(server))
        club = opened(people.admin.post("/clubs", {"name": "Club", "id": ids[0], "at": AT}))
        tables = [
            opened(people.admin.post("/tables", {"name": f"Table {n}", "club": club, "id": ids[n], "at": AT}))
            for n in (1, 2, 3)
        ]
        opened(people.admin.post("/players", {"name": "Player 0", "club": club, "id": ids[5], "at": AT}))
        tournament = {"name": "The cup", "terms": TERMS, "ruleset": "304", "club": club, "id": ids[4], "at": AT}
        cup = opened(people.admin.post("/tournaments", tournament))
        evening = Evening(people.app, people, club, tables, cup, [], player=ids[5])
        for n in range(6):
            players = [f"Player {n}", f"Partner {n}"]
            evening.command(f"/tournaments/{cup}/entries", {"name": f"Pair {n}", "players": players})
        evening.command(f"/tournaments/{cup}/tables", {"tables": {str(n): table for n, table in enumerate(tables, 1)}})
        evening.draw(AT)
        return evening

    with ExitStack() as books:
        yield make


@pytest.fixture
def evening(begin: Callable[[], Evening]) -> Evening:
    return begin()


def response_parts(who: Person, path: str, endpoint: str) -> tuple[int, bytes, str]:
    """Status, body and ETag of an answer, without random digests and secrets."""
    answer, body = read(who, path, endpoint)
    masked = MASKED.sub(b"#", body)
    return answer.status_code, masked, answer.headers.get("ETag", "") if masked == body else ""


def everybody_else(evening: Evening) -> dict[str, Person]:
    """Those who have not played the boards of table 1."""
    people = evening.people
    other = opened(people.admin.post("/clubs", {"name": "Another", "id": OTHER, "at": AT}))
    return {
        "anybody": people.anybody,
        "a director elsewhere": people.issue("director", club=other),
        "the recorder of another table": people.issue("recorder", table=evening.tables[1]),
        "a seat at another table": people.issue("seat", table=evening.tables[1], seat="S"),
    }


def test_who_has_still_to_play_a_board_is_told_nothing_of_its_result_on_any_path(begin: Callable[[], Evening]) -> None:
    evenings = [begin(), begin()]
    match, deal, dispute = uuid4(), uuid4(), uuid4()
    for n, evening in enumerate(evenings):
        evening.record(1, n, match, deal)
        evening.result(1, 2, 3 * n, 2 - 2 * n)
        evening.result(2, 1, 1, 0)
        claim = {"side": "NS", "claim": f"{n} tricks", "id": str(dispute)}
        assert evening.people.admin.post(f"/deals/{deal}/disputes", claim).status_code == 201
    one = evenings[0]
    admin = [evening.people.admin.get(f"/encounters/{evening.encounters[0]['id']}").json for evening in evenings]
    assert admin[0]["results"] != admin[1]["results"], "the books do not differ"
    crowds = [everybody_else(evening) for evening in evenings]
    things = {
        "club_id": one.club, "table_id": one.tables[0], "tournament_id": one.cup, "deal_id": one.deal,
        "match_id": one.match, "encounter_id": one.encounters[0]["id"], "player_id": one.player,
        "dispute_id": str(dispute),
    }  # fmt: skip
    some = {path for path, _ in spread(paths(one.app, things), 8)}
    for n, name in enumerate(crowds[0]):
        for k, (path, endpoint) in enumerate(quick(paths(one.app, things))):
            if endpoint.startswith(("tokens.", "account", "docs.")):
                continue
            if name != "anybody" and (endpoint.endswith("_pdf") or not any(each in path for each in things.values())):
                continue
            # In the everyday run anybody asks for some paths, of each route of the API the first among them, and each
            # of the three others for a fortieth, in turn.
            if (path not in some if name == "anybody" else (n + k) % 40) and not FULL:
                continue
            answers = [response_parts(crowd[name], path, endpoint) for crowd in crowds]
            assert answers[0] == answers[1], (name, path)
    assert one.people.anybody.get(f"/deals/{one.deal}").status_code == 404
    assert one.people.anybody.get(f"/matches/{one.match}").status_code == 404
    there = one.people.anybody.get(f"/encounters/{one.encounters[0]['id']}").json
    assert (there["results"], there["withheld"], there["status"]) == ([], one.encounters[0]["boards"], "provisional")


def test_who_has_played_a_board_and_who_runs_the_evening_know_its_result(evening: Evening) -> None:
    people, first = evening.people, evening.encounters[0]
    evening.record(1, 0, uuid4(), uuid4())
    evening.result(2, 1, 4, 0)
    path = f"/encounters/{first['id']}"
    insiders = [
        people.admin, people.issue("director", club=evening.club), people.issue("recorder", table=evening.tables[0]),
        people.issue("seat", table=evening.tables[0], seat="S"), people.issue("seat", deal=evening.deal, seat="E"),
    ]  # fmt: skip
    for who in insiders:
        assert [each["board"] for each in who.get(path).json["results"]] == first["boards"][:1]
        assert who.get(f"/deals/{evening.deal}").status_code == 200
    second = f"/encounters/{evening.encounters[1]['id']}"
    assert insiders[1].get(second).json["results"]
    assert not insiders[2].get(second).json["results"], "a recorder knows its own table's"
    assert not insiders[3].get(second).json["results"], "that board is still to be played by this pair"


def test_whoever_records_a_deal_and_whoever_plays_in_it_see_it(evening: Evening) -> None:
    people, here = evening.people, evening.tables[0]
    match = evening.command(f"/encounters/{evening.encounters[0]['id']}/match")["id"]
    deal = evening.command("/deals", {"match": match})["id"]
    for who in (
        people.issue("recorder", table=here), people.issue("recorder", deal=deal),
        people.issue("seat", table=here, seat="N"), people.issue("seat", deal=deal, seat="N"),
    ):  # fmt: skip
        assert who.get(f"/deals/{deal}").status_code == 200
        assert who.get(f"/matches/{match}").status_code == 200
    assert people.issue("recorder", table=evening.tables[2]).get(f"/deals/{deal}").status_code == 404


def test_a_session_of_a_table_is_that_of_the_pair_that_sat_there_when_it_was_issued(evening: Evening) -> None:
    """Pairs move on: whoever comes to the table next has not played the boards of the round before."""
    people = evening.people
    evening.result(1, 1, 5, 0)
    before = f"/encounters/{evening.encounters[0]['id']}"
    sides = evening.encounters[0]["sides"]
    early = {seat: people.issue("seat", table=evening.tables[0], seat=seat) for seat in "SE"}
    evening.draw((datetime.now(UTC) + timedelta(milliseconds=1)).isoformat())  # times are kept in whole milliseconds
    late = {seat: people.issue("seat", table=evening.tables[0], seat=seat) for seat in "SE"}
    for side, seat in enumerate("SE"):
        assert early[seat].get(before).json["results"], seat
        stays = evening.encounters[0]["sides"][side] == sides[side]
        assert bool(late[seat].get(before).json["results"]) == stays, seat


def test_a_board_is_told_when_everybody_has_played_it_and_all_when_the_tournament_ends(evening: Evening) -> None:
    anybody = evening.people.anybody
    withheld_after: dict[int, set[bool]] = {}
    for number in (1, 2, 3):
        if number > 1:
            evening.draw(AT)
        for table in (1, 2, 3):
            for board in (1, 2):
                evening.result(table, board, table + board, 0)
        rounds = [anybody.get(f"/tournaments/{evening.cup}/rounds/{n}").json for n in range(1, number + 1)]
        tables = [each for there in rounds for each in there["encounters"]]
        assert all(each["status"] == "provisional" for each in tables)
        for each in tables:
            assert sorted([*each["withheld"], *(result["board"] for result in each["results"])]) == each["boards"]
        withheld_after[number] = {bool(each["withheld"]) for each in tables}
        rows = anybody.get(f"/tournaments/{evening.cup}/standings").json["items"]
        if all(each["withheld"] == each["boards"] for each in tables):
            assert {row["score"] for row in rows} == {0}
    assert withheld_after[1] == {True}
    assert withheld_after[3] == {False}


@pytest.mark.full
def test_a_round_that_is_closed_keeps_no_board_back_that_is_not_played_again(evening: Evening) -> None:
    """Terms of one round: the director closes it with a board unplayed at one table, and all is told."""
    for number in (1, 2, 3):
        if number > 1:
            evening.draw(AT)
        for table in (1, 2, 3):
            for board in (1, 2):
                if (number, table, board) != (3, 3, 2):
                    evening.result(table, board, 1, 0)
    anybody = evening.people.anybody
    unplayed = evening.encounters[2]["boards"][1]
    withheld = {
        board
        for n in (1, 2, 3)
        for each in anybody.get(f"/tournaments/{evening.cup}/rounds/{n}").json["encounters"]
        for board in each["withheld"]
    }
    assert withheld == {unplayed}
    scores = {"boards": [unplayed], "scores": ["average", "average"], "why": "no time"}
    evening.command(f"/encounters/{evening.encounters[2]['id']}/artificial-scores", scores)
    evening.command(f"/tournaments/{evening.cup}/rounds/3/close")
    assert not any(
        each["withheld"]
        for n in (1, 2, 3)
        for each in anybody.get(f"/tournaments/{evening.cup}/rounds/{n}").json["encounters"]
    )
