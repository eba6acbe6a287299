"""Joining clubs as a player: invitations by officials, the card of a club with requests, and leaving."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from uuid import UUID, uuid4

from api import commands
from api.callers import caller
from api.lists import page
from api.people.accounts import PLAYER, BadAccount, short_login
from api.people.attempt_limits import new_account_limit
from api.people.mail_addresses import is_address
from api.people.secrets import count, password_hash
from api.problems import Problem
from api.services import ledger, services
from domain.club.shown_names import FORMER
from domain.engine.words.values import sentence
from domain.kernel.commands import name as name_of
from domain.kernel.errors import AlreadyThere, NotFound
from domain.kernel.whole_record import whole_record
from store.tables.people.accounts import LoginTaken
from store.tables.people.joining import MOST_CLUBS, NewAccount, PlayerTaken, PlaysAlready, TooManyClubs, Unusable
from store.tables.people.passkeys import PasskeyTaken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from api.services import Services
    from domain.kernel.commands import Saved, Sent
    from store.tables.catalogue import Row
    from store.tables.people.accounts import Account
    from store.tables.people.joining import JoinRequest, PlayerInvitation
    from store.tables.people.passkeys import NewPasskey

T = TypeVar("T")
DAYS: Final = (7, 30, 90)
"""The days for which an invitation may be valid."""
USUAL_DAYS: Final = 30
PATH: Final = "/join/{secret}"
CARD_PATH: Final = "/join/club/{code}"
NO_LOGIN: Final = "player "
"""The beginning of the login of an account that signs in without one. No login that somebody chose has a space."""
MOST_LISTED: Final = 200
"""The most players among whom somebody chooses."""


class Member(NamedTuple):
    """A registered player of a club: since when with an account, and until when invited; None if neither."""

    player: Row
    linked_at: datetime | None
    invited_until: datetime | None


def player_row(player: UUID, here: Services | None = None) -> Row:
    """Return the line of a registered player of a club. Raises `NotFound`, also for somebody who was forgotten."""
    row = (here or services()).catalogue.find(player)
    if row is None or row.kind != "player" or row.club is None or FORMER.fullmatch(row.title):
        raise NotFound("player", player)
    return row


def members_of(club: UUID, query: Mapping[str, Any]) -> tuple[list[Member], str | None]:
    """Return some registered players of a club, the newest first, and the place after them: as `api.lists.page`."""
    part = page("player", query, club=club)
    players = [row.id for row in part["items"]]
    linked, invited = services().account_players.of_players(players), services().joining.invited(players)
    members = [
        Member(
            row,
            linked[row.id].linked_at if row.id in linked else None,
            invited[row.id].expires_at if row.id in invited else None,
        )
        for row in part["items"]
    ]
    return members, part["next"]


def is_free(member: Member) -> bool:
    """Return whether a player has no account, and is nobody who was forgotten."""
    return member.linked_at is None and not FORMER.fullmatch(member.player.title)


def invite(player: UUID, days: int = USUAL_DAYS) -> str:
    """Invite a registered player. Return the secret; an earlier invitation ends.

    Raises `Problem` (409) if the player has an account, and `NotFound`.
    """
    return invite_by(services(), player, days, caller().person)[1]


def invite_by(here: Services, player: UUID, days: int, issuer: UUID | None) -> tuple[Row, str]:
    """Invite a registered player as `invite` does. Return the player and the secret.

    ``issuer``: the account of the official; None for the operator of the server.
    """
    row = player_row(player, here)
    if here.account_players.of_player(player) is not None:
        raise Problem("player-has-account")
    assert row.club is not None  # noqa: S101 - player_row
    try:
        return row, here.joining.invite(player, row.club, timedelta(days=days), issuer)
    except PlayerTaken:  # forgotten in the same moment
        raise NotFound("player", player) from None


def invite_all(members: Iterable[Member], days: int) -> list[tuple[Row, str]]:
    """Invite those of some players who have no account. Earlier invitations end."""
    return [(each.player, invite(each.player.id, days)) for each in members if is_free(each)]


def without_account(club: UUID) -> tuple[list[Row], bool]:
    """Return the newest registered players of a club who have no account, by name, and whether there are more.

    Nobody who was forgotten is one of them.
    """
    part = services().catalogue.page("player", club=club, no_account=True, limit=MOST_LISTED)
    free = (row for row in part.rows if not FORMER.fullmatch(row.title))
    return sorted(free, key=lambda row: row.title.casefold()), part.next is not None


def player_called(club: UUID, called: str) -> UUID:
    """Return the registered player of a club who has a name and no account. Raises `Problem` (422) unless one has."""
    rows = services().catalogue.page("player", club=club, no_account=True, title=called.strip(), limit=2).rows
    if len(rows) != 1:
        raise Problem("bad-request", sentence("Several players have this name, or none without an account."))
    return rows[0].id


def take_account(player: UUID) -> Row:
    """Take the account from a player, as if its holder had left the club. Returns the player. Raises `NotFound`."""
    row = player_row(player)
    services().joining.take_account(player)
    return row


def invitation_of(secret: str) -> tuple[PlayerInvitation, str, str] | None:
    """Return an invitation with the names of the player and the club; None if it cannot be used."""
    invitation = services().joining.look_up(secret)
    if invitation is None:
        return None
    with whole_record():  # Whoever has the invitation is the person.
        player, club = services().catalogue.find(invitation.player), services().catalogue.find(invitation.club)
    return (invitation, player.title, club.title) if player and club else None


def use(secret: str, account: UUID | NewAccount) -> PlayerInvitation:
    """Use an invitation for an account. Raises `Problem` if the invitation or the account cannot be used."""
    return _checked(lambda: services().joining.use(secret, account))


def _checked(join: Callable[[], T]) -> T:
    """Return the result of a change of who plays where. Raises `Problem` if it is refused."""
    try:
        return join()
    except Unusable:
        raise Problem("invitation-over") from None
    except PlaysAlready:
        raise Problem("plays-already") from None
    except PlayerTaken:
        raise Problem("player-has-account") from None
    except TooManyClubs:
        raise Problem("too-many-clubs") from None
    except LoginTaken:
        raise login_taken() from None
    except PasskeyTaken:
        raise Problem("passkey") from None


def login_taken() -> Problem:
    """Return the problem of a login that another account has."""
    return Problem("login-taken", sentence("Another account has this login. Sign in with it, or choose another one."))


def new_account(
    name: str,
    login: str = "",
    password: str | None = None,
    passkey: NewPasskey | None = None,
    identity: UUID | None = None,
) -> NewAccount:
    """Return the account of a player, to be made while joining; it counts for the limit of the sender's address.

    ``login``: a short name with a password, or a mail address that was confirmed; empty with a passkey. Raises
    `BadAccount` or `Problem`.
    """
    count(new_account_limit(), is_guess=False)
    identity = identity or uuid4()
    if password is not None:
        login = short_login(login)
    elif login and not is_address(login):
        raise BadAccount("{login} is not one mail address; a short name as a login has no @ in it", login=repr(login))
    return NewAccount(
        identity,
        login or f"{NO_LOGIN}{identity}",
        name_of(name, sentence("the name")),
        password_hash(password) if password is not None else None,
        passkey,
    )


def account_of_address(address: str, name: str) -> Account:
    """Return the account with a confirmed mail address as login, made as a player's if there is none."""
    accounts = services().accounts
    account = accounts.of_login(address)
    if account is None:
        count(new_account_limit(), is_guess=False)
        try:
            account = accounts.add(address, name, PLAYER, {}, "")
        except LoginTaken:  # by the same link in another window
            account = accounts.of_login(address)
    if account is None or account.disabled_at is not None:
        raise Problem("invitation-over")
    return account


