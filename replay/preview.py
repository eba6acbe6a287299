"""The preview of a correction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.engine.facts import EntryAmended, EntryInserted, EntryRetracted
from domain.engine.hiding import SCRIBE
from domain.record.entries import Stamp
from replay.frames import refusal
from replay.notation.actions import write_action
from replay.views import settlement, view_at
from replay.words import ENGLISH

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from domain.record.record import Record
    from replay.words import Language


def consequences(
    record: Record,
    correction: str,
    ply: int,
    now: Act | None = None,
    language: Language = ENGLISH,
    *,
    shift: bool = False,
) -> dict[str, Any]:
    """Return the changes that ``amend``, ``insert`` or ``retract`` at a ply would make. Raises `Refused` as they do.

    ``broken``: the acts that would become illegal; ``mended``: those that would become legal; ``twice``: the cards that
    would be in two places; ``follows``: the further corrections that would be recorded; ``tricks``: the tricks that
    would be others. Plies are those after the correction. ``shift``: see `Record.insert`.
    """
    if now is None:
        proposals = record.retract(ply, "")
    elif correction == "insert":
        proposals = record.insert(ply, now, "", shift=shift)
    else:
        proposals = record.amend(ply, now, "")
    draft = record.draft()
    for proposal in proposals:
        draft.fold(proposal.fact, Stamp())
    before = {record.entries[n].stamp.version: broke.code for n, broke in record.find_refusals().items()}
    after = draft.find_refusals()
    still = {draft.entries[n].stamp.version: broke.code for n, broke in after.items()}
    return {
        "broken": [
            {"ply": n, "act": write_action(draft.entries[n].act), **refusal(broke, language)}
            for n, broke in after.items()
            if before.get(draft.entries[n].stamp.version) != broke.code
        ],
        "mended": [
            {"ply": n, "act": write_action(entry.act)}
            for n, entry in enumerate(draft.entries)
            if entry.stamp.version in before and entry.stamp.version not in still
        ],
        "twice": sorted(draft.find_misplaced_cards() - record.find_misplaced_cards()),
        "follows": [row for proposal in proposals[1:] if (row := _correction(proposal.fact))],
        "tricks": _changed_tricks(record, draft),
        "settlement": {
            when: settlement(book.settlement)
            for when, book in (("before", record), ("after", draft))
            if book.settlement is not None
        },
        "turn": draft.rules.to_act(draft.state),
    }


def _changed_tricks(before: Record, after: Record) -> list[dict[str, Any]]:
    """Return the tricks of ``after`` that ``before`` does not have like this: their numbers, cards and winners."""
    old = _list_tricks(before)
    return [row for row in _list_tricks(after) if row not in old]


def _list_tricks(record: Record) -> list[dict[str, Any]]:
    """Return the tricks of a record, the unfinished one last, which has no winner."""
    view = view_at(record, SCRIBE, len(record.entries) - 1)
    rows = [{"number": int(n), **trick} for n, trick in view["tricks"].items()]
    if record.state.trick:
        rows.append({"number": len(rows) + 1, "cards": view["trick"]["cards"]})
    return rows


def _correction(fact: object) -> dict[str, Any] | None:
    match fact:
        case EntryAmended(ply, was, now):
            return {"ply": ply, "was": write_action(was), "now": write_action(now)}
        case EntryInserted(ply, now):
            return {"ply": ply, "now": write_action(now)}
        case EntryRetracted(ply, was):
            return {"ply": ply, "was": write_action(was)}
    return None
