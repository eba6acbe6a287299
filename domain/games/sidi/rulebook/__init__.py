"""The chapters of the rulebook of Sidi Barrani, in the order of play, with the Swiss names of the cards."""

from __future__ import annotations

from domain.games.sidi.rulebook import bidding, cards, play, scoring, weis

CHAPTERS = (
    ("Players and cards", cards.cards),
    ("What the cards are worth", cards.values),
    ("The deal", cards.deal),
    ("Bidding", bidding.bidding),
    ("Play", play.play),
    ("Weis", weis.weis),
    ("Stöck", weis.stoeck),
    ("Scoring", scoring.scoring),
    ("The match", scoring.match),
)
"""The chapters, in this order; a chapter without sentences is left out."""
