"""Pages of disputes: claim, facts, ruling, appeal, the printed ruling; and the casebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, render_template, request, url_for
from flask_babel import gettext
from marshmallow import ValidationError

from api import disputes as dispute_access
from api.callers import caller
from api.clock import now
from api.deals import access as deal_access
from api.lists import catalogue
from api.permissions import EVERYBODY, OFFICE, allow
from api.problems import Problem, forbidden
from api.replicas import from_replica
from api.resources.disputes import cases
from domain.dispute.remedies import why_useless
from domain.dispute.state import STATUS
from domain.engine.faces import plain_faces
from domain.engine.hiding import ARBITER
from domain.engine.parameters import plain
from domain.engine.words.values import sentence
from domain.games.catalogue import RULESETS
from domain.kernel.ids import as_id
from replay.frames import replay
from replay.words.places import place_of
from schemas.disputes import CaseQuery
from web import disputes
from web.languages import reader
from web.page import private_page
from web.pages.replay import players_named
from web.printing import pdf
from web.printing.pdf import PAGE
from web.tournaments.seen import see
from web.venues import show_times_of
from web.wording.spoken import card_names
from web.wording.words import seat as seat_word

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.record.record import Record
    from domain.tournament.state import EntryId
    from web.tournaments.seen import Seen

blp = Blueprint("disputes_page", __name__)

WRONG_CAPS: Final = "caps-wrong"
"""The code of the rule on when Caps is called."""

ON_A_PAGE = 25


@blp.get("/deals/<uuid:deal_id>/disputes/new")
@allow(EVERYBODY)
def claim(deal_id: UUID) -> str:
    """Show the form for a new dispute.

    ``?ply=``: the disputed act, by default the last one. ``?code=``: the rule, and ``?seat=``: who broke it, by default
    as the record flags the act. ``?verdict=``: the verdict on Caps, which the claim then says; if it is wrong, the rule
    is the one on when Caps is called. ``?back=record``: the recorder goes on with the deal afterwards.
    """
    look = deal_access.get(deal_id)
    record = look.record
    last = len(record.entries) - 1
    requested = request.args.get("ply", type=int)
    ply = min(last, requested if requested is not None and requested >= 0 else last)
    broken = record.find_refusals().get(ply) if ARBITER in look.viewers else None
    seat = caller().seat
    seating = record.rules.ruleset.seating
    offender = request.args.get("seat", "")
    actor = offender if offender in seating.seats else _actor(record, ply)
    rules = record.rules.ruleset.game.breakable(record.rules.ruleset)
    stated = _caps_claim(offender, request.args.get("verdict", "")) if offender in seating.seats else ""
    code = request.args.get("code", WRONG_CAPS if stated else "")
    suggested = code if code in rules else broken.code if broken else ""
    return render_template(
        "dispute/claim.html",
        deal=deal_id,
        opened=record.opened,
        ply=ply,
        place=place_of(reader(), record, ply),
        stated=stated,
        suggested=suggested,
        names=_side_names(record),
        sides=[seating.team(seat)]
        if seat in seating.seats
        else sorted(seating.teams, key=lambda team: actor is not None and team == seating.team(actor)),
        suggests=actor is not None,
        own=seat is not None,
        codes=disputes.codes(record.rules.ruleset, suggested),
        back=url_for("record.desk", deal_id=deal_id) if request.args.get("back") == "record" else "",
        table=record.opened.table,
        may=disputes.may_open(look.place) and seat in (None, *seating.seats),
    )


@blp.get("/disputes")
@allow(EVERYBODY)
@from_replica
def all_() -> str:
    """Show the disputes, newest first. ``?status=``: only those with this status."""
    status = request.args.get("status", "")
    where = {"status": status} if status in STATUS else {}
    try:
        page = catalogue().page("dispute", where=where, after=request.args.get("cursor"), limit=ON_A_PAGE)
    except ValueError:
        raise Problem("cursor") from None
    deals = {row.parent: catalogue().find(row.parent) for row in page.rows if row.parent}
    places = {each for row in page.rows for each in (row.club, as_id(row.data.get("table"))) if each}
    more = url_for(".all_", status=status or None, cursor=page.next) if page.next else None
    return render_template(
        "dispute/all.html",
        page=page,
        deals=deals,
        places={str(each.id): each.title for each in catalogue().find_all(places)},
        status=status,
        statuses=disputes.STATUSES,
        more=more,
    )


@blp.get("/disputes/<uuid:dispute_id>")
@allow(EVERYBODY)
def dispute(dispute_id: UUID) -> Response:
    """Show a dispute: the deal on the left; claim, facts and ruling on the right."""
    heard = dispute_access.get(dispute_id)
    deal = heard.dispute.deal
    look = deal_access.get(deal)
    open_to = look.viewers
    viewer = disputes.deal_viewer(look, open_to)
    show_times_of(look.place.club)
    seen = look if viewer == look.viewer else deal_access.get(deal, viewer)
    record, game = seen.record, seen.record.rules.ruleset
    it = heard.payload()
    cup = see(heard.dispute.tournament) if heard.dispute.tournament else None
    known: dict[str, Any] = {
        "id": deal,
        "dispute": dispute_id,
        "game": plain(game),
        "names": card_names(plain_faces(game)),
        "players": players_named(record.opened.players),
        "replay": replay(record, viewer, reader()),
        "plies": it.get("plies"),
        "audit": f"/api/v1/deals/{deal}/audit" if ARBITER in open_to else None,
    }
    signed = heard.dispute.signed
    plies = it.get("plies")
    actor = _actor(record, plies[0]) if plies else None
    return private_page(
        "dispute/dispute.html",
        it=it,
        heard=heard,
        place=lambda ply: place_of(reader(), record, ply),
        last=len(record.entries) - 1,
        opened=record.opened,
        known=known,
        game=game,
        names=_side_names(record),
        own=heard.own_side,
        speaks=heard.can_speak,
        rules=heard.can_rule and not caller().reads_only,
        may_remove=caller().role in OFFICE and caller().covers(look.place),
        claims=heard.can_speak and heard.own_side in (None, it.get("side")),
        appealable=heard.dispute.can_appeal(now()),
        signed_by_reader=signed is not None and signed.is_by(dispute_access.official()),
        codes=disputes.codes(game, it.get("code") or ""),
        actor=actor,
        actor_entries=_entries_of(cup, it, game, actor),
        cup=cup,
        entries=cup.tournament.entries.values() if cup else (),
        pays_tokens=any(game.game.pay_rows(game)),
        unit="points" if cup and cup.points else "tokens",
        counts=cup.terms.scoring.counts if cup else "",
        row=catalogue().find(deal),
        remedies=_remedies(record, cup is not None),
        verdicts=disputes.VERDICTS,
    )


def _caps_claim(seat: Seat, verdict: str) -> str:
    """Return the claim about a verdict on Caps; empty if there is no such verdict, or nothing is wrong by it."""
    if verdict == "right" or verdict not in disputes.VERDICTS:
        return ""
    return str(gettext("Caps of %(seat)s: %(verdict)s", seat=seat_word(seat), verdict=disputes.VERDICTS[verdict]))


def _side_names(record: Record) -> dict[str, str]:
    """Return the names of a deal's teams: their players, else their seats."""
    seating = record.rules.ruleset.seating
    players = players_named(record.opened.players)
    return {
        team: " + ".join(players.get(seat) or seat_word(seat) for seat in seating.of_team(team))
        for team in seating.teams
    }


