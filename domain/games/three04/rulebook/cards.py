"""The rules of players, cards and the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import RANK_NAMES
from domain.engine.rulebook.figures import CardValues
from domain.engine.rulebook.words import (
    OURS,
    Sentences,
    capitalize,
    cite,
    join_words,
    number,
    partnership,
    several,
    times,
    worth,
)
from domain.games.three04.rulebook.sources import (
    BID4,
    CATS_DEAL,
    CATS_DECIMAL,
    DEAL,
    MAHARASHTRA,
    PLAYERS,
    TAMIL_NADU,
    VARIANTS,
    about,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.three04.ruleset import Three04Ruleset


def cards(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the players and the cards."""
    source = about(game)
    count = len(game.seating.seats)
    players = f"{capitalize(number(count))} players"
    if game.partner_named:
        yield f"{players}, each for themselves; in each deal the trump maker has a partner.", MAHARASHTRA
    elif game.partners == 1:
        yield f"{players} in two teams; partners sit opposite each other: {partnership(game.seating)}.", source
    else:
        teams = f"two teams of {number(count // 2)}, sitting alternately"
        yield f"{players} in {teams}: {partnership(game.seating)}.", source
    yield "Dealing, bidding and play go counter-clockwise, to the right.", PLAYERS
    pack = game.pack
    names = [RANK_NAMES[rank] for rank in reversed(pack.ranks)]
    yield f"The pack has {pack.size} cards, in each suit from high to low {join_words(names)}.", source
    points = [game.format_points(value) for value in reversed(pack.points)]
    yield f"Card points: {worth(list(zip(names, points, strict=True)))}.", source
    yield f"The whole pack is worth {game.format_points(pack.total)}.", source
    if game.points_scale == "0.1":
        yield "All points are written as tenths.", CATS_DECIMAL


def card_values(game: Three04Ruleset) -> Iterator[CardValues]:
    """Yield the points of the cards of a suit; all suits are alike."""
    pack = game.pack
    pairs = zip(reversed(pack.ranks), reversed(pack.points), strict=True)
    yield CardValues("", tuple((rank + pack.suits[0], game.format_points(points)) for rank, points in pairs))


def deal(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the shuffle, the cut, the batches and the redeal."""
    yield "Anybody may deal first; after each deal the turn to deal passes to the right.", DEAL
    if game.shuffle == "minimal":
        yield "The dealer shuffles, and need not shuffle thoroughly.", DEAL
    else:
        yield "The dealer shuffles thoroughly.", CATS_DEAL
    yield "The player at dealer's left may cut.", DEAL
    source = DEAL if len(game.seating.seats) == 4 else cite(game.batches, {(3, 1): VARIANTS, (4, 2): VARIANTS})
    first, *rest = game.batches
    dealt = f"Beginning at dealer's right, each player is dealt {several(first, 'card')}"
    yield f"{dealt}{_later(game, rest)}.", OURS if about(game) == TAMIL_NADU else source
    redeal = game.redeal
    if redeal.threshold is None:
        return
    weak = f"dealer's right may reject a first batch worth less than {game.format_points(redeal.threshold)} points"
    yield (
        f"Before anybody has bid or passed, {weak}: the cards are thrown in, and the same dealer deals again.",
        cite(redeal.threshold, {15: BID4}),
    )
    if redeal.max is not None:
        yield f"That may happen {times(redeal.max)} in a deal, not more.", OURS
    if redeal.after_ask:
        yield "It may still be done after asking one's partner to bid.", OURS


def _later(game: Three04Ruleset, batches: list[int]) -> str:
    """Return the dealing of the other batches in words; empty if there are none."""
    if not batches:
        return ""
    more = join_words([f"{number(size)} more" for size in batches], "and then")
    between = game.stages[: max(n for n, stage in enumerate(game.stages) if stage.startswith("deal"))]
    if "half court" in between:
        return f", and {more} if nobody bids Half Court"
    return f", and {more} when the trump indicator lies on the table" if "indicator" in between else f", then {more}"
