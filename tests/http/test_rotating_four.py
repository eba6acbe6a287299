"""A rotating four over HTTP: opened in one step, played over three sets, and an evening of a series."""

from __future__ import annotations

from tests.http.people import People, opened
from tests.http.tournament_requests import done, draw, report


def test_four_are_opened_played_and_counted_in_a_series(people: People) -> None:
    club = people.club()
    bea = opened(people.admin.post("/players", {"name": "Béa Müller", "club": club}))
    body = {"players": ["Anna", "bea muller", "Cleo", "Dora"], "club": club}
    four = opened(people.admin.post("/tournaments/four", body))
    shown = people.anybody.get(f"/tournaments/{four}").json
    assert shown["name"] == "Anna, Béa Müller, Cleo, Dora"
    assert [entry["players"] for entry in shown["entries"]] == [["Anna"], [bea], ["Cleo"], ["Dora"]]
    assert len(shown["rounds"]) == 1
    league = opened(people.admin.post("/series", {"name": "League", "club": club, "terms": {"counts": "score"}}))
    done(people.admin, f"/series/{league}/evenings", {"tournament": four})
    partners = set()
    for number in (1, 2, 3):
        table = (people.anybody.get(f"/tournaments/{four}/rounds/1").json if number == 1 else draw(people.admin, four))[
            "encounters"
        ][0]
        partners |= {frozenset(side) for side in table["sides"]}
        report(people.admin, table["id"], 10, number)
        for seat in "SE":
            people.admin.post(f"/encounters/{table['id']}/confirmations", {"seat": seat})
        done(people.admin, f"/tournaments/{four}/rounds/{number}/close")
    assert len(partners) == 6
    assert people.admin.post(f"/tournaments/{four}/rounds", {}).json["code"] == "draw"
    done(people.admin, f"/tournaments/{four}/end")
    rows = people.anybody.get(f"/series/{league}").json["standings"]
    assert sorted(row["total"] for row in rows) == ["1", "1", "1", "3"]
    assert [row["name"] for row in rows if row["players"] == [bea]] == ["Béa Müller"]


def test_what_is_no_four_opens_nothing(people: People) -> None:
    club = people.club()
    for body, code in [
        ({"players": ["A", "B", "C"]}, "shape"),
        ({"players": ["A", "B", "C", "A"]}, "four-players"),
        ({"players": ["A", "B", "C", "D"], "race": 0}, "shape"),
        ({"players": ["A", "B", "C", "D"], "ruleset": "no-game"}, "ruleset"),
        ({"players": ["A", "B", "C", "D"], "ruleset": "304-six-24"}, "ruleset"),
    ]:
        answer = people.admin.post("/tournaments/four", {**body, "club": club})
        assert answer.status_code in (404, 422), answer.json
        assert answer.json["code"] == code or code == "ruleset", answer.json
    assert people.anybody.get(f"/tournaments?club={club}").json["items"] == []


def test_the_same_request_with_the_same_key_opens_one(people: People) -> None:
    club = people.club()
    body = {"players": ["A", "B", "C", "D"], "club": club}
    first, second = (
        people.admin.post("/tournaments/four", body, headers={"Idempotency-Key": "four"}) for _ in range(2)
    )
    assert first.json["id"] == second.json["id"]
    assert len(people.anybody.get(f"/tournaments?club={club}").json["items"]) == 1
