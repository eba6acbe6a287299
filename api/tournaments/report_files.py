"""The report file of a tournament, for the API, the command line and the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.people.ratings import ratings_before
from api.services import services
from api.tournaments import access as tournament_access
from domain.kernel.errors import Declined
from domain.tournament.files.report.export import report_of
from domain.tournament.files.report.particulars import MOST_DEPUTIES, Particulars, check_particulars
from replay.tournaments.payloads import rank_entries

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from api.people.ratings import Read
    from api.services import Services
    from api.tournaments.access import VisibleTournament
    from domain.tournament.aggregate import Tournament
    from domain.tournament.files.report.report import Report
    from domain.tournament.state import Line


def make_report(
    services: Services, tournament: Tournament, lines: Sequence[Line], particulars: Particulars, read: Read
) -> Report:
    """Return the report of a tournament. ``read`` reads the club's other tournaments. Raises `Declined`."""
    checked, ranked = check_particulars(particulars), rank_entries(tournament, lines)
    return report_of(tournament, lines, ranked, ratings_before(services, tournament, read), checked)


def visible_report(visible: VisibleTournament, query: Mapping[str, Any]) -> Report:
    """Return the report of a tournament as far as the caller may see it. ``query``: the particulars as text.

    Raises `Declined`.
    """

    def read(tournament_id: UUID) -> tuple[Tournament, Sequence[Line]]:
        other = tournament_access.get(tournament_id)
        return other.tournament, other.lines()

    return make_report(services(), visible.tournament, visible.lines(), particulars_of(query), read)


def particulars_of(query: Mapping[str, Any]) -> Particulars:
    """Return the particulars from texts; deputy arbiters are separated by semicolons. Raises `Declined`."""
    deputies = tuple(each for each in query.get("deputies", "").split(";") if each.strip())
    if len(deputies) > MOST_DEPUTIES:
        raise Declined("report-file", "a report file names up to {most} deputy arbiters", most=MOST_DEPUTIES)
    return Particulars(query.get("city", ""), query.get("federation", ""), query.get("arbiter", ""), deputies)
