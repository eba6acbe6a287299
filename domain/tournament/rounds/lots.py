"""Lots among the entries of a tournament, drawn at once or promised and sealed.

The functions return facts and change nothing. They raise `Declined` with the reason if it is not possible now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.fair import lots as fair
from domain.fair.forms import FairError
from domain.kernel.errors import Declined
from domain.tournament.aggregate import DRAWS
from domain.tournament.entries.decisions import check_list_may_change
from domain.tournament.facts.lots import LotsDrawn, LotsPromised

if TYPE_CHECKING:
    from domain.tournament.aggregate import Tournament


def draw_lots(tournament: Tournament, purpose: str, entropy: bytes, *, standing: int | None = None) -> LotsDrawn:
    """Draw an order of all entries by lot.

    ``entropy``: 32 random bytes. ``standing``: the number of drawn rounds that remain; None: all. Raises `Declined`
    if other lots, or lots among other entries, were promised for the purpose.
    """
    tournament.check_not_over()
    if purpose == DRAWS:
        check_list_may_change(tournament, len(tournament.rounds) if standing is None else standing)
    try:
        lots = fair.draw(tournament.entries, entropy, str(tournament.id), purpose)
    except FairError as error:
        raise Declined("lots", error.sentence) from None
    promise = tournament.promised.get(purpose)
    if promise and (wrong := fair.verify(fair.parse(promise.commitment), lots)):
        raise Declined("lots", "other lots were promised: {difference}; promise them anew", difference=wrong.text)
    return LotsDrawn(purpose, lots.order, fair.plain(lots))


def promise_lots(tournament: Tournament, purpose: str, entropy: bytes) -> tuple[LotsPromised, fair.Lots]:
    """Draw lots among the current entries; return the fact with the commitment to them, and the lots."""
    tournament.check_not_over()
    try:
        lots = fair.draw(tournament.entries, entropy, str(tournament.id), purpose)
    except FairError as error:
        raise Declined("lots", error.sentence) from None
    return LotsPromised(tournament.promises + 1, purpose, fair.plain(fair.commitment(lots))), lots
