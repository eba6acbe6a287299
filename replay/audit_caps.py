"""The report on Caps as plain values and sentences (`domain.audit.caps.report`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.audit.caps.points import NONE, NOT_PLAYED, OTHER_GAME, SLAM, SPOILT
from domain.audit.caps.report import adjudicate
from domain.audit.caps.search import LIMIT
from domain.engine.facts import CardPlayed, DealOpened
from domain.games.three04.slams import NAMES
from domain.games.three04.state import state_of_304
from replay.frames import refusal
from replay.notation.actions import write_action
from replay.notation.document import DealDocument, Item
from replay.notation.hand_file import write_hand
from replay.views import settlement
from replay.words import ENGLISH
from replay.words.knowledge import gap_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.audit.caps.examples import Example
    from domain.audit.caps.points import Point
    from domain.audit.caps.report import CapsReport, Departure, Obligation
    from domain.engine.cards import Card
    from domain.record.record import Record

EXEMPT: Final = {
    NONE: "Nobody calls Caps in this game.",
    NOT_PLAYED: "No card was played.",
    SPOILT: "Trumps were spoilt, and the cards were thrown in.",
    OTHER_GAME: "This game has no Caps.",
}

WHY: Final = {
    "bound": "there are more continuations than the search looks at",
    "more-is-known": "something was told at the table that the deals found against it leave out",
    "unseen-by-the-record": "the seat saw cards that the record does not have",
    "breach": "a rule had been broken for the seat to see, so that nothing follows from the rules any more",
    "contradiction": "no deal fits what the seat saw",
    "no-order": "the order stated is not known",
}
"""The reasons why something is undecided, as the end of a sentence."""


def caps_report(record: Record, *, limit: int = LIMIT) -> dict[str, Any]:
    """Return the report on a deal. It reveals all hands, so only those who may see them may have it.

    ``exempt`` (why nobody calls, a sentence), or ``verdict`` with ``seat`` and ``ply``, ``words`` (sentences),
    ``points``, ``obligations``, ``departures``, ``example``, ``settlement``, ``bonus``, ``rests_on``. Plies are
    those of the effective record; a point is before its ply's act.
    """
    report = adjudicate(record, limit=limit)
    if report.exempt:
        return {"exempt": _exempt(record, report.exempt), "words": [_exempt(record, report.exempt)]}
    told: dict[str, Any] = {
        "verdict": report.verdict,
        "words": words(record, report),
        "obligations": [_obligation(record, owed) for owed in report.obligations],
        "points": [_point(point) for point in report.points],
        "departures": [_departure(each) for each in report.departures],
        "bonus": report.bonus,
    }
    if report.seat is not None:
        told |= {"seat": report.seat, "ply": report.ply}
    if report.rests_on:
        told["rests_on"] = list(report.rests_on)
    if report.why:
        told["why"] = report.why
    if report.example is not None:
        told["example"] = _example(report.example)
    if report.broke is not None:
        told["broke"] = refusal(report.broke)
    if report.settlement is not None:
        told["settlement"] = settlement(report.settlement)
    return told


def words(record: Record, report: CapsReport) -> list[str]:
    """Return the report in English sentences."""
    return [
        *_owed(record, report),
        *_verdict(record, report),
        *_rests(report),
        *_settles(report),
        *_pays(report),
        *_kept(report),
    ]


def moment(record: Record, ply: int) -> str:
    """Return the place of a ply in words: ``trick 4, before West's card``."""
    played = sum(isinstance(act, CardPlayed) for act in record.acts[:ply])
    width = record.state.width
    trick = f"trick {played // width + 1}"
    nxt = next((act for act in record.acts[ply:] if isinstance(act, CardPlayed)), None)
    if nxt is None:
        return trick
    return f"{trick}, before {_name(record, nxt.seat)}'s {'card' if played % width else 'lead'}"


def _exempt(record: Record, why: str) -> str:
    return f"In {NAMES[state_of_304(record.state).slam]} nobody calls Caps." if why == SLAM else EXEMPT[why]


def _name(record: Record, seat: str) -> str:
    return str(record.rules.names[record.rules.place[seat]])


def _cards(record: Record, order: Iterable[Card]) -> str:
    return " ".join(record.rules.faces.card(card) for card in order)


def _owed(record: Record, report: CapsReport) -> Iterable[str]:
    for owed in report.obligations:
        who = _name(record, owed.seat)
        yield (
            f"{who} could be certain from ply {owed.ply} on ({moment(record, owed.ply)}): "
            f"{_cards(record, owed.order)}, in this order, wins every remaining trick however the others play and "
            "wherever the unseen cards lie."
        )
        if owed.until is not None:
            yield f"The call had to come before ply {owed.until} ({moment(record, owed.until)})."
    if not report.obligations and report.verdict in ("nothing", "early"):
        yield "Nobody could be certain of every remaining trick while a call was still possible."


