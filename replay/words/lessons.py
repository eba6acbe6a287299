"""The questions of lessons in words, and the reasons for their marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from replay.words import gettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from domain.engine.cards import Card, Seat
    from replay.words import Language

QUESTIONS: Final = {
    "card": gettext_noop("Play a card."),
    "bid": gettext_noop("Bid or pass."),
    "game": gettext_noop("Closed or open?"),
    "caps": gettext_noop("Call Caps now?"),
    "holder": gettext_noop("Who can have the card?"),
    "trumps": gettext_noop("How many trumps do the others have?"),
    "points": gettext_noop("How many points has each side now?"),
    "breach": gettext_noop("Spot the breach and its rule."),
    "settle": gettext_noop("What is the deal worth?"),
    "weis": gettext_noop("Put the Weis in order, the best first."),
    "text": gettext_noop("Answer in your own words."),
}
"""Each kind of question (`replay.lessons.questions`) in words."""


def order_wins(language: Language, order: Iterable[Card]) -> str:
    """Return the sentence that an order of cards is certain to win."""
    return language.gettext(
        "This order wins every remaining trick, wherever the other cards are: %(cards)s.", cards=" ".join(order)
    )


def no_order_wins(language: Language) -> str:
    """Return the sentence that no order of cards is certain to win."""
    return language.gettext("No order is certain to win every remaining trick, wherever the other cards are.")


def no_call(language: Language) -> str:
    """Return the sentence that Caps may not be called now."""
    return language.gettext("A call is not allowed here.")


def card_behind(language: Language, points: float, best: Sequence[Card], deals: int, seat: Seat) -> str:
    """Return the sentence on a card that is worse than the best ones by ``points`` on average over ``deals``."""
    values = {"deals": language.number(deals), "seat": language.seat(seat)}
    if points == 0:
        return language.gettext(
            "No card is better on average over %(deals)s deals that fit what %(seat)s saw.", **values
        )
    return language.gettext(
        "Best: %(cards)s. This card costs %(points)s on average over %(deals)s deals that fit what %(seat)s saw.",
        cards=language.either(best),
        points=f"{points:.1f}",
        **values,
    )


def bid_made(language: Language, trump: str, made: Mapping[str, int], deals: int) -> str:
    """Return in how many of some deals a bid is made, and the highest bid. ``made``: the number by bid.

    ``trump``: the word for the suit, as a msgid.
    """
    (bid, count), *others = made.items()
    values = {"trump": language.gettext(trump), "bid": bid, "deals": deals, "made": count}
    if not count:
        return language.gettext(
            "With these cards, and %(trump)s as trump, %(bid)s is made in none of %(deals)s deals dealt from here.",
            **values,
        )
    sentence = language.gettext(
        "With these cards, and %(trump)s as trump, %(bid)s is made in %(made)s of %(deals)s deals dealt from here.",
        **values,
    )
    for high, often in others:
        more = (
            language.gettext("%(bid)s is made in %(made)s of them.", bid=high, made=often)
            if often
            else language.gettext("%(bid)s is made in none of them.", bid=high)
        )
        sentence = f"{sentence} {more}"
    return sentence


def weis_worth(language: Language, number: int, points: int, count: int) -> str:
    """Return what the Weis of a number in a question is worth. ``count``: the number of its cards."""
    return language.gettext(
        "%(number)s: %(points)s points, cards: %(count)s.", number=number, points=points, count=count
    )


def points_of_tricks(language: Language, tricks: Iterable[tuple[str, Sequence[Seat]]]) -> str:
    """Return the points of each trick with the side that took it. ``tricks``: the points, and the seats of the side."""
    return " ".join(
        language.gettext(
            "Trick %(number)s: %(points)s points for %(side)s.",
            number=number,
            points=points,
            side=language.together(map(language.seat, seats)),
        )
        for number, (points, seats) in enumerate(tricks, 1)
    )


def trumps_counted(language: Language, in_all: int, own: int, played: int, out: Sequence[Card]) -> str:
    """Return how many trumps there are, how many the seat holds, how many were played, and which are still out."""
    counted = language.gettext(
        "Trumps in the game: %(all)s. You hold: %(own)s. Played: %(played)s.", all=in_all, own=own, played=played
    )
    return f"{counted} {trumps_out(language, out)}"


def trumps_out(language: Language, out: Sequence[Card]) -> str:
    """Return which trumps are still with the others."""
    if not out:
        return language.gettext("No trump is out any more.")
    return language.gettext("Trumps still out: %(cards)s.", cards=" ".join(out))


def seat_is_void(language: Language, seat: Seat, suits: Sequence[str]) -> str:
    """Return that a seat has no card of some suits. ``suits``: their names as msgids."""
    names = language.together(map(language.gettext, suits))
    return language.gettext("%(seat)s is void in %(suits)s.", seat=language.seat(seat), suits=names)


def cards_are_high(language: Language, cards: Sequence[Card]) -> str:
    """Return which cards of the seat nobody can beat in their suit."""
    return language.gettext("High in your hand: %(cards)s.", cards=" ".join(cards))


def revoke_shown(language: Language, seat: Seat, trick: int, card: Card) -> str:
    """Return that a seat did not follow suit in a trick, as a card that it played later shows."""
    return language.gettext(
        "%(seat)s did not follow suit in trick %(trick)s, but still held %(card)s and played it later.",
        seat=language.seat(seat),
        trick=trick,
        card=card,
    )
