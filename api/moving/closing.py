"""The last two steps of a move: the old server shuts the club for good, then the new one opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.moving.writing import CannotMove
from domain.club.facts import ClubMovedIn, ClubMovedOut
from domain.proof import checkpoints, club_moves
from domain.proof.club_moves import Closing, Receipt, Statement
from domain.proof.notes import Note, NoteError, PublicKey
from domain.proof.tiles import Tiles
from domain.proof.tree import head
from store.events.errors import ClubWritten
from store.tables.moves import OPEN, SHUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.services import Services

AGAIN: Final = "write the file again, and receive it again"


def close(
    services: Services, host: str, url: str, receipt: str, keys: Sequence[PublicKey] = (), *, by: str, at: str
) -> tuple[Receipt, str]:
    """Shut a club that another server has received. Return the receipt, and the signed closing. Raises `CannotMove`.

    ``url``: the address of this server; ``keys``: the only keys of the new server to trust. Repeated with a receipt of
    the same server for the same file, it returns the closing once more.
    """
    keeper = services.log_keeper(host)
    public = keeper.public_keys()
    try:
        received = club_moves.read_receipt(receipt, keys)
    except NoteError as error:
        raise CannotMove(f"the receipt: {error}") from None
    try:
        of_club = club_moves.read_statement(received.statement, public)
    except NoteError as error:
        raise CannotMove(f"the receipt is for a file that this server did not write: {error}") from None
    if received.club != of_club.club:
        raise CannotMove("the receipt is for another club than its file")
    if received.key in public:
        raise CannotMove("the receipt is of this server itself")
    shut = services.moves.shut(of_club.club)
    if shut is None:
        _shut(services, of_club, received, receipt, by=by, at=at)
    elif not shut.has_left or not _is_same(shut.note, received):
        raise CannotMove(f"the club is kept at {shut.url} already")
    keeper.grow()
    signed = keeper.checkpoint()
    private = services.keys.find(public[-1])
    if private is None or signed is None:
        raise CannotMove(f"the private key of the log is not in {services.keys.folder}")
    checkpoint = signed.checkpoint
    made = Closing(of_club.club, url, checkpoint.size, checkpoint.root, of_club.digest, received.key)
    return received, Note(made.text).add_signature(private).whole


def _is_same(note: str, receipt: Receipt) -> bool:
    """Return whether a receipt that was taken before is of the same server for the same file."""
    before = club_moves.read_receipt(note)
    return (before.key, before.statement) == (receipt.key, receipt.statement)


def _shut(services: Services, statement: Statement, receipt: Receipt, note: str, *, by: str, at: str) -> None:
    leaves = services.log.leaves(statement.size - 1, statement.size)
    if not leaves or head(Tiles(services.log.hashes), statement.size) != statement.root:
        raise CannotMove("the log is not as it was; `nought verify log` tells more")
    fact = ClubMovedOut(str(statement.club), receipt.url, receipt.key.text, statement.size)
    also = [(SHUT, (statement.club, receipt.url, note, leaves[0].position))]
    try:
        services.ledger.moving.record(statement.club, fact, also, by=by, at=at)
    except ClubWritten:
        raise CannotMove(f"something of the club was recorded since the file was written: {AGAIN}") from None


def open_club(services: Services, closing: str, *, by: str, at: str) -> UUID:
    """Open a club that was received, once its old server has shut it. Return its id. Raises `CannotMove`."""
    club = _club_of(closing)
    came = next(iter(services.moves.received(club)), None)
    if came is None or not came.receipt:
        raise CannotMove(f"the club {club} was not received here: `nought move receive` does that")
    keys = checkpoints.follow_key_changes([PublicKey.parse(each) for each in came.keys], came.changes)
    try:
        closed = club_moves.read_closing(closing, keys)
        statement = club_moves.read_statement(came.statement, keys)
    except NoteError as error:
        raise CannotMove(f"the closing: {error}") from None
    if closed.statement != statement.digest:
        raise CannotMove("the old server closed the club with the receipt for an earlier file")
    if closed.key not in services.log_keeper().public_keys():
        raise CannotMove("the old server closed the club with the receipt of another server")
    shut = services.moves.shut(club)
    if shut is None:
        return club
    if shut.has_left:
        raise CannotMove(f"the club has moved on to {shut.url}")
    fact = ClubMovedIn(str(club), closed.url, keys[0].text, statement.size, statement.events)
    services.ledger.moving.record(club, fact, [(OPEN, (club,))], by=by, at=at)
    return club


def _club_of(closing: str) -> UUID:
    try:
        return UUID(closing.split("\n")[1])
    except (IndexError, ValueError):
        raise CannotMove("this is not the closing of a club: `nought move close` prints one") from None
