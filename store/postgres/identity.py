"""Tell one record book from another, and from a copy of it that was restored."""

from __future__ import annotations

from typing import TYPE_CHECKING, LiteralString

from store.tables.queries import rows

if TYPE_CHECKING:
    from store.events.recorder import Recorder

_TABLE: LiteralString = "SELECT 'events'::regclass::oid::bigint"
_MAY_READ: LiteralString = """
    SELECT has_function_privilege('pg_control_system()', 'EXECUTE')
        AND has_function_privilege('pg_control_checkpoint()', 'EXECUTE')
"""
_SERVER: LiteralString = """
    SELECT (SELECT system_identifier FROM pg_control_system()), (SELECT timeline_id FROM pg_control_checkpoint())
"""


def find_identity(recorder: Recorder) -> str:
    """Return a text that is the same for one record book, as long as it is not restored and no failover happens.

    A dump that is restored has other tables. A book that is restored to a moment has another timeline, if the server
    lets its users read that.
    """
    ((may_read,),) = rows(recorder.leader, _MAY_READ)
    parts = [*rows(recorder.leader, _TABLE)[0], *(rows(recorder.leader, _SERVER)[0] if may_read else ())]
    return "/".join(map(str, parts))
