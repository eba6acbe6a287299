"""Routes that only run one command of the ledger: each is a function that names the command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

from api import commands
from api.commands import Answer
from api.services import ledger
from domain.kernel.commands import Saved, SentTo
from domain.ledger import Ledger
from schemas.answers import SavedAnswer

if TYPE_CHECKING:
    from marshmallow import Schema

    from api.blueprint import Blueprint

Command: TypeAlias = Callable[..., Saved]
"""A command of the ledger: it gets the id of the thing, then its arguments by name."""
Named: TypeAlias = Callable[[Ledger], Command]
Run: TypeAlias = Callable[[UUID, Mapping[str, Any], Callable[[SentTo], Saved]], Answer]
"""Runs a command to the thing with this id, with the parameters of a request, and answers."""
SAME: Final[Mapping[str, str]] = MappingProxyType({})
CALLED: Final = MappingProxyType({"name": "called"})
"""The names of the arguments of a command that renames a thing."""


def run_at(prefix: str) -> Run:
    """Return a function that runs a command to a thing below a prefix, and answers with its version."""

    def run(identity: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> Answer:
        return commands.answer(commands.run(params, command), f"{prefix}/{identity}", 200)

    return run


def changes(
    blp: Blueprint,
    within: str,
    default_roles: frozenset[str],
    run: Run | None = None,
    schema: type[Schema] = SavedAnswer,
    *,
    in_scope: bool = True,
    below: str = "",
) -> Callable[..., Callable[[Named], Named]]:
    """Return the decorator of such routes below one kind of thing.

    ``within``: the name of the thing's id in paths; ``below``: the path of the things below the blueprint's prefix.
    ``run``: by default `run_at` the path of the things; ``schema``: the shape of its answers. ``in_scope``: whether the
    caller's token must be valid for the thing; False if ``run`` decides who may send a command to it.

    The decorator takes the path below the thing and the shape of the body. The command gets the fields of the body and
    the parts of the path, each under its own name or under that in ``names``.
    """

    send = run or run_at(f"{blp.url_prefix}{below}")

    def change(
        path: str, body: type[Schema] | None = None, *, roles: frozenset[str] | None = None,
        names: Mapping[str, str] = SAME, method: str = "POST",
    ) -> Callable[[Named], Named]:  # fmt: skip
        def declare(named: Named) -> Named:
            @wraps(named)
            def view(params: Mapping[str, Any] = SAME, **parts: Any) -> Answer:
                identity: UUID = parts.pop(within)
                fields = {name: value for name, value in {**parts, **params}.items() if name != "at"}
                arguments = {names.get(name, name): value for name, value in fields.items()}
                return send(identity, params, lambda sent: named(ledger())(identity, **arguments, **sent))

            permitted = blp.commands(roles or default_roles, within=within if in_scope else "")(view)
            route = blp.response(200, schema)(permitted)
            blp.route(f"{below}/<uuid:{within}>{path}", methods=[method])(blp.arguments(body)(route) if body else route)
            return named

        return declare

    return change
