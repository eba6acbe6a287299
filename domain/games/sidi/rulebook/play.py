"""The rules of following, trumping and winning tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.rulebook.words import OURS, Sentences, cite, several
from domain.games.sidi.rulebook.cards import trumps
from domain.games.sidi.rulebook.sources import PLAY, PLAYERS

if TYPE_CHECKING:
    from domain.games.sidi.ruleset import SidiRuleset


def play(game: SidiRuleset) -> Sentences:
    """Yield the rules of following, trumping and winning tricks."""
    yield (
        "The declarer leads to the first trick, any card; after that the winner of each trick leads to the next.",
        PLAY,
    )
    if trumps(game):
        yield "If a trump is led, one must play a trump; but nobody has to play the Puur.", PLAY
        yield (
            "If a plain suit is led, one must follow suit or play a trump; without a card of the suit one may play any "
            "card.",
            PLAY,
        )
        yield _undertrumping(game)
        yield "The highest trump wins the trick, or, if there is none, the highest card of the suit led.", PLAYERS
    else:
        yield "One must follow suit; without a card of the suit one may play any card.", PLAY
        yield "The highest card of the suit led wins the trick.", PLAYERS
    back = game.may_review_tricks
    if back:
        yield (
            f"Players may look back at the last {'trick' if back == 1 else several(back, 'trick')}, not further.",
            OURS,
        )
    else:
        yield "Nobody may look back at a trick.", OURS


def _undertrumping(game: SidiRuleset) -> tuple[str, str]:
    terms = game.undertrump
    forced = (
        ", unless they hold nothing but trumps"
        if terms.all_trumps == "free"
        else (", unless they hold nothing but trumps and no higher one")
    )
    return (
        f"Once a plain suit has been trumped, nobody may play a trump lower than the {terms.reference} one in the "
        f"trick{forced}.",
        cite((terms.reference, terms.all_trumps), {("highest", "free"): PLAY}),
    )
