"""The desk: all that a scribe may record next, for every game; and what need not be written down."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from api.deals.acts import read_act
from domain.engine.consequences import table_state
from domain.engine.facts import Act, CardPlayed, CardsDealt, DealOpened, Passed
from domain.engine.onward import find_implied_acts
from domain.engine.parameters import plain
from domain.engine.refusals import Refusal, Refused
from domain.engine.rules import Rules
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import FaceDownInspected, IndicatorPlaced, IndicatorTakenBack, TrumpClosed
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.desk import desk, entries
from replay.notation.actions import parse_action, write_action
from replay.preview import consequences
from tests.cases import FULL, one_in
from tests.replaying.hidden import random_deal, told_from
from tests.rules.offers import open_to

EVERY_GAME = sorted(RULESETS)


def book(key: str, dealer: str = "S") -> Record:
    return Record(DealOpened(plain(RULESETS[key]), dealer), Stamp())


def take(record: Record, *lines: str) -> None:
    """A scribe's entries, one after another."""
    for line in lines:
        for proposals in record.onward(parse_action(line)):
            for proposal in proposals:
                record.fold(proposal.fact, Stamp(len(record.entries) + 1, line, "Ravi"))


def sentences(record: Record) -> list[str]:
    return [write_action(act) for act in record.acts if not isinstance(act, CardsDealt)]


def offered(payload: dict[str, Any]) -> Iterator[Act]:
    """Every act that a page can make of a desk without knowing a rule."""
    for choice in payload["choices"]:
        assert choice["kind"] == (
            "template" if {"pick", "fill", "order", "number", "numbers"} & choice.keys() else "act"
        )
        if "order" in choice:
            order = choice["order"]
            some = (order["cards"]["legal"] + order["cards"]["possible"])[: order.get("count")]
            for cards in order.get("sets", [some]):
                yield read_act({**choice["act"], order["field"]: cards})
        if "number" in choice:
            number = choice["number"]
            yield from (read_act({**choice["act"], number["field"]: number[end]}) for end in ("least", "most"))
        if "numbers" in choice:
            numbers = choice["numbers"]
            for count in range(numbers["most"]):
                values = [*numbers["first"], *numbers["more"][:count]][: numbers["most"]]
                if values:
                    yield read_act({**choice["act"], numbers["field"]: values})
        if "pick" in choice:
            field, by_verdict = choice["pick"]["field"], choice["pick"]["cards"]
            yield from (
                read_act({**choice["act"], field: card}) for card in by_verdict["legal"] + by_verdict["possible"]
            )
        if "fill" in choice:
            (seat, by_verdict), *others = choice["fill"]["seats"].items()
            cards = {**choice["act"]["cards"], **{other: "??" for other, _ in others}}
            for card in by_verdict["legal"] + by_verdict["possible"]:
                yield read_act({**choice["act"], "cards": {**cards, seat: card}})
        if choice["kind"] == "act":
            yield read_act(choice["act"])
    if (pad := payload.get("pad")) is not None and not pad["implied"]:
        for card, (_, *verdicts) in pad["cards"].items():
            for way, verdict in zip(pad["ways"], verdicts, strict=True):
                if verdict != "refused":
                    yield read_act({**way["act"], "card": card})


def legal(rules: Rules, record: Record) -> list[Act]:
    return [act for seat in rules.seats for act in open_to(rules, record.state, seat)]


@pytest.mark.parametrize("key", EVERY_GAME)
@pytest.mark.parametrize("seed", one_in(3, range(3)))
def test_whatever_is_legal_can_be_tapped_in_every_game_and_nothing_else_is_called_legal(key: str, seed: int) -> None:
    chance = random.Random(f"{key} {seed}")
    record = book(key, RULESETS[key].seating.seats[0])
    for _ in range(160):
        if record.over:
            break
        payload = desk(record)
        acts = list(offered(payload))
        assert acts, sentences(record)
        for act in acts:
            assert not isinstance(record.rules.judge(record.state, act), Refusal), (
                write_action(act),
                sentences(record),
            )
        assert {type(act) for act in legal(record.rules, record)} == {type(act) for act in acts}
        act = chance.choice(acts)
        if len({type(each) for each in acts}) > 1 and chance.random() < 0.7:
            act = chance.choice([each for each in acts if isinstance(each, CardPlayed)] or acts)
        try:
            for proposals in record.onward(act):
                for proposal in proposals:
                    record.fold(proposal.fact, Stamp())
        except Refused as refused:
            pytest.fail(f"{write_action(act)} was offered and refused: {refused}")


def test_cards_that_nobody_names_are_dealt_and_the_indicator_is_laid_without_a_word() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass")
    assert [type(act).__name__ for act in record.acts] == [
        "PackCut", "CardsDealt", "BidMade", "Passed", "Passed", "Passed", "IndicatorPlaced", "CardsDealt",
    ]  # fmt: skip
    assert desk(record)["turn"] == "E"


def test_a_card_that_is_led_says_that_nobody_bid_again_and_the_game_is_closed() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass")
    assert [act["type"] for act in desk(record)["pad"]["implied"]] == ["Passed"] * 4 + ["TrumpClosed"]
    take(record, "E JS")
    assert sentences(record)[-6:] == ["E pass", "N pass", "W pass", "S pass", "E closed", "E JS"]
    assert record.find_refusals() == {}


