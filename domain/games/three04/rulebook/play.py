"""The rules of the play, open and closed; exhausted and spoilt trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.rulebook.words import OURS, Sentences, cite, several
from domain.games.three04.rulebook.sources import (
    CATS_CLOSED,
    CLOSED,
    EXHAUSTED,
    JAFFNA_CUTTING,
    OPEN,
    PLAY,
    REVEAL,
    SPOILT,
)

if TYPE_CHECKING:
    from domain.games.three04.ruleset import Three04Ruleset


def play(game: Three04Ruleset) -> Sentences:
    """Yield the rules of every trick, and of the open game."""
    yield (
        "The player at dealer's right leads to the first trick; after that the winner of each trick leads to the next.",
        PLAY,
    )
    yield "Players follow suit if they can; otherwise they may play any card.", PLAY
    yield "The highest trump wins the trick, or, if there is none, the highest card of the suit led.", PLAY
    yield "To play a trump to a plain suit is to trump the trick.", PLAY
    back = game.may_review_tricks
    if back:
        yield (
            f"Players may look back at the last {'trick' if back == 1 else several(back, 'trick')}, not further.",
            (cite(back, {1: PLAY})),
        )
    else:
        yield "Nobody may look back at a trick.", OURS
    yield (
        "Before the first lead the trump maker may open the game: the indicator is shown and taken to hand, and all "
        "cards are played face up.",
        OPEN,
    )


def closed_game(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the closed game."""
    terms = game.closed
    yield (
        "If the trump maker does not open it, the game is closed: a player who cannot follow suit plays face down.",
        CLOSED,
    )
    yield "A trump maker at dealer's right may not lead a trump to the first trick.", CLOSED
    yield "If that leaves nothing to lead, the game must be opened.", OURS
    yield (
        "The indicator itself may be played only face down, to trump a plain suit that another player led, or as the "
        "trump maker's last card.",
        CLOSED,
    )
    yield (
        "If trumps are led and the indicator is the trump maker's only trump, the trump maker plays another card "
        "face down.",
        CLOSED,
    )
    if terms.maker_cut_with_hand_trump:
        yield "The trump maker may also play a trump from the hand face down, and so trump with it.", CATS_CLOSED
    else:
        yield "While the indicator lies there the trump maker trumps with it and with no other trump.", JAFFNA_CUTTING
        yield "A trump maker who cannot follow suit and holds nothing but trumps in hand must trump.", OURS
    yield "After a trick with face-down cards the trump maker looks at them and says whether any is a trump.", CLOSED
    yield "If none is, they stay hidden, and the highest card of the suit led wins.", CLOSED
    if game.reveal.maker_discard == "shown":
        yield "If any is, all the face-down cards are shown, and so is the indicator.", CATS_CLOSED
    else:
        yield "If any is, the face-down cards of the other players are shown, and so is the indicator.", CLOSED
        yield "A plain card that the trump maker played face down stays hidden.", CLOSED
    yield "An indicator that was shown and not played goes to the trump maker's hand.", CLOSED
    yield "Once the indicator has been shown, all cards are played face up.", CLOSED
    least = game.format_points(terms.reveal_from)
    yield (
        f"With a bid of {least} or more the indicator is shown after the first trick in any case.",
        cite(terms.reveal_from, {250: REVEAL}),
    )


def exhausted_trumps(game: Three04Ruleset) -> Sentences:
    """Yield the rules of exhausted trumps."""
    terms = game.exhausted
    if terms.trigger == "unanswered_lead":
        yield (
            "If the trump maker leads a trump and nobody else plays one, the trump maker must lead all the trumps in "
            "the hand before any other card.",
            EXHAUSTED,
        )
    else:
        yield "A trump maker who holds all trumps that are left must lead them before any other card.", OURS
    if terms.applies_closed:
        yield "That holds in a closed game too, but for the indicator.", EXHAUSTED
    else:
        yield "That does not hold while the game is closed.", OURS


def spoilt_trumps(game: Three04Ruleset) -> Sentences:
    """Yield the rules of spoilt trumps."""
    terms = game.spoilt
    yield (
        "If the trump maker's opponents were dealt no trump, trumps are spoilt: once that is declared, nothing is "
        "scored, and the same dealer deals again.",
        SPOILT,
    )
    if terms.who == "any":
        yield "Any player may declare it.", SPOILT
    else:
        yield "Only an opponent of the trump maker may declare it.", CATS_CLOSED
    if terms.until == "last_card":
        yield "It is too late when the last card has been played.", SPOILT
    else:
        yield "It is too late when the last trick has begun.", CATS_CLOSED
