"""The themes of problems in words."""

from __future__ import annotations

from typing import Final

from replay.words import gettext_noop

TITLES: Final = {
    "caps": gettext_noop("Caps now?"),
    "draw-trumps": gettext_noop("Draw trumps or not"),
    "card": gettext_noop("The best card"),
    "holder": gettext_noop("Who can have the card?"),
    "trumps": gettext_noop("Trumps out"),
    "points": gettext_noop("Count the points"),
    "breach": gettext_noop("Spot the breach"),
    "settle": gettext_noop("What is the deal worth?"),
}
"""Each theme (`replay.puzzles.themes`) in words."""
LEVELS: Final = {1: gettext_noop("easy"), 2: gettext_noop("medium"), 3: gettext_noop("hard")}
"""Each estimate of how difficult a problem is (`replay.puzzles.puzzle.LEVELS`) in words."""
REASONS: Final = {
    "hidden": gettext_noop("You cannot see the hands of this problem's deal now."),
    "changed": gettext_noop("This problem no longer exists: its deal was corrected, or its problems were made again."),
    "waiting": gettext_noop("The problems of this deal are being made. Come back later."),
    "withdrawn": gettext_noop("This problem is no longer offered."),
}
"""Why a problem of a deck cannot be solved now (`api.learning.deck`) in words."""