def test_before_all_cards_are_dealt_a_card_says_nothing() -> None:
    record = book("304")
    take(record, "W cut", "E 160")
    assert "pad" not in desk(record)
    with pytest.raises(Refused, match="not possible in the stage"):
        take(record, "E JS")


def test_the_next_lead_says_that_no_trump_was_found() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass", "E JS", "N (??)", "W 7S", "S 8S")
    payload = desk(record)
    assert (payload["turn"], payload["view"]["owed"], payload["pad"]["seat"]) == ("E", "inspection", "E")
    take(record, "E AH")
    assert sentences(record)[-2:] == ["E: none N=??", "E AH"]


def test_whoever_leads_out_of_turn_says_nothing_for_the_others() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass")
    with pytest.raises(Refused):
        take(record, "N JS")


def test_a_card_of_another_suit_goes_face_down_by_itself_while_trumps_are_closed() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass", "E JS")
    pad = desk(record)["pad"]
    assert [way["name"] for way in pad["ways"]] == ["up", "down"]
    assert pad["cards"]["9S"] == [0, "possible", "refused"]
    assert pad["cards"]["7H"] == [1, "refused", "possible"]
    assert pad["refusals"]["JS"]["code"] == "already-played"
    assert pad["cards"]["??"] == [0, "possible", "possible"]


def test_the_passes_that_end_an_auction_are_one_entry() -> None:
    record = book("sidi-barrani")
    take(record, "W cut", "E 40 H")
    assert [act["seat"] for act in desk(record)["rest"]] == ["N", "W", "S"]
    assert desk(record)["pack"]["total"] == 157


def test_the_latest_entry_is_what_undo_takes_back() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass", "E JS")
    latest = desk(record)["undo"]
    assert (latest["ply"], latest["acts"]) == (8, sentences(record)[-6:])
    assert latest["act"] == {"type": "Passed", "seat": "E"}
    for proposal in record.retract(8, "", onward=True):
        record.fold(proposal.fact, Stamp())
    assert sentences(record)[-1] == "E indicator ??"
    assert desk(record)["pad"]["implied"]


def test_the_desk_of_an_old_ply_offers_what_might_have_happened_then() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass", "E JS")
    payload = desk(record, 3)
    assert payload["ply"] == 3
    assert "N 200" in [choice["sentence"] for choice in payload["choices"]]


def test_a_preview_says_what_would_break_and_what_the_deal_would_pay() -> None:
    record = book("304")
    take(record, "W cut", "E 160", "N pass", "W pass", "S pass", "E JS", "N 9S", "W TS")
    payload = consequences(record, "amend", len(record.entries) - 2, parse_action("N TS"))
    assert [row["code"] for row in payload["broken"]] == ["already-played"]
    assert payload["twice"] == ["TS"]
    assert payload["mended"] == []
    assert sentences(record)[-2:] == ["N 9S", "W TS"]
    assert consequences(record, "retract", len(record.entries) - 1)["turn"] == "W"


def test_entries_keep_what_they_were() -> None:
    record = book("304")
    take(record, "W cut", "E 160")
    for proposal in record.amend(2, parse_action("E 170"), "misheard"):
        record.fold(proposal.fact, Stamp())
    rows = entries(record)["entries"]
    assert (rows[2]["act"], rows[2]["was"]) == ("E 170", ["E 160"])


def test_no_card_scores_a_weis() -> None:
    """003 “Play”: a team is entitled to score its Weis; a player who declared 50 may hold another of 20."""
    record = book("sidi-barrani", "W")
    take(record, "N cut", "S 40 H", "E pass", "N pass", "W pass", "S KS", "S weis 50", "E 6S", "N AS", "W 8S")
    payload = desk(record)
    assert "pad" not in payload
    owed = [choice for choice in payload["choices"] if choice["group"] == "owed"]
    assert [choice["numbers"] for choice in owed] == [{"field": "values", "first": [50], "more": [20, 50], "most": 3}]
    with pytest.raises(Refused):
        take(record, "N AD")
    take(record, "S scores 50 20", "N AD")
    assert sentences(record)[-2:] == ["S scores 50 20", "N AD"]


@pytest.mark.parametrize("key", EVERY_GAME)
def test_a_card_implies_only_silence_and_what_nobody_sees(key: str) -> None:
    """A scribe's card brings no bid, no score and no card that somebody has to show along."""
    game = RULESETS[key]
    silent = (Passed, TrumpClosed, FaceDownInspected, CardsDealt, IndicatorPlaced, IndicatorTakenBack)
    for seed in range(10 if FULL else 3):
        dealer, acts = random_deal(random.Random(f"{key} {seed}"), game)
        record = told_from(game, dealer, acts)
        for ply, act in enumerate(acts):
            so_far = told_from(game, dealer, acts[:ply])
            if isinstance(act, CardPlayed) or ply % 3 or so_far.over:
                continue
            card = next((each for each in acts[ply:] if isinstance(each, CardPlayed)), None)
            if card is None:
                break
            implied = find_implied_acts(record.rules, so_far.state, table_state(record.rules, dealer, acts[:ply]), card)
            assert all(isinstance(each, silent) for each in implied), (seed, ply, implied)
