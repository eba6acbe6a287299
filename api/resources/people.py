"""The names and texts that a club keeps about a person: shown, written as a file, forgotten; and texts to be removed.

For the club's officials. Whoever has an account in the club gets what is kept under the account's own name.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Response

from api import commands
from api.blueprint import Blueprint
from api.callers import caller
from api.front.kinds import heavy
from api.lists import get_thing
from api.people.accounts import MANAGES, PLAYER
from api.people.held import held_by, kept_of, removals_of
from api.people.own_file import conditions_of, write_own_file
from api.people.register import requests_of
from api.people.subjects import Subject, accounts_of, subject_of
from api.permissions import OFFICE, OFFICIALS
from api.problems import Problem, forbidden
from api.services import ledger, services
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined, NotFound
from domain.kernel.ids import as_id
from domain.removal.facts import PersonForgotten
from schemas.answers import SavedAnswer
from schemas.people import (
    AnswerRequest,
    FileQuery,
    ForgetPerson,
    ForgottenAnswer,
    HeldAnswer,
    PersonQuery,
    ReceiveRequest,
    RemovalPage,
    RemovalQuery,
    RemoveText,
    RequestPage,
    RequestQuery,
)
from store.events.texts import former

if TYPE_CHECKING:
    from collections.abc import Mapping

blp = Blueprint("people", __name__, url_prefix="/api/v1/clubs", description="What is kept about a person")

PART: Final = 200
"""The most deals of a part of a person's own file."""
ZIP: Final = "application/zip"


@blp.get("/<uuid:club_id>/people/held")
@blp.arguments(PersonQuery, location="query")
@blp.response(200, HeldAnswer)
@blp.reads(OFFICIALS, within="club_id")
@heavy
def get_held(query: dict[str, Any], club_id: UUID) -> dict[str, Any]:
    """Get what the club keeps about a person: how many names and texts, where they stand, and the texts.

    Without a name it is about the caller. Only directors and administrators may name somebody else.
    """
    get_thing("club", club_id)
    return held_by(subject_named(club_id, query["name"], query.get("player")))


@blp.get("/<uuid:club_id>/people/file")
@blp.arguments(FileQuery, location="query")
@blp.response(200, {"format": "binary", "type": "string"}, content_type=ZIP, description="A ZIP")
@blp.reads(OFFICIALS, within="club_id")
@heavy
def get_file(query: dict[str, Any], club_id: UUID) -> Response:
    """Get what the club keeps about a person as a ZIP, with each deal as a hand file and nobody else's name.

    It has at most 200 deals; the header `Nought-Next` is the `cursor` of the next part. Give it to nobody else.
    """
    get_thing("club", club_id)
    return file_of(subject_named(club_id, query["name"], query.get("player")), query.get("cursor"))


@blp.post("/<uuid:club_id>/people/forget/check")
@blp.arguments(ForgetPerson)
@blp.response(200, HeldAnswer)
@blp.reads(OFFICE, within="club_id")
@heavy
def check_forgetting(params: dict[str, Any], club_id: UUID) -> dict[str, Any]:
    """Show what forgetting a person would remove. Cards, results and ratings stay."""
    get_thing("club", club_id)
    subject = subject_of(services(), club_id, params["names"], params.get("player"))
    answer = held_by(subject)
    if not answer["kept"]:
        raise Declined("nothing-held", "nothing is kept under the name {name}", name=subject.names[0])
    return answer


@blp.post("/<uuid:club_id>/people/forget")
@blp.arguments(ForgetPerson)
@blp.response(200, ForgottenAnswer)
@blp.commands(OFFICE, within="club_id", match=False)
@heavy
def forget(params: dict[str, Any], club_id: UUID) -> commands.Answer:
    """Forget a person in the club. It cannot be undone.

    The names are removed, and every reason, note and claim that has one of them in it; the sessions and tokens of that
    name end. *Former player* and a number stand there from now on. `forget/check` shows before what is removed.
    """
    get_thing("club", club_id)
    subject = subject_of(services(), club_id, params["names"], params.get("player"))
    return run_forgetting(subject, params)


@blp.post("/<uuid:club_id>/people/texts/remove")
@blp.arguments(RemoveText)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="club_id", match=False)
def remove_text(params: dict[str, Any], club_id: UUID) -> commands.Answer:
    """Remove what somebody wrote: all texts but names of an event of the club. When, by whom and why is shown there."""
    stream = as_id(params["stream"])
    if stream is None:
        raise Declined("nothing-held", "this event holds no text that could be removed")
    saved = (
        services()
        .forgetter()
        .remove_text(club_id, stream, params["version"], params["why"], **commands.metadata(params))
    )
    return commands.answer(saved, f"/api/v1/clubs/{club_id}/people/removals", 200)


