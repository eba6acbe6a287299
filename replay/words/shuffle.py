"""Sentences about the order that survived a shuffle, and about how the cards were dealt (`replay.audits.shuffle`)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.engine.faces import faces_of
from replay.words.knowledge import MANY
from replay.words.places import Moments

if TYPE_CHECKING:
    from domain.audit.shuffle import Dealing, Gathering, Misdealt, Survival
    from domain.record.record import Record
    from replay.words import Language

RARE: Final = Fraction(1, 100)
"""The chance below which a result is called unlikely after a thorough shuffle."""


def warning(language: Language) -> str:
    """Return the warning that the figures prove no guilt."""
    return language.gettext(
        "This does not prove cheating. It shows how often chance alone leaves this much "
        "order, not why the order was left. The way tricks are picked up is an "
        "assumption: no rule document states it. An honest but short shuffle also leaves "
        "order."
    )


def rules(language: Language, minimal: bool) -> str:
    """Return the sentence about the shuffle that the rules of the game want. ``minimal``: they let it be short."""
    if minimal:
        return language.gettext(
            "The rules of this game allow a short shuffle (000 “Deal”, 004 “Shuffling "
            "Rules”); the cut protects against its effects."
        )
    return language.gettext("The rules of this game ask for a thorough shuffle.")


def why_not(language: Language, reason: str) -> str:
    """Return the sentence for why the shuffle cannot be judged.

    ``reason``: ``first``, ``pack``, ``tricks``, ``record``; any other for too little knowledge.
    """
    _ = language.gettext
    match reason:
        case "first":
            return _(
                "No deal came before this one in a match, so the order of the pack before the shuffle is not known."
            )
        case "pack":
            return _("The previous deal was played with another pack.")
        case "tricks":
            return _("No trick was played in the previous deal, so the order of its cards is not known.")
        case "record":
            return _("The order of the pack is not recorded, nor are all the cards dealt.")
    return _("Too little is known to judge the shuffle.")


def describe_gathering(language: Language, assumed: Gathering) -> str:
    """Return a phrase for an assumption about how the tricks were picked up."""
    _ = language.gettext
    match assumed.piles, assumed.top:
        case "one", "first":
            return _("each trick placed on the previous one; in each trick, the card played first on top")
        case "one", _top:
            return _("each trick placed on the previous one; in each trick, the card played last on top")
        case _piles, "first":
            return _(
                "one pile of tricks for each side, the trump maker’s pile on top; in each trick, "
                "the card played first on top"
            )
    return _(
        "one pile of tricks for each side, the trump maker’s pile on top; in each trick, the card played last on top"
    )


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


def describe_survival(language: Language, order: Survival) -> str:
    """Return the sentences about the order that survived under one assumption."""
    _ = language.gettext
    chance = odds(language, order.chance)
    if order.evidence != "order":
        return _(
            "Neighbouring cards dealt in one batch: %(kept)s of %(pairs)s. Most cards of one "
            "run in a batch: %(longest)s. A perfect shuffle leaves at least this much order "
            "%(chance)s.",
            kept=order.kept,
            pairs=order.pairs,
            longest=order.longest,
            chance=chance,
        )
    return _(
        "Cards with the same card below as before: %(kept)s of %(pairs)s. The longest "
        "run: %(longest)s. Rising sequences: %(rising)s. A perfect shuffle leaves at "
        "least this many neighbours %(chance)s. It leaves at most this many rising "
        "sequences %(rising_chance)s.",
        kept=order.kept,
        pairs=order.pairs,
        longest=order.longest,
        rising=order.rising,
        chance=chance,
        rising_chance=odds(language, order.rising_chance),
    )


def verdict(language: Language, tried: tuple[Survival, ...], chance: Fraction) -> str:
    """Return the sentence of the result over all assumptions. ``chance``: see `domain.audit.shuffle.correct_chance`."""
    _ = language.gettext
    if chance >= RARE:
        return _("A thorough shuffle may leave this much order.")
    best = min(tried, key=lambda each: each.least)
    values = {
        "tried": len(tried), "chance": odds(language, chance),
        "assumption": describe_gathering(language, best.gathering),
    }  # fmt: skip
    if best.rising_chance < best.chance:
        return _(
            "More order is left than a thorough shuffle is likely to leave. A perfect shuffle "
            "leaves so few rising sequences %(chance)s, allowing for the assumptions tried "
            "(%(tried)s). The best fit: %(assumption)s.",
            **values,
        )
    return _(
        "More order is left than a thorough shuffle is likely to leave. A perfect shuffle "
        "leaves so many neighbours %(chance)s, allowing for the assumptions tried "
        "(%(tried)s). The best fit: %(assumption)s.",
        **values,
    )


def describe_dealing(language: Language, record: Record, dealt: Dealing) -> str:
    """Return the sentences for whether the cards came to the seats that pack and cut give them to."""
    _ = language.gettext
    cut = ""
    if dealt.depth is not None:
        cut = _("a cut at %(depth)s", depth=dealt.depth) if dealt.depth else _("an uncut pack")
    if dealt.verdict == "unknown":
        return _("The pack or the cards dealt are not recorded, so the dealing cannot be checked.")
    if dealt.wrong:
        return _wrong(language, record, dealt.wrong, cut, dealt.counted)
    if dealt.counted:
        return _("With %(cut)s, every card came to the right seat.", cut=cut)
    if cut:
        return _(
            "The depth of the cut is not recorded. The cards fit %(cut)s: every card came to the right seat.", cut=cut
        )
    return _("The depth of the cut is not recorded. Several depths fit: every card came to the right seat.")


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
            "With %(cut)s, card %(position)s from the top (%(card)s) was due to %(due)s. It came to %(dealt)s.",
            **values,
            dealt=language.seat(wrong.dealt),
        )
    else:
        text = _(
            "With %(cut)s, card %(position)s from the top (%(card)s) was due to %(due)s. It "
            "was not dealt in this batch.",
            **values,
        )
    if not counted:
        text += " " + _(
            "The depth of the cut is not recorded, and no depth fits. "
            "This depth fits the most cards before a wrong one."
        )
    return (
        text
        + " "
        + _(
            "The first wrong card was dealt here: %(when)s (000 “Deal”).",
            when=Moments.of(language, record).name(wrong.ply),
        )
    )
