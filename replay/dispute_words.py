"""The log of a dispute in sentences, one for each fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.dispute import facts as told
from domain.engine.seats import seat_name
from domain.tournament.scores import adjustment_words

if TYPE_CHECKING:
    from domain.dispute.facts import Remedy
    from domain.engine.facts import Fact
    from domain.tournament.terms import Terms


def sentence(fact: Fact, terms: Terms | None = None) -> str:
    """Return the sentence of a fact. ``terms``: those of the deal's tournament."""
    match fact:
        case told.DisputeOpened(side=side, seat=seat, on_behalf=on_behalf, claim=claim):
            who = f"{side} ({seat_name(seat)})" if seat else side
            written = ", written down for them" if on_behalf else ""
            return f"{who} opened the dispute{written}. {claim}".rstrip()
        case told.ClaimWorded(claim):
            return f"The claim: {claim}"
        case told.FactStated(side, text):
            return f"{_who(side)} stated: {text}"
        case told.FactTicked(number, side, agrees):
            return f"{side} {'agrees with' if agrees else 'contests'} fact {number}."
        case told.EvidenceGiven(side, text, name=name):
            what = f"handed in {name}" if name else "gave evidence"
            return f"{_who(side)} {what}{f': {text}' if text else '.'}"
        case told.RulingSigned(ruling):
            return f"Ruled: {'; '.join(remedy(each, terms) for each in ruling.remedies)}. {ruling.reason}"
        case told.RulingWithdrawn(why):
            return f"The ruling was withdrawn. {why}"
        case told.AppealLodged(side, grounds):
            return f"{side} appealed: {grounds}"
        case told.AppealDecided(upheld, reason):
            return f"The ruling was {'upheld' if upheld else 'overturned'}. {reason}"
        case told.DisputeWithdrawn(side, why):
            return f"{side} withdrew the claim. {why}".rstrip()
        case told.DisputeClosed():
            return "The ruling is final."
    raise TypeError(f"nobody said how to tell {fact.TOPIC}")


def remedy(each: Remedy, terms: Terms | None = None) -> str:
    """Return a remedy in words."""
    who = seat_name(each.seat) if each.seat else ""
    match each.kind:
        case told.NOTHING:
            return "nothing changes"
        case told.UNDO:
            return "the table takes it back and plays on from there"
        case told.REPLAY:
            return "the deal does not count and is dealt again"
        case told.VIOLATION:
            return f"{who} broke a rule ({each.code}): what the ruleset says follows"
        case told.CAPS:
            return f"the Caps of {who} is {each.verdict}"
        case told.RESULT:
            return f"the result is ruled{f' on board {each.board}' if each.board else ''}"
        case told.PENALTY:
            amount = abs(each.amount)
            words = str(adjustment_words(terms, amount, each.unit)) if terms else f"{amount} ({each.unit})"
            return f"entry {each.entrant} {'gets' if each.amount > 0 else 'loses'} {words}"
    return f"{who or 'both sides'} {'is' if who else 'are'} warned"


def _who(side: str) -> str:
    return side or "An official"
