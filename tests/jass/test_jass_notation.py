"""Deals of a Jass as hand files and in the archive: nothing is lost, and the schemas know them."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation import check, read_archived, read_hand, write_archived, write_hand
from replay.notation.document import DealDocument, Item
from tests.jass.random_jass import HOUSES, ROUND_TRIPS, by_choice, deal, house
from tests.notation.conftest import archive_schema, hand_schema

__all__ = ["archive_schema", "hand_schema"]


def document(seed: int, number: int | None = None) -> DealDocument:
    """A random deal of a house, settled; of each house in turn if none is given."""
    rules = house(seed if number is None else number)
    dealer, acts = deal(rules, 12_000_000 + seed)
    record = Record(DealOpened(plain(rules.ruleset), dealer), Stamp())
    items = []
    for act in by_choice(rules, dealer, acts):
        for proposal in record.act(act):
            record.fold(proposal.fact, Stamp())
            items.append(Item(proposal.fact))
    return DealDocument(record.opened, tuple(items))


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_hand_files_and_archive_lines_go_there_and_back(
    number: int, archive_schema: object, hand_schema: object
) -> None:
    for seed in range(ROUND_TRIPS):
        written = document(seed, number)
        facts = [item.fact for item in written.items]
        text = write_hand(written)
        hand_schema.validate(tomllib.loads(text))  # type: ignore[attr-defined]
        read = read_hand(text)
        assert [item.fact for item in read.items] == facts
        assert read.opened == written.opened
        assert check(read).clean
        line = write_archived(written)
        archive_schema.validate(msgspec.json.decode(line))  # type: ignore[attr-defined]
        assert [item.fact for item in read_archived(line).items] == facts


def test_a_hand_file_without_a_settlement_is_completed() -> None:
    text = write_hand(document(3)).partition("[settlement]")[0] + '[settlement]\noutcome = "played"\n'
    assert read_hand(text).items[-1].fact == document(3).items[-1].fact
