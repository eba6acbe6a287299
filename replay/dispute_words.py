"""The log of a dispute in sentences, one for each fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.dispute import facts
from domain.engine.seats import seat_name
from domain.tournament.scores import adjustment_words

if TYPE_CHECKING:
    from domain.dispute.facts import Remedy
    from domain.engine.facts import Fact
    from domain.tournament.terms import Terms


def sentence(fact: Fact, terms: Terms | None = None) -> str:
    """Return the sentence of a fact. ``terms``: those of the deal's tournament, if it has one.

    Raises TypeError if the fact is not one of a dispute.
    """
    match fact:
        case facts.DisputeOpened(side=side, seat=seat, on_behalf=on_behalf, claim=claim):
            who = f"{side} ({seat_name(seat)})" if seat else side
            on_paper = ", written down for them" if on_behalf else ""
            return f"{who} opened the dispute{on_paper}. {claim}".rstrip()
        case facts.ClaimWorded(claim):
            return f"The claim: {claim}"
        case facts.FactStated(side, text):
            return f"{_who(side)} stated: {text}"
        case facts.FactTicked(number, side, agrees):
            return f"{side} {'agrees with' if agrees else 'contests'} fact {number}."
        case facts.EvidenceGiven(side, text, name=name):
            what = f"handed in {name}" if name else "gave evidence"
            return f"{_who(side)} {what}{f': {text}' if text else '.'}"
        case facts.RulingSigned(ruling):
            return f"Ruled: {'; '.join(remedy(each, terms) for each in ruling.remedies)}. {ruling.reason}"
        case facts.RulingWithdrawn(why):
            return f"The ruling was withdrawn. {why}"
        case facts.AppealLodged(side, grounds):
            return f"{side} appealed: {grounds}"
        case facts.AppealDecided(upheld, reason):
            return f"The ruling was {'upheld' if upheld else 'overturned'}. {reason}"
        case facts.DisputeWithdrawn(side, why):
            return f"{side} withdrew the claim. {why}".rstrip()
        case facts.DisputeClosed():
            return "The ruling is final."
    raise TypeError(f"no sentence for {fact.TOPIC}")


def remedy(each: Remedy, terms: Terms | None = None) -> str:
    """Return a remedy in words, as a part of a sentence."""
    who = seat_name(each.seat) if each.seat else ""
    match each.kind:
        case facts.NOTHING:
            return "nothing changes"
        case facts.UNDO:
            return "the table takes it back and plays on from there"
        case facts.REPLAY:
            return "the deal does not count and is dealt again"
        case facts.VIOLATION:
            return f"{who} broke a rule ({each.code}): what the ruleset says follows"
        case facts.CAPS:
            return f"the Caps of {who} is {each.verdict}"
        case facts.RESULT:
            return f"the result is ruled{f' on board {each.board}' if each.board else ''}"
        case facts.PENALTY:
            amount = abs(each.amount)
            words = str(adjustment_words(terms, amount, each.unit)) if terms else f"{amount} ({each.unit})"
            return f"entry {each.entrant} {'gets' if each.amount > 0 else 'loses'} {words}"
    return f"{who or 'both sides'} {'is' if who else 'are'} warned"


def _who(side: str) -> str:
    return side or "An official"