def _actor(record: Record, ply: int) -> Seat | None:
    """Return the seat that acted at a ply; None if nobody did or there is no such ply."""
    return record.entries[ply].act.seat if 0 <= ply < len(record.entries) else None


def _entries_of(cup: Seen | None, it: dict[str, Any], game: Ruleset, seat: Seat | None) -> tuple[EntryId, ...]:
    """Return the entries that a seat played for at the table of a dispute."""
    if cup is None or seat is None:
        return ()
    pairings = cup.tournament.round(it["round"]).draw.pairings
    side = game.seating.teams.index(game.seating.team(seat))
    return next((each.sides[side] for each in pairings if each.table == it["number"]), ())


def _remedies(record: Record, in_tournament: bool) -> list[str]:
    """Return the kinds of remedies that can have an effect on a deal, and those that change nothing on purpose."""
    out = set() if in_tournament else {"result", "penalty"}
    return [kind for kind in disputes.REMEDIES if kind not in out and why_useless(record, kind) is None]


@pdf.paper(blp, "/disputes/<uuid:dispute_id>/paper", "ruling")
def paper(dispute_id: UUID, layout: str = PAGE) -> str:
    """Show the ruling, to be printed and signed."""
    heard = dispute_access.get(dispute_id)
    if not heard.is_readable:
        raise forbidden(sentence("The claim and the ruling are shown once the hands are shown."))
    cup = see(heard.dispute.tournament) if heard.dispute.tournament else None
    show_times_of(heard.record.opened.club)
    return render_template(
        "dispute/paper.html",
        layout=layout,
        it=heard.payload(),
        place=lambda ply: place_of(reader(), heard.record, ply),
        cup=cup,
        names=_side_names(heard.record),
        opened=heard.record.opened,
        game=heard.record.rules.ruleset,
        pdf=url_for(".paper_pdf", dispute_id=dispute_id) if layout == PAGE else None,
    )


@blp.get("/casebook")
@allow(EVERYBODY)
@from_replica
def casebook() -> str:
    """Show final rulings without names, by clause, code, game or words."""
    good = {name: value for name, value in request.args.items() if value}
    schema = CaseQuery()
    try:
        query = schema.load(good)
    except ValidationError as error:
        good = {name: value for name, value in good.items() if name not in error.messages_dict}
        query = schema.load(good)
    rulings = cases({**query, "limit": ON_A_PAGE + 1})
    more = None
    if len(rulings) > ON_A_PAGE:
        more = url_for(".casebook", **{**good, "skip": query["skip"] + ON_A_PAGE})
    return render_template(
        "dispute/casebook.html",
        cases=rulings[:ON_A_PAGE],
        query=query,
        codes=disputes.codes(),
        rulesets=RULESETS,
        more=more,
    )
