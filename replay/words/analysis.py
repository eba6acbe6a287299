"""Sentences about what a card was worth (`analysis.deal`, `analysis.judgement`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from replay.words import Language


def why(language: Language, code: str, card: str, needed: str, points: str) -> str:
    """Return why another card was better with all hands open, by `PricedPly.why`.

    ``card``: that card as text. ``needed``: the points of the contract; ``points``: by how many points it was better.
    """
    _ = language.gettext
    match code:
        case "contract-made":
            return _("The contract of %(needed)s could still be made with the %(card)s.", needed=needed, card=card)
        case "contract-beaten":
            return _("The contract of %(needed)s could still be beaten with the %(card)s.", needed=needed, card=card)
        case "all-tricks":
            return _("All tricks could still be won with the %(card)s.", card=card)
        case "a-trick":
            return _("A trick could still be won with the %(card)s.", card=card)
    return _("Better by %(points)s points: the %(card)s.", card=card, points=points)


def from_seat(language: Language, avoidable: bool | None, seat: str, card: str, points: str) -> str:
    """Return the sentence on whether the seat could know a better card. ``points``: by how many better on average."""
    _ = language.gettext
    if avoidable is None:
        return _("As far as %(seat)s could know, it is not clear which card was best.", seat=seat)
    if not avoidable:
        return _("As far as %(seat)s could know, no card was clearly better.", seat=seat)
    return _(
        "As far as %(seat)s could know, the %(card)s was better by %(points)s points on average.",
        seat=seat,
        card=card,
        points=points,
    )


def from_seat_all_tricks(language: Language, seat: str, card: str, share: str) -> str:
    """Return the sentence that the seat could know a better card in a deal with a bid to win all tricks."""
    return language.gettext(
        "As far as %(seat)s could know, the %(card)s was better in %(share)s more of the deals.",
        seat=seat,
        card=card,
        share=share,
    )
