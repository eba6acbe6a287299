"""The right to write on a slate, its names, and its lines as CSV. Everybody may see slates: they hold no cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.callers import caller
from api.people.registered_players import registered
from api.permissions import OFFICIALS, SCRIBES, place_of
from api.services import ledger, services
from domain.kernel.ids import as_id
from domain.slate.teams import JOINT
from replay.csv_text import write_csv
from replay.slates import payload, team_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from api.services import Services
    from domain.slate.aggregate import Slate
    from domain.slate.games.base import Row as Scored
    from store.tables.catalogue import Catalogue, Row


def may_write(slate_id: UUID) -> bool:
    """Return whether the caller may write on a slate."""
    sender = caller()
    return not sender.reads_only and sender.role in SCRIBES and sender.covers(place_of(slate_id))


def is_listed(row: Row) -> bool:
    """Return whether a slate is in the caller's lists. One of no club, as guests open them, only has its address."""
    return bool(row.club or row.data.get("table")) or caller().everywhere


def names_of(rows: Catalogue, slate: Slate) -> dict[str, str]:
    """Return the names of the registered players of a slate, by id."""
    ids = {identity for names in slate.players.values() for each in names if (identity := as_id(each))}
    return {str(row.id): row.title for row in rows.find_all(ids) if row.kind == "player"} if ids else {}


def with_registered(
    services: Services, club: UUID | None, names: Mapping[str, str], players: Mapping[str, Sequence[str]]
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the names and the players of teams with the ids of registered players in place of their names.

    A team that has only a name is a player if a registered player of the club has the name. A name that several players
    have stays as it is. A team whose players are recorded by id has a name: its own, or those of its players.
    """
    people, matched, called = registered(services, club), dict(players), dict(names)
    matched |= {team: [name] for team, name in names.items() if team not in players and people.one(name)}
    ids = {team: [each if as_id(each) else people.one(each) or each for each in own] for team, own in matched.items()}
    known = {identity for own in ids.values() for each in own if (identity := as_id(each))}
    titles = {str(row.id): row.title for row in services.catalogue.find_all(known)} if known else {}
    for team, own in ids.items():
        if own != list(matched[team]) and (team not in players or team not in names):
            called[team] = JOINT.join(titles.get(each, each) for each in own)
    return called, ids


def full_payload(slate: Slate) -> dict[str, Any]:
    """Return a slate for the caller; the names of its recorders only for officials of its club."""
    sender = caller()
    shows_recorders = sender.role in OFFICIALS and sender.covers(place_of(slate.id))
    names, events = names_of(services().catalogue, slate), ledger().repository.history(slate.id)
    return payload(slate, names, events, shows_recorders=shows_recorders)


def csv_of(slate: Slate, names: Mapping[str, str]) -> str:
    """Return the lines of a slate as CSV (RFC 4180): a row for each deal, with what each team scored and its total.

    ``names``: names of registered players by id.
    """
    teams = team_names(slate, names)
    scored = [f"{teams[team]}: {what}" for what in ("scored", "total") for team in slate.game.teams]
    head = ["line", "announcer", "contract", "factor", "team", "points", "match", "weis", "stoeck", "out"]
    return write_csv([*head, *scored], (_cells(slate, row, teams) for row in slate.score.rows))


def _cells(slate: Slate, row: Scored, teams: Mapping[str, str]) -> list[Any]:
    """Return the cells of a line of a slate; `csv_of` has their titles."""
    line = row.line
    weis = "; ".join(f"{teams[team]}: {points}" for team, points in line.weis.items())
    who = [teams.get(team, "") for team in (line.stoeck, line.out)]
    cells = [line.contract, row.factor, teams[line.team], line.points, "yes" if line.match else "", weis, *who]
    points = [each[team] for each in (row.scored, row.totals) for team in slate.game.teams]
    return [row.number, teams[line.announcer], *cells, *points]
