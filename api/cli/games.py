"""`rulesets`: the games, their rulebooks, their parameters, and in what two of them differ."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable
from typing import Any, Final

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.cli import paint
from api.cli.errors import Trouble
from api.cli.words import say
from domain.engine.parameters import parse, plain
from domain.engine.rulebook import Rule, as_json, rulebook
from domain.engine.rulebook.differences import Differences, differences
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.games.catalogue import ruleset as ruleset_of
from replay.notation.rulesets import read_ruleset

LARGEST: Final = 1 << 20
"""Bytes of a file that tells a ruleset."""


def game(name: str) -> Ruleset:
    """The game of that key, or the one that a file of that name tells."""
    if name not in RULESETS and os.path.isfile(name):
        return game_in(name)
    return ruleset_of(name)


def game_in(path: str) -> Ruleset:
    """The ruleset of a file in TOML or JSON: as a hand file names it, by itself or in the hand file."""
    with open(path, "rb") as stream:
        told = stream.read(LARGEST + 1)
    if len(told) > LARGEST:
        raise Trouble(f"{path}: too long: a ruleset has at most {LARGEST} bytes")
    try:
        text = told.decode("utf-8-sig")
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{path} tells no ruleset: {error}") from None
    named = data.get("ruleset", data)
    if not isinstance(named, str | dict):
        raise Trouble(f"{path} tells no ruleset: `ruleset` must be a name or a table")
    return parse(read_ruleset(named))


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
@click.option("--parameters", "only_parameters", is_flag=True, help="Every parameter and its value instead.")
@click.option("--json", "in_json", is_flag=True, help="As JSON.")
def show_ruleset(key: str, only_parameters: bool, in_json: bool) -> None:
    """The rulebook of a game, each sentence with its source.

    KEY is a game that `nought rulesets` lists, or a file with a house's own ruleset.

    \b
    nought rulesets show 304-jaffna
    nought rulesets show sidi-barrani --parameters
    """
    ruleset = game(key)
    if in_json:
        say(json.dumps(plain(ruleset) if only_parameters else as_json(ruleset), ensure_ascii=False))
    else:
        paint.show(parameters(ruleset) if only_parameters else page(ruleset))


@rulesets.command("diff")
@click.argument("one")
@click.argument("other")
@click.option("--json", "in_json", is_flag=True, help="As JSON.")
def diff_rulesets(one: str, other: str, in_json: bool) -> None:
    """In what two games differ, in parameters and words.

    Each is a game that `nought rulesets` lists, or a file with a house's own ruleset.

    \b
    nought rulesets diff 304 304-jaffna
    """
    found = differences(game(one), game(other))
    if in_json:
        say(json.dumps(plain(found), ensure_ascii=False))
    else:
        paint.show(compared(found))


# --- on the page --------------------------------------------------------------------------------


def page(ruleset: Ruleset) -> RenderableType:
    """A rulebook to read."""
    title = Text.assemble((ruleset.name, "bold"), (f"   {ruleset.key} v{ruleset.version}", "dim"))
    parts: list[RenderableType] = [title, ""]
    for chapter in rulebook(ruleset):
        lines = Table.grid(padding=(0, 1))
        for rule in chapter.rules:
            lines.add_row("·", sentence(rule))
        parts.append(paint.section(chapter.title, lines))
    return Group(*parts)


def sentence(rule: Rule) -> Text:
    """A sentence, and where it stands."""
    return Text.assemble(rule.text, (f" [{rule.source}]", "dim"))


def parameters(ruleset: Ruleset) -> RenderableType:
    """Every parameter of a game and its value."""
    table = Table("parameter", "value")
    for group, value in plain(ruleset).items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for name, item in rows:
            table.add_row(f"{group}.{name}" if name else group, worded(item))
    return table


def compared(found: Differences) -> RenderableType:
    """Two games side by side, as far as they differ."""
    parts: list[RenderableType] = []
    if not found.same_family:
        told = f"{found.one} and {found.other} are different kinds of games: they have no parameters in common."
        parts.append(Text(told))
    if found.parameters:
        parts.append(differing(found.parameters, found.one, found.other))
    if found.sentences:
        table = Table("", found.one, found.other, show_lines=True)
        chapter = ""
        for change in found.sentences:
            title = Text("" if change.chapter == chapter else change.chapter, style="bold")
            table.add_row(title, *map(sentences, (change.one, change.other)))
            chapter = change.chapter
        parts.append(table)
    return Group(*parts) if parts else Text(f"{found.one} and {found.other} have the same rules.")


def sentences(rules: Iterable[Rule]) -> Text:
    """Sentences one below the other."""
    return Text("\n").join(sentence(rule) for rule in rules)


def differing(values: dict[str, tuple[Any, Any]], one: str, other: str) -> Table:
    """Parameters with the value that each of two games gives them."""
    table = Table("parameter", one, other)
    for name, pair in values.items():
        table.add_row(name, *map(worded, pair))
    return table


def worded(value: Any) -> str:
    """The value of a parameter as a hand file writes it."""
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


COMMANDS = (rulesets,)
