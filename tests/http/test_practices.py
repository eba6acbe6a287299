"""Practice over HTTP: a person plays against bots, sees only its own seat, and nothing is in the record book."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from analysis.position import Unsolvable
from analysis.seat import SeatAnalyst
from analysis.solver import Solver
from api.front.calls import call
from api.learning import practice as practice_access
from api.services import Provider
from bots import strengths
from domain.engine.facts import CardsDealt
from domain.engine.knowledge.information import knowledge
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import IndicatorPlaced
from domain.practice import commands as practice_commands
from replay.worked_hands import worked_names
from schemas.practices import STRENGTHS
from tests.cases import cases, full
from tests.http.people import People, Person, play, whole_deal
from tests.replaying.hidden import altered, random_deal, told_from, unseen

FULL = bool(os.environ.get("NOUGHT_FULL"))
LISTS = ("/deals", "/matches", "/clubs", "/players", "/tables", "/tournaments", "/lessons", "/archive", "/deals.csv",
         "/tokens")  # fmt: skip


def begin(people: People, path: str = "/practices", **body: Any) -> tuple[Person, str]:
    """A new practice deal: the person in its seat, and its path."""
    answer = people.anybody.post(path, body)
    assert answer.status_code == 201, answer.json
    return Person(people.app, answer.json["secret"]), f"/practices/{answer.json['id']}"


def let_bots_act(who: Person, path: str) -> dict[str, Any]:
    """The deal once the bots wait for the person."""
    while "bot" in (answer := who.post(f"{path}/bots")).json:
        assert answer.status_code == 200
    assert answer.status_code == 200, answer.json
    deal: dict[str, Any] = answer.json
    return deal


def choose(deal: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A legal act of the person: a card, or what is offered with all its values."""
    acts = deal["plays"] or [each["act"] for each in deal["choices"] if each["kind"] == "act"]
    if acts:
        chosen: dict[str, Any] = rng.choice(acts)
        return chosen
    choice = deal["choices"][0]
    if "pick" in choice:
        return choice["act"] | {choice["pick"]["field"]: choice["pick"]["cards"]["legal"][0]}
    return choice["act"] | {choice["number"]["field"]: choice["number"]["least"]}


def play_out(who: Person, path: str, seed: int) -> dict[str, Any]:
    """The deal at its end, the person choosing at random."""
    rng = random.Random(seed)
    for _ in range(80):
        deal = let_bots_act(who, path)
        if deal["over"]:
            return deal
        answer = who.post(f"{path}/acts", {"act": choose(deal, rng)})
        assert answer.status_code == 200, (answer.json, deal["choices"])
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("key", [key if key == "304" else full(key) for key in RULESETS])
def test_somebody_without_an_account_plays_a_deal_of_any_game_to_its_end(people: People, key: str) -> None:
    seat = RULESETS[key].seating.seats[1]
    who, path = begin(people, ruleset=key, seat=seat, strength="expert")
    deal = play_out(who, path, 1)
    assert deal["view"]["stage"] == "over"
    hands = [card for hand in deal["hands"].values() for card in hand]
    assert len(set(hands)) == len(hands) >= 4 * len(RULESETS[key].seating.seats)
    assert who.get(path).json == deal


def test_the_strengths_of_the_api_are_those_of_the_bots() -> None:
    assert tuple(strengths.STRENGTHS) == STRENGTHS


def test_a_practice_deal_is_in_no_list_figure_or_export(people: People) -> None:
    lists = [people.admin.get(path).data for path in LISTS]
    who, path = begin(people, ruleset="304", seat="E", strength="beginner")
    play_out(who, path, 4)
    assert [people.admin.get(each).data for each in LISTS] == lists
    identity = path.rsplit("/", 1)[1]
    for each in ("", "/views/arbiter", "/audit", "/archive", "/analysis", "/replays/arbiter"):
        assert people.admin.get(f"/deals/{identity}{each}").status_code == 404


