"""The oracle's tuples and the engine's acts, one into the other."""

from __future__ import annotations

from typing import Any

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    FaceDownInspected,
    IndicatorPlaced,
    PartnerAsked,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)

HOW = {"up": (False, False), "down": (True, False), "ind_down": (True, True), "ind_up": (False, True)}
HOW_BACK = {value: key for key, value in HOW.items()}

Tuple = tuple[Any, ...]


def to_act(action: Tuple, dealer: str, batch: dict[str, list[str]]) -> Act:
    """The engine's act for an oracle's action; ``batch`` is what a dealing would deal."""
    kind = action[0]
    match kind:
        case "deal":
            return CardsDealt(dealer, {seat: tuple(cards) for seat, cards in batch.items()})
        case "cut":
            return PackCut(action[1], action[2])
        case "redeal":
            return RedealDemanded(action[1])
        case "bid":
            return BidMade(action[1], action[2])
        case "pass":
            return Passed(action[1])
        case "ask":
            return PartnerAsked(action[1])
        case "indicator":
            return IndicatorPlaced(action[1], action[2])
        case "open":
            return TrumpOpened(action[1], "??")
        case "closed":
            return TrumpClosed(action[1])
        case "play":
            down, indicator = HOW[action[3]]
            return CardPlayed(action[1], action[2], down, indicator)
        case "inspect":
            return FaceDownInspected(action[1], action[2] == "trumps")
        case "spoilt":
            return SpoiltTrumpsDeclared(action[1])
        case "caps":
            return CapsCalled(action[1], tuple(action[2]))
    raise ValueError(action)


def to_tuple(act: Act) -> Tuple | None:
    """The oracle's action for an act that the engine lists; None for what the oracle leaves out."""
    match act:
        case PackShuffled() | CapsConceded():
            return None
        case CardsDealt():
            return ("deal",)
        case PackCut(seat, depth):
            return ("cut", seat, None if depth is None else "any")
        case RedealDemanded(seat):
            return ("redeal", seat)
        case BidMade(seat, bid):
            return ("bid", seat, bid)
        case Passed(seat):
            return ("pass", seat)
        case PartnerAsked(seat):
            return ("ask", seat)
        case IndicatorPlaced(seat, card):
            return ("indicator", seat, card)
        case TrumpOpened(seat):
            return ("open", seat)
        case TrumpClosed(seat):
            return ("closed", seat)
        case CardPlayed(seat, card, down, indicator):
            return ("play", seat, card, HOW_BACK[down, indicator])
        case FaceDownInspected(seat, trumps):
            return ("inspect", seat, "trumps" if trumps else "none")
        case SpoiltTrumpsDeclared(seat):
            return ("spoilt", seat)
        case CapsCalled(seat):
            return ("caps", seat)
    raise ValueError(act)
