"""The rules of the score of a deal, and of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.rulebook.words import OURS, Sentences, cite, join_words, times
from domain.games.sidi.rulebook.sources import BIDDING, SCORING, VARIATIONS
from domain.games.sidi.rulebook.weis import has_stoeck

if TYPE_CHECKING:
    from domain.games.sidi.ruleset import SidiRuleset


def scoring(game: SidiRuleset) -> Sentences:
    """Yield the rules of the score of a deal."""
    yield "At the end each team counts the card points of its tricks.", SCORING
    yield "The contract is made if the declarer's team has at least as many as were bid.", SCORING
    beside = [name for name, on in (("Weis", game.weis.enabled), ("Stöck", has_stoeck(game))) if on]
    if beside:
        yield f"{join_words(beside)} {'does' if beside == ['Stöck'] else 'do'} not count towards that.", BIDDING
    yield f"Each team scores its {join_words(['card points', *beside])}.", SCORING
    yield (
        "The number that was bid is added to the score of the declarer's team if the contract was made, else to that "
        "of the opponents.",
        SCORING,
    )
    terms = game.double
    if terms.mode != "none":
        yield f"Doubled, it counts {times(terms.factor)}.", cite(terms.factor, {2: SCORING})
    if terms.mode == "redouble":
        yield f"Redoubled, it counts {times(terms.redouble_factor)}.", OURS
    yield "A breach of the rules is put right where it can be.", OURS
    if game.reveal.after_hand:
        yield "When the deal is over, all cards may be seen.", OURS
    else:
        yield "Cards that stayed hidden stay so when the deal is over.", OURS


def match(game: SidiRuleset) -> Sentences:
    """Yield the rules of the end of a match."""
    terms = game.match
    known = {2000: SCORING, 1500: VARIATIONS, 2500: VARIATIONS}
    yield (
        f"The scores are added up; the match is over when a team has {terms.target} points after a deal.",
        cite(terms.target, known),
    )
    yield "The team with more points wins; if both have as many, deals are played until one has more.", SCORING
    yield "The last deal is played to its end; nobody claims the target in the middle of it.", SCORING
    yield (
        f"If the losing team has less than {terms.double_below} points, the winners win a double game.",
        cite(terms.double_below, {1000: SCORING}),
    )