def test_only_the_secret_of_a_practice_deal_opens_it_and_it_opens_nothing_else(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="E")
    other, _ = begin(people, ruleset="304", seat="E")
    deal = people.deal()
    with cases() as case:
        for method, rest, body in (
            ("GET", "", None), ("GET", "/hint", None), ("GET", "/analysis", None), ("POST", "/bots", None),
            ("POST", "/again", None), ("POST", "/acts", {"act": "E pass"}),
        ):  # fmt: skip
            with case(method, rest):
                assert people.anybody.call(method, path + rest, body).status_code == 401
                for stranger in (other, people.admin, people.issue("seat", deal=deal, seat="E")):
                    assert stranger.call(method, path + rest, body).status_code == 403
        for each in (f"/deals/{deal}/views/E", f"/deals/{deal}/desk", "/tokens", "/events"):
            with case(each):
                assert who.get(each).status_code == people.anybody.get(each).status_code in (401, 403)
        with case("an act in a deal"):
            assert who.post(f"/deals/{deal}/actions", {"act": "E pass"}).status_code == 401
            assert who.post(f"/deals/{path.rsplit('/', 1)[1]}/actions", {"act": "E pass"}).status_code == 401
        with case("the server's turns count the player by its address"):
            assert counts_as_signed_in(people.admin, "/tokens/me")
            assert not counts_as_signed_in(who, path)
        with case("who am I"):
            assert who.get("/tokens/me").json == people.anybody.get("/tokens/me").json


def counts_as_signed_in(who: Person, path: str) -> bool:
    """Whether the server gives the sender of this request the share of somebody who signed in."""
    builder = EnvironBuilder(path=f"/api/v1{path}", headers={"Authorization": f"Bearer {who.secret}"})
    answer = call(who.app, builder.get_environ())
    assert answer.status == 200
    return answer.signed_in


def test_an_act_against_the_rules_is_refused_with_its_clause_and_the_allowed_acts(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="E", dealer="S")
    let_bots_act(who, path)
    before = who.get(path).json
    answer = who.post(f"{path}/acts", {"act": "E 155"})
    assert answer.status_code == 422
    assert answer.json["clause"]["document"] == "000"
    assert answer.json["legal"] == before["view"]["legal"]
    answer = who.post(f"{path}/acts", {"act": "N pass"})
    assert (answer.status_code, answer.json["code"]) == (422, "not-your-seat")
    answer = who.post(f"{path}/acts", {"act": "nonsense"})
    assert (answer.status_code, answer.json["code"]) == (422, "notation")
    assert who.get(path).json == before


def test_a_card_of_an_act_is_always_named(people: People) -> None:
    """Otherwise the record would have unknown cards, from which no bot could conclude anything."""
    dealer, acts = whole_deal(41)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    ply, placed = next((ply, act) for ply, act in enumerate(acts) if isinstance(act, IndicatorPlaced))
    who, path = begin(people, f"/deals/{deal}/practices", seat=placed.seat, ply=ply - 1)
    answer = who.post(f"{path}/acts", {"act": f"{placed.seat} indicator ??"})
    assert (answer.status_code, answer.json["code"]) == (422, "practice-cards")
    assert who.post(f"{path}/acts", {"act": f"{placed.seat} indicator {placed.card}"}).status_code == 200


def test_a_practice_deal_does_not_grow_without_end(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice_commands, "MOST_ACTS", 0)
    who, path = begin(people, ruleset="304", seat="E", dealer="S")
    let_bots_act(who, path)
    answer = who.post(f"{path}/acts", {"act": "E pass"})
    assert (answer.status_code, answer.json["code"]) == (422, "practice-long")


def test_an_act_that_is_sent_twice_is_done_once(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="E", dealer="S")
    deal = let_bots_act(who, path)
    body, headers = {"act": choose(deal, random.Random(1))}, {"Idempotency-Key": "one tap"}
    one = who.post(f"{path}/acts", body, headers=headers).json
    assert one["plies"] > deal["plies"]
    assert who.post(f"{path}/acts", body, headers=headers).json == one


