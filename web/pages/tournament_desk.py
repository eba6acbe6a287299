"""The director's pages: entries, rounds, tables, rulings, terms. Their forms send requests to the API."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from api.front.kinds import heavy
from api.lists import catalogue
from api.people.ratings import NEW
from api.permissions import BENCH, OFFICE, allow
from api.problems import Problem
from api.resources.entries import rank_stage
from api.responses import json_response
from api.services import ledger, services
from domain.engine.words.values import sentence
from domain.fair.packs import plain
from domain.kernel.errors import Declined
from domain.tournament.aggregate import DRAWS
from domain.tournament.draws.reasons import Reason
from domain.tournament.entries.qualifying import CARRY
from domain.tournament.formats import FORMATS
from domain.tournament.standings.tie_break_names import TIE_BREAKS
from domain.tournament.state import Draw, Pairing
from domain.tournament.terms import COUNTS
from replay.tournaments.payloads import TIE_BREAK, adjustment
from web.disputes import of_tournament, pending
from web.languages import text_of
from web.tournaments import sheet, words
from web.tournaments.fair import all_played, boards_left, chances
from web.tournaments.seeding import seed_by_rating
from web.tournaments.seen import see
from web.tournaments.shared_tables import find_others

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as WerkzeugResponse

    from domain.tournament.aggregate import Round
    from domain.tournament.entries.qualifying import Qualifier
    from domain.tournament.state import EntryId
    from web.tournaments.seen import Seen

blp = Blueprint("tournament_desk", __name__, url_prefix="/tournaments/<uuid:tournament_id>/desk")


@blp.get("/")
@allow(BENCH, within="tournament_id")
def desk(tournament_id: UUID) -> WerkzeugResponse:
    """Redirect to the page of the desk that comes next: the tables of an open round, else the round or the entries."""
    seen = see(tournament_id)
    if not seen.last:
        return redirect(url_for(".entries", tournament_id=tournament_id), 303)
    page = ".tables" if seen.current and not seen.current.closed else ".round_"
    return redirect(url_for(page, tournament_id=tournament_id), 303)


@blp.get("/entries")
@allow(BENCH, within="tournament_id")
def entries(tournament_id: UUID) -> str:
    """Show the entries, to be added, seeded, withdrawn and restored."""
    seen = see(tournament_id)
    club = seen.tournament.club
    players = catalogue().page("player", club=club, limit=200).rows if club else ()
    people = {name for each in seen.tournament.entries.values() for name in (each.name, *each.players)}
    waiting = sorted(each.title for each in players if not people & {str(each.id), each.title})
    return _desk("entries", seen, known=sorted(each.title for each in players), waiting=waiting)


@blp.get("/qualifiers")
@allow(OFFICE, within="tournament_id")
@heavy
def qualifiers(tournament_id: UUID) -> str:
    """Show who would qualify from earlier stages, before they are entered."""
    seen = see(tournament_id)
    own = str(tournament_id)
    over = catalogue().page("tournament", club=seen.tournament.club, where={"status": "over"}, limit=200).rows
    same_game = (each for each in over if str(each.id) != own and each.data["ruleset"] == seen.tournament.ruleset.key)
    stages = sorted(same_game, key=lambda each: each.title)
    chosen = [each.id for each in stages if str(each.id) in request.args.getlist("stage")]
    places = max(1, min(request.args.get("places", 2, type=int), 999))
    carry = request.args.get("carry", "none")
    carry = carry if carry in CARRY else "none"
    qualified: list[Qualifier] = []
    refused = ""
    if chosen:
        try:
            qualified = ledger().entries.find_qualifiers(
                seen.tournament, [(each, places) for each in chosen], carry, rank_stage
            )
        except Declined as reason:
            refused = text_of(reason)
    return _desk(
        "qualifiers",
        seen,
        stages=stages,
        chosen=chosen,
        places=places,
        carry=carry,
        qualified=qualified,
        refused=refused,
        send=[{"tournament": str(each), "places": places} for each in chosen],
    )


@blp.get("/seeding")
@allow(OFFICE, within="tournament_id")
@heavy
def seeding(tournament_id: UUID) -> str:
    """Show the seeding list by the ratings of the club, before it is set."""
    seen = see(tournament_id)
    fixed = bool(seen.last) and seen.terms.rules.keeps_list
    open_ = not seen.tournament.ended and not fixed
    rated = seed_by_rating(seen) if open_ and (seen.tournament.club or seen.has_rated_entries) else []
    order = [each.entry.id for each in rated]
    return _desk("seeding", seen, rated=rated, order=order, fixed=fixed, new=NEW)


@blp.get("/round")
@allow(BENCH, within="tournament_id")
def round_(tournament_id: UUID) -> str:
    """Show the round with its reasons, to be drawn, changed by a swap of two entries, drawn again, and closed."""
    seen = see(tournament_id)
    one, other = request.args.get("one", ""), request.args.get("other", "")
    swap = None
    if seen.current and not seen.current.closed and one != other and {one, other} <= seen.tournament.entries.keys():
        swap = _swapped(seen, seen.current, one, other)
    return _desk("round", seen, swap=swap, one=one, other=other)


@blp.get("/by-hand")
@allow(OFFICE, within="tournament_id")
@heavy
def by_hand(tournament_id: UUID) -> str:
    """Show the form for a draw by hand: of the last round while it is open, else of the next."""
    seen = see(tournament_id)
    there = seen.current if seen.current and not seen.current.closed else None
    number = seen.last if there else seen.tournament.next_round
    drawn = there.draw if there else _proposed(seen, number)
    there_already = set(seen.playing(number))
    choices = {
        each.id: each.name
        for each in seen.tournament.entries.values()
        if each.plays(number) or each.id in there_already
    }
    size = seen.terms.rules.entries_per_side
    return _desk(
        "by-hand",
        seen,
        number=number,
        again=there is not None,
        choices=choices,
        size=size,
        tables=_with_room(drawn, len(choices) // (2 * size)),
        byes=[*drawn.byes, "", ""],
        drawn={"byes": drawn.byes, "why": str(Reason.BY_HAND)},
    )


@blp.get("/tables")
@allow(BENCH, within="tournament_id")
def tables(tournament_id: UUID) -> str:
    """Show all tables of the round, with their states."""
    seen = see(tournament_id)
    club = seen.tournament.club
    at = sheet.at_tables(seen, seen.last) if seen.last else {}
    places = catalogue().page("table", club=club, limit=200).rows if club else ()
    own = {str(place) for place in seen.tournament.tables.values()}
    return _desk(
        "tables",
        seen,
        at=at,
        others=find_others(seen, own | {str(each.id) for each in places}),
        contested=sorted(number for number, each in at.items() if each.encounter.contested),
        places=places,
        disputed={
            row.data["encounter"] for row in pending(of_tournament(tournament_id)) if row.data["round"] == seen.last
        },
    )


@blp.get("/results")
@allow(BENCH, within="tournament_id")
def results(tournament_id: UUID) -> str:
    """Show a grid of results, to be typed row by row with the keyboard.

    The query chooses the rows: those of a ``board`` at all tables (a traveller), of a ``table`` in a ``round`` (a
    pickup slip), or of the whole round. Without ``round`` it is the last one.
    """
    seen = see(tournament_id)
    number = request.args.get("round", seen.last, type=int)
    if number not in seen.tournament.rounds:
        number = seen.last
    board, table = (request.args.get(each, type=int) for each in ("board", "table"))
    if not number:
        return _desk("results", seen, number=0, rows=(), view="round")
    if board is not None:
        rows, view = sheet.traveller(seen, board), "traveller"
    elif table is not None:
        rows, view = sheet.slip(seen, number, table), "slip"
    else:
        rows, view = sheet.grid(seen, number), "round"
    following = (sheet.next_board(seen, board or 0), sheet.next_slip(seen, number, table or 0))
    return _desk("results", seen, number=number, rows=rows, view=view, board=board, table=table, following=following)


@blp.get("/disputes")
@allow(BENCH, within="tournament_id")
def disputes(tournament_id: UUID) -> str:
    """Show the disputes of the tournament's deals, and the adjustments of scores by rulings."""
    seen = see(tournament_id)
    return _desk(
        "disputes",
        seen,
        disputes=of_tournament(tournament_id),
        rulings=[adjustment(seen.tournament, number) for number in seen.tournament.adjustments],
    )


