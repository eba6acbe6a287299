"""What can go wrong at the command line, in words."""

from __future__ import annotations

import click


class Trouble(Exception):
    """Something the user can mend, said in one line."""


def explained(error: Exception) -> str | None:
    """The error in words, if it is one that a user can do something about.

    What it may be an error of is loaded here: most commands never need it.
    """
    import psycopg
    import psycopg_pool
    from eventsourcing.persistence import PersistenceError

    from api.proof.keeper import LogError
    from api.proof.keys import KeysError
    from domain.engine.refusals import Refused
    from domain.engine.ruleset import RulesetError
    from domain.fair.forms import FairError
    from domain.games.catalogue import UnknownRuleset
    from domain.ledger.errors import Declined
    from domain.proof.notes import NoteError
    from replay.notation import NotationError
    from store.migrations import MigrationError
    from store.programs import EmbeddedError

    worded = (
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
    if isinstance(error, click.UsageError):
        command = error.ctx.command_path if error.ctx else "nought"
        return f"{error.format_message().rstrip('.')}; `{command} --help` tells what there is"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, worded):
        return str(error)
    if isinstance(error, psycopg.Error | psycopg_pool.PoolTimeout | PersistenceError):
        return f"the database cannot be used: {error}; NOUGHT_DSN or --data says which it is"
    if isinstance(error, OSError):
        return f"{error.filename or 'reading or writing failed'}: {error.strerror or error}"
    return None
