"""A withdrawn deal leaves everything; once the withdrawal is ended it is there again; so with a whole import."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from uuid import uuid4

import pytest

from store.settings import Settings
from tests.analysis.workers import mine_all
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import done, held_back_deal

WHY = {"why": "a slip"}
NDJSON = "application/x-ndjson"


def find_ids(who: Person, path: str) -> set[str]:
    """The ids of a list."""
    return {row["id"] for row in who.get(path).json["items"]}


def look(people: People, club: str, player: str, match: str) -> dict[str, Any]:
    """The deals of a club as everybody sees them: in lists, searches, statistics, problems and exports."""
    who = people.anybody
    table = csv.DictReader(io.StringIO(who.get(f"/deals.csv?club={club}&limit=200").text.removeprefix("\ufeff")))
    archive = who.get(f"/archive?club={club}&limit=200").text.splitlines()
    return {
        "list": find_ids(who, f"/deals?club={club}&limit=200"),
        "search": find_ids(who, f"/deals?club={club}&limit=200&player={player}"),
        "search by cards": find_ids(who, f"/deals?club={club}&limit=200&status=played"),
        "table": {row["id"] for row in table},
        "archive": {json.loads(line)["id"] for line in archive},
        "card play of the player": who.get(f"/players/{player}/card-play").json,
        "card play of the club": who.get(f"/clubs/{club}/card-play").json,
        "card play of the match": who.get(f"/matches/{match}/card-play").json,
        "problems": {row["id"] for row in who.get(f"/clubs/{club}/puzzles").json["items"]},
        "match": [(row["deal"], row["number"]) for row in who.get(f"/matches/{match}").json["deals"]],
        "balance": who.get(f"/matches/{match}").json["balance"],
    }


@pytest.mark.full
def test_a_restored_deal_is_in_lists_searches_statistics_problems_exports_and_its_match_again(
    people: People, settings: Settings
) -> None:
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Kamala", "club": club}))
    dealer, acts = next(each for each in map(whole_deal, range(99)) if len(each[1]) > 40)
    more = {"club": club, "players": {"S": player}}
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": dealer, **more}))
    empty = look(people, club, player, match)
    deal = people.deal(dealer=dealer, match=match, **more)
    play(people.admin, deal, acts)
    mine_all(settings)
    before = look(people, club, player, match)
    assert [name for name in before if before[name] == empty[name]] == []
    done(people.admin, f"/deals/{deal}/withdrawal", WHY)
    mine_all(settings)
    assert look(people, club, player, match) == empty
    answer = done(people.admin, f"/deals/{deal}/restoration", {"why": "it was the right table"})
    assert [line["topic"] for line in answer["recorded"]] == ["nought.Deal.DealRestored"]
    mine_all(settings)
    assert look(people, club, player, match) == before
    assert people.anybody.get(f"/deals/{deal}").json["status"] == "played"
    *_, withdrawn, restored = people.anybody.get(f"/deals/{deal}/replays/public").json["corrections"]
    assert (withdrawn["kind"], restored["kind"], restored["why"]) == ("withdrawn", "restored", "it was the right table")


def results(people: People, table: str) -> list[dict[str, Any]]:
    """The results of a table, without their times."""
    rows = people.admin.get(f"/encounters/{table}").json["results"]
    return [{name: value for name, value in row.items() if name != "at"} for row in rows]


def test_a_restored_deal_counts_at_its_table_of_the_tournament_again(people: People) -> None:
    cup, _, deal, _ = held_back_deal(people)
    for seat in "SENW":
        done(people.issue("seat", deal=deal, seat=seat), f"/deals/{deal}/confirmations", {"seat": seat})
    table = people.admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"][0]["id"]
    before = results(people, table)
    standings = people.admin.get(f"/tournaments/{cup}/standings").json
    done(people.admin, f"/deals/{deal}/withdrawal", WHY)
    assert results(people, table) == []
    assert people.admin.get(f"/tournaments/{cup}/standings").json["items"] != standings["items"]
    done(people.admin, f"/deals/{deal}/restoration", WHY)
    assert results(people, table) == before
    assert people.admin.get(f"/tournaments/{cup}/standings").json["items"] == standings["items"]
    assert people.admin.get(f"/deals/{deal}").json["provisional"] is False


def test_only_a_withdrawn_deal_is_restored_and_only_by_officials(people: People) -> None:
    table = people.table()
    scribe, deal = people.issue("recorder", table=table), people.deal(table=table)
    refused = people.admin.post(f"/deals/{deal}/restoration", WHY)
    assert (refused.status_code, refused.json["code"]) == (409, "deal-not-withdrawn")
    done(scribe, f"/deals/{deal}/withdrawal", WHY)
    assert scribe.post(f"/deals/{deal}/restoration", WHY).status_code == 403
    key = {"Idempotency-Key": "once"}
    first = people.admin.post(f"/deals/{deal}/restoration", WHY, headers=key)
    again = people.admin.post(f"/deals/{deal}/restoration", WHY, headers=key)
    assert (first.status_code, again.json["replayed"]) == (200, True)
    assert first.json["version"] == again.json["version"]
    done(scribe, f"/deals/{deal}/withdrawal", WHY)
    assert people.anybody.get(f"/deals/{deal}").json["status"] == "withdrawn"


def test_a_deal_whose_number_another_has_by_now_is_not_restored(people: People) -> None:
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S"}))
    first = people.deal(match=match)
    done(people.admin, f"/deals/{first}/withdrawal", WHY)
    second = people.deal(match=match)
    refused = people.admin.post(f"/deals/{first}/restoration", WHY)
    assert (refused.status_code, refused.json["code"]) == (422, "match-number")
    assert second in refused.json["detail"]
    assert people.anybody.get(f"/deals/{first}").json["status"] == "withdrawn"


@pytest.fixture
def imported(people: People) -> tuple[Person, str, str, list[str]]:
    """A director, the club, and an import of 130 deals by the director, with their ids."""
    club = people.club()
    director = people.issue("director", club=club)
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, club=club)
    play(people.admin, deal, acts)
    line = json.loads(people.admin.get(f"/deals/{deal}/archive").data)
    rows = [{**line, "id": str(uuid4())} for _ in range(130)]
    body = "".join(json.dumps(row) + "\n" for row in rows).encode()
    answer = director.call("POST", "/archive", data=body, content_type=NDJSON)
    assert answer.json["saved"] == 130
    return director, club, answer.json["import_id"], [row["id"] for row in rows]


def change(who: Person, path: str) -> list[dict[str, Any]]:
    """The answers to all steps."""
    answers = [done(who, path, WHY)]
    while "next" in answers[-1]:
        answers.append(done(who, path, {**WHY, "after": answers[-1]["next"]}))
    return answers


@pytest.mark.full
def test_a_whole_import_is_withdrawn_in_steps_and_restored(
    people: People, imported: tuple[Person, str, str, list[str]]
) -> None:
    director, club, identity, deals = imported
    kept = deals[3]
    done(director, f"/deals/{kept}/withdrawal", {"why": "this one alone"})
    path = f"/imports/{identity}"
    first, second = change(director, f"{path}/withdrawal")
    assert (len(first["changed"]), first["next"], first["deals"]) == (99, 100, 130)
    assert {*first["changed"], *second["changed"]} == {*deals} - {kept}
    assert not find_ids(people.anybody, f"/deals?club={club}&limit=200") & {*deals}
    (line,) = director.get("/imports").json["items"]
    assert (line["id"], line["status"], line["deals"], line["why"]) == (identity, "withdrawn", 130, "a slip")
    assert [each["changed"] for each in change(director, f"{path}/withdrawal")] == [[], []], "nothing is left"
    back = change(director, f"{path}/restoration")
    assert {deal for each in back for deal in each["changed"]} == {*deals} - {kept}, "one was withdrawn alone"
    assert find_ids(people.anybody, f"/deals?club={club}&limit=200") & {*deals} == {*deals} - {kept}
    assert director.get("/imports").json["items"][0]["status"] == "saved"
    assert [each["changed"] for each in change(director, f"{path}/restoration")] == [[], []]


def test_an_import_is_withdrawn_by_the_office_of_its_club(
    people: People, imported: tuple[Person, str, str, list[str]]
) -> None:
    _, club, identity, _ = imported
    other = people.issue("director", club=people.club())
    for who in (other, people.issue("recorder", club=club), people.issue("arbiter", club=club)):
        for what in ("withdrawal", "restoration"):
            assert who.post(f"/imports/{identity}/{what}", WHY).status_code == 403
    assert other.get("/imports").json["items"] == []
    assert people.anybody.get("/imports").status_code in (401, 403)
    assert identity in find_ids(people.admin, "/imports")
    assert people.admin.post(f"/imports/{uuid4()}/withdrawal", WHY).status_code == 404


def test_a_deal_that_cannot_be_restored_is_named_and_does_not_stop_the_others(people: People) -> None:
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S"}))
    inside, alone = people.deal(match=match), people.deal()
    lines = [json.loads(people.admin.get(f"/deals/{deal}/archive").data) for deal in (inside, alone)]
    done(people.admin, f"/deals/{inside}/withdrawal", WHY)
    rows = [{**line, "id": str(uuid4())} for line in lines]
    body = "".join(json.dumps(row) + "\n" for row in rows).encode()
    answer = people.admin.call("POST", "/archive", data=body, content_type=NDJSON).json
    assert answer["saved"] == 2, answer
    path = f"/imports/{answer['import_id']}"
    change(people.admin, f"{path}/withdrawal")
    people.deal(match=match)
    (step,) = change(people.admin, f"{path}/restoration")
    assert step["changed"] == [rows[1]["id"]]
    assert [(each["id"], each["code"]) for each in step["refused"]] == [(rows[0]["id"], "match-number")]
