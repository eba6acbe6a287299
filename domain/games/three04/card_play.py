"""The play of a deal of 304 as tables (000 "Play", "Closed Trump games", "Exhausted Trumps")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.card_play import CardPlay, TrickTables
from domain.engine.state import NOBODY
from domain.games.three04.acts import CardsRevealed, FaceDownInspected, IndicatorRevealed, TrumpOpened
from domain.games.three04.slams import may_bind_to_trumps
from domain.games.three04.stages.declare import is_barred_from_leading_trump
from domain.games.three04.stages.marriages import points_needed

if TYPE_CHECKING:
    from domain.games.three04.state import Three04State


def card_play(s: Three04State) -> CardPlay:
    """Return the tables of the play from this state on, in which the trump and the sides are known."""
    game, table = s.rules.ruleset, s.rules.tables
    size = len(game.pack.ranks)
    bits = tuple(table.card)
    last_trick = game.last_trick_bonus
    # `needed` counts the trick before as the last one.
    counted = last_trick if last_trick and s.last_winner != NOBODY and s.makers() >> s.last_winner & 1 else 0
    return CardPlay(
        order=tuple(bits[n : n + size] for n in range(0, len(bits), size)),
        points=table.points,
        trump=s.trump,
        makers=s.makers(),
        needed=points_needed(s) + counted,
        needs_all=bool(s.slam),
        last_trick=last_trick,
        closed=s.closed,
        indicator=s.indicator,
        maker_trumps_from_hand=game.closed.maker_cut_with_hand_trump,
        barred=is_barred_from_leading_trump(s),
        shown_after=shown_after(s),
        exhausted=game.exhausted.trigger if may_bind_to_trumps(s) else "never",
        exhausted_closed=game.exhausted.applies_closed,
        duty=s.duty,
    )


def shown_after(s: Three04State) -> int | None:
    """Return the number of tricks after which the indicator is shown at the latest; None if no trick shows it."""
    game = s.rules.ruleset
    if game.caps.call_opens_trump and s.caps_caller == s.maker:
        return 0
    if (s.slam or s.bid >= game.closed.reveal_from) and not (s.closed and any(s.tricks)):
        # If the trump stayed closed after the first trick, against the rules, no later trick shows it.
        return 1
    return None


def trick_tables(s: Three04State) -> TrickTables:
    """Return the order of the cards, the same under every trump, and the trump if it is open."""
    game, table = s.rules.ruleset, s.rules.tables
    order = dict.fromkeys(game.pack.suits, game.pack.ranks[::-1])
    trump = next((suit for suit, mask in table.suit.items() if mask == s.trump), "")
    return TrickTables(
        orders=dict.fromkeys(("", *game.pack.suits), order),
        trump="" if s.closed else trump,
        closed=s.closed,
        opens=(IndicatorRevealed.__name__, TrumpOpened.__name__),
        looks=FaceDownInspected.__name__,
        shows=CardsRevealed.__name__,
        shows_own=game.reveal.maker_discard == "shown",
        shown_after=shown_after(s),
    )
