"""The commands on slates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Unpack

from domain.club.aggregates import Club, Table
from domain.engine.words.values import sentence
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, Sent, SentTo, name, request
from domain.kernel.errors import Declined
from domain.kernel.repository import Draft, new_id
from domain.slate.aggregate import Slate, check_teams
from domain.slate.facts import SlateOpened
from domain.slate.games import GAMES, parse_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from domain.club.commands import Clubs
    from domain.engine.facts import Fact
    from domain.kernel.repository import Repository

MOST_PLAYERS: Final = 4
"""The most players of a team: the two of a pair, and those who take their places."""


class Slates:
    """Commands on slates."""

    def __init__(self, repository: Repository, clubs: Clubs) -> None:
        self._repository = repository
        self._clubs = clubs

    def get(self, slate_id: UUID) -> Slate:
        """Return a slate. Raises `NotFound`."""
        return self._repository.get(Slate, slate_id)

    def open(
        self,
        game: str,
        terms: Mapping[str, Any],
        *,
        slate_id: UUID | None = None,
        club: UUID | None = None,
        table: UUID | None = None,
        teams: Mapping[str, str] | None = None,
        players: Mapping[str, Sequence[str]] | None = None,
        event: str = "",
        note: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open a slate for a game with its terms. ``teams``: names by team code; ``players``: ids or names by team."""
        opened = SlateOpened(
            game=game,
            terms=dict(terms),
            teams=_names(teams or {}),
            players=_players(players or {}),
            club=self._repository.known_id(Club, club),
            table=self._repository.known_id(Table, table),
            event=event.strip(),
            note=note.strip(),
        )
        command = request("", sent, "open slate", opened, slate_id)

        def draft() -> Draft:
            parsed = parse_game(game, terms)
            self._clubs.check_table(opened.club, opened.table)
            check_teams(parsed, opened.teams, opened.players)
            slate = Slate(slate_id or new_id(command.at))
            slate.take(replace(opened, terms=parsed.plain()), *command.stamp)
            return (slate,)

        return self._repository.execute(command, None, draft)

    @change(Slate, "write line")
    def write(self, slate: Slate, line: Mapping[str, Any], before: int = 0, **_: Unpack[SentTo]) -> Decided:
        """Write the line of a deal: the next one, or in front of the line ``before``."""
        return slate.write(line, before)

    @change(Slate, "correct line")
    def correct(
        self, slate: Slate, number: int, line: Mapping[str, Any], why: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Replace a line by another one."""
        return slate.correct(number, line, why.strip())

    @change(Slate, "remove line")
    def remove(self, slate: Slate, number: int, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Remove a line."""
        return slate.remove(number, why.strip())

    @change(Slate, "change terms")
    def change_terms(self, slate: Slate, terms: Mapping[str, Any], why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Change the terms of the game."""
        return slate.change_terms(parse_game(slate.opened.game, terms), why.strip())

    @change(Slate, "name teams", lambda teams, players: [teams, _lists(players or {})])
    def name_teams(
        self,
        slate: Slate,
        teams: Mapping[str, str],
        players: Mapping[str, Sequence[str]] | None = None,
        **_: Unpack[SentTo],
    ) -> Decided:
        """Give the teams other names or players."""
        return slate.name_teams(_names(teams), _players(players or {}))

    @change(Slate, "stop")
    def stop(self, slate: Slate, *, void: bool = False, **_: Unpack[SentTo]) -> Decided:
        """Stop the game before its end, or make the slate void."""
        return slate.stop(void=void)

    @change(Slate, "reopen")
    def reopen(self, slate: Slate, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Undo a stop."""
        return slate.reopen(why.strip())

    def preview(self, slate_id: UUID, decide: Callable[[Slate], Fact], at: str) -> Slate:
        """Return the slate as it would be after a command, and save nothing. Raises `Declined` as the command does."""
        slate = self.get(slate_id)
        slate.take(decide(slate), at, "")
        return slate


def preset(game: str, key: str) -> Mapping[str, Any]:
    """Return the terms of a game that are in common use under a key. Raises `Declined` if there are none."""
    presets = GAMES[game].PRESETS if game in GAMES else {}
    if key not in presets:
        raise Declined(
            "slate-terms",
            "{game} has no preset {preset}; it has {presets}",
            game=game,
            preset=repr(key[:40]),
            presets=", ".join(presets),
        )
    return presets[key]


def _names(teams: Mapping[str, str]) -> dict[str, str]:
    return {team: name(called, sentence("a team's name")) for team, called in teams.items()}


def _players(players: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the players of the teams that have some. Raises `Declined` if a team has too many."""
    checked = {
        team: tuple(name(each, sentence("a player's name")) for each in names)
        for team, names in players.items()
        if names
    }
    for team, names in checked.items():
        if len(names) > MOST_PLAYERS:
            raise Declined(
                "slate-teams",
                "a team has up to {most} players; {team} has {number}",
                most=MOST_PLAYERS,
                team=team[:40],
                number=len(names),
            )
    return checked


def _lists(players: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {team: list(names) for team, names in players.items()}
