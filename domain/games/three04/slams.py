"""The bids to win every trick: Partner Close Caps, Half Court and Full Court (000 "Variants"; A27).

None of them is a number, and none can be exceeded. What 000 says of Partner Close Caps goes for the others too
(ours): nobody calls Caps, exhausted trumps do not bind, the indicator is shown after the first trick.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.games.three04.acts import FULL, HALF, PCC

if TYPE_CHECKING:
    from domain.games.three04.ruleset import SlamPay, Three04Ruleset

NAMES: Final = {PCC: "Partner Close Caps", HALF: "Half Court", FULL: "Full Court"}
"""Each of these bids as one says it."""


@dataclass(frozen=True, slots=True)
class Slam:
    """The meaning of one of these bids in a game."""

    alone: bool
    """The bidder's team mates take no part in the play."""
    pay: SlamPay


def slam(game: Three04Ruleset, bid: str) -> Slam:
    """Return the meaning of a bid in a game."""
    if bid == PCC:
        return Slam(True, game.pay.pcc)
    if bid == HALF:
        return Slam(game.court.half == "alone", game.pay.half_court)
    return Slam(False, game.pay.full_court)
