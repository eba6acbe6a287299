"""Disputes as JSON: the public part, the whole, and the preview of a ruling."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from domain.dispute import facts
from domain.dispute.commands import plies_of
from domain.dispute.remedies import why_unchanged
from domain.options import values
from domain.tournament.standings.scores import adjustment_amount
from replay.sentence_fields import sentence_fields
from replay.tournaments.payloads import as_number, rank_entries, rows, sheet
from replay.views import settlement
from replay.words import ENGLISH
from replay.words.disputes import DisputeWords
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.dispute.aggregate import Dispute
    from domain.dispute.commands import RulingAggregates
    from domain.dispute.facts import Remedy, Ruling
    from domain.dispute.state import Appeal, Piece, SignedRuling
    from domain.kernel.events import Recorded
    from domain.record.aggregate import Deal
    from domain.record.record import Record
    from domain.tournament.state import Line
    from domain.tournament.tables.encounter import Encounter
    from domain.tournament.terms import Terms
    from replay.words import Language


def brief(dispute: Dispute) -> dict[str, Any]:
    """Return the public part of a dispute: its place and its status, without anything about cards."""
    opened = dispute.opened
    return {
        "id": str(dispute.id),
        "deal": opened.deal,
        "status": dispute.status,
        "opened_at": dispute.opened_at,
        "club": opened.club,
        "table": opened.table,
        "match": opened.match,
        "tournament": opened.tournament,
        "encounter": opened.encounter,
        "round": opened.round or None,
        "number": opened.number or None,
        "whole": False,
    }


def whole(
    dispute: Dispute,
    events: Iterable[Recorded],
    record: Record,
    terms: Terms | None = None,
    language: Language = ENGLISH,
) -> dict[str, Any]:
    """Return the whole dispute. Plies are those of the current record; ``terms`` are those of its tournament."""
    opened, first, words = dispute.opened, next(iter(events)), DisputeWords(language, terms)
    return brief(dispute) | {
        "whole": True,
        "version": dispute.version,
        "by": first.by,
        "side": opened.side,
        "sides": opened.sides,
        "seat": opened.seat,
        "on_behalf": opened.on_behalf,
        "claim": dispute.claim,
        "code": dispute.code or None,
        "clause": dispute.clause or None,
        "plies": plies_of(record, opened.entries),
        "facts": [
            {"number": each.number, "side": each.side or None, "text": each.text, "by": each.by, "at": each.at}
            | {"ticks": each.ticks, "agreed": each in dispute.agreed}
            for each in dispute.stated.values()
        ],
        "evidence": [_piece(each, record) for each in dispute.evidence.values()],
        "ruling": _ruling_payload(dispute.signed, record, words) if dispute.signed else None,
        "overturned": _ruling_payload(dispute.overturned, record, words) if dispute.overturned else None,
        "appeal": _appeal(dispute.appeal) if dispute.appeal else None,
        "closed_at": dispute.closed_at or None,
        "timeline": [
            {"version": event.originator_version, "at": event.at, "by": event.by, "topic": event.fact.TOPIC}
            | sentence_fields(words.sentence(event.fact))
            for event in events
        ],
    }


def _piece(piece: Piece, record: Record) -> dict[str, Any]:
    given = piece.given
    row: dict[str, Any] = {
        "number": piece.number,
        "side": given.side or None,
        "text": given.text or None,
        "plies": plies_of(record, given.entries),
        "by": piece.by,
        "at": piece.at,
    }
    if given.sha256:
        row["file"] = {
            "name": given.name,
            "media_type": given.media_type,
            "size": given.size,
            "sha256": given.sha256,
        }
    return _without_none(row)


def _ruling_payload(signed: SignedRuling, record: Record, words: DisputeWords) -> dict[str, Any]:
    ruling = signed.ruling
    return _without_none(
        {
            "by": signed.by,
            "at": signed.at,
            "reason": ruling.reason,
            "code": ruling.code or None,
            **{name: value or None for name, value in values(ruling).items()},
            "appeal_until": signed.fact.appeal_until or None,
            "remedies": [_remedy(each, record, words) for each in ruling.remedies],
        }
    )


def _remedy(remedy: Remedy, record: Record, words: DisputeWords) -> dict[str, Any]:
    terms = words.terms
    row: dict[str, Any] = {
        "kind": remedy.kind,
        **sentence_fields(words.remedy(remedy)),
        "seat": remedy.seat,
        "code": remedy.code or None,
        "verdict": remedy.verdict or None,
        "note": remedy.note or None,
    }
    match remedy.kind:
        case facts.RESULT:
            row |= {"sheet": sheet(remedy.sheet), "board": remedy.board or None}
        case facts.ASSIGN:
            row["gains"] = remedy.gains
        case facts.PENALTY:
            amount = adjustment_amount(terms, remedy.amount, remedy.unit) if terms else Fraction(remedy.amount)
            row |= {"entry": remedy.entrant, "amount": as_number(amount), "unit": remedy.unit}
        case facts.UNDO:
            plies = plies_of(record, (remedy.entry, remedy.entry))
            row["ply"] = plies[0] if plies else None
    return _without_none(row)


def _appeal(appeal: Appeal) -> dict[str, Any]:
    row: dict[str, Any] = {
        "side": appeal.lodged.side,
        "grounds": appeal.lodged.grounds,
        "at": appeal.at,
        "by": appeal.by,
    }
    if appeal.decided:
        row["decided"] = {
            "upheld": appeal.decided.upheld,
            "reason": appeal.decided.reason,
            "by": appeal.decided_by,
            "at": appeal.decided_at,
        }
    return row


def _without_none(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without its null values."""
    return {name: value for name, value in row.items() if value is not None}


