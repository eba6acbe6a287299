"""The sources of the rules of 304: document and heading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from domain.games.three04.ruleset import Three04Ruleset

PLAYERS: Final = "000 “Players and Cards”"
DEAL: Final = "000 “Deal”"
BID4: Final = "000 “Bidding with Four Cards”"
TRUMP: Final = "000 “Choosing the Trump Suit”"
BID8: Final = "000 “Bidding with Eight Cards”"
PLAY: Final = "000 “Play”"
OPEN: Final = "000 “Open Trump games”"
CLOSED: Final = "000 “Closed Trump games”"
REVEAL: Final = "000 “Special Rule for Bids of 250 or more”"
EXHAUSTED: Final = "000 “Exhausted Trumps”"
SPOILT: Final = "000 “Spoilt Trumps”"
CAPS: Final = "000 “Caps”"
PCC: Final = "000 “Partner Close Caps”"
SCORING: Final = "000 “Scoring”"
VARIANTS: Final = "000 “Variants”"
MAHARASHTRA: Final = "000 “Maharashtrian version”"
TAMIL_NADU: Final = "000 “Tamil Nadu version”"
CATS_DEAL: Final = "002 “How to Play 304”"
CATS_BID: Final = "002 “Initial deal and bidding in 304”"
CATS_CLOSED: Final = "002 “Closed Trump Game”"
CATS_CAPS: Final = "002 “Caps”"
CATS_EXTERNAL: Final = "002 “External Caps”"
CATS_FINAL: Final = "002 “Final Scoring”"
CATS_DECIMAL: Final = "002 “Alternate Scoring Variant”"
JAFFNA_BID4: Final = "004 “Four card bid”"
JAFFNA_BID8: Final = "004 “Eight Card Bid”"
JAFFNA_CUTTING: Final = "004 “Cutting”"
JAFFNA_BREACH: Final = "004 “Rule Violations”"
JAFFNA_CAPS: Final = "004 “Caps”"
CONJECTURE: Final = f"{MAHARASHTRA}, a conjecture"


def about(game: Three04Ruleset) -> str:
    """Return the source of the rules on a game with this number of players and these cards."""
    if "3" in game.pack.ranks:
        return TAMIL_NADU
    return PLAYERS if len(game.seating.seats) == 4 else VARIANTS
