"""The breaches of a deal as JSON, with sentences in a language (`replay.words.breaches`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.audit.breaches import breaches
from domain.engine.hiding import PUBLIC
from domain.games.sidi.acts import ContractBid
from domain.games.three04.acts import BidMade
from replay.notation.actions import write_action
from replay.words import ENGLISH
from replay.words import breaches as words
from replay.words.places import Moments
from replay.words.refusals import describe_allowed

if TYPE_CHECKING:
    from domain.audit.findings import Finding, Missing, Notice, Remedy
    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.engine.refusals import Clause
    from domain.record.record import Record
    from replay.words import Language


def breaches_payload(record: Record, language: Language = ENGLISH) -> dict[str, Any]:
    """Return the report as JSON, with sentences in a language."""
    report = breaches(record)
    payload = {
        "clean": report.clean,
        "first": report.first.ply if report.first else None,
        "unknown": report.unknown,
        "summary": words.summary(language, report),
        "findings": [finding(record, each, language) for each in report.findings],
        "notices": [notice(each, language) for each in report.notices],
    }
    return {name: value for name, value in payload.items() if value is not None}


def finding(record: Record, breach: Finding, language: Language) -> dict[str, Any]:
    """Return one breach as JSON."""
    moments = Moments.of(language, record)
    act = record.acts[breach.ply] if breach.ply >= 0 else None
    notation = write_action(act) if act is not None else ""
    payload: dict[str, Any] = {
        "ply": breach.ply,
        **({"act": notation} if notation else {}),
        "code": breach.code,
        "sure": breach.sure,
        "what": words.what(language, breach, notation),
        "seen": seen(record, breach, moments),
        "taints": [
            {
                "first": taint.first,
                "last": taint.last,
                "why": taint.why,
                "words": language.gettext(words.WHY[taint.why]),
            }
            for taint in breach.taints
        ],
        "follows": follows(breach.remedy, moments),
        "noted": breach.noted,
    }
    if breach.seat is not None:
        payload |= {"seat": breach.seat, "who": who(record, breach.seat, language)}
    if breach.clause is not None:
        payload["clause"] = clause(breach.clause)
    if breach.legal:
        payload["legal"] = [write_action(open_) for open_ in breach.legal]
        payload["instead"] = instead(breach.legal, language)
    elif breach.broke and breach.broke.allowed:
        payload["instead"] = describe_allowed(language, breach.broke)
    if breach.or_else:
        payload["or_else"] = list(breach.or_else)
    if breach.settle:
        payload["settle"] = [missing_cards(item, moments) for item in breach.settle]
    if breach.because is not None:
        payload["because"] = breach.because
    payload["words"] = words.finding(moments, payload, [item["words"] for item in payload.get("settle", ())])
    return payload


def who(record: Record, seat: Seat, language: Language) -> str:
    """Return the name and the seat of a player; only the seat if the name is not known."""
    player = record.opened.players.get(seat)
    return f"{player} ({language.seat(seat)})" if player else language.seat(seat)


def clause(rule: Clause) -> dict[str, str]:
    """Return a clause as JSON: its document, its heading, and both in words."""
    return {"document": rule.document, "heading": rule.heading, "words": str(rule)}


def instead(legal: tuple[Act, ...], language: Language) -> str:
    """Return the acts that were legal, as a phrase; more than three bids as the lowest and the highest."""
    bids = [write_action(act) for act in legal if isinstance(act, BidMade | ContractBid)]
    rest = [write_action(act) for act in legal if not isinstance(act, BidMade | ContractBid)]
    if len(bids) > 3:
        return words.instead(language, rest, (bids[0], bids[-1]))
    return words.instead(language, [*bids, *rest], None)


def seen(record: Record, breach: Finding, moments: Moments) -> dict[str, Any]:
    """Return when a breach could first be seen, and by whom."""
    sight = breach.seen
    payload: dict[str, Any] = {"by": list(sight.by), "shown": sight.shown}
    if sight.ply is not None:
        payload["ply"] = sight.ply
    names = [who(record, viewer, moments.language) for viewer in sight.by if viewer != PUBLIC]
    return payload | {"words": words.seen(moments, breach, names)}


def follows(remedy: Remedy, moments: Moments) -> dict[str, Any]:
    """Return a remedy as JSON."""
    payload: dict[str, Any] = {"kind": remedy.kind, "void": remedy.void, "ruled": remedy.ruled}
    if remedy.kind == "award" and remedy.tokens is not None:
        payload |= {"plus": remedy.plus, "tokens": remedy.tokens}
    else:
        payload["ply"] = remedy.ply
    return payload | {"words": words.follows(moments, remedy)}


def missing_cards(item: Missing, moments: Moments) -> dict[str, Any]:
    """Return the cards to disclose as JSON."""
    return {"ply": item.ply, "seat": item.seat, "hand": item.batch, "words": words.name_missing_cards(moments, item)}


def notice(item: Notice, language: Language) -> dict[str, Any]:
    """Return a notice as JSON."""
    payload: dict[str, Any] = {"ply": item.ply, "code": item.code}
    if item.clause is not None:
        payload["clause"] = clause(item.clause)
    if item.noted:
        payload["noted"] = item.noted
    return payload | {"words": words.notice(language, item)}
