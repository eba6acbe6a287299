"""The person whom a request to know or to be forgotten is about: some names in a club, or a registered player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.people.accounts import PLAYER
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined, NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from api.services import Services
    from store.tables.catalogue import Row
    from store.tables.people.accounts import Account

MOST_UNREAD: Final = 20_000
"""The most events that a search reads itself because the background has not read them yet."""
LONGEST_READING: Final = 1.0
"""The seconds in which a search helps the background."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The names of a person in one club, and the registered player, if there is one."""

    club: UUID | None
    names: Sequence[str]
    player: UUID | None = None


class IsRegistered(Declined):
    """Raised when somebody is named of whom a registered player has the name."""

    def __init__(self, player: UUID) -> None:
        super().__init__(
            "registered-player",
            sentence("a registered player has this name: name the player, {player}", player=str(player)),
        )
        self.player = player


def subject_of_player(services: Services, player: UUID, names: Sequence[str] = ()) -> Subject:
    """Return a registered player, with every name that the player has had, and with further names."""
    registered, known = services.ledger.forgetting.names_of(player)
    return Subject(registered.club, list(dict.fromkeys([*names, *known])), player)


def subject_of(services: Services, club: UUID | None, names: Sequence[str], player: UUID | None = None) -> Subject:
    """Return the person of some names in a club, or of a registered player of the club.

    Raises `IsRegistered` if a registered player has one of the names, since the player's own name would stay, and
    `Declined` if nobody is named.
    """
    if player is not None:
        subject = subject_of_player(services, player, names)
        if subject.club != club:
            raise NotFound("player", player)
        return subject
    called = list(dict.fromkeys(filter(None, (each.strip() for each in names))))
    if not called:
        raise Declined("nobody-named", "name the person, or a registered player")
    if registered := players_called(services, club, called):
        raise IsRegistered(registered[0].id)
    return Subject(club, called)


def players_called(services: Services, club: UUID | None, names: Sequence[str]) -> list[Row]:
    """Return the registered players of a club who have or had one of some names."""
    rows = services.catalogue.rows("player", **({"club": club} if club else {"no_club": True}))
    return [row for row in rows if not {row.title, *row.data.get("names", ())}.isdisjoint(names)]


def accounts_of(services: Services, subject: Subject) -> list[Account]:
    """Return the accounts that are forgotten with a person: in the club, of one of the names; of the player.

    The account of a player who plays in another club too stays, and an official's; it is the forgotten player no more.
    """
    if subject.club is None:
        return []
    accounts = services.accounts.within({"club": str(subject.club)})
    own = services.account_players.of_player(subject.player) if subject.player else None
    account = services.accounts.find(own.account) if own else None
    is_forgotten = (
        own and account and account.role == PLAYER and len(services.account_players.of_account(own.account)) == 1
    )
    return [each for each in accounts if each.name in subject.names] + ([account] if account and is_forgotten else [])


def is_found_at_once(services: Services) -> bool:
    """Return whether a search now takes no long time: the events were read in the background, or almost all."""
    if services.forgetter().read_on(LONGEST_READING):
        return True
    return services.texts_of_people.named.count_unread(MOST_UNREAD + 1) <= MOST_UNREAD
