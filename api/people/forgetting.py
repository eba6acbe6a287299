"""Forget a person, and remove what somebody wrote; then compute anew what is listed of the streams that held it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Unpack

from api.clock import now
from api.people import earlier_removals
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from api.services import Services
    from domain.kernel.commands import Saved, Sent

AGAIN: Final = "nought"
"""Who repeats a removal, for the record."""
BATCH: Final = 100
"""The most streams that are listed anew in one transaction."""


def forget(
    here: Services, club: UUID | None, names: Sequence[str], player: UUID | None = None, **sent: Unpack[Sent]
) -> Saved:
    """Forget a person under some names in a club: `domain.removal.commands.Forgetting.forget`."""
    held = here.ledger.forgetting.find(club, names, player)
    saved = here.ledger.forgetting.forget(club, names, player, **sent)
    list_again(here, held.streams)
    earlier_removals.note(here)
    return saved


def remove_text(here: Services, club: UUID | None, stream: UUID, version: int, why: str, **sent: Unpack[Sent]) -> Saved:
    """Remove what somebody wrote in an event of a club."""
    saved = here.ledger.forgetting.remove_text(club, stream, version, why, **sent)
    list_again(here, [stream])
    earlier_removals.note(here)
    return saved


def list_again(here: Services, streams: Sequence[UUID]) -> None:
    """Compute anew what is listed of some streams, without what was removed from their events."""
    here.recorder.texts.clear()
    for first in range(0, len(streams), BATCH):
        some = streams[first : first + BATCH]
        here.catalogue.list_again(some, here.ledger.listing)
        here.lines.write_again(some, here.ledger.ranking)


def catch_up(here: Services) -> None:
    """Remove what the book still holds though it was removed before: it is an older copy that was restored.

    Then add to the list of removals what is missing there: a process may have died before it had written it.
    """
    forgetting = here.ledger.forgetting
    for earlier in earlier_removals.read(here):
        held = forgetting.texts.find_digests(earlier.digests, earlier.club, earlier.player)
        if not held.digests:
            continue
        try:
            forgetting.repeat(earlier, by=AGAIN, at=now())
        except Declined:  # another process was quicker
            continue
        list_again(here, held.streams)
    earlier_removals.note(here)