@blp.get("/fair")
@allow(BENCH, within="tournament_id")
def fair(tournament_id: UUID) -> str:
    """Show the packs for boards and the lots: promised before play, opened after."""
    seen = see(tournament_id)
    boards = boards_left(seen) if seen.terms.rules.has_boards else ""
    return _desk(
        "fair", seen, chances=chances(seen), boards=boards, all_played=all_played(seen), lots_for=_lots_for(seen)
    )


@blp.get("/fair/<int:number>/sealed.json")
@allow(OFFICE, within="tournament_id")
def sealed(tournament_id: UUID, number: int) -> Response:
    """Send the sealed packs, as `nought packs show` takes them, for officials who make up the boards."""
    ledger = services().ledger
    if number not in ledger.tournaments.get(tournament_id).packs:
        raise Problem("not-found", _("There is no set of packs %(number)s.", number=number))
    answer = json_response(plain(ledger.packs.sealed_packs(tournament_id, number)))
    answer.headers["Content-Disposition"] = f'attachment; filename="packs-{number}-sealed.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blp.get("/terms")
@allow(BENCH, within="tournament_id")
def terms(tournament_id: UUID) -> str:
    """Show the terms of the tournament, and its end."""
    return _desk("terms", see(tournament_id), formats=FORMATS, counts=COUNTS, tie_breaks=TIE_BREAKS, sides=words.SIDES)


