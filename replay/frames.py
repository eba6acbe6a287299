"""The replay of a deal for one viewer: the first view, then the changes of each ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from domain.engine.faces import plain_faces
from domain.engine.facts import (
    Act,
    CapsRuled,
    DealAbandoned,
    DealAnnulled,
    DealRestored,
    DealWithdrawn,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    IrregularityNoted,
    ResultAssigned,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.hiding import OFFICIALS, Viewer, hide, hide_act
from domain.engine.refusals import Refusal
from domain.record.entries import Entry
from domain.record.record import Record
from replay.notation.actions import write_action
from replay.views import View, Viewpoint, acts_for, deal_end
from replay.words import ENGLISH
from replay.words.refusals import whole

if TYPE_CHECKING:
    from replay.words import Language

Frame = dict[str, Any]

NOTHING: Final = object()
"""A value that is in no view."""


def replay(record: Record, viewer: Viewer, language: Language = ENGLISH) -> View:
    """Return every frame of a deal for one viewer. ``language``: that of the messages about breaches.

    ``start`` is the view before the first act; each of ``frames`` has the act, when it was recorded, and
    ``patch``, a merge patch (RFC 7396) that takes the view before it to the view after it.
    """
    point = Viewpoint.of(record, viewer)
    view = start = point.view()
    frames: list[Frame] = []
    for entry, act in acts_for(record, viewer):
        seen = point.step(act)
        now = point.view()
        frames.append(_frame(point, entry, seen, patch(view, now), language))
        view = now
    opened, game = record.opened, record.rules.ruleset
    return {
        "viewer": viewer,
        "ruleset": game.key,
        "dealer": opened.dealer,
        "players": opened.players,
        "teams": game.seating.members(),
        "names": plain_faces(game),
        "start": start,
        "frames": frames,
        "corrections": corrections(record, viewer),
        **deal_end(record),
    }


def last_frame(record: Record, viewer: Viewer, before: View) -> tuple[View, Frame]:
    """Return the current view, and the frame of the last act; its patch leads from ``before`` to that view."""
    point = Viewpoint.of(record, viewer)
    *before_it, (entry, last) = acts_for(record, viewer)
    for _, act in before_it:
        point.follow(act)
    seen = point.step(last)
    view = point.view() | deal_end(record)
    return view, _frame(point, entry, seen, patch(before, view))


def _frame(point: Viewpoint, entry: Entry, seen: Act, change: View, language: Language = ENGLISH) -> Frame:
    """Return the frame of the act that the viewpoint saw last."""
    frame: Frame = {"ply": point.ply, "act": write_action(seen), "patch": change}
    if point.broke:
        frame["broke"] = refusal(point.broke, language)
    return frame | _stamp(entry, point.viewer)


def encode_replay(record: Record, viewer: Viewer, language: Language = ENGLISH) -> bytes:
    """Return `replay` as JSON bytes. The same record always gives the same bytes."""
    return msgspec.json.encode(replay(record, viewer, language))


def patch(before: View, after: View) -> View:
    """Return the merge patch (RFC 7396) from one view to another."""
    changed: View = {}
    known = before.get
    new = 0
    for key, value in after.items():
        old = known(key, NOTHING)
        if value is old or value == old:
            continue
        changed[key] = patch(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
        new += old is NOTHING
    if len(before) > len(after) - new:
        changed |= dict.fromkeys(before.keys() - after.keys())
    return dict(sorted(changed.items()))


def apply_patch(view: View, change: View) -> View:
    """Return the view after a merge patch (RFC 7396)."""
    result = dict(view)
    for key, value in change.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            old = result.get(key)
            result[key] = apply_patch(old if isinstance(old, dict) else {}, value)
        else:
            result[key] = value
    return result


def refusal(broke: Refusal, language: Language = ENGLISH) -> View:
    """Return a breach as JSON: code, message, clause."""
    return {"code": broke.code, "message": whole(language, broke), "clause": str(broke.clause)}


def _stamp(entry: Entry, viewer: Viewer) -> Frame:
    stamp: Frame = {}
    if entry.stamp.at:
        stamp["at"] = entry.stamp.at
    if viewer in OFFICIALS and entry.stamp.by:
        stamp["by"] = entry.stamp.by
    visible = [
        change
        for change in entry.corrections
        if change.was is None or change.now is None or hide_act(change.was, viewer) != hide_act(change.now, viewer)
    ]
    if visible:
        stamp["corrected"] = len(visible)
    return stamp


def corrections(record: Record, viewer: Viewer) -> list[View]:
    """Return the corrections, notes and rulings that the viewer may see, in order.

    ``ply`` is the ply of the act when it was corrected. ``stands`` is its ply now, or that of the gap it left.
    """
    rows: list[View] = []
    for stamp, note, stands in record.place_notes():
        row: View
        match hide(note, viewer):
            case EntryAmended(ply, was, now, why):
                row = {"kind": "amended", "ply": ply, "was": write_action(was), "now": write_action(now)}
            case EntryInserted(ply, now, why):
                row = {"kind": "inserted", "ply": ply, "now": write_action(now)}
            case EntryRetracted(ply, was, why):
                row = {"kind": "retracted", "ply": ply, "was": write_action(was)}
            case IrregularityNoted(ply, code, seat, why):
                row = {"kind": "irregularity-noted", "ply": ply, "code": code}
                if seat is not None:
                    row["seat"] = seat
            case CapsRuled(verdict, seat, why):
                row = {"kind": "caps-ruled", "seat": seat, "verdict": verdict}
            case ViolationRuled(seat, code, why):
                row = {"kind": "violation-ruled", "seat": seat, "code": code}
            case ResultAssigned(gains, why):
                row = {"kind": "result-assigned", "gains": gains}
            case DealAnnulled(why):
                row = {"kind": "annulled"}
            case RulingLifted(ruling, seat, code, why):
                row = {"kind": "ruling-lifted", "ruling": ruling}
                if seat is not None:
                    row |= {"seat": seat, "code": code}
            case DealAbandoned(why):
                row = {"kind": "abandoned"}
            case DealWithdrawn(why):
                row = {"kind": "withdrawn", "by": stamp.by}
            case DealRestored(why):
                row = {"kind": "restored", "by": stamp.by}
            case _:
                continue
        if stands is not None:
            row["stands"] = stands
        if why:
            row["why"] = why
        if stamp.at:
            row["at"] = stamp.at
        rows.append(row)
    return rows
