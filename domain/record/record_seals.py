"""Sealed cards in the record of a deal: find closed and opened seals, and the facts of an opening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardPlayed, CardsDisclosed, CardSealed, IrregularityNoted, SealOpened
from domain.engine.refusals import Refused
from domain.games.three04.acts import IndicatorPlaced, IndicatorRevealed, IndicatorTakenBack, TrumpOpened
from domain.record.record import Proposal

if TYPE_CHECKING:
    from domain.record.record import Record

DIFFERS = "seal-differs"
"""The code of an irregularity: the opened card is not the one that was placed."""


def find_seals(record: Record) -> list[CardSealed]:
    """Return the seals of a deal, in order."""
    return [fact for _, fact in record.notes if isinstance(fact, CardSealed)]


def openings(record: Record) -> dict[str, SealOpened]:
    """Return the opened seals, by digest."""
    return {fact.digest: fact for _, fact in record.notes if isinstance(fact, SealOpened)}


def find_closed_seals(record: Record) -> list[CardSealed]:
    """Return the seals that are not opened yet."""
    opened = openings(record)
    return [seal for seal in find_seals(record) if seal.digest not in opened]


def ply_of(record: Record, seal: CardSealed) -> int | None:
    """Return the ply of the sealed act; None if the act was retracted."""
    plies = (ply for ply, entry in enumerate(record.entries) if entry.stamp.version == seal.entry)
    return next(plies, None)


def is_shown(record: Record, seal: CardSealed) -> bool:
    """Return whether the sealed indicator was shown at the table and is named in the record."""
    ply = ply_of(record, seal)
    if ply is None:
        return False
    for entry in record.entries[ply + 1 :]:
        match entry.act:
            case IndicatorTakenBack(seat) if seat == seal.seat:
                return False
            case IndicatorRevealed(seat, card) | TrumpOpened(seat, card) if seat == seal.seat:
                return card != UNKNOWN
            case CardPlayed(seat, card, down, True) if seat == seal.seat and not down:
                return card != UNKNOWN
    return False


def opening_facts(record: Record, opening: SealOpened, seal: CardSealed) -> list[Proposal]:
    """Return the facts of opening a seal: the opening, and a disclosure, or an irregularity if the card differs."""
    proposals = [Proposal(opening)]
    ply = ply_of(record, seal)
    if ply is None:
        return proposals
    act = record.entries[ply].act
    if not isinstance(act, IndicatorPlaced) or act.card == opening.card:
        return proposals
    try:
        return proposals + record.disclose(CardsDisclosed(plies={ply: opening.card}))
    except Refused:
        return [*proposals, Proposal(IrregularityNoted(ply, DIFFERS, seal.seat, f"sealed was {opening.card}"))]
