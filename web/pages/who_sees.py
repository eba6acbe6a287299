"""Pages to choose what others see of a club and of a player, with a preview. They work without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for

from api import commands
from api.front.kinds import heavy
from api.lists import catalogue, find_row
from api.people.who_sees import see_as_outsider
from api.permissions import EVERYBODY, OFFICE, allow
from api.services import ledger, services
from domain.club.policy import LEVELS, PSEUDONYM
from domain.kernel.errors import Declined, NotFound
from web.languages import text_of
from web.pages import library

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from domain.kernel.commands import Saved

blp = Blueprint("who_sees_page", __name__)

MOST_NAMED: Final = 1000
"""The most clubs that robots.txt names. The pages of all ask for it themselves."""


@blp.get("/clubs/<uuid:club_id>/who-sees")
@allow(OFFICE, within="club_id")
@heavy
def show(club_id: UUID) -> str:
    """Show what others see of a club, with what they would see by each choice."""
    return _page(club_id)


@blp.post("/clubs/<uuid:club_id>/who-sees")
@allow(OFFICE, within="club_id")
@heavy
def choose(club_id: UUID) -> Any:
    """Choose what others see of a club."""
    level, age = request.form.get("level", ""), request.form.get("age", 0, type=int)
    if wrong := _wrong(lambda: ledger().clubs.choose_who_sees(club_id, level, age, **commands.metadata({}))):
        return _page(club_id, wrong=wrong), 422
    return redirect(url_for("who_sees_page.show", club_id=club_id), 303)


@blp.post("/clubs/<uuid:club_id>/retention")
@allow(OFFICE, within="club_id")
@heavy
def choose_retention(club_id: UUID) -> Any:
    """Show what a choice of days would remove, or choose it."""
    files, classes = (request.form.get(name, 0, type=int) for name in ("files", "classes"))
    days = {"files": files, "classes": classes}
    if "save" not in request.form:
        return _page(club_id, days=days)
    if wrong := _wrong(lambda: ledger().clubs.choose_retention(club_id, files, classes, **commands.metadata({}))):
        return _page(club_id, days=days, wrong=wrong), 422
    return redirect(url_for("who_sees_page.show", club_id=club_id, _anchor="kept"), 303)


@blp.get("/clubs/<uuid:club_id>/who-sees/<string(maxlength=20):level>")
@allow(OFFICE, within="club_id")
def preview(club_id: UUID, level: str) -> str:
    """Show the page of a club as others would see it by a choice."""
    if level not in LEVELS:
        raise NotFound("club", club_id)
    see_as_outsider(club_id, level)
    return library.club(club_id)


@blp.get("/robots.txt")
@allow(EVERYBODY)
def robots() -> Response:
    """Ask search engines to leave out the pages of clubs that are not open. Each such page asks for it, too."""
    sight = services().sights.of_outsider()
    policies = sight.policies.values() if sight else ()
    clubs = sorted(str(each.club) for each in policies if each.hides_all_names)[:MOST_NAMED]
    lines = ["User-agent: *", *(f"Disallow: {url_for('library.club', club_id=club)}" for club in clubs)]
    return Response("\n".join([*lines, *([] if clubs else ["Disallow:"]), ""]), mimetype="text/plain")


@blp.post("/players/<uuid:player_id>/seen")
@allow(OFFICE, within="player_id")
def choose_for_player(player_id: UUID) -> Any:
    """Choose how others see a player's name, and say whether the player is a minor and a guardian has consented."""
    form = request.form
    player = ledger().clubs.get_player(player_id)
    chosen = form.get("form", "")
    pseudonym = form.get(PSEUDONYM, "").strip() if chosen == PSEUDONYM else ""
    sent = commands.metadata({})
    withdrawn = sent["at"][:10] if "withdraw" in form else ""
    consent = ("", "")
    if "minor" in form and not player.consent:
        consent = (form.get("day", "").strip(), form.get("guardian", "").strip())

    def choose() -> Saved:
        return ledger().clubs.choose_sight(
            player_id, (chosen, pseudonym), is_minor="minor" in form, consent=consent, withdrawn=withdrawn, **sent
        )

    if wrong := _wrong(choose):
        raise Declined("shown-as", wrong)
    return redirect(url_for("library.player", player_id=player_id, _anchor="seen"), 303)


def _wrong(command: Callable[[], Saved]) -> str:
    """Run a command. Return why it was declined, in the reader's language; empty if it was carried out."""
    try:
        command()
    except Declined as declined:
        return "" if declined.code == "same-choice" else text_of(declined)
    finally:
        services().sights.notice()
    return ""


def _page(club_id: UUID, wrong: str = "", days: Mapping[str, int] | None = None) -> str:
    club = find_row(catalogue(), "club", club_id)
    return render_template(
        "who-sees.html",
        club=club,
        chosen=ledger().clubs.get_club(club_id),
        levels=LEVELS,
        persons=[row for row in catalogue().rows("player", club=club_id) if "seen" in row.data],
        wrong=wrong,
        retention=services().retention().of(club_id, days or {}),
        is_preview=days is not None,
    )
