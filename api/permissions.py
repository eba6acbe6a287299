"""Permissions. Each route declares its own with `allow`; `docs/permissions.md` lists them all.

No other code allows or refuses a route by role.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast
from uuid import UUID

from flask import current_app, request

from api.callers import (
    ADMIN,
    ARBITER,
    CLASS,
    CLASS_CODE,
    DIRECTOR,
    PLAYER,
    PRACTICE,
    PRACTICE_ID,
    RECORDER,
    SEAT,
    VIEWER,
    Caller,
    Place,
    caller,
)
from api.people import accounts
from api.people.sessions import SAFE
from api.problems import Problem, forbidden, not_signed_in
from api.services import services
from api.site import site
from domain.engine import hiding
from domain.engine.words.values import Listing, Term, sentence
from domain.kernel.errors import NotFound
from replay.views import may_see

if TYPE_CHECKING:
    from flask import Flask

    from domain.engine.hiding import Viewer
    from domain.record.record import Record
    from store.tables.catalogue import Row

ROLES: Final = (ADMIN, DIRECTOR, ARBITER, RECORDER, SEAT, PLAYER, VIEWER)
ROLE_WORDS: Final = {**accounts.ROLE_WORDS, SEAT: Term("seat"), VIEWER: Term("viewer")}
SCOPES: Final = {
    CLASS: Term("class"),
    "club": Term("club"),
    "deal": Term("deal"),
    PRACTICE: Term("practice deal"),
    "seat": Term("seat"),
    "table": Term("table"),
}
"""The words for the places of a scope, by key."""
EVERYBODY: Final = frozenset(ROLES)
KEEPERS: Final = frozenset({ADMIN})
OFFICE: Final = frozenset({ADMIN, DIRECTOR})
BENCH: Final = frozenset({ADMIN, DIRECTOR, ARBITER})
SCRIBES: Final = frozenset({ADMIN, DIRECTOR, RECORDER})
OFFICIALS: Final = frozenset({ADMIN, DIRECTOR, ARBITER, RECORDER})
SEATS: Final = frozenset({SEAT})
ACCOUNTS: Final = OFFICIALS | {PLAYER}
"""The roles that an account may have: of officials, and of players of clubs."""
TABLE: Final = frozenset({ADMIN, DIRECTOR, RECORDER, SEAT})
AT_TABLE: Final = TABLE | OFFICIALS
SIGNED_IN: Final = EVERYBODY - {VIEWER}


EXTENSION: Final = "nought.permissions"
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Permission:
    """The roles that may use a route, and the name of the id in its path that the token's scope must cover.

    `api.requests.body_ids` checks the ids in the body. A route without an id in its path calls `require`.
    """

    roles: frozenset[str]
    within: str = ""
    needs_caller: bool = True
    """False if the answer is the same for everybody: then the guard needs no database."""
    writes: bool = True
    """False if the route changes nothing, whatever its method: then a token that may only read may use it."""
    is_for_operator: bool = False
    """True if only the operator may use it, with the secret of ``NOUGHT_METRICS``. That needs no database."""


def allow(
    roles: frozenset[str], within: str = "", *, needs_caller: bool = True, writes: bool = True
) -> Callable[[F], F]:
    """Declare the permission of a route. The application does not start if a route has none."""
    permission = Permission(roles, within, needs_caller, writes)

    def declare(view: F) -> F:
        view.permission = permission  # type: ignore[attr-defined]
        return view

    return declare


same_for_all = allow(EVERYBODY, needs_caller=False)


def for_operator(view: F) -> F:
    """Declare a route for the operator alone, who sends the secret of ``NOUGHT_METRICS``. No role includes it."""
    view.permission = Permission(  # type: ignore[attr-defined]
        frozenset(), needs_caller=False, writes=False, is_for_operator=True
    )
    return view


def collect(app: Flask) -> dict[str, Permission]:
    """Collect the permissions of an application's routes for the guard; return them by endpoint.

    Raises TypeError if a route has none.
    """
    declared = {name: getattr(view, "permission", None) for name, view in app.view_functions.items()}
    if undeclared := [name for name, permission in declared.items() if permission is None]:
        raise TypeError(f"no permission is declared for {', '.join(sorted(undeclared))}")
    table = app.extensions[EXTENSION] = cast("dict[str, Permission]", declared)
    return table


def permission_of_route() -> Permission | None:
    """Return the permission of the route of this request; None if there is no such route."""
    return cast("Permission | None", current_app.extensions[EXTENSION].get(request.endpoint))


def guard() -> None:
    """Raise Problem (401 or 403) if the caller may not use this route for the id in its path."""
    permission = permission_of_route()
    if permission is not None and permission.is_for_operator and not is_operator():
        raise not_signed_in()
    if permission is None or not permission.needs_caller:
        return
    sender = caller()
    if sender.reads_only and permission.writes and request.method not in SAFE:
        raise forbidden(sentence("You are signed in only to read."))
    if permission.roles is EVERYBODY:
        return
    if sender.role not in permission.roles:
        if not sender.token:
            raise not_signed_in()
        allowed = Listing(tuple(word for role, word in ROLE_WORDS.items() if role in permission.roles))
        raise forbidden(
            sentence(
                "You are signed in as {role}. This is only for: {roles}.", role=ROLE_WORDS[sender.role], roles=allowed
            )
        )
    if permission.within:
        identity = (request.view_args or {})[permission.within]
        if not (sender.everywhere or sender.covers(_place(sender, permission.within, identity))):
            raise elsewhere(sender)


def is_operator() -> bool:
    """Return whether the request has the secret of ``NOUGHT_METRICS``; False for all requests if none is set."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    own = site().metrics
    given = secret.strip().encode("utf-8", "surrogatepass")
    return bool(own) and scheme.lower() == "bearer" and compare_digest(given, own.encode())


