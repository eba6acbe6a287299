"""Analyses with all hands open: what each card of a deal was worth, and what each of the next ones would be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from analysis.deal import analyse as analyse_record
from analysis.next_card import price_next
from analysis.solver import Solver
from replay.notation import DealDocument, record_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from analysis.deal import DealAnalysis
    from analysis.next_card import NextCard
    from replay.table import Table

LIMIT: Final = 3_000_000
"""The positions tried for each card: about a second."""


def analyse(
    deal: Table | DealDocument, *, limit: int = LIMIT, on_card: Callable[[], None] = lambda: None
) -> DealAnalysis:
    """Price every card that was played in a deal, and every other card that was legal instead of it.

    The prices are the makers' results if both sides then play their best with all hands open: card points, or 1 and 0
    in a game for all tricks (docs/analysis.md). ``limit``: the most positions to try for each card; a card that needs
    more is not ``finished``. ``on_card`` is called after each card. A deal takes some seconds. Cards that are not known
    leave plies ``unsolved``. Raises `NoughtError` with the code ``no-analysis`` if no card was played.
    """
    record = record_of(deal) if isinstance(deal, DealDocument) else deal.record
    return analyse_record(record, Solver(limit=limit), on_card)


def price_cards(table: Table, *, limit: int = LIMIT) -> NextCard:
    """Price the cards that the seat to act may play now, with all hands open, as `analyse` does.

    Raises `NoughtError` with the code ``no-analysis`` if no card is to be played now, or if a card is not known.
    """
    return price_next(table.state, Solver(limit=limit))
