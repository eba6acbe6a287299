"""The visibility of the acts that only Sidi Barrani has: all of them are public (003 "Play")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from domain.engine.facts import Act, Fact
from domain.engine.hiding import Hider
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)

HIDDEN: Final[Mapping[type[Fact], Hider]] = {}

PUBLIC: Final[frozenset[type[Act]]] = frozenset(
    {
        ContractBid, Doubled, Redoubled, WeisDeclared, WeisDetailed, WeisConceded, WeisScored, WeisDemanded, WeisShown,
        StoeckClaimed,
    }
)  # fmt: skip
