"""Read what a message says when it is sent: so it is true then, and is dropped if it is not any more.

Hidden is the default. A content holds no card and no result. It waits as long as the table's broadcast delay, or, where
boards are withheld, until the round is closed. It names people as members of the club see them: it is for one of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from uuid import UUID

from api.deals.table_delays import longest_delay, read_delays
from api.messages.kinds import CLASS, CLUB, CONFIRM, CORRECTION, ROUND, RULING
from api.messages.maker import CORRECTIONS
from domain.classroom.aggregate import Classroom
from domain.dispute.aggregate import Dispute
from domain.dispute.facts import AppealDecided, RulingSigned
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from domain.match.aggregate import Match
from domain.record.aggregate import Deal
from domain.tournament.aggregate import Tournament
from domain.tournament.facts.adjustments import AdjustmentMade
from domain.tournament.facts.encounters import EncounterSet, SeatsChanged
from domain.tournament.facts.results import ResultCorrected, ResultEntered
from domain.tournament.facts.rulings import ArtificialScoreGiven, AssignedScoreGiven, ForfeitRuled
from domain.tournament.tables.encounter import Encounter
from store.tables.people.messages import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from domain.engine.cards import Seat
    from domain.engine.facts import Fact
    from domain.kernel.aggregate import Aggregate
    from domain.ledger import Ledger
    from store.events.event_recorder import EventRecorder
    from store.tables.catalogue import Catalogue
    from store.tables.people.messages import Message

A = TypeVar("A", bound="Aggregate")
AGAIN: Final = 60.0
"""The seconds after which it is looked again whether something may be shown."""


class Later(NamedTuple):
    """Stands for what may not be told yet. ``seconds``: when to look again."""

    seconds: float = AGAIN


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a message. ``title``: of the tournament, class or club; empty for a deal of none.

    ``about``: what it is about; of several messages of a kind about the same, only the last counts.
    """

    kind: str
    path: str
    about: UUID
    title: str = ""
    round: int = 0
    table: int = 0
    place: str = ""
    """The club's name of the table; empty if it has none."""
    seat: Seat = ""
    partners: Sequence[str] = field(default=())
    opponents: Sequence[str] = field(default=())
    outcome: int = 0
    """The outcome for the account in a club: `store.tables.people.messages.ACCEPTED` and the like."""


