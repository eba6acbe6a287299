"""The bids to win all tricks: Partner Close Caps, Half Court and Full Court (000 "Variants"; A27).

These bids are not numbers and cannot be exceeded. The rules of 000 on Partner Close Caps hold for the others too
(ours): nobody calls Caps, the indicator is shown after the first trick, and exhausted trumps do not bind, unless
`exhausted.applies_in_courts` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.games.three04.acts import FULL, HALF, PCC

if TYPE_CHECKING:
    from domain.games.three04.ruleset import SlamPay, Three04Ruleset
    from domain.games.three04.state import Three04State

NAMES: Final = {PCC: "Partner Close Caps", HALF: "Half Court", FULL: "Full Court"}
"""The names of these bids in sentences."""


@dataclass(frozen=True, slots=True)
class Slam:
    """The terms of a bid to win all tricks in a ruleset."""

    alone: bool
    """Whether the bidder's team mates take no part in the play."""
    pay: SlamPay


def slam(game: Three04Ruleset, bid: str) -> Slam:
    """Return the terms of a bid to win all tricks in a ruleset. ``bid``: `PCC`, `HALF` or `FULL`."""
    if bid == PCC:
        return Slam(True, game.pay.pcc)
    if bid == HALF:
        return Slam(game.court.half == "alone", game.pay.half_court)
    return Slam(False, game.pay.full_court)


def may_bind_to_trumps(s: Three04State) -> bool:
    """Return whether exhausted trumps bind the maker under its bid (000 "Exhausted Trumps", "Partner Close Caps")."""
    return not s.slam or (s.slam != PCC and s.rules.ruleset.exhausted.applies_in_courts)
