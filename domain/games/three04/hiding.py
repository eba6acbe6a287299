"""The visibility of the acts that only 304 has (000 "Choosing the Trump Suit", "Closed Trump games")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, Fact
from domain.engine.hiding import Hider, Viewer, hide_card
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    DoubleAnnounced,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    PartnerAsked,
    PartnerCardNamed,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)


def _hide_inspection(fact: FaceDownInspected, viewer: Viewer) -> Fact:
    if fact.seat == viewer:
        return fact
    return FaceDownInspected(fact.seat, fact.trumps, dict.fromkeys(fact.cards, UNKNOWN))


HIDDEN: Final[Mapping[type[Fact], Hider]] = {
    IndicatorPlaced: hide_card,
    IndicatorTakenBack: hide_card,
    FaceDownInspected: _hide_inspection,
}

PUBLIC: Final[frozenset[type[Act]]] = frozenset(
    {
        RedealDemanded, BidMade, PartnerAsked, TrumpOpened, TrumpClosed, CardsRevealed, IndicatorRevealed, CapsCalled,
        CapsConceded, SpoiltTrumpsDeclared, DoubleAnnounced, PartnerCardNamed, MarriageDeclared,
    }
)  # fmt: skip