class Contents:
    """The contents of some messages that are sent together; what several need is read once."""

    def __init__(self, ledger: Ledger, recorder: EventRecorder, catalogue: Catalogue) -> None:
        self.ledger, self.recorder, self.catalogue = ledger, recorder, catalogue
        self._read: dict[tuple[type, UUID], Any] = {}
        self._last: dict[tuple[UUID, Sequence[str]], int] = {}
        self._delays: Mapping[str, float] | None = None
        self._named: dict[UUID, tuple[str, Sequence[str]]] = {}
        self._places: dict[str, str] = {}
        self._of_kind: Mapping[str, Callable[[Message, Collection[str]], Content | Later | None]] = {
            ROUND: self._round,
            CONFIRM: self._confirm,
            RULING: self._ruling,
            CORRECTION: self._correction,
            CLASS: self._class,
            CLUB: self._club,
        }

    def of(self, message: Message) -> Content | Later | None:
        """Return what a message says; None if it is not true any more."""
        own = {str(message.player), *self._names(message.player)[1]} if message.player else set()
        try:
            return self._of_kind[message.kind](message, own)
        except NotFound:
            return None

    # --- kinds ------------------------------------------------------------------------------------

    def _round(self, message: Message, own: Collection[str]) -> Content | Later | None:
        table = self._get(Encounter, message.stream)
        seat = _seat_of(table, own)
        if seat is None or table.dropped or table.closed or table.reported:
            return None
        if self._is_replaced(message, EncounterSet.TOPIC, SeatsChanged.TOPIC):
            return None
        if later := self._delayed(message, self._delay_of_tournament(table.tournament)):
            return later
        team = self._get(Tournament, table.tournament).ruleset.seating.team
        others = [each for each in table.seats if each != seat]
        return self._at(
            message,
            table,
            about=table.tournament,  # a table that is drawn later replaces this one
            seat=seat,
            partners=[self._shown(table.seats[each]) for each in others if team(each) == team(seat)],
            opponents=[self._shown(table.seats[each]) for each in others if team(each) != team(seat)],
        )

    def _confirm(self, message: Message, own: Collection[str]) -> Content | Later | None:
        table = self._get(Encounter, message.stream)
        seat = _seat_of(table, own)
        if seat is None or table.closed or not table.reported or table.status != "provisional":
            return None
        if self._is_replaced(message, ResultEntered.TOPIC, ResultCorrected.TOPIC):
            return None
        seating = self._get(Tournament, table.tournament).ruleset.seating
        side = seating.teams.index(seating.team(seat))
        if not any(not result.confirmed and side not in result.agreed for result in table.results.values()):
            return None
        return self._delayed(message, self._delay_of_tournament(table.tournament)) or self._at(message, table)

    def _ruling(self, message: Message, own: Collection[str]) -> Content | Later | None:
        event = self.ledger.repository.history(message.stream, message.version - 1, message.version)[0]
        match event.fact:
            case RulingSigned() | AppealDecided():
                return self._ruling_in_dispute(message)
            case AdjustmentMade():
                tournament = self._get(Tournament, message.stream)
                if message.version not in tournament.adjustments:
                    return None
                standings = f"/tournaments/{message.stream}/standings"
                content = Content(message.kind, standings, message.stream, tournament.opened.name)
                return self._delayed(message, self._delay_of_tournament(message.stream)) or content
        return self._ruling_at_table(message, event.fact)

    def _ruling_in_dispute(self, message: Message) -> Content | Later | None:
        dispute = self._get(Dispute, message.stream)
        if dispute.standing is None or self._is_replaced(message, RulingSigned.TOPIC, AppealDecided.TOPIC):
            return None
        return self._about_deal(message, UUID(dispute.opened.deal), f"/disputes/{message.stream}")

    def _ruling_at_table(self, message: Message, ruling: Fact) -> Content | Later | None:
        table = self._get(Encounter, message.stream)
        is_standing = {
            ForfeitRuled: bool(table.forfeits),
            ArtificialScoreGiven: ruling in table.given.values(),
            AssignedScoreGiven: ruling in table.decided.values(),
        }
        if table.dropped or not is_standing[type(ruling)]:
            return None
        delay = self._delay_of_tournament(table.tournament)
        return _withheld(table) or self._delayed(message, delay) or self._at(message, table)

    def _correction(self, message: Message, own: Collection[str]) -> Content | Later | None:
        if self._is_replaced(message, *(fact.TOPIC for fact in CORRECTIONS)):
            return None
        if self._get(Deal, message.stream).record.withdrawal is not None:
            return None
        return self._about_deal(message, message.stream, f"/deals/{message.stream}")

    def _class(self, message: Message, own: Collection[str]) -> Content | Later | None:
        classroom = self._get(Classroom, message.stream)
        return None if classroom.ended else Content(message.kind, "/class", message.stream, classroom.opened.title)

    def _club(self, message: Message, own: Collection[str]) -> Content | Later | None:
        """Return what became of the account in a club: what is not true any more is not due."""
        club = self.catalogue.find(message.club)
        outcome = message.version % OUTCOMES
        return Content(message.kind, "/account", message.club, club.title, outcome=outcome) if club else None

    # --- parts ------------------------------------------------------------------------------------

    def _about_deal(self, message: Message, identity: UUID, path: str) -> Content | Later:
        """Return a content about a deal: of a match of a tournament, it says which table it was."""
        deal = self._get(Deal, identity)
        match = self._get(Match, deal.match) if deal.match else None
        encounter = as_id(match.opened.encounter) if match else None
        delay = self._delay_of([deal.record.opened.table or "", (match.opened.table or "") if match else ""])
        if encounter is None:
            return self._delayed(message, delay) or Content(message.kind, path, message.stream)
        table = self._get(Encounter, encounter)
        delay = max(delay, self._delay_of_tournament(table.tournament))
        return _withheld(table) or self._delayed(message, delay) or self._at(message, table, path)

    def _at(
        self, message: Message, table: Encounter, path: str = "", about: UUID | None = None, **more: Any
    ) -> Content:
        tournament, setting = table.tournament, table.setting
        own = f"/tournaments/{tournament}/rounds/{setting.round}/tables/{setting.table}"
        title = self._get(Tournament, tournament).opened.name
        about = about or message.stream
        place = self._place(setting.place)
        return Content(message.kind, path or own, about, title, setting.round, setting.table, place, **more)

    def _is_replaced(self, message: Message, *topics: str) -> bool:
        """Return whether a later event of the same kind says more."""
        if (message.stream, topics) not in self._last:
            events = self.ledger.repository.events_of([message.stream], topics)
            self._last[message.stream, topics] = max(event.originator_version for event in events)
        return message.version < self._last[message.stream, topics]

    def _delay_of(self, tables: Iterable[str]) -> float:
        if self._delays is None:
            self._delays = read_delays(self.catalogue)
        return longest_delay(self._delays, tables)

    def _delay_of_tournament(self, tournament: UUID) -> float:
        """Return the delay after which everybody may see a tournament."""
        return self._delay_of(self._get(Tournament, tournament).places)

    def _delayed(self, message: Message, delay: float) -> Later | None:
        known = self.recorder.version_ago(message.stream, delay) if delay else None
        return Later(min(delay, AGAIN)) if known is not None and message.version > known else None

    def _place(self, table: str | None) -> str:
        """Return the club's name of one of its tables; empty for none."""
        identity = as_id(table)
        if table is None or identity is None:
            return ""
        if table not in self._places:
            row = self.catalogue.find(identity)
            self._places[table] = row.title if row else ""
        return self._places[table]

    def _shown(self, person: str) -> str:
        identity = as_id(person)
        return self._names(identity)[0] if identity else person

    def _names(self, player: UUID) -> tuple[str, Sequence[str]]:
        """Return the name of a registered player, and all names that the player ever had."""
        if player not in self._named:
            row = self.catalogue.find(player)
            self._named[player] = (row.title, row.data.get("names", [row.title])) if row else ("", ())
        return self._named[player]

    def _get(self, kind: type[A], identity: UUID) -> A:
        if (kind, identity) not in self._read:
            self._read[kind, identity] = self.ledger.repository.get(kind, identity)
        known: A = self._read[kind, identity]
        return known


def _withheld(table: Encounter) -> Later | None:
    """Return that something about a table waits, as long as the results of its boards are withheld."""
    return Later() if table.setting.boards and not table.closed else None


def _seat_of(table: Encounter, own: Collection[str]) -> Seat | None:
    """Return the seat of a player of some names at a table; None if the player does not sit there."""
    return next((seat for seat, person in table.seats.items() if person in own), None)
