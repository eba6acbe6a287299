"""The generated book (`benchmarks.book`) is a real one: its events replay, are found by searches, and are in the log.

Everyday tests write 200 deals and put the first thousands of events into the log; ``NOUGHT_FULL=1`` writes 2,000 and
puts in all.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import closing
from uuid import UUID

import pytest

from api.deals.import_batches import import_command
from api.proof.walk import walk
from api.services import Services
from benchmarks.book.filling import Plan, Step, fill
from benchmarks.book.templates import play_match
from benchmarks.book.writing import blocks
from domain.record.prepared_deal import MAPPER, prepare
from replay.notation import document_of
from store.settings import Settings
from store.tables.catalogue import Row
from tests.cases import cases

FULL = bool(os.environ.get("NOUGHT_FULL"))
PLAN = Plan(deals=2000 if FULL else 200, distinct=150 if FULL else 40, has_log=FULL)
SAMPLE = PLAN.deals if FULL else 15


@pytest.fixture(scope="module")
def steps(settings: Settings) -> list[Step]:
    return list(fill(settings, PLAN))


@pytest.fixture(scope="module")
def services(settings: Settings, steps: list[Step]) -> Iterator[Services]:
    with closing(Services.build(settings)) as built:
        yield built


@pytest.fixture(scope="module")
def deals(services: Services) -> list[Row]:
    return list(services.catalogue.rows("deal"))


@pytest.mark.full
def test_it_has_as_many_deals_as_was_said_and_says_how_many_are_different(
    services: Services, deals: list[Row], steps: list[Step]
) -> None:
    assert len(deals) == len({deal.id for deal in deals}) == PLAN.deals
    different = set()
    for deal in deals:
        _, *rest = services.ledger.repository.history(deal.id)
        different.add(repr([event.fact for event in rest]))
    assert f"{PLAN.deals:,} deals ({len(different)} distinct)" in steps[1].what
    assert PLAN.distinct <= len(different) < PLAN.distinct + 24
    assert f"{services.log.events_count() - 47:,} events" in steps[1].what, (
        "47 more for the club, its players and tables"
    )


@pytest.mark.full
def test_each_deal_is_what_an_import_of_it_would_have_stored(services: Services, deals: list[Row]) -> None:
    """So it keeps the rules, its settlement follows from its cards, and its line is that of the ledger."""
    repository = services.ledger.repository
    with cases() as case:
        for row in random.Random(1).sample(deals, SAMPLE):
            with case(row.id):
                events = repository.history(row.id)
                document = document_of(events, str(row.id))
                imported = prepare(import_command(document, row.id, "", "", complete=False))
                assert imported.events() == tuple(events)
                stored = [MAPPER.to_stored_event(event).state for event in events]
                assert [state for _, state in imported.rows] == stored
                line = imported.listing
                assert (line.title, line.club, line.parent) == (row.title, row.club, row.parent)
                assert line.data == row.data
                assert len(row.data["people"]) == len(row.data["players"])


def test_the_matches_hold_their_deals(services: Services, deals: list[Row]) -> None:
    matches = list(services.catalogue.rows("match"))
    held: dict[UUID | None, set[str]] = {}
    for deal in deals:
        held.setdefault(deal.parent, set()).add(str(deal.id))
    assert len(matches) > PLAN.deals // 20
    with cases() as case:
        for row in matches:
            with case(row.id):
                match = services.ledger.matches.get(row.id)
                assert {line.deal for line in match.lines.values()} == held[row.id]
                assert match.listing().data == row.data


def test_searches_find_the_deals_with_these_cards(services: Services, deals: list[Row]) -> None:
    known = {deal.id: set(services.ledger.deals.get(deal.id).listing().traits) for deal in deals}
    for traits in (["E:JH", "E:9H"], ["maker:J*"], ["lead:AS"]):
        rows = {row.id for row in services.catalogue.rows("deal", traits=[traits])}
        assert rows == {identity for identity, has in known.items() if has.issuperset(traits)}
        assert rows, traits
    player = deals[0].data["people"][0]
    rows = {row.id for row in services.catalogue.rows("deal", people=[player])}
    assert rows == {deal.id for deal in deals if player in deal.data["people"]}


def test_lists_are_what_a_rebuild_writes(services: Services, deals: list[Row]) -> None:
    for row in random.Random(2).sample(deals, SAMPLE):
        line = services.ledger.listing(row.id)
        assert line is not None
        assert (line.title, line.data, UUID(line.data["match"])) == (row.title, row.data, row.parent)


def test_the_log_takes_the_events_and_is_verified(services: Services) -> None:
    keeper = services.log_keeper("book.example")
    if not FULL:
        assert sum(len(keeper.add_leaves()) for _ in range(5)) == 5000
    keeper.checkpoint()
    report = walk(services.log, [])
    assert report.broken == ()
    assert report.signed == report.leaves == (services.log.events_count() if FULL else 5000)
    assert report.leaves + report.waiting == services.log.events_count()


def test_equal_seeds_play_equal_matches_and_others_do_not() -> None:
    assert play_match("one") == play_match("one") != play_match("two")


def test_blocks_are_the_whole_book() -> None:
    with cases() as case:
        for deals, distinct in ((1, 1), (2000, 150), (25_000, 10_001), (1_000_000, 10_000), (1_000_000, 1_000_000)):
            with case(deals, distinct):
                parts = blocks(deals, distinct, "304")
                assert sum(part.deals for part in parts) == deals
                assert [part.first for part in parts] == [sum(p.deals for p in parts[:n]) for n in range(len(parts))]
                assert max(part.deals for part in parts) <= 10_000
                assert max(part.distinct for part in parts) <= 501
                assert abs(sum(part.distinct for part in parts) - distinct) <= distinct / 10
