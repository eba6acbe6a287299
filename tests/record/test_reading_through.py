"""Whole deals are read the same whether or not acts may be missing from them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from api.clock import format_time
from api.deals.import_batches import import_command
from domain.engine.facts import Act
from domain.record.aggregate import Deal
from domain.record.import_lines import read_through
from domain.record.imported_deal import Entered, ImportedDeal
from replay import hands
from replay.notation import read_hand
from tests.cases import one_in

HANDS = sorted(Path(hands.__path__[0]).glob("*.nought.toml"))
TIMES = [
    format_time(datetime(2026, 2, 14, 20, 15, n % 60, tzinfo=UTC) + timedelta(minutes=n // 60)) for n in range(200)
]


def whole(deal: Deal, times: list[str]) -> ImportedDeal:
    """A deal with all its lines, each with its time."""
    lines = [Entered(event.fact, at, event.by) for event, at in zip(deal.pending[1:], times, strict=True)]
    return ImportedDeal(deal.id, deal.record.opened, TIMES[0], "A scribe", tuple(lines))


def as_recorded(deal: Deal) -> list[str]:
    """The times of a deal's lines as they are recorded: each act later, except for the forced ones."""
    rules = deal.record.rules
    state, time, times = rules.start(deal.record.opened.dealer), 0, []
    for event in deal.pending[1:]:
        if isinstance(event.fact, Act):
            time += rules.compels(state) is None
            rules.apply(state, event.fact)
        times.append(TIMES[time])
    return times


@pytest.mark.parametrize("path", one_in(3, HANDS), ids=lambda path: path.name[:2])
def test_a_whole_deal_is_read_the_same_whether_or_not_acts_may_be_missing(path: Path) -> None:
    deal = read_through(import_command(read_hand(path.read_text()), uuid4(), "A scribe", TIMES[0], complete=True))
    for times in ([TIMES[0]] * (len(deal.pending) - 1), as_recorded(deal)):
        as_it_is = read_through(whole(deal, times))
        completed = read_through(replace(whole(deal, times), complete=True))
        assert completed.pending == as_it_is.pending
        assert completed.listing() == as_it_is.listing()
