"""The kinds of rows that a deal has, by name."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, get_args

from replay.rows.bids import BIDS
from replay.rows.column import RowKind
from replay.rows.deals import DEALS
from replay.rows.players import PLAYERS
from replay.rows.plays import PLAYS

KindName: TypeAlias = Literal["deals", "players", "bids", "plays"]
KINDS: Final[dict[str, RowKind[Any]]] = {kind.name: kind for kind in (DEALS, PLAYERS, BIDS, PLAYS)}
"""The kinds of rows: each is a file of ``nought export --parquet``, and a word for `Table.rows`."""

assert tuple(KINDS) == get_args(KindName)  # noqa: S101
