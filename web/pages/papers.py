"""Papers of a tournament: draws, score sheets, signs and cards for the tables, standings, the final result.

Every paper is a page that prints as it is shown; most are PDFs too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, Response, make_response, render_template, request, url_for
from flask_babel import gettext
from markupsafe import Markup

from api.callers import RECORDER
from api.front.kinds import printed
from api.permissions import EVERYBODY, OFFICE, allow
from api.problems import Problem, forbidden
from api.proof import published
from api.resources.standings import csv_of
from api.responses import csv_response
from api.services import services
from api.site import base_url, is_local
from api.tournaments import access as tournament_access
from api.tournaments.entry_sheets import EntrySheets
from domain.engine.words.values import sentence
from domain.fair import packs
from domain.tournament.standings.scores import format_score
from domain.tournament.tables.settings import table_settings
from replay.tournaments.payloads import rows
from web.languages import current
from web.page import same_query, unkept
from web.pages.cards import made, to_print
from web.printing import pdf, qr
from web.printing.pdf import PAGE
from web.tournaments import words
from web.tournaments.encounter_at_table import side_name
from web.tournaments.hands import boards_of
from web.tournaments.seen import see

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.fair.packs import Packs
    from domain.tournament.facts.encounters import EncounterSet
    from domain.tournament.state import Pairing
    from domain.tournament.terms import Encounter
    from web.tournaments.seen import Seen

blp = Blueprint("papers", __name__)

ROWS: Final = 12
"""The rows of a score sheet if the terms fix neither a number of deals nor a race."""
MOST_ROWS: Final = 20
"""The most rows of a score sheet for a race: those that an A4 page holds."""
CARD_HOURS: Final = 12
SEAL_SECONDS: Final = 600.0
"""The age of the checkpoint on a paper; with a new one each time, no PDF could be cached."""


def _embed_code(seen: Seen) -> str:
    """Return the HTML that shows the tournament in another site's page."""
    language = current()
    path = url_for("embedding.tournament", tournament_id=seen.id, look="auto", language=language)
    frame = Markup('<iframe src="{}" title="{}" width="100%" height="600" loading="lazy" style="border: 0"></iframe>')
    return str(frame.format(base_url() + path, seen.name))


# --- the draw -------------------------------------------------------------------------------------


@blp.get("/tournaments/<uuid:tournament_id>/papers")
@allow(EVERYBODY)
def papers(tournament_id: UUID) -> str:
    """Show all papers of a tournament, and the screen."""
    seen = see(tournament_id)
    opened = {
        number: packs.in_short(seen.tournament.packs[number].boards) for number in sorted(seen.tournament.packs_opened)
    }
    context = {"opened": opened, "only_here": is_local(), "hours": CARD_HOURS, "embed": _embed_code(seen)}
    return render_template("papers/index.html", seen=seen, tournament=seen.tournament, part="papers", **context)


@pdf.paper(blp, "/tournaments/<uuid:tournament_id>/papers/draw/<int:number>", "draw-{number}")
def draw(tournament_id: UUID, number: int, layout: str = PAGE) -> str:
    """Show the draw of a round, for the notice board."""
    seen = see(tournament_id)
    round_ = seen.tournament.round(number)
    return _paper(
        "draw", layout, seen, ".draw_pdf", round=round_, number=number, places=_by_entry(round_.draw.pairings)
    )


def _by_entry(pairings: tuple[Pairing, ...]) -> list[tuple[str, int]]:
    """Return each entry's table, in the order of the entry list, where players look for their names."""
    tables = [(entry, pairing.table) for pairing in pairings for entry in pairing.entries]
    return sorted(tables, key=lambda each: int(each[0]))


# --- score sheets ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a table: its name, and its players by seat."""

    name: str
    seats: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The printed parts of one table's score sheet."""

    pairing: Pairing
    sides: tuple[Side, Side]
    dealer: Seat
    length: str
    """The length of the encounter in words."""
    rows: tuple[int, ...]
    """The deals, or the boards."""
    address: str
    """The address of the page where the result is entered and confirmed."""
    code: str
    """The address as a QR code."""


@pdf.paper(blp, "/tournaments/<uuid:tournament_id>/papers/sheets/<int:number>", "score-sheets-{number}")
def sheets(tournament_id: UUID, number: int, layout: str = PAGE) -> str:
    """Show the score sheets of a round, one per table. ``?table=``: of that table only."""
    seen = see(tournament_id)
    only = request.args.get("table", type=int)
    pairings = [each for each in seen.tournament.round(number).draw.pairings if only in (None, each.table)]
    seats = _seats(seen, number)
    settings = {each.table: each for each in table_settings(seen.tournament, number)}
    score_sheets = [_sheet(seen, number, each, settings[each.table], seats.get(each.table)) for each in pairings]
    return _paper("sheets", layout, seen, ".sheets_pdf", number=number, sheets=score_sheets, points=seen.points)


def _seats(seen: Seen, number: int) -> dict[int, dict[Seat, str]]:
    """Return the players at each table with substitutes; empty for readers who see the tables with a delay."""
    if tournament_access.delay(seen.id):
        return {}
    encounters = services().ledger.encounters.get_many(seen.tournament.encounters(number)).values()
    return {each.setting.table: dict(each.seats) for each in encounters}


