"""The aggregate of a tournament: its terms and entries, its draws, rulings and end.

Results are in the streams of the tables (`encounter`). The methods that decide return facts and change nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from domain.engine import parameters, values
from domain.fair import lots as fair
from domain.fair.forms import FairError
from domain.fair.packs import dealer as deals
from domain.ledger.aggregate import ListedAggregate
from domain.ledger.errors import Declined
from domain.ledger.ids import as_id
from domain.ledger.ports import Listing
from domain.tournament import clock
from domain.tournament.categories import check_categories
from domain.tournament.dealers import first_dealers
from domain.tournament.encounter import encounter_id
from domain.tournament.facts.adjustments import AdjustmentMade, AdjustmentWithdrawn, StartingScoreSet
from domain.tournament.facts.clock import ClockChanged, ClockPaused, ClockResumed, ClockStarted, ClockStopped
from domain.tournament.facts.encounters import EncounterSet
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
from domain.tournament.ranked_aggregate import RankedAggregate
from domain.tournament.scores import AmountError, adjustment_number
from domain.tournament.state import (
    ABSENT,
    BYE,
    LATE,
    REQUESTED,
    Adjustment,
    Avoidance,
    Draw,
    Entry,
    Line,
    StartingScore,
)
from domain.tournament.terms import Terms, TermsError, check, parse, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.ledger.events import Recorded
    from domain.tournament.state import Assumption, EntryId, Pairing

UNITS: Final = ("score", "tokens")
DRAWS: Final = "draws"
"""The purpose of the lots that decide a draw where nothing else does."""
MOST_ENTRIES: Final = 1000


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
    """A tournament: its terms, entries, rounds, lots, rulings and packs.

    A decision that is not possible now raises `Declined` with the reason.
    """

    KIND = "tournament"
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
            case EntryDetailsSet(entry, rating, club):
                entries[entry] = replace(entries[entry], rating=rating, club=club)
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

    # --- decisions: terms and entries ---------------------------------------------------------------

    def rename(self, name: str, why: str) -> TournamentRenamed:
        """Give the tournament another name."""
        if name == self.opened.name:
            raise Declined("same-name", "the tournament has that name already")
        return TournamentRenamed(name, why)

    def change_terms(self, terms: Terms, why: str) -> TermsChanged:
        """Change the terms; the format and the size of an entry are fixed once a round is drawn."""
        self.check_not_over()
        check_terms(terms)
        if terms == self.terms:
            raise Declined("same-terms", "these are the terms already")
        if self.rounds and (terms.format, terms.side) != (self.terms.format, self.terms.side):
            raise Declined("terms", "the format and the size of an entry stay as they are once a round is drawn")
        if any(len(entry.players) > terms.side for entry in self.entries.values()):
            raise Declined("terms", "side: some entries have more than {most} players", most=terms.side)
        return TermsChanged(plain(terms), why)

    def name_tables(self, tables: Mapping[int, str]) -> TablesNamed:
        """Set the id of the club's table for each table number of a draw."""
        self.check_not_over()
        if dict(tables) == self.tables:
            raise Declined("same-tables", "these are the tables already")
        if len(set(tables.values())) < len(tables):
            raise Declined("tables", "a table stands there twice")
        if any(number < 1 for number in tables):
            raise Declined("tables", "tables are numbered from 1")
        return TablesNamed(dict(tables))

    def enter(self, name: str, players: Sequence[str], since: int | None) -> EntryMade:
        """Add an entry. ``since``: the first round it plays; None: the next round to be drawn."""
        self.check_not_over()
        if len(self.entries) >= MOST_ENTRIES:
            raise Declined("entries", "a tournament has up to {most} entries", most=MOST_ENTRIES)
        since = self.next_round if since is None else since
        if since < self.next_round:
            raise Declined(
                "entry-late",
                "round {number} is drawn already; an entry now plays from {next} on",
                number=since,
                next=self.next_round,
            )
        last = self.terms.last_entry
        if last is not None and since > last:
            raise Declined(
                "entry-late",
                "by the terms, an entry comes in up to round {last}, not for round {number}",
                last=last,
                number=since,
            )
        self._check_entrants(None, name, players)
        return EntryMade(str(len(self.entries) + 1), name, tuple(players), since)

    def change_entry(self, entry: EntryId, name: str, players: Sequence[str], why: str) -> EntryChanged:
        """Change the name or the players of an entry."""
        self.check_not_over()
        old = self.entry(entry)
        if (name, tuple(players)) == (old.name, old.players):
            raise Declined("same-entry", "entry {entry} is so already", entry=entry)
        self._check_entrants(entry, name, players)
        return EntryChanged(entry, name, tuple(players), why)

    def set_categories(self, entry: EntryId, categories: Sequence[str]) -> CategoriesSet:
        """Set the prize categories of an entry; none takes them away."""
        self.check_not_over()
        named = check_categories(categories)
        if named == self.entry(entry).categories:
            raise Declined("same-categories", "entry {entry} has these categories already", entry=entry)
        return CategoriesSet(entry, named)

    def set_seeds(self, order: Sequence[EntryId], why: str) -> SeedsSet:
        """Set the seeding list, the first seed first."""
        self.check_not_over()
        self._list_may_change(len(self.rounds))
        for entry in order:
            self.entry(entry)
        if len(set(order)) < len(order):
            raise Declined("seeds", "an entry stands twice on the seeding list")
        if tuple(order) == tuple(self.seeded):
            raise Declined("same-seeds", "the seeding list is that already")
        return SeedsSet(tuple(order), why)

    @property
    def seeded(self) -> list[EntryId]:
        """Return the seeding list, the first seed first."""
        seeds = {each.seed: entry for entry, each in self.entries.items() if each.seed is not None}
        return [seeds[seed] for seed in sorted(seeds)]

    def withdraw(self, entry: EntryId, why: str) -> EntryWithdrawn:
        """Withdraw an entry from the next round on."""
        self.check_not_over()
        if self.entry(entry).out is not None:
            raise Declined("entry-out", "entry {entry} is out already", entry=entry)
        return EntryWithdrawn(entry, self.next_round, why)

    def take_back(self, entry: EntryId, why: str) -> EntryReturned:
        """Let a withdrawn entry play again from the next round on."""
        self.check_not_over()
        if self.entry(entry).out is None:
            raise Declined("entry-in", "entry {entry} is not out", entry=entry)
        self._check_entrants(entry, self.entries[entry].name, self.entries[entry].players)
        return EntryReturned(entry, why)

    def _list_may_change(self, standing: int) -> None:
        """Raise `Declined` if the format fixes the order of the list and ``standing``, the rounds drawn, is not 0."""
        if standing and self.terms.rules.keeps_list:
            raise Declined(
                "round-drawn",
                "the order of the list stays as it is once a {format} has begun",
                format=values.Term(self.terms.format),
            )

    def _check_entrants(self, entry: EntryId | None, name: str, players: Sequence[str]) -> None:
        """Raise `Declined` for too many players, or a name or player that another entry has."""
        if len(players) > self.terms.side:
            raise Declined(
                "entry-players",
                "an entry has up to {most} players, not {count}",
                most=self.terms.side,
                count=len(players),
            )
        if len(set(players)) < len(players):
            raise Declined("player-twice", "a player stands twice in the entry")
        for other in self.entries.values():
            if other.id == entry or other.out is not None:
                continue
            if other.name == name:
                raise Declined("entry-name", "entry {entry} is called {name} already", entry=other.id, name=name)
            if both := set(players) & set(other.players):
                raise Declined(
                    "entry-player", "{player} plays for entry {entry} already", player=min(both), entry=other.id
                )

    # --- decisions: rounds ----------------------------------------------------------------------------

    def draw_lots(self, purpose: str, entropy: bytes, *, standing: int | None = None) -> LotsDrawn:
        """Draw an order of all entries by lot.

        ``entropy``: 32 random bytes. ``standing``: the number of drawn rounds that remain; None: all. Raises `Declined`
        if other lots, or lots among other entries, were promised for the purpose.
        """
        self.check_not_over()
        if purpose == DRAWS:
            self._list_may_change(len(self.rounds) if standing is None else standing)
        try:
            lots = fair.draw(self.entries, entropy, str(self.id), purpose)
        except FairError as error:
            raise Declined("lots", error.sentence) from None
        promise = self.promised.get(purpose)
        if promise and (wrong := fair.verify(fair.parse(promise.commitment), lots)):
            raise Declined("lots", "other lots were promised: {difference}; promise them anew", difference=wrong.text)
        return LotsDrawn(purpose, lots.order, fair.plain(lots))

    def promise_lots(self, purpose: str, entropy: bytes) -> tuple[LotsPromised, fair.Lots]:
        """Draw lots among the current entries; return the fact with the commitment to them, and the lots."""
        self.check_not_over()
        try:
            lots = fair.draw(self.entries, entropy, str(self.id), purpose)
        except FairError as error:
            raise Declined("lots", error.sentence) from None
        return LotsPromised(self.promises + 1, purpose, fair.plain(fair.commitment(lots))), lots

    def check_draw(self, draw: Draw) -> None:
        """Raise `Declined` for a draw with an entry that does not play or plays twice, or with wrong tables."""
        if any(not side for pairing in draw.pairings for side in pairing.sides):
            raise Declined("draw", "at a table two sides meet")
        for entry in draw.entries:
            if not self.entry(entry).plays(draw.round):
                raise Declined("draw", "entry {entry} does not play in round {number}", entry=entry, number=draw.round)
        often = Counter(draw.entries)
        if self.terms.two_tables:
            met = {(pairing.sides, pairing.boards) for pairing in draw.pairings}
            if any((pairing.sides[::-1], pairing.boards) not in met for pairing in draw.pairings):
                raise Declined(
                    "draw", "two teams meet at two tables with the same boards, the second with seats changed"
                )
            often.subtract(pairing.sides[1][0] for pairing in draw.pairings)
        if twice := sorted(entry for entry, tables in often.items() if tables > 1):
            raise Declined("draw", "entry {entry} is drawn twice", entry=twice[0])
        tables = [pairing.table for pairing in draw.pairings]
        if len(set(tables)) < len(tables) or any(table < 1 for table in tables):
            raise Declined("draw", "the tables of a round are numbered from 1, each once")

    def record_draw(
        self, draw: Draw, broke: Sequence[str], *, by_hand: bool, assumed: Sequence[Assumption] = ()
    ) -> RoundDrawn:
        """Record the draw of the next round. ``broke``: the faults of the draw, in sentences."""
        self.check_not_over()
        self.check_draw(draw)
        if draw.round != self.next_round:
            raise not_next_round(self.next_round, draw.round)
        absent, requested = self._absent_entries(draw)
        byes = dict(draw.byes)
        return RoundDrawn(draw.round, draw.pairings, byes, absent, by_hand, tuple(broke), requested, tuple(assumed))

    def record_redraw(
        self, draw: Draw, broke: Sequence[str], why: str, *, by_hand: bool, assumed: Sequence[Assumption] = ()
    ) -> RoundRedrawn:
        """Record a new draw of the last round. ``broke``: as in `record_draw`."""
        self.check_last_round(draw.round)
        self.check_draw(draw)
        if not why:
            raise Declined("why", "a redraw says why")
        absent, requested = self._absent_entries(draw)
        last = self.round(draw.round)
        if (replace(draw, requested=requested), tuple(assumed)) == (last.draw, last.drawn.assumed):
            raise Declined("same-draw", "round {number} is drawn so already", number=draw.round)
        byes = dict(draw.byes)
        return RoundRedrawn(
            draw.round, draw.pairings, byes, absent, by_hand, tuple(broke), why, requested, tuple(assumed)
        )

    def withdraw_draw(self, number: int, why: str) -> DrawWithdrawn:
        """Withdraw the draw of the last round. Raises `Declined` if it is closed or not the last."""
        self.check_last_round(number)
        if not why:
            raise Declined("why", "to withdraw a draw, say why")
        return DrawWithdrawn(number, why)

    def check_last_round(self, number: int) -> None:
        """Raise `Declined` if a round is closed or not the last, and so cannot be drawn anew."""
        self.check_not_over()
        if self.round(number).closed:
            raise Declined("round-closed", "round {number} is closed", number=number)
        if number != len(self.rounds):
            raise Declined(
                "round-drawn",
                "round {number} is drawn already: only the last is drawn anew",
                number=len(self.rounds),
            )

    def _absent_entries(self, draw: Draw) -> tuple[tuple[EntryId, ...], tuple[EntryId, ...]]:
        """Return the entries that could play and are not in the draw, and those that had asked for a bye."""
        if not self.terms.rules.draws_everybody:
            return (), ()
        there, number = set(draw.entries), draw.round
        out = [each for each in self.entries.values() if each.plays(number) and each.id not in there]
        requested = tuple(each.id for each in out if number in each.requested)
        return tuple(each.id for each in out if each.id not in requested), requested

    def settings(self, number: int) -> Iterator[EncounterSet]:
        """Yield the settings of a round's tables: their seats, first dealers, and terms."""
        seating = self.ruleset.seating
        first = first_dealers(seating, (draw for draw in self.draws if draw.round <= number))
        for pairing in self.round(number).drawn.pairings:
            dealer = deals(pairing.boards[0], seating.seats) if pairing.boards else first[pairing.table]
            yield self._setting(number, pairing, dealer)

    def _setting(self, number: int, pairing: Pairing, dealer: Seat) -> EncounterSet:
        """Return the setting of one table. The first two players of a team of four sit at its North-South table."""
        seating = self.ruleset.seating
        seats: dict[str, str] = {}
        for n, (team, side) in enumerate(zip(seating.teams, pairing.sides, strict=True)):
            entries = [self.entries[entry] for entry in side]
            alone = self.terms.side == 1
            players = [p for each in entries for p in each.players or ((each.name,) if alone else ())]
            own = seating.of_team(team)
            seats.update(zip(own, players[n * len(own) :] if self.terms.two_tables else players, strict=False))
        return EncounterSet(
            tournament=str(self.id),
            round=number,
            table=pairing.table,
            sides=pairing.sides,
            names={entry: self.entries[entry].name for entry in pairing.entries},
            seats=seats,
            dealer=dealer,
            boards=pairing.boards,
            stage=pairing.stage,
            place=self.tables.get(pairing.table),
            club=self.opened.club,
            terms=plain(self.terms),
        )

    def close(self, number: int) -> RoundClosed:
        """Close a round. Raises `Declined` if it is closed already."""
        self.check_not_over()
        if self.round(number).closed:
            raise Declined("round-closed", "round {number} is closed already", number=number)
        return RoundClosed(number)

    def reopen_round(self, number: int, why: str) -> RoundReopened:
        """Reopen a round, so that its results may be entered again."""
        self.check_not_over()
        if not self.round(number).closed:
            raise Declined("round-open", "round {number} is not closed", number=number)
        if not why:
            raise Declined("why", "to open a round again, say why")
        return RoundReopened(number, why)

    # --- decisions: rulings and the end -----------------------------------------------------------------

    def adjustment_number(self, amount: Fraction, unit: str) -> int:
        """Return the number that `adjust` takes for an amount in the unit of scores: in half points where wins count.

        Raises `Declined` if the amount is not a multiple of the smallest unit, or the unit is unknown.
        """
        self._is_unit(unit)
        try:
            return adjustment_number(self.terms, amount, unit)
        except AmountError as error:
            raise Declined("adjustment", error.sentence) from None

    def adjust(self, entry: EntryId, amount: int, unit: str, number: int, why: str) -> AdjustmentMade:
        """Rule on an entry's score. ``amount`` as in `Adjustment`; ``number``: the round the ruling is about, or 0."""
        self.check_not_over()
        self.entry(entry)
        self._is_unit(unit)
        if not amount:
            raise Declined("adjustment", "a ruling adds something or takes something")
        if number:
            self.round(number)
        if not why:
            raise Declined("why", "a ruling says why")
        return AdjustmentMade(entry, amount, unit, number, why)

    def _is_unit(self, unit: str) -> None:
        if unit not in UNITS:
            raise Declined(
                "adjustment",
                "a ruling is about {units}, not {unit}",
                units=values.Listing(UNITS, " or "),
                unit=unit,
            )

    def withdraw_adjustment(self, number: int, why: str) -> AdjustmentWithdrawn:
        """Take back a ruling on a score."""
        self.check_not_over()
        if number not in self.adjustments:
            raise Declined("not-found", "there is no ruling {number} in this tournament", number=number)
        return AdjustmentWithdrawn(number, why)

    def set_starting_score(self, entry: EntryId, amount: int, why: str) -> StartingScoreSet:
        """Set the score with which an entry begins, as a handicap; 0 takes it away. ``amount`` as in `Adjustment`."""
        self.check_not_over()
        self.entry(entry)
        old = self.starting_scores.get(entry)
        if amount == (old.amount if old else 0):
            raise Declined("same-starting-score", "entry {entry} begins with that score already", entry=entry)
        if not why:
            raise Declined("why", "a starting score says why")
        return StartingScoreSet(entry, amount, why)

    def commit(self, boards: Sequence[int], commitment: Mapping[str, Any]) -> PacksCommitted:
        """Record the commitment to the packs of some boards."""
        self.check_not_over()
        if twice := self.boards_with_packs & set(boards):
            raise Declined("packs", "board {board} has a pack already", board=min(twice))
        if not boards or len(set(boards)) < len(boards):
            raise Declined("packs", "packs are dealt for some boards, each once")
        return PacksCommitted(len(self.packs) + 1, tuple(boards), dict(commitment))

    @property
    def boards_with_packs(self) -> set[int]:
        """Return the boards whose packs were dealt and not discarded."""
        kept = (each for number, each in self.packs.items() if number not in self.packs_discarded)
        return {board for each in kept for board in each.boards}

    def discard_packs(self, number: int, why: str) -> PacksDiscarded:
        """Discard packs that are not played, so that others can be dealt for their boards."""
        self.check_not_over()
        if number not in self.packs:
            raise _no_packs(number)
        if number in self.packs_opened or number in self.packs_discarded:
            raise Declined("packs-open", "the packs {number} are open or discarded already", number=number)
        if not why:
            raise Declined("why", "to discard packs, say why")
        return PacksDiscarded(number, why)

    def open_packs(self, number: int, opening: Mapping[str, Any]) -> PacksOpened:
        """Publish the packs of commitment ``number``."""
        if number not in self.packs:
            raise _no_packs(number)
        if number in self.packs_opened:
            raise Declined("packs-open", "the packs {number} are open already", number=number)
        return PacksOpened(number, dict(opening))

    def end(self, places: Sequence[Mapping[str, Any]], note: str) -> TournamentEnded:
        """Announce the final result. Raises `Declined` if no round is drawn or a round is not closed."""
        self.check_not_over()
        if not self.rounds:
            raise Declined("round", "nothing was drawn yet")
        if open_ := [number for number, each in sorted(self.rounds.items()) if not each.closed]:
            raise Declined("round-open", "round {number} is not closed yet", number=open_[0])
        return TournamentEnded(tuple(dict(place) for place in places), note)

    def cancel(self, why: str) -> TournamentCancelled:
        """Cancel the tournament: it is over without a result."""
        self.check_not_over()
        if not why:
            raise Declined("why", "to cancel a tournament, say why")
        return TournamentCancelled(why)

    def reopen(self, why: str) -> TournamentReopened:
        """Reopen the tournament after its end."""
        if not self.ended:
            raise Declined("tournament-open", "the tournament is not over")
        if not why:
            raise Declined("why", "to open a tournament again, say why")
        return TournamentReopened(why)

    def check_not_over(self) -> None:
        """Raise `Declined` if the final result was announced."""
        if self.ended:
            raise Declined(
                "tournament-over",
                "the tournament is over since {day}; open it again first",
                day=self.ended_at[:10],
            )


def check_terms(terms: Terms) -> Terms:
    """Return the terms if they make a tournament. Raises `Declined` with the reason otherwise."""
    try:
        return check(terms)
    except TermsError as error:
        raise Declined("terms", error.sentence) from None


def not_next_round(next_: int, number: int) -> Declined:
    """Return the error for a draw of another round than the next."""
    return Declined("round-drawn", "the next round to be drawn is {next}, not {number}", next=next_, number=number)


def _no_packs(number: int) -> Declined:
    return Declined("not-found", "there are no packs {number} in this tournament", number=number)