def require(*places: Place) -> None:
    """Raise `Problem` (403) unless the caller's token covers all these places."""
    sender = caller()
    if not all(sender.covers(place) for place in places):
        raise elsewhere(sender)


def own_club() -> UUID | None:
    """Return the club of a director or of a club's recorder: the default for new things; None for other callers."""
    sender = caller()
    own = sender.role == DIRECTOR or (sender.role == RECORDER and sender.club_wide)
    return UUID(sender.scope["club"]) if own else None


def home_club(sender: Caller) -> str | None:
    """Return the id of the club that a caller's scope belongs to; None if there is none."""
    if "club" in sender.scope:
        return sender.scope["club"]
    identity = sender.scope.get("table") or sender.scope.get("deal")
    return place_of(UUID(identity)).club if identity else None


def place_of(identity: UUID | None) -> Place:
    """Return the place of a thing in the catalogue; an empty place if there is none."""
    row = services().catalogue.find(identity) if identity else None
    return place_of_row(row) if row else Place()


def place_of_row(row: Row) -> Place:
    """Return the place of a row of the catalogue."""
    club = str(row.club) if row.club else None
    match row.kind:
        case "club":
            return Place(str(row.id))
        case "table":
            return Place(club, str(row.id))
        case "deal" | "withdrawn":
            return Place(club, row.data.get("table"), str(row.id))
        case "match":
            return Place(club, row.data.get("table"))
        case "slate":
            return Place(club, row.data.get("table"), slate=str(row.id))
        case "dispute":
            return Place(club, row.data.get("table"), row.data["deal"])
    return Place(club)


def _place(sender: Caller, within: str, identity: UUID) -> Place:
    if within == "token_id":
        token = services().tokens.find(identity)
        return Place(token.scope.get("club") if token else None)
    if within == "deal_id" and sender.scope.get("deal") == str(identity):
        return Place(deal=str(identity))
    if within == PRACTICE_ID:
        return Place(practice=str(identity))
    if within == CLASS_CODE:
        return Place(classroom=str(identity))
    if within == "encounter_id":
        return _table_of(identity)
    return place_of(identity)


def _table_of(encounter_id: UUID) -> Place:
    """Return the place of an encounter; an empty place if there is none."""
    try:
        setting = services().ledger.encounters.get(encounter_id).setting
    except NotFound:
        return Place()
    return Place(setting.club, setting.place)


def elsewhere(sender: Caller) -> Problem:
    """Return the problem of something outside the caller's scope, whether it exists or not."""
    return outside(*sorted(sender.scope.keys() & SCOPES.keys()))


def outside(*places: str) -> Problem:
    """Return the problem of something outside these places of a caller's scope, whether it exists or not."""
    words = Listing(tuple(SCOPES[place] for place in places)) if places else Term("scope")
    return forbidden(
        sentence("You are signed in only for your {places}: this is not part of it, or it is not there.", places=words)
    )


# --- viewers --------------------------------------------------------------------------------------


def own_viewer(sender: Caller, place: Place) -> Viewer:
    """Return the caller's own viewer of a deal at a place."""
    if sender.role == VIEWER or not sender.covers(place):
        return hiding.PUBLIC
    if sender.role == SEAT:
        return sender.scope["seat"]
    return hiding.SCRIBE if sender.role == RECORDER else hiding.ARBITER


def check_seat(deal_id: UUID, viewer: Viewer) -> None:
    """Raise `Problem` (403) if a seat's token asks for the view of another seat or of another deal."""
    sender = caller()
    if sender.role == SEAT and viewer not in (hiding.PUBLIC, own_viewer(sender, _place(sender, "deal_id", deal_id))):
        raise forbidden(sentence("From a seat you see its own view of its deals, and what everybody sees."))


def may_look(sender: Caller, place: Place, viewer: Viewer, record: Record) -> bool:
    """Return whether the caller may be this viewer of a deal.

    After the deal everybody may see all hands, and so every seat's view. The scribe's view is for officials only.
    """
    if viewer in (hiding.PUBLIC, own_viewer(sender, place)):
        return True
    if sender.role in BENCH and sender.covers(place):
        return True
    return sender.role != SEAT and viewer != hiding.SCRIBE and all_may_see(record)


def all_may_see(record: Record) -> bool:
    """Return whether the hands are shown to everybody by now."""
    return may_see(hiding.ARBITER, record)
