"""`nought`: the commands, and the error message in one line when one fails."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Final, NoReturn

import click

from api.cli.parts.errors import describe, explain
from api.cli.parts.exits import DONE, SIGNALLED, UNFORESEEN, UNUSABLE
from api.cli.parts.terminal import one_line

COMMANDS: Final = {
    "account": ("accounts", "Manage the accounts of officials, and invite players."),
    "analyse": ("analyse", "Show what each card was worth, with all hands open."),
    "backup": ("backups", "Write the whole record book into one file."),
    "bundle": ("proof", "Write a deal's evidence into one file."),
    "audit": ("audit", "Find the breaches in a deal, and what follows."),
    "check": ("deals", "Judge hand files and archives, without a database."),
    "classes": ("classes", "Open, list and end classes, and write their results."),
    "cluster": ("cluster", "Show who leads, the lag of replicas, and the quorum."),
    "demo": ("server", "Record and serve a club evening on this machine."),
    "disputes": ("disputes", "Handle disputes: claims, rulings, appeals, the casebook."),
    "export": ("transfer", "Export deals as an archive, one as a hand file, or all for analysts."),
    "house": ("club_rulesets", "Name, list, show, diff and withdraw a club's own rulesets."),
    "import": ("transfer", "Import hand files and archives into the record book."),
    "imports": ("withdrawals", "List the imports of deals."),
    "knows": ("knowledge", "Show what a seat knew about every card, at any moment."),
    "lessons": ("lessons", "List, show, check, import, export and publish lessons."),
    "log": ("proof", "Sign the log that shows changes to the record."),
    "lots": ("fair", "Draw lots that can be checked afterwards."),
    "migrate": ("maintenance", "Migrate the database to this version."),
    "move": ("moving", "Move a club to another server: write, receive, close, open."),
    "packs": ("fair", "Deal packs for the boards of a duplicate."),
    "people": ("people", "Show what is kept about a person, forget the person, choose who sees names."),
    "problems": ("problems", "Mine problems to solve from deals, and check them."),
    "projections": ("maintenance", "Rebuild the tables derived from the events."),
    "replay": ("deals", "Show a deal as one viewer saw it."),
    "restore": ("backups", "Create a new record book from a backup."),
    "rulesets": ("games", "List the games; `show KEY` and `diff A B` have details."),
    "series": ("series", "List, show, open, change and end series of evenings."),
    "serve": ("server", "Serve the pages, and the HTTP API with its /docs."),
    "show": ("deals", "Show a deal with hands, bids, tricks and result."),
    "shuffle": ("knowledge", "Show how much order survived the shuffle, and the dealing."),
    "slates": ("slates", "Keep the scores of Schieber and Coiffeur, without cards."),
    "token": ("maintenance", "Issue, list and revoke tokens for the HTTP API."),
    "tournament": ("tournament", "Run tournaments: entries, draws, results, standings."),
    "verify": ("proof", "Check the log, evidence files and seals."),
    "webhooks": ("webhooks", "Send messages of a tournament to another server."),
    "what-if": ("what_if", "Judge and score a deal by another ruleset."),
    "withdraw": ("withdrawals", "Take back deals opened or imported by mistake."),
}
"""Each command's module, and its line in the list of commands."""


class Commands(click.Group):
    """The commands. Only the module of the called command is imported, so that commands about files start fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        commands: tuple[click.Command, ...] = import_module(f"api.cli.{module}").COMMANDS
        return next(command for command in commands if command.name == cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="nought", prog_name="nought")
def cli() -> None:
    """The record book for the card games 304 and Sidi Barrani.

    \b
    First steps:
      nought demo                              record and serve a club evening on this machine
      nought show 05-an-opponent-cuts          show a worked hand; there are thirty-eight
      nought replay FILE --seat E --at 17      show what East saw after ply 17
      nought check FILES                       judge hand files or archives, without a database

    \b
    Exit codes:
      0  done; for a command that checks: everything is right
      1  a check failed
      2  the input cannot be used: wrong options, unreadable files, no database
      3  every check that could be made passed, but something could not be checked
    """


def main() -> None:
    """Run the command line. The exit codes are those of `api.cli.parts.exits`."""
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
        # The reader has closed the pipe: do not flush again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)


def _leave(number: int, _: object) -> NoReturn:
    """Exit on a signal in order, so that an embedded Postgres is stopped too."""
    sys.exit(SIGNALLED + number)


def run(arguments: list[str]) -> int:
    """Run one command; print an error in one line. Returns the exit code."""
    try:
        with cli.make_context("nought", arguments) as context:
            outcome = cli.invoke(context)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.exceptions.NoArgsIsHelpError as no_arguments:
        no_arguments.show()
        return UNUSABLE
    except (KeyboardInterrupt, click.Abort):
        return SIGNALLED + signal.SIGINT
    except BrokenPipeError:
        return DONE  # the reader closed the pipe, as `head` does
    except Exception as error:
        if os.environ.get("NOUGHT_DEBUG"):
            raise
        explanation = explain(error)
        click.echo(f"nought: {one_line(explanation or describe(error))}", err=True)
        return UNUSABLE if explanation else UNFORESEEN
    return outcome if isinstance(outcome, int) else DONE
