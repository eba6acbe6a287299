"""The sources of the rules of Sidi Barrani, and the values of document 003."""

from __future__ import annotations

from typing import Final

from domain.games.sidi.ruleset import TrumpOrder

PLAYERS: Final = "003 “Players and Cards”"
WEIS: Final = "003 “Weis and Stöck”"
DEAL: Final = "003 “Deal”"
BIDDING: Final = "003 “Bidding”"
PLAY: Final = "003 “Play”"
SCORING: Final = "003 “Scoring”"
VARIATIONS: Final = "003 “Variations”"

# The values of document 003.
TRUMPS: Final = TrumpOrder()
FOURS: Final = (0, 0, 0, 0, 100, 200, 100, 100, 100)
LADDER: Final = (40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 157, 257)
