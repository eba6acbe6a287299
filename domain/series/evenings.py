"""The evenings of a series, from the tournaments, matches and slates that were played."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from domain.series.standings import MATCH, SHEET, SLATE, Evening, Result
from domain.tournament.standings.scores import parse_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.match.aggregate import Match
    from domain.series.facts import SheetRecorded
    from domain.slate.aggregate import Slate
    from domain.tournament.aggregate import Tournament


def of_tournament(tournament: Tournament) -> Evening:
    """Return the evening of a tournament; without rows if its final result was not announced."""
    rows = []
    for row in tournament.ended.places if tournament.ended else ():
        entry = tournament.entries[row["entry"]]
        rows.append(Result(int(row["place"]), parse_number(str(row["score"])), entry.players or (entry.name,)))
    return Evening(str(tournament.id), tournament.opened.name, tuple(rows))


def of_match(match: Match) -> Evening:
    """Return the evening of a match; without rows until it is over, or if a tournament took it over.

    The score of a team is its balance. Teams with the same balance share the place. The name is that of the event, or
    of the teams; empty if neither has a name.
    """
    opened, teams = match.opened, match.ruleset.seating.teams
    named = " – ".join(opened.teams[team] for team in teams) if all(map(opened.teams.get, teams)) else ""
    return Evening(str(match.id), opened.event or named, tuple(_teams(match)), kind=MATCH)


def _teams(match: Match) -> Iterable[Result]:
    if match.ended is None or match.encounter:
        return
    balance = match.ended.balance
    for team in sorted(balance, key=lambda each: (-balance[each], each)):
        place = 1 + sum(other > balance[team] for other in balance.values())
        yield Result(place, Fraction(balance[team]), players_of(match, team))


def of_slate(slate: Slate) -> Evening:
    """Return the evening of a slate; without rows until it is over, or if it is void.

    The winner is first, also with fewer points than a team that reached the target later; all others follow by their
    points. The score of a team is its total.
    """
    totals, named = slate.score.totals, [slate.teams.get(team, "") for team in slate.game.teams]
    ranked = sorted(totals, key=lambda team: (team not in slate.winners, -totals[team], team))
    keys = [(team not in slate.winners, 0 if team in slate.winners else -totals[team]) for team in ranked]
    rows = (
        Result(keys.index(key) + 1, Fraction(totals[team]), slate.players_of(team))
        for team, key in zip(ranked, keys, strict=True)
    )
    name = slate.opened.event or (" – ".join(named) if all(named) else "")
    return Evening(str(slate.id), name, tuple(rows) if slate.winners else (), SLATE)


def of_sheet(fact: SheetRecorded) -> Evening:
    """Return the evening that was recorded from a score sheet."""
    rows = tuple(Result(int(row["place"]), parse_number(str(row["score"])), tuple(row["players"])) for row in fact.rows)
    return Evening(fact.evening, fact.name, rows, SHEET, fact.day)


def players_of(match: Match, team: str) -> tuple[str, ...]:
    """Return the players of a team, by id or name; the name of the team if no player is named."""
    players = match.opened.players
    named = tuple(players[seat] for seat in match.ruleset.seating.of_team(team) if players.get(seat))
    return named or tuple(filter(None, (match.opened.teams.get(team, ""),)))
