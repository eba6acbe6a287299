"""Series over HTTP: standings from final results, corrections by events, and refusals that change nothing."""

from __future__ import annotations

import csv
import io
from typing import Any

from tests.http.people import People, Person, opened
from tests.http.tournament_requests import SWISS, done, draw, report, tournament

ONE_ROUND = {**SWISS, "rounds": 1}


def evening(who: Person, club: str, ours: int = 7, *, ends: bool = True, **more: Any) -> str:
    """A tournament of one round and two pairs, and its end. The first pair has ``ours`` tokens, wherever it sits."""
    cup = tournament(who, 2, ONE_ROUND, club=club, **more)
    encounter = draw(who, cup)["encounters"][0]
    table, won = encounter["id"], (ours, 11 - ours)
    report(who, table, *(won if encounter["sides"][0] == ["1"] else won[::-1]))
    for seat in "SE":
        who.post(f"/encounters/{table}/confirmations", {"seat": seat})
    if ends:
        done(who, f"/tournaments/{cup}/rounds/1/close")
        done(who, f"/tournaments/{cup}/end")
    return cup


def league(who: Person, club: str, *evenings: str, **terms: Any) -> str:
    identity = opened(who.post("/series", {"name": "League", "club": club, "terms": terms}))
    for each in evenings:
        done(who, f"/series/{identity}/evenings", {"tournament": each})
    return identity


def totals(people: People, identity: str) -> dict[str, str]:
    return {row["name"]: row["total"] for row in people.anybody.get(f"/series/{identity}").json["standings"]}


def test_standings_follow_from_the_final_results_that_everybody_can_read(people: People) -> None:
    """Recomputed from the announced results of the tournaments alone."""
    club = people.club()
    evenings = [evening(people.admin, club, ours) for ours in (7, 7, 4)]
    identity = league(people.admin, club, *evenings, points=[5, 3], best=2, attendance=1)
    expected: dict[str, list[int]] = {}
    for cup in evenings:
        shown = people.anybody.get(f"/tournaments/{cup}").json
        entries = {each["id"]: each for each in shown["entries"]}
        for row in people.anybody.get(f"/tournaments/{cup}/standings").json["items"]:
            for player in entries[row["entry"]]["players"]:
                expected.setdefault(player, []).append([5, 3][row["place"] - 1])
    assert totals(people, identity) == {who: str(sum(sorted(own)[-2:]) + 3) for who, own in expected.items()}
    assert len(set(totals(people, identity).values())) > 1


def test_an_evening_counts_once_it_is_over_and_no_longer_once_it_is_removed(people: People) -> None:
    club = people.club()
    cup = evening(people.admin, club, ends=False)
    identity = league(people.admin, club, cup)
    assert totals(people, identity) == {}
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    done(people.admin, f"/tournaments/{cup}/end")
    before = totals(people, identity)
    assert sorted(before.values()) == ["10", "10", "12", "12"]
    done(people.admin, f"/series/{identity}/evenings/remove", {"tournament": cup, "why": "a friendly"})
    assert totals(people, identity) == {}
    done(people.admin, f"/series/{identity}/evenings", {"tournament": cup})
    assert totals(people, identity) == before
    done(people.admin, f"/tournaments/{cup}/reopen", {"why": "a wrong result"})
    assert totals(people, identity) == {}


def test_the_ledger_has_a_column_for_each_evening_and_no_formula(people: People) -> None:
    club = people.club()
    cup = evening(people.admin, club)
    identity = league(people.admin, club, cup, ranks="pair")
    people.admin.call("PATCH", f"/series/{identity}", json={"name": "Summer"})
    sent = people.anybody.get(f"/series/{identity}/ledger.csv").data
    assert sent.startswith(b"\xef\xbb\xbf"), "the mark by which Excel knows UTF-8"
    first, *rows = csv.reader(io.StringIO(sent.decode("utf-8-sig")))
    assert first == ["place", "name", "The cup", "attendance", "total", "steps"]
    assert [(row[0], row[2], row[4], row[5]) for row in rows] == [
        ("1", "12", "12", "12 = 12"),
        ("2", "10", "10", "10 = 10"),
    ]
    assert people.anybody.get(f"/series/{identity}").json["name"] == "Summer"
    assert people.anybody.get(f"/series?club={club}").json["items"][0]["evenings"] == 1


def test_refusals_change_nothing(people: People) -> None:
    club = people.club()
    cup, elsewhere = evening(people.admin, club), evening(people.admin, people.club())
    identity = league(people.admin, club, cup)
    before = people.anybody.get(f"/series/{identity}").json
    unknown = "019c5c22-f9d0-791b-99d5-000000000000"
    refused = [
        ("evenings", {"tournament": cup}, 422),
        ("evenings", {"tournament": elsewhere}, 422),
        ("evenings", {"tournament": unknown}, 404),
        ("evenings", {}, 422),
        ("evenings/remove", {"tournament": elsewhere}, 422),
        ("terms", {"terms": {"best": -1}}, 422),
        ("terms", {"terms": {"points": [1, 2]}}, 422),
        ("terms", {"terms": {}}, 422),
    ]
    for path, body, status in refused:
        assert people.admin.post(f"/series/{identity}/{path}", body).status_code == status, (path, body)
    assert people.admin.post("/series", {"name": "No club"}).status_code == 422
    assert people.anybody.get(f"/series/{unknown}").status_code == 404
    assert people.anybody.get(f"/series/{identity}").json == before


