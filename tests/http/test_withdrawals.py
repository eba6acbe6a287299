"""A deal that was opened or imported by mistake is withdrawn: it leaves everything but its own page."""

from __future__ import annotations

import csv
import io
import json

from tests.http.people import People, Person, play, whole_deal

REASON = {"why": "opened at the wrong table"}


def listed(who: Person, path: str) -> set[str]:
    """The ids of a list."""
    return {row["id"] for row in who.get(f"{path}?limit=200").json["items"]}


def settled(people: People, **more: object) -> str:
    """A deal with a result."""
    dealer, acts = whole_deal(7)
    deal = people.deal(dealer=dealer, **more)
    play(people.admin, deal, acts)
    return deal


def test_a_scribe_withdraws_a_deal_while_no_card_and_no_bid_is_recorded(people: People) -> None:
    table = people.table()
    scribe, deal = people.issue("recorder", table=table), people.deal(table=table, dealer="S")
    assert scribe.post(f"/deals/{deal}/actions", {"act": "W cut", "onward": True}).status_code == 200
    answer = scribe.post(f"/deals/{deal}/withdrawal", REASON)
    assert answer.status_code == 200, answer.json
    assert [line["topic"] for line in answer.json["recorded"]] == ["nought.Deal.DealWithdrawn"]
    assert deal not in listed(people.anybody, "/deals")


def test_a_scribe_cannot_withdraw_a_deal_once_cards_are_dealt(people: People) -> None:
    table = people.table()
    dealer, acts = whole_deal(7)
    scribe, deal = people.issue("recorder", table=table), people.deal(table=table, dealer=dealer)
    play(scribe, deal, acts[:3])
    refused = scribe.post(f"/deals/{deal}/withdrawal", REASON)
    assert (refused.status_code, refused.json["code"]) == (409, "deal-begun")
    assert people.issue("recorder", table=people.table()).post(f"/deals/{deal}/withdrawal", REASON).status_code == 403
    assert people.admin.post(f"/deals/{deal}/withdrawal", REASON).status_code == 200


def test_a_withdrawn_deal_leaves_lists_and_says_who_withdrew_it_and_why(people: People) -> None:
    deal, other = settled(people), settled(people)
    assert people.admin.post(f"/deals/{deal}/withdrawal", REASON).status_code == 200
    assert {deal, other} & listed(people.anybody, "/deals") == {other}
    rows = csv.DictReader(io.StringIO(people.anybody.get("/deals.csv?limit=200").text.removeprefix("\ufeff")))
    assert {deal, other} & {row["id"] for row in rows} == {other}
    lines = people.anybody.get("/archive?limit=200").text.splitlines()
    assert {deal, other} & {json.loads(line)["id"] for line in lines} == {other}
    assert people.anybody.get(f"/deals/{deal}").json["status"] == "withdrawn"
    (last,) = people.anybody.get(f"/deals/{deal}/replays/public").json["corrections"]
    assert (last["kind"], last["why"], bool(last["by"])) == ("withdrawn", REASON["why"], True)


def test_nothing_more_is_recorded_in_a_withdrawn_deal(people: People) -> None:
    deal = settled(people)
    people.admin.post(f"/deals/{deal}/withdrawal", REASON)
    for path, body in (
        ("actions", {"act": "E pass"}),
        ("undo", {}),
        ("withdrawal", REASON),
        ("rulings/violation", {"seat": "E", "code": "revoke"}),
    ):
        answer = people.admin.post(f"/deals/{deal}/{path}", body)
        assert (answer.status_code, answer.json["code"]) == (409, "deal-withdrawn"), path
        assert REASON["why"] in answer.json["detail"]


def test_a_withdrawn_deal_of_a_match_gives_its_number_back(people: People) -> None:
    match = people.admin.post("/matches", {"ruleset": "304", "dealer": "S"}).json["id"]
    first = people.admin.post("/deals", {"match": match}).json["id"]
    assert people.admin.post(f"/deals/{first}/withdrawal", REASON).status_code == 200
    assert people.admin.get(f"/matches/{match}").json["deals"] == []
    second = people.admin.post("/deals", {"match": match})
    assert second.status_code == 201, second.json
    assert people.anybody.get(f"/deals/{second.json['id']}").json["number"] == 1


def test_points_and_tokens_have_a_column_for_each_team(people: People) -> None:
    deal = settled(people)
    payload = next(row for row in people.anybody.get("/deals?limit=200").json["items"] if row["id"] == deal)
    rows = csv.DictReader(io.StringIO(people.anybody.get("/deals.csv?limit=200").text.removeprefix("\ufeff")))
    row = next(row for row in rows if row["id"] == deal)
    assert {team: int(row[f"points_{team}"]) for team in ("NS", "EW")} == payload["points"]
    assert {team: int(row[f"tokens_{team}"]) for team in ("NS", "EW")} == payload["tokens"]
    assert row["points_odd"] == row["tokens_S"] == ""
