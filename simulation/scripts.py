"""Deals to be recorded: generated deals as the entries of a scribe, with a slip and its correction now and then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from bots.styles import STYLES
from demo.games import DEAL_TYPES
from domain.engine.facts import Act, CardPlayed, DealOpened, Passed
from domain.engine.parameters import plain
from domain.engine.refusals import Refused
from domain.games.catalogue import RULESETS
from domain.games.sidi.acts import ContractBid
from domain.games.three04.acts import BidMade
from domain.record.entries import Stamp
from domain.record.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.facts import Fact
    from domain.record.record import Proposal

GAMES: Final = ("304", "sidi-barrani", "304-bank", "304-jaffna")
"""The rulesets that are played."""
SPOKEN: Final = (BidMade, ContractBid, CardPlayed, Passed)
"""Acts at which a scribe slips."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command of the scribe to a deal: its name in the ledger, its arguments and options."""

    command: str
    arguments: tuple[Any, ...]
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """The entries of a deal, and its effective record after each of them."""

    ruleset: str
    dealer: str
    entries: tuple[Entry, ...]
    acts: tuple[tuple[Act, ...], ...]
    """``acts[n]``: the acts after ``n`` entries."""


@lru_cache(maxsize=1024)
def script(game: int, number: int, step: int) -> Script:
    """Return a script by its game, its number and the number of acts that are entered together."""
    ruleset = RULESETS[GAMES[game]]
    rng = Random(f"script {game} {number} {step}")
    dealer = rng.choice(ruleset.seating.seats)
    styles = {seat: rng.choice(list(STYLES.values())) for seat in ruleset.seating.seats}
    acts = list(DEAL_TYPES[ruleset.game](ruleset, dealer, styles, rng).acts())
    writer = _Writer(Record(DealOpened(plain(ruleset), dealer), Stamp(1)), rng)
    writer.write(acts, step)
    return Script(ruleset.key, dealer, tuple(writer.entries), tuple(writer.acts))


class _Writer:
    """Turns the acts of a deal into entries, without the acts that are recorded automatically."""

    def __init__(self, record: Record, rng: Random) -> None:
        self.record = record
        self.rng = rng
        self.facts: list[Fact] = []
        """The facts after the opening."""
        self.entries: list[Entry] = []
        self.acts: list[tuple[Act, ...]] = [()]

    def write(self, acts: list[Act], step: int) -> None:
        """Write all acts, ``step`` in an entry."""
        while (begin := len(self.record.entries)) < len(acts):
            chance = self.rng.random()
            if step == 1 and chance < 0.12 and self._slip(acts[begin]):
                continue
            batch: list[Act] = []
            while len(batch) < step and len(self.record.entries) < len(acts):
                act = acts[len(self.record.entries)]
                batch.append(act)
                self._fold(self.record.act(act))
            self._add(Entry("deals.act", (tuple(batch),)))
            if step == 1 and chance > 0.93:
                self._take_back(begin)

    def _slip(self, act: Act) -> bool:
        """Enter another bid or card than the one at the table, and correct it. Return False if that cannot be done."""
        others = [
            other
            for other in self.record.rules.legal(self.record.state, act.seat)
            if isinstance(other, SPOKEN) and other != act
        ]
        if not isinstance(act, SPOKEN) or not others:
            return False
        slip, ply = self.rng.choice(others), len(self.record.entries)
        if len(self._copy().act(act)) != 1:
            return False  # the act compels others, which a correction does not record
        trial = self._copy()
        try:
            slipped = trial.act(slip)
            if len(slipped) != 1:
                return False
            trial.fold(slipped[0].fact, Stamp(0))
            if len(trial.amend(ply, act, "a slip")) != 1:
                return False
        except Refused:
            return False
        self._fold(self.record.act(slip))
        self._add(Entry("deals.act", ((slip,),)))
        self._fold(self.record.amend(ply, act, "a slip"))
        self._add(Entry("deals.amend", (ply, act, "a slip")))
        return True

    def _take_back(self, ply: int) -> None:
        """Retract the last entry and enter it again."""
        if self.record.settlement is not None:
            return
        acts = self.acts[-1][ply : ply + 1]
        self._fold(self.record.retract(ply, "too early", onward=True))
        self._add(Entry("deals.retract", (ply, "too early"), (("onward", True),)))
        self._fold(self.record.act(acts[0]))
        self._add(Entry("deals.act", (acts,)))

    def _copy(self) -> Record:
        """Return a copy of the record."""
        copy = Record(self.record.opened, Stamp(1))
        for version, fact in enumerate(self.facts, 2):
            copy.fold(fact, Stamp(version))
        return copy

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.acts.append(tuple(self.record.acts))

    def _fold(self, proposals: Iterable[Proposal]) -> None:
        for proposal in proposals:
            self.facts.append(proposal.fact)
            self.record.fold(proposal.fact, Stamp(len(self.facts) + 1))
