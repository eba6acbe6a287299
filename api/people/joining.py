"""Joining clubs as a player: invitations by officials, the card of a club with requests, and leaving."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from api.callers import caller
from api.people.accounts import PLAYER, BadAccount, login_of
from api.people.attempt_limits import new_account_limit
from api.people.mail_addresses import is_address
from api.people.secrets import count, password_hash
from api.problems import Problem
from api.services import services
from domain.club.shown_names import FORMER
from domain.engine.words.values import sentence
from domain.kernel.commands import name as name_of
from domain.kernel.errors import NotFound
from domain.kernel.whole_record import whole_record
from store.tables.accounts import LoginTaken
from store.tables.joining import NewAccount, Unusable

if TYPE_CHECKING:
    from domain.kernel.commands import Sent
    from store.tables.accounts import Account
    from store.tables.catalogue import Row
    from store.tables.joining import JoinRequest, PlayerInvitation
    from store.tables.passkeys import NewPasskey

DAYS: Final = (7, 30, 90)
"""The days for which an invitation may be valid."""
USUAL_DAYS: Final = 30
PATH: Final = "/join/{secret}"
CARD_PATH: Final = "/join/club/{code}"
NO_LOGIN: Final = "player "
"""The beginning of the login of an account that signs in without one. Nobody can type it: a login has no spaces."""


def player_row(player: UUID) -> Row:
    """Return the line of a registered player of a club. Raises `NotFound`, also for somebody who was forgotten."""
    row = services().catalogue.find(player)
    if row is None or row.kind != "player" or row.club is None or FORMER.fullmatch(row.title):
        raise NotFound("player", player)
    return row


def invite(player: UUID, days: int = USUAL_DAYS) -> str:
    """Invite a registered player. Return the secret; an earlier invitation ends.

    Raises `Problem` (409) if the player has an account, and `NotFound`.
    """
    row = player_row(player)
    if services().account_players.of_player(player) is not None:
        raise Problem("player-has-account")
    assert row.club is not None  # noqa: S101 - player_row
    return services().joining.invite(player, row.club, timedelta(days=days), caller().person)


def invite_all(club: UUID, days: int, most: int) -> list[tuple[Row, str]]:
    """Invite the registered players of a club who have no account, by name. Earlier invitations end.

    ``most``: the most players.
    """
    return [(row, invite(row.id, days)) for row in without_account(club)[:most]]


def without_account(club: UUID) -> list[Row]:
    """Return the registered players of a club who have no account, by name; nobody who was forgotten."""
    linked = {each.player for each in services().account_players.of_club(club)}
    rows = services().catalogue.rows("player", club=club)
    free = (row for row in rows if row.id not in linked and not FORMER.fullmatch(row.title))
    return sorted(free, key=lambda row: row.title.casefold())


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
    try:
        invitation = services().joining.use(secret, account)
    except Unusable:
        if services().joining.look_up(secret) is None:
            raise Problem("invitation-over") from None
        raise Problem("plays-already") from None
    except LoginTaken:
        raise login_taken() from None
    return invitation


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
        login = name_of(login_of(login), sentence("the login"))
        if " " in login:
            raise BadAccount("a login has no spaces in it")
        if "@" in login:  # Whoever has the address could not tell who set the password.
            raise BadAccount("with a mail address as login, sign in by mail: leave the password out")
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
    try:
        return services().joining.ask(club, account, name, player)
    except Unusable:
        raise Problem("plays-already") from None
    except LoginTaken:
        raise login_taken() from None


def request_of(club: UUID, request: UUID) -> JoinRequest:
    """Return a request to a club. Raises `NotFound`."""
    waiting = services().joining.find(request)
    if waiting is None or waiting.club != club:
        raise NotFound("request", request)
    return waiting


def accept(club: UUID, request: UUID, player: UUID | None, sent: Sent) -> UUID:
    """Accept a request: its account becomes a registered player of the club, a new one of its name by default.

    Returns the player. Raises `NotFound`, and `Problem` (409) if the player has an account or the account plays in the
    club already.
    """
    waiting = request_of(club, request)
    if player is None:
        player = services().ledger.clubs.register_player(waiting.name, club=club, **sent).id
    elif player_row(player).club != club:
        raise NotFound("player", player)
    try:
        if not services().joining.admit(request, player, caller().person):
            raise NotFound("request", request)
    except Unusable:
        raise Problem("player-has-account") from None
    return player


# --- leaving --------------------------------------------------------------------------------------


def leave(club: UUID) -> UUID:
    """Leave a club with the caller's account. Returns the player, who stays with all results. Raises `NotFound`."""
    account = caller().account
    player = services().account_players.unlink(account, club) if account else None
    if player is None:
        raise NotFound("player", club)
    return player
