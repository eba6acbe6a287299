"""The report on Caps in sentences (`domain.audit.caps.report`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.audit.caps.points import NONE, NOT_PLAYED, OTHER_GAME, SLAM, SPOILT
from domain.engine.facts import CardPlayed
from domain.engine.words.values import SeatName, Term, sentence
from domain.games.three04.slams import NAMES
from domain.games.three04.state import state_of_304
from replay.notation.actions import write_action
from replay.words.knowledge import gap_words
from replay.words.places import Moments
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.audit.caps.points import Point
    from domain.audit.caps.report import CapsReport
    from domain.engine.words.values import Value
    from domain.record.record import Record
    from replay.words import Language

EXEMPT: Final = {
    NONE: sentence("Nobody calls Caps in this game."),
    NOT_PLAYED: sentence("No card was played."),
    SPOILT: sentence("Trumps were spoilt, and the cards were thrown in."),
    OTHER_GAME: sentence("This game has no Caps."),
}

WHY: Final = {
    "bound": sentence("there are too many continuations to search"),
    "more-is-known": sentence("the deals that refute a call ignore something that was announced at the table"),
    "unseen-by-the-record": sentence("the seat saw cards that the record does not have"),
    "breach": sentence("the seat had seen a breach, so the rules allow no conclusions any more"),
    "contradiction": sentence("no deal fits what the seat saw"),
    "no-order": sentence("the stated order is not known"),
}
"""The reasons why something is undecided, by code, as the end of a sentence."""


def sentences(language: Language, record: Record, report: CapsReport) -> list[str]:
    """Return the report in sentences."""
    parts = (
        *_obligation_sentences(record, report),
        *_verdict(record, report),
        *_rests(report),
        *_settles(Moments.of(language, record), report),
        *_pays(report),
        *_departure_sentences(Moments.of(language, record), report),
    )
    return [translate(language, part) for part in parts]


def exempt(language: Language, record: Record, why: str) -> str:
    """Return the sentence for why nobody calls Caps in a deal. ``why``: the code of `CapsReport.exempt`."""
    if why != SLAM:
        return translate(language, EXEMPT[why])
    slam = NAMES[state_of_304(record.state).slam]
    return translate(language, sentence("Nobody calls Caps in {bid}.", bid=Term(slam)))


def moment(record: Record, ply: int) -> Term:
    """Return the place of a ply in words: ``trick 4, before West's card``."""
    played = sum(isinstance(act, CardPlayed) for act in record.acts[:ply])
    width = record.state.width
    trick = played // width + 1
    nxt = next((act for act in record.acts[ply:] if isinstance(act, CardPlayed)), None)
    if nxt is None:
        return sentence("trick {trick}", trick=trick)
    if played % width:
        return sentence("trick {trick}, before {seat}'s card", trick=trick, seat=SeatName(nxt.seat))
    return sentence("trick {trick}, before {seat}'s lead", trick=trick, seat=SeatName(nxt.seat))


def list_deciding(moments: Moments, point: Point) -> list[str]:
    """Return phrases for what would decide an open question: cards that the record lacks, or a breach."""
    return [
        translate(moments.language, item) if isinstance(item, Term) else gap_words(moments, item)
        for item in point.settles
    ]


def _obligation_sentences(record: Record, report: CapsReport) -> Iterator[Term]:
    for owed in report.obligations:
        yield sentence(
            "From then on ({moment}), {seat} could be certain of every remaining trick. "
            "Playing {cards} in this order wins them all, however the others play and "
            "wherever the unseen cards lie.",
            seat=SeatName(owed.seat),
            moment=moment(record, owed.ply),
            cards=" ".join(record.rules.faces.card(card) for card in owed.order),
        )
        if owed.until is not None:
            until = moment(record, owed.until)
            yield sentence("The call had to come before then ({moment}).", moment=until)
    if not report.obligations and report.verdict in ("nothing", "early"):
        yield sentence("Nobody could be certain of every remaining trick while a call was still possible.")