@pytest.mark.full
def test_hands_are_dealt_under_conditions_and_a_seed_deals_them_again(people: People) -> None:
    terms: dict[str, Any] = {"hands": {"E": "JH 9H"}, "conditions": [{"of": "EW", "at_least": 200}], "seed": "Monday"}
    ends = []
    for _ in range(2):
        who, path = begin(people, ruleset="304", seat="E", strength="beginner", dealer="N", **terms)
        ends.append(play_out(who, path, 2)["hands"])
    assert {*ends[0]["E"]} >= {"JH", "9H"}
    assert ends[0] == ends[1]
    impossible = {"ruleset": "304", "seat": "E", "conditions": [{"of": "E", "at_least": 300}]}
    answer = people.anybody.post("/practices", impossible)
    assert (answer.status_code, answer.json["code"]) == (422, "practice-hands")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "304", "seat": "Q"}, "practice-seat"),
        ({"ruleset": "304", "seat": "E", "dealer": "Q"}, "practice-seat"),
        ({"ruleset": "bridge", "seat": "E"}, "unknown-ruleset"),
        ({"ruleset": "304", "seat": "E", "strength": "master"}, "shape"),
        ({"ruleset": "304", "seat": "E", "hands": {"E": "JH", "N": "JH"}}, "practice-hands"),
        ({"ruleset": "304", "seat": "E", "hands": {"E": "ZZ"}}, "practice-hands"),
        ({"worked": "none", "seat": "E"}, "practice-source"),
        ({"worked": "17-a-revoke", "seat": "E", "ply": 900}, "ply"),
        ({"ruleset": "304", "worked": "17-a-revoke", "seat": "E"}, "shape"),
    ],
)
def test_a_deal_that_cannot_be_dealt_is_declined(people: People, body: dict[str, Any], code: str) -> None:
    answer = people.anybody.post("/practices", body)
    assert (answer.status_code, answer.json["code"]) == (422, code)


@pytest.mark.full
def test_a_worked_hand_can_be_played_from_any_ply(people: People) -> None:
    """Every fourth hand is played to its end, in the everyday run every twelfth; the full run begins the others too."""
    began = 0
    for number, name in enumerate(worked_names()):
        if number % 12 and not FULL:
            continue
        for ply in (-1, 8, 20):
            answer = people.anybody.post(
                "/practices", {"worked": name, "ply": ply, "seat": "E", "strength": "beginner"}
            )
            assert answer.status_code in (201, 422), answer.json
            if answer.status_code == 201 and number % 4 == 0:
                play_out(Person(people.app, answer.json["secret"]), f"/practices/{answer.json['id']}", number)
                began += 1
    assert began > 5


@pytest.mark.full
def test_a_lesson_is_played_on_from_a_step_with_new_cards_for_the_other_seats(people: People) -> None:
    def go_on() -> dict[str, Any]:
        body = {"lesson": "02-following-suit", "chapter": 1, "step": 7, "seat": "W", "strength": "beginner"}
        who, path = begin(people, "/practices", **body)
        before = who.get(path).json
        assert "source" not in before
        assert before["view"]["hands"]["W"] == ["AS", "8S", "JH", "KH", "8H", "TD", "AC"]
        assert before["view"]["trick"]["cards"] == ["S 7D", "E JD", "N KD"]
        over: dict[str, Any] = play_out(who, path, 1)
        assert over["over"]
        return over

    deals = [next(act for act in go_on()["acts"] if " deal " in act) for _ in range(3)]
    assert len(set(deals)) > 1, "the other hands are dealt anew"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seat": "E"}, "practice-seat"),
        ({"step": 1, "seat": "S"}, "practice-seat"),
        ({"chapter": 9}, "not-found"),
        ({"lesson": "none"}, "not-found"),
        ({"lesson": "019c5dca-fa06-769a-9f91-ffa78b4e2e69"}, "not-found"),
        ({"chapter": 2, "step": 5, "seat": "E"}, "practice-source"),
        ({"worked": "17-a-revoke"}, "shape"),
    ],
)
def test_a_step_that_cannot_be_played_on_is_declined(people: People, change: dict[str, Any], code: str) -> None:
    body = {"lesson": "02-following-suit", "chapter": 1, "step": 7, "seat": "W"}
    answer = people.anybody.post("/practices", body | change)
    assert (answer.status_code, answer.json["code"]) == (404 if code == "not-found" else 422, code)


