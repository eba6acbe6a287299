"""The analysis of a deal by seat, in the few numbers that statistics of card play add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.position import Goal

if TYPE_CHECKING:
    from analysis.deal import DealAnalysis, PricedPly
    from domain.engine.cards import Seat


@dataclass(frozen=True, slots=True)
class AnalysedHand:
    """The cards of one seat in one deal."""

    seat: Seat
    choices: int
    """The cards that were played when the legal cards had different prices."""
    best: int
    """Those of them that cost nothing."""
    lost: int | None
    """The card points that the seat's cards cost; None if the deal was about all tricks."""
    lead_best: bool | None
    """Whether the opening lead cost nothing; None if it was no choice, and for other seats."""


def analysed_hands(analysis: DealAnalysis) -> list[AnalysedHand]:
    """Return the numbers of each seat that played a card with a price."""
    lead = _lead(analysis)
    hands = []
    for seat in dict.fromkeys(ply.seat for ply in analysis.plies):
        choices = [ply for ply in analysis.plies if ply.seat == seat and _is_choice(ply)]
        costs = [ply.cost for ply in choices if ply.cost is not None]
        lead_best = lead.cost == 0 if lead is not None and lead.seat == seat and _is_choice(lead) else None
        lost = sum(costs) if analysis.goal is Goal.POINTS else None
        hands.append(AnalysedHand(seat, len(choices), costs.count(0), lost, lead_best))
    return hands


def is_makeable(analysis: DealAnalysis) -> bool | None:
    """Return whether the bid is made with the best play of both sides from the first card; None if not known."""
    lead = _lead(analysis)
    return None if lead is None or lead.best is None else lead.best >= analysis.needed


def _lead(analysis: DealAnalysis) -> PricedPly | None:
    """Return the first card of the deal; None if it has no price."""
    first = analysis.plies[0] if analysis.plies else None
    return None if first is None or any(ply < first.ply for ply in analysis.unsolved) else first


def _is_choice(ply: PricedPly) -> bool:
    return ply.cost is not None and len(set(ply.prices.values())) > 1
