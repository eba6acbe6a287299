"""The sight of the caller of a request: the only place that decides who is a member of a club.

A member of a club is whoever has a session or a token for it, in any role, whoever has an account that is one of its
players, and whoever may look at all clubs. Commands and what runs in the background read the whole record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

from flask import g, request

from api.callers import answer_anybody, caller
from api.permissions import home_club
from api.problems import Problem
from api.services import services
from domain.kernel.ids import as_id
from domain.kernel.whole_record import whole_record
from store.events.event_recorder import hidings_of

if TYPE_CHECKING:
    from api.callers import Caller
    from domain.club.policy import Policy
    from domain.club.who_sees import Sight


def sight_of_caller() -> Sight | None:
    """Return what the caller of this request sees; None for everything. With an unknown token, what outsiders see."""
    try:
        with whole_record():
            return sight_of(caller())
    except Problem:
        return services().sights.of_outsider()


def sight_of(sender: Caller) -> Sight | None:
    """Return what a caller sees; None for everything."""
    sights = services().sights
    outsider = sights.of_outsider()
    if outsider is None or sender.everywhere:
        return None
    home = home_club(sender)
    clubs = {*sender.players(), *([home] if home else [])}
    return sights.of_member(frozenset(map(UUID, clubs))) if clubs else outsider


def hidden_in(stream: UUID) -> str:
    """Return what identifies the names in a stream that are hidden from the caller; empty if none is.

    It changes whenever a choice changes what is hidden, and tells nothing of it.
    """
    policy = _policy(stream)
    return policy.key if policy else ""


def is_closed(stream: UUID) -> bool:
    """Return whether the caller sees nothing of the club that a stream belongs to."""
    policy = _policy(stream)
    return policy is not None and policy.is_closed


def names_are_hidden() -> bool:
    """Return whether this request is for something of a club that hides all names from the caller.

    What the caller never sees, of a club for members only, is like something that does not exist.
    """
    things = [each for each in (request.view_args or {}).values() if isinstance(each, UUID)]
    club = as_id(request.args.get("club"))
    policies = ((each, _policy(each)) for each in [*things, *([club] if club else [])])
    return any(
        policy is not None and policy.hides_all_names and (each == policy.club or not policy.is_closed)
        for each, policy in policies
    )


def _policy(stream: UUID) -> Policy | None:
    return cast("Policy | None", hidings_of(services().recorder, [stream]).get(stream))


def see_as_outsider(club: UUID, level: str) -> None:
    """Let the rest of this request see what others would see if a club had made this choice."""
    answer_anybody()
    g.sight = services().sights.with_choice(club, level)


def see_everything() -> None:
    """Let the rest of this request see everything: its sender signs in at a table, and has no session yet."""
    g.sight = None
