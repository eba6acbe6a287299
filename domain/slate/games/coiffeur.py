"""Coiffeur: each team plays each contract once, and only the announcing team scores, times the contract's factor.

Sources: Swisslos, "Coiffeur Jass-Regeln" (8 or 10 contracts; only the announcing team's points are written; no Weis);
jassverzeichnis.ch, "Anleitung für den Coiffeur-Jass" (eight contracts with their factors, by the Jassreglement);
jassen.ch, "Jassarten Schweiz" (ten contracts; three players, each alone). Contracts and factors differ from club to
club, so they are terms. The right to announce passes on to the next player (Swisslos), so any team may announce.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from domain.kernel.errors import Declined
from domain.slate.games.base import CODES, MATCH_BONUS, MOST_BONUS, Points, Row, Score, SlateGame, add, leaders
from domain.slate.terms import Contract, check_names, choice, contracts_of, parse_contracts, plain_contracts, whole

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from domain.slate.line import Line

TEN = contracts_of(
    acorns=1, roses=2, shields=3, bells=4, obenabe=5, undenufe=6, slalom=7, gusti=8, joker_1=9, joker_2=10
)
EIGHT = contracts_of(acorns=1, roses=2, shields=3, bells=4, obenabe=5, undenufe=6, joker_1=7, joker_2=8)


@dataclass(frozen=True, slots=True)
class Coiffeur(SlateGame):
    """The terms of a Coiffeur."""

    KEY: ClassVar[str] = "coiffeur"
    PRESETS: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "ten": {},
        "eight": {"contracts": plain_contracts(EIGHT)},
        "three-players": {"sides": 3},
    }
    INPUTS: ClassVar[frozenset[str]] = frozenset()

    contracts: tuple[Contract, ...] = TEN
    sides: int = 2
    """The number of teams, or of players who play alone: 2 or 3."""
    match_bonus: int = MATCH_BONUS
    """The points for a match, multiplied like the others."""
    first: str = CODES[0]
    """The team that may announce first."""

    @property
    def teams(self) -> tuple[str, ...]:
        return CODES[: self.sides]

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        check_names(data, [each.name for each in fields(cls)])
        sides = whole(data, "sides", 2, most=3, least=2)
        return cls(
            contracts=parse_contracts(data, TEN),
            sides=sides,
            match_bonus=whole(data, "match_bonus", MATCH_BONUS, MOST_BONUS),
            first=choice(data, "first", CODES[:sides]),
        )

    @property
    def needs_contract(self) -> bool:
        return True

    def check(self, line: Line, others: Collection[Line]) -> None:
        self.check_teams(line)
        self.check_contract(line)
        if line.team != line.announcer:
            raise Declined("slate-line", "only the team that announced scores; type its points")
        if line.weis or line.stoeck or line.out:
            raise Declined("slate-line", "Coiffeur is played without Weis and Stöck, and to the end")
        if any((each.announcer, each.contract) == (line.announcer, line.contract) for each in others):
            raise Declined(
                "slate-line",
                "team {team} has played {contract} already",
                team=line.announcer,
                contract=line.contract,
            )

    def score(self, lines: Mapping[int, Line]) -> Score:
        totals, rows = self.none(), []
        for number, line in lines.items():
            scored = self._scored(line)
            totals = add(totals, scored)
            rows.append(Row(number, line, self.factor(line), scored, totals))
        left = {team: self._left(team, lines) for team in self.teams}
        is_over = not any(left.values())
        turn = "" if is_over else self._turn(len(lines), left)
        return Score(totals, tuple(rows), turn, leaders(totals) if is_over else (), is_over, left)

    def _scored(self, line: Line) -> Points:
        return {**self.none(), line.announcer: self.card_points(line) * self.factor(line)}

    def _left(self, team: str, lines: Mapping[int, Line]) -> tuple[str, ...]:
        played = {line.contract for line in lines.values() if line.announcer == team}
        return tuple(each.name for each in self.contracts if each.name not in played)

    def _turn(self, played: int, left: Mapping[str, tuple[str, ...]]) -> str:
        """Return the team that may announce first. The turn passes over a team that has played all its contracts."""
        turns = (self.turn(played + skipped) for skipped in range(len(self.teams)))
        return next(team for team in turns if left[team])
