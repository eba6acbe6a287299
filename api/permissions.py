"""Who may do what, where. Each route declares it with `allow`; `docs/permissions.md` is the list of all.

Nothing else looks at a role to allow or refuse a route.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast
from uuid import UUID

from flask import current_app, request

from api.callers import ADMIN, ARBITER, DIRECTOR, RECORDER, SEAT, VIEWER, Caller, Place, caller
from api.problems import Problem, forbidden
from api.services import services
from api.sessions import SAFE
from domain.engine import hiding
from domain.ledger.errors import NotFound
from replay.views import may_see

if TYPE_CHECKING:
    from flask import Flask

    from domain.engine.hiding import Viewer
    from domain.record.record import Record
    from store.catalogue import Row

ROLES: Final = (ADMIN, DIRECTOR, ARBITER, RECORDER, SEAT, VIEWER)
EVERYBODY: Final = frozenset(ROLES)
KEEPERS: Final = frozenset({ADMIN})
OFFICE: Final = frozenset({ADMIN, DIRECTOR})
BENCH: Final = frozenset({ADMIN, DIRECTOR, ARBITER})
SCRIBES: Final = frozenset({ADMIN, DIRECTOR, RECORDER})
OFFICIALS: Final = frozenset({ADMIN, DIRECTOR, ARBITER, RECORDER})
PLAYERS: Final = frozenset({SEAT})
TABLE: Final = frozenset({ADMIN, DIRECTOR, RECORDER, SEAT})
AT_TABLE: Final = TABLE | OFFICIALS
SIGNED_IN: Final = EVERYBODY - {VIEWER}


EXTENSION: Final = "nought.permissions"
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Permission:
    """The roles that may use a route, and the name of the id in its path whose place the token must be good for.

    `api.named` checks what the body names. A route without an id in its path calls `require`.
    """

    roles: frozenset[str]
    within: str = ""
    needs_caller: bool = True
    """False if the answer is the same for everybody: the guard looks nobody up, and no database is needed."""


def allow(roles: frozenset[str], within: str = "", *, needs_caller: bool = True) -> Callable[[F], F]:
    """Declare who may use a route. A program with a route that has no such declaration does not start."""
    permission = Permission(roles, within, needs_caller)

    def declare(view: F) -> F:
        view.permission = permission  # type: ignore[attr-defined]
        return view

    return declare


same_for_all = allow(EVERYBODY, needs_caller=False)


def collect(app: Flask) -> dict[str, Permission]:
    """Give the guard of an application the permissions of its routes, and return them by endpoint.

    Raises TypeError if a route has none.
    """
    declared = {name: getattr(view, "permission", None) for name, view in app.view_functions.items()}
    if undeclared := [name for name, permission in declared.items() if permission is None]:
        raise TypeError(f"no permission is declared for {', '.join(sorted(undeclared))}")
    table = app.extensions[EXTENSION] = cast("dict[str, Permission]", declared)
    return table


def guard() -> None:
    """Refuse a request whose caller may not do this to the thing that the path names. Raises Problem (401 or 403)."""
    permission = current_app.extensions[EXTENSION].get(request.endpoint)
    if permission is None or not permission.needs_caller:
        return
    who = caller()
    if who.reads_only and request.method not in SAFE:
        raise forbidden("This token is for looking only.")
    if permission.roles is EVERYBODY:
        return
    if who.role not in permission.roles:
        if not who.token:
            raise Problem("token-needed", headers={"WWW-Authenticate": "Bearer"})
        raise forbidden(f"A token of the role {who.role} does not allow this.")
    if permission.within:
        identity = (request.view_args or {})[permission.within]
        if not (who.everywhere or who.covers(_place(who, permission.within, identity))):
            raise elsewhere(who)


def require(*places: Place) -> None:
    """Everything that the body names must lie where the caller's token is good."""
    who = caller()
    if not all(who.covers(place) for place in places):
        raise elsewhere(who)


def own_club() -> UUID | None:
    """The club that a director's things belong to, and a club's recorder's, unless the body says otherwise."""
    who = caller()
    own = who.role == DIRECTOR or (who.role == RECORDER and who.club_wide)
    return UUID(who.scope["club"]) if own else None


def home_club(who: Caller) -> str | None:
    """The id of the club that the caller's scope lies in; None if it lies in none."""
    if "club" in who.scope:
        return who.scope["club"]
    identity = who.scope.get("table") or who.scope.get("deal")
    return place_of(UUID(identity)).club if identity else None


def place_of(identity: UUID | None) -> Place:
    """Where a club, a player, a table, a match or a deal is; nowhere if there is no such thing."""
    row = services().catalogue.find(identity) if identity else None
    return place_of_row(row) if row else Place()


def place_of_row(row: Row) -> Place:
    """Where a thing of the catalogue is."""
    club = str(row.club) if row.club else None
    match row.kind:
        case "club":
            return Place(str(row.id))
        case "table":
            return Place(club, str(row.id))
        case "deal":
            return Place(club, row.data.get("table"), str(row.id))
        case "match":
            return Place(club, row.data.get("table"))
        case "dispute":
            return Place(club, row.data.get("table"), row.data["deal"])
    return Place(club)


def _place(who: Caller, within: str, identity: UUID) -> Place:
    if within == "token_id":
        token = services().tokens.find(identity)
        return Place(token.scope.get("club") if token else None)
    if within == "deal_id" and who.scope.get("deal") == str(identity):
        return Place(deal=str(identity))
    if within == "encounter_id":
        return _table_of(identity)
    return place_of(identity)


def _table_of(encounter_id: UUID) -> Place:
    """Where a table of a tournament's round is; nowhere if there is no such thing."""
    try:
        setting = services().ledger.encounters.get(encounter_id).setting
    except NotFound:
        return Place()
    return Place(setting.club, setting.place)


def elsewhere(who: Caller) -> Problem:
    """The answer for something that is not where the caller's token is good, whether it is there or not."""
    where = ", ".join(sorted(who.scope)) or "scope"
    return forbidden(f"This is not within the {where} of this token, or it is not there.")


# --- through whose eyes ---------------------------------------------------------------------------


def own_viewer(who: Caller, place: Place) -> Viewer:
    """Whose view of a deal is the caller's own."""
    if who.role == VIEWER or not who.covers(place):
        return hiding.PUBLIC
    if who.role == SEAT:
        return who.scope["seat"]
    return hiding.SCRIBE if who.role == RECORDER else hiding.ARBITER


def check_seat(deal_id: UUID, viewer: Viewer) -> None:
    """A seat's token is for that seat of its deals, and for what everybody sees; it never shows another's."""
    who = caller()
    if who.role == SEAT and viewer not in (hiding.PUBLIC, own_viewer(who, _place(who, "deal_id", deal_id))):
        raise forbidden("A seat's token shows what that seat sees of its own deals, and what everybody sees.")


def may_look(who: Caller, place: Place, viewer: Viewer, record: Record) -> bool:
    """Whether the caller may look at a deal through these eyes.

    After the deal everybody may see all hands, so every seat's view as well; the scribe's stays the officials'.
    """
    if viewer in (hiding.PUBLIC, own_viewer(who, place)):
        return True
    if who.role in BENCH and who.covers(place):
        return True
    return who.role != SEAT and viewer != hiding.SCRIBE and all_may_see(record)


def all_may_see(record: Record) -> bool:
    """Whether the hands are shown to everybody by now."""
    return may_see(hiding.ARBITER, record)
