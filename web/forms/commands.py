"""Forms of pages that only send one command of the ledger. Their fields are the arguments of the ledger's command."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final

from flask import redirect, request, url_for

from api.commands import metadata
from api.permissions import allow
from api.services import ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Blueprint
    from werkzeug.wrappers import Response

    from domain.kernel.commands import Saved
    from domain.ledger import Ledger

LONGEST: Final = 200
"""The most characters of a field that are read."""


def forms_of(
    blp: Blueprint, path: str, within: str, roles: frozenset[str], service: Callable[[Ledger], Any]
) -> Callable[[str, Callable[..., Saved]], None]:
    """Return a function that adds such forms, whose arguments are texts, for one kind of thing.

    ``path``: the page of the thing, the endpoint ``show``, which is shown again afterwards; ``within``: the name of
    its id there. The function takes the path below the page and the ledger's command, whose name is the endpoint.
    """

    def add(below: str, send: Callable[..., Saved]) -> None:
        listed = list(signature(send).parameters.values())[2:]
        names = [each.name for each in listed if each.kind is not Parameter.VAR_KEYWORD]

        @allow(roles, within=within)
        def view(**parts: Any) -> Response:
            given = {name: request.form.get(name, "")[:LONGEST] for name in names}
            send(service(ledger()), parts[within], **given, **metadata({}))
            return redirect(url_for(".show", **parts), 303)

        view.__doc__ = send.__doc__
        blp.add_url_rule(f"{path}{below}", send.__name__, view, methods=["POST"])

    return add
