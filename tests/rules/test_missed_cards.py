"""A card that the recorder missed is inserted, and the cards after it go to the seats that played them."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import replace

from domain.engine.consequences import table_state
from domain.engine.facts import Act, CardPlayed, EntryAmended, EntryInserted, Fact
from domain.engine.hiding import PUBLIC, hide_act
from domain.record.record import Proposal, Record
from domain.record.shift import next_to_play
from replay.notation import parse_action
from replay.notation.actions import write_action
from tests.cases import cases
from tests.replaying.deals import fold, open_record, random_acts

DEALS = 200 if os.environ.get("NOUGHT_FULL") else 12
OPENED = "JS 9S TS 8S  AH 7H 8H QH  AD 7D"


def write(record: Record, act: Act) -> None:
    """Record an act as the recorder's page does, with the acts around it that no scribe need write."""
    for proposals in record.onward(act, as_it_happened=True):
        store(record, proposals)


def store(record: Record, proposals: Sequence[Proposal]) -> list[type[Fact]]:
    """Store facts; return their types."""
    for proposal in proposals:
        fold(record, proposal.fact)
    return [type(proposal.fact) for proposal in proposals]


def begun(play: str) -> Record:
    """A deal of 304 of which a scribe sees no hand: East, trump maker, is to lead after the line ``play``."""
    record = open_record("S")
    for line in ["W cut", "E 160", "N pass", "W pass", "S pass", "E pass", "N pass", "W pass", "S pass", play]:
        write(record, parse_action(line))
    return record


def write_cards(record: Record, cards: Sequence[CardPlayed]) -> None:
    """Record cards, each by the seat that the page thinks is to act."""
    for card in cards:
        s, table = record.state, table_state(record.rules, record.dealer, record.acts)
        write(record, replace(card, seat=next_to_play(record.rules, s, table) or card.seat))


def open_cards(cards: str) -> list[CardPlayed]:
    return [CardPlayed("E", card) for card in cards.split()]


def lines(record: Record) -> list[str]:
    return [write_action(act) for act in record.acts]


def test_the_cards_after_a_missed_one_go_to_the_next_seats() -> None:
    """000 "Play": each card is played by the next seat to the right, and the winner of a trick leads."""
    record = begun("E open JC")
    write_cards(record, open_cards(OPENED.replace("TS ", "")))
    assert lines(record)[-9:] == ["E JS", "N 9S", "W 8S", "S AH", "E 7H", "N 8H", "W QH", "S AD", "W 7D"]
    at = lines(record).index("W 8S")
    proposals = record.insert(at, CardPlayed("W", "TS"), "missed", shift=True)
    assert lines(record)[-1] == "W 7D", "a command changes nothing by itself"
    assert store(record, proposals) == [EntryInserted, *[EntryAmended] * 7]
    assert lines(record)[-10:] == [
        "E JS", "N 9S", "W TS", "S 8S", "E AH", "N 7H", "W 8H", "S QH", "E AD", "N 7D",
    ]  # fmt: skip
    assert [entry.corrections[0].was for entry in record.entries[at + 1 : at + 2]] == [CardPlayed("W", "8S")]


def test_without_a_shift_the_later_cards_stay() -> None:
    record = begun("E open JC")
    write_cards(record, open_cards("JS 9S 8S AH"))
    at = lines(record).index("W 8S")
    assert store(record, record.insert(at, CardPlayed("W", "TS"), "missed")) == [EntryInserted]
    assert lines(record)[-5:] == ["E JS", "N 9S", "W TS", "W 8S", "S AH"]


def test_a_look_at_face_down_cards_moves_to_the_end_of_its_trick() -> None:
    """000 "Play": after a trick with a face-down card the trump maker looks at it."""
    record = begun("E closed")
    down = CardPlayed("E", down=True)
    write_cards(record, [*open_cards("JS"), down, *open_cards("8S AH 7H")])
    record_of_four = lines(record)
    assert record_of_four[-6:] == ["E JS", "N (??)", "W 8S", "S AH", "E: none N=??", "E 7H"]
    at = record_of_four.index("W 8S")
    store(record, record.insert(at, CardPlayed("W", "TS"), "missed", shift=True))
    assert lines(record)[-7:] == ["E JS", "N (??)", "W TS", "S 8S", "E: none N=??", "E AH", "N 7H"]
    assert not record.find_refusals()


def test_a_card_lies_as_it_must_at_its_new_place() -> None:
    """000 "Closed Trump games": a card of another suit lies face down, a lead face up; the page had guessed so."""
    record = begun("E closed")
    down = CardPlayed("E", "AH", down=True)
    write_cards(record, [*open_cards("JS 9S 8S"), down, *open_cards("7H")])
    assert lines(record)[-6:] == ["E JS", "N 9S", "W 8S", "S (AH)", "E: none S=AH", "E 7H"]
    at = lines(record).index("W 8S")
    store(record, record.insert(at, CardPlayed("W", "TS"), "missed", shift=True))
    assert lines(record)[-6:] == ["E JS", "N 9S", "W TS", "S 8S", "E AH", "N 7H"]
    assert not record.find_refusals()


def test_a_deal_with_any_missed_card_becomes_the_deal_that_was_played() -> None:
    """The cards after the missed one were given to wrong seats; one insertion puts them all right."""
    rng = random.Random(7)
    tried = 0
    with cases() as case:
        while tried < DEALS:
            dealer, acts = random_acts(rng)
            public = [hide_act(act, PUBLIC) for act in acts]
            truth = open_record(dealer)
            for act in public:
                if not truth.over:
                    store(truth, truth.act(act, as_it_happened=True))
            played = [ply for ply, act in enumerate(truth.acts) if isinstance(act, CardPlayed)]
            missed = rng.choice(played[:-1])
            later = truth.acts[missed + 1 :]
            cards = [act for act in later if isinstance(act, CardPlayed)]
            unwritten = [act for act in later if not isinstance(act, CardPlayed)]
            if truth.find_refusals() or any(card.indicator for card in cards):
                continue
            if not all(truth.game.is_declining(act) for act in unwritten):
                continue
            tried += 1
            with case(f"deal {tried}, entry {missed}"):
                careless = open_record(dealer)
                for act in truth.acts[:missed]:
                    fold(careless, act)
                write_cards(careless, cards)
                store(careless, careless.insert(missed, truth.acts[missed], "missed", shift=True))
                while not isinstance(careless.acts[-1], CardPlayed):
                    store(careless, careless.retract(len(careless.acts) - 1, ""))
                assert lines(careless) == lines(truth)[: played[-1] + 1]
