"""The rules of payment, and of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.rulebook.figures import PayRow
from domain.engine.rulebook.words import OURS, Sentences, cite, tokens
from domain.games.three04.rulebook.sources import (
    CATS_DECIMAL,
    CATS_FINAL,
    CONJECTURE,
    JAFFNA_BREACH,
    SCORING,
    VARIANTS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.three04.ruleset import Three04Ruleset

BANDS = {(160, 1, 2): SCORING, (200, 2, 3): SCORING, (250, 3, 4): SCORING}
"""The sources of the bands of pay: by the least bid, the tokens won and the tokens lost."""


def pay(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the token table, and of other costs of a deal."""
    whose = "the trump maker and partner" if game.partner_named else "the trump maker's team"
    count = "count" if game.partner_named else "counts"
    yield f"At the end {whose} {count} the card points in their tricks.", SCORING
    yield "The bid is made if they have at least as many as were bid.", SCORING
    if game.last_trick_bonus:
        bonus = game.format_points(game.last_trick_bonus)
        yield (
            f"If they win the last trick, the bid needs {bonus} points less.",
            cite(game.last_trick_bonus, {10: CONJECTURE}),
        )
    for row in pay_rows(game):
        yield row.sentence, row.source
    if game.partner_named:
        yield "The trump maker and the partner each win or lose that much, the others each the opposite.", OURS
        yield "A trump maker who plays alone wins it from each of the others, or loses it to each.", OURS
    if game.violation.remedy == "award_game_plus":
        plus = tokens(game.violation.plus)
        yield (
            f"A player who breaks a rule loses the deal to the other side, which wins {plus} more.",
            cite(game.violation.plus, {2: JAFFNA_BREACH}),
        )
    else:
        yield "A breach of the rules is put right where it can be.", OURS
    if game.reveal.after_hand:
        yield "When the deal is over, all cards may be seen.", OURS
    else:
        yield "Cards that stayed hidden stay so when the deal is over.", OURS


def pay_rows(game: Three04Ruleset) -> Iterator[PayRow]:
    """Yield the rows of the token table: the bands of bids, and the bids to win all tricks."""
    bands = game.pay.bands
    for n, band in enumerate(bands):
        above = bands[n + 1].least if n + 1 < len(bands) else None
        source = cite((band.least, band.win, band.lose), BANDS)
        yield PayRow(_bids(game, band.least, above, first=not n), band.win, band.lose, source)
    if game.two_auctions:
        alone = game.pay.pcc
        source = cite((alone.win, alone.lose), {(4, 5): SCORING})
        yield PayRow("Partner Close Caps", alone.win, alone.lose, source)
    if game.court.half != "off":
        yield PayRow("Half Court", game.pay.half_court.win, game.pay.half_court.lose, OURS)
    if game.court.full:
        yield PayRow("Full Court", game.pay.full_court.win, game.pay.full_court.lose, OURS)


def _bids(game: Three04Ruleset, least: int, above: int | None, *, first: bool) -> str:
    """Return the bids of a band in words."""
    if above is None:
        return "A bid" if first else f"A bid of {game.format_points(least)} or more"
    below = f"less than {game.format_points(above)}"
    return f"A bid of {below}" if first else f"A bid of at least {game.format_points(least)} and {below}"


def match(game: Three04Ruleset) -> Sentences:
    """Yield the rules of tokens, and of the end of a match."""
    terms = game.match
    each = "player" if game.partner_named else "team"
    if terms.end == "points":
        target = game.format_points(terms.decimal_target)
        source = cite(terms.decimal_target, {250: CATS_DECIMAL})
        yield f"Each {each} adds up its card points; the first with {target}, and more than the others, wins.", source
        return
    yield f"Each {each} begins with {tokens(terms.tokens)}.", cite(terms.tokens, {11: SCORING})
    if terms.pay_to == "bank":
        yield "The side that loses pays a neutral bank; the other side gets nothing.", VARIANTS
    else:
        yield "The side that loses pays the other side.", SCORING
    if terms.end == "free":
        yield f"The players stop when they like; the {each} with most tokens is ahead.", CATS_FINAL
        return
    if game.partner_named:
        yield "The match is over when a player has no tokens left; the player with most tokens wins it.", OURS
    elif terms.pay_to == "bank" or terms.end == "bank":
        yield "The first team to lose all its tokens loses the match.", VARIANTS
    else:
        yield "The team that holds all tokens wins the match.", SCORING
    yield "A side that owes more than it has pays what it has.", OURS
