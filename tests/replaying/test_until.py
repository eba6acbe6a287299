"""A replay up to a ply: nothing in it depends on what happened at the table after that."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from domain.engine.facts import (
    CardsDisclosed,
    DealAbandoned,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    IrregularityNoted,
    Passed,
)
from domain.engine.hiding import viewers
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.games.three04.acts import BidMade, IndicatorPlaced, IndicatorRevealed
from domain.record.record import Record
from replay.frames import corrections, encode_replay, replay
from replay.notation.document import record_of
from replay.notation.hand_file import read_hand
from replay.views import view_at
from tests.cases import FULL
from tests.replaying.deals import fold, open_record, random_record
from tests.replaying.hidden import story, told_from

HANDS = Path(__file__).parents[2] / "replay" / "hands"

every_game = pytest.mark.parametrize("game", RULESETS.values(), ids=RULESETS.keys())


def begun() -> Record:
    """Nine acts of a deal."""
    whole = random_record(random.Random(5))
    record = open_record(whole.opened.dealer)
    for act in whole.acts[:9]:
        fold(record, act)
    return record


@every_game
def test_a_deal_up_to_a_ply_is_the_same_whatever_came_after(game: Ruleset) -> None:
    rng = random.Random(game.key)
    compared = 0
    for _ in range(3 if FULL else 1):
        dealer, deal_facts = story(rng, game)
        facts = [fact for fact in deal_facts if not isinstance(fact, CardsDisclosed)]
        whole = told_from(game, dealer, facts)
        for cut in rng.sample(range(3, len(facts)), min(4, len(facts) - 3)):
            begun = told_from(game, dealer, facts[:cut])
            ply = rng.randrange(-1, max(0, len(begun.entries) - 1))
            for viewer in viewers(game.seating.seats):
                assert encode_replay(whole.until(ply), viewer) == encode_replay(begun.until(ply), viewer), (
                    cut,
                    ply,
                    viewer,
                )
                compared += 1
    assert compared > 20


def test_up_to_the_last_ply_it_is_the_whole_deal() -> None:
    record = random_record(random.Random(5))
    last = len(record.entries) - 1
    assert (
        encode_replay(record.until(last), "arbiter")
        == encode_replay(record, "arbiter")
        == encode_replay(record.until(999), "arbiter")
    )
    assert "settlement" in replay(record.until(last), "public")
    assert "settlement" not in replay(record.until(last - 1), "public")


def test_before_the_first_act_there_is_nothing() -> None:
    payload = replay(random_record(random.Random(5)).until(-1), "arbiter")
    assert (payload["frames"], payload["corrections"]) == ([], [])


def test_a_card_that_a_later_act_shows_is_not_known_before() -> None:
    (path,) = HANDS.glob("05-*.toml")
    record = record_of(read_hand(path.read_text()))
    placed = next(ply for ply, act in enumerate(record.acts) if isinstance(act, IndicatorPlaced))
    shown = next(ply for ply, act in enumerate(record.acts) if isinstance(act, IndicatorRevealed))
    hidden = open_record(record.opened.dealer)
    for act in record.acts:
        fold(hidden, IndicatorPlaced(act.seat) if isinstance(act, IndicatorPlaced) else act)
    assert view_at(hidden, "arbiter", placed)["trump"]["indicator"] == "KS"
    assert view_at(hidden.until(shown), "arbiter", placed)["trump"]["indicator"] == "KS"
    assert view_at(hidden.until(placed), "arbiter", placed)["trump"]["indicator"] == "??"


def test_a_deal_that_was_given_up_does_not_say_so_before() -> None:
    record = begun()
    fold(record, DealAbandoned("a player fell ill"))
    assert b"ill" not in encode_replay(record.until(4), "arbiter")
    assert "abandoned" not in replay(record.until(4), "arbiter")


def rows(record: Record) -> list[tuple[str, int]]:
    return [(row["kind"], row["stands"]) for row in corrections(record, "arbiter")]


def test_a_correction_stands_where_its_act_is_by_now() -> None:
    record = begun()
    seat = record.acts[6].seat
    fold(record, EntryAmended(6, record.acts[6], BidMade(seat, 200), ""))
    fold(record, IrregularityNoted(6, "spoke"))
    fold(record, EntryInserted(2, Passed("E"), ""))
    assert rows(record) == [("amended", 7), ("irregularity-noted", 7), ("inserted", 2)]
    fold(record, EntryRetracted(2, Passed("E"), ""))
    assert rows(record) == [("amended", 6), ("irregularity-noted", 6), ("inserted", 2), ("retracted", 2)]
    fold(record, EntryRetracted(6, record.acts[6], ""))
    fold(record, EntryInserted(6, Passed(seat), ""))
    assert rows(record)[0] == ("amended", 6), "it stays with the gap, before what was put there instead"
    assert [row["kind"] for row in corrections(record.until(5), "arbiter")] == ["inserted", "retracted"]


@pytest.mark.parametrize(
    ("changes", "stands"),
    [
        ("+2", 7), ("+6", 7), ("+7", 6), ("-2", 5), ("-6", 6), ("-7", 6), ("-6 +6", 6), ("-6 +2", 7), ("-7 +6", 7),
        ("-6 -2", 5), ("+6 -6", 6),
    ],
)  # fmt: skip
def test_a_note_goes_with_its_act_or_stays_with_the_gap_it_left(changes: str, stands: int) -> None:
    """The note is of ply 6; ``+2`` puts an act in before ply 2, ``-2`` takes that of ply 2 out."""
    record = begun()
    fold(record, IrregularityNoted(6, "spoke"))
    for change in changes.split():
        ply = int(change[1:])
        fact = EntryInserted(ply, Passed("E"), "") if change[0] == "+" else EntryRetracted(ply, record.acts[ply], "")
        fold(record, fact)
    assert rows(record)[0] == ("irregularity-noted", stands)


def test_a_noted_irregularity_is_told_to_officials_only() -> None:
    record = begun()
    fold(record, IrregularityNoted(6, "spoke", "E", "the jack of hearts, aloud"))
    (row,) = corrections(record, "arbiter")
    assert row.pop("at")
    assert row == {
        "kind": "irregularity-noted",
        "ply": 6,
        "code": "spoke",
        "seat": "E",
        "stands": 6,
        "why": "the jack of hearts, aloud",
    }
    for viewer in ("S", "E", "N", "W", "public"):
        assert corrections(record, viewer) == []