# --- the preview of a ruling ------------------------------------------------------------------------


def consequences(
    ruling: Ruling,
    before: RulingAggregates,
    after: RulingAggregates,
    lines: Iterable[Line],
    language: Language = ENGLISH,
) -> dict[str, Any]:
    """Return the changes that a ruling would make to the deal, the match, the table and the standings.

    ``lines``: the current lines of the tournament. Only rows of the standings that would change are returned.
    """
    kinds = dict.fromkeys(each.kind for each in ruling.remedies)
    reasons = [why_unchanged(before.deal.record, after.deal.record, kind) for kind in kinds]
    changes: dict[str, Any] = {
        "unchanged": [translate(language, reason) for reason in reasons if reason is not None],
        "deal": {"before": _deal(before.deal), "after": _deal(after.deal)},
    }
    if before.match and after.match:
        changes["match"] = {
            "teams": {team: after.match.opened.teams.get(team, team) for team in after.match.balance},
            "before": before.match.balance,
            "after": after.match.balance,
        }
    if before.encounter and after.encounter:
        changes["table"] = {"before": _results(before.encounter), "after": _results(after.encounter)}
    if before.tournament and after.tournament:
        now = list(lines)
        then = with_table(now, after.encounter)
        first = {row["entry"]: row for row in rows(before.tournament, rank_entries(before.tournament, now))}
        changes["standings"] = [
            {
                "entry": row["entry"],
                "name": row["name"],
                "before": {"place": first[row["entry"]]["place"], "score": first[row["entry"]]["said"]},
                "after": {"place": row["place"], "score": row["said"]},
            }
            for row in rows(after.tournament, rank_entries(after.tournament, then))
            if (row["place"], row["said"]) != (first[row["entry"]]["place"], first[row["entry"]]["said"])
        ]
    return changes


def with_table(lines: Iterable[Line], encounter: Encounter | None) -> list[Line]:
    """Return the lines of a tournament, those of one table replaced by the lines of ``encounter``."""
    if encounter is None:
        return list(lines)
    table = encounter.setting.round, encounter.setting.table
    return [line for line in lines if (line.round, line.table) != table] + list(encounter.lines())


def _deal(deal: Deal) -> dict[str, Any]:
    settled = deal.record.settlement
    return _without_none({"status": deal.status, "settlement": settlement(settled) if settled else None})


def _results(encounter: Encounter) -> list[dict[str, Any]]:
    return [
        {"board": board, "won": result.score.won, "source": result.source, "confirmed": result.confirmed}
        for board, result in sorted(encounter.results.items())
    ]
