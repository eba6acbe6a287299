"""The tables for lines that are no sentences, one kind for each fact about a record."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

Table: TypeAlias = dict[str, Any]
Line: TypeAlias = str | Table


class Row(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The fields that every table may have."""

    at: str = ""
    by: str = ""
    key: str = ""
    broke: str = ""
    comment: str = ""


class ActRow(Row):
    act: str


class FactRow(Row):
    """An act that no sentence can express: its topic and its fields."""

    fact: str
    data: Table


class Disclosure(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    plies: dict[str, str] = {}
    hands: dict[str, list[str]] = {}


class DisclosureRow(Row):
    disclose: Disclosure


class IrregularityRow(Row):
    irregularity: str
    ply: int
    seat: str | None = None
    note: str = ""


class AmendRow(Row):
    amend: int
    was: Line
    now: Line
    why: str = ""


class InsertRow(Row):
    insert: int
    now: Line
    why: str = ""


class RetractRow(Row):
    retract: int
    was: Line
    why: str = ""


class CapsRow(Row):
    caps: str
    seat: str
    why: str = ""


class ViolationRow(Row):
    violation: str
    seat: str
    why: str = ""


class AssignedRow(Row):
    assigned: dict[str, int]
    why: str = ""


class AnnulledRow(Row):
    annulled: str


class LiftedRow(Row):
    lifted: str
    seat: str | None = None
    code: str = ""
    why: str = ""


class SettledRow(Row):
    settled: str
    tokens: dict[str, int]
    points: dict[str, int]
    tricks: dict[str, int]
    made: bool | None = None
    reasons: list[str] = []
    score: dict[str, int] = {}


class ConfirmedRow(Row):
    confirmed: str


class SealedRow(Row):
    sealed: str
    seat: str
    entry: int


class UnsealedRow(Row):
    unsealed: str
    seat: str
    card: str
    salt: str


class ReopenedRow(Row):
    reopened: str


class AbandonedRow(Row):
    abandoned: str


class WithdrawnRow(Row):
    withdrawn: str
    imported: str = ""


class RestoredRow(Row):
    restored: str


ROWS: Final[dict[str, type[Row]]] = {
    "act": ActRow,
    "fact": FactRow,
    "disclose": DisclosureRow,
    "irregularity": IrregularityRow,
    "amend": AmendRow,
    "insert": InsertRow,
    "retract": RetractRow,
    "caps": CapsRow,
    "violation": ViolationRow,
    "assigned": AssignedRow,
    "annulled": AnnulledRow,
    "lifted": LiftedRow,
    "settled": SettledRow,
    "confirmed": ConfirmedRow,
    "sealed": SealedRow,
    "unsealed": UnsealedRow,
    "reopened": ReopenedRow,
    "abandoned": AbandonedRow,
    "withdrawn": WithdrawnRow,
    "restored": RestoredRow,
}
"""Every kind of table, by its key."""
