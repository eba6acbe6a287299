"""Slates over HTTP: an evening written line by line, corrections, rights, exports, and refusals that change nothing."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from tests.cases import cases, full
from tests.http.people import People, Person, opened
from tests.http.tournament_requests import done
from tests.slate.evenings import HERE, read

UNKNOWN = "019c5c22-f9d0-791b-99d5-000000000000"


def slate(who: Person, **more: Any) -> str:
    return opened(who.post("/slates", {"game": "schieber", **more}))


def write(who: Person, identity: str, points: int, **line: Any) -> None:
    done(who, f"/slates/{identity}/lines", {"points": points, **line})


@pytest.mark.parametrize("name", ["schieber-1000.txt", full("coiffeur-10.txt")])
def test_an_evening_is_written_line_by_line_and_exported(people: People, name: str) -> None:
    evening = read(Path(HERE / name))
    scribe = people.issue("recorder", club=people.club())
    identity = slate(scribe, game=evening.key, terms=evening.terms, teams={"A": "Vreni & Beat", "B": "=Carla"})
    for deal in evening.deals:
        done(scribe, f"/slates/{identity}/lines", deal.line)
    shown = people.anybody.get(f"/slates/{identity}").json
    last = evening.deals[-1]
    assert list(shown["totals"].values()) == last.totals
    assert (shown["status"], len(shown["winners"]), shown.get("turn")) == ("over", 1, None)
    assert [list(line["scored"].values()) for line in shown["lines"]] == [deal.scored for deal in evening.deals]
    assert len(shown["history"]) == len(evening.deals) + 1
    assert "by" not in shown["history"][0]
    assert scribe.get(f"/slates/{identity}").json["history"][0]["by"] == "A recorder"
    answer = people.anybody.get(f"/slates/{identity}/lines.csv")
    head, *rows = csv.reader(io.StringIO(answer.text))
    assert head[10:] == ["Vreni & Beat: scored", "'=Carla: scored", "Vreni & Beat: total", "'=Carla: total"]
    assert [[int(cell) for cell in row[10:]] for row in rows] == [deal.scored + deal.totals for deal in evening.deals]
    (row,) = people.anybody.get("/slates?status=over&limit=1").json["items"]
    assert (row["id"], row["totals"], row["winners"]) == (identity, shown["totals"], shown["winners"])


def test_a_line_is_corrected_removed_and_inserted_and_nothing_is_lost(people: People) -> None:
    identity = slate(people.admin)
    for points in (97, 60, 80):
        write(people.admin, identity, points)
    before = people.admin.get(f"/slates/{identity}").json
    change = {"number": 2, "line": {"points": 66}}
    preview = people.anybody.post(f"/slates/{identity}/preview", change).json
    assert people.admin.get(f"/slates/{identity}").json == before
    done(people.admin, f"/slates/{identity}/lines/2/corrections", {"points": 66, "why": "misread"})
    corrected = people.admin.get(f"/slates/{identity}").json
    assert {name: corrected[name] for name in preview if name in corrected} == preview
    assert corrected["totals"] == {"A": 97 + 91 + 80, "B": 60 + 66 + 77}
    assert [event["fact"].get("line", {}).get("points") for event in corrected["history"]] == [None, 97, 60, 80, 66]
    done(people.admin, f"/slates/{identity}/lines/1/remove", {"why": "not played"})
    done(people.admin, f"/slates/{identity}/lines", {"points": 97, "before": 2})
    again = people.admin.get(f"/slates/{identity}").json
    assert (again["totals"], [line["number"] for line in again["lines"]]) == (corrected["totals"], [4, 2, 3])
    assert again["lines"][0]["announcer"] == "A"


def test_previews_tell_of_every_change_and_change_nothing(people: People) -> None:
    identity = slate(people.admin, terms={"target": 200})
    write(people.admin, identity, 97)
    before = people.admin.get(f"/slates/{identity}").json
    changes: list[tuple[dict[str, Any], str, dict[str, int]]] = [
        ({"line": {"match": True}}, "over", {"A": 97, "B": 317}),
        ({"line": {"points": 50}, "before": 1}, "open", {"A": 147, "B": 167}),
        ({"number": 1}, "open", {"A": 0, "B": 0}),
        ({"number": 1, "line": {"points": 20}}, "open", {"A": 20, "B": 137}),
        ({"terms": {"target": 90}}, "over", {"A": 97, "B": 60}),
    ]
    for change, status, totals in changes:
        answer = people.anybody.post(f"/slates/{identity}/preview", change)
        assert (answer.status_code, answer.json["status"], answer.json["totals"]) == (200, status, totals), change
    for change in ({}, {"terms": {}, "number": 1}, {"number": 9}, {"line": {"points": 158}}):
        assert people.anybody.post(f"/slates/{identity}/preview", change).status_code == 422, change
    assert people.admin.get(f"/slates/{identity}").json == before


def test_refusals_change_nothing(people: People) -> None:
    club = people.club()
    identity = slate(people.admin, club=club)
    write(people.admin, identity, 97)
    before = people.anybody.get(f"/slates/{identity}").json
    refused: list[tuple[str, dict[str, Any], int, str]] = [
        ("lines", {}, 422, "slate-line"),
        ("lines", {"points": 158}, 422, "shape"),
        ("lines", {"points": 97, "match": True}, 422, "slate-line"),
        ("lines", {"points": 97, "announcer": "C"}, 422, "slate-line"),
        ("lines", {"points": 97, "announcer": "Z"}, 422, "shape"),
        ("lines", {"points": 97, "weis": {"A": 20, "B": 20}}, 422, "slate-line"),
        ("lines", {"points": 97, "before": 7}, 422, "slate-line"),
        ("lines/7/corrections", {"points": 1}, 422, "slate-line"),
        ("lines/1/corrections", {"points": 97}, 409, "slate-same"),
        ("lines/7/remove", {}, 422, "slate-line"),
        ("terms", {"terms": {"target": -1}}, 422, "slate-terms"),
        ("terms", {"terms": {}}, 409, "slate-same"),
        ("teams", {"teams": {"C": "Carla"}}, 422, "slate-teams"),
        ("teams", {"teams": {}}, 409, "slate-same"),
        ("reopen", {}, 409, "slate-not-stopped"),
    ]
    with cases() as case:
        for path, body, status, code in refused:
            with case(path, body):
                answer = people.admin.post(f"/slates/{identity}/{path}", body)
                assert (answer.status_code, answer.json["code"]) == (status, code)
        for body in (
            {"game": "whist"},
            {"game": "coiffeur", "terms": {"sides": 4}},
            {"game": "schieber", "club": UNKNOWN},
        ):
            with case(body):
                assert people.admin.post("/slates", body).status_code in (404, 422)
    assert people.anybody.get(f"/slates/{identity}").json == before
    assert people.anybody.get(f"/slates/{UNKNOWN}").status_code == 404


def test_a_recorder_of_a_table_writes_there_and_one_of_another_club_does_not(people: People) -> None:
    club = people.club()
    table = people.table(club)
    at_table, of_club, elsewhere = (
        people.issue("recorder", **scope) for scope in ({"table": table}, {"club": club}, {"club": people.club()})
    )
    identity = slate(at_table)
    shown = people.anybody.get(f"/slates/{identity}").json
    assert (shown["club"], shown["table"]) == (club, table)
    for who in (at_table, of_club):
        write(who, identity, 80)
    answer = elsewhere.post(f"/slates/{identity}/lines", {"points": 80})
    assert (answer.status_code, answer.json["code"]) == (403, "not-allowed")
    assert people.anybody.post(f"/slates/{identity}/lines", {"points": 80}).status_code == 401
    assert elsewhere.post("/slates", {"game": "schieber", "club": club}).status_code == 403


def test_the_same_line_with_the_same_key_is_written_once_also_after_others(people: People) -> None:
    identity = slate(people.admin)
    headers = {"Idempotency-Key": "a line", "If-Match": '"1"'}
    first = people.admin.post(f"/slates/{identity}/lines", {"points": 97}, headers=headers)
    write(people.admin, identity, 60)
    again = people.admin.post(f"/slates/{identity}/lines", {"points": 97}, headers=headers)
    assert (first.status_code, again.status_code, again.json["replayed"]) == (200, 200, True)
    other = people.admin.post(f"/slates/{identity}/lines", {"points": 96}, headers=headers)
    assert (other.status_code, other.json["code"]) == (422, "key-reused")
    late = people.admin.post(f"/slates/{identity}/lines", {"points": 97}, headers={"If-Match": '"1"'})
    assert (late.status_code, late.json["code"]) == (412, "version")
    assert len(people.admin.get(f"/slates/{identity}").json["lines"]) == 2


def test_a_finished_slate_is_an_evening_of_a_series_and_follows_its_corrections(people: People) -> None:
    club = people.club()
    who = {"A": ["Anna", "Beat"], "B": ["Carla", "Dario"]}
    identity = slate(people.admin, club=club, players=who, terms={"target": 150}, event="Friday")
    league = opened(people.admin.post("/series", {"name": "League", "club": club, "terms": {"points": [5, 3]}}))
    done(people.admin, f"/series/{league}/evenings", {"slate": identity})

    def totals() -> dict[str, str]:
        return {row["name"]: row["total"] for row in people.anybody.get(f"/series/{league}").json["standings"]}

    assert totals() == {}
    write(people.admin, identity, 150)
    assert totals() == {"Anna": "5", "Beat": "5", "Carla": "3", "Dario": "3"}
    (evening,) = people.anybody.get(f"/series/{league}").json["evenings"]
    assert (evening["kind"], evening["name"], evening["is_over"]) == ("slate", "Friday", True)
    done(people.admin, f"/slates/{identity}/lines/1/corrections", {"points": 7})
    assert totals() == {"Anna": "3", "Beat": "3", "Carla": "5", "Dario": "5"}
    for body, code in (
        ({"slate": identity}, "series-evening"),
        ({"slate": slate(people.admin, club=club)}, "series-evening"),
        ({"slate": slate(people.admin, club=people.club(), players=who)}, "series-evening"),
        ({"slate": UNKNOWN}, "not-found"),
        ({"slate": identity, "match": identity}, "shape"),
    ):
        assert people.admin.post(f"/series/{league}/evenings", body).json["code"] == code, body
    assert [row["sentence"] for row in people.anybody.get(f"/series/{league}/log").json["items"]][-1] == (
        "Friday was added."
    )
    done(people.admin, f"/series/{league}/evenings/remove", {"evening": identity})
    assert totals() == {}


def test_a_slate_is_stopped_made_void_and_reopened(people: People) -> None:
    identity = slate(people.admin, club=people.club(), players={"A": ["Vreni", "Beat"]})
    write(people.admin, identity, 97)
    done(people.admin, f"/slates/{identity}/stop")
    shown = people.anybody.get(f"/slates/{identity}").json
    assert (shown["status"], shown["winners"], shown["teams"]) == ("over", ["A"], {"A": "Vreni & Beat", "B": "B"})
    done(people.admin, f"/slates/{identity}/reopen")
    done(people.admin, f"/slates/{identity}/teams", {"teams": {"A": "Ours", "B": "Theirs"}})
    done(people.admin, f"/slates/{identity}/stop", {"void": True})
    (row,) = people.anybody.get("/slates?status=void&limit=1").json["items"]
    assert (row["title"], row["winners"], row["status"]) == ("Ours – Theirs", [], "void")
