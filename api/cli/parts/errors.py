"""Errors of the command line and their messages."""

from __future__ import annotations

import click


class Trouble(Exception):
    """An error that the user can correct; its text is one line."""


class Unforeseen(Exception):
    """An error of Nought itself: its class, and the part of the record book at which it happened."""


def describe(error: Exception) -> str:
    """Return a message for an error that the user cannot correct."""
    from concurrent.futures import BrokenExecutor

    if isinstance(error, BrokenExecutor):
        return (
            "a process that shared the work ended, perhaps for lack of memory; what is done stays: "
            "run the command again for the rest"
        )
    if isinstance(error, Unforeseen):
        kind, what = error.args
        return f"internal error ({kind}) at {what}; NOUGHT_DEBUG=1 shows the details"
    return f"internal error ({type(error).__name__}); NOUGHT_DEBUG=1 shows the details"


def explain(error: Exception) -> str | None:
    """Return a message for an error that the user can correct. Returns None for any other error.

    The modules of the errors are imported here, because a command without an error does not need them.
    """
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "nought"
        return f"{error.format_message().rstrip('.')}; see `{command} --help`"
    if isinstance(error, click.ClickException):
        return error.format_message()

    import psycopg
    import psycopg_pool
    from eventsourcing.persistence import PersistenceError

    from api.proof.keeper import LogError
    from api.proof.keys import KeysError
    from domain.engine.refusals import Refused
    from domain.engine.ruleset_error import RulesetError
    from domain.fair.forms import FairError
    from domain.games.catalogue import UnknownRuleset
    from domain.kernel.errors import Declined
    from domain.proof.notes import NoteError
    from replay.notation import NotationError
    from store.migrations import MigrationError
    from store.postgres.programs import EmbeddedError

    readable = (
        Trouble,
        NotationError,
        RulesetError,
        UnknownRuleset,
        FairError,
        Declined,
        Refused,
        MigrationError,
        EmbeddedError,
        LogError,
        KeysError,
        NoteError,
    )
    if isinstance(error, readable):
        return str(error)
    if isinstance(error, psycopg.Error | psycopg_pool.PoolTimeout | PersistenceError):
        return f"the database cannot be used: {error}; check NOUGHT_DSN or --data"
    if isinstance(error, OSError):
        return f"{error.filename or 'reading or writing failed'}: {error.strerror or error}"
    return None