def _verdict(record: Record, report: CapsReport) -> Iterator[Term]:
    values: dict[str, Value] = {}
    if report.seat is not None:
        values["seat"] = SeatName(report.seat)
    if report.ply is not None:
        values["moment"] = moment(record, report.ply)
    match report.verdict:
        case "nothing":
            yield sentence("No call was made, and none was required.")
        case "missing":
            yield sentence("No call was made: Wrong Caps.")
            if report.trick_lost:
                yield sentence("Afterwards the side lost a trick that it could have won.")
        case "barred" if report.broke is not None:
            broke = Term(report.broke.msgid, report.broke.named)
            yield sentence("The call ({moment}) was not allowed: {refusal}.", **values, refusal=broke)
        case "undecided":
            values["reason"] = WHY[report.why]
            if _is_by_caller(record, report):
                yield sentence("{seat}'s call ({moment}) is undecided: {reason}.", **values)
            else:
                yield sentence(
                    "It is undecided whether {seat} had to call Caps from then on ({moment}): {reason}.", **values
                )
        case "right":
            yield sentence("{seat}'s call ({moment}) was right and in time.", **values)
        case "late":
            yield sentence("{seat}'s call ({moment}) was right but came late: Wrong Caps.", **values)
        case "early":
            yield from _early(report, values)
    if report.trick_lost and report.verdict in ("right", "late", "early"):
        yield sentence("After the call the side lost a trick.")


def _is_by_caller(record: Record, report: CapsReport) -> bool:
    caller = state_of_304(record.state).caps_caller
    return caller >= 0 and report.seat == record.rules.seats[caller]


def _early(report: CapsReport, values: dict[str, Value]) -> Iterator[Term]:
    if report.wrong_order:
        yield sentence("Then ({moment}) {seat} could be certain, but not with the stated order: Wrong Caps.", **values)
    else:
        yield sentence("{seat}'s call ({moment}) came too early: Wrong Caps.", **values)
    if report.example is None:
        return
    yield sentence(
        "{seat} could not rule out another deal, in which {failure}: {acts}.",
        seat=values["seat"],
        failure=sentence("the side loses a trick")
        if report.example.fails == "trick"
        else sentence("the next card of the stated order may not be played"),
        acts=", ".join(write_action(act) for act in report.example.line),
    )


def _rests(report: CapsReport) -> Iterator[Term]:
    """Yield a sentence for each parameter whose other value would change the verdict."""
    for parameter in report.rests_on:
        yield sentence(
            "The rules leave this open. With the other value of {parameter}, the verdict would change.",
            parameter=parameter,
        )


def _settles(moments: Moments, report: CapsReport) -> Iterator[Term]:
    """Yield the sentence for what would decide an open question; nothing if none is open."""
    if report.verdict != "undecided":
        return
    gaps = {gap for point in report.points if point.certainty == "undecided" for gap in list_deciding(moments, point)}
    if gaps:
        yield sentence("Needed to decide this: {gaps}.", gaps="; ".join(sorted(gaps)))


def _pays(report: CapsReport) -> Iterator[Term]:
    paid = report.settlement
    if paid is None or report.verdict == "nothing":
        return
    tokens = ", ".join(f"{team} {number:+d}" for team, number in paid.tokens.items())
    if report.bonus:
        yield sentence(
            "With this verdict the deal pays {tokens} tokens under this ruleset, including "
            "the extra payment for the call.",
            tokens=tokens,
        )
    else:
        yield sentence("With this verdict the deal pays {tokens} tokens under this ruleset.", tokens=tokens)


def _departure_sentences(moments: Moments, report: CapsReport) -> Iterator[Term]:
    for each in report.departures:
        yield sentence(
            "{moment}: {refusal} ({clause}).",
            moment=moments.heading(each.ply),
            refusal=Term(each.refusal.msgid, each.refusal.named),
            clause=str(each.refusal.clause),
        )
