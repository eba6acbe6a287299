"""Schieber: two teams, to a number of points or of deals; both score their card points, Weis and Stöck.

Sources: Swisslos, "Schieber Jass-Regeln" (1000 or 2500 points, or 12 deals; factors with 2500; the order of declaring
"Stöck, Wys, Stich"); Schweizer Jassreglement "Puur Näll As" by Egg and Hagenbucher, as allmedias.ch, "Regeln Schieber"
(a team that declares without the points has lost; another order can be agreed) and jasswelt.ch, "Die Stöcke" (20
points) report it; SRF, "Regeln zum Bergpreis" (half of the target); 003 "Scoring" (play the deal to its end; the
higher total wins, and a tie is broken by one more deal). Where they differ, there is a term with the usual default.

When a team pushes, its partner announces, so the teams announce in turn.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from domain.kernel.errors import Declined
from domain.slate.games.base import CODES, MATCH_BONUS, MOST_BONUS, Points, Row, Score, SlateGame, add, leaders
from domain.slate.line import STOECK
from domain.slate.terms import (
    NO_TRUMPS,
    Contract,
    check_names,
    choice,
    contracts_of,
    flag,
    parse_contracts,
    plain_contracts,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from domain.slate.line import Line

SINGLE: Final = contracts_of(acorns=1, roses=1, shields=1, bells=1, obenabe=1, undenufe=1)
MULTIPLIED: Final = contracts_of(roses=1, acorns=1, shields=2, bells=2, obenabe=3, undenufe=3)
"""The factors with 2500 points (Swisslos)."""
MOST_TARGET: Final = 100_000
MOST_DEALS: Final = 100
STOECK_WEIS_TRICKS: Final = "stoeck-weis-tricks"
ORDERS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    STOECK_WEIS_TRICKS: (("stoeck",), ("weis",), ("tricks",)),
    "stoeck-tricks-weis": (("stoeck",), ("tricks",), ("weis",)),
    "deal-end": (("stoeck", "weis", "tricks"),),
}
"""The steps in which the points of the last deal count. With ``deal-end`` they count together after the deal."""


@dataclass(frozen=True, slots=True)
class Schieber(SlateGame):
    """The terms of a Schieber. Either the target or the number of deals is 0."""

    KEY: ClassVar[str] = "schieber"
    PRESETS: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "1000": {},
        "1500": {"target": 1500},
        "2500": {"target": 2500, "contracts": plain_contracts(MULTIPLIED)},
        "12-deals": {"deals": 12, "weis": False},
    }
    INPUTS: ClassVar[frozenset[str]] = frozenset({"weis", "stoeck", "out"})

    target: int = 1000
    """The points that end the game; 0 if it ends after a number of deals."""
    deals: int = 0
    """The number of deals; 0 if the game ends with the target."""
    contracts: tuple[Contract, ...] = SINGLE
    match_bonus: int = MATCH_BONUS
    """The points for a match, multiplied like the others; 0 where a match counts 157."""
    weis: bool = True
    """Whether Weis and Stöck score."""
    order: str = STOECK_WEIS_TRICKS
    """The order in which points count if both teams reach the target in one deal."""
    halfway: bool = False
    """Whether the slate notes who reaches half of the target first (Bergpreis)."""
    first: str = CODES[0]
    """The team that announces first."""

    @property
    def teams(self) -> tuple[str, ...]:
        return CODES[:2]

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        check_names(data, [each.name for each in fields(cls)])
        deals = whole(data, "deals", 0, MOST_DEALS)
        target = whole(data, "target", 0 if deals else 1000, MOST_TARGET)
        if (target == 0) == (deals == 0):
            raise Declined("slate-terms", "a Schieber ends with a target or after a number of deals: give one of them")
        halfway = flag(data, "halfway", default=False)
        if halfway and not target:
            raise Declined("slate-terms", "halfway needs a target")
        return cls(
            target=target,
            deals=deals,
            contracts=parse_contracts(data, SINGLE),
            match_bonus=whole(data, "match_bonus", MATCH_BONUS, MOST_BONUS),
            weis=flag(data, "weis", default=True),
            order=choice(data, "order", tuple(ORDERS)),
            halfway=halfway,
            first=choice(data, "first", CODES[:2]),
        )

    @property
    def needs_contract(self) -> bool:
        return len({each.factor for each in self.contracts}) > 1

    def check(self, line: Line, others: Collection[Line]) -> None:
        self.check_teams(line)
        self.check_contract(line)
        if not self.weis and (line.weis or line.stoeck):
            raise Declined("slate-line", "this Schieber is played without Weis and Stöck")
        if line.stoeck and line.contract in NO_TRUMPS:
            raise Declined(
                "slate-line", "there are no Stöck without a trump suit, as in {contract}", contract=line.contract
            )
        if line.out and not self.target:
            raise Declined("slate-line", "this Schieber has no target that a team could declare")
        if line.others is not None and line.team != line.out:
            raise Declined("slate-line", "in a deal that was broken off, type the points of the team that declared")

    def score(self, lines: Mapping[int, Line]) -> Score:
        totals, rows = self.none(), []
        halfway: tuple[str, ...] | None = None
        end: tuple[tuple[str, ...], bool] | None = None
        for number, line in lines.items():
            if end is not None:
                rows.append(Row(number, line, self.factor(line), self.none(), totals, is_counted=False))
                continue
            steps = self._steps(line)
            scored = self._sum(steps)
            if self.halfway and halfway is None:
                reached = self._first_to_reach(totals, steps, (self.target + 1) // 2)
                halfway = self._one_of(reached, add(totals, scored)) if reached else None
            end = self._end(totals, line, steps, len(rows) + 1)
            totals = add(totals, scored)
            rows.append(Row(number, line, self.factor(line), scored, totals))
        return Score(
            totals,
            tuple(rows),
            turn="" if end else self.turn(len(lines)),
            winners=end[0] if end else (),
            is_over=end is not None,
            halfway=halfway[0] if halfway and len(halfway) == 1 else "",
            is_disputed=end[1] if end else False,
        )

    def _steps(self, line: Line) -> tuple[Points, ...]:
        """Return the points of a line in the steps of the order, each multiplied."""
        factor = self.factor(line)
        parts: dict[str, Points] = {
            "stoeck": {line.stoeck: STOECK * factor} if line.stoeck else {},
            "weis": {team: points * factor for team, points in line.weis.items()},
            "tricks": {team: points * factor for team, points in self._tricks(line).items()},
        }
        return tuple(self._sum([parts[name] for name in step]) for step in ORDERS[self.order])

    def _tricks(self, line: Line) -> Points:
        left = 0 if line.match else line.points_left
        return {team: self.card_points(line) if team == line.team else left for team in self.teams}

    def _sum(self, parts: Collection[Mapping[str, int]]) -> Points:
        return {team: sum(part.get(team, 0) for part in parts) for team in self.teams}

    def _first_to_reach(self, totals: Points, steps: tuple[Points, ...], goal: int) -> tuple[str, ...]:
        """Return the teams that reach a goal in the first step in which any does; empty if none does."""
        for step in steps:
            totals = add(totals, step)
            if reached := tuple(team for team in self.teams if totals[team] >= goal):
                return reached
        return ()

    @staticmethod
    def _one_of(reached: tuple[str, ...], after: Points) -> tuple[str, ...]:
        """Return the team of these with the higher total after the deal; all that are level."""
        return leaders({team: after[team] for team in reached})

    def _end(
        self, totals: Points, line: Line, steps: tuple[Points, ...], played: int
    ) -> tuple[tuple[str, ...], bool] | None:
        """Return the winners after a line, and whether that is disputed; None if the game goes on."""
        after = add(totals, self._sum(steps))
        if not self.target:
            return (leaders(after), False) if played == self.deals else None
        if line.out:
            return ((line.out,) if after[line.out] >= self.target else self._others(line.out)), False
        reached = self._first_to_reach(totals, steps, self.target)
        if not reached:
            return None
        winners = self._one_of(reached, after)
        if len(steps) == 1:
            return (winners, False) if len(winners) == 1 else None
        return winners, len(reached) > 1

    def _others(self, team: str) -> tuple[str, ...]:
        return tuple(each for each in self.teams if each != team)
