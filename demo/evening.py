"""A generated club evening: eight players at two tables play matches, and scribes record them.

Cards, times, mistakes of the scribes and ids follow from a seed; the ids do not depend on the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from uuid import UUID

from bots.styles import STYLES
from demo.games import DEAL_TYPES, AnyDeal
from demo.scribe import Revoke, Scribe, Slip, TooEarly, Unseen, WrongBid, WrongCard, format_time
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import BANK, SIDI_BARRANI, STANDARD
from domain.games.three04.ruleset import Three04Ruleset
from domain.kernel.ids import uuid7
from domain.match.scoring import next_dealer, start
from domain.record.imported_deal import ImportedDeal

CLUB: Final = "Lagoon Road Card Circle"
PLAYERS: Final = ("Anula", "Farook", "Kavitha", "Mahesh", "Nirmala", "Ruwan", "Selvam", "Thilini")
TABLES: Final = ("Window table", "Garden table")
EVENT: Final = "Saturday evening, 14 February 2026"
BEGINS: Final = datetime(2026, 2, 14, 12, 30, tzinfo=UTC)
"""The beginning: 18:00 in Colombo."""
ROUNDS: Final[tuple[tuple[Ruleset, Ruleset], ...]] = ((BANK, BANK), (STANDARD, SIDI_BARRANI), (BANK, BANK))
"""The rulesets of both tables in each round of matches; the last round is repeated."""
BELL: Final = 24
"""The number of deals after which a match is stopped."""
SEED: Final = 304
DEALS: Final = 96


@dataclass(frozen=True, slots=True)
class Named:
    """A club, a player or a table."""

    id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """A match with its deals. ``stopped``: the time when it was stopped, undecided, after `BELL` deals; else None.

    The last match of an evening may be unfinished; a longer evening of the same seed finishes it.
    """

    id: UUID
    ruleset: Ruleset
    table: Named
    dealer: str
    players: dict[str, str]
    at: str
    by: str
    deals: tuple[ImportedDeal, ...]
    balance: dict[str, int]
    stopped: str | None

    @property
    def teams(self) -> dict[str, str]:
        """Return the name of each team."""
        seating = self.ruleset.seating
        return {team: " and ".join(self.players[seat] for seat in seating.of_team(team)) for team in seating.teams}


@dataclass
class Evening:
    """An evening of ``deals`` deals. `sittings` plays them.

    A shorter evening of the same seed is the beginning of a longer one.
    """

    seed: int = SEED
    deals: int = DEALS
    club: Named = field(init=False)
    players: tuple[Named, ...] = field(init=False)
    tables: tuple[Named, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.club = self._identify("club", CLUB)
        self.players = tuple(self._identify("player", name) for name in PLAYERS)
        self.tables = tuple(self._identify("table", name) for name in TABLES)

    @property
    def source(self) -> str:
        """Return the label of every deal."""
        return f"generated, seed {self.seed}"

    def id_of(self, kind: str, name: str | int, at: datetime = BEGINS) -> UUID:
        """Return the id of an object by its kind and name; it depends only on these, the seed and the time."""
        chance = Random(f"{self.seed} {kind} {name}").getrandbits(80)  # noqa: S311
        return uuid7(int(at.timestamp() * 1000), chance)

    def deal_id(self, number: int) -> UUID:
        """Return the id of a deal by its number in the evening, counted from 1; later deals have greater ids."""
        return self.id_of("deal", number, BEGINS + timedelta(minutes=2, seconds=number))

    def _identify(self, kind: str, name: str) -> Named:
        return Named(self.id_of(kind, name), name)

    # --- playing ----------------------------------------------------------------------------------

    def sittings(self) -> Iterator[Sitting]:
        """Yield the matches, round by round, until all deals are played."""
        chance = Random(f"{self.seed} evening")  # noqa: S311
        slips = self._slips()
        begins = BEGINS + timedelta(minutes=10)
        dealt = matches = rounds = 0
        while dealt < self.deals:
            drawn = chance.sample(PLAYERS, len(PLAYERS))
            ends = begins
            for n, table in enumerate(self.tables):
                if dealt == self.deals:
                    break
                matches += 1
                ruleset = ROUNDS[min(rounds, len(ROUNDS) - 1)][n]
                size = len(ruleset.seating.seats)
                sitting = dict(zip(ruleset.seating.seats, drawn[n * size : (n + 1) * size], strict=True))
                match = _Playing(self, matches, ruleset, table, sitting, begins, dealt, slips, chance)
                yield match.play(min(BELL, self.deals - dealt))
                dealt += len(match.played)
                ends = max(ends, match.clock)
            begins = ends + timedelta(minutes=8)
            rounds += 1

    def _slips(self) -> list[tuple[int, Slip]]:
        """Return the slips, each with the number of the first deal that may have it; most come early."""
        slips: Sequence[Slip] = (
            WrongCard(2, "misread the card"),
            WrongBid("misheard"),
            Revoke("both sides agree; the table plays on and asks the arbiter later"),
            TooEarly("had not spoken yet"),
            Unseen(),
            WrongCard(5, "two cards of the suit mixed up"),
        )
        return [(1 + 2 ** (n + 1), slip) for n, slip in enumerate(slips)]


class _Playing:
    """A match in progress."""

    def __init__(
        self,
        evening: Evening,
        number: int,
        ruleset: Ruleset,
        table: Named,
        players: dict[str, str],
        begins: datetime,
        before: int,
        slips: list[tuple[int, Slip]],
        chance: Random,
    ) -> None:
        self.evening = evening
        self.ruleset = ruleset
        self.table = table
        self.players = players
        self.clock = self.begins = begins + timedelta(seconds=chance.randint(0, 90))
        self.before = before
        self.slips = slips
        self.id = evening.id_of("match", number, BEGINS + timedelta(minutes=1, seconds=number))
        self.rng = Random(f"{evening.seed} match {number}")  # noqa: S311
        self.scribe = self.rng.choice(list(players.values()))
        self.played: list[ImportedDeal] = []
        styles = list(STYLES.values())
        self.styles = {seat: styles[PLAYERS.index(name) % len(styles)] for seat, name in players.items()}

    def play(self, most: int) -> Sitting:
        """Play deals until the terms end the match, or until ``most`` deals are played. Return the match."""
        terms, seating = self.ruleset.match, self.ruleset.seating
        dealer = first = self.rng.choice(seating.seats)
        balance = start(seating, terms)
        while len(self.played) < most and not terms.is_over(balance):
            scribe = self._deal(dealer)
            settled = scribe.record.settlement
            if settled is None:
                raise AssertionError("a generated deal was not settled")
            balance = terms.pay(balance, settled.due).balance
            dealer = next_dealer(seating, dealer, settled.outcome)
            self.clock = scribe.clock + timedelta(seconds=self.rng.randint(15, 45))
        return Sitting(
            id=self.id,
            ruleset=self.ruleset,
            table=self.table,
            dealer=first,
            players=self.players,
            at=format_time(self.begins),
            by=self.scribe,
            deals=tuple(self.played),
            balance=balance,
            stopped=format_time(self.clock) if len(self.played) == BELL and not terms.is_over(balance) else None,
        )

    def _deal(self, dealer: str) -> Scribe:
        evening = self.evening
        number = len(self.played) + 1
        ordinal = self.before + number
        opened = DealOpened(
            ruleset=plain(self.ruleset),
            dealer=dealer,
            players=dict(self.players),
            number=number,
            match=str(self.id),
            table=str(self.table.id),
            club=str(evening.club.id),
            event=EVENT,
            source=evening.source,
        )
        at = format_time(self.clock)
        scribe = Scribe(opened, self.clock, self.scribe, Random(f"{evening.seed} times {ordinal}"))  # noqa: S311
        self._slip(ordinal).play(self._next_deal(dealer), scribe)
        self.played.append(ImportedDeal(evening.deal_id(ordinal), opened, at, self.scribe, tuple(scribe.lines)))
        return scribe

    def _next_deal(self, dealer: str) -> AnyDeal:
        """Return the next deal, not yet played."""
        return DEAL_TYPES[self.ruleset.game](self.ruleset, dealer, self.styles, self.rng)

    def _slip(self, ordinal: int) -> Slip:
        """Return the slip for a deal by its number in the evening. Only deals of 304 have a mistake."""
        if isinstance(self.ruleset, Three04Ruleset):
            for first, slip in self.slips:
                if ordinal >= first and not slip.done:
                    return slip
        return Slip()