def test_a_deal_is_a_source_only_for_those_who_may_see_all_its_hands(people: People) -> None:
    dealer, acts = whole_deal(41)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts[:20])
    body = {"seat": "E", "ply": 12}
    for who in (people.anybody, people.issue("viewer"), people.issue("seat", deal=deal, seat="E")):
        assert who.post(f"/deals/{deal}/practices", body).status_code == 403
    assert people.admin.post(f"/deals/{deal}/practices", body).status_code == 201
    play(people.admin, deal, acts[20:])
    who, path = begin(people, f"/deals/{deal}/practices", **body, strength="beginner")
    assert who.get(path).json["source"] == deal
    assert play_out(who, path, 3)["over"]
    assert people.anybody.post(f"/deals/{deal}/practices", {**body, "ply": 900}).json["code"] == "ply"


@pytest.mark.full
def test_the_same_deal_again_begins_where_it_began(people: People) -> None:
    dealer, acts = whole_deal(41)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    who, path = begin(people, f"/deals/{deal}/practices", seat="E", ply=12, strength="beginner")
    first = who.get(path).json
    hands = play_out(who, path, 5)["hands"]
    answer = who.post(f"{path}/again")
    assert answer.status_code == 201
    again, there = Person(people.app, answer.json["secret"]), f"/practices/{answer.json['id']}"
    assert again.get(there).json == first | {"id": answer.json["id"]}
    assert who.get(there).status_code == 403
    assert play_out(again, there, 6)["hands"] == hands


def test_a_hint_is_a_legal_act_of_the_seat_with_its_reason(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="E", strength="beginner", seed="hints")
    reasons = set()
    for n in range(60):
        deal = let_bots_act(who, path)
        if deal["over"]:
            break
        hint = who.get(f"{path}/hint").json
        reasons.add(hint["reason"])
        if hint["reason"] == "deals":
            assert {each["card"] for each in hint["cards"]} <= {each["card"] for each in deal["plays"]}
        answer = who.post(f"{path}/acts", {"act": hint["act"]})
        assert answer.status_code == 200, (n, hint, answer.json)
    assert reasons >= {"deals", "rules-of-thumb"} or deal["view"].get("outcome") != "played"
    assert who.get(f"{path}/hint").json["reason"] == "wait"


@pytest.mark.full
def test_a_deal_is_analysed_once_it_is_over(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="E", strength="beginner", seed="hints")
    assert who.get(f"{path}/analysis").json["code"] == "no-analysis"
    deal = play_out(who, path, 1)
    answer = who.get(f"{path}/analysis")
    assert answer.status_code == 200
    priced = [each["card"] for each in answer.json["plies"] if each["seat"] == "E"]
    assert set(priced) <= set(deal["hands"]["E"])
    assert priced


def test_two_requests_at_once_write_one_act_of_a_bot(people: People, house: Provider) -> None:
    """The second one expects the version that the first has changed, and answers with the deal as it stands."""
    who, path = begin(people, ruleset="304", seat="E", dealer="E", strength="beginner", seed="races")
    practices = house.services.ledger.practices
    before = who.get(path).json["plies"]
    original = practices.bot_act

    def slower(*arguments: Any, **more: Any) -> Any:
        practices.bot_act = original  # type: ignore[method-assign]
        assert who.post(f"{path}/bots").status_code == 200
        return original(*arguments, **more)

    practices.bot_act = slower  # type: ignore[method-assign]
    answer = who.post(f"{path}/bots")
    assert answer.status_code == 200
    assert "bot" in answer.json
    assert answer.json["plies"] == before + 1


def test_an_address_begins_only_so_many_practice_deals(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice_access, "OF_AN_ADDRESS", 1)
    monkeypatch.setattr(practice_access, "address", lambda: "an address of its own")
    for _ in range(2):
        begin(people, ruleset="304", seat="E")
    answer = people.anybody.post("/practices", {"ruleset": "304", "seat": "E"})
    assert (answer.status_code, answer.json["code"]) == (429, "too-many-requests")
    assert int(answer.headers["Retry-After"]) > 0


