"""A tournament through the API: what a director sends, what tables report, what everybody reads."""

from __future__ import annotations

import csv
import io
import json
import random
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest

from domain.fair import lots, packs
from tests.cases import full
from tests.http.people import People, Person, opened, play
from tests.http.tournament_requests import SWISS, done, draw, enter, report, sheet, tournament
from tests.record.play import played


@pytest.fixture(scope="module")
def club(people: People) -> str:
    return people.club()


@pytest.fixture(scope="module")
def director(people: People, club: str) -> Person:
    return people.issue("director", club=club)


def standings(who: Person, cup: str, query: str = "") -> list[tuple[int, str, float]]:
    answer = who.get(f"/tournaments/{cup}/standings{query}")
    assert answer.status_code == 200, answer.json
    return [(row["place"], row["entry"], row["score"]) for row in answer.json["items"]]


def test_a_swiss_of_sixteen_pairs_from_the_first_entry_to_the_prizes(people: People, director: Person) -> None:
    """With a late entry, a withdrawal, a correction, a forfeit and a ruling; standings are right at every step."""
    rng = random.Random(4)
    cup = tournament(director, 16)
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    score: dict[str, float] = {str(n): 0.0 for n in range(1, 17)}

    def right() -> None:
        payload = people.anybody.get(f"/tournaments/{cup}/standings").json
        assert {row["entry"]: row["score"] for row in payload["items"]} == score
        places = [row["place"] for row in payload["items"]]
        assert places == sorted(places)
        assert all(row["why"] for row in payload["items"])

    for number in (1, 2, 3, 4):
        drawn = draw(director, cup, round=number)
        playing = {entry for table in drawn["encounters"] for side in table["sides"] for entry in side}
        byes += [bye["entry"] for bye in drawn["byes"]]
        assert playing | {bye["entry"] for bye in drawn["byes"]} == score.keys() - ({"5"} if number > 2 else set())
        for bye in drawn["byes"]:
            score[bye["entry"]] += 1
        for table in drawn["encounters"]:
            (ours,), (theirs,) = table["sides"]
            assert frozenset((ours, theirs)) not in met, "nobody meets anybody twice"
            met.add(frozenset((ours, theirs)))
            assert table["why"]
            assert table["status"] == "open"
            if number == 3 and table["table"] == 2:
                done(director, f"/encounters/{table['id']}/forfeit", {"sides": [1], "why": "They did not come."})
                score[ours] += 1
                right()
                continue
            lost = rng.randrange(7)
            won = rng.random() < 0.5
            report(director, table["id"], 7 if won else lost, lost if won else 7)
            score[ours if won else theirs] += 1
            right()
            if number == 2 and table["table"] == 1:
                correction = {
                    "sheet": sheet(lost if won else 7, 7 if won else lost),
                    "why": "The sheet was upside down.",
                }
                done(director, f"/encounters/{table['id']}/corrections", correction)
                score[ours] += -1 if won else 1
                score[theirs] += 1 if won else -1
                right()
        missing = director.post(f"/tournaments/{cup}/rounds", {"round": number})
        assert (missing.status_code, missing.json["code"]) == (409, "round-drawn")
        done(director, f"/tournaments/{cup}/rounds/{number}/close")
        if number == 1:
            enter(director, cup, "Latecomers")
            score["17"] = 0.0
        if number == 2:
            done(director, f"/tournaments/{cup}/entries/5/withdraw", {"why": "Gone home."})
    assert len(set(byes)) == len(byes), "nobody sits out twice"
    done(director, f"/tournaments/{cup}/adjustments", {"entry": "3", "amount": -0.5, "why": "A lost challenge."})
    score["3"] -= 0.5
    right()
    over = director.post(f"/tournaments/{cup}/rounds", {})
    assert (over.status_code, over.json["code"]) == (422, "draw")
    done(director, f"/tournaments/{cup}/end")
    payload = people.anybody.get(f"/tournaments/{cup}").json
    assert payload["status"] == "over"
    assert [row["entry"] for row in payload["places"]] == [entry for _, entry, _ in standings(people.anybody, cup)]
    assert {row["status"] for row in people.anybody.get("/tournaments?status=over").json["items"]} == {"over"}
    log = people.anybody.get(f"/tournaments/{cup}/log?round=0").json["items"]
    assert [row["version"] for row in log] == list(range(1, payload["version"] + 1))
    assert any("Pair 5 withdrew, from round 3 on. Gone home." in row["sentence"] for row in log)
    tables = people.anybody.get(f"/tournaments/{cup}/log?round=2").json["items"]
    assert any("The sheet was upside down." in row["sentence"] for row in tables)


