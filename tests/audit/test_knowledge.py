"""The knowledge of everybody at each moment: a table of the whole pack, and an exact count of the deals that fit."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import count

import pytest

from domain.audit.knowledge import KnowledgeTable, table_at, tables_of
from domain.engine.parameters import override
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import DOSO_VISO, SIDI_BARRANI
from domain.games.three04.acts import FaceDownInspected, RedealDemanded
from domain.record.record import Record
from tests.audit.consistent import Consistent, consistent
from tests.cases import one_in
from tests.family.random_deals import GAMES as FAMILY
from tests.jass.random_jass import HOUSES as JASS_HOUSES
from tests.replaying.hidden import altered, random_deal, story, told_from, unseen, with_exposures
from tests.rules.random_deals import HOUSES, house

DEALS = 60 if os.environ.get("NOUGHT_FULL") else 2
MOST = 700 if os.environ.get("NOUGHT_FULL") else 150
"""Layouts that are tried at one point."""
LATE, TRIES, POINTS = (100, 100, 100) if os.environ.get("NOUGHT_FULL") else (24, 6, 1)
"""From how far before the end the points are taken, how many are looked at for each seat of each deal, and at how many
of those with more than one consistent deal all layouts are judged."""

LOOSE = {
    "not-spoilt", "known-card-may-have-gone", "maker-called-caps", "maker-need-not-lead-trumps", "weis-told",
}  # fmt: skip
"""The reasons that tell more than the count uses; the report says so."""

JASS: list[Ruleset] = [
    override(SIDI_BARRANI, f"jass-{n}", "House", {"weis.enabled": False, **rules})
    for n, rules in enumerate(JASS_HOUSES)
]
GAMES: list[Ruleset] = [*(house(n).ruleset for n in range(len(HOUSES))), *FAMILY, SIDI_BARRANI, *JASS]  # type: ignore[list-item]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.key}-{GAMES.index(game)}")


def agrees(record: Record, table: KnowledgeTable, consistent_deals: Consistent) -> None:
    """The table counts the same deals, with every card in the same places."""
    card = record.rules.tables.card
    assert table.count is not None
    assert table.count.deals == consistent_deals.deals, (table.seat, table.ply)
    assert {card[bit] for bit in table.count.places} == consistent_deals.with_seat.keys()
    for bit, places in table.count.places.items():
        at_seat: Counter[int] = Counter()
        for (seat, _, _), deals in places.items():
            at_seat[seat] += deals
        assert at_seat == consistent_deals.with_seat[card[bit]]


def a_deal(game: Ruleset, seed: int, *, exposed: bool = False) -> Record:
    """A whole random deal, from its last redeal on. ``exposed``: players show cards that they do not play."""
    rng = random.Random(f"{game.key} {seed}")
    dealer, acts = random_deal(rng, game)
    if exposed:
        acts = list(with_exposures(rng, acts))
    while any(isinstance(act, RedealDemanded) for act in acts):
        acts = acts[next(n for n, act in enumerate(acts) if isinstance(act, RedealDemanded)) + 1 :]
    return told_from(game, dealer, acts)


@pytest.mark.parametrize("game", one_in(3, GAMES), ids=lambda game: f"{game.key}-{GAMES.index(game)}")
def test_the_count_is_that_of_all_deals_that_the_seat_cannot_tell_apart(game: Ruleset) -> None:
    """Every layout of the unseen cards is judged act by act; a card is inferred iff it is there in all of them."""
    compared = 0
    for seed in count():
        if seed >= DEALS and compared:
            break
        rng = random.Random(seed)
        record = a_deal(game, seed, exposed=seed % 2 == 1)
        for seat in rng.sample(record.rules.seats, 2):
            tables = [*tables_of(record, seat)][-LATE:]
            left = POINTS
            for table in rng.sample(tables, min(TRIES, len(tables))):
                consistent_deals = consistent(record, seat, table.ply, most=MOST) if left else None
                if consistent_deals is None or consistent_deals.deals == 1:
                    continue
                left -= 1
                assert table.count is not None
                if {code for code, _ in table.knows.more} & LOOSE:
                    assert table.count.deals >= consistent_deals.deals
                    continue
                agrees(record, table, consistent_deals)
                compared += 1


def test_a_trump_that_was_found_face_down_is_counted_before_it_is_shown() -> None:
    """000 "Closed Trump games": the maker tells that there is one, turns up the cards, then the indicator."""
    record = a_deal(DOSO_VISO, 372)
    inspected = next(n for n, act in enumerate(record.acts) if isinstance(act, FaceDownInspected) and act.trumps)
    for seat in record.rules.seats:
        for table in [*tables_of(record, seat)][inspected + 1 : inspected + 3]:
            consistent_deals = consistent(record, seat, table.ply, most=5000)
            assert consistent_deals is not None
            agrees(record, table, consistent_deals)


@every_game
def test_two_deals_that_differ_in_what_a_seat_has_not_seen_give_it_the_same_table(game: Ruleset) -> None:
    """Hidden first: with unknown cards, slips, disclosures and notes in the record."""
    exchanged = 0
    for seed in range(3 * DEALS):
        rng = random.Random(f"{game.key} {seed}")
        dealer, facts = story(rng, game)
        facts = facts[: rng.randint(3, len(facts))]
        seat = rng.choice(game.seating.seats)
        record = told_from(game, dealer, facts)
        hidden = unseen(record, facts, seat)
        if len(hidden) < 2:
            continue
        a, b = rng.sample(hidden, 2)
        other = told_from(game, dealer, [altered(fact, {a: b, b: a}) for fact in facts])
        ply = rng.randint(0, len(record.entries))
        assert table_at(other, seat, ply) == table_at(record, seat, ply), (seed, seat, a, b)
        exchanged += other.acts != record.acts
    assert exchanged > DEALS
