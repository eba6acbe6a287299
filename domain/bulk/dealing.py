"""The cut and the batches dealt (000 "Deal")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from domain.bulk.deals import BATCH, CARDS, DECLINED, SEATS, Deals, Flags, Masks

PACK: Final = np.uint32((1 << CARDS) - 1)


@dataclass(frozen=True, slots=True)
class Dealt:
    """What each seat was dealt."""

    good: Flags
    """Whether no card was dealt twice, and the cut was one."""
    batch: Masks
    """The first batch of each seat, (4, deals)."""
    hand: Masks
    """The whole hand, (4, deals)."""


def dealt(deals: Deals) -> Dealt:
    """The hands, and whether they can have been dealt."""
    # A shift by a number that is no card gives the empty set.
    cards = np.left_shift(np.uint32(1), deals.cards.astype(np.uint32))
    batch, more = np.bitwise_or.reduce(cards.reshape(2, SEATS, BATCH, -1), axis=2)
    hand = batch | more
    whole = np.bitwise_or.reduce(hand) == PACK
    half = np.bitwise_count(np.bitwise_or.reduce(batch)) == SEATS * BATCH
    good = np.where(deals.passed_out, half, whole) & (deals.cut >= DECLINED) & (deals.cut < CARDS)
    return Dealt(good, batch, hand)
