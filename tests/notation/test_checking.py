"""`check` looks first whether a deal leaves nothing to tell; that never differs from what the record itself says."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from domain.engine.facts import DealSettled, Passed
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation import DealDocument, Item, Report, check, read_archived, write_archived
from replay.notation.document_check import check_record
from tests.jass.random_jass import ROUND_TRIPS
from tests.jass.test_jass_notation import document as jass
from tests.notation.dealing import RULESETS, play


def plain(seed: int) -> DealDocument:
    """Return a random legal deal of 304."""
    rng = random.Random(seed)
    table = play(rng, rng.choice(RULESETS), calls=False)
    return DealDocument(table.record.opened, tuple(table.items))


def strict(document: DealDocument) -> Report:
    """Return what a record says that is told the document item by item."""
    return check_record(Record(document.opened, Stamp(1, document.at, document.by)), document)


FAMILIES = pytest.mark.parametrize("deal", [plain, jass], ids=["304", "Sidi Barrani"])


@FAMILIES
def test_a_deal_that_leaves_nothing_to_tell_is_reported_as_the_record_reports_it(
    deal: Callable[[int], DealDocument],
) -> None:
    for seed in range(3 * ROUND_TRIPS):
        document = deal(seed)
        assert check(document) == strict(document)
        assert check(document).clean


def changes(document: DealDocument, n: int) -> list[tuple[Item, ...]]:
    """Return the items with the one at ``n`` left out, twice, a pass instead, exchanged with the next, and marked."""
    before, item, after = document.items[:n], document.items[n], document.items[n + 1 :]
    seats = [*document.opened.ruleset["seating"]["seats"]]
    return [
        (*before, *after),
        (*before, item, item, *after),
        (*before, Item(Passed(seats[n % len(seats)])), *after),
        (*before, *after[:1], item, *after[1:]),
        (*before, replace(item, broke="revoke"), *after),
    ]


@FAMILIES
def test_no_change_to_a_deal_is_passed_over(deal: Callable[[int], DealDocument]) -> None:
    faults = 0
    for seed in range(ROUND_TRIPS):
        document = deal(seed)
        for n in range(seed % 5, len(document.items), 5):
            for items in changes(document, n):
                changed = read_archived(write_archived(replace(document, items=items)))
                assert check(changed) == strict(changed), (seed, n)
                faults += not check(changed).clean
    assert faults > 4 * ROUND_TRIPS


@FAMILIES
def test_no_change_to_a_settlement_is_passed_over(deal: Callable[[int], DealDocument]) -> None:
    for seed in range(ROUND_TRIPS):
        document = deal(seed)
        *items, last = document.items
        assert isinstance(last.fact, DealSettled)
        team = next(iter(last.fact.points))
        for fact in (
            replace(last.fact, points={**last.fact.points, team: last.fact.points[team] + 1}),
            replace(last.fact, tricks={**last.fact.tricks, team: last.fact.tricks[team] + 1}),
            replace(last.fact, made=not last.fact.made),
            replace(last.fact, reasons=(*last.fact.reasons, "caps-right")),
        ):
            report = check(replace(document, items=(*items, Item(fact))))
            assert [finding.kind for finding in report.findings] == ["settlement"]
