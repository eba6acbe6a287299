"""The interface of a game on a slate."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from domain.kernel.errors import Declined
from domain.slate.line import FULL, Line
from domain.slate.line import parse as parse_line
from domain.slate.terms import load_contracts, plain_contracts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from domain.slate.terms import Contract

Points = dict[str, int]
"""Points by team code, of every team."""

CODES: Final = ("A", "B", "C")
"""The permanent codes of the teams."""
MATCH_BONUS: Final = 100
"""The usual bonus for a match, for a total of 257 (Swisslos, "Jass-Regeln"; 003 "Players and Cards")."""
MOST_BONUS: Final = 1000


@dataclass(frozen=True, slots=True)
class Row:
    """One line with its score."""

    number: int
    line: Line
    factor: int
    scored: Points
    """The points that the line adds."""
    totals: Points
    """The totals after the line."""
    is_counted: bool = True
    """False for a line after the end of the game, which adds nothing. A correction may have moved the end."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a slate, computed from its lines."""

    totals: Points
    rows: tuple[Row, ...]
    turn: str
    """The team that may announce next; empty if the game is over."""
    winners: tuple[str, ...] = ()
    """The teams with the game: one, or several if they are level. Empty until the game is over."""
    is_over: bool = False
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the contracts that each team has yet to play; empty in a game where nobody has to."""
    halfway: str = ""
    """The team that reached half of the target first, where that is noted (Bergpreis)."""
    is_disputed: bool = False
    """Whether both teams reached the target in one deal and no line says who declared it first."""


class SlateGame(ABC):
    """A game with its terms. Every subclass is a frozen data class of terms."""

    __slots__ = ()

    KEY: ClassVar[str]
    """The permanent key of the game."""
    PRESETS: ClassVar[Mapping[str, Mapping[str, Any]]]
    """Terms in common use, by key, the default first."""
    INPUTS: ClassVar[frozenset[str]]
    """The fields of a line that the game takes besides announcer, team, points, match and contract."""

    contracts: tuple[Contract, ...]
    match_bonus: int
    first: str

    @property
    @abstractmethod
    def teams(self) -> tuple[str, ...]:
        """Return the codes of the teams, in the order of their turns after team A."""

    @classmethod
    @abstractmethod
    def parse(cls, data: Mapping[str, Any]) -> Self:
        """Return the game with terms from JSON values. Raises `Declined` if they are not legal."""

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """Return the game with stored terms, without a check."""
        return cls(**{**data, "contracts": load_contracts(data["contracts"])})

    def plain(self) -> dict[str, Any]:
        """Return the terms as JSON values."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return values | {"contracts": plain_contracts(self.contracts)}

    @property
    @abstractmethod
    def needs_contract(self) -> bool:
        """Return whether every line has to name its contract."""

    @abstractmethod
    def check(self, line: Line, others: Collection[Line]) -> None:
        """Raise `Declined` if a line is not legal beside the other lines of the slate."""

    @abstractmethod
    def score(self, lines: Mapping[int, Line]) -> Score:
        """Return the score of lines by number, in their order. Refuses nothing."""

    def complete(self, data: Mapping[str, Any], before: Mapping[int, Line], announcer: str = "") -> Line:
        """Return the line from JSON values, with what is left out.

        The announcer is ``announcer``, or else the team whose turn it is after the lines ``before``. Raises `Declined`.
        """
        return parse_line(data, announcer or self.score(before).turn or self.first)

    def check_teams(self, line: Line) -> None:
        """Raise `Declined` if a line names a team that does not play."""
        for team in (line.announcer, line.team, *line.weis, *filter(None, (line.stoeck, line.out))):
            if team not in self.teams:
                raise no_team("slate-line", team, self.teams)

    def check_contract(self, line: Line) -> None:
        """Raise `Declined` if a line names no contract of the game."""
        names = [each.name for each in self.contracts]
        if line.contract and line.contract not in names:
            raise Declined(
                "slate-line",
                "there is no contract {contract}; there are {contracts}",
                contract=repr(line.contract[:40]),
                contracts=", ".join(names),
            )
        if not line.contract and self.needs_contract:
            raise Declined(
                "slate-line",
                "say what was announced, as contract; there are {contracts}",
                contracts=", ".join(names),
            )

    def factor(self, line: Line) -> int:
        """Return the factor of a line; that of the first contract if the line names none."""
        return next((each.factor for each in self.contracts if each.name == line.contract), self.contracts[0].factor)

    def turn(self, played: int) -> str:
        """Return the team with the first right to announce after so many deals: the teams take turns."""
        return self.teams[(self.teams.index(self.first) + played) % len(self.teams)]

    def card_points(self, line: Line) -> int:
        """Return the card points of the team of a line, with the bonus for a match."""
        return FULL + self.match_bonus if line.match else line.points

    def none(self) -> Points:
        """Return no points for every team."""
        return dict.fromkeys(self.teams, 0)


def no_team(code: str, team: str, teams: Collection[str]) -> Declined:
    """Return the error for a team that does not play. ``teams``: those that play."""
    return Declined(code, "there is no team {team}; there are {teams}", team=repr(team[:40]), teams=", ".join(teams))


def add(totals: Points, scored: Mapping[str, int]) -> Points:
    """Return the totals with more points."""
    return {team: points + scored.get(team, 0) for team, points in totals.items()}


def leaders(totals: Points) -> tuple[str, ...]:
    """Return the teams with most points, in the order of their codes."""
    most = max(totals.values())
    return tuple(team for team, points in totals.items() if points == most)
