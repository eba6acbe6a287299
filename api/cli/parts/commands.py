"""Commands that only send one command of the ledger. Their arguments are those of the ledger's command.

A required argument that is no reason is an argument of the command line; all others are options, such as ``--why``.
"""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final

import click

from api.cli.parts import books
from api.cli.parts.books import by_option, data_option, find_id
from api.cli.parts.terminal import say
from api.clock import now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from api.services import Services
    from domain.kernel.commands import Saved
    from domain.ledger import Ledger

HELP: Final = {"why": "The reason, shown in the log.", "note": "A note, shown with the result."}
"""The texts of the options; an argument needs none."""


def commands_of(
    group: click.Group,
    kind: str,
    service: Callable[[Ledger], Any],
    open_book: Callable[[Path | None], AbstractContextManager[Services]] = books.book,
    *more: Any,
) -> Callable[[str, Callable[..., Saved], str, str], None]:
    """Return a function that adds such commands to a group, for a kind of thing and the service with its commands.

    It takes the name of the command line's command, the ledger's command, the line that is printed afterwards, in
    which arguments and the ``thing`` stand in braces, and an example. ``more``: other options of each command.
    """

    def add(name: str, send: Callable[..., Saved], done: str, example: str) -> None:
        def run(thing: str, by: str, data: Path | None, **given: Any) -> None:
            with open_book(data) as services:
                send(service(services.ledger), find_id(services, kind, thing), **given, by=by, at=now())
            say(done.format(thing=thing, **given))

        about = (send.__doc__ or "").strip().split("\n\n")[0]
        decorated: Any = run
        thing_argument = click.argument("thing", metavar=kind.upper())
        for each in (data_option, *more, by_option, *reversed(list(_parameters(send))), thing_argument):
            decorated = each(decorated)
        group.command(name, help=f"{about}\n\n\b\n{example}")(decorated)

    return add


def _parameters(send: Callable[..., Saved]) -> Iterator[Any]:
    """Yield a decorator for each argument of a command of the ledger, after the service and the id."""
    for name, each in list(signature(send).parameters.items())[2:]:
        if each.kind is Parameter.VAR_KEYWORD:
            continue
        is_required, number = each.default is Parameter.empty, each.annotation.startswith("int")
        if is_required and name not in HELP:
            yield click.argument(name, type=int if number else str, metavar="NAME" if name == "called" else None)
        elif each.annotation == "bool":
            yield click.option(f"--{name}", is_flag=True, help=HELP.get(name))
        else:
            more = {"required": True} if is_required else {"default": each.default}
            yield click.option(f"--{name}", type=int if number else str, help=HELP[name], **more)
