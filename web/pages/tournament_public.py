"""The public pages of tournaments: the list, and the rounds, standings and reasons of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, render_template, request
from flask_babel import gettext as _

from api.analyses import card_play
from api.callers import caller
from api.front.kinds import heavy
from api.lists import catalogue
from api.permissions import EVERYBODY, OFFICE, allow, own_club
from api.problems import Problem
from api.replicas import from_replica
from api.responses import json_response
from api.tournaments.log import whole_log
from domain.games.catalogue import RULESETS
from domain.tournament.draws import DrawError
from domain.tournament.formats import FORMATS
from domain.tournament.standings.tie_break_names import TIE_BREAKS
from domain.tournament.terms import COUNTS
from replay.tournaments.log import KINDS, OWN, select
from web.languages import reader
from web.tournaments import pictures, sheet, words
from web.tournaments.fair import chances
from web.tournaments.presets import PRESETS
from web.tournaments.seen import see
from web.wording.words import ruleset_names

if TYPE_CHECKING:
    from flask import Response

    from domain.tournament.aggregate import Round
    from domain.tournament.state import EntryId, Standing
    from web.tournaments.seen import Seen

blp = Blueprint("tournaments_page", __name__)

ON_A_PAGE: Final = 25
FIRST: Final = 8
"""The rows of the standings on the overview."""


@blp.get("/tournaments")
@allow(EVERYBODY)
@from_replica
def tournaments() -> str:
    """Show all tournaments, or those of a club."""
    club_id, after = request.args.get("club", ""), request.args.get("cursor")
    try:
        club = UUID(club_id) if club_id else None
        page = catalogue().page("tournament", club=club, after=after, limit=ON_A_PAGE)
    except ValueError:
        raise Problem("cursor") from None
    clubs = {each.id: each.title for each in catalogue().page("club", limit=200).rows}
    return render_template("tournament/all.html", page=page, club=club, clubs=clubs, opens=caller().role in OFFICE)


@blp.get("/tournaments/new")
@allow(OFFICE)
def new() -> str:
    """Show the form for a new tournament: a preset, and all terms to change."""
    clubs = catalogue().page("club", limit=200).rows if caller().everywhere else ()
    chosen = request.args.get("club") or str(own_club() or "")
    games = {key: name for key, name in ruleset_names().items() if len(RULESETS[key].seating.teams) == 2}
    return render_template(
        "tournament/new.html",
        presets=PRESETS,
        payloads={each.key: each.payload() for each in PRESETS},
        clubs=clubs,
        chosen=chosen,
        games=games,
        formats=FORMATS,
        counts=COUNTS,
        tie_breaks=TIE_BREAKS,
        sides=words.SIDES,
    )


@blp.get("/tournaments/<uuid:tournament_id>")
@allow(EVERYBODY)
@from_replica
def tournament(tournament_id: UUID) -> str:
    """Show the overview: the current round, and the top of the standings."""
    seen = see(tournament_id)
    terms = words.terms(seen.terms, seen.points)
    first = _first(seen) if seen.last else []
    play = card_play.of_tournament(seen.tournament)
    entries = {number: each.name for number, each in seen.tournament.entries.items()}
    return _page("overview", seen, terms=terms, first=first, play=play, play_names=entries)


def _first(seen: Seen) -> list[Standing]:
    """Return the top of the standings; of two winners, the top of both lists."""
    names = dict.fromkeys(row.direction for row in seen.standings)
    lists = [[row for row in seen.standings if row.direction == name] for name in names]
    return [row for each in lists for row in each[: FIRST // len(lists)]]


@blp.get("/tournaments/<uuid:tournament_id>/entries")
@allow(EVERYBODY)
@from_replica
def entries(tournament_id: UUID) -> str:
    """Show all entries."""
    return _page("entries", see(tournament_id))


@blp.get("/tournaments/<uuid:tournament_id>/entries/<int:entry>")
@allow(EVERYBODY)
@from_replica
def entry(tournament_id: UUID, entry: int) -> str:
    """Show an entry: its rounds, and the steps by which it got its place."""
    seen = see(tournament_id)
    own: EntryId = str(entry)
    if own not in seen.tournament.entries:
        raise Problem("not-found", _("There is no entry %(number)s.", number=entry))
    row = next((each for each in seen.standings if each.entry == own), None)
    play = card_play.of_tournament(seen.tournament).only(own)
    steps = seen.explained(own) if row else []
    unused = seen.unused(own) if row else []
    return _page("entry", seen, entry=seen.tournament.entries[own], row=row, steps=steps, unused=unused, play=play)


@blp.get("/tournaments/<uuid:tournament_id>/rounds/<int:number>")
@allow(EVERYBODY)
@from_replica
def round_(tournament_id: UUID, number: int) -> str:
    """Show the draw of a round with its reasons, and the results of its tables."""
    seen = see(tournament_id)
    return _page("round", seen, number=number, round=_round(seen, number))


@blp.get("/tournaments/<uuid:tournament_id>/rounds/<int:number>/tables/<int:table>")
@allow(EVERYBODY)
@from_replica
def table(tournament_id: UUID, number: int, table: int) -> str:
    """Show a table of a round: its result, the confirmations, and the forms that the caller may use."""
    seen = see(tournament_id)
    pairing = next((each for each in _round(seen, number).draw.pairings if each.table == table), None)
    if pairing is None:
        raise Problem("not-found", _("There is no table %(table)s in round %(round)s.", table=table, round=number))
    at = sheet.at_table(seen, number, table)
    return _page("table", seen, number=number, met=seen.met_at(number, pairing), pairing=pairing, at=at)


@blp.get("/tournaments/<uuid:tournament_id>/standings")
@allow(EVERYBODY)
@from_replica
def standings(tournament_id: UUID) -> str:
    """Show the standings with every tie-break and the reasons; ``?round=``: after that round."""
    seen = see(tournament_id)
    number = _requested_round(seen)
    rows = seen.standings if number is None else seen.standings_after(number)
    return _page("standings", seen, rows=rows, number=number)


@blp.get("/tournaments/<uuid:tournament_id>/picture")
@allow(EVERYBODY)
@heavy
@from_replica
def picture(tournament_id: UUID) -> str:
    """Show the bracket, the cross-table, or each entry's results by round."""
    seen = see(tournament_id)
    more: dict[str, Any] = {}
    match seen.terms.rules.picture:
        case "bracket":
            try:
                more = {"columns": pictures.of_knockout(seen), "beside": pictures.beside(seen)}
            except DrawError:
                more = {"columns": [], "beside": []}
        case "cross-table":
            more = {"cross": pictures.of_everybody(seen)}
    return _page("picture", seen, **more)