def test_what_the_seat_has_not_seen_changes_no_answer(app: Flask, people: People, house: Provider) -> None:
    """Two deals alike but for two cards that the seat has not seen: until a bot acts, all answers are the same.

    A bot's choice depends on its own hand, so afterwards the deals may differ, as at a real table.
    """
    compared = 0
    for seed in range(24):
        rng = random.Random(seed)
        game = RULESETS[("304", "304-bank", "sidi-barrani")[seed % 3]]
        dealer, acts = random_deal(rng, game)
        seat = rng.choice(game.seating.seats)
        dealt = max(ply for ply, act in enumerate(acts) if isinstance(act, CardsDealt))
        beginning = acts[: rng.randrange(dealt + 1, len(acts))]
        hidden = unseen(told_from(game, dealer, beginning), beginning, seat)
        if len(hidden) < 2:
            continue
        a, b = rng.sample(hidden, 2)
        answers = []
        for swap in ({}, {a: b, b: a}):
            record = told_from(game, dealer, [altered(act, swap) if swap else act for act in beginning])
            sent = {"by": "practice", "at": "2026-11-23T12:00:00.000Z"}
            pack = list(record.rules.tables.bit)
            saved = house.services.ledger.practices.go_on_from(record, len(beginning), seat, "beginner", pack, **sent)
            who = Person(app, secret_of(house, str(saved.id), seat))
            path = f"/practices/{saved.id}"
            got = [who.get(path), who.get(f"{path}/hint")]
            got += [who.post(f"{path}/acts", {"act": act}) for act in (f"{seat} {a}", f"{seat} {b}", f"{seat} 155")]
            answers.append([each.get_data(as_text=True).replace(str(saved.id), "ID") for each in got])
        assert answers[0] == answers[1], (seed, game.key, seat, a, b)
        compared += [altered(each, {a: b, b: a}) for each in beginning] != beginning
    assert compared > 8


def secret_of(house: Provider, identity: str, seat: str) -> str:
    """The secret of a practice deal that was begun without a request."""
    scope = {"practice": identity, "seat": seat}
    return house.services.tokens.issue("seat", practice_access.SUBJECT, practice_access.LIFETIME, scope)[1]


@pytest.mark.full
def test_a_bot_whose_seat_saw_a_breach_goes_by_rules_of_thumb(people: People) -> None:
    """Analysis: what a seat knows after a breach is uncertain, so there are no deals to draw."""
    record, ply = practice_access.worked_record("17-a-revoke"), 39
    seat = record.acts[ply].seat
    assert (breach := knowledge(record, seat, ply + 1).breach)
    assert breach[0] == ply
    with pytest.raises(Unsolvable):
        SeatAnalyst(record, ply + 1, seat, Solver())
    for person in sorted({*record.rules.seats} - {seat}):
        who, path = begin(people, worked="17-a-revoke", ply=ply, seat=person, strength="expert")
        assert play_out(who, path, 1)["over"]


HAND = "JS 9S AS TS KS QS JH 9H"


def sweep(people: People, way: str) -> tuple[Person, str, dict[str, Any], list[dict[str, Any]]]:
    """A deal of 304 in which South bids 200 with the eight best cards, and wins every trick; with the hints.

    ``way``: ``silent`` plays the cards from the top, ``call`` calls Caps first, ``hints`` does what the hints say.
    """
    who, path = begin(
        people, ruleset="304", seat="S", dealer="W", hands={"S": HAND}, strength="beginner", seed="a sweep"
    )
    order, hints = HAND.split(), []
    while not (deal := let_bots_act(who, path))["over"]:
        offered = {choice["act"]["type"]: choice for choice in deal["choices"]}
        if deal["plays"] and way == "hints":
            hints.append(who.get(f"{path}/hint").json)
            chosen = hints[-1]["act"]
        elif deal["plays"] and way == "call" and not any("caps" in act for act in deal["acts"]):
            chosen = f"S caps {HAND}"
        elif deal["plays"]:
            chosen = f"S {order.pop(0)}"
        elif "BidMade" in offered:
            chosen = "S pass" if any(act.startswith("S 200") for act in deal["acts"]) else "S 200"
        elif "IndicatorPlaced" in offered:
            chosen = f"S indicator {offered['IndicatorPlaced']['pick']['cards']['legal'][0]}"
        else:
            chosen = offered["TrumpOpened"]["act"] if "TrumpOpened" in offered else "S pass"
        answer = who.post(f"{path}/acts", {"act": chosen})
        assert answer.status_code == 200, (chosen, answer.json, deal["choices"])
    return who, path, deal, hints


