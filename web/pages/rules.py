"""The pages of rulebooks: all games, one rulebook, and two side by side; also those of a club's own rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, request

from api.callers import Place, caller
from api.front.kinds import heavy
from api.permissions import EVERYBODY, OFFICE, allow
from api.problems import Problem
from api.resources.club_rulesets import get_house, get_version
from api.resources.rulesets import ruleset_in_path
from api.services import ledger
from domain.engine.faces import plain_faces
from domain.engine.rulebook.differences import differences as find_differences
from domain.engine.words.worded import value_of
from domain.games.catalogue import RULESETS, UnknownRuleset
from web.page import private_page
from web.rules import rulebooks
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response as Answer

    from domain.club.aggregates import Club
    from domain.engine.ruleset import Ruleset

blp = Blueprint("rules", __name__)


@blp.get("/rules")
@allow(EVERYBODY)
def index() -> Answer:
    """Show all known games in families. ``?one=&other=``: lead to the differences of these two."""
    return _chosen(None) or private_page(
        "rules/index.html",
        families=rulebooks.FAMILIES,
        about=rulebooks.ABOUT,
        games=RULESETS,
        choices=rulebooks.choices(None),
        one="",
        other="",
        club=None,
    )


@blp.get("/rules/<string(maxlength=64):key>")
@allow(EVERYBODY)
@heavy
def show(key: str) -> Response:
    """Show the rulebook of a game."""
    return _rulebook(ruleset_in_path(key), None)


@blp.get("/rules/<string(maxlength=64):key>/differences/<string(maxlength=64):other>")
@allow(EVERYBODY)
@heavy
def differences(key: str, other: str) -> Response:
    """Show the differences of two games, chapter by chapter."""
    return _differences(ruleset_in_path(key), ruleset_in_path(other), None)


@blp.get("/clubs/<uuid:club_id>/rules")
@allow(EVERYBODY)
def own(club_id: UUID) -> Answer:
    """Show the club's own rulesets. ``?one=&other=``: lead to the differences of two, its own or known ones."""
    club = ledger().clubs.get_club(club_id)
    return _chosen(club) or private_page(
        "rules/club.html",
        club=club,
        houses=[house for _, house in sorted(club.houses.items())],
        choices=rulebooks.choices(club),
        one=next(iter(sorted(club.houses)), ""),
        other="",
        value=rulebooks.value,
        opens=caller().role in OFFICE and caller().covers(Place(str(club_id))),
    )


@blp.get("/clubs/<uuid:club_id>/rules/<string(maxlength=64):own>")
@allow(EVERYBODY)
@heavy
def show_own(club_id: UUID, own: str) -> Response:
    """Show the rulebook of a club's ruleset. ``?version=``: an earlier version."""
    club = ledger().clubs.get_club(club_id)
    return _rulebook(get_version(club, own, request.args.get("version", type=int)), club)


@blp.get("/clubs/<uuid:club_id>/rules/<string(maxlength=64):own>/differences/<string(maxlength=64):other>")
@allow(EVERYBODY)
@heavy
def differences_own(club_id: UUID, own: str, other: str) -> Response:
    """Show the differences of a club's ruleset and another: its newest versions, or a known one."""
    club = ledger().clubs.get_club(club_id)
    get_house(club, own)
    try:
        against = club.ruleset(other)
    except UnknownRuleset as unknown:
        raise Problem("not-found", value_of(unknown)) from None
    return _differences(club.ruleset(own), against, club)


def _chosen(club: Club | None) -> Answer | None:
    """Return a redirect to the differences that the form asks for; None if it asks for none."""
    one, other = request.args.get("one", ""), request.args.get("other", "")
    if not (one and other):
        return None
    return redirect(rulebooks.differences_address(club, one, other))


def _rulebook(ruleset: Ruleset, club: Club | None) -> Response:
    chapters = rulebooks.sections(ruleset)
    return private_page(
        "rules/rulebook.html",
        game=ruleset,
        about=rulebooks.ABOUT.get(ruleset.key, ""),
        club=club,
        house=club.houses[ruleset.key] if club else None,
        chapters=chapters,
        documents=rulebooks.documents(chapters),
        values=list(ruleset.game.card_values(ruleset)),
        orders=rulebooks.ORDERS,
        names=card_names(plain_faces(ruleset)),
        choices=rulebooks.choices(club),
        one=ruleset.key,
        other="",
    )


def _differences(one: Ruleset, other: Ruleset, club: Club | None) -> Response:
    compared = find_differences(one, other)
    return private_page(
        "rules/differences.html",
        games=(one, other),
        addresses=[rulebooks.book_address(club, each.key) for each in (one, other)],
        club=club,
        same_family=compared.same_family,
        parameters=compared.parameters,
        chapters=rulebooks.by_chapter(compared),
        value=rulebooks.value,
        choices=rulebooks.choices(club),
        one=one.key,
        other=other.key,
    )
