"""`nought`: every command, and the guard that turns whatever goes wrong into one line."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper
from typing import Final, NoReturn

import click

from api.cli.errors import explained
from api.cli.words import one_line

WHERE: Final = {
    "account": "accounts",
    "bundle": "proving",
    "audit": "auditing",
    "check": "looking",
    "demo": "serving",
    "disputes": "disputing",
    "export": "trading",
    "house": "houses",
    "import": "trading",
    "knows": "knowing",
    "log": "proving",
    "lots": "fair",
    "migrate": "keeping",
    "packs": "fair",
    "projections": "keeping",
    "replay": "looking",
    "rulesets": "games",
    "serve": "serving",
    "show": "looking",
    "shuffle": "knowing",
    "token": "keeping",
    "tournament": "tournament",
    "verify": "proving",
    "what-if": "supposing",
}
"""The module of each command."""


class Commands(click.Group):
    """The commands; only the module of the one that is called is loaded, so that looking at a file is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(WHERE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in WHERE:
            return None
        there: tuple[click.Command, ...] = import_module(f"api.cli.{WHERE[cmd_name]}").COMMANDS
        return next(command for command in there if command.name == cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("nought"), prog_name="nought")
def cli() -> None:
    """The record book for the card game 304.

    \b
    First steps:
      nought demo                              a club evening, recorded and served on this machine
      nought show replay/hands/01*.toml        a worked hand, as a table to read
      nought replay FILE --seat E --at 17      what East saw after ply 17
      nought check FILES                       judge hand files or archives, without a database
    """


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 something unforeseen, 2 bad input, 128 + n after signal n."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _leave)
    code = run(sys.argv[1:])
    try:
        click.echo(nl=False)
    except OSError:
        # Nobody takes what is still to be written; it is not tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)


def _leave(number: int, _: object) -> NoReturn:
    """Asked to stop: leave in order, so that an embedded Postgres is stopped too."""
    sys.exit(128 + number)


def run(arguments: list[str]) -> int:
    """Run one command; returns its exit code, having said in one line what was wrong."""
    try:
        with cli.make_context("nought", arguments) as context:
            outcome = cli.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.exceptions.NoArgsIsHelpError as wrong:
        wrong.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        return 128 + signal.SIGINT
    except BrokenPipeError:
        return 0  # whoever read our output has seen enough
    except Exception as error:
        if os.environ.get("NOUGHT_DEBUG"):
            raise
        known = explained(error)
        told = known or f"something unforeseen happened ({type(error).__name__}); NOUGHT_DEBUG=1 shows the details"
        click.echo(f"nought: {one_line(told)}", err=True)
        return 2 if known else 1
    return outcome if isinstance(outcome, int) else 0