@blp.get("/<uuid:club_id>/people/removals")
@blp.arguments(RemovalQuery, location="query")
@blp.response(200, RemovalPage)
@blp.reads(OFFICE, within="club_id")
def list_removals(query: dict[str, Any], club_id: UUID) -> dict[str, Any]:
    """List who was forgotten and what was removed, newest first. It names nobody who was forgotten."""
    get_thing("club", club_id)
    cursor = query.get("cursor", "")
    if cursor and not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 10):
        raise Problem("cursor")
    lines = [line for line in removals_of(club_id) if not cursor or line["version"] < int(cursor)]
    part = lines[: query["limit"]]
    return {"items": part, "next": str(part[-1]["version"]) if len(lines) > len(part) else None}


@blp.get("/<uuid:club_id>/people/requests")
@blp.arguments(RequestQuery, location="query")
@blp.response(200, RequestPage)
@blp.reads(OFFICE, within="club_id")
def list_requests(query: dict[str, Any], club_id: UUID) -> dict[str, Any]:
    """List who asked to know what is kept, to have it corrected, or to be forgotten, with the days left to answer.

    Those that wait come first, by their last day; then the others, newest first.
    """
    get_thing("club", club_id)
    try:
        items, following = requests_of(ledger(), club_id, query["limit"], query.get("cursor", ""))
    except ValueError:
        raise Problem("cursor") from None
    return {"items": items, "next": following}


@blp.post("/<uuid:club_id>/people/requests")
@blp.arguments(ReceiveRequest)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="club_id", match=False)
def receive_request(params: dict[str, Any], club_id: UUID) -> commands.Answer:
    """Enter that somebody asked. It is to be answered within 30 days. The name can be forgotten like any other."""
    get_thing("club", club_id)
    sent = commands.metadata(params)
    received = params["received"] or sent["at"][:10]
    saved = services().ledger.requests.receive(club_id, params["kind"], params["person"], received, **sent)
    return commands.answer(saved, f"/api/v1/clubs/{club_id}/people/requests")


@blp.post("/<uuid:club_id>/people/requests/<int:number>/answer")
@blp.arguments(AnswerRequest)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="club_id", match=False)
def answer_request(params: dict[str, Any], club_id: UUID, number: int) -> commands.Answer:
    """Record when and how a request was answered."""
    get_thing("club", club_id)
    sent = commands.metadata(params)
    answered = params["answered"] or sent["at"][:10]
    saved = services().ledger.requests.answer(club_id, number, answered, params["how"], **sent)
    return commands.answer(saved, f"/api/v1/clubs/{club_id}/people/requests", 200)


def subject_named(club: UUID, names: list[str], player: UUID | None) -> Subject:
    """Return the person whom a request names; the caller's own name without one.

    Raises `Problem` (403) if a caller who is no director or administrator names somebody else.
    """
    sender = caller()
    if not names and not player and sender.account is not None:
        return Subject(club, [sender.subject])
    if sender.role in OFFICE:
        return subject_of(services(), club, names, player)
    raise forbidden(sentence("You see what is kept about yourself, with an account of your own; about nobody else."))


def file_of(subject: Subject, cursor: str | None) -> Response:
    """Return a part of a person's own file."""
    kept = kept_of(subject)
    if not kept.digests:
        raise NotFound("person", subject.player or UUID(int=0))
    try:
        page = services().catalogue.page("deal", after=cursor, limit=PART, **conditions_of(subject))
    except ValueError:
        raise Problem("cursor") from None
    target = BytesIO()
    write_own_file(services(), subject, kept, target, deals=page.rows, reader=_reader(subject))
    headers = {"Content-Disposition": 'attachment; filename="kept.zip"', "Cache-Control": "no-store"}
    if page.next:
        headers["Nought-Next"] = page.next
    return Response(target.getvalue(), content_type=ZIP, headers=headers)


def _reader(subject: Subject) -> UUID | None:
    """Return the caller's account if it is the person; else None."""
    sender = caller()
    if subject.player is None:
        return sender.account if list(subject.names) == [sender.subject] else None
    own = services().account_players.of_player(subject.player)
    return sender.account if own and own.account == sender.account else None


def run_forgetting(subject: Subject, params: Mapping[str, Any]) -> commands.Answer:
    """Forget a person, and answer with what stands in the place of the names from now on."""
    here, sender = services(), caller()
    managed = MANAGES.get(sender.role, ())
    if any(each.role not in (*managed, PLAYER) and each.id != sender.account for each in accounts_of(here, subject)):
        raise forbidden(
            sentence("An official whose account is not yours to manage has this name: ask an administrator.")
        )
    saved = here.forgetter().forget(subject.club, subject.names, subject.player, **commands.metadata(params))
    here.sights.notice()
    body, _, headers = commands.answer(saved, f"/api/v1/clubs/{subject.club}/people/removals", 200)
    number = next(event.fact.number for event in saved.events if isinstance(event.fact, PersonForgotten))
    lists = here.texts_of_people.lists.count_waiting()
    return {**body, "number": number, "called": former(number), "lists": lists}, 200, headers
