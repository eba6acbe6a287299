"""The worked hands that come with Nought, as pages show them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from domain.engine.faces import plain_faces
from domain.engine.hiding import ARBITER
from domain.engine.parameters import plain
from replay.frames import replay as replay_of
from replay.notation import record_of
from replay.views import View
from replay.worked_hands import worked_document, worked_names
from web.languages import reader
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.hiding import Viewer
    from domain.record.record import Record
    from replay.notation import DealDocument

FIRST: Final = "05-an-opponent-cuts"
"""The hand that the home page plays: a closed game of 304, in which an opponent guesses the trump."""


PROPER_NAMES: Final = ("Jaffna", "Partner Close Caps", "Caps", "Puur", "Weis")
"""Words of the hands' titles that keep their capital letters; the names of the files have none."""


class WorkedHand(NamedTuple):
    """A worked hand: its name in addresses, and its document."""

    name: str
    document: DealDocument

    @property
    def title(self) -> str:
        """Return what the hand is about, in English."""
        number, *words = self.name.split("-")
        title = " ".join(words).capitalize()
        for name in PROPER_NAMES:
            title = re.sub(rf"\b{name}\b", name, title, flags=re.IGNORECASE)
        return f"{int(number)}. {title}"

    @property
    def game(self) -> str:
        """Return the name of the hand's ruleset, in English."""
        name: str = self.document.opened.ruleset["name"]
        return name

    @property
    def ruleset(self) -> str:
        """Return the key of the hand's ruleset, which may not be one of the catalogue."""
        key: str = self.document.opened.ruleset["key"]
        return key


@cache
def worked_hand(name: str) -> WorkedHand | None:
    """Return a worked hand by its name; None if there is none of this name."""
    document = worked_document(name)
    return WorkedHand(name, document) if document else None


@cache
def worked_hands() -> tuple[WorkedHand, ...]:
    """Return all worked hands, in their order."""
    return tuple(hand for hand in map(worked_hand, worked_names()) if hand is not None)


def played(hand: WorkedHand) -> dict[str, Any]:
    """Return a hand as ``js/hand.js`` plays it: all hands open, and as the bidder's seat saw it."""
    record = _record(hand.name)
    game = record.rules.ruleset
    return {
        "game": plain(game),
        "names": card_names(plain_faces(game)),
        "players": record.opened.players,
        "replays": [_replay(hand.name, viewer) for viewer in (ARBITER, _seat(record))],
    }


@cache
def _record(name: str) -> Record:
    hand = worked_hand(name)
    assert hand is not None  # noqa: S101, for the type checker
    return record_of(hand.document)


def _seat(record: Record) -> Seat:
    """Return the seat of the bidder; the first seat if nobody bid."""
    return record.rules.seats[max(0, record.state.maker)]


def _replay(name: str, viewer: Viewer) -> View:
    return _replay_in(name, viewer, reader().locale)


@cache
def _replay_in(name: str, viewer: Viewer, locale: str) -> View:
    """Return the replay of a hand, whose messages about breaches are in the reader's language ``locale``."""
    return replay_of(_record(name), viewer, reader())