def _sheet(
    seen: Seen, number: int, pairing: Pairing, setting: EncounterSet, seats: dict[Seat, str] | None
) -> ScoreSheet:
    seats = setting.seats if seats is None else seats
    seating = seen.tournament.ruleset.seating
    sides = [
        Side(
            seen.side(entries),
            tuple((seat, seen.people.get(seats.get(seat, ""), seats.get(seat, ""))) for seat in seating.of_team(team)),
        )
        for team, entries in zip(seating.teams, pairing.sides, strict=True)
    ]
    played = _played(seen.terms.encounter, pairing)
    address = base_url() + result_path(seen.id, number, pairing.table)
    return ScoreSheet(
        pairing=pairing,
        sides=(sides[0], sides[1]),
        dealer=setting.dealer,
        length="" if pairing.boards else words.encounter(played, seen.points),
        rows=_rows(played, pairing),
        address=address,
        code=qr.svg(address, gettext("QR code for the result: %(table)s", table=seen.called_table(pairing.table))),
    )


def _played(terms: Encounter, pairing: Pairing) -> Encounter:
    """Return the length of an encounter at a table; a final may have a longer race."""
    if pairing.stage == "final" and terms.final_race:
        return replace(terms, race=terms.final_race, deals=None, final_race=None)
    return replace(terms, final_race=None)


def _rows(played: Encounter, pairing: Pairing) -> tuple[int, ...]:
    """Return the numbers of a sheet's rows: the boards of a duplicate, else the deals that may be played."""
    if pairing.boards:
        return pairing.boards
    likely = 2 * played.race - 1 if played.race else ROWS
    return tuple(range(1, (played.deals or min(likely, MOST_ROWS)) + 1))


def result_path(tournament_id: UUID, number: int, table: int) -> str:
    """Return the path of the page where a table's result is entered and confirmed."""
    return url_for("tournaments_page.table", tournament_id=tournament_id, number=number, table=table)


# --- travellers -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Traveller:
    """The paper that goes with a board from table to table."""

    board: int
    plays: tuple[tuple[int, Pairing], ...]
    """The rounds and the tables that play the board, as far as they are drawn."""
    blank: int
    """The lines for those that are not drawn yet."""


@pdf.paper(blp, "/tournaments/<uuid:tournament_id>/papers/travellers", "travellers")
def travellers(tournament_id: UUID, layout: str = PAGE) -> str:
    """Show a traveller for each board that is drawn, without results: they are written on it at the tables."""
    seen = see(tournament_id)
    plays: dict[int, list[tuple[int, Pairing]]] = {}
    for each in seen.tournament.draws:
        for pairing in each.pairings:
            for board in pairing.boards:
                plays.setdefault(board, []).append((each.round, pairing))
    most = max((len(each.pairings) for each in seen.tournament.draws), default=0)
    made_up = [Traveller(board, tuple(there), max(most - len(there), 0)) for board, there in sorted(plays.items())]
    return _paper("travellers", layout, seen, ".travellers_pdf", travellers=made_up, points=seen.points)


# --- the hands of boards --------------------------------------------------------------------------


@pdf.paper(blp, "/tournaments/<uuid:tournament_id>/papers/boards/<int:number>", "boards-{number}")
def boards(tournament_id: UUID, number: int, layout: str = PAGE) -> str:
    """Show the hands of the boards of opened packs, for discussion after play."""
    seen = see(tournament_id)
    shown = seen.tournament.packs_opened.get(number)
    if shown is None:
        raise Problem("not-found", gettext("These packs are not open yet, or do not exist."))
    contents = packs.parse(shown.opening)
    return _hands(layout, seen, ".boards_pdf", contents, secret=False)


@blp.get("/tournaments/<uuid:tournament_id>/papers/sealed/<int:number>")
@allow(OFFICE, within="tournament_id")
@printed
def sealed_boards(tournament_id: UUID, number: int) -> Response:
    """Show the hands of sealed packs, for officials who make up the boards before play."""
    seen = see(tournament_id)
    if number not in seen.tournament.packs:
        raise Problem("not-found", gettext("There is no set of packs %(number)s.", number=number))
    contents = services().ledger.packs.sealed_packs(tournament_id, number)
    return unkept(make_response(_hands(PAGE, seen, "", contents, secret=True)))


def _hands(layout: str, seen: Seen, as_pdf: str, contents: Packs, **context: Any) -> str:
    made_up = boards_of(contents, seen.tournament.ruleset)
    numbers = packs.in_short(board.number for board in made_up)
    batches, digest = contents.terms.batches, contents.digest
    context |= {"boards": made_up, "numbers": numbers, "batches": batches, "digest": digest}
    return _paper("boards", layout, seen, as_pdf, **context)


# --- at the tables --------------------------------------------------------------------------------