def test_an_amount_of_a_ruling_is_in_the_unit_of_the_standings_everywhere(people: People, director: Person) -> None:
    """A penalty of one point takes one point: as it is sent, shown, logged, explained and scored."""
    cup = tournament(director, 4)
    for amount, unit in ((-1, "score"), (-0.5, "score"), (-3, "tokens")):
        done(director, f"/tournaments/{cup}/adjustments", {"entry": "1", "amount": amount, "unit": unit, "why": "late"})
    payload = people.anybody.get(f"/tournaments/{cup}").json
    assert [row["amount"] for row in payload["adjustments"]] == [-1, -0.5, -3]
    assert {entry: score for _, entry, score in standings(people.anybody, cup)}["1"] == -1.5
    steps = people.anybody.get(f"/tournaments/{cup}/standings/1").json["steps"]
    assert [step for step in steps if step.startswith("By a ruling")] == [
        "By a ruling: -1 point (late).", "By a ruling: -½ point (late).", "By a ruling: -3 tokens (late).",
    ]  # fmt: skip
    log = [row["sentence"] for row in people.anybody.get(f"/tournaments/{cup}/log").json["items"]]
    assert log[-3:] == [f"Pair 1 loses {amount} by a ruling. Late." for amount in ("1 point", "½ point", "3 tokens")]


@pytest.mark.parametrize(
    ("amount", "unit", "status", "why"),
    [
        (-0.3, "score", 422, "counts in half points here"),
        (-0.123, "score", 422, "at most two decimals"),
        (0.5, "tokens", 422, "counts in whole numbers here, not in ½"),
    ],
)
def test_an_amount_that_no_ruling_can_have_is_refused_in_words(
    director: Person, amount: float, unit: str, status: int, why: str
) -> None:
    cup = tournament(director, 2)
    body = {"entry": "1", "amount": amount, "unit": unit, "why": "late"}
    answer = director.post(f"/tournaments/{cup}/adjustments", body)
    assert (answer.status_code, why in str(answer.json)) == (status, True), answer.json
    assert director.get(f"/tournaments/{cup}").json["adjustments"] == []