@pytest.mark.full
def test_every_trick_won_without_a_call_in_time_pays_wrong_caps_and_the_deal_says_why(people: People) -> None:
    """000 "Caps", "Scoring": a player who is certain must call; in practice no arbiter rules on it.

    The partner of the person may call once it is certain too, which is late for the side.
    """
    who, path, deal, _ = sweep(people, "silent")
    settlement, report = deal["view"]["settlement"], who.get(f"{path}/caps").json
    assert settlement["tricks"] == {"NS": 8, "EW": 0}
    assert settlement["tokens"] == {"NS": -2, "EW": 2} == report["settlement"]["tokens"]
    assert settlement["reasons"] == ["bid-made", f"caps-{report['verdict']}"]
    assert report["verdict"] in ("missing", "late")
    assert report["obligations"][0]["seat"] == "S"
    assert any("could be certain" in each for each in report["words"])


def test_caps_called_in_time_pays_extra_in_practice(people: People) -> None:
    _, _, deal, _ = sweep(people, "call")
    assert deal["view"]["settlement"]["reasons"] == ["bid-made", "caps-right"]
    assert deal["view"]["settlement"]["tokens"] == {"NS": 3, "EW": -3}


def test_a_hint_calls_caps_as_soon_as_the_seat_is_certain_and_then_keeps_to_the_order(people: People) -> None:
    _, _, deal, hints = sweep(people, "hints")
    assert "caps-right" in deal["view"]["settlement"]["reasons"]
    [at] = [n for n, hint in enumerate(hints) if hint["reason"] == "certain"]
    stated = hints[at]["act"].removeprefix("S caps ").split()
    assert [hint["act"].removeprefix("S ") for hint in hints[at + 1 :]] == stated[: len(hints) - at - 1]


@pytest.mark.full
def test_bots_leave_time_for_a_call_that_the_next_card_would_make_late(people: People) -> None:
    """004 "Caps": the call comes with the very card that made it certain. North leads, and South is certain already."""
    who, path = begin(
        people, ruleset="304-jaffna", seat="S", dealer="E", hands={"S": HAND}, strength="beginner", seed="a sweep"
    )
    waited = False
    while not (deal := who.get(path).json)["over"]:
        turn = deal["view"].get("turn")
        assert not deal["call_before_next_card"] or turn != "S", "in its own turn a seat has all the time"
        if deal["call_before_next_card"] and (hint := who.get(f"{path}/hint").json)["reason"] == "certain":
            waited = True
            assert who.post(f"{path}/acts", {"act": hint["act"]}).status_code == 200
        elif turn != "S":
            who.post(f"{path}/bots")
        else:
            is_auction = deal["view"]["stage"] == "auction"
            bid = "S pass" if "S 200" in deal["acts"] else "S 200"
            chosen = bid if is_auction else who.get(f"{path}/hint").json["act"]
            assert who.post(f"{path}/acts", {"act": chosen}).status_code == 200
    assert waited
    assert "caps-right" in deal["view"]["settlement"]["reasons"]


@pytest.mark.full
def test_a_call_that_is_late_already_is_not_asked_for_before_the_next_card(people: People) -> None:
    """004 "Caps": a call comes as soon as it is evident. South lets the moment pass, and no later card is one."""
    who, path = begin(
        people, ruleset="304-jaffna", seat="S", dealer="E", hands={"S": HAND}, strength="beginner", seed="a sweep"
    )
    passed, order, before, after = False, HAND.split(), 0, 0
    while not (deal := who.get(path).json)["over"]:
        asks = deal["call_before_next_card"]
        certain = asks and who.get(f"{path}/hint").json["reason"] == "certain"
        before, after = before + (asks and not passed), after + (asks and passed)
        if deal["view"].get("turn") != "S":
            who.post(f"{path}/bots")
            passed = passed or certain
            continue
        bids = deal["view"]["stage"] == "auction"
        chosen = ("S pass" if "S 200" in deal["acts"] else "S 200") if bids else who.get(f"{path}/hint").json["act"]
        if " caps " in chosen:
            chosen, passed = f"S {order[0]}", True
        if chosen.removeprefix("S ") in order:
            order.remove(chosen.removeprefix("S "))
        answer = who.post(f"{path}/acts", {"act": chosen})
        assert answer.status_code == 200, answer.json
    assert {"caps-late", "caps-missing"} & {*deal["view"]["settlement"]["reasons"]}
    assert (before > 0, after) == (True, 0)