@blp.get("/tournaments/<uuid:tournament_id>/papers/signs")
@allow(EVERYBODY)
@printed
def signs(tournament_id: UUID) -> str:
    """Show a sign for each table: its number in large type, and a QR code of the tournament's page."""
    seen = see(tournament_id)
    rounds = seen.tournament.rounds.values()
    drawn = {pairing.table for each in rounds for pairing in each.draw.pairings}
    numbers = sorted(drawn | seen.tournament.tables.keys())
    address = base_url() + url_for("tournaments_page.tournament", tournament_id=tournament_id)
    code = qr.svg(address, gettext("QR code of the tournament"))
    return _paper("signs", PAGE, seen, "", numbers=numbers, address=address, code=code)


@blp.post("/tournaments/<uuid:tournament_id>/papers/cards")
@allow(OFFICE, within="tournament_id")
@printed
def cards(tournament_id: UUID) -> Any:
    """Make a card for the recorder of each named table of the draw, or one for each side. Code and PIN are shown once.

    A side's card is that of its first seat: a session of the seat enters, confirms and contests results for the side.
    """
    seen = see(tournament_id)
    if not seen.directs:
        raise forbidden(sentence("Cards are made by the tournament's directors."))
    rows = [services().catalogue.find(UUID(table)) for _, table in sorted(seen.tournament.tables.items())]
    lifetime = timedelta(hours=CARD_HOURS)
    seating = seen.tournament.ruleset.seating
    sides = {seating.of_team(team)[0]: side_name(seating, n) for n, team in enumerate(seating.teams)}
    holders = sides if request.form.get("for") == "sides" else {RECORDER: ""}
    new = [
        (row, *made(row, holder, lifetime), name) for row in rows if row is not None for holder, name in holders.items()
    ]
    if not new:
        raise Problem("not-found", sentence("No table of the club is named for this tournament: name them first."))
    page = to_print(gettext("Cards for the tables"), new, url_for("papers.papers", tournament_id=tournament_id))
    return unkept(make_response(page, 201))


# --- standings and the final result ---------------------------------------------------------------


@blp.get("/tournaments/<uuid:tournament_id>/papers/standings.csv")
@allow(EVERYBODY)
@printed
def standings_csv(tournament_id: UUID) -> Response:
    """Send the standings as CSV, as the API does. The file's name has the last round that counts in them."""
    seen = see(tournament_id)
    text = csv_of(seen.tournament, rows(seen.tournament, seen.standings))
    return csv_response(text, f"standings-round-{seen.standings_round()}.csv")


@pdf.paper(blp, "/tournaments/<uuid:tournament_id>/papers/standings", "standings")
def standings(tournament_id: UUID, layout: str = PAGE) -> str:
    """Show the standings. ``?after=``: after that round."""
    seen = see(tournament_id)
    after = request.args.get("after", type=int)
    ranked = seen.standings if after is None else seen.standings_after(after)
    return _paper("standings", layout, seen, ".standings_pdf", rows=ranked, number=after or 0)


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the final result."""

    place: int
    entry: str
    score: str


@pdf.paper(blp, "/tournaments/<uuid:tournament_id>/papers/results", "results")
def results(tournament_id: UUID, layout: str = PAGE) -> str:
    """Show the final result as it was announced; before that, the standings."""
    seen = see(tournament_id)
    ended = seen.tournament.ended
    by_entry = {each.entry: each for each in seen.standings}
    return _paper("results", layout, seen, ".results_pdf", places=final(seen), ended=ended, rows=by_entry)


def final(seen: Seen) -> list[Place]:
    """Return the places as they were announced; before that, the current ones."""
    if seen.tournament.ended:
        return [Place(row["place"], row["entry"], str(row.get("score", ""))) for row in seen.tournament.ended.places]
    return [Place(each.place, each.entry, format_score(seen.terms, each.score)) for each in seen.standings]


@pdf.paper(blp, "/tournaments/<uuid:tournament_id>/papers/players", "players")
def players(tournament_id: UUID, layout: str = PAGE) -> str:
    """Show a sheet for each entry: round by round and deal by deal. ``?entry=``: of that entry only."""
    seen = see(tournament_id)
    only = request.args.get("entry", "")
    if only and only not in seen.tournament.entries:
        raise Problem("not-found", gettext("There is no entry %(number)s.", number=only[:20]))
    entries = [only] if only else list(seen.tournament.entries)
    return _paper("players", layout, seen, ".players_pdf", sheets=EntrySheets(seen.access).sheets(entries))


# --- all of them ----------------------------------------------------------------------------------


def _paper(name: str, layout: str, seen: Seen, as_pdf: str, **context: Any) -> str:
    """Return a paper as a page or for WeasyPrint."""
    link = url_for(as_pdf, **same_query()) if as_pdf and layout == PAGE else None
    return render_template(f"papers/{name}.html", layout=layout, seen=seen, pdf=link, sealed=_sealed(), **context)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A checkpoint of the log as a QR code."""

    size: int
    code: str


def _sealed() -> Sealed | None:
    """Return a recent checkpoint of the log; None if there is none to publish (docs/trust.md)."""
    signed = published.recent_checkpoint(SEAL_SECONDS)
    if signed is None:
        return None
    return Sealed(signed.size, qr.of_note(signed.note, gettext("QR code of a signed checkpoint")))