def _desk(name: str, seen: Seen, **more: Any) -> str:
    return render_template(
        f"tournament/desk/{name}.html",
        seen=seen,
        tournament=seen.tournament,
        terms=seen.terms,
        part=f"desk-{name}",
        **more,
    )


def _lots_for(seen: Seen) -> list[str]:
    """Return the purposes that lots can have: draws, and tie-breaks if the terms break ties by lot."""
    ties = not seen.terms.rules.starts_from_list and "lot" in seen.terms.tie_breaks
    return [DRAWS, TIE_BREAK] if ties else [DRAWS]


def _proposed(seen: Seen, number: int) -> Draw:
    """Return the next round as its format would draw it now; without any table if it cannot."""
    try:
        return ledger().rounds.propose_round(seen.tournament)
    except Declined:
        return Draw(number, ())


def _with_room(drawn: Draw, many: int) -> list[dict[str, Any]]:
    """Return the tables of a draw as a command takes them, and an empty one; ``many`` empty ones if there are none."""
    tables = [_as_sent(each) for each in sorted(drawn.pairings, key=lambda each: each.table)]
    last = tables[-1]["table"] if tables else 0
    return tables + [_as_sent(Pairing(last + n + 1, ((), ()))) for n in range(1 if tables else max(many, 1))]


def _as_sent(pairing: Pairing) -> dict[str, Any]:
    """Return a table of a draw by hand, as a command takes it."""
    return {
        "table": pairing.table,
        "sides": [list(side) for side in pairing.sides],
        "why": pairing.why[:200],
        "boards": list(pairing.boards),
        "stage": pairing.stage,
    }


def _swapped(seen: Seen, there: Round, one: EntryId, other: EntryId) -> dict[str, Any]:
    """Return a round with two entries swapped: the changed tables, why it is declined or what rules it breaks, and the
    command's payload."""
    places = {one: other, other: one}
    why = str(sentence(Reason.SWAPPED, one=seen.called(one), other=seen.called(other)))

    def moved(pairing: Pairing) -> Pairing:
        if not {one, other} & set(pairing.entries):
            return pairing
        ours, theirs = (tuple(places.get(each, each) for each in side) for side in pairing.sides)
        return replace(pairing, sides=(ours, theirs), why=why)

    drawn = there.draw
    byes = {places.get(each, each): why if each in places else reason for each, reason in drawn.byes.items()}
    draw = Draw(drawn.round, tuple(map(moved, drawn.pairings)), byes)
    declined, broken = ledger().rounds.check_round(seen.id, draw.round, draw)
    return {
        "changed": [each for each in draw.pairings if each not in drawn.pairings],
        "byes": [each for each in byes if each not in drawn.byes],
        "same": any({one, other} <= {*side} for each in drawn.pairings for side in each.sides),
        "declined": declined,
        "broken": broken,
        "by_hand": {
            "pairings": [_as_sent(each) for each in draw.pairings],
            "byes": {each: reason[:200] for each, reason in byes.items()},
        },
    }
