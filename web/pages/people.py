"""Pages on which people see what is kept about them, and a club's officials answer requests. They need no script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext

from api import commands
from api.callers import caller
from api.front.kinds import heavy
from api.lists import catalogue, find_row
from api.people.held import held_by, removals_of
from api.people.register import requests_of
from api.people.subjects import Subject, players_called, subject_of, subject_of_player
from api.permissions import ACCOUNTS, OFFICE, allow, home_club
from api.problems import Problem
from api.resources.people import file_of, run_forgetting
from api.services import ledger, services
from domain.kernel.errors import Declined, NotFound
from domain.kernel.ids import as_id
from domain.record.facts import NoteWritten
from domain.record.notebook import notebook_id
from schemas.people import MOST_NAMES
from web.languages import text_of
from web.page import unkept
from web.pages.papers import result_path
from web.wording import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.wrappers import Response

blp = Blueprint("people_pages", __name__)
blp.after_request(unkept)

SUBJECTS: Final = {
    "Deal": lazy_gettext("Deals"),
    "Match": lazy_gettext("Matches"),
    "Tournament": lazy_gettext("Tournaments"),
    "Encounter": lazy_gettext("Tables of rounds"),
    "Series": lazy_gettext("Series"),
    "Slate": lazy_gettext("Slates"),
    "Dispute": lazy_gettext("Disputes"),
    "Notes": lazy_gettext("Notes"),
    "Player": lazy_gettext("Players"),
    "Table": lazy_gettext("Tables"),
    "Club": lazy_gettext("The club"),
    "Lesson": lazy_gettext("Lessons"),
    "Class": lazy_gettext("Classes"),
    "Import": lazy_gettext("Imports"),
    "Practice": lazy_gettext("Practice"),
    "Deck": lazy_gettext("Decks"),
}
"""The words for the things in which a name stands, by the subject of their facts."""
KINDS: Final = {
    "know": lazy_gettext("Wants to know what is kept"),
    "correct": lazy_gettext("Wants a correction"),
    "forget": lazy_gettext("Wants to be forgotten"),
}
"""The words for what somebody may ask."""
MOST_REQUESTS: Final = 100
"""The most requests that a page lists, those that wait first."""
NEWEST: Final = 50
"""The most removals that the page of a club lists."""


@blp.get("/clubs/<uuid:club_id>/people")
@allow(OFFICE, within="club_id")
def of_club(club_id: UUID) -> str:
    """Ask for a person, and list what was removed."""
    return _club_page(club_id)


@blp.post("/clubs/<uuid:club_id>/people")
@allow(OFFICE, within="club_id", writes=False)
@heavy
def search(club_id: UUID) -> Any:
    """Show what is kept under typed names, or the registered players who have them."""
    names = _names()
    if len(names) == 1 and (players := players_called(services(), club_id, names)):
        if len(players) == 1:
            return redirect(url_for("people_pages.of_player", player_id=players[0].id), 303)
        return _club_page(club_id, names=names, players=players)
    try:
        return _held_page(subject_of(services(), club_id, names))
    except Declined as error:
        return _club_page(club_id, names=names, wrong=text_of(error)), 422


@blp.get("/players/<uuid:player_id>/kept")
@allow(OFFICE, within="player_id")
@heavy
def of_player(player_id: UUID) -> str:
    """Show what is kept about a registered player."""
    row = find_row(catalogue(), "player", player_id)
    if row.club is None:
        raise NotFound("player", player_id)
    return _held_page(subject_of(services(), row.club, (), player_id))


@blp.post("/clubs/<uuid:club_id>/people/file")
@allow(OFFICE, within="club_id", writes=False)
@heavy
def file(club_id: UUID) -> Response:
    """Give an official what is kept about a person as a ZIP."""
    return file_of(_subject(club_id), request.form.get("cursor") or None)


@blp.post("/clubs/<uuid:club_id>/people/forget")
@allow(OFFICE, within="club_id")
@heavy
def forget(club_id: UUID) -> Any:
    """Forget a person, once the official has said that it is meant."""
    subject = _subject(club_id)
    if "sure" not in request.form:
        return _held_page(subject, wrong=gettext("Say first that you have read it: it cannot be undone.")), 422
    body, _, _ = run_forgetting(subject, {})
    return redirect(url_for("people_pages.of_club", club_id=club_id, forgotten=body["number"]), 303)


@blp.post("/clubs/<uuid:club_id>/people/requests")
@allow(OFFICE, within="club_id")
def receive(club_id: UUID) -> Any:
    """Enter that somebody asked to know what is kept, to have it corrected, or to be forgotten."""
    find_row(catalogue(), "club", club_id)
    form, sent = request.form, commands.metadata({})
    received = form.get("received", "").strip() or sent["at"][:10]
    try:
        ledger().requests.receive(club_id, form.get("kind", ""), form.get("person", ""), received, **sent)
    except Declined as error:
        return _club_page(club_id, wrong=text_of(error)), 422
    return redirect(url_for("people_pages.of_club", club_id=club_id, _anchor="requests"), 303)


@blp.post("/clubs/<uuid:club_id>/people/requests/<int:number>")
@allow(OFFICE, within="club_id")
def answer(club_id: UUID, number: int) -> Any:
    """Record how a request was answered, today."""
    find_row(catalogue(), "club", club_id)
    sent = commands.metadata({})
    try:
        ledger().requests.answer(club_id, number, sent["at"][:10], request.form.get("how", ""), **sent)
    except Declined as error:
        return _club_page(club_id, wrong=text_of(error)), 422
    return redirect(url_for("people_pages.of_club", club_id=club_id, _anchor="requests"), 303)


@blp.get("/account/kept")
@allow(ACCOUNTS)
@heavy
def own() -> str:
    """Show what is kept about the reader, who has an account."""
    return _held_page(_own(), is_own=True)


@blp.get("/account/kept/file")
@allow(ACCOUNTS)
@heavy
def own_file() -> Response:
    """Give the reader what is kept as a ZIP."""
    return file_of(_own(), request.args.get("cursor"))


@blp.get("/texts/<uuid:thing_id>")
@allow(OFFICE, within="thing_id")
def texts(thing_id: UUID) -> str:
    """List what was written about a deal, a dispute and so on, so that a text can be removed."""
    return _texts_page(thing_id)


@blp.post("/texts/<uuid:thing_id>")
@allow(OFFICE, within="thing_id")
def remove_text(thing_id: UUID) -> Any:
    """Remove the texts of an event, with a reason."""
    row = _thing(thing_id)
    stream = request.form.get("stream", type=UUID)
    if stream not in _streams_of(thing_id):
        raise NotFound("text", thing_id)
    version, why = request.form.get("version", 0, type=int), request.form.get("why", "")
    try:
        services().forgetter().remove_text(row.club, stream, version, why, **commands.metadata({}))
    except Declined as error:
        return _texts_page(thing_id, wrong=text_of(error)), 422
    return redirect(url_for("people_pages.texts", thing_id=thing_id, removed=1), 303)


def _names() -> list[str]:
    """Return the names of the form, one a line."""
    lines = request.form.get("names", "").splitlines()
    return list(dict.fromkeys(filter(None, (each.strip() for each in lines))))[:MOST_NAMES]


def _subject(club: UUID) -> Subject:
    return subject_of(services(), club, _names(), request.form.get("player", type=UUID))


def _own() -> Subject:
    """Return the reader: as the player of a club, of the one that is named or the first; else by the account's name.

    Raises `NotFound` for a reader without a club or an account.
    """
    sender = caller()
    club, players = home_club(sender), sender.players()
    named = request.args.get("club") or club or next(iter(players), None)
    if sender.account is None or named is None or named not in {club, *players}:
        raise NotFound("club", UUID(int=0))
    names = [sender.subject] if named == club else []
    if named in players:
        return subject_of_player(services(), UUID(players[named]), names)
    return Subject(UUID(named), names)


def _address_of(about: str) -> str:
    """Return the page of the deal or of the table of a round that a request is about; empty if it is not there."""
    identity = as_id(about)
    row = catalogue().find(identity) if identity else None
    if identity is None or row is not None:
        return url_for("replay.show", deal_id=about) if row else ""
    try:
        setting = ledger().encounters.get(identity).setting
    except NotFound:
        return ""
    return result_path(UUID(setting.tournament), setting.round, setting.table)


def _club_page(club_id: UUID, **more: Any) -> str:
    number = request.args.get("forgotten", type=int)
    try:
        requests, following = requests_of(ledger(), club_id, MOST_REQUESTS, request.args.get("after", ""))
    except ValueError:
        raise Problem("cursor") from None
    return render_template(
        "people/club.html",
        club=find_row(catalogue(), "club", club_id),
        requests=requests,
        following=following,
        kinds=KINDS,
        names_of=names.player,
        is_id=as_id,
        address_of=_address_of,
        removals=removals_of(club_id)[:NEWEST],
        things=_things(_streams_removed_from(club_id)),
        forgotten=number,
        lists=services().texts_of_people.lists.count_waiting() if number else 0,
        **more,
    )


def _streams_removed_from(club_id: UUID) -> list[UUID]:
    return [UUID(each["id"]) for each in removals_of(club_id)[:NEWEST] if each["kind"] == "text"]


def _held_page(subject: Subject, *, is_own: bool = False, wrong: str = "") -> str:
    assert subject.club is not None  # noqa: S101
    held = held_by(subject)
    return render_template(
        "people/kept.html",
        club=find_row(catalogue(), "club", subject.club),
        held=held,
        subjects=[(SUBJECTS.get(name, name), number) for name, number in held["in"].items()],
        things=_things([UUID(each["id"]) for each in held["texts"]]),
        player=catalogue().find(subject.player) if subject.player else None,
        is_own=is_own,
        wrong=wrong,
    )


def _things(streams: Sequence[UUID]) -> dict[str, Any]:
    """Return the things of some streams, by the streams' ids; of notes, the deal that they are on."""
    notes = ledger().repository.events_of(streams, [NoteWritten.TOPIC])
    deals = {event.originator_id: UUID(event.fact.deal) for event in notes if isinstance(event.fact, NoteWritten)}
    rows = {row.id: row for row in catalogue().find_all({*streams, *deals.values()})}
    things = ((stream, rows.get(deals.get(stream, stream))) for stream in streams)
    return {str(stream): row for stream, row in things if row}


def _thing(thing_id: UUID) -> Any:
    row = catalogue().find(thing_id)
    if row is None:
        raise NotFound("text", thing_id)
    return row


def _streams_of(thing_id: UUID) -> list[UUID]:
    """Return the streams whose texts belong to a thing: its own, and that of the notes on a deal."""
    return [thing_id, notebook_id(thing_id)]


def _texts_page(thing_id: UUID, wrong: str = "") -> str:
    return render_template(
        "people/texts.html",
        thing=_thing(thing_id),
        written=services().texts_of_people.written_in(_streams_of(thing_id)),
        removed="removed" in request.args,
        wrong=wrong,
    )
