"""`nought`: every command, and the guard that turns whatever goes wrong into one line."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Final, NoReturn

import click

from api.cli.errors import explained
from api.cli.exits import DONE, SIGNALLED, UNFORESEEN, UNUSABLE
from api.cli.words import one_line

KNOWN: Final = {
    "account": ("accounts", "Officials who sign in: make and end their accounts."),
    "backup": ("backups", "Write the whole record book into one file."),
    "bundle": ("proving", "Write a deal's evidence into one file."),
    "audit": ("auditing", "What broke a rule in a deal, and what follows."),
    "check": ("looking", "Judge hand files and archives, without a database."),
    "demo": ("serving", "A club evening, recorded and served on this machine."),
    "disputes": ("disputing", "Disputes: claims, facts, rulings, appeals, the casebook."),
    "export": ("trading", "Write recorded deals as an archive, or one as a hand file; no backup."),
    "house": ("houses", "A club's own rulesets: name, list, show, diff, withdraw."),
    "import": ("trading", "Take hand files and archives into the record book."),
    "knows": ("knowing", "What a seat knew of every card, at any moment."),
    "log": ("proving", "The log that shows whether the record was changed."),
    "lots": ("fair", "Draw lots that can be checked afterwards."),
    "migrate": ("keeping", "Bring the database up to date."),
    "packs": ("fair", "Packs for the boards of a duplicate."),
    "projections": ("keeping", "What is derived from the events: make it anew."),
    "replay": ("looking", "What one viewer saw of a deal."),
    "restore": ("backups", "Make a new record book out of a backup."),
    "rulesets": ("games", "The games Nought knows; `show KEY` and `diff A B` tell more."),
    "serve": ("serving", "Serve the pages, and the HTTP API with its /docs."),
    "show": ("looking", "A deal as a table to read."),
    "shuffle": ("knowing", "How much order survived the shuffle, and how it was dealt."),
    "token": ("keeping", "Tokens for the HTTP API: issue, list, revoke."),
    "tournament": ("tournament", "Tournaments: entries, draws, results, standings."),
    "verify": ("proving", "Check log, evidence, seals: was anything changed?"),
    "what-if": ("supposing", "A deal judged and scored by another ruleset."),
}
"""Of each command its module, and the line that the list of commands has for it."""


class Commands(click.Group):
    """The commands; only the module of the one that is called is loaded, so that looking at a file is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(KNOWN)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in KNOWN.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in KNOWN:
            return None
        module, _ = KNOWN[cmd_name]
        there: tuple[click.Command, ...] = import_module(f"api.cli.{module}").COMMANDS
        return next(command for command in there if command.name == cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="nought", prog_name="nought")
def cli() -> None:
    """The record book for the card game 304.

    \b
    First steps:
      nought demo                              a club evening, recorded and served on this machine
      nought show replay/hands/01*.toml        a worked hand, as a table to read
      nought replay FILE --seat E --at 17      what East saw after ply 17
      nought check FILES                       judge hand files or archives, without a database

    \b
    Exit codes:
      0  done; of a command that judges: nothing is wrong
      1  what was judged is not as it should be
      2  what was given cannot be used: options, files that cannot be read, no database
      3  whatever could be checked holds, and something could not be checked
    """


def main() -> None:
    """Run the command line. The exit codes are those of `api.cli.exits`."""
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
    sys.exit(SIGNALLED + number)


def run(arguments: list[str]) -> int:
    """Run one command; returns its exit code, having said in one line what was wrong."""
    try:
        with cli.make_context("nought", arguments) as context:
            outcome = cli.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.exceptions.NoArgsIsHelpError as wrong:
        wrong.show()
        return UNUSABLE
    except (KeyboardInterrupt, click.Abort):
        return SIGNALLED + signal.SIGINT
    except BrokenPipeError:
        return DONE  # whoever read our output has seen enough
    except Exception as error:
        if os.environ.get("NOUGHT_DEBUG"):
            raise
        known = explained(error)
        told = known or f"something unforeseen happened ({type(error).__name__}); NOUGHT_DEBUG=1 shows the details"
        click.echo(f"nought: {one_line(told)}", err=True)
        return UNUSABLE if known else UNFORESEEN
    return outcome if isinstance(outcome, int) else DONE