def _verdict(record: Record, report: CapsReport) -> Iterable[str]:
    who = _name(record, report.seat) if report.seat is not None else ""
    at = f"ply {report.ply} ({moment(record, report.ply)})" if report.ply is not None else ""
    match report.verdict:
        case "nothing":
            yield "No call was made, and none was owed."
        case "missing":
            yield "No call was made: Wrong Caps."
            if report.trick_lost:
                yield "Afterwards the side lost a trick that it need not have lost."
        case "barred" if report.broke is not None:
            yield f"The call at {at} was not allowed: {report.broke.message}."
        case "undecided":
            what = f"{who}'s call at" if _called(record, report) else f"Whether {who} owed a call from"
            yield f"{what} {at} is undecided: {WHY[report.why]}."
        case "right":
            yield f"{who}'s call at {at} was right and in time."
        case "late":
            yield f"{who}'s call at {at} was right but came late: Wrong Caps."
        case "early":
            yield from _early(record, report, who, at)
    if report.trick_lost and report.verdict in ("right", "late", "early"):
        yield "After the call the side lost a trick."


def _called(record: Record, report: CapsReport) -> bool:
    caller = state_of_304(record.state).caps_caller
    return caller >= 0 and report.seat == record.rules.seats[caller]


def _early(record: Record, report: CapsReport, who: str, at: str) -> Iterable[str]:
    if report.wrong_order:
        yield f"At {at} {who} could be certain, but not with the order stated: Wrong Caps."
    else:
        yield f"{who}'s call at {at} came too early: Wrong Caps."
    example = report.example
    if example is None:
        return
    line = ", ".join(write_action(act) for act in example.line)
    how = "the side loses a trick" if example.fails == "trick" else "the next card of the order may not be played"
    yield f"{who} could not rule out another deal, in which {how}: {line}."


def _rests(report: CapsReport) -> Iterable[str]:
    """Yield the parameters on which the verdict is based."""
    for parameter in report.rests_on:
        yield f"No document settles this: with the other value of {parameter} the verdict would be another."


def _settles(report: CapsReport) -> Iterable[str]:
    """Yield what would decide an open question."""
    if report.verdict != "undecided":
        return
    gaps = sorted({each for point in report.points if point.certainty == "undecided" for each in _settling(point)})
    if gaps:
        yield f"What would settle it: {'; '.join(gaps)}."


def _settling(point: Point) -> list[str]:
    return [item if isinstance(item, str) else gap_words(ENGLISH, item) for item in point.settles]


def _pays(report: CapsReport) -> Iterable[str]:
    paid = report.settlement
    if paid is None or report.verdict == "nothing":
        return
    told = ", ".join(f"{team} {tokens:+d}" for team, tokens in paid.tokens.items())
    extra = "; the call pays extra" if report.bonus else ""
    yield f"Under this ruleset the deal then pays {told} tokens{extra}."


def _kept(report: CapsReport) -> Iterable[str]:
    for each in report.departures:
        yield f"At ply {each.ply} {each.refusal.message} ({each.refusal.clause})."


# --- the parts as JSON ----------------------------------------------------------------------------


def _point(point: Point) -> dict[str, Any]:
    told: dict[str, Any] = {"ply": point.ply, "seat": point.seat, "certainty": point.certainty}
    if point.order:
        told["order"] = list(point.order)
    if point.why:
        told["why"] = point.why
    if point.settles:
        told["settles"] = _settling(point)
    return told


def _obligation(record: Record, owed: Obligation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "team": owed.team,
        "seat": owed.seat,
        "ply": owed.ply,
        "moment": moment(record, owed.ply),
        "order": list(owed.order),
    }
    if owed.until is not None:
        told["until"] = owed.until
    return told


def _departure(each: Departure) -> dict[str, Any]:
    return {
        "ply": each.ply,
        "seat": each.seat,
        "stated": each.stated,
        "played": each.played,
        **refusal(each.refusal),
    }


def _example(example: Example) -> dict[str, Any]:
    """Return the other deal, with a hand file to replay it."""
    return {
        "seat": example.seat,
        "ply": example.ply,
        "order": list(example.order),
        "fails": example.fails,
        "line": [write_action(act) for act in example.line],
        "hand_file": hand_file(example),
    }


def hand_file(example: Example) -> str:
    """Return the other deal as a hand file, without the names and places of the real one."""
    opened = example.record.opened
    note = "A deal that could not be told from the real one when Caps was called, and play in which the order fails."
    bare = DealOpened(opened.ruleset, opened.dealer, source="counter-example of an audit", note=note)
    return write_hand(DealDocument(bare, tuple(Item(act) for act in example.record.acts)))
