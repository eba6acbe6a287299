"""The record of a Jass deal: act, amend, retract, disclose; and what is stored comes back (in memory)."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from domain.engine.facts import CardsDisclosed, DealOpened, DealSettled, Fact
from domain.engine.parameters import find_differences, override, parse, plain
from domain.engine.refusals import Refused
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD
from domain.kernel.events import Recorded
from domain.kernel.mapper import to_plain
from domain.record.entries import Stamp
from domain.record.record import Record
from domain.registry import MAPPER
from replay.notation import write_action
from tests.jass.random_jass import deal, house
from tests.jass.table import SEATS, Table
from tests.jass.weis_hands import FIFTY, STOECK

STREAM = UUID("019c5dca-fa06-769a-9f91-ffa78b4e2e69")


def stored(fact: Fact, version: int) -> Fact:
    """The fact after it was stored and read."""
    event = Recorded(STREAM, version, fact, "2026-02-14T20:15:09.318Z", "Nimal")
    read: Recorded = MAPPER.to_domain_event(MAPPER.to_stored_event(event))
    assert read == event
    return read.fact


def test_random_deals_are_stored_and_read_again() -> None:
    for seed in range(24):
        rules = house(seed)
        dealer, acts = deal(rules, 11_000_000 + seed)
        opened = DealOpened(plain(rules.ruleset), dealer)
        record, copy = Record(opened, Stamp()), Record(opened, Stamp())
        while len(record.entries) < len(acts):
            for proposal in record.act(acts[len(record.entries)]):
                fact = stored(proposal.fact, len(record.entries) + 2)
                assert MAPPER.from_plain(fact.TOPIC, msgspec.json.decode(msgspec.json.encode(to_plain(fact)))) == fact
                record.fold(proposal.fact, Stamp())
                copy.fold(fact, Stamp())
        assert record.acts == copy.acts == acts
        assert record.settlement == copy.settlement is not None
        assert record.find_refusals() == {}


# --- rulesets --------------------------------------------------------------------------------------


def test_a_ruleset_carries_the_groups_of_its_stages_only() -> None:
    assert set(plain(SIDI_BARRANI)) == {
        "key", "version", "name", "pack", "seating", "stages", "trump", "undenufe", "denominations", "bids", "double",
        "undertrump", "weis", "stoeck", "bonus", "reveal", "match", "shuffle", "may_review_tricks",
    }  # fmt: skip
    assert "weis" not in plain(STANDARD)


@pytest.mark.parametrize("key", RULESETS)
def test_a_ruleset_goes_to_json_and_back(key: str) -> None:
    ruleset = RULESETS[key]
    assert parse(msgspec.json.decode(msgspec.json.encode(plain(ruleset)))) == ruleset


def test_what_two_houses_differ_in() -> None:
    house = override(SIDI_BARRANI, "house", "", {"match.target": 1500, "bids.ladder": [50, 257]})
    assert find_differences(SIDI_BARRANI, house) == {
        "bids.ladder": (list(SIDI_BARRANI.bids.ladder), [50, 257]),
        "match.target": (2000, 1500),
    }


# --- the record ------------------------------------------------------------------------------------


def test_a_settlement_without_a_score_keeps_its_stored_form() -> None:
    old = DealSettled("played", {"NS": 1, "EW": -1}, {"NS": 200, "EW": 104}, {"NS": 5, "EW": 3}, True, ("bid-made",))
    assert list(to_plain(old)) == ["outcome", "tokens", "points", "tricks", "made", "reasons"]
    assert b"score" not in MAPPER.to_stored_event(Recorded(STREAM, 2, old, "", "")).state
    assert MAPPER.from_plain(old.TOPIC, to_plain(old)) == old
    new = DealSettled("played", {}, {}, {}, score={"NS": 100, "EW": 57})
    assert to_plain(new)["score"] == {"NS": 100, "EW": 57}


def test_an_amended_card_changes_who_won_the_trick() -> None:
    table = Table(FIFTY).playing("S 40 obenabe").does("S 6S, E AS, N QD, W JS")
    ply = len(table.record.entries) - 3
    table.store(table.record.amend(ply, table.hear("E TS"), "misheard"))
    assert table.turn() == "W"
    assert table.last(3) == ["E TS", "N QD", "W JS"]


def test_what_is_scored_is_an_act_of_its_own_and_is_taken_back_alone() -> None:
    """It depends on cards that the table has not seen, so it comes and goes with no other act."""
    table = Table(FIFTY).playing("S 40 obenabe").does("S 6S, E TS, N QD, W JS")
    before = table.lines()
    table = Table(FIFTY).playing("S 40 obenabe").does("S 6S, S weis 50, E TS, N QD, W JS, S scores 50")
    assert table.last(2) == ["S scores 50", "N scores 20"]
    table.store(table.record.retract(len(table.record.entries) - 2, "not scored"))
    assert table.last(2) == ["W JS", "N scores 20"]
    table.store(table.record.retract(len(table.record.entries) - 1, "not scored"))
    assert table.last(1) == ["W JS"]
    declared = next(n for n, act in enumerate(table.record.acts) if write_action(act) == "S weis 50")
    table.store(table.record.retract(declared, "never said"))
    assert table.lines() == before


def test_a_settled_deal_is_settled_again_after_a_correction() -> None:
    table = Table(STOECK).playing("S 40 H").does("S 7S, S weis 20, E QS, N 8S, W JS, S scores 20").finish()
    assert {"stoeck", "weis"} <= set(table.settled().reasons)
    first = table.score()
    scored = [n for n, act in enumerate(table.record.acts) if write_action(act).startswith("N scores")]
    assert len(scored) == 1, "partner's Weis, undeclared"
    declared = next(n for n, act in enumerate(table.record.acts) if write_action(act) == "S weis 20")
    table.store(table.record.retract(declared, "never said"))
    assert table.score()[1] == first[1]


def test_disclosed_hands_are_judged() -> None:
    table = Table(unseen=True).playing("S 40 obenabe").does("S 6S, S weis 100, E TS, N QD, W JS")
    hands = {seat: tuple(tuple(cards.split()[n : n + 3]) for n in (0, 3, 6)) for seat, cards in FIFTY.items()}
    table.store(table.record.disclose(CardsDisclosed(hands=hands)))
    assert [refusal.code for refusal in table.record.find_refusals().values()] == ["weis-not-held"]


def test_a_players_own_device_is_answered_by_what_that_seat_knows() -> None:
    table = Table(FIFTY).playing("S 40 obenabe").does("S 6S, S weis 50")
    with pytest.raises(Refused) as refused:
        table.record.act(table.hear("E weis 20"), seat="E")
    assert refused.value.refusal.code == "weis-too-low"
    assert table.record.act(table.hear("E TS"), seat="E")[0].broke is None


def test_every_seat_is_named_in_a_card_show() -> None:
    table = Table(FIFTY).playing("S 40 obenabe").first_trick(S=50).does("S scores 50, E demands S 50")
    assert all(seat in "".join(table.lines()) for seat in SEATS)
    with pytest.raises(Refused) as refused:
        table.record.insert(0, table.hear("S shows weis 5S"), "")
    assert refused.value.refusal.code == "unknown-card"
