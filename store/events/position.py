"""The order of all events: a reader who follows it misses none, and no writer waits for another.

Every event has a position, one integer, in the column ``notification_id``:

    position = (id of the writing transaction + base) * 65536 + place among the transaction's events

A reader is given only positions below *the horizon*: the same formula for ``pg_snapshot_xmin`` of its own
snapshot, the lowest transaction id still in progress, place 0.

**Nothing is missed.** Let a reader have seen everything up to some position p below the horizon of a
snapshot with xmin X. Every transaction with an id below X had ended in that snapshot: its events were all
visible or will never exist. So an event that becomes visible later has a transaction id of at least X, and
its position is at or above the horizon, above p. The order in which transactions draw numbers plays no part,
for there is no number to draw but the transaction id itself. Hence no table lock, no sequence, no NOTIFY:
writers commit in groups, and a reader needs to remember only one integer.

**Streams stay in order.** Version n + 1 is decided after reading version n, which is then committed; so its
transaction *may* still have the lower id (it may have written something else first). Our transactions write
nothing before their events, so their ids are assigned by the insert itself, after version n was read.

**The price.** A transaction that has written and stays open, anywhere in the cluster, holds all readers back
until it ends; it makes them late, never wrong. ``idle_in_transaction_session_timeout`` bounds that.

**Other clusters.** A replica, a base backup and pg_upgrade keep transaction ids. A dump restored elsewhere
does not: the rows may be ahead of the new cluster's ids, beyond its horizon. ``base``, in the table
``anchor``, lifts the new ids above them; migrating does that (`lift`), starting refuses until it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psycopg.sql import SQL, Composable

if TYPE_CHECKING:
    from psycopg import Connection

PLACE_BITS = 16
MOST_EVENTS = 1 << PLACE_BITS
"""The most events of one transaction."""

FIRST = SQL("((pg_current_xact_id()::text::bigint + base) << {})").format(PLACE_BITS)
"""The SQL of the position of this transaction's first event, given ``base``."""

LIFT_NEEDED = SQL(
    "SELECT (max(notification_id) >> {}) + 1 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint FROM events"
).format(PLACE_BITS)
"""The SQL of the ``base`` that the rows need on this cluster; null without rows. Needs the schema's search path."""


def horizon(anchor: Composable) -> Composable:
    """Return the SQL of the position below which no event can appear any more; ``anchor`` is the table's name."""
    return SQL("((pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (SELECT base FROM {})) << {})").format(
        anchor, PLACE_BITS
    )


def is_behind(connection: Connection[Any]) -> bool:
    """Return whether this cluster's transaction ids lag behind the rows, as after restoring a dump.

    The search path must be the schema's.
    """
    base, needed = (connection.execute(SQL("SELECT base, ({}) FROM anchor").format(LIFT_NEEDED)).fetchone()) or (
        0,
        None,
    )
    return needed is not None and needed > base


def lift(connection: Connection[Any]) -> None:
    """Raise ``base`` so that new positions come after all rows; do nothing if they do already.

    For the owner, inside a transaction with the schema's search path. Writers wait until it ends:
    one that had read the old base could otherwise commit below a horizon computed from the new one.
    """
    if is_behind(connection):
        connection.execute("LOCK TABLE events IN EXCLUSIVE MODE")
        connection.execute(SQL("UPDATE anchor SET base = ({})").format(LIFT_NEEDED))
