"""The report on Caps as JSON, with sentences in a language (`domain.audit.caps.report`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.audit.caps.report import adjudicate
from domain.audit.caps.search import LIMIT
from domain.engine.facts import DealOpened
from replay.frames import refusal
from replay.notation.actions import write_action
from replay.notation.document import DealDocument, Item
from replay.notation.hand_file import write_hand
from replay.views import settlement
from replay.words import ENGLISH
from replay.words.caps import exempt, list_deciding, moment, sentences
from replay.words.places import Moments
from replay.words.values import translate

if TYPE_CHECKING:
    from domain.audit.caps.examples import Example
    from domain.audit.caps.points import Point
    from domain.audit.caps.report import Departure, Obligation
    from domain.record.record import Record
    from replay.words import Language


def caps_report(record: Record, language: Language = ENGLISH, *, limit: int = LIMIT) -> dict[str, Any]:
    """Return the report on Caps in a deal. It reveals all hands, so only viewers who may see them may have it.

    ``exempt`` (why nobody calls, a sentence), or ``verdict`` with ``seat`` and ``ply``, ``words`` (sentences),
    ``points``, ``obligations``, ``departures``, ``example``, ``settlement``, ``bonus``, ``rests_on``. Plies are
    those of the effective record; a point is before its ply's act.
    """
    report = adjudicate(record, limit=limit)
    if report.exempt:
        reason = exempt(language, record, report.exempt)
        return {"exempt": reason, "words": [reason]}
    payload: dict[str, Any] = {
        "verdict": report.verdict,
        "words": sentences(language, record, report),
        "obligations": [_obligation(record, owed, language) for owed in report.obligations],
        "points": [_point(point, Moments.of(language, record)) for point in report.points],
        "departures": [_departure(each, language) for each in report.departures],
        "bonus": report.bonus,
    }
    if report.seat is not None:
        payload |= {"seat": report.seat, "ply": report.ply}
    if report.rests_on:
        payload["rests_on"] = list(report.rests_on)
    if report.why:
        payload["why"] = report.why
    if report.example is not None:
        payload["example"] = _example(report.example)
    if report.broke is not None:
        payload["broke"] = refusal(report.broke, language)
    if report.settlement is not None:
        payload["settlement"] = settlement(report.settlement)
    return payload


# --- the parts as JSON ----------------------------------------------------------------------------


def _point(point: Point, moments: Moments) -> dict[str, Any]:
    payload: dict[str, Any] = {"ply": point.ply, "seat": point.seat, "certainty": point.certainty}
    if point.order:
        payload["order"] = list(point.order)
    if point.why:
        payload["why"] = point.why
    if point.settles:
        payload["settles"] = list_deciding(moments, point)
    return payload


def _obligation(record: Record, owed: Obligation, language: Language) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "team": owed.team,
        "seat": owed.seat,
        "ply": owed.ply,
        "moment": translate(language, moment(record, owed.ply)),
        "order": list(owed.order),
    }
    if owed.until is not None:
        payload["until"] = owed.until
    return payload


def _departure(each: Departure, language: Language) -> dict[str, Any]:
    return {
        "ply": each.ply,
        "seat": each.seat,
        "stated": each.stated,
        "played": each.played,
        **refusal(each.refusal, language),
    }


def _example(example: Example) -> dict[str, Any]:
    """Return the deal in which the order fails as JSON, with a hand file to replay it."""
    return {
        "seat": example.seat,
        "ply": example.ply,
        "order": list(example.order),
        "fails": example.fails,
        "line": [write_action(act) for act in example.line],
        "hand_file": hand_file(example),
    }


def hand_file(example: Example) -> str:
    """Return the deal in which the order fails as a hand file, without the names and places of the real deal."""
    opened = example.record.opened
    note = "A deal that could not be told from the real one when Caps was called, and play in which the order fails."
    bare = DealOpened(opened.ruleset, opened.dealer, source="counter-example of an audit", note=note)
    return write_hand(DealDocument(bare, tuple(Item(act) for act in example.record.acts)))