@blp.get("/tournaments/<uuid:tournament_id>/fair")
@allow(EVERYBODY)
def fair(tournament_id: UUID) -> str:
    """Show the packs and lots: the promises, the openings, and how to check one against the other."""
    seen = see(tournament_id)
    return _page("fair", seen, chances=chances(seen))


@blp.get("/tournaments/<uuid:tournament_id>/fair/<string(maxlength=64):name>")
@allow(EVERYBODY)
def fair_file(tournament_id: UUID, name: str) -> Response:
    """Send a promise or an opening, as `nought packs verify` and `nought lots verify` take them."""
    files = dict(each for chance in chances(see(tournament_id)) for each in chance.files())
    if name not in files:
        raise Problem("not-found", _("There is no file %(name)s.", name=name))
    answer = json_response(files[name])
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@blp.get("/tournaments/<uuid:tournament_id>/log")
@allow(EVERYBODY)
@heavy
@from_replica
def log(tournament_id: UUID) -> str:
    """Show the log in words, with authors and reasons, newest first.

    ``?round=``: of the tables of a round, or of the tournament alone if 0; ``?table=``, ``?kind=`` and ``?person=``
    filter it.
    """
    seen = see(tournament_id)
    args = request.args
    number = args.get("round", type=int)
    chosen: dict[str, Any] = {
        "round": number if number == OWN or _requested_round(seen) else None,
        "table": args.get("table", type=int),
        "kind": args.get("kind", "") if args.get("kind", "") in KINDS else "",
        "person": args.get("person", "")[:200],
    }
    everything = whole_log(seen.access, {"round": chosen["round"]}, reader())
    shown = select(everything, table=chosen["table"], kind=chosen["kind"], person=chosen["person"])
    query = {name: value for name, value in chosen.items() if value not in (None, "")}
    return _page(
        "log",
        seen,
        rows=shown[::-1],
        chosen=chosen,
        query=query,
        kinds=list(KINDS),
        people=sorted({row["by"] for row in everything if row["by"]}),
        tables=sorted({row["table"] for row in everything if row["table"]}),
    )


def _requested_round(seen: Seen) -> int | None:
    """Return the round that ``?round=`` names; None if no such round is drawn."""
    number = request.args.get("round", type=int)
    return number if number is not None and 1 <= number <= seen.last else None


def _page(name: str, seen: Seen, **more: Any) -> str:
    return render_template(f"tournament/{name}.html", seen=seen, tournament=seen.tournament, part=name, **more)


def _round(seen: Seen, number: int) -> Round:
    if number not in seen.tournament.rounds:
        raise Problem("not-found", _("Round %(number)s is not drawn yet.", number=number))
    return seen.tournament.rounds[number]
