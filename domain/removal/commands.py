"""The commands that remove texts about people. Cards, results and ratings stay; every proof holds as before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, Unpack

from domain.club.aggregates import Player
from domain.club.facts import PlayerRegistered, PlayerRenamed
from domain.engine.words.values import sentence
from domain.kernel.commands import Saved, Sent, name, request
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.ports import Removal
from domain.removal.aggregate import Removals, removals_id
from domain.removal.facts import PersonForgotten, RemovalFact, TextRemoved

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from domain.kernel.ports import HeldTexts
    from domain.kernel.repository import Draft, Repository


REMOVED_BEFORE: Final = "removed before this copy of the book was restored"
"""The reason of a removal that is repeated; the first one's went with the later events."""


class TextsOfPeople(Protocol):
    """Finds the texts about a person in the store."""

    def find(self, club: UUID | None, called: Sequence[str], player: UUID | None) -> HeldTexts:
        """Return what is held about somebody under some names in a club."""

    def find_digests(self, digests: Sequence[bytes]) -> HeldTexts:
        """Return those of some texts that are there, with the streams that hold them."""

    def find_in_event(self, club: UUID | None, stream: UUID, version: int) -> Sequence[bytes]:
        """Return the digests of the texts, other than names, that an event of a club holds and that are there."""

    def find_files(self, stream: UUID, version: int) -> Sequence[str]:
        """Return the SHA-256 of the files, which are there, of an event of a dispute."""

    def carried_out(self) -> Sequence[tuple[UUID, int, Sequence[bytes]]]:
        """Return all removals: stream and version of the event of each, and the digests of what was removed."""

    def next_number(self) -> int:
        """Return a number that no person who was forgotten has."""

    def use_number(self, number: int) -> None:
        """Let no other person who is forgotten get this number or a smaller one."""


@dataclass(frozen=True, slots=True)
class EarlierRemoval:
    """A removal that a book had recorded of which an older copy was restored.

    ``number``: of the person who was forgotten; None if a text was removed, and ``event`` is the stream and the version
    of the event that holds it.
    """

    digests: Sequence[bytes]
    club: UUID | None = None
    number: int | None = None
    player: UUID | None = None
    event: tuple[str, int] = ("", 0)


class Forgetting:
    """Commands that forget a person, or remove a text that somebody wrote."""

    def __init__(self, repository: Repository) -> None:
        """Set `texts` before use."""
        self._repository = repository
        self.texts: TextsOfPeople

    def get(self, club: UUID | None) -> Removals:
        """Return the removals of a club."""
        identity = removals_id(club)
        return Removals.project(None, self._repository.history(identity)) or Removals(identity)

    def names_of(self, player_id: UUID) -> tuple[Player, list[str]]:
        """Return a registered player, with every name that the player has had."""
        player = self._repository.get(Player, player_id)
        facts = [event.fact for event in self._repository.history(player_id)]
        names = [fact.name for fact in facts if isinstance(fact, PlayerRegistered | PlayerRenamed)]
        return player, list(dict.fromkeys(names))

    def find(self, club: UUID | None, names: Sequence[str], player: UUID | None = None) -> HeldTexts:
        """Return what `forget` would remove."""
        return self.texts.find(club, names, player)

    def forget(
        self, club: UUID | None, names: Sequence[str], player: UUID | None = None, **sent: Unpack[Sent]
    ) -> Saved:
        """Forget a person: remove the names in a club, and every other text there that has one of them in it.

        ``player``: the registered player, whose names these are. Raises `Declined` if nothing is held under them.
        """
        called = [name(each) for each in dict.fromkeys(names)]
        # Without the player's own names, which are others afterwards: the command is the same when it is repeated.
        own = self.names_of(player)[1] if player else ()
        command = request(f"removals {club}", sent, "forget", [each for each in called if each not in own], player)

        def draft() -> Draft:
            held = self.texts.find(club, called, player)
            if not held.digests:
                raise Declined("nothing-held", "nothing is kept under the name {name}", name=called[0])
            removals, number = self.get(club), self.texts.next_number()
            removals.club_of_stream = club
            removals.take(
                PersonForgotten(
                    number, str(club) if club else None, str(player or ""), len(held.digests), len(held.streams)
                ),
                *command.stamp,
            )
            removals.removal = Removal(
                removals.id, removals.version, held.digests, club, number, tuple(called), held.streams
            )
            return (removals,)

        return self._repository.execute(command, removals_id(club), draft)

    def remove_text(self, club: UUID | None, stream: UUID, version: int, why: str, **sent: Unpack[Sent]) -> Saved:
        """Remove what somebody wrote in an event of a club: a claim, a reason, a note, a file with its name.

        Raises `Declined` without a reason, or if the event holds no such text or is another club's.
        """
        reason = name(why, sentence("the reason"))
        command = request(f"removals {club}", sent, "remove text", stream, version, reason)

        def draft() -> Draft:
            digests = self.texts.find_in_event(club, stream, version)
            files = self.texts.find_files(stream, version) if digests else ()
            if not digests:
                raise Declined("nothing-held", "this event holds no text that could be removed")
            removals = self.get(club)
            removals.club_of_stream = club
            removals.take(TextRemoved(str(stream), version, reason, str(club) if club else None), *command.stamp)
            removals.removal = Removal(removals.id, removals.version, digests, club, streams=(stream,), files=files)
            return (removals,)

        return self._repository.execute(command, removals_id(club), draft)

    def repeat(self, earlier: EarlierRemoval, **sent: Unpack[Sent]) -> Saved:
        """Remove again what an older copy of the book, which was restored, still holds.

        Raises `Declined` if it holds nothing of it.
        """
        command = request(f"removals {earlier.club}", sent, "repeat", [each.hex() for each in earlier.digests])

        def draft() -> Draft:
            held = self.texts.find_digests(earlier.digests)
            if not held.digests:
                raise Declined("nothing-held", "the book holds nothing of what was removed")
            removals = self.get(earlier.club)
            removals.club_of_stream = earlier.club
            club = str(earlier.club) if earlier.club else None
            streams: Sequence[UUID] = held.streams
            files: Sequence[str] = ()
            fact: RemovalFact = TextRemoved(*earlier.event, REMOVED_BEFORE, club)
            if earlier.number is not None:
                self.texts.use_number(earlier.number)
                player = str(earlier.player or "")
                fact = PersonForgotten(earlier.number, club, player, len(held.digests), len(held.streams))
            elif stream := as_id(earlier.event[0]):
                streams, files = (stream,), self.texts.find_files(stream, earlier.event[1])
            removals.take(fact, *command.stamp)
            removals.removal = Removal(
                removals.id, removals.version, held.digests, earlier.club, earlier.number, held.names, streams, files
            )
            return (removals,)

        return self._repository.execute(command, removals_id(earlier.club), draft)
