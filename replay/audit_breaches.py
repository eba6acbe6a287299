"""The breaches of a deal in words: who, what, which rule, what was legal, what follows, how sure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN, POSSIBLE, Finding, Missing, Notice, Remedy, Report, Sight
from domain.facts import BidMade, ContractBid
from domain.hiding import PUBLIC
from domain.seats import seat_name
from replay.notation.actions import write_action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.cards import Seat
    from domain.facts import Act
    from domain.record import Record
    from domain.refusals import Clause

NOUNS: Final[dict[str, str]] = {
    "announcement-false": "a false announcement",
    "already-played": "a card that had been played",
    "caps-order": "an order of cards that the caller did not hold",
    "count-impossible": "a false count",
    "indicator-differs": "another card than the indicator that was placed",
    "indicator-misused": "a misuse of the trump indicator",
    "indicator-not-held": "an indicator from outside the hand",
    "jass-count": "a false count",
    "jass-not-held": "a card that was not held",
    "jass-out-of-turn": "a play out of turn",
    "jass-revoke": "a revoke",
    "jass-undertrump": "a trump that was too low",
    "maker-first-lead": "a trump led to the first trick of a closed game",
    "maker-hand-trump": "a trump from the hand, laid face down by the trump maker",
    "maker-must-cut": "a discard by a trump maker who could only cut",
    "marriage-not-held": "a marriage that was not held",
    "must-lead-trumps": "a lead against the duty of exhausted trumps",
    "must-play-down": "a card that had to be played face down",
    "must-play-up": "a card that had to be played face up",
    "not-in-hand": "a card that was not held",
    "open-first-lead": "a closed game by a hand of nothing but trumps that leads first",
    "play-out-of-turn": "a play out of turn",
    "redeal-too-strong": "a redeal with too strong a hand",
    "reveal-differs": "a reveal of other cards than lay there",
    "revoke": "a revoke",
    "spoilt-false": "a false call of spoilt trumps",
    "stoeck-not-held": "Stöck that was not held",
    "weis-answer-false": "a false answer about a Weis",
    "weis-must-answer": "a Weis conceded that was as good",
    "weis-must-concede": "a Weis told that was worse",
    "weis-not-held": "a Weis that was not held",
    "weis-not-highest": "a Weis that was not the highest of the hand",
    "weis-score-differs": "Weis scored that are not those of the hand",
    "weis-show-differs": "other cards shown than the Weis",
}
"""What an act may have been, as long as some cards are unknown."""

WHY: Final[dict[str, str]] = {
    "deal": "the rest of the deal rests on it",
    "calls": "these calls were made after it",
    "contract": "the contract rests on it",
    "trump": "the trump rests on it",
    "trick": "the rest of the trick was played to it",
    "lead": "the offending side took the trick and had the lead",
    "reveal": "whose trick it was, and what everybody knew, rests on it",
    "weis": "this was said of Weis after it",
    "knowledge": "somebody may have acted on it",
}

NOTICES: Final[dict[str, str]] = {
    "spoilt-unnoticed": "Trumps were spoilt to the end and nobody declared it; the deal stands.",
    "unfounded": "Somebody noted {noted}; the cards rule it out.",
}


def told_breaches(record: Record) -> dict[str, Any]:
    """The report as JSON values."""
    report = breaches(record)
    told = {
        "clean": report.clean,
        "first": report.first.ply if report.first else None,
        "unknown": report.unknown,
        "summary": summary(report),
        "findings": [finding(record, each) for each in report.findings],
        "notices": [notice(each) for each in report.notices],
    }
    return {name: value for name, value in told.items() if value is not None}


def summary(report: Report) -> str:
    """The report in a sentence or two."""
    certain = sum(each.sure == CERTAIN for each in report.findings)
    possible = sum(each.sure == POSSIBLE for each in report.findings)
    noted = len(report.findings) - certain - possible
    if not report.findings:
        return "No breach of the rules."
    parts = [_count(certain, "breach is", "breaches are", "certain")] if certain else ["No breach is certain"]
    if possible:
        parts.append(_count(possible, "act", "acts", "may break a rule: unseen cards would tell"))
    if noted:
        parts.append(_count(noted, "thing was", "things were", "noted that no card can tell"))
    return "; ".join(parts) + "."


def _count(n: int, one: str, many: str, rest: str) -> str:
    return f"{n} {one if n == 1 else many} {rest}"


def finding(record: Record, found: Finding) -> dict[str, Any]:
    """One breach."""
    act = record.acts[found.ply] if found.ply >= 0 else None
    told: dict[str, Any] = {
        "ply": found.ply,
        **({"act": write_action(act)} if act is not None else {}),
        "code": found.code,
        "sure": found.sure,
        "what": what(found, act),
        "seen": seen(record, found.seen, found),
        "taints": [{"first": t.first, "last": t.last, "why": t.why, "words": WHY[t.why]} for t in found.taints],
        "follows": follows(record, found.remedy, found.seat),
        "noted": found.noted,
    }
    if found.seat is not None:
        told |= {"seat": found.seat, "who": who(record, found.seat)}
    if found.clause is not None:
        told["clause"] = clause(found.clause)
    if found.legal:
        told["legal"] = [write_action(each) for each in found.legal]
        told["instead"] = instead(found.legal)
    elif found.allowed:
        told["instead"] = found.allowed
    if found.or_else:
        told["or_else"] = list(found.or_else)
    if found.settle:
        told["settle"] = [missing(record, each) for each in found.settle]
    if found.because is not None:
        told["because"] = found.because
    told["words"] = words(told)
    return told


def words(told: dict[str, Any]) -> str:
    """A finding as somebody would say it."""
    where = f"Ply {told['ply']}" if told["ply"] >= 0 else "Before the first act"
    parts = [f"{where}: {told['what']}"]
    if "clause" in told:
        parts[0] += f" [{told['clause']['words']}]"
    if "instead" in told:
        parts.append(f"Instead: {told['instead']}")
    if "because" in told:
        parts.append(f"Without the breach at ply {told['because']} it would have been none")
    parts.append(told["seen"]["words"])
    parts.append(told["follows"]["words"])
    if "settle" in told:
        parts.append("To settle it, disclose " + _and(each["words"] for each in told["settle"]))
    return ". ".join(part[:1].upper() + part[1:] for part in parts) + "."


def what(found: Finding, act: Act | None) -> str:
    """What happened, or may have."""
    nouns = [NOUNS.get(code, code.replace("-", " ")) for code in (found.code, *found.or_else)]
    if found.what and found.sure == CERTAIN:
        return found.what + (f"; or it was {_or(nouns[1:])}" if len(nouns) > 1 else "")
    if found.sure == POSSIBLE and act is not None:
        return f"“{write_action(act)}” may have been {_or(nouns)}"
    return f"noted: {nouns[0]}" + (f" ({found.what})" if found.what else "")


def who(record: Record, seat: Seat) -> str:
    """A player by name and seat."""
    player = record.opened.players.get(seat)
    return f"{player} ({seat_name(seat)})" if player else seat_name(seat)


def clause(rule: Clause) -> dict[str, str]:
    """A clause: document, heading, both in words."""
    return {"document": rule.document, "heading": rule.heading, "words": str(rule)}


def instead(legal: tuple[Act, ...]) -> str:
    """What was open, in words; a ladder of bids by its ends."""
    bids = [act for act in legal if isinstance(act, BidMade | ContractBid)]
    rest = [write_action(act) for act in legal if act not in bids]
    if len(bids) > 3:
        rest.insert(0, f"{write_action(bids[0])} to {write_action(bids[-1])}")
    else:
        rest = [*map(write_action, bids), *rest]
    return _or(rest)


def seen(record: Record, sight: Sight, found: Finding) -> dict[str, Any]:
    """When it could first be seen, and by whom."""
    told: dict[str, Any] = {"by": list(sight.by), "shown": sight.shown}
    if sight.ply is not None:
        told["ply"] = sight.ply
    if found.sure == POSSIBLE:
        told["words"] = "nobody at the table can tell from what was shown"
    elif not sight.by:
        told["words"] = "somebody noted it" if found.noted else "nobody at the table could see it"
    elif sight.shown:
        told["words"] = "it could be seen when the hands were shown after the deal"
    elif sight.ply == found.ply:
        told["words"] = f"{_eyes(record, sight)} could see it at once"
    else:
        told["words"] = f"{_eyes(record, sight)} could first see it at ply {sight.ply}"
    return told


def _eyes(record: Record, sight: Sight) -> str:
    return "everybody" if sight.by == (PUBLIC,) else _and(who(record, seat) for seat in sight.by)


def follows(record: Record, remedy: Remedy, seat: Seat | None) -> dict[str, Any]:
    """What follows under the ruleset."""
    told: dict[str, Any] = {"kind": remedy.kind, "void": remedy.void, "ruled": remedy.ruled}
    if remedy.kind == "award" and remedy.tokens is not None:
        tokens = ", ".join(f"{team} {n:+d}" for team, n in remedy.tokens.items())
        told |= {"plus": remedy.plus, "tokens": remedy.tokens}
        told["words"] = f"the other side is given the game and {remedy.plus} more tokens ({tokens})"
    elif remedy.void:
        told |= {"ply": remedy.ply, "words": "the call does not count"}
    else:
        told |= {"ply": remedy.ply, "words": f"it is put right, and the deal goes on from ply {remedy.ply}"}
    if remedy.ruled:
        told["words"] += "; an arbiter has ruled so"
    return told


def missing(record: Record, item: Missing) -> dict[str, Any]:
    """Cards to be disclosed."""
    name = seat_name(item.seat)
    dealt = f"the cards dealt to {name} at ply {item.ply}"
    return {
        "ply": item.ply,
        "seat": item.seat,
        "hand": item.batch,
        "words": dealt if item.batch else f"{name}'s card at ply {item.ply}",
    }


def notice(found: Notice) -> dict[str, Any]:
    """Something that breaks no rule."""
    told: dict[str, Any] = {"ply": found.ply, "code": found.code}
    if found.clause is not None:
        told["clause"] = clause(found.clause)
    if found.noted:
        told["noted"] = found.noted
    told["words"] = NOTICES[found.code].format(noted=NOUNS.get(found.noted, found.noted.replace("-", " ")))
    return told


def _and(parts: Iterable[str]) -> str:
    *rest, last = parts
    return f"{', '.join(rest)} and {last}" if rest else last


def _or(parts: Iterable[str]) -> str:
    *rest, last = parts
    return f"{', '.join(rest)} or {last}" if rest else last
