"""The place of an act in its deal, in a player's words: the card and its trick, not the number of an entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.engine.facts import CardPlayed, CardsDealt, PackCut, PackShuffled, Passed
from domain.engine.words.values import capital
from domain.games.sidi.acts import ContractBid, Doubled, Redoubled
from domain.games.three04.acts import BidMade, PartnerAsked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.facts import Act
    from domain.record.record import Record
    from replay.words import Language

COUNTED: Final = (CardsDealt, Passed, BidMade, PartnerAsked, ContractBid, Doubled, Redoubled)
"""The acts before the first card that a seat may do more than once."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The places of the acts of a deal, in words. ``width``: the number of cards in a trick."""

    language: Language
    acts: Sequence[Act]
    width: int

    @classmethod
    def of(cls, language: Language, record: Record) -> Moments:
        """Return the places of the acts of a record."""
        return cls(language, record.acts, record.state.width)

    def name(self, ply: int) -> str:
        """Return the place of a ply, within a sentence.

        ``card 12, trick 3``; ``after card 12``; ``East: a bid``, ``East: a bid (no. 2)``; ``before the first card``.
        """
        _, played = self.language.gettext, self._cards(ply)
        act = self._act(ply)
        if act is None:
            return _("before the deal")
        if isinstance(act, CardPlayed):
            return _("card %(card)s, trick %(trick)s", card=played, trick=(played - 1) // self.width + 1)
        if played:
            return _("after card %(card)s", card=played)
        if not isinstance(act, COUNTED):
            return _("before the first card")
        who, kind = self.language.seat(act.seat), _(act.WORDS)
        number = sum(type(each) is type(act) and each.seat == act.seat for each in self.acts[: ply + 1])
        if number > 1:
            return _("%(who)s: %(act)s (no. %(number)s)", who=who, act=kind, number=number)
        return _("%(who)s: %(act)s", who=who, act=kind)

    def title(self, ply: int) -> str:
        """Return the name of a ply in a list of all: as `name`, and the act itself if it is neither bid nor card."""
        act = self._act(ply)
        if act is None or isinstance(act, (CardPlayed, *COUNTED)):
            return capital(self.name(ply))
        return capital(f"{self.language.seat(act.seat)}: {self.language.gettext(act.WORDS)}")

    def heading(self, ply: int) -> str:
        """Return the place of a ply, as the beginning of a sentence.

        ``Card 12, trick 3``; ``After card 12``; ``While dealing``; ``Before the deal``. A ply before the
        first act or after the last one counts as the nearest one.
        """
        _, played = self.language.gettext, self._cards(ply)
        act = self._act(ply)
        if act is None:
            return _("Before the deal")
        if isinstance(act, CardPlayed):
            return _("Card %(card)s, trick %(trick)s", card=played, trick=(played - 1) // self.width + 1)
        if played:
            return _("After card %(card)s", card=played)
        if isinstance(act, PackShuffled | PackCut | CardsDealt):
            return _("While dealing")
        return _("Before the first card")

    def _act(self, ply: int) -> Act | None:
        """Return the act of a ply; None before the first."""
        return self.acts[min(ply, len(self.acts) - 1)] if self.acts and ply >= 0 else None

    def _cards(self, ply: int) -> int:
        """Return the number of cards played up to a ply."""
        return sum(isinstance(act, CardPlayed) for act in self.acts[: max(ply, -1) + 1])


def place_of(language: Language, record: Record, ply: int) -> str:
    """Return the place of a ply (`Moments.heading`)."""
    return Moments.of(language, record).heading(ply)
