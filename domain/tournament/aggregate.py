"""The aggregate of a tournament: its terms and entries, its draws, rulings and end.

Results are in the streams of the tables (`encounter`). The decisions are functions in modules of their own:
`lifecycle`, `entries`, `wishes`, `lots`, `rounds`, `clock`, `adjustments` and `packs`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final
from uuid import UUID

from domain.engine import parameters
from domain.engine.words.values import sentence
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing
from domain.options import values
from domain.tournament.facts.adjustments import AdjustmentMade, AdjustmentWithdrawn, StartingScoreSet
from domain.tournament.facts.clock import ClockChanged, ClockPaused, ClockResumed, ClockStarted, ClockStopped
from domain.tournament.facts.entries import (
    CategoriesSet,
    EntryChanged,
    EntryDetailsSet,
    EntryMade,
    EntryReturned,
    EntryWithdrawn,
    SeedsSet,
)
from domain.tournament.facts.lifecycle import (
    TablesNamed,
    TermsChanged,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
    TournamentRenamed,
    TournamentReopened,
)
from domain.tournament.facts.lots import LotsDrawn, LotsPromised
from domain.tournament.facts.packs import PacksCommitted, PacksDiscarded, PacksOpened
from domain.tournament.facts.rounds import DrawWithdrawn, RoundClosed, RoundDrawn, RoundRedrawn, RoundReopened
from domain.tournament.facts.wishes import AvoidanceAdded, AvoidanceWithdrawn, ByeRequested, ByeRequestWithdrawn
from domain.tournament.rounds import clock
from domain.tournament.standings.ranked_aggregate import RankedAggregate
from domain.tournament.state import (
    ABSENT,
    BYE,
    LATE,
    REQUESTED,
    Adjustment,
    Avoidance,
    Draw,
    Entry,
    EntryDetails,
    Line,
    StartingScore,
)
from domain.tournament.tables.encounter import encounter_id
from domain.tournament.terms import Terms, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.ruleset import Ruleset
    from domain.kernel.events import Recorded
    from domain.tournament.state import EntryId

DRAWS: Final = "draws"
"""The purpose of the lots that decide a draw where nothing else does."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round with its latest draw."""

    drawn: RoundDrawn | RoundRedrawn
    at: str
    closed: bool = False
    version: int = 0
    """The version of the event that drew the round."""
    rulings: frozenset[int] = frozenset()
    """The numbers of the rulings in force when the round was drawn."""

    @property
    def draw(self) -> Draw:
        """Return the draw of the round."""
        return Draw(self.drawn.round, self.drawn.pairings, dict(self.drawn.byes), self.drawn.requested)


