"""The page of a player: the table, results that wait, the last evening, and figures over months."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, Response, g, redirect, request, url_for
from flask_babel import gettext

from api.callers import caller
from api.front.kinds import heavy, printed
from api.lists import catalogue
from api.me import confirming, corrections, evening, figures, leagues, practice, seats
from api.me.players import own_players
from api.permissions import ACCOUNTS, EVERYBODY, allow
from api.services import ledger
from domain.engine.faces import plain_faces
from domain.games.catalogue import RULESETS, STANDARD
from domain.kernel.errors import NotFound
from replay.words.puzzles import LEVELS, TITLES
from web.assets import address as asset_address
from web.languages import LANGUAGES
from web.page import private_page, unkept
from web.pictures.drawing import NoPictures, draw
from web.search import address
from web.tournaments.table_names import called_table, table_names
from web.wording import names
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from api.me.players import OwnPlayer

blp = Blueprint("own_page", __name__)
blp.after_request(unkept)

BACKS: Final = 8
"""The cards face down of a picture to share."""


@blp.get("/me")
@allow(EVERYBODY)
def show() -> Response:
    """Show a player's page: a result that waits first, else the table, else the story of the last evening."""
    if caller().account is None:
        return private_page("me/nobody.html", why="signed-out")
    players = own_players()
    if not players:
        return private_page("me/nobody.html", why="no-club")
    running = seats.own_tournaments(players)
    own = evening.last_evening(players)
    story = {**evening.payload(own), "address": _address(own)} if own else None
    return private_page(
        "me/me.html",
        players=players,
        waiting=seats.waiting(running),
        now=[seats.now_payload(each) for each in running],
        story=story,
        faces=_faces(story),
        problems=[each for own in players for each in practice.problems_of(own)],
        deck=practice.deck(),
        titles=TITLES,
        levels=LEVELS,
        done=request.args.get("done", ""),
    )


def _address(own: evening.OwnEvening) -> str:
    """Return the address of the search for the deals of an evening; empty if it has none."""
    if own.numbers is None:
        return ""
    days = {"since": own.numbers.begins, "until": own.numbers.ends}
    return address({"player": str(own.own.id), **{name: f"{at.astimezone(UTC):%Y-%m-%d}" for name, at in days.items()}})


