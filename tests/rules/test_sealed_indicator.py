"""Sealed indicators: which act a seal is about, when the table has seen the card, and what an opening tells."""

from __future__ import annotations

import pytest

from domain.engine.facts import CardSealed, EntryAmended, EntryRetracted, IrregularityNoted, SealOpened
from domain.games.three04.acts import IndicatorPlaced
from domain.record.entries import Stamp
from domain.record.record_seals import is_shown, opening_facts, ply_of
from tests.rules.table import Table, hear

HANDS = {
    "E": "JS 9S AS TS  KS QS 8S 7H",
    "N": "JH 9H AH TH  KH QH JC 7D",
    "W": "?? ?? ?? ??  ?? ?? ?? ??",
    "S": "7S 9C AC TC  KC QC 8C 7C",
}


def table_of(*after: str) -> tuple[Table, CardSealed]:
    """A deal in which West sealed its indicator, and what was recorded after that."""
    table = Table(HANDS).won_by("W 160").does("W lays ??")
    for number, entry in enumerate(table.record.entries, start=1):
        entry.stamp = Stamp(number)
    seal = CardSealed("W", "digest", len(table.record.entries))
    for line in after:
        table.record.fold(hear(line), Stamp(99))
    return table, seal


def test_a_seal_is_about_the_act_that_was_entered_with_it() -> None:
    table, seal = table_of("W pass")
    ply = ply_of(table.record, seal)
    assert ply is not None
    assert isinstance(table.record.entries[ply].act, IndicatorPlaced)
    table.record.fold(EntryRetracted(ply, table.record.entries[ply].entered, "a slip"), Stamp(100))
    assert ply_of(table.record, seal) is None
    assert not is_shown(table.record, seal)
    assert [type(each.fact) for each in opening_facts(table.record, SealOpened("W", "digest", "JD", "salt"), seal)] == [
        SealOpened
    ]


@pytest.mark.parametrize("card", ["7D", "JD"])
@pytest.mark.parametrize(
    ("after", "shown"),
    [
        ([], False),
        (["W closes"], False),
        (["W opens {}"], True),
        (["W opens ??"], False),
        (["W shows {}"], True),
        (["W shows ??"], False),
        (["E shows {}"], False),
        (["W {} cuts"], False),
        (["W ?? cuts", "W shows {}"], True),
        (["W {} last"], True),
        (["W ?? last"], False),
        (["E {} last"], False),
        (["W {}"], False),
        (["W takes ??", "W opens {}"], False),
        (["E takes ??", "W opens {}"], True),
        (["S takes ??", "W opens {}"], True),
    ],
)
def test_the_table_has_seen_a_sealed_card_once_it_was_shown_with_its_name(
    after: list[str], shown: bool, card: str
) -> None:
    """000 "Choosing the Trump Suit", "Closed Trump games": opened, revealed, or led face up as the last card."""
    table, seal = table_of(*(line.format(card) for line in after))
    assert is_shown(table.record, seal) is shown


@pytest.mark.parametrize("card", ["7D", "JD"])
def test_an_opening_tells_the_record_the_card(card: str) -> None:
    table, seal = table_of()
    ply = ply_of(table.record, seal)
    assert ply is not None
    table.store(opening_facts(table.record, SealOpened("W", "digest", card, "salt"), seal))
    assert table.record.entries[ply].act == IndicatorPlaced("W", card)


@pytest.mark.parametrize(("laid", "differs"), [("JD", False), ("9D", True), ("KD", True)])
def test_an_opening_that_is_not_the_card_that_lay_there_is_noted(laid: str, differs: bool) -> None:
    """The record had learned a card by then: it says whether the sealed one is another."""
    table, seal = table_of()
    ply = ply_of(table.record, seal)
    assert ply is not None
    table.record.fold(EntryAmended(ply, IndicatorPlaced("W"), IndicatorPlaced("W", laid), ""), Stamp(99))
    facts = [each.fact for each in opening_facts(table.record, SealOpened("W", "digest", "JD", "salt"), seal)]
    note = IrregularityNoted(ply, "seal-differs", "W", "sealed was JD")
    assert facts[1:] == ([note] if differs else [])


def test_a_seal_of_an_act_that_is_no_longer_an_indicator_tells_nothing() -> None:
    table, seal = table_of()
    ply = ply_of(table.record, seal)
    assert ply is not None
    table.record.fold(EntryAmended(ply, IndicatorPlaced("W"), hear("W pass"), ""), Stamp(99))
    facts = [each.fact for each in opening_facts(table.record, SealOpened("W", "digest", "JD", "salt"), seal)]
    assert [type(fact) for fact in facts] == [SealOpened]
