"""What a ruleset means here: its numbers as tables; or that it has a rule which is not known here.

Each parameter of a ruleset is in one of three lists. One that is in none, because it is newer than they are,
makes its ruleset unknown, and all its deals are left to the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from domain.bulk.auctions import Auctions, auctions_of
from domain.bulk.deals import BATCH, BIDS, CARDS, PLAYED, SEATS, SUIT, Numbers
from domain.rules import Rules
from domain.ruleset import AnyRuleset, PayBand, Ruleset, plain

READ: Final = frozenset({
    "pack.ranks", "pack.points", "pack.suits", "seating.seats", "seating.teams", "stages",
    "bids.step", "bids.step_from_200", "bids.five_step_starts", "bids.maximum",
    "ask_partner.allowed", "ask_partner.back", "ask_partner.when_partner_high",
    "auction4.minimum", "auction4.first_must_bid", "auction4.later_turn_minimum", "auction4.over_partner_minimum",
    "auction4.high_bidder_turn",
    "auction8.first_speaker", "auction8.minimum", "auction8.minimum_inclusive", "auction8.over_four_card",
    "auction8.stop_after_pcc", "auction8.over_partner", "auction8.ask_partner",
    "closed.reveal_from", "exhausted.applies_closed", "exhausted.trigger", "pcc.closed_lead_restriction",
    "pay.bands", "pay.pcc.least", "pay.pcc.win", "pay.pcc.lose",
})  # fmt: skip
"""Parameters whose every value is heeded."""

FIXED: Final[Mapping[str, Any]] = {
    "auction8.held": True,
    "court.half": "off",
    "court.full": False,
    "double.allowed": False,
    "marriages.allowed": False,
    "last_trick_bonus": 0,
    "closed.maker_cut_with_hand_trump": False,
    "closed.no_legal_lead": "force_open",
    "closed.indicator_trick8": "up_if_led_or_follows",
    "reveal.maker_discard": "hidden",
}
"""Parameters of which only this value is known here."""

WITHOUT_EFFECT: Final = frozenset({
    "key", "version", "name", "shuffle", "may_review_tricks", "points_scale", "reveal.after_hand", "pcc.spoilt",
    "redeal.threshold", "redeal.after_ask", "redeal.max", "spoilt.who", "spoilt.until",
    "caps.teams", "caps.basis", "caps.grace", "caps.order", "caps.bonus", "caps.bonus_before_trick", "caps.wrong",
    "caps.trick_lost", "caps.wrong_combine", "caps.external", "caps.external_wrong", "caps.forced_plays_count",
    "caps.call_opens_trump",
    "double.after_trick", "double.bonus", "double.penalty", "marriages.trump", "marriages.plain",
    "pay.half_court.least", "pay.half_court.win", "pay.half_court.lose",
    "pay.full_court.least", "pay.full_court.win", "pay.full_court.lose",
    "violation.remedy", "violation.plus", "match.tokens", "match.pay_to", "match.end", "match.decimal_target",
    "match.short_payment",
})  # fmt: skip
"""Parameters that make no difference to a deal without redeal, calls of Caps or spoilt trumps, and rulings,
or none while the fixed ones have their values."""


STAGES: Final = (
    "cut", f"deal {BATCH}", "auction4", "indicator", f"deal {BATCH}", "auction8", "indicator again", "declare", "play",
)  # fmt: skip
"""The only course of a deal that is known here."""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """A ruleset that is known here, as tables."""

    ruleset: Ruleset
    auctions: Auctions
    points: bytes
    """By card that was played; a table for `translated`."""
    win: Numbers
    """Tokens for a bid that is made, by the bid, (1000)."""
    lose: Numbers
    """Tokens for one that fails."""
    alone: PayBand
    """Tokens in Partner Close Caps."""


def parameters(ruleset: AnyRuleset) -> dict[str, Any]:
    """Every parameter of a ruleset by its whole name."""
    return dict(_flat(plain(ruleset)))


def _flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def terms_of(rules: Rules) -> Terms | None:
    """The tables of a ruleset; None when it has a rule that is not known here."""
    ruleset = rules.ruleset
    given = parameters(ruleset)
    if any(given.pop(name, None) != value for name, value in FIXED.items()):
        return None
    if given.keys() - READ - WITHOUT_EFFECT or not _of_the_usual_shape(ruleset):
        return None
    pay = [_paid(ruleset, bid) for bid in range(BIDS)]
    return Terms(
        ruleset=ruleset,
        auctions=auctions_of(rules),
        points=bytes(PLAYED) + bytes(ruleset.pack.points) * (PLAYED // SUIT),
        win=np.array([band.win for band in pay], np.int16),
        lose=np.array([band.lose for band in pay], np.int16),
        alone=ruleset.pay.pcc,
    )


def _of_the_usual_shape(ruleset: Ruleset) -> bool:
    """Four seats with eight cards each in two batches, four suits of eight; points and bids that fit their columns."""
    pack = ruleset.pack
    return (
        ruleset.stages == STAGES
        and len(ruleset.seating.seats) == SEATS
        and (len(pack.ranks), pack.size) == (SUIT, CARDS)
        and ruleset.bids.maximum < BIDS
        and all(0 <= points < 256 // SEATS for points in pack.points)
    )


def _paid(ruleset: Ruleset, bid: int) -> PayBand:
    """The band a bid is paid by."""
    reached = [band for band in ruleset.pay.bands if band.least <= bid]
    return reached[-1] if reached else ruleset.pay.bands[0]
