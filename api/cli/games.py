"""`rulesets`: the games and their parameters."""

from __future__ import annotations

import json

import click
from rich.table import Table

from api.cli import paint
from domain.catalogue import RULESETS
from domain.catalogue import ruleset as ruleset_of
from domain.ruleset import different, plain


@click.group(invoke_without_command=True)
@click.pass_context
def rulesets(context: click.Context) -> None:
    """The games Nought knows; `show KEY` and `diff A B` tell more.

    \b
    nought rulesets
    nought rulesets show 304
    """
    if context.invoked_subcommand is None:
        for ruleset in RULESETS.values():
            click.echo(f"{ruleset.key:<14} {ruleset.name}")


@rulesets.command("show")
@click.argument("key")
def show_ruleset(key: str) -> None:
    """Every parameter of a game.

    \b
    nought rulesets show 304
    """
    table = Table("parameter", "value")
    for group, value in plain(ruleset_of(key)).items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for name, item in rows:
            words = item if isinstance(item, str) else json.dumps(item)
            table.add_row(f"{group}.{name}" if name else group, words)
    paint.show(table)


@rulesets.command("diff")
@click.argument("one")
@click.argument("other")
def diff_rulesets(one: str, other: str) -> None:
    """The parameters in which two games differ.

    \b
    nought rulesets diff 304 304-bank
    """
    table = Table("parameter", one, other)
    for name, values in different(ruleset_of(one), ruleset_of(other)).items():
        table.add_row(name, *(str(value) for value in values))
    paint.show(table)


COMMANDS = (rulesets,)
