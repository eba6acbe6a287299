"""The aggregate of a slate: its game, its teams and its lines. The score is computed from the lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from domain.engine.words.values import sentence
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing
from domain.slate.facts import (
    LineCorrected,
    LineRemoved,
    LineWritten,
    SlateOpened,
    SlateReopened,
    SlateStopped,
    SlateTeamsNamed,
    SlateTermsChanged,
)
from domain.slate.games import load_game
from domain.slate.games.base import leaders, no_team
from domain.slate.line import Line, load, plain
from domain.slate.teams import JOINT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.kernel.events import Recorded
    from domain.slate.games.base import Score, SlateGame

MOST_LINES: Final = 200
"""The most lines of a slate."""
VOID: Final = "void"
STOPPED: Final = "stopped"


class Slate(ListedAggregate):
    """One slate."""

    __slots__ = ("_score", "game", "lines", "next_number", "opened", "players", "stopped", "teams")
    NAME = sentence("slate")
    OPENING = SlateOpened
    opened: SlateOpened
    game: SlateGame
    teams: dict[str, str]
    """The names of the teams that have one, by team code."""
    players: dict[str, tuple[str, ...]]
    """The players by team code: ids or names."""
    lines: dict[int, Line]
    """The lines by their permanent numbers, in the order of the deals."""
    next_number: int
    stopped: str
    """Why the slate was stopped (`STOPPED` or `VOID`); empty if it was not."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.lines, self.next_number, self.stopped = {}, 1, ""
        self._score: Score | None = None

    def fold(self, event: Recorded) -> None:
        self._score = None
        match event.fact:
            case SlateOpened() as opened:
                self.opened, self.game = opened, load_game(opened.game, opened.terms)
                self.teams, self.players = dict(opened.teams), dict(opened.players)
            case LineWritten(number, line, before):
                self._insert(number, load(line), before)
            case LineCorrected(number, line):
                self.lines[number] = load(line)
            case LineRemoved(number):
                self.lines.pop(number, None)
            case SlateTermsChanged(terms):
                self.game = load_game(self.opened.game, terms)
            case SlateTeamsNamed(teams, players):
                self.teams, self.players = dict(teams), dict(players)
            case SlateStopped(why):
                self.stopped = why
            case SlateReopened():
                self.stopped = ""

    def _insert(self, number: int, line: Line, before: int) -> None:
        later = {each: self.lines.pop(each) for each in self._from(before)}
        self.lines[number] = line
        self.lines |= later
        self.next_number = max(self.next_number, number + 1)

    def _from(self, number: int) -> list[int]:
        """Return the numbers of a line and of all lines after it; none if there is no such line."""
        numbers = list(self.lines)
        return numbers[numbers.index(number) :] if number in self.lines else []

    # --- questions --------------------------------------------------------------------------------

    @property
    def score(self) -> Score:
        """Return the score."""
        if self._score is None:
            self._score = self.game.score(self.lines)
        return self._score

    @property
    def status(self) -> str:
        """Return ``open``, ``over`` or ``void``."""
        if self.stopped == VOID:
            return VOID
        return "over" if self.stopped or self.score.is_over else "open"

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the teams with the game, several if they are level; none while it is open, or if it counts nowhere."""
        if self.stopped == VOID or self.status == "open":
            return ()
        if self.score.is_over:
            return self.score.winners
        return leaders(self.score.totals) if self.lines else ()

    def name(self, team: str) -> str:
        """Return the name of a team: its own, else that of its players who are not registered, else its code."""
        names = [each for each in self.players.get(team, ()) if as_id(each) is None]
        return self.teams.get(team) or JOINT.join(names) or team

    def players_of(self, team: str) -> tuple[str, ...]:
        """Return the players of a team, by id or name; the name of the team if no player is named."""
        return self.players.get(team) or tuple(filter(None, (self.teams.get(team, ""),)))

    def listing(self) -> Listing:
        opened, score = self.opened, self.score
        data = {
            "game": opened.game,
            "status": self.status,
            "winners": list(self.winners),
            "totals": score.totals,
            "lines": len(self.lines),
            "teams": self.teams,
            "players": {team: list(players) for team, players in self.players.items()},
            "table": opened.table,
            "event": opened.event,
        }
        title = " – ".join(map(self.name, self.game.teams))
        return Listing(self.id, self.KIND, as_id(opened.club), as_id(opened.table), title, self.opened_at, data)

    # --- decisions --------------------------------------------------------------------------------

    def write(self, data: Mapping[str, Any], before: int = 0) -> LineWritten:
        """Write the line of a deal: the next one, or one that was forgotten in front of the line ``before``.

        Raises `Declined` if the line is not legal, or if the game is over and the line is to be the next one.
        """
        if before:
            self._check_number(before)
        elif self.status != "open":
            raise Declined("slate-over", "the game is over; correct a line if one is wrong")
        if len(self.lines) >= MOST_LINES:
            raise Declined("slate-line", "a slate has up to {most} lines", most=MOST_LINES)
        later = self._from(before)
        earlier = {number: line for number, line in self.lines.items() if number not in later}
        line = self.game.complete(data, earlier)
        self.game.check(line, list(self.lines.values()))
        return LineWritten(self.next_number, plain(line), before)

    def correct(self, number: int, data: Mapping[str, Any], why: str) -> LineCorrected:
        """Replace a line. The announcer stays, if left out. Raises `Declined` if nothing changes or it is not legal."""
        self._check_number(number)
        others = {each: line for each, line in self.lines.items() if each != number}
        line = self.game.complete(data, {}, self.lines[number].announcer)
        if line == self.lines[number]:
            raise Declined("slate-same", "line {number} is so already", number=number)
        self.game.check(line, list(others.values()))
        return LineCorrected(number, plain(line), why)

    def remove(self, number: int, why: str) -> LineRemoved:
        """Remove a line. Raises `Declined` if there is none with the number."""
        self._check_number(number)
        return LineRemoved(number, why)

    def change_terms(self, game: SlateGame, why: str) -> SlateTermsChanged:
        """Change the terms. Raises `Declined` if they are the present ones, or if a line is not legal by them."""
        if game == self.game:
            raise Declined("slate-same", "the slate has these terms already")
        checked: list[Line] = []
        for number, line in self.lines.items():
            try:
                game.check(line, checked)
            except Declined as declined:
                raise Declined(
                    declined.code,
                    "line {number} does not fit these terms: {reason}",
                    number=number,
                    reason=declined.sentence,
                ) from None
            checked.append(line)
        return SlateTermsChanged(game.plain(), why)

    def name_teams(self, teams: dict[str, str], players: dict[str, tuple[str, ...]]) -> SlateTeamsNamed:
        """Give the teams other names or players. Raises `Declined` if a team does not play, or nothing changes."""
        check_teams(self.game, teams, players)
        if (teams, players) == (self.teams, self.players):
            raise Declined("slate-same", "the teams have these names and players already")
        return SlateTeamsNamed(teams, players)

    def stop(self, *, void: bool) -> SlateStopped:
        """Stop the game before its end; with ``void`` the slate counts nowhere. Raises `Declined` if it was stopped.

        A slate whose game is over can still be made void.
        """
        if self.stopped or (self.score.is_over and not void):
            raise Declined("slate-over", "the game is over already")
        return SlateStopped(VOID if void else STOPPED)

    def reopen(self, why: str) -> SlateReopened:
        """Undo a stop. Raises `Declined` if the slate was not stopped."""
        if not self.stopped:
            raise Declined("slate-not-stopped", "the slate was not stopped; correct a line to change its end")
        return SlateReopened(why)

    def _check_number(self, number: int) -> None:
        if number not in self.lines:
            raise Declined(
                "slate-line",
                "the slate has no line {number}; its lines: {numbers}",
                number=number,
                numbers=", ".join(map(str, self.lines)) or sentence("none yet"),
            )


def check_teams(game: SlateGame, teams: Mapping[str, str], players: Mapping[str, tuple[str, ...]]) -> None:
    """Raise `Declined` if names or players are given for a team that does not play."""
    for team in (*teams, *players):
        if team not in game.teams:
            raise no_team("slate-teams", team, game.teams)
