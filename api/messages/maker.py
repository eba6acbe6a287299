"""Make messages of events: for each account that an event touches, one row, in the transaction that moves the follower.

A process that is killed leaves both or neither, so no message is lost, and none is made twice.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, cast

from api.messages.kinds import CLASS, CONFIRM, CORRECTION, ROUND, RULING
from domain.classroom.facts import ClassOpened
from domain.dispute.aggregate import Dispute
from domain.dispute.facts import AppealDecided, RulingSigned
from domain.engine.facts import DealSettled, EntryAmended, EntryInserted, EntryRetracted, Fact
from domain.engine.hiding import PUBLIC, hide
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from domain.record.aggregate import Deal
from domain.tournament.aggregate import Tournament
from domain.tournament.facts.adjustments import AdjustmentMade
from domain.tournament.facts.encounters import EncounterSet, SeatsChanged
from domain.tournament.facts.results import ResultCorrected, ResultEntered
from domain.tournament.facts.rulings import ArtificialScoreGiven, AssignedScoreGiven, ForfeitRuled
from domain.tournament.tables.encounter import Encounter
from store.tables.people.messages import FOLLOWER, NewMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from uuid import UUID

    from domain.kernel.events import Recorded
    from domain.ledger import Ledger
    from store.events.event_recorder import EventRecorder
    from store.tables.people.messages import Messages

BATCH: Final = 500
"""The most events of one transaction."""
OLDEST: Final = timedelta(days=2)
"""The age of an event after which nobody is told of it: it was imported, or the server was away for long."""
CORRECTIONS: Final = (EntryAmended, EntryInserted, EntryRetracted)
KINDS_OF: Final[dict[type[Fact], str]] = {
    EncounterSet: ROUND,
    SeatsChanged: ROUND,
    ResultEntered: CONFIRM,
    ResultCorrected: CONFIRM,
    ForfeitRuled: RULING,
    ArtificialScoreGiven: RULING,
    AssignedScoreGiven: RULING,
    AdjustmentMade: RULING,
    RulingSigned: RULING,
    AppealDecided: RULING,
    ClassOpened: CLASS,
    **dict.fromkeys(CORRECTIONS, CORRECTION),
}
"""The kind of the messages that a fact makes; other facts make none."""
TOPICS: Final = [fact.TOPIC for fact in KINDS_OF]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """An event, and whom it touches: names or ids of players; None for all players of the club."""

    kind: str
    stream: UUID
    version: int
    club: UUID
    people: frozenset[str] | None


class Maker:
    """Makes the messages of a record book."""

    def __init__(self, ledger: Ledger, recorder: EventRecorder, messages: Messages) -> None:
        self.ledger, self.recorder, self.messages = ledger, recorder, messages
        self._people: dict[type, Callable[[Recorded], Iterable[str] | None]] = {
            EncounterSet: lambda event: cast("EncounterSet", event.fact).seats.values(),
            SeatsChanged: lambda event: cast("SeatsChanged", event.fact).seats.values(),
            **dict.fromkeys((ResultEntered, ResultCorrected), self._at_table),
            **dict.fromkeys((ForfeitRuled, ArtificialScoreGiven, AssignedScoreGiven), self._at_table),
            AdjustmentMade: self._of_entry,
            **dict.fromkeys((RulingSigned, AppealDecided), self._of_dispute),
            ClassOpened: lambda event: None if cast("ClassOpened", event.fact).club else (),
            **dict.fromkeys(CORRECTIONS, self._of_deal),
        }

    def make_on(self) -> bool:
        """Make the messages of the next events. Returns whether there may be more of them."""
        start, end = self.recorder.tracked(FOLLOWER), self.recorder.max_notification_id() or 0
        if end <= start:
            return False
        notifications = self.recorder.select_notifications(start, BATCH, end, TOPICS, inclusive_of_start=False)
        is_full = len(notifications) == BATCH
        to_event = self.ledger.repository.mapper.to_domain_event
        made = self._address(self._notices([cast("Recorded", to_event(each)) for each in notifications]))
        with self.recorder.track(FOLLOWER, start, notifications[-1].id if is_full else end) as cursor:
            if cursor is not None:  # otherwise another process has made these meanwhile
                self.messages.add(cursor, made)
        return is_full

    def _notices(self, events: Sequence[Recorded]) -> Iterator[Notice]:
        """Yield the notices of some events: of those of a club, since a player is one of a club."""
        clubs = self.recorder.texts.clubs_of({event.originator_id for event in events})
        oldest = datetime.now(UTC) - OLDEST
        for event in events:
            club = clubs.get(event.originator_id)
            if club is None or datetime.fromisoformat(event.at) < oldest:
                continue
            people = self._touched(event)
            kind, stream, version = KINDS_OF[type(event.fact)], event.originator_id, event.originator_version
            yield Notice(kind, stream, version, club, None if people is None else frozenset(filter(None, people)))

    def _touched(self, event: Recorded) -> Iterable[str] | None:
        """Return whom an event touches; nobody if that cannot be read, so that no event holds up those after it."""
        try:
            return self._people[type(event.fact)](event)
        except NotFound:
            return ()
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            # Not the error's text, which may quote names. Failures of the store go on: then the event is read again.
            _log.error("nobody is told of an event: %s", type(error).__name__)
            return ()

    def _address(self, notices: Iterable[Notice]) -> list[NewMessage]:
        of_clubs: dict[UUID, list[Notice]] = defaultdict(list)
        for notice in notices:
            of_clubs[notice.club].append(notice)
        made: list[NewMessage] = []
        for club, some in of_clubs.items():
            named: dict[str, list[tuple[UUID, UUID | None]]] = defaultdict(list)
            for person, account, player in self.messages.addressees(
                club, sorted({person for notice in some for person in notice.people or ()})
            ):
                named[person].append((account, player))
            for each in some:
                addressed = (
                    [(account, None) for account in self.messages.members(club)]
                    if each.people is None
                    else [addressee for person in each.people for addressee in named[person]]
                )
                made += [
                    NewMessage(account, each.kind, each.stream, each.version, player, club)
                    for account, player in addressed
                ]
        return sorted(made, key=lambda message: (message.account, message.stream, message.version))

    def _at_table(self, event: Recorded) -> Iterable[str]:
        return self.ledger.repository.get(Encounter, event.originator_id).seats.values()

    def _of_entry(self, event: Recorded) -> Iterable[str]:
        tournament = self.ledger.repository.get(Tournament, event.originator_id)
        entry = tournament.entries.get(cast("AdjustmentMade", event.fact).entry)
        if entry is None:
            return ()
        # A pair may be called like somebody else.
        return entry.players or ((entry.name,) if tournament.terms.side == 1 else ())

    def _of_dispute(self, event: Recorded) -> Iterable[str]:
        dispute = self.ledger.repository.get(Dispute, event.originator_id)
        deal = as_id(dispute.opened.deal)
        return self.ledger.repository.get(Deal, deal).record.opened.players.values() if deal else ()

    def _of_deal(self, event: Recorded) -> Iterable[str]:
        """Return the players of a deal that was over, if everybody may notice the correction."""
        if hide(event.fact, PUBLIC) is None:
            return ()
        before = self.ledger.repository.history(event.originator_id, 0, event.originator_version)
        if not any(isinstance(each.fact, DealSettled) for each in before):
            return ()
        return self.ledger.repository.get(Deal, event.originator_id).record.opened.players.values()
