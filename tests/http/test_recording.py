"""Deals are recorded over HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import msgspec
import pytest

from api.services import Provider
from domain.engine.facts import DealSettled, RulingLifted, ViolationRuled
from replay.frames import replay
from tests.http.people import AT, People, opened, play, sentences, whole_deal


def test_a_recorder_records_a_whole_deal_act_by_act_from_the_shuffle_to_the_settlement(
    people: People, house: Provider
) -> None:
    dealer, acts = whole_deal(1)
    table = people.table(people.club())
    recorder = people.issue("recorder", table=table)
    deal = people.deal(recorder, dealer)
    for act in sentences(acts):
        answer = recorder.post(f"/deals/{deal}/actions", {"act": act, "at": AT})
        assert answer.status_code == 200, answer.json
        assert answer.json["recorded"][0]["act"]
    assert answer.json["over"]
    payload = people.anybody.get(f"/deals/{deal}").json
    assert payload["status"] == "played"
    assert payload["table"] == table
    assert set(payload["settlement"]["tokens"]) == {"NS", "EW"}
    assert set(payload["viewers"]) == {"N", "E", "S", "W", "public", "arbiter"}
    record = house.services.ledger.deals.get(UUID(deal)).record
    for viewer in ("N", "E", "S", "W", "public", "arbiter"):
        answer = people.anybody.get(f"/deals/{deal}/replays/{viewer}")
        assert answer.json == msgspec.to_builtins(replay(record, viewer))
        view = people.anybody.get(f"/deals/{deal}/views/{viewer}?ply=9").json
        assert (view["viewer"], view["ply"]) == (viewer, 9)
    listed = people.anybody.get(f"/deals?table={table}").json["items"]
    assert [row["id"] for row in listed] == [deal]


def test_an_act_may_be_an_object(people: People) -> None:
    deal = people.deal(dealer="S")
    acts = [{"type": "PackShuffled", "seat": "S"}, "W no cut"]
    answer = people.admin.post(f"/deals/{deal}/actions", {"acts": acts})
    assert [row["act"] for row in answer.json["recorded"]] == ["S shuffle", "W no cut"]


def test_an_act_reads_the_stream_of_its_deal_once(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = people.deal(dealer="S")
    seat = people.issue("seat", deal=deal, seat="S")
    recorder, reads = house.services.recorder, []
    select = recorder.select_events

    def counted(*arguments: Any, **more: Any) -> Any:
        reads.append(arguments)
        return select(*arguments, **more)

    monkeypatch.setattr(recorder, "select_events", counted)
    answer = seat.post(f"/deals/{deal}/actions", {"act": "S shuffle"}, headers={"If-Match": '"1"'})
    assert (answer.status_code, answer.json["version"], len(reads)) == (200, 2, 1), answer.json
    refused = people.admin.post(f"/deals/{deal}/actions", {"act": "E 160"})
    assert (refused.status_code, refused.json["code"], len(reads)) == (422, "wrong-stage", 2), refused.json


def test_a_batch_is_recorded_whole_or_not_at_all(people: People) -> None:
    deal = people.deal(dealer="S")
    answer = people.admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle", "E 160"]})
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    assert answer.json["code"] == "wrong-stage"
    assert (answer.json["index"], answer.json["ply"], answer.json["seat"]) == (1, 1, "E")
    assert answer.json["clause"] == {"document": "architecture", "heading": "One deal, end to end"}
    assert people.admin.get(f"/deals/{deal}").json["plies"] == 0


def test_a_refusal_says_what_would_be_allowed(people: People) -> None:
    dealer, acts = whole_deal(2)
    deal = people.deal(dealer=dealer)
    first_call = next(
        n for n, act in enumerate(sentences(acts)) if act.split()[1] in ("pass", "160") or act[2:].isdigit()
    )
    play(people.admin, deal, acts[:first_call])
    seat = acts[first_call].seat
    answer = people.admin.post(f"/deals/{deal}/actions", {"act": f"{seat} 150"})
    assert answer.status_code == 422
    assert answer.json["code"] == "bid-too-low"
    assert "160" in answer.json["detail"]
    assert f"{seat} 160" in answer.json["legal"]
    assert answer.json["clause"]["document"] == "000"
    happened = people.admin.post(f"/deals/{deal}/actions", {"act": f"{seat} 150", "as_it_happened": True})
    assert happened.json["recorded"][0]["broke"] == "bid-too-low"


def test_the_same_command_under_the_same_key_is_carried_out_once(people: People) -> None:
    deal = people.deal()
    key = {"Idempotency-Key": "first"}
    once = people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"}, headers=key)
    again = people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"}, headers=key)
    assert again.json == {**once.json, "replayed": True}
    other = people.admin.post(f"/deals/{deal}/actions", {"act": "W cut 3"}, headers=key)
    assert (other.status_code, other.json["code"]) == (422, "key-reused")


def test_retries_at_the_same_time_record_once(people: People) -> None:
    deal = people.deal()

    def send(_: int) -> dict[str, object]:
        answer = people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"}, headers={"Idempotency-Key": "k"})
        assert answer.status_code == 200, answer.json
        return {**answer.json, "replayed": None}

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(16)))
    assert all(answer == answers[0] for answer in answers)
    assert people.admin.get(f"/deals/{deal}").json["plies"] == 1


def test_opening_a_deal_twice_under_one_key_opens_one(people: People) -> None:
    body = {"ruleset": "304", "dealer": "N"}
    headers = {"Idempotency-Key": "open once"}
    first = people.admin.post("/deals", body, headers=headers)
    again = people.admin.post("/deals", body, headers=headers)
    assert first.json["id"] == again.json["id"]
    assert again.json["replayed"]


def test_if_match_refuses_who_has_not_seen_the_latest(people: People) -> None:
    deal = people.deal()
    tag = people.admin.get(f"/deals/{deal}").headers["ETag"]
    assert (
        people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"}, headers={"If-Match": tag}).status_code == 200
    )
    late = people.admin.post(f"/deals/{deal}/actions", {"act": "W cut 3"}, headers={"If-Match": tag})
    assert (late.status_code, late.json["code"], late.json["version"]) == (412, "version", 2)
    assert late.headers["ETag"] == '"2"'
    bad = people.admin.post(f"/deals/{deal}/actions", {"act": "W cut 3"}, headers={"If-Match": "two"})
    assert bad.status_code == 400


def test_of_two_who_saw_the_same_version_one_is_too_late(people: People) -> None:
    deal = people.deal()

    def send(_: int) -> int:
        sent = people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"}, headers={"If-Match": '"1"'})
        return sent.status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(send, range(8)))
    assert statuses == [200] + [412] * 7


@pytest.mark.full
def test_fifty_deals_are_recorded_at_once(people: People) -> None:
    recorder = people.issue("recorder", table=people.table())

    def record(seed: int) -> str:
        dealer, acts = whole_deal(seed)
        deal = people.deal(recorder, dealer)
        half = len(acts) // 2
        play(recorder, deal, acts[:half])
        play(recorder, deal, acts[half:])
        return deal

    with ThreadPoolExecutor(8) as pool:
        deals = list(pool.map(record, range(50)))
    assert len(set(deals)) == 50
    for deal in deals:
        assert people.anybody.get(f"/deals/{deal}").json["status"] == "played"


def test_slips_are_put_right(people: People) -> None:
    deal = people.deal()
    admin = people.admin
    assert admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle", "W cut 3"]}).status_code == 200
    amended = admin.post(f"/deals/{deal}/amendments", {"ply": 1, "act": "W cut 4", "why": "miscounted"})
    assert amended.json["recorded"][0]["fact"]["why"] == "miscounted"
    key = {"Idempotency-Key": "undo"}
    undone = admin.post(f"/deals/{deal}/undo", {"why": "no"}, headers=key)
    assert undone.json["plies"] == 1
    assert admin.post(f"/deals/{deal}/undo", {"why": "no"}, headers=key).json["replayed"]
    assert admin.get(f"/deals/{deal}").json["plies"] == 1
    assert admin.post(f"/deals/{deal}/insertions", {"ply": 1, "act": "W no cut"}).json["plies"] == 2
    assert admin.post(f"/deals/{deal}/retractions", {"ply": 0}).json["plies"] == 1
    assert admin.post(f"/deals/{deal}/retractions", {"ply": 7}).json["code"] == "no-such-ply"
    assert admin.post(f"/deals/{deal}/undo").json["plies"] == 0
    assert admin.post(f"/deals/{deal}/undo").json["code"] == "nothing-to-undo"
    kinds = [row["kind"] for row in admin.get(f"/deals/{deal}/timeline").json["corrections"]]
    assert kinds == ["amended", "retracted", "inserted", "retracted", "retracted"]
    assert admin.post(f"/deals/{deal}/abandon", {"why": "rain"}).json["over"]


def test_a_match_follows_its_deals(people: People) -> None:
    club = people.club()
    director = people.issue("director", club=club)
    dealer, acts = whole_deal(5)
    body = {"ruleset": "304", "dealer": dealer, "teams": {"NS": "Nords", "EW": "Oests"}}
    match = opened(director.post("/matches", body))
    deal = opened(director.post("/deals", {"match": match}))
    play(director, deal, acts)
    match_payload = people.anybody.get(f"/matches/{match}").json
    assert [line["deal"] for line in match_payload["deals"]] == [deal]
    assert match_payload["deals"][0]["outcome"] == "played"
    assert match_payload["club"] == club
    assert people.anybody.get(f"/deals?match={match}").json["items"][0]["number"] == 1
    assert director.post(f"/matches/{match}/end").json["version"] > 2
    again = director.post("/deals", {"match": match})
    assert (again.status_code, again.json["code"]) == (409, "match-over")


def test_a_house_may_play_its_own_way_if_it_makes_a_game(people: People) -> None:
    house = {"key": "304-our-house", "name": "Ours", "changes": {"redeal.threshold": 20}}
    deal = people.deal(house=house)
    assert people.anybody.get(f"/deals/{deal}").json["ruleset"] == "304-our-house"
    last = {
        **house,
        "changes": {"last_trick_bonus": 10, "stages": ["cut", "deal 3", "auction4", "indicator", "deal 5"]},
    }
    last["changes"]["stages"] += ["auction8", "indicator again", "declare", "play"]
    deal = people.deal(house=last)
    assert people.anybody.get(f"/deals/{deal}/views/public").json["stage"] == "cut"
    for changes in ({"stages.x": 1}, {"seating.seats": 1}, {"no.such": 1}, {"stages": ["cut", "deal 4", "play"]}):
        bad = people.admin.post("/deals", {"ruleset": "304", "dealer": "S", "house": {**house, "changes": changes}})
        assert (bad.status_code, bad.json["code"]) == (422, "ruleset")
    answer = people.admin.post("/deals", {"ruleset": "304", "dealer": "S", "house": {**house, "key": "304-jaffna"}})
    assert answer.json["detail"] == "304-jaffna is the key of a known ruleset; a house's own needs another"
    unknown = people.admin.post("/deals", {"ruleset": "305", "dealer": "S"})
    assert (unknown.status_code, unknown.json["code"]) == (422, "unknown-ruleset")


def test_an_arbiter_takes_a_ruling_back_and_the_result_is_as_before(people: People, house: Provider) -> None:
    """004 "Rule Violations": a breach awards the game and two tokens. The record keeps both, the ruling and its end."""
    dealer, acts = whole_deal(6)
    harsh = {"key": "304-harsh", "name": "Harsh", "changes": {"violation.remedy": "award_game_plus"}}
    deal = people.deal(dealer=dealer, house=harsh)
    play(people.admin, deal, acts)
    arbiter = people.issue("arbiter")
    before = arbiter.get(f"/deals/{deal}").json["settlement"]
    named = {"seat": "E", "code": "revoke"}
    early = arbiter.post(f"/deals/{deal}/rulings/lift", {"ruling": "violation", **named})
    assert (early.status_code, early.json["code"]) == (422, "no-ruling")
    ruled = arbiter.post(f"/deals/{deal}/rulings/violation", {**named, "why": "agreed"})
    assert ruled.status_code == 200, ruled.json
    assert arbiter.get(f"/deals/{deal}").json["settlement"]["outcome"] == "awarded"
    other = arbiter.post(f"/deals/{deal}/rulings/lift", {"ruling": "violation", "seat": "W", "code": "revoke"})
    assert other.json["detail"] == "this deal has no such ruling; rulings in force: violation E revoke"
    lifted = arbiter.post(f"/deals/{deal}/rulings/lift", {"ruling": "violation", **named, "why": "It was West."})
    assert lifted.status_code == 200, lifted.json
    assert arbiter.get(f"/deals/{deal}").json["settlement"] == before
    again = arbiter.post(f"/deals/{deal}/rulings/lift", {"ruling": "violation", **named})
    assert again.json["detail"] == "this deal has no such ruling; rulings in force: none"
    events = house.services.ledger.repository.history(UUID(deal))
    assert [type(event.fact) for event in events[-4:]] == [ViolationRuled, DealSettled, RulingLifted, DealSettled]


def test_an_arbiter_rules_and_notes(people: People) -> None:
    dealer, acts = whole_deal(6)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    arbiter = people.issue("arbiter")
    noted = arbiter.post(f"/deals/{deal}/irregularities", {"ply": 3, "code": "spoke", "seat": "E", "note": "aloud"})
    assert noted.status_code == 200
    ruled = arbiter.post(f"/deals/{deal}/rulings/violation", {"seat": "E", "code": "revoke", "why": "agreed"})
    assert ruled.status_code == 200, ruled.json
    caps = arbiter.post(f"/deals/{deal}/rulings/caps", {"seat": "E", "verdict": "early"})
    assert (caps.status_code, caps.json["code"]) == (422, "caps-verdict")
    assert arbiter.post(f"/deals/{deal}/actions", {"act": "E pass"}).status_code == 403