def test_the_verdict_on_caps_is_shown_only_once_the_deal_is_over(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="S", hands={"S": HAND}, strength="beginner")
    assert who.get(f"{path}/caps").json["code"] == "no-analysis"


@pytest.mark.full
def test_practice_is_a_match_with_its_score_and_the_next_deal(people: People) -> None:
    """000 "Scoring": each team begins with 11 tokens; what a deal pays goes from one team to the other."""
    who, path = begin(people, ruleset="304", seat="E", strength="beginner", match=True, seed="a match", dealer="W")
    started = who.get(path).json["match"]
    assert started["balance"] == {"NS": 11, "EW": 11}
    assert (started["number"], started["stake"], started["goal"], started["over"]) == (1, 11, 0, False)
    assert "paid" not in started
    answer = who.post(f"{path}/next")
    assert (answer.status_code, answer.json["code"]) == (422, "practice-open")
    ended = play_out(who, path, 3)
    first = ended["match"]
    assert first["paid"] == ended["view"]["settlement"]["tokens"]
    assert first["balance"] == {team: 11 + paid for team, paid in first["paid"].items()}
    answer = who.post(f"{path}/next")
    assert answer.status_code == 201
    after, there = Person(people.app, answer.json["secret"]), f"/practices/{answer.json['id']}"
    second = after.get(there).json
    assert second["match"]["number"] == 2
    assert second["match"]["before"] == second["match"]["balance"] == first["balance"]
    assert second["view"]["dealer"] == "S"
    assert (second["seat"], second["strength"]) == ("E", "beginner")
    assert "match" not in begun_again(people, who, path)


def begun_again(people: People, who: Person, path: str) -> dict[str, Any]:
    """Return the same deal once more."""
    answer = who.post(f"{path}/again")
    assert answer.status_code == 201
    deal: dict[str, Any] = Person(people.app, answer.json["secret"]).get(f"/practices/{answer.json['id']}").json
    assert deal["repeats"] == path.rsplit("/", 1)[1]
    return deal


@pytest.mark.full
def test_a_jass_is_practised_to_the_target_of_its_ruleset(people: People) -> None:
    """003 "Scoring": the scores are added up until a team has reached the target."""
    who, path = begin(people, ruleset="sidi-barrani", seat="S", strength="beginner", match=True)
    ended = play_out(who, path, 5)
    match = ended["match"]
    assert (match["by_points"], match["goal"], match["stake"]) == (True, 2000, 0)
    settlement = ended["view"]["settlement"]
    assert match["paid"] == match["balance"] == (settlement.get("score") or settlement["tokens"])


@pytest.mark.full
def test_a_practice_deal_is_watched_again_once_it_is_over(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="E", strength="beginner")
    answer = who.get(f"{path}/replay")
    assert (answer.status_code, answer.json["code"]) == (422, "practice-open")
    acts = play_out(who, path, 3)["acts"]
    replay = who.get(f"{path}/replay").json
    assert [frame["act"] for frame in replay["frames"]] == acts
    assert replay["settlement"]
    assert people.anybody.get(f"{path}/replay").status_code == 401


@pytest.mark.full
def test_somebody_else_plays_the_same_cards_by_the_id_of_a_deal_that_is_over(people: People) -> None:
    who, path = begin(people, ruleset="304", seat="E", strength="beginner", match=True)
    identity = path.rsplit("/", 1)[1]
    answer = people.anybody.post("/practices", {"practice": identity})
    assert (answer.status_code, answer.json["code"]) == (422, "practice-open")
    hands = play_out(who, path, 3)["hands"]
    other, there = begin(people, practice=identity)
    deal = other.get(there).json
    assert deal["seat"] == "E"
    assert "match" not in deal
    assert set(deal["view"]["hands"]["E"]) <= set(hands["E"])
    assert other.get(path).status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {"worked": "17-a-revoke", "seat": "E", "match": True},
        {"practice": "019c5c22-f9d0-791b-99d5-000000000000", "ruleset": "304", "seat": "E"},
        {"ruleset": "304"},
    ],
)
def test_a_match_begins_with_a_fresh_deal_and_a_seat(people: People, body: dict[str, Any]) -> None:
    assert people.anybody.post("/practices", body).json["code"] == "shape"
