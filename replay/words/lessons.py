"""The questions of lessons in words."""

from __future__ import annotations

from typing import Final

from replay.words import gettext_noop

QUESTIONS: Final = {
    "card": gettext_noop("Play a card."),
    "bid": gettext_noop("Bid or pass."),
    "game": gettext_noop("Closed or open?"),
    "caps": gettext_noop("Call Caps now?"),
    "holder": gettext_noop("Who can hold the card?"),
    "trumps": gettext_noop("How many trumps are out?"),
    "points": gettext_noop("Count the points."),
    "breach": gettext_noop("Spot the breach and its clause."),
    "settle": gettext_noop("Settle the deal."),
    "weis": gettext_noop("Put the Weis in order, the best first."),
    "text": gettext_noop("Answer in your own words."),
}
"""Each kind of question (`replay.lessons.questions`) in words."""
