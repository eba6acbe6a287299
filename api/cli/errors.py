"""What can go wrong at the command line, in words."""

from __future__ import annotations

import psycopg
import psycopg_pool
from eventsourcing.persistence import PersistenceError

from domain.catalogue import UnknownRuleset
from domain.ledger.errors import Declined
from domain.refusals import Refused
from domain.ruleset import RulesetError
from replay.notation import NotationError
from store.migrations import MigrationError
from store.programs import EmbeddedError


class Trouble(Exception):
    """Something the user can mend, said in one line."""


_WORDED = (NotationError, RulesetError, UnknownRuleset, Declined, Refused, MigrationError, EmbeddedError)


def explained(error: Exception) -> str | None:
    """The error in words, if it is one that a user can do something about."""
    if isinstance(error, _WORDED):
        return str(error)
    if isinstance(error, psycopg.Error | psycopg_pool.PoolTimeout | PersistenceError):
        return f"the database cannot be used: {error}"
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return None
