"""The option of imports that takes names which are new to a club that has forgotten somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

new_people_option: Callable[..., Any] = click.option(
    "--new-people", is_flag=True, help="Also take names that are new to a club that has forgotten somebody."
)


def list_new_people(names: Iterable[str]) -> None:
    """Print the names that an import does not take without the option, and what to do."""
    say(f"new to a club that has forgotten somebody: {', '.join(sorted(names))}", err=True)
    say("look through these names; with --new-people they are imported", err=True)


def check_new_people(names: tuple[str, ...], is_welcome: bool, is_check: bool) -> None:
    """Print the new names of a file. Raises `Trouble` if they are not welcome, unless the file is only checked."""
    if not names or is_welcome:
        return
    list_new_people(names)
    if not is_check:
        raise Trouble("nothing is recorded")
