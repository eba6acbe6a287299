"""The notes and lines on a deal that their writers show to the club.

Accounts of the club read them, as players or as officials who cover it, once they may see all hands of the deal and
their analysis: a note may name any card. The broadcast delay of the deal holds for its notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from api.analyses import access as analysis_access
from api.callers import Place, caller
from api.deals.broadcast import delay
from api.lists import catalogue
from api.messages.access import own_account
from api.problems import Problem, forbidden
from api.services import services
from domain.club.who_sees import name_of
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined, NotFound
from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.tables.people.own_notes import ClubNote, OwnNote


def is_of_club(club: UUID | None) -> bool:
    """Return whether the caller is an account of the club: a player there, or an official who covers it."""
    sender = caller()
    if club is None or sender.account is None:
        return False
    return str(club) in sender.players() or is_official(club)


def is_official(club: UUID | None) -> bool:
    """Return whether the caller is the account of an official who covers the club."""
    return club is not None and caller().account is not None and caller().covers(Place(str(club)))


def may_show(note: OwnNote) -> bool:
    """Return whether the caller may show a note of its own to the club of its deal."""
    return not note.is_taken_back and is_of_club(note.club)


def of_deal(deal_id: UUID) -> list[tuple[ClubNote, str]]:
    """Return what others show to the club of a deal, as far as the caller may read it by now, with their names."""
    try:
        visible = analysis_access.get(deal_id)
    except (NotFound, Problem):
        return []
    club = as_id(visible.place.club)
    if club is None or not is_of_club(club):
        return []
    shown = services().own_notes.of_club(deal_id, club, own_account(), delay(visible.place))
    return list(zip(shown, _names(shown, club), strict=True))


def check(note: OwnNote) -> UUID | None:
    """Return the registered player as whom the caller shows a note to the club; None for an official.

    Raises `Problem` (403) if the caller is neither there, and `Declined` for a deal of no club, or if an official of
    the club took the note back.
    """
    if note.club is None:
        raise Declined("note", "this deal belongs to no club")
    if not is_of_club(note.club):
        raise forbidden(sentence("Only players and officials of a club show it notes."))
    if note.is_taken_back:
        raise Declined("note", "an official of the club took this note back")
    return as_id(caller().players().get(str(note.club)))


def take_back(note_id: UUID) -> None:
    """Make a note private that somebody shows to a club. Raises `NotFound` if the caller is no official there."""
    table = services().own_notes
    if not is_official(table.club_of(note_id)):
        raise NotFound("note", note_id)
    table.take_back(note_id)


def _names(notes: Sequence[ClubNote], club: UUID) -> list[str]:
    """Return the name of each writer as the caller sees it: of the registered player, else of the account."""
    players = {row.id: row.title for row in catalogue().find_all({each.player for each in notes if each.player})}
    sight = services().sights.present()
    return [
        players[each.player] if each.player in players else name_of(each.account_name, club, sight) for each in notes
    ]
