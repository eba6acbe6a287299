"""The place of an act in its deal, in a player's words: the card and its trick, not the number of an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import CardPlayed, CardsDealt, PackCut, PackShuffled

if TYPE_CHECKING:
    from domain.record.record import Record
    from replay.words import Language


def place_of(language: Language, record: Record, ply: int) -> str:
    """Return the place of a ply: ``Card 12, trick 3``, ``After card 12``, ``While dealing``, ``Before the first card``.

    A ply before the first act or after the last one counts as the nearest one.
    """
    _ = language.gettext
    acts = [entry.act for entry in record.entries[: max(ply, -1) + 1]]
    played = sum(isinstance(act, CardPlayed) for act in acts)
    if not acts:
        return _("Before the first act")
    if isinstance(acts[-1], CardPlayed):
        return _("Card %(card)s, trick %(trick)s", card=played, trick=(played - 1) // record.state.width + 1)
    if played:
        return _("After card %(card)s", card=played)
    if isinstance(acts[-1], PackShuffled | PackCut | CardsDealt):
        return _("While dealing")
    return _("Before the first card")
