"""The rules of announcements in the play: Caps, Double, marriages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.rulebook.words import OURS, Sentences, cite, number, ordinal, tokens
from domain.games.three04.rulebook.sources import (
    CAPS,
    CATS_CAPS,
    CATS_EXTERNAL,
    CLOSED,
    CONJECTURE,
    JAFFNA_CAPS,
    SCORING,
    TAMIL_NADU,
    VARIANTS,
)

if TYPE_CHECKING:
    from domain.games.three04.ruleset import Three04Ruleset


def caps(game: Three04Ruleset) -> Sentences:
    """Yield the rules of Caps."""
    terms = game.caps
    if terms.teams == "nobody":
        return
    external = terms.teams == "both" and terms.external != "off"
    who = "a player" if external else "a player of the trump maker's team"
    yield f"Caps is to win all {number(game.hand_size)} tricks.", CAPS
    if terms.basis == "information":
        yield (
            f"As soon as {who} can know, from the cards played so far, that their team will win every trick however "
            "the others play, that player must call Caps.",
            CAPS,
        )
        may = "may" if terms.forced_plays_count else "may not"
        yield f"A player {may} count on the cards that the rules force others to play.", OURS
    else:
        yield (
            f"As soon as {who} believes that their team will win every trick, that player must call Caps; the hands "
            "show whether the call was right.",
            CATS_CAPS,
        )
    order = "states the order in which they will be played"
    if terms.order == "strict":
        yield f"The caller shows all remaining cards and {order}.", CAPS
    else:
        yield f"The caller shows all remaining cards and {order}; one that may not be played yet waits.", OURS
    if terms.call_opens_trump:
        yield "A trump maker who calls turns up the trump indicator, and trumps are open from then on.", CAPS
    else:
        yield (
            "A call does not open a closed game: the trump maker's order keeps to the rules for closed trumps.",
            CLOSED,
        )
    yield {
        "none": ("The call comes with the very card that made it certain.", JAFFNA_CAPS),
        "until_next_own_lead": ("The call may wait until the caller's next lead.", CAPS),
        "end_of_trick": ("The call may wait until the end of the trick.", CAPS),
    }[terms.grace]
    before = game.caps_bonus_before_trick
    known = (game.hand_size, before, terms.bonus) == (8, 7, 1)
    yield (
        f"A correct call before the {ordinal(before)} trick begins wins {tokens(terms.bonus)} more.",
        SCORING if known else OURS,
    )
    yield from _wrong(game)
    if external:
        yield from _external(game)


def _wrong(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the cost of Wrong Caps."""
    terms = game.caps
    wrong, lost = tokens(terms.wrong), tokens(terms.trick_lost)
    known = (terms.wrong, terms.trick_lost) == (2, 5)
    added = terms.wrong_combine == "add"
    source = (CATS_CAPS if added else SCORING) if known else OURS
    yield (
        f"To call too early, too late or not at all is Wrong Caps: it costs {wrong}, and the bid wins nothing.",
        source,
    )
    yield f"To lose a trick after the call costs {lost} instead, and the bid wins nothing.", source
    if added:
        yield "The cost of a failed bid is added to that.", CATS_CAPS
    else:
        yield "That replaces the cost of a failed bid.", SCORING


def _external(game: Three04Ruleset) -> Sentences:
    """Yield the rules of Caps of the trump maker's opponents."""
    terms = game.caps
    if terms.external == "fixed_8":
        yield "Caps of the trump maker's opponents (External Caps) wins them eight tokens.", CATS_EXTERNAL
    else:
        yield (
            "Caps of the trump maker's opponents (External Caps) wins them what the failed bid costs and "
            f"{tokens(terms.bonus)} more.",
            cite(terms.bonus, {1: VARIANTS}),
        )
    if terms.external_wrong == "same":
        yield "Wrong External Caps costs as much as any other.", CATS_EXTERNAL
    else:
        yield "Wrong External Caps costs nothing.", OURS


def double(game: Three04Ruleset) -> Sentences:
    """Yield the rules of Double."""
    terms = game.double
    if not terms.allowed:
        return
    tricks = number(terms.after_trick)
    yield (
        f"If a team has won the first {tricks} tricks, the winner of the last of them may announce Double before "
        f"leading to the next: the undertaking to win all {number(game.hand_size)}.",
        cite(terms.after_trick, {5: TAMIL_NADU}),
    )
    yield (
        f"If the team then wins them all, that wins {tokens(terms.bonus)} more.",
        cite(terms.bonus, {1: TAMIL_NADU}),
    )
    yield f"If it does not, that costs {tokens(terms.penalty)}.", OURS


def marriages(game: Three04Ruleset) -> Sentences:
    """Yield the rules of marriages, which change the points that are needed."""
    terms = game.marriages
    if not terms.allowed:
        return
    trump, plain = game.format_points(terms.trump), game.format_points(terms.plain)
    source = cite((terms.trump, terms.plain), {(40, 20): CONJECTURE})
    yield "King and queen of a suit in one hand are a marriage.", CONJECTURE
    yield "At their turn to play, once trumps are open, a player may show one.", OURS
    yield (
        f"One that the trump maker's side shows lowers what the bid needs by {trump} points if it is in trumps, by "
        f"{plain} if in another suit.",
        source,
    )
    yield "One that the others show raises it by as much.", source
