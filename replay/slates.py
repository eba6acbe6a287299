"""Slates as plain JSON values, and the corrections that were made on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.club.people_reader import read_people
from domain.kernel.mapper import to_plain
from domain.slate.facts import LineCorrected, LineRemoved, LineWritten
from domain.slate.line import FULL, Line, load, plain
from domain.slate.teams import JOINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from domain.kernel.events import Recorded
    from domain.slate.aggregate import Slate
    from domain.slate.games.base import Row


def payload(
    slate: Slate, names: Mapping[str, str], events: Iterable[Recorded], *, shows_recorders: bool = False
) -> dict[str, Any]:
    """Return a slate with its score and its history. ``names``: names of registered players by id."""
    opened = slate.opened
    return {
        "id": str(slate.id),
        "version": slate.version,
        "opened_at": slate.opened_at,
        "game": opened.game,
        "terms": slate.game.plain(),
        "contracts": [{"name": each.name, "factor": each.factor} for each in slate.game.contracts],
        "full": FULL,
        "teams": team_names(slate, names),
        "players": {team: list(players) for team, players in slate.players.items()},
        **{name: getattr(opened, name) or None for name in ("club", "table", "event", "note")},
        **score_payload(slate),
        "history": [_event(each, shows_recorders=shows_recorders) for each in events],
    }


def score_payload(slate: Slate) -> dict[str, Any]:
    """Return the score of a slate."""
    score = slate.score
    return {
        "status": slate.status,
        "winners": list(slate.winners),
        "totals": score.totals,
        "turn": score.turn if slate.status == "open" else None,
        "left": {team: list(names) for team, names in score.left.items()},
        "halfway": score.halfway or None,
        "is_disputed": score.is_disputed,
        "lines": [line_payload(each) for each in score.rows],
    }


def line_payload(row: Row) -> dict[str, Any]:
    """Return a line with its score."""
    return {
        "number": row.number,
        **plain(row.line),
        "factor": row.factor,
        "scored": row.scored,
        "totals": row.totals,
        "is_counted": row.is_counted,
    }


def team_names(slate: Slate, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the teams by code: their own, else those of their players, else their codes."""
    named = {}
    for team in slate.game.teams:
        players = [names.get(each, each) for each in slate.players.get(team, ())]
        named[team] = slate.teams.get(team) or JOINT.join(players) or team
    return named


def short_names(slate: Slate, names: Mapping[str, str]) -> dict[str, str]:
    """Return short names of the teams by code, for buttons: the first name of a player of each team.

    All first names if two teams would have the same; the whole names if that is not enough, or for a team without
    players. ``names``: names of registered players by id.
    """
    whole = team_names(slate, names)
    first = {}
    for team, called in whole.items():
        players = [names.get(each, each) for each in slate.players.get(team, ())]
        own = read_people(called) if team in slate.teams else players
        is_of_people = len(own) > 1 or (own and own[0] in players)
        first[team] = [_first_name(each) for each in own] if is_of_people else [called]
    for chosen in ({team: each[0] for team, each in first.items()}, {t: JOINT.join(each) for t, each in first.items()}):
        if len({each.casefold() for each in chosen.values()}) == len(chosen):
            return chosen
    return whole


def _first_name(name: str) -> str:
    """Return the first word of a name that is more than an initial; the name if there is none."""
    return next((word for word in name.split() if not word.endswith(".") and len(word) > 1), name)


def _event(event: Recorded, *, shows_recorders: bool) -> dict[str, Any]:
    row = {"version": event.originator_version, "at": event.at, "topic": event.fact.TOPIC}
    return row | {"fact": to_plain(event.fact)} | ({"by": event.by} if shows_recorders else {})


@dataclass(frozen=True, slots=True)
class Correction:
    """A line that was replaced or removed, with the line that is there now; ``now`` is None for a removed one."""

    number: int
    at: str
    was: Line
    now: Line | None
    why: str


def corrections(events: Iterable[Recorded]) -> list[Correction]:
    """Return the corrections of lines, newest first, from the events of a slate."""
    lines: dict[int, Line] = {}
    changed = []
    for event in events:
        match event.fact:
            case LineWritten(number, line):
                lines[number] = load(line)
            case LineCorrected(number, line, why):
                now = load(line)
                changed.append(Correction(number, event.at, lines[number], now, why))
                lines[number] = now
            case LineRemoved(number, why) if number in lines:
                changed.append(Correction(number, event.at, lines.pop(number), None, why))
    return changed[::-1]
