"""The details of an entry, such as its rating, as the director sets them or a file has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.kernel.option_checks import cleaned
from domain.options import values
from domain.tournament.facts.entries import EntryDetailsSet

if TYPE_CHECKING:
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryDetails, EntryId


def set_details(tournament: Tournament, entry: EntryId, details: EntryDetails) -> EntryDetailsSet:
    """Set the details of an entry; they replace those before, and empty ones take them away.

    The function changes nothing. Raises `Declined` if they are not legal, or the entry has them already.
    """
    tournament.check_not_over()
    details = cleaned(details, "entry-details")
    if details == tournament.entry(entry).details:
        raise Declined("same-details", "entry {entry} has these details already", entry=entry)
    return EntryDetailsSet(entry, **values(details))
