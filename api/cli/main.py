"""`nought`: every command, and the guard that turns whatever goes wrong into one line."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version

import click

from api.cli import keeping, looking, serving, trading
from api.cli.errors import Trouble, explained


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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


for command in (
    *serving.COMMANDS,
    *looking.COMMANDS,
    *trading.COMMANDS,
    *keeping.COMMANDS,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 something unforeseen, 2 bad input, 130 interrupted."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command; returns its exit code, having said in one line what was wrong."""
    try:
        outcome = cli.main(arguments, prog_name="nought", standalone_mode=False)
        return outcome if isinstance(outcome, int) else 0
    except click.exceptions.Abort:
        return 130
    except KeyboardInterrupt:
        return 130
    except click.ClickException as wrong:
        return _say(wrong.format_message(), 2)
    except Trouble as trouble:
        return _say(str(trouble), 2)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("NOUGHT_DEBUG"):
            raise
        message = explained(error)
        if message is not None:
            return _say(message, 2)
        return _say(f"something unforeseen happened ({type(error).__name__}); NOUGHT_DEBUG=1 shows the details", 1)


def _say(message: str, code: int) -> int:
    line = " ".join(message.split())
    click.echo(f"nought: {line}", err=True)
    return code
