"""Sentences about the order that survived a shuffle, and about how the cards were dealt (`replay.audit_shuffle`)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.engine.faces import faces_of
from replay.words.knowledge import MANY

if TYPE_CHECKING:
    from domain.audit.shuffle import Dealing, Gathering, Misdealt, Survived
    from domain.record.record import Record
    from replay.words import Language

RARE: Final = Fraction(1, 100)
"""The chance below which a result is called unlikely after a thorough shuffle."""


def warning(language: Language) -> str:
    """Return the warning that the figures prove no guilt."""
    return language.gettext(
        "This is no proof of guilt. It says how often chance alone leaves as much order, not why order was left. How "
        "tricks are picked up is assumed, since no document tells; and order also survives an honest, short shuffle."
    )


def rules(language: Language, minimal: bool) -> str:
    """Return the sentence about the shuffle that the rules of the game want. ``minimal``: they let it be short."""
    if minimal:
        return language.gettext(
            "The rules of this game let the dealer shuffle little (000 “Deal”, 004 “Shuffling Rules”); the cut is the "
            "answer."
        )
    return language.gettext("The rules of this game ask for a thorough shuffle.")


def why_not(language: Language, reason: str) -> str:
    """Return the sentence for why the shuffle cannot be judged.

    ``reason``: ``first``, ``pack``, ``tricks``, ``record``; any other for too little knowledge.
    """
    _ = language.gettext
    match reason:
        case "first":
            return _("There is no deal before this one in a match, so nothing is known of the pack that was shuffled.")
        case "pack":
            return _("The deal before was played with another pack.")
        case "tricks":
            return _("No trick was played in the deal before, so nobody can tell how its cards lay.")
        case "record":
            return _("Neither the pack nor all the cards dealt are recorded.")
    return _("Too little is known.")


def gathering(language: Language, assumed: Gathering) -> str:
    """Return a phrase for an assumption about how the tricks were picked up."""
    _ = language.gettext
    match assumed.piles, assumed.top:
        case "one", "first":
            return _("each trick laid on the one before; in a trick the card played first on top")
        case "one", _top:
            return _("each trick laid on the one before; in a trick the card played last on top")
        case _piles, "first":
            return _(
                "each side’s tricks in a pile, the trump maker’s on the other; in a trick the card played first on top"
            )
    return _("each side’s tricks in a pile, the trump maker’s on the other; in a trick the card played last on top")


def odds(language: Language, chance: Fraction) -> str:
    """Return a phrase for how often something happens by chance."""
    _ = language.gettext
    if chance == 1:
        return _("always")
    if chance < Fraction(1, 10**15):
        return _("less than once in a quadrillion times")
    if chance >= Fraction(1, 20):
        return _("%(share)s of the time", share=language.percent(float(chance)))
    times = int(1 / chance)
    number = language.in_words(times) if times >= MANY else language.number(times)
    return _("about once in %(number)s times", number=number)


def survived(language: Language, order: Survived) -> str:
    """Return the sentences about the order that survived under one assumption."""
    _ = language.gettext
    chance = odds(language, order.chance)
    if order.evidence != "order":
        return _(
            "Neighbours dealt in one batch: %(kept)s of %(pairs)s. Most cards of one run in a batch: %(longest)s. A "
            "perfect shuffle leaves as much: %(chance)s.",
            kept=order.kept,
            pairs=order.pairs,
            longest=order.longest,
            chance=chance,
        )
    return _(
        "Cards that still had the same card below: %(kept)s of %(pairs)s. The longest run: %(longest)s. Rising "
        "sequences: %(rising)s. A perfect shuffle leaves as many neighbours: %(chance)s. It leaves as few rising "
        "sequences: %(rising_chance)s.",
        kept=order.kept,
        pairs=order.pairs,
        longest=order.longest,
        rising=order.rising,
        chance=chance,
        rising_chance=odds(language, order.rising_chance),
    )


def verdict(language: Language, tried: tuple[Survived, ...], chance: Fraction) -> str:
    """Return the sentence of the result over all assumptions. ``chance``: see `domain.audit.shuffle.allowing_for`."""
    _ = language.gettext
    if chance >= RARE:
        return _("No more order survived than a thorough shuffle may well leave.")
    best = min(tried, key=lambda each: each.least)
    values = {
        "tried": len(tried), "chance": odds(language, chance), "assumption": gathering(language, best.gathering),
    }  # fmt: skip
    if best.rising_chance < best.chance:
        return _(
            "More order survived than a thorough shuffle is likely to leave (so few rising sequences): with %(tried)s "
            "assumptions tried, %(chance)s. Best fits: %(assumption)s.",
            **values,
        )
    return _(
        "More order survived than a thorough shuffle is likely to leave (so many neighbours): with %(tried)s "
        "assumptions tried, %(chance)s. Best fits: %(assumption)s.",
        **values,
    )


def dealing(language: Language, record: Record, dealt: Dealing) -> str:
    """Return the sentences for whether the cards came to the seats that pack and cut give them to."""
    _ = language.gettext
    cut = ""
    if dealt.depth is not None:
        cut = _("a cut of %(depth)s", depth=dealt.depth) if dealt.depth else _("the pack not cut")
    if dealt.verdict == "unknown":
        return _("Pack or cards are not recorded, so the dealing cannot be checked.")
    if dealt.wrong:
        return _wrong(language, record, dealt.wrong, cut, dealt.counted)
    if dealt.counted:
        return _("Every card came to the seat that pack and cut give it to, with %(cut)s.", cut=cut)
    if cut:
        return _("The cut was not counted; the cards fit %(cut)s, and every card is where it belongs.", cut=cut)
    return _("The cut was not counted; several depths fit, and every card is where it belongs.")


def _wrong(language: Language, record: Record, wrong: Misdealt, cut: str, counted: bool) -> str:
    _ = language.gettext
    faces = faces_of(record.rules.ruleset)
    rank, suit = _(faces.ranks[wrong.card[0]].word), _(faces.suits[wrong.card[1]].word)
    values = {
        "cut": cut,
        "position": wrong.position,
        "card": _("{rank} of {suit}").format(rank=rank, suit=suit),
        "due": language.seat(wrong.due),
    }
    if wrong.dealt:
        text = _(
            "With %(cut)s card %(position)s from the top, %(card)s, was for %(due)s. It came to %(dealt)s.",
            **values,
            dealt=language.seat(wrong.dealt),
        )
    else:
        text = _(
            "With %(cut)s card %(position)s from the top, %(card)s, was for %(due)s. It came to nobody in this batch.",
            **values,
        )
    if not counted:
        text += " " + _("The cut was not counted, and no depth fits; this is the one that fits longest.")
    return text + " " + _("First wrong at ply %(ply)s (000 “Deal”).", ply=wrong.ply)
