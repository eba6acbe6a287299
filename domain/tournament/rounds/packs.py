"""Packs that are dealt and sealed before play: committed to, discarded and opened.

The functions return facts and change nothing. They raise `Declined` with the reason if it is not possible now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.tournament.facts.packs import PacksCommitted, PacksDiscarded, PacksOpened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from domain.tournament.aggregate import Tournament


def commit_packs(tournament: Tournament, boards: Sequence[int], commitment: Mapping[str, Any]) -> PacksCommitted:
    """Record the commitment to the packs of some boards."""
    tournament.check_not_over()
    if twice := tournament.boards_with_packs & set(boards):
        raise Declined("packs", "board {board} has a pack already", board=min(twice))
    if not boards or len(set(boards)) < len(boards):
        raise Declined("packs", "packs are dealt for some boards, each once")
    return PacksCommitted(len(tournament.packs) + 1, tuple(boards), dict(commitment))


def discard_packs(tournament: Tournament, number: int, why: str) -> PacksDiscarded:
    """Discard packs that are not played, so that others can be dealt for their boards."""
    tournament.check_not_over()
    if number not in tournament.packs:
        raise _no_packs(number)
    if number in tournament.packs_opened or number in tournament.packs_discarded:
        raise Declined("packs-open", "the packs {number} are open or discarded already", number=number)
    if not why:
        raise Declined("why", "to discard packs, say why")
    return PacksDiscarded(number, why)


def open_packs(tournament: Tournament, number: int, opening: Mapping[str, Any]) -> PacksOpened:
    """Publish the packs of commitment ``number``."""
    if number not in tournament.packs:
        raise _no_packs(number)
    if number in tournament.packs_opened:
        raise Declined("packs-open", "the packs {number} are open already", number=number)
    return PacksOpened(number, dict(opening))


def _no_packs(number: int) -> Declined:
    return Declined("not-found", "there are no packs {number} in this tournament", number=number)
