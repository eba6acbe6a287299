"""The output of commands, compared with files that people can read.

To accept a change: ``python -m tests.cli.golden.write``.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator

import click
import pytest

from api.cli.main import COMMANDS, cli
from tests.cases import cases
from tests.cli.conftest import Nought, hand
from tests.cli.golden.write import CASES, HERE, printed, text


@pytest.mark.parametrize("name", CASES)
def test_it_is_printed_as_in_the_file(name: str) -> None:
    """The words are compared, and not where lines end: that depends on the terminal."""
    assert text(name).split() == (HERE / name).read_text(encoding="utf-8").split()


def test_no_file_is_without_its_command() -> None:
    assert {path.name for path in HERE.iterdir() if path.suffix != ".py" and path.is_file()} == set(CASES)


def test_json_is_one_line_for_other_programs_to_read() -> None:
    assert printed(CASES["replay-05-east-at-17.json"]).count("\n") == 1


def test_nothing_that_east_cannot_see_is_printed_for_east(nought: Nought) -> None:
    """The indicator is the king of spades; East holds the queen and has seen no other spade after ply 17."""
    for how in ([], ["--json"]):
        output = nought("replay", hand(5), "--seat", "E", "--at", "17", *how).out
        assert "KS" not in output
        assert "K♠" not in output


def test_all_seats_side_by_side_are_the_views_of_each(nought: Nought) -> None:
    for moment in (["--at", "-1"], ["--at", "17"], []):
        payload = json.loads(nought("replay", hand(5), "--seat", "all", *moment, "--json").out)
        at = moment or ["--at", "48"]
        assert payload == {
            seat: json.loads(nought("replay", hand(5), "--seat", seat, *at, "--json").out) for seat in "SENW"
        }


def test_a_viewer_may_be_named_in_any_case(nought: Nought) -> None:
    assert nought("replay", hand(5), "--seat", "Public").out == nought("replay", hand(5)).out


# --- help ---------------------------------------------------------------------------------------


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def test_every_command_has_an_example_and_every_option_a_text(nought: Nought) -> None:
    with cases() as case:
        for path, command in commands(cli):
            for option in ("-h", "--help"):
                with case(*path, option):
                    answer = nought(*path, option)
                    assert (answer.code, answer.err) == (0, "")
                    assert any(f"nought {' '.join(path)}" in line for line in answer.out.splitlines()[1:])
                    options = (each for each in command.params if isinstance(each, click.Option))
                    assert [each.name for each in options if not each.help] == []
                    assert "..." not in "".join(answer.out.split("Commands:")[1:]), "a summary does not fit its line"


def test_the_first_page_names_every_command_and_the_first_steps(nought: Nought) -> None:
    output = nought("--help").out
    assert all(f"\n  {name} " in output for name in cli.list_commands(click.Context(cli)))
    assert "nought demo" in output
    assert "..." not in output.split("Commands:")[1], "a summary does not fit its line"
    assert nought("--version").out.startswith("nought, version ")


def test_the_first_page_says_of_a_command_what_it_says_of_itself() -> None:
    """Its line is kept apart, so that the first page loads no command."""
    with cases() as case:
        for name, (_, summary) in COMMANDS.items():
            with case(name):
                command = cli.get_command(click.Context(cli), name)
                assert command is not None
                assert summary == command.get_short_help_str(100)


def examples() -> Iterator[str]:
    """The lines of help that begin with the program's name."""
    for _, command in commands(cli):
        yield from (line.strip() for line in (command.help or "").splitlines() if line.strip().startswith("nought "))


def test_the_examples_are_commands_and_options_that_there_are() -> None:
    """Parsed as the program would, with real ids; not run."""
    with cases() as case:
        for example in examples():
            with case(example):
                words = shlex.split(re.sub("DEAL|DISPUTE", "019c6a51-0000-7304-8304-000000000005", example))
                parse(words[: words.index(">")] if ">" in words else words)


def parse(line: list[str]) -> None:
    """Parse a command line, its groups one after another."""
    context = cli.make_context("nought", line[1:])
    command: click.Command = cli
    while isinstance(command, click.Group):
        name, subcommand, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        assert subcommand is not None, name
        if isinstance(subcommand, click.Group) and not rest:
            return
        context = subcommand.make_context(name, rest, parent=context)
        command = subcommand
