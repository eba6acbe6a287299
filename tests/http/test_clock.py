"""The clock of a round over HTTP: a director starts, pauses, lengthens and stops it, and everybody reads it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.http.people import People, Person
from tests.http.tournament_requests import done, draw, report, tournament


def clock_of(who: Person, cup: str) -> dict[str, Any] | None:
    answer = who.get(f"/tournaments/{cup}/clock")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert datetime.fromisoformat(answer.json["now"])
    clock: dict[str, Any] | None = answer.json.get("clock")
    return clock


def test_a_director_starts_pauses_lengthens_and_stops_the_clock(people: People) -> None:
    cup = tournament(people.admin)
    path = f"/tournaments/{cup}/clock"
    assert clock_of(people.anybody, cup) is None
    early = people.admin.post(path, {"round": 1, "minutes": 50})
    assert (early.status_code, early.json["code"]) == (422, "round")
    draw(people.admin, cup)
    done(people.admin, path, {"round": 1, "minutes": 50, "break_minutes": 10, "warnings": [5, 10]})
    there = clock_of(people.anybody, cup)
    assert there is not None
    assert (there["state"], there["left"], there["warnings"], there["round"]) == ("running", 3_000_000, [10, 5], 1)
    twice = people.admin.post(path, {"round": 1, "minutes": 50})
    assert (twice.status_code, twice.json["code"]) == (409, "clock-runs")
    done(people.admin, f"{path}/pause", {})
    paused = clock_of(people.anybody, cup)
    assert paused is not None
    assert paused["state"] == "paused"
    assert 2_900_000 < paused["left"] <= 3_000_000
    done(people.admin, f"{path}/minutes", {"minutes": 5})
    longer = clock_of(people.anybody, cup)
    assert longer is not None
    assert (longer["left"], longer["minutes"]) == (paused["left"] + 300_000, 55)
    done(people.admin, f"{path}/resume", {})
    done(people.admin, f"{path}/stop", {})
    sentences = [row["sentence"] for row in people.admin.get(f"/tournaments/{cup}/log?round=0").json["items"]][-5:]
    assert sentences == [
        "The clock of round 1 was started: 50 minutes. A break of 10 minutes follows.",
        "The clock of round 1 was paused.",
        "5 minutes were added to round 1.",
        "The clock of round 1 runs again.",
        "The clock of round 1 was stopped.",
    ]
    gone = people.admin.post(f"{path}/pause", {})
    assert (gone.status_code, gone.json["code"]) == (409, "no-clock")
    done(people.admin, f"{path}/resume", {})


def test_the_clock_of_the_last_open_round_can_be_started_and_ends_with_the_tournament(people: People) -> None:
    cup = tournament(people.admin, 2, {"format": "swiss", "rounds": 1, "encounter": {"race": 7}})
    table = draw(people.admin, cup)["encounters"][0]["id"]
    path = f"/tournaments/{cup}/clock"
    assert people.admin.post(path, {"round": 2, "minutes": 50}).json["code"] == "round"
    done(people.admin, path, {"round": 1, "minutes": 50})
    done(people.admin, f"{path}/stop", {})
    done(people.admin, f"/encounters/{table}/result", {"sheet": {"whole": [{"tokens": 7}, {"tokens": 3}]}})
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    assert people.admin.post(path, {"round": 1, "minutes": 50}).json["code"] == "round-closed"
    done(people.admin, f"/tournaments/{cup}/end")
    assert clock_of(people.anybody, cup) is None
    assert people.admin.post(f"{path}/resume", {}).json["code"] == "tournament-over"


def test_closing_a_round_stops_its_clock_and_a_reopened_round_can_resume_it(people: People) -> None:
    who = people.admin
    cup = tournament(who)
    for table in draw(who, cup)["encounters"]:
        report(who, table["id"], 7, 3)
    done(who, f"/tournaments/{cup}/clock", {"round": 1, "minutes": 50})
    done(who, f"/tournaments/{cup}/rounds/1/close")
    there = clock_of(people.anybody, cup)
    assert there is not None
    assert (there["state"], there["round"]) == ("stopped", 1)
    done(who, f"/tournaments/{cup}/rounds/1/reopen", {"why": "too early"})
    done(who, f"/tournaments/{cup}/clock/resume", {})
    again = clock_of(people.anybody, cup)
    assert again is not None
    assert again["state"] == "running"
