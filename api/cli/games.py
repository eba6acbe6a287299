"""`rulesets`: the games, their rulebooks, their parameters, and the differences between two of them."""

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

from api.cli.parts import paint
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import json_option, say
from domain.engine.parameters import parse, plain
from domain.engine.rulebook import Rule, rulebook
from domain.engine.rulebook import as_json as rulebook_payload
from domain.engine.rulebook.differences import Differences, differences
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.games.catalogue import ruleset as ruleset_of
from replay.notation.rulesets import read_ruleset

LARGEST: Final = 1 << 20
"""Most bytes of a ruleset file."""


def game(name: str) -> Ruleset:
    """Return the ruleset of a key, or the one in a file of that name.

    Raises `UnknownRuleset` if there is neither, `Trouble` if the file holds no ruleset.
    """
    if name not in RULESETS and os.path.isfile(name):
        return ruleset_in_file(name)
    return ruleset_of(name)


def ruleset_in_file(path: str) -> Ruleset:
    """Return the ruleset of a TOML or JSON file: a hand file, or a file with the ruleset alone.

    Raises `Trouble` if the file is too long or holds no ruleset.
    """
    with open(path, "rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Trouble(f"{path}: too long: a ruleset has at most {LARGEST} bytes")
    try:
        text = content.decode("utf-8-sig")
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Trouble(f"{path} is no ruleset file: {error}") from None
    ruleset = data.get("ruleset", data)
    if not isinstance(ruleset, str | dict):
        raise Trouble(f"{path} is no ruleset file: `ruleset` must be a name or a table")
    return parse(read_ruleset(ruleset))


@click.group(invoke_without_command=True)
@click.pass_context
def rulesets(context: click.Context) -> None:
    """List the games; `show KEY` and `diff A B` have details.

    \b
    nought rulesets
    nought rulesets show 304
    """
    if context.invoked_subcommand is None:
        for ruleset in RULESETS.values():
            click.echo(f"{ruleset.key:<14} {ruleset.name}")


@rulesets.command("show")
@click.argument("key")
@click.option("--parameters", "only_parameters", is_flag=True, help="Show the parameters and their values instead.")
@json_option
def show_ruleset(key: str, only_parameters: bool, as_json: bool) -> None:
    """Show the rulebook of a game with the source of each rule.

    KEY is a game that `nought rulesets` lists, or a file with a ruleset of your own.

    \b
    nought rulesets show 304-jaffna
    nought rulesets show sidi-barrani --parameters
    """
    ruleset = game(key)
    if as_json:
        say(json.dumps(plain(ruleset) if only_parameters else rulebook_payload(ruleset), ensure_ascii=False))
    else:
        paint.show(parameters(ruleset) if only_parameters else rulebook_page(ruleset))


@rulesets.command("diff")
@click.argument("one")
@click.argument("other")
@json_option
def diff_rulesets(one: str, other: str, as_json: bool) -> None:
    """Compare two games: parameters and rulebook.

    Each is a game that `nought rulesets` lists, or a file with a ruleset of your own.

    \b
    nought rulesets diff 304 304-jaffna
    """
    diff = differences(game(one), game(other))
    if as_json:
        say(json.dumps(plain(diff), ensure_ascii=False))
    else:
        paint.show(comparison(diff))


def rulebook_page(ruleset: Ruleset) -> RenderableType:
    """Return the page of a rulebook."""
    title = Text.assemble((ruleset.name, "bold"), (f"   {ruleset.key} v{ruleset.version}", "dim"))
    parts: list[RenderableType] = [title, ""]
    for chapter in rulebook(ruleset):
        lines = Table.grid(padding=(0, 1))
        for rule in chapter.rules:
            lines.add_row("·", sentence(rule))
        parts.append(paint.section(chapter.title, lines))
    return Group(*parts)


def sentence(rule: Rule) -> Text:
    """Return the sentence of a rule with its source."""
    return Text.assemble(rule.text, (f" [{rule.source}]", "dim"))


def parameters(ruleset: Ruleset) -> RenderableType:
    """Return a table of the game's parameters and their values."""
    table = Table("parameter", "value")
    for group, value in plain(ruleset).items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for name, item in rows:
            table.add_row(f"{group}.{name}" if name else group, value_text(item))
    return table


def comparison(diff: Differences) -> RenderableType:
    """Return the page of the differences between two games."""
    parts: list[RenderableType] = []
    if not diff.same_family:
        text = f"{diff.one} and {diff.other} are different kinds of games: they have no parameters in common."
        parts.append(Text(text))
    if diff.parameters:
        parts.append(parameter_table(diff.parameters, diff.one, diff.other))
    if diff.sentences:
        table = Table("", diff.one, diff.other, show_lines=True)
        chapter = ""
        for change in diff.sentences:
            title = Text("" if change.chapter == chapter else change.chapter, style="bold")
            table.add_row(title, *map(sentences, (change.one, change.other)))
            chapter = change.chapter
        parts.append(table)
    return Group(*parts) if parts else Text(f"{diff.one} and {diff.other} have the same rules.")


def sentences(rules: Iterable[Rule]) -> Text:
    """Return the sentences of some rules, one per line."""
    return Text("\n").join(sentence(rule) for rule in rules)


def parameter_table(values: dict[str, tuple[Any, Any]], one: str, other: str) -> Table:
    """Return a table of parameters with their values in two games."""
    table = Table("parameter", one, other)
    for name, pair in values.items():
        table.add_row(name, *map(value_text, pair))
    return table


def value_text(value: Any) -> str:
    """Return the value of a parameter in the notation of hand files."""
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


COMMANDS = (rulesets,)
