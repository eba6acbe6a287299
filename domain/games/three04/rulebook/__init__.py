"""The chapters of the rulebook of 304, in the order of play."""

from __future__ import annotations

from domain.games.three04.rulebook import bidding, calls, cards, pay, play

CHAPTERS = (
    ("Players and cards", cards.cards),
    ("The deal", cards.deal),
    ("Half Court", bidding.half_court),
    ("Bidding", bidding.auction),
    ("The trump indicator", bidding.indicator),
    ("The second auction", bidding.second_auction),
    ("Partner Close Caps", bidding.close_caps),
    ("Play", play.play),
    ("The closed game", play.closed_game),
    ("Exhausted trumps", play.exhausted_trumps),
    ("Spoilt trumps", play.spoilt_trumps),
    ("Caps", calls.caps),
    ("Double", calls.double),
    ("Marriages", calls.marriages),
    ("Scoring", pay.pay),
    ("The match", pay.match),
)
"""The chapters, in this order; a chapter without sentences is left out."""