class Tournament(RankedAggregate, ListedAggregate):
    """A tournament: its terms, entries, rounds, lots, rulings and packs."""

    NAME = sentence("tournament")
    OPENING = TournamentOpened
    opened: TournamentOpened
    terms: Terms

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.entries: dict[EntryId, Entry] = {}
        self.withdrawn: dict[EntryId, str] = {}
        """The reason of each withdrawal, by entry; without entries that returned."""
        self.rounds: dict[int, Round] = {}
        self.tables: dict[int, str] = {}
        """The ids of the club's tables, by table number in the draw."""
        self.places: set[str] = set()
        """The ids of all tables of the club that were ever named."""
        self.lots: dict[str, LotsDrawn] = {}
        """The latest lots, by purpose."""
        self.promised: dict[str, LotsPromised] = {}
        """The lots that are promised and still sealed, by purpose."""
        self.promises = 0
        self.adjustments: dict[int, Adjustment] = {}
        """The rulings on scores in force, by number."""
        self.starting_scores: dict[EntryId, StartingScore] = {}
        self.avoidances: dict[int, Avoidance] = {}
        """The entries that draws keep apart, by number."""
        self.clock: clock.Clock | None = None
        """The clock of a round, as its last event left it; None if none was started or the tournament is over."""
        self.packs: dict[int, PacksCommitted] = {}
        self.packs_opened: dict[int, PacksOpened] = {}
        self.packs_discarded: set[int] = set()
        self.undrawn: set[int] = set()
        """The rounds whose draw was withdrawn at some time: their tables have streams already."""
        self.ended: TournamentEnded | None = None
        self.ended_at = ""

    def fold(self, event: Recorded) -> None:
        fact, entries = event.fact, self.entries
        match fact:
            case TournamentOpened():
                self.opened = fact
                self.terms = parse(fact.terms)
            case TournamentRenamed(name):
                self.opened = replace(self.opened, name=name)
            case TermsChanged(terms):
                self.terms = parse(terms)
            case TablesNamed(tables):
                self.tables = dict(tables)
                self.places |= set(tables.values())
            case EntryMade(entry, name, players, since):
                entries[entry] = Entry(entry, name, players, since=since)
            case EntryChanged(entry, name, players):
                entries[entry] = replace(entries[entry], name=name, players=players)
            case SeedsSet(order):
                seeds = {entry: seed for seed, entry in enumerate(order, 1)}
                for entry, each in entries.items():
                    entries[entry] = replace(each, seed=seeds.get(entry))
            case CategoriesSet(entry, categories):
                entries[entry] = replace(entries[entry], categories=categories)
            case EntryDetailsSet(entry):
                entries[entry] = replace(entries[entry], details=EntryDetails(**values(fact, EntryDetails)))
            case EntryWithdrawn(entry, out, why):
                entries[entry] = replace(entries[entry], out=out)
                self.withdrawn[entry] = why
            case EntryReturned(entry):
                entries[entry] = replace(entries[entry], out=None)
                self.withdrawn.pop(entry, None)
            case LotsDrawn(purpose):
                self.lots[purpose] = fact
                self.promised.pop(purpose, None)
            case LotsPromised(number, purpose):
                self.promised[purpose], self.promises = fact, number
            case RoundDrawn(number) | RoundRedrawn(number):
                rulings = frozenset(self.adjustments)
                self.rounds[number] = Round(fact, event.at, version=event.originator_version, rulings=rulings)
            case DrawWithdrawn(number):
                self.rounds.pop(number, None)
                self.undrawn.add(number)
                if self.clock and self.clock.round == number:
                    self.clock = None
            case RoundClosed(number):
                self.rounds[number] = replace(self.rounds[number], closed=True)
            case RoundReopened(number):
                self.rounds[number] = replace(self.rounds[number], closed=False)
            case AdjustmentMade(entry, amount, unit, number, why):
                self.adjustments[event.originator_version] = Adjustment(entry, amount, unit, number, why)
            case AdjustmentWithdrawn(number):
                self.adjustments.pop(number, None)
            case StartingScoreSet(entry, amount, why, stage, place):
                self.starting_scores.pop(entry, None)
                if amount:
                    self.starting_scores[entry] = StartingScore(entry, amount, why=why, stage=stage, place=place)
            case ByeRequested(entry, number):
                old = entries[entry]
                entries[entry] = replace(old, requested=tuple(sorted({*old.requested, number})))
            case ByeRequestWithdrawn(entry, number):
                old = entries[entry]
                entries[entry] = replace(old, requested=tuple(each for each in old.requested if each != number))
            case AvoidanceAdded(together, absolute, why):
                self.avoidances[event.originator_version] = Avoidance(together, absolute, why)
            case AvoidanceWithdrawn(number):
                self.avoidances.pop(number, None)
            case ClockStarted() | ClockPaused() | ClockResumed() | ClockChanged() | ClockStopped():
                self.clock = clock.fold(self.clock, event)
            case PacksCommitted(number):
                self.packs[number] = fact
            case PacksOpened(number):
                self.packs_opened[number] = fact
            case PacksDiscarded(number):
                self.packs_discarded.add(number)
            case TournamentEnded():
                self.ended, self.ended_at, self.clock = fact, event.at, None
            case TournamentCancelled(why):
                self.ended, self.ended_at, self.clock = TournamentEnded((), why), event.at, None
            case TournamentReopened():
                self.ended, self.ended_at = None, ""

    # --- queries ----------------------------------------------------------------------------------

    @property
    def tournament(self) -> UUID:
        return self.id

    @property
    def club(self) -> UUID | None:
        """Return the id of the tournament's club; None if it has none."""
        return as_id(self.opened.club)

    @cached_property
    def ruleset(self) -> Ruleset:
        """Return the ruleset, as it was when the tournament was opened."""
        return parameters.parse(self.opened.ruleset)

    @property
    def draws(self) -> list[Draw]:
        """Return the latest draw of each round, in order."""
        return [each.draw for _, each in sorted(self.rounds.items())]

    @property
    def next_round(self) -> int:
        """Return the number of the next round to be drawn."""
        return len(self.rounds) + 1

    @property
    def draws_lots_first(self) -> bool:
        """Return whether lots for the draws are to be drawn before the next round is."""
        return DRAWS not in self.lots and not self.terms.rules.starts_from_list

    @property
    def is_seeded(self) -> bool:
        """Return whether seeds alone give the order of the list, so that lots change no draw."""
        return sum(entry.seed is None for entry in self.entries.values()) <= 1

    @property
    def seeded(self) -> list[EntryId]:
        """Return the seeding list, the first seed first."""
        seeds = {each.seed: entry for entry, each in self.entries.items() if each.seed is not None}
        return [seeds[seed] for seed in sorted(seeds)]

    @property
    def boards_with_packs(self) -> set[int]:
        """Return the boards whose packs were dealt and not discarded."""
        kept = (each for number, each in self.packs.items() if number not in self.packs_discarded)
        return {board for each in kept for board in each.boards}

    @property
    def status(self) -> str:
        """Return ``entries`` until the first round is drawn, then ``playing``, and ``over`` after the end."""
        return "over" if self.ended else "playing" if self.rounds else "entries"

    def score_changes(self, until: int) -> list[Adjustment]:
        """Return the starting scores, and the rulings about scores up to a round."""
        ruled = (each for each in self.adjustments.values() if each.round <= until)
        return [*self.starting_scores.values(), *ruled]

    def encounters(self, number: int | None = None) -> list[UUID]:
        """Return the ids of the streams of all tables of a round, or (None) of all rounds."""
        return [
            encounter_id(self.id, each, pairing.table)
            for each in (sorted(self.rounds) if number is None else (number,))
            for pairing in self.round(each).drawn.pairings
        ]

    def round(self, number: int) -> Round:
        """Return a round. Raises `Declined` if it is not drawn yet."""
        if number not in self.rounds:
            raise Declined(
                "round", "round {number} is not drawn yet; {count} are", number=number, count=len(self.rounds)
            )
        return self.rounds[number]

    def entry(self, entry: EntryId) -> Entry:
        """Return an entry by its number. Raises `Declined` if there is none."""
        if entry not in self.entries:
            raise Declined(
                "entry", "there is no entry {entry}; there are {count}", entry=entry, count=len(self.entries)
            )
        return self.entries[entry]

    def check_not_over(self) -> None:
        """Raise `Declined` if the final result was announced."""
        if self.ended:
            raise Declined(
                "tournament-over",
                "the tournament is over since {day}; open it again first",
                day=self.ended_at[:10],
            )

    def lines(self) -> Iterator[Line]:
        """Yield the lines of the byes and absences in all rounds, and of late entries if these score."""
        for number, each in self.rounds.items():
            for entry in each.drawn.byes:
                yield Line(number, entry, BYE)
            for entry in each.drawn.absent:
                yield Line(number, entry, ABSENT)
            for entry in each.drawn.requested:
                yield Line(number, entry, REQUESTED)
            if self.terms.scoring.late != "none":
                for late in self.entries.values():
                    if number < late.since and (late.out is None or late.out > late.since):
                        yield Line(number, late.id, LATE)

    def listing(self) -> Listing:
        opened = self.opened
        data = {
            "status": self.status,
            "format": self.terms.format,
            "ruleset": opened.ruleset["key"],
            "entries": len(self.entries) - len(self.withdrawn),
            "rounds": len(self.rounds),
            "tables": sorted(self.places),
        }
        if self.terms.analysis_after_round:
            data["analysis_after_round"] = True
        if opened.group:
            data["group"] = opened.group
        return Listing(self.id, self.KIND, self.club, None, opened.name, self.opened_at, data)