def test_the_log_has_results_corrections_and_forfeits(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    one, other = (each["id"] for each in draw(director, cup)["encounters"])
    report(director, one, 7, 4)
    done(director, f"/encounters/{one}/corrections", {"sheet": sheet(4, 7), "why": "upside down"})
    done(director, f"/encounters/{other}/forfeit", {"sides": [1], "why": "not there"})
    rows = people.anybody.get(f"/tournaments/{cup}/log").json["items"]
    log_rows = [(row["sentence"], row.get("round"), row.get("table")) for row in rows]
    assert ("The result was entered: 7 to 4.", 1, 1) in log_rows
    assert ("The result was corrected: 4 to 7. Upside down.", 1, 1) in log_rows
    assert ("East and West forfeit. Not there.", 1, 2) in log_rows
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    assert len(rows) == sum(len(people.anybody.get(f"/tournaments/{cup}/log?round={n}").json["items"]) for n in (0, 1))


def test_the_log_has_a_table_that_a_redraw_dropped(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    draw(director, cup)
    own = {"pairings": [{"table": 1, "sides": [["1"], ["2"]]}], "byes": {"3": "alone", "4": "alone"}}
    done(director, f"/tournaments/{cup}/rounds/1/redraw", {"by_hand": own, "why": "They left."})
    log = people.anybody.get(f"/tournaments/{cup}/log").json["items"]
    assert ("The table is not played: the round was redrawn. They left.", 2) in [
        (row["sentence"], row.get("table")) for row in log
    ]


def test_a_draw_that_rests_on_a_result_that_was_corrected_later_says_so(people: People, director: Person) -> None:
    """The draw stays, and its reasons tell the old scores: what was and what is now stands beside them."""
    cup = tournament(director, 4)
    first = draw(director, cup)["encounters"]
    for table in first:
        report(director, table["id"], 7, 3)
        done(director, f"/encounters/{table['id']}/confirmations")
    done(director, f"/tournaments/{cup}/rounds/1/close")
    second = draw(director, cup)
    path = f"/tournaments/{cup}/rounds/2"
    assert people.anybody.get(path).json["changed"] == {"results": [], "rulings": []}
    moment = quote(datetime.now(UTC).isoformat())
    done(director, f"/encounters/{first[1]['id']}/corrections", {"sheet": sheet(3, 7), "why": "upside down"})
    ruling = done(director, f"/tournaments/{cup}/adjustments", {"entry": "1", "amount": -1, "why": "late", "round": 1})
    payload = people.anybody.get(path).json
    (row,), (ruled,) = payload["changed"]["results"], payload["changed"]["rulings"]
    assert (row["round"], row["table"], row["was"], row["now"]) == (1, 2, {"won": [7, 3]}, {"won": [3, 7]})
    assert row["sentence"].endswith(": 7 to 3 at the time of this draw, now 3 to 7.")
    assert (ruled["number"], ruled["taken_back"]) == (ruling["version"], False)
    assert ruled["sentence"].endswith("was made after this round was drawn: Pair 1, -1 point.")
    assert [each["why"] for each in payload["encounters"]] == [each["why"] for each in second["encounters"]]
    assert people.anybody.get(f"{path}?at={moment}").json["changed"] == {"results": [], "rulings": []}
    assert people.anybody.get(f"/tournaments/{cup}/rounds/1").json["changed"] == {"results": [], "rulings": []}
    done(director, f"/encounters/{first[1]['id']}/corrections", {"sheet": sheet(7, 3), "why": "it was right"})
    done(director, f"/tournaments/{cup}/adjustments/{ruling['version']}/withdraw", {"why": "no"})
    assert people.anybody.get(path).json["changed"] == {"results": [], "rulings": []}
    done(director, f"/encounters/{first[0]['id']}/forfeit", {"sides": [1], "why": "a substitute who may not play"})
    (row,) = people.anybody.get(path).json["changed"]["results"]
    assert (row["was"], row["now"]) == ({"won": [7, 3]}, {"forfeits": [1]})


def test_standings_after_a_round_and_an_explanation_for_everybody(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    for number in (1, 2):
        for table in draw(director, cup)["encounters"]:
            report(director, table["id"], 7, table["table"])
        done(director, f"/tournaments/{cup}/rounds/{number}/close")
    assert sorted(score for *_, score in standings(people.anybody, cup, "?round=1")) == [0, 0, 1, 1]
    assert sum(score for *_, score in standings(people.anybody, cup)) == 4
    for _, entry, _ in standings(people.anybody, cup):
        explanation = people.anybody.get(f"/tournaments/{cup}/standings/{entry}").json
        assert explanation["steps"]
        assert explanation["entry"] == entry
    assert people.anybody.get(f"/tournaments/{cup}/standings/9").json["code"] == "entry"
    assert people.anybody.get(f"/tournaments/{cup}/standings?round=3").json["code"] == "round"
    answer = people.anybody.get(f"/tournaments/{cup}/standings", headers={"Accept": "text/csv"})
    assert answer.content_type == "text/csv; charset=utf-8"
    table_ = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert [(int(row["place"]), row["entry"]) for row in table_] == [
        (place, entry) for place, entry, _ in standings(people.anybody, cup)
    ]


def test_a_past_state_is_shown(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    before = people.anybody.get(f"/tournaments/{cup}").json
    draw(director, cup)
    done(director, f"/tournaments/{cup}/entries/1/withdraw", {"why": "ill"})
    assert people.anybody.get(f"/tournaments/{cup}?version={before['version']}").json == before
    assert people.anybody.get(f"/tournaments/{cup}?version=99").status_code == 404


def test_a_tournament_is_shown_as_it_stood_at_a_moment(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    drawn = draw(director, cup)
    report(director, drawn["encounters"][0]["id"], 7, 3)
    paths = [
        f"/tournaments/{cup}{path}" for path in ("", "/standings", "/standings/1", "/rounds/1", "/log", "/log?round=1")
    ]
    before = [people.anybody.get(path).json for path in paths]
    moment = quote(datetime.now(UTC).isoformat())
    done(director, f"/encounters/{drawn['encounters'][0]['id']}/corrections", {"sheet": sheet(4, 7), "why": "mixed up"})
    report(director, drawn["encounters"][1]["id"], 7, 6)
    done(
        director, f"/tournaments/{cup}/adjustments", {"entry": "1", "amount": -3, "unit": "tokens", "why": "challenge"}
    )
    payloads = [people.anybody.get(f"{path}{'&' if '?' in path else '?'}at={moment}").json for path in paths]
    assert payloads == before
    assert all(people.anybody.get(path).json != then for path, then in zip(paths, before, strict=True))
    assert people.anybody.get(f"/tournaments/{cup}?at=2000-01-01T00:00:00Z").status_code == 404


def test_a_sheet_that_cannot_be_right_is_refused_in_words(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    table = draw(director, cup)["encounters"][0]["id"]
    for bad_sheet, status, code in (
        (sheet(7, 7), 422, "sheet"),
        (sheet(5, 3), 422, "sheet"),
        ({"whole": [{"tokens": 7}]}, 422, "shape"),
        ({}, 422, "shape"),
    ):
        answer = director.post(f"/encounters/{table}/result", {"sheet": bad_sheet})
        assert (answer.status_code, answer.json["code"]) == (status, code), answer.json
    assert people.anybody.get(f"/encounters/{table}").json["version"] == 1


def test_both_sides_confirm_with_their_seats(people: People, director: Person, club: str) -> None:
    """A seat's token confirms for its side and no other; a PIN does at another device; the director for both."""
    cup = tournament(director, 4)
    place = people.table(club)
    done(director, f"/tournaments/{cup}/tables", {"tables": {"1": place}})
    one, two = (each["id"] for each in draw(director, cup)["encounters"])
    recorder = people.issue("recorder", table=place)
    north, east = (people.issue("seat", table=place, seat=seat) for seat in "NE")
    report(recorder, one, 7, 2)
    assert recorder.post(f"/encounters/{two}/result", {"sheet": sheet(7, 2)}).status_code == 403
    assert north.post(f"/encounters/{two}/result", {"sheet": sheet(7, 2)}).status_code == 403
    assert north.post(f"/encounters/{one}/result", {"sheet": sheet(7, 2)}).json["code"] == "result-there"
    assert recorder.post(f"/encounters/{one}/confirmations").json["code"] == "shape"
    assert recorder.post(f"/encounters/{one}/confirmations", {"seat": "E"}).json["code"] == "pin-needed"
    assert done(north, f"/encounters/{one}/confirmations")["encounter"]["results"][0]["agreed"] == [0]
    assert north.post(f"/encounters/{one}/confirmations").json["code"] == "result-confirmed"
    assert north.post(f"/encounters/{one}/confirmations", {"seat": "E"}).json["code"] == "pin-needed"
    assert people.anybody.get(f"/tournaments/{cup}/standings").json["provisional"]
    assert done(east, f"/encounters/{one}/confirmations")["encounter"]["status"] == "confirmed"
    assert not people.anybody.get(f"/tournaments/{cup}/standings").json["provisional"]
    corrected = {"sheet": sheet(7, 3), "why": "A slip."}
    assert done(recorder, f"/encounters/{one}/corrections", corrected)["encounter"]["status"] == "provisional"
    ruled = {"sheet": sheet(3, 0), "why": "A protest.", "ruled": True}
    assert recorder.post(f"/encounters/{one}/corrections", ruled).status_code == 403
    done(director, f"/encounters/{one}/corrections", ruled)
    assert done(director, f"/encounters/{one}/confirmations")["encounter"]["status"] == "confirmed"


def test_recorded_deals_make_the_result(people: People, director: Person) -> None:
    cup = tournament(director, 2, {**SWISS, "encounter": {"deals": 1}})
    table = draw(director, cup)["encounters"][0]["id"]
    match = opened(director.post(f"/encounters/{table}/match"))
    payload = director.get(f"/matches/{match}").json
    assert payload["event"] == "The cup, round 1"
    deal = opened(director.post("/deals", {"match": match}))
    play(director, deal, played(payload["next_dealer"], seed=4))
    after = people.anybody.get(f"/encounters/{table}").json
    assert (after["status"], after["match"], after["results"][0]["source"]) == ("provisional", match, "match")
    assert people.anybody.get(f"/matches/{match}").json["status"] == "over"
    assert sorted(score for *_, score in standings(people.anybody, cup)) in ([0, 1], [0.5, 0.5])
    done(director, f"/deals/{deal}/undo", {"why": "The last card was another."})
    assert people.anybody.get(f"/encounters/{table}").json["results"] == []
    assert {score for *_, score in standings(people.anybody, cup)} == {0}


def test_a_match_is_taken_in_by_whoever_may_record_at_both(people: People, director: Person, club: str) -> None:
    """A match that is elsewhere, or is not there at all, is refused in the same words."""
    cup = tournament(director, 2, {**SWISS, "encounter": {"deals": 1}})
    place = people.table(club)
    done(director, f"/tournaments/{cup}/tables", {"tables": {"1": place}})
    table = draw(director, cup)["encounters"][0]["id"]
    recorder, seat = people.issue("recorder", table=place), people.issue("seat", table=place, seat="N")
    game = {"ruleset": "304", "dealer": "S"}
    match = opened(recorder.post("/matches", {**game, "table": place}))
    elsewhere = opened(people.admin.post("/matches", {**game, "table": people.table(club)}))
    path = f"/encounters/{table}/match/adopt"
    answers = [recorder.post(path, {"match": each, "why": "They had begun."}) for each in (elsewhere, str(uuid4()))]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].json == answers[1].json
    assert seat.post(path, {"match": match, "why": "We had begun."}).status_code == 403
    assert recorder.post(path, {"match": match}).json["code"] == "shape"
    refused = director.post(path, {"match": elsewhere, "why": "They had begun."})
    assert (refused.status_code, refused.json["code"]) == (422, "match-table")
    deal = opened(recorder.post("/deals", {"match": match}))
    play(recorder, deal, played("S", seed=4))
    encounter = done(recorder, path, {"match": match, "why": "They had begun."})["encounter"]
    assert (encounter["match"], encounter["status"], encounter["results"][0]["source"]) == (
        match,
        "provisional",
        "match",
    )
    assert recorder.post(path, {"match": match, "why": "Again."}).json["code"] == "match-taken"
    other = tournament(director, 2)
    done(director, f"/tournaments/{other}/tables", {"tables": {"1": place}})
    there = draw(director, other)["encounters"][0]["id"]
    late = director.post(f"/encounters/{there}/match/adopt", {"match": match, "why": "Here, too."})
    assert (late.status_code, late.json["code"]) == (409, "match-taken")


def test_a_command_is_carried_out_once_and_on_what_its_sender_saw(director: Person) -> None:
    cup = tournament(director, 4)
    key = {"Idempotency-Key": "round one"}
    first = director.post(f"/tournaments/{cup}/rounds", {}, headers=key)
    again = director.post(f"/tournaments/{cup}/rounds", {}, headers=key)
    assert (first.json["version"], again.json["replayed"]) == (again.json["version"], True)
    table = director.get(f"/tournaments/{cup}/rounds/1").json["encounters"][0]["id"]
    own = {"by_hand": {"pairings": [{"table": 1, "sides": [["1"], ["2"]]}]}}
    second = [director.post(f"/tournaments/{cup}/rounds", own, headers={"Idempotency-Key": "two"}) for _ in range(2)]
    assert [answer.json["replayed"] for answer in second] == [False, True], second[1].json
    stale = director.post(f"/encounters/{table}/result", {"sheet": sheet(7, 1)}, headers={"If-Match": '"7"'})
    assert (stale.status_code, stale.json["version"]) == (412, 1)
    fresh = director.post(f"/encounters/{table}/result", {"sheet": sheet(7, 1)}, headers={"If-Match": '"1"'})
    assert fresh.status_code == 200
    assert fresh.headers["ETag"] == director.get(f"/encounters/{table}").headers["ETag"] == '"2"'


def test_a_round_by_hand_says_what_it_breaks_and_is_drawn_anew_for_a_reason(director: Person) -> None:
    cup = tournament(director, 4)

    def by_hand(*pairs: tuple[str, str]) -> dict[str, Any]:
        tables = [{"table": n, "sides": [[one], [other]]} for n, (one, other) in enumerate(pairs, 1)]
        return {"by_hand": {"pairings": tables}}

    for table in draw(director, cup, **by_hand(("1", "2"), ("3", "4")))["encounters"]:
        report(director, table["id"], 7, 0)
    second = draw(director, cup, **by_hand(("1", "2"), ("3", "4")))
    assert second["by_hand"]
    assert second["broke"]
    path = f"/tournaments/{cup}/rounds/2/redraw"
    assert director.post(path, by_hand(("1", "3"), ("2", "4"))).json["code"] == "shape"
    done(director, path, {**by_hand(("1", "3"), ("2", "4")), "why": "They have met."})
    payload = director.get(f"/tournaments/{cup}/rounds/2").json
    assert (payload["why"], payload["broke"]) == ("They have met.", [])
    report(director, payload["encounters"][0]["id"], 7, 0)
    late = director.post(path, {"why": "Once more."})
    assert (late.status_code, late.json["code"]) == (409, "round-played")


def test_a_round_by_hand_is_checked_before_it_is_recorded(director: Person) -> None:
    """The check shows exactly what is recorded afterwards, and names every reason why a round would be declined."""
    cup = tournament(director, 4)

    def check(number: int, *pairs: tuple[list[str], list[str]]) -> dict[str, Any]:
        tables = [{"table": n, "sides": list(sides)} for n, sides in enumerate(pairs, 1)]
        before = director.get(f"/tournaments/{cup}").json["version"]
        body = {"round": number, "by_hand": {"pairings": tables}}
        preview: dict[str, Any] = done(director, f"/tournaments/{cup}/rounds/check", body)
        assert director.get(f"/tournaments/{cup}").json["version"] == before
        return preview

    assert check(1, (["1"], ["2"]), (["3"], ["4"])) == {"broke": []}
    assert check(1, (["1"], ["2"]))["broke"] == ["Pair 3 is missing from the draw.", "Pair 4 is missing from the draw."]
    twice = check(1, (["1"], ["2"]), (["1"], ["4"]))
    assert twice["declined"] == "Pair 1 is drawn 2 times"
    assert {"Pair 1 is drawn 2 times.", "Pair 3 is missing from the draw."} <= set(twice["broke"])
    assert check(1, (["1"], []))["declined"] == "table 1 needs an entry on each side"
    assert "there is no entry 9" in check(1, (["1"], ["9"]))["declined"]
    assert "the next round to be drawn is 1" in check(3, (["1"], ["2"]))["declined"]
    tables = draw(director, cup)["encounters"]
    assert check(2, *(each["sides"] for each in tables))["broke"][0].endswith("have met before, in round 1.")
    report(director, tables[0]["id"], 7, 0)
    (played, ours), (theirs, others) = (each["sides"] for each in tables)
    assert "has been played at" in check(1, (played, theirs), (ours, others))["declined"]


def test_lots_that_were_promised_are_those_that_are_drawn(people: People, director: Person) -> None:
    cup = tournament(director, 8)
    done(director, f"/tournaments/{cup}/lots/promises", {"purpose": "draws"})
    before = people.anybody.get(f"/tournaments/{cup}")
    (promised,) = before.json["promised"]
    assert before.json["lots"] == []
    assert "seed" not in before.text
    assert "seed" not in people.anybody.get(f"/tournaments/{cup}/log").text
    draw(director, cup)
    payload = people.anybody.get(f"/tournaments/{cup}").json
    assert payload["promised"] == []
    opening = lots.parse(payload["lots"][0]["lots"])
    assert lots.verify(lots.parse(promised["commitment"]), opening) is None
    assert list(opening.order) == payload["lots"][0]["order"]


def test_lots_that_were_promised_for_others_are_promised_anew(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    lot = {"purpose": "tie-break"}
    done(director, f"/tournaments/{cup}/lots/promises", lot)
    enter(director, cup, "A late pair")
    late = director.post(f"/tournaments/{cup}/lots", lot)
    assert (late.status_code, late.json["code"]) == (422, "lots")
    assert "promise them anew" in late.json["detail"]
    done(director, f"/tournaments/{cup}/lots/promises", lot)
    (promised,) = people.anybody.get(f"/tournaments/{cup}").json["promised"]
    done(director, f"/tournaments/{cup}/lots", lot)
    (drawn,) = people.anybody.get(f"/tournaments/{cup}").json["lots"]
    assert lots.verify(lots.parse(promised["commitment"]), lots.parse(drawn["lots"])) is None


def test_lots_and_packs_can_be_checked_by_anyone(people: People, director: Person) -> None:
    terms = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}
    cup = tournament(director, 8, terms)
    done(director, f"/tournaments/{cup}/lots", {"purpose": "tie-break"})
    (drawn,) = people.anybody.get(f"/tournaments/{cup}").json["lots"]
    opening = lots.parse(drawn["lots"])
    assert lots.verify(opening.digest, opening) is None
    done(director, f"/tournaments/{cup}/packs", {"boards": [1, 2, 3]})
    promised = people.anybody.get(f"/tournaments/{cup}/packs/1").json
    assert "opening" not in promised
    assert people.anybody.get(f"/tournaments/{cup}/packs/1/sealed").status_code == 401
    sealed = director.get(f"/tournaments/{cup}/packs/1/sealed").json["opening"]
    done(director, f"/tournaments/{cup}/packs/1/open")
    shown = people.anybody.get(f"/tournaments/{cup}/packs/1").json
    assert shown["opening"] == sealed
    assert packs.verify(packs.parse(promised["commitment"]), packs.parse(shown["opening"])) is None
    assert director.post(f"/tournaments/{cup}/packs", {"boards": [3, 4]}).json["code"] == "packs"


@pytest.mark.parametrize("counts", ["matchpoints", full("cross-tokens"), full("imps")])
def test_a_duplicate_compares_the_tables(people: People, director: Person, counts: str) -> None:
    """Every table with another result on each board: what one gets the other does not."""
    cup = tournament(director, 8, {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": counts}})
    for number in (1, 2, 3):
        drawn = draw(director, cup)
        for table in drawn["encounters"]:
            for board in table["boards"]:
                won = (table["table"] + board + number) % 4
                result = {"deals": [[{"tokens": won}, {}]]} if won else {"deals": [[{}, {"tokens": 1}]]}
                answer = director.post(f"/encounters/{table['id']}/result", {"sheet": result, "board": board})
                assert answer.status_code == 200, answer.json
        done(director, f"/tournaments/{cup}/rounds/{number}/close")
    places = standings(people.anybody, cup)
    assert len(places) == 8
    if counts != "matchpoints":
        assert abs(sum(score for *_, score in places)) < 0.1


def test_a_duplicate_with_an_unplayed_board_is_played_to_its_end(people: People, director: Person) -> None:
    """Round 3 waits for one board. Three tables play it, so its top is 4: 60 and 40 percent of that are 2.4 and 1.6."""
    terms = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}
    cup = tournament(director, 8, terms)
    tables: list[dict[str, Any]] = []
    for number in (1, 2, 3):
        tables = draw(director, cup)["encounters"]
        for table in tables:
            for board in table["boards"][: 1 if (number, table["table"]) == (3, 1) else 2]:
                result = {"sheet": {"deals": [[{"tokens": 1}, {"tokens": 0}]]}, "board": board}
                done(director, f"/encounters/{table['id']}/result", result)
        if number < 3:
            done(director, f"/tournaments/{cup}/rounds/{number}/close")
    one = tables[0]
    late = director.post(f"/tournaments/{cup}/rounds/3/close")
    assert (late.status_code, late.json["code"]) == (409, "results-missing")
    assert f"table 1 (board {one['boards'][1]}) of round 3" in late.json["detail"]
    assert director.post(f"/tournaments/{cup}/end").status_code == 422
    before = {entry: score for _, entry, score in standings(people.anybody, cup)}
    artificial = {"scores": ["average-plus", "average-minus"], "why": "The hall closed."}
    shown = done(director, f"/encounters/{one['id']}/artificial-scores", artificial)["encounter"]
    assert shown["artificial"] == [
        {"board": one["boards"][1], "scores": artificial["scores"], "why": artificial["why"]}
    ]
    done(director, f"/tournaments/{cup}/rounds/3/close")
    (ours,), (theirs,) = one["sides"]
    after = {entry: score for _, entry, score in standings(people.anybody, cup)}
    assert round(after[ours] - before[ours], 4) == 2.4
    assert round(after[theirs] - before[theirs], 4) == 1.6
    (row,) = [
        each for each in people.anybody.get(f"/tournaments/{cup}/rounds/3").json["encounters"] if each["artificial"]
    ]
    assert (row["table"], row["artificial"][0]["scores"]) == (1, artificial["scores"])
    log = [each["sentence"] for each in people.anybody.get(f"/tournaments/{cup}/log").json["items"]]
    assert (
        f"Board {one['boards'][1]}: artificial score, North and South average plus, East and West average minus."
        " The hall closed."
    ) in log
    done(director, f"/tournaments/{cup}/end")
    assert people.anybody.get(f"/tournaments/{cup}").json["status"] == "over"


def test_nobody_directs_another_clubs_tournament(people: People, director: Person) -> None:
    cup = tournament(director, 4)
    table = draw(director, cup)["encounters"][0]["id"]
    stranger = people.issue("director", club=people.club())
    for path, body in (
        (f"/tournaments/{cup}/entries", {"name": "X"}),
        (f"/tournaments/{cup}/rounds", {}),
        (f"/encounters/{table}/result", {"sheet": sheet(7, 0)}),
        (f"/encounters/{table}/confirmations", {}),
    ):
        assert stranger.post(path, body).status_code == 403
        assert people.anybody.post(path, body).status_code == 401
    assert json.loads(people.anybody.get(f"/tournaments/{cup}").data)["version"] == 7