def _faces(story: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the names of the cards of the pack that the costliest card is of; None without such a card."""
    card = story and story["card"]
    return card_names(plain_faces(RULESETS.get(card["ruleset"], STANDARD))) if card else None


@blp.get("/me/evenings/<uuid:tournament_id>")
@allow(ACCOUNTS)
@heavy
def show_evening(tournament_id: UUID) -> Response:
    """Show a player's sheet of a tournament: the story, round by round, deal by deal."""
    own = _evening_of(tournament_id)
    story = {**evening.payload(own), "address": _address(own)}
    tables = table_names(own.played.visible.tournament) if own.played else {}
    return private_page("me/evening.html", story=story, faces=_faces(story), sheet=evening.sheet(own), tables=tables)


@blp.get("/me/evenings/<uuid:tournament_id>/picture.png")
@allow(ACCOUNTS)
@printed
def evening_picture(tournament_id: UUID) -> AnyResponse:
    """Draw a player's place in a tournament, to share: it has nobody else's name. ``?language=``: of its words."""
    own = _evening_of(tournament_id)
    chosen = request.args.get("language", "")
    g.language = chosen if chosen in LANGUAGES else "en"
    cup = evening.payload(own)["tournament"]
    boards = cup["boards"]
    place = gettext("place %(place)s of %(among)s", place=cup["place"], among=cup["among"]) if cup["place"] else ""
    above = gettext("Boards above the field") + f": {boards['above']}" if any(boards.values()) else ""
    shown = {"heading": own.own.club.title, "title": own.own.row.title, "text": place}
    shown["below"] = " · ".join(filter(None, (cup["name"], above)))
    try:
        body = draw("pictures/link.svg", scene=None, backs=BACKS, leaders=[], **shown)
    except NoPictures:
        return redirect(asset_address("img/icon-512.png"))
    return Response(body, mimetype="image/png")


def _evening_of(tournament_id: UUID) -> evening.OwnEvening:
    """Return what the caller has of a tournament. Raises `NotFound` if the caller was not entered."""
    own = evening.evening_of_tournament(own_players(), tournament_id)
    if own is None:
        raise NotFound("tournament", tournament_id)
    return own


@blp.get("/me/figures")
@allow(ACCOUNTS)
@heavy
def show_figures() -> Response:
    """Show bids and card play by month, partners, and places in leagues."""
    players = own_players()
    return private_page(
        "me/figures.html",
        players=players,
        clubs=[figures.payload(own) for own in players],
        leagues=[each for own in players for each in leagues.leagues_of(own)],
    )


@blp.get("/me/corrections")
@allow(ACCOUNTS)
def show_corrections() -> Response:
    """Show the corrections that a player has asked for, with the answers."""
    return private_page("me/corrections.html", items=corrections.own_corrections(), about=None)


@blp.get("/me/encounters/<uuid:encounter_id>/corrections")
@allow(ACCOUNTS)
def show_result(encounter_id: UUID) -> Response:
    """Show the form that asks for the correction of the result of a table."""
    corrections.player_at_table(encounter_id)
    setting = ledger().encounters.get(encounter_id).setting
    tables = table_names(ledger().tournaments.get(UUID(setting.tournament)))
    called = called_table(tables, setting.table)
    about = gettext("Round %(round)s, %(table)s", round=setting.round, table=called)
    return private_page("me/corrections.html", items=corrections.own_corrections(), about=about)


@blp.get("/me/deals/<uuid:deal_id>/corrections")
@allow(ACCOUNTS)
def show_deal(deal_id: UUID) -> Response:
    """Show the form that asks for the correction of a deal."""
    corrections.player_in_deal(deal_id)
    row = catalogue().find(deal_id)
    about = names.deal_title(row.data) if row else ""
    return private_page("me/corrections.html", items=corrections.own_corrections(), about=about)


@blp.post("/me/encounters/<uuid:encounter_id>/corrections")
@allow(ACCOUNTS)
def ask_about_result(encounter_id: UUID) -> AnyResponse:
    """Ask for the correction of the result of a table."""
    return _asked(corrections.player_at_table(encounter_id), encounter_id)


@blp.post("/me/deals/<uuid:deal_id>/corrections")
@allow(ACCOUNTS)
def ask_about_deal(deal_id: UUID) -> AnyResponse:
    """Ask for the correction of a deal."""
    return _asked(corrections.player_in_deal(deal_id), deal_id)


def _asked(own: OwnPlayer, about: UUID) -> AnyResponse:
    """Ask for a correction with the text of the form, whose lines become one, and show all requests."""
    corrections.ask(own, about, {"text": " ".join(request.form.get("text", "").split())})
    return redirect(url_for("own_page.show_corrections", done="sent"), 303)


@blp.post("/me/encounters/<uuid:encounter_id>/confirmations")
@allow(ACCOUNTS)
def confirm(encounter_id: UUID) -> AnyResponse:
    """Confirm the result of a table at which the player sits, and show the page again."""
    form = request.form
    return _confirmed(confirming.confirm_table_as_seen(encounter_id, form.get("board", type=int), form.get("seen", "")))


@blp.post("/me/deals/<uuid:deal_id>/confirmations")
@allow(ACCOUNTS)
def confirm_deal(deal_id: UUID) -> AnyResponse:
    """Confirm the result of a deal that the player played, and show the page again."""
    return _confirmed(confirming.confirm_deal_as_seen(deal_id, request.form.get("seen", "")))


def _confirmed(is_confirmed: bool) -> AnyResponse:
    """Show the page again, with what became of a confirmation."""
    return redirect(url_for("own_page.show", done="confirmed" if is_confirmed else "changed"), 303)