def test_the_same_command_with_the_same_key_is_carried_out_once(people: People) -> None:
    club = people.club()
    cup = evening(people.admin, club)
    identity = league(people.admin, club)
    for _ in range(2):
        answer = people.admin.post(
            f"/series/{identity}/evenings", {"tournament": cup}, headers={"Idempotency-Key": "an evening"}
        )
        assert answer.status_code == 200
    assert len(people.anybody.get(f"/series/{identity}").json["evenings"]) == 1


def a_match(people: People, club: str, *, ends: bool = True) -> str:
    """A match of four named players; if it ends, level, since no deal was played."""
    seats = dict(zip("SENW", ("Anna", "Bea", "Cleo", "Dora"), strict=True))
    body = {"ruleset": "304", "dealer": "S", "club": club, "players": seats}
    match = opened(people.admin.post("/matches", body))
    if ends:
        done(people.admin, f"/matches/{match}/end")
    return match


def test_a_match_is_an_evening_once_it_is_over(people: People) -> None:
    club = people.club()
    match = a_match(people, club, ends=False)
    identity = league(people.admin, club, points=[5, 3])
    done(people.admin, f"/series/{identity}/evenings", {"match": match})
    assert totals(people, identity) == {}
    assert people.anybody.get(f"/series/{identity}").json["evenings"][0]["is_over"] is False
    done(people.admin, f"/matches/{match}/end")
    assert totals(people, identity) == dict.fromkeys(("Anna", "Bea", "Cleo", "Dora"), "4")
    payload = people.anybody.get(f"/series/{identity}").json["evenings"][0]
    assert (payload["kind"], payload["tournament"], payload["name"]) == ("match", "", "Anna, Cleo – Bea, Dora")
    for body, code in [
        ({"match": match}, "series-evening"),
        ({"match": opened(people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "club": club}))},
         "series-evening"),
        ({"match": a_match(people, people.club())}, "series-evening"),
        ({"match": match, "tournament": match}, "shape"),
        ({"tournament": match}, "not-found"),
    ]:  # fmt: skip
        assert people.admin.post(f"/series/{identity}/evenings", body).json["code"] == code, body
    done(people.admin, f"/series/{identity}/evenings/remove", {"evening": match})
    assert totals(people, identity) == {}


def test_a_change_is_seen_before_it_is_recorded(people: People) -> None:
    club = people.club()
    evenings = [evening(people.admin, club, 7), evening(people.admin, club, 4)]
    identity = league(people.admin, club, *evenings, points=[5, 3])
    before = people.anybody.get(f"/series/{identity}").json
    check = f"/series/{identity}/check"
    with_terms = people.admin.post(check, {"terms": {"points": [9, 1], "best": 1}}).json
    assert [row["total"] for row in with_terms["standings"]] == ["9"] * 4
    assert [row["place_now"] for row in with_terms["standings"]] == [1] * 4
    without = people.admin.post(check, {"without": evenings[1]}).json
    assert [(row["place"], row["total"]) for row in without["standings"]] == [(1, "5"), (1, "5"), (3, "3"), (3, "3")]
    assert people.admin.post(check, {"terms": {"ranks": "pair"}}).json["gone"] == [
        row["name"] for row in before["standings"]
    ]
    assert people.admin.post(check, {"terms": {"points": [1, 2]}}).status_code == 422
    assert people.anybody.get(f"/series/{identity}").json == before


def test_the_final_result_is_announced_kept_and_taken_back(people: People) -> None:
    club = people.club()
    cup, open_ = evening(people.admin, club), evening(people.admin, club, ends=False)
    identity = league(people.admin, club, cup, open_)
    path = f"/series/{identity}"
    assert people.admin.post(f"{path}/end").json["code"] == "series-evening"
    done(people.admin, f"{path}/evenings/remove", {"evening": open_})
    done(people.admin, f"{path}/end", {"note": "In the hall"})
    first = people.anybody.get(path).json
    assert [(row["place"], row["total"]) for row in first["result"]["places"]] == [
        (row["place"], row["total"]) for row in first["standings"]
    ]
    assert (first["result"]["note"], first["result"]["has_changed"]) == ("In the hall", False)
    for action, body in [
        ("end", {}), ("evenings", {"tournament": open_}), ("evenings/remove", {"evening": cup}),
        ("terms", {"terms": {"best": 1}}),
    ]:  # fmt: skip
        answer = people.admin.post(f"{path}/{action}", body)
        assert (answer.status_code, answer.json["code"]) == (409, "series-over"), action
    done(people.admin, f"/tournaments/{cup}/reopen", {"why": "a wrong result"})
    changed = people.anybody.get(path).json
    assert (changed["result"]["has_changed"], changed["standings"]) == (True, [])
    assert changed["result"]["places"] == first["result"]["places"]
    assert people.admin.post(f"{path}/reopen", {"why": " "}).json["code"] == "why"
    done(people.admin, f"{path}/reopen", {"why": "one evening was wrong"})
    assert people.anybody.get(path).json.get("result") is None
    sentences = [row["sentence"] for row in people.anybody.get(f"{path}/log").json["items"]]
    assert sentences[0] == "League was opened."
    assert sentences[-2].startswith("The final result was announced. First: Pair ")
    assert sentences[-1] == "The series was opened again. One evening was wrong."
