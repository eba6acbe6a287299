"""Stages of a tournament: who qualifies, in which order, and with which score (docs/tournaments.md, "Stages")."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.entries.qualifying import CARRY, round_down
from tests.http.conftest import app, house, people
from tests.http.people import AT, People, opened

__all__ = ["app", "house", "people"]

SWISS = {"format": "swiss", "rounds": 1, "encounter": {"deals": 1}}
NAMES = ("Amal", "Bimal", "Chitra", "Dilani")


class Club:
    """A club with its tournaments, over the API."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.id = people.club()

    def send(self, path: str, body: dict[str, Any], status: int | tuple[int, ...] = (200, 201)) -> Any:
        answer = self.people.admin.post(path, body)
        assert answer.status_code in ((status,) if isinstance(status, int) else status), (path, answer.data)
        return answer.json

    def tournament(self, name: str, entries: tuple[str, ...] = (), **terms: Any) -> str:
        """Open a tournament with entries; return its id."""
        body = {"name": name, "terms": {**SWISS, **terms}, "ruleset": "304", "club": self.id, "at": AT}
        cup = opened(self.people.admin.post("/tournaments", body))
        for each in entries:
            self.send(f"/tournaments/{cup}/entries", {"name": each, "players": [f"{each} 1", f"{each} 2"], "at": AT})
        return cup

    def play(self, cup: str) -> None:
        """Draw one round; North and South win every table by 2 tokens."""
        self.send(f"/tournaments/{cup}/rounds", {"at": AT})
        number = len(self.get(cup)["rounds"])
        for each in self.people.admin.get(f"/tournaments/{cup}/rounds/{number}").json["encounters"]:
            sheet = {"deals": [[{"tokens": 2}, {"tokens": 0}]]}
            self.send(f"/encounters/{each['id']}/result", {"at": AT, "sheet": sheet})
            self.send(f"/encounters/{each['id']}/confirm", {"at": AT, "side": 0}, (200, 201, 404, 405))

    def end(self, cup: str) -> None:
        number = len(self.get(cup)["rounds"])
        self.send(f"/tournaments/{cup}/rounds/{number}/close", {"at": AT})
        self.send(f"/tournaments/{cup}/end", {"at": AT})

    def get(self, cup: str) -> Any:
        return self.people.admin.get(f"/tournaments/{cup}").json

    def standings(self, cup: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.people.admin.get(f"/tournaments/{cup}/standings").json["items"]
        return rows


@pytest.fixture
def club(people: People) -> Club:
    return Club(people)


def group(club: Club, name: str, *entries: str) -> str:
    """A group of one round that is over."""
    cup = club.tournament(name, entries)
    club.play(cup)
    club.end(cup)
    return cup


def test_winners_of_the_groups_come_before_the_seconds_and_bring_their_score(club: Club) -> None:
    stages = [group(club, f"Group {n}", *(f"{each} {n}" for each in NAMES)) for n in (1, 2)]
    final = club.tournament("Final")
    body = {"stages": [{"tournament": each, "places": 2} for each in stages], "carry": "all"}
    shown = club.send(f"/tournaments/{final}/qualifiers/check", body)["qualifiers"]
    assert club.get(final)["entries"] == [], "nothing is recorded by the check"
    club.send(f"/tournaments/{final}/qualifiers", body | {"at": AT})
    entries = club.get(final)["entries"]
    assert [each["name"] for each in entries] == [each["name"] for each in shown]
    assert [each["seed"] for each in entries] == list(range(1, len(entries) + 1))
    places = [(each["place"], each["stage"]) for each in shown]
    assert places == sorted(places), "first all winners, in the order of the groups"
    for each, stage in zip(("Group 1", "Group 2"), stages, strict=True):
        scores = {row["name"]: row["score"] for row in club.standings(stage)}
        mine = {row["name"]: row["amount"] for row in shown if row["stage"] == each}
        assert mine == {name: scores[name] for name in mine}
    assert {row["name"]: row["score"] for row in club.standings(final)} == {row["name"]: row["amount"] for row in shown}


def test_the_standings_say_where_a_starting_score_comes_from_and_a_correction_takes_it_away(club: Club) -> None:
    stage = group(club, "Qualifying", *NAMES)
    final = club.tournament("Final")
    club.send(
        f"/tournaments/{final}/qualifiers", {"stages": [{"tournament": stage, "places": 4}], "carry": "half", "at": AT}
    )
    first = club.get(final)["starting_scores"][0]
    assert (first["amount"], first["stage"], first["place"]) == (0.5, "Qualifying", 1)
    steps = club.people.admin.get(f"/tournaments/{final}/standings/{first['entry']}").json["steps"]
    assert steps[0] == "Begins with ½ point, carried over from Qualifying (place 1)."
    path = f"/tournaments/{final}/entries/{first['entry']}/starting-score"
    club.send(path, {"amount": 0, "why": "from the wrong group", "at": AT})
    assert first["entry"] not in {each["entry"] for each in club.get(final)["starting_scores"]}
    club.send(path, {"amount": 1.5, "why": "handicap of beginners", "at": AT})
    steps = club.people.admin.get(f"/tournaments/{final}/standings/{first['entry']}").json["steps"]
    assert steps[0] == "Begins with 1½ points: handicap of beginners."
    log = [each["sentence"] for each in club.people.admin.get(f"/tournaments/{final}/log").json["items"]]
    assert any("carried over from Qualifying (place 1)" in each for each in log)
    assert any("no longer begins with a score" in each for each in log)


def test_a_round_of_the_final_is_drawn_by_the_scores_that_were_carried_over(club: Club) -> None:
    """A Swiss draw pairs equal scores: those who won their groups meet."""
    stages = [group(club, f"Group {n}", f"Amal {n}", f"Bimal {n}") for n in (1, 2)]
    final = club.tournament("Final")
    body = {"stages": [{"tournament": each, "places": 2} for each in stages], "carry": "all", "at": AT}
    club.send(f"/tournaments/{final}/qualifiers", body)
    club.send(f"/tournaments/{final}/rounds", {"at": AT})
    begins = {each["entry"]: each["amount"] for each in club.get(final)["starting_scores"]}
    drawn = club.people.admin.get(f"/tournaments/{final}/rounds/1").json["encounters"]
    pairs = [[begins.get(entry, 0) for side in each["sides"] for entry in side] for each in drawn]
    assert sorted(map(sorted, pairs)) == [[0, 0], [1, 1]]


def test_what_makes_no_stage_is_refused_and_changes_nothing(club: Club) -> None:
    final = club.tournament("Final")
    running = club.tournament("Still running", NAMES)
    over = group(club, "Qualifying", *NAMES)
    other = Club(club.people)
    elsewhere = group(other, "Of another club", *NAMES)
    teams = club.tournament("Teams", side=4)
    counted = club.tournament("Tokens", scoring={"counts": "tokens"})

    def refused(cup: str, *stages: str, carry: str = "all") -> str:
        body = {"stages": [{"tournament": each, "places": 2} for each in stages], "carry": carry, "at": AT}
        answer: dict[str, str] = club.send(f"/tournaments/{cup}/qualifiers", body, 422)
        assert club.get(cup)["entries"] == []
        return answer["code"]

    assert refused(final, running) == "stage-open"
    assert refused(final, final) == "stage"
    assert refused(final, over, over) == "stage"
    assert refused(final, elsewhere) == "stage"
    assert refused(teams, over) == "stage"
    assert refused(counted, over) == "stage-score"
    club.send(f"/tournaments/{final}/qualifiers", {"stages": [], "at": AT}, 422)


@given(score=st.fractions(min_value=-20, max_value=20, max_denominator=12), halves=st.booleans())
def test_a_part_of_a_score_is_rounded_down_to_what_the_standings_count(score: Fraction, halves: bool) -> None:
    for part in CARRY.values():
        number = round_down(score * part, 2 if halves else 1)
        assert Fraction(number, 2 if halves else 1) <= score * part < Fraction(number + 1, 2 if halves else 1)
