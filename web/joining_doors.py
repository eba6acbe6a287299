"""The ways into a club for a player: an invitation, or the card of the club, whose officials accept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from flask import url_for

from api.people import joining
from api.problems import Problem
from api.services import services
from domain.club.policy import OPEN
from domain.club.shown_rows import SEEN
from domain.kernel.ids import as_id
from domain.kernel.whole_record import whole_record

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.catalogue import Row
    from store.tables.people.joining import NewAccount

LISTED: Final = "listed"
"""The field with the player whom somebody chose from the list of a club (`web.form_ids`)."""


class Door(Protocol):
    """A way into a club: an invitation, or the card of the club."""

    @property
    def club(self) -> UUID: ...
    @property
    def club_name(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def is_card(self) -> bool: ...

    def join(self, account: UUID | NewAccount) -> None:
        """Join, or ask to. Raises `Problem`."""


@dataclass(frozen=True, slots=True)
class Invited:
    """The way of somebody who was invited: the account becomes the invited player."""

    secret: str
    club: UUID
    club_name: str
    name: str
    is_card = False

    @property
    def path(self) -> str:
        """Return the page of the invitation."""
        return url_for("player_joining.invitation", secret=self.secret)

    def join(self, account: UUID | NewAccount) -> None:
        """Use the invitation."""
        joining.use(self.secret, account)


@dataclass(frozen=True, slots=True)
class Asking:
    """The way of somebody who scanned the card of the club: its officials accept or decline."""

    code: str
    club: UUID
    club_name: str
    name: str
    player: UUID | None
    is_card = True

    @property
    def path(self) -> str:
        """Return the page of the card."""
        return url_for("player_joining.club_card", code=self.code)

    def join(self, account: UUID | NewAccount) -> None:
        """Ask to join."""
        joining.ask(self.club, account, self.name, self.player)


def invited(secret: str) -> Door:
    """Return the way of an invitation. Raises `Problem` (404) if it has ended."""
    named = joining.invitation_of(secret)
    if named is None:
        raise Problem("invitation-over")
    invitation, name, club_name = named
    return Invited(secret, invitation.club, club_name, name)


def asking(code: str, form: Any) -> Door:
    """Return the way of a club's card, with the name of a form. Raises `Problem` (404) if the card has ended."""
    club = services().joining.club_of_card(code.upper())
    row = services().catalogue.find(club) if club else None
    if club is None or row is None:
        raise Problem("invitation-over")
    player = as_id(str(form.get(LISTED) or ""))
    listed = {each.id: each.title for each in listed_players(club)} if player else {}
    name = listed.get(player, "") if player else str(form.get("name") or "")
    return Asking(code.upper(), club, row.title, name, player if player in listed else None)


def listed_players(club: UUID) -> list[Row]:
    """Return the players among whom somebody may choose: those without an account, if the club shows all names.

    Nobody, if there are more of them than anybody would look through.
    """
    with whole_record():  # What the club and its players chose is not shown to others.
        row = services().catalogue.find(club)
        if row is None or row.data.get(SEEN, {}).get("level", OPEN) != OPEN:
            return []
        players, are_more = joining.without_account(club)
        return [] if are_more else [each for each in players if SEEN not in each.data]
