"""Options of commands that a class declares (`domain.options`): ``--best`` for ``best``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from domain.options import options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.cli.parts.books import Decorator
    from domain.options import Option


class NumberList(click.ParamType[Any]):
    """Whole numbers with commas between them."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the numbers. Fails for any other text."""
        parts = [part.strip() for part in str(value).split(",")]
        if not all(part.isascii() and part.isdecimal() for part in parts):
            self.fail(f"{value!r} is no list of whole numbers, such as 5,3,1", param, ctx)
        return [int(part) for part in parts]


def options_of(kind: type) -> Decorator:
    """Give a command an option for each that a class declares; `given` returns those that were named."""

    def declare(function: Any) -> Any:
        for name, each in reversed(options(kind).items()):
            flag, multiple = f"--{name.replace('_', '-')}", each.is_list and bool(each.choices)
            function = click.option(flag, name, type=_type(each), multiple=multiple, help=_help(each))(function)
        return function

    return declare


def given(kind: type, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a class that are named among the parameters of a command."""
    return {name: parameters[name] for name in options(kind) if parameters[name] not in (None, ())}


def _type(option: Option) -> Any:
    if option.choices:
        return click.Choice(option.choices)
    if option.is_list:
        return NumberList()
    return click.IntRange(option.least, option.most) if option.is_number else str


def _help(option: Option) -> str:
    about = option.about or str(option.label)
    return f"{about[0].upper()}{about[1:]}.{' Repeatable.' if option.choices and option.is_list else ''}"