# --- the card of a club ---------------------------------------------------------------------------


def ask(club: UUID, account: UUID | NewAccount, name: str, player: UUID | None = None) -> UUID:
    """Ask a club to let an account join. Returns the account. Raises `Problem` if it plays there already."""
    name = name_of(name)
    if player is not None and player_row(player).club != club:
        raise NotFound("player", player)
    return _checked(lambda: services().joining.ask(club, account, name, player))


def requests_of(club: UUID, query: Mapping[str, Any]) -> tuple[list[JoinRequest], str | None]:
    """Return some requests to a club, the oldest first, and the place after them: as `api.lists.page`."""
    try:
        return services().joining.requests_of(club, query["limit"], query.get("cursor"))
    except ValueError:
        raise Problem("cursor") from None


def request_of(club: UUID, request: UUID) -> JoinRequest:
    """Return a request to a club. Raises `NotFound`."""
    waiting = services().joining.find(request)
    if waiting is None or waiting.club != club:
        raise NotFound("request", request)
    return waiting


def accept(club: UUID, request: UUID, player: UUID | None, sent: Sent) -> UUID:
    """Accept a request: its account becomes a registered player of the club, a new one of its name by default.

    Returns the player. Raises `NotFound`, and `Problem` (409) if the player has an account, or if the account plays in
    the club already or in too many clubs.
    """
    waiting = request_of(club, request)
    if player is None:
        plays = services().account_players.of_account(waiting.account)
        if any(each.club == club for each in plays):
            raise Problem("plays-already")
        if len(plays) >= MOST_CLUBS:
            raise Problem("too-many-clubs")
        player = request  # so that whoever accepts it twice registers one player
        with suppress(AlreadyThere):
            ledger().clubs.register_player(waiting.name, club=club, player_id=player, **sent)
    elif player_row(player).club != club:
        raise NotFound("player", player)
    if not _checked(lambda: services().joining.admit(request, player, caller().person)):
        raise NotFound("request", request)
    return player


def decline(club: UUID, request: UUID) -> None:
    """Decline a request: it is deleted. Raises `NotFound`."""
    request_of(club, request)
    services().joining.decline(request)


# --- leaving --------------------------------------------------------------------------------------


def leave(club: UUID) -> UUID:
    """Leave a club with the caller's account. Returns the player, who stays with all results. Raises `NotFound`."""
    account = caller().account
    player = services().account_players.unlink(account, club) if account else None
    if player is None:
        raise NotFound("player", club)
    return player


def ask_to_be_forgotten(club: UUID) -> Saved:
    """Ask a club to forget the caller's player, in its register of requests. Raises `NotFound` or `Declined`."""
    player = caller().players().get(str(club))
    if player is None:
        raise NotFound("club", club)
    sent = commands.metadata({})
    return ledger().requests.ask_to_be_forgotten(club, UUID(player), sent["at"][:10], **sent)
