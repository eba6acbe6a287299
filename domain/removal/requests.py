"""The register of requests of a club: who asked to know what is kept, to have it corrected, or to be forgotten."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, Unpack
from uuid import UUID, uuid5

from domain.engine.words.values import sentence
from domain.kernel.aggregate import Aggregate
from domain.kernel.commands import Saved, Sent, name, request
from domain.kernel.errors import Declined
from domain.kernel.moments import is_day
from domain.removal.facts import RequestAnswered, RequestFact, RequestReceived

if TYPE_CHECKING:
    from domain.kernel.events import Recorded
    from domain.kernel.repository import Draft, Repository

KNOW: Final = "know"
CORRECT: Final = "correct"
FORGET: Final = "forget"
KINDS: Final = (KNOW, CORRECT, FORGET)
"""The things that somebody may ask for."""
DAYS: Final = 30
"""The days within which a request is answered: the laws give a month."""
MOST_OF_PLAYER: Final = 5
"""The most requests of a player that wait for an answer."""
MOST_OPEN: Final = 500
"""The most requests of a club that wait for an answer."""

_REQUESTS: Final = UUID("019ef0a4-9d02-5c1f-8b6e-2a7b8c4d5e61")


def requests_id(club: UUID) -> UUID:
    """Return the id of the stream of a club's requests."""
    return uuid5(_REQUESTS, str(club))


@dataclass(frozen=True, slots=True)
class PersonRequest:
    """A request. ``person``: a name, or the id of a registered player; ``answered``: a day, empty while it waits."""

    number: int
    kind: str
    person: str
    received: str
    by: str
    answered: str = ""
    how: str = ""
    about: str = ""
    """The id of the deal or of the table of a round that a player wants corrected; empty for other requests."""
    text: str = ""
    """The mistake there, in the words of the player."""

    @property
    def due(self) -> str:
        """Return the last day for the answer."""
        return (date.fromisoformat(self.received) + timedelta(days=DAYS)).isoformat()

    def days_left(self, today: str) -> int:
        """Return the days from a day to the last day for the answer; less than 0 if that is over."""
        return (date.fromisoformat(self.due) - date.fromisoformat(today)).days


class Requests(Aggregate):
    """The requests of a club by number, in the order in which they were entered."""

    __slots__ = ("club_of_stream", "entered")

    NAME = sentence("requests")
    OPENING = RequestFact
    DERIVED = True
    entered: dict[int, PersonRequest]

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.club_of_stream = None
        self.entered = {}

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case RequestReceived(kind, person, received, about=about, text=text):
                number = event.originator_version
                entry = PersonRequest(number, kind, person, received, event.by, about=about, text=text)
                self.entered[number] = entry
            case RequestAnswered(number, answered, how) if number in self.entered:
                self.entered[number] = replace(self.entered[number], answered=answered, how=how)


class Register:
    """Commands on the requests of people."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, club: UUID) -> Requests:
        """Return the requests of a club."""
        identity = requests_id(club)
        return Requests.project(None, self._repository.history(identity)) or Requests(identity)

    def receive(self, club: UUID, kind: str, person: str, received: str, **sent: Unpack[Sent]) -> Saved:
        """Enter a request. Raises `Declined` for an unknown kind, or a day that is none or later than today."""
        called = name(person, sentence("the person"))
        command = request(f"requests {club}", sent, "receive", kind, called, received)

        def draft() -> Draft:
            if kind not in KINDS:
                raise Declined("request", "somebody asks to {kinds}", kinds=", ".join(KINDS))
            _check_day(received, command.at)
            requests = self.get(club)
            if sum(not each.answered for each in requests.entered.values()) >= MOST_OPEN:
                raise Declined("request", "{most} requests wait for an answer: answer some first", most=MOST_OPEN)
            requests.club_of_stream = club
            requests.take(RequestReceived(kind, called, received, str(club)), *command.stamp)
            return (requests,)

        return self._repository.execute(command, requests_id(club), draft)

    def ask_to_be_forgotten(self, club: UUID, player: UUID, received: str, **sent: Unpack[Sent]) -> Saved:
        """Enter that a player asks to be forgotten. Raises `Declined` if such a request of the player waits already."""
        command = request(f"requests {club}", sent, "ask to be forgotten", player)

        def draft() -> Draft:
            requests = self.get(club)
            waiting = [each for each in requests.entered.values() if not each.answered]
            if any(each.kind == FORGET and each.person == str(player) for each in waiting):
                raise Declined("request-waits", "your request to be forgotten waits for an answer already")
            requests.club_of_stream = club
            requests.take(RequestReceived(FORGET, str(player), received, str(club)), *command.stamp)
            return (requests,)

        return self._repository.execute(command, requests_id(club), draft)

    def ask_for_correction(
        self, club: UUID, player: UUID, about: UUID, text: str, received: str, **sent: Unpack[Sent]
    ) -> Saved:
        """Enter that a player asks for the correction of a deal or of the result of a table of a round.

        Raises `Declined` without a text, or if too many requests of the player wait for an answer.
        """
        content = name(text, sentence("the text"))
        command = request(f"requests {club}", sent, "ask for correction", player, about, content)

        def draft() -> Draft:
            requests = self.get(club)
            waiting = [each for each in requests.entered.values() if not each.answered]
            if sum(each.person == str(player) for each in waiting) >= MOST_OF_PLAYER:
                raise Declined(
                    "request", "{most} requests of yours wait for an answer: wait for one first", most=MOST_OF_PLAYER
                )
            if len(waiting) >= MOST_OPEN:
                raise Declined("request", "{most} requests wait for an answer: answer some first", most=MOST_OPEN)
            requests.club_of_stream = club
            fact = RequestReceived(CORRECT, str(player), received, str(club), about=str(about), text=content)
            requests.take(fact, *command.stamp)
            return (requests,)

        return self._repository.execute(command, requests_id(club), draft)

    def answer(self, club: UUID, number: int, answered: str, how: str, **sent: Unpack[Sent]) -> Saved:
        """Record when and how a request was answered. Raises `Declined` if there is none that waits for it."""
        told_how = name(how, sentence("the answer"))
        command = request(f"requests {club}", sent, "answer", number, answered, told_how)

        def draft() -> Draft:
            _check_day(answered, command.at)
            requests = self.get(club)
            entered = requests.entered.get(number)
            if entered is None:
                raise Declined("not-found", "there is no request {number}", number=number)
            if entered.answered:
                raise Declined("request", "the request was answered on {day}", day=entered.answered)
            if answered < entered.received:
                raise Declined("request", "the answer is not earlier than the request")
            requests.club_of_stream = club
            requests.take(RequestAnswered(number, answered, told_how), *command.stamp)
            return (requests,)

        return self._repository.execute(command, requests_id(club), draft)


def _check_day(day: str, at: str) -> None:
    if not is_day(day):
        raise Declined("request", "write the day as YYYY-MM-DD")
    if day > (date.fromisoformat(at[:10]) + timedelta(days=1)).isoformat():
        raise Declined("request", "the day is not later than today")
