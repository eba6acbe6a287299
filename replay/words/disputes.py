"""The log of a dispute and its remedies in sentences, one for each fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.dispute import facts
from domain.tournament.standings.scores import adjustment_words
from replay.words import gettext_noop
from replay.words.values import translate

if TYPE_CHECKING:
    from domain.dispute.facts import Remedy
    from domain.engine.facts import Fact
    from domain.tournament.terms import Terms
    from replay.words import Language

VERDICTS = {
    "right": gettext_noop("called correctly"),
    "early": gettext_noop("called too early"),
    "late": gettext_noop("called too late"),
    "missing": gettext_noop("obligatory, but not called"),
}


@dataclass(frozen=True, slots=True)
class DisputeWords:
    """The sentences of one dispute. ``terms``: those of the deal's tournament, if it has one."""

    language: Language
    terms: Terms | None = None

    def sentence(self, fact: Fact) -> str:
        """Return the sentence of a fact. Raises TypeError if the fact is not one of a dispute."""
        _, who = self.language.gettext, self._who(getattr(fact, "side", ""))
        match fact:
            case facts.DisputeOpened():
                return self._describe_opening(fact)
            case facts.ClaimWorded(claim):
                return _("The claim: %(claim)s", claim=claim)
            case facts.FactStated(text=text):
                return _("%(who)s stated: %(text)s", who=who, text=text)
            case facts.FactTicked(number, agrees=True):
                return _("%(who)s agrees with fact %(number)s.", who=who, number=number)
            case facts.FactTicked(number):
                return _("%(who)s contests fact %(number)s.", who=who, number=number)
            case facts.EvidenceGiven(text=text, name=""):
                return " ".join(filter(None, (_("%(who)s gave evidence.", who=who), text)))
            case facts.EvidenceGiven(text=text, name=name):
                return " ".join(filter(None, (_("%(who)s handed in %(name)s.", who=who, name=name), text)))
            case facts.RulingSigned(ruling):
                remedies = "; ".join(self.remedy(each) for each in ruling.remedies)
                return " ".join(filter(None, (_("Ruled: %(remedies)s.", remedies=remedies), ruling.reason)))
            case facts.RulingWithdrawn(why):
                return " ".join(filter(None, (_("The ruling was withdrawn."), why)))
            case facts.AppealLodged(grounds=grounds):
                return _("%(who)s appealed: %(grounds)s", who=who, grounds=grounds)
            case facts.AppealDecided(True, reason):
                return " ".join(filter(None, (_("The ruling was upheld."), reason)))
            case facts.AppealDecided(False, reason):
                return " ".join(filter(None, (_("The ruling was overturned."), reason)))
            case facts.DisputeWithdrawn(why=why):
                return " ".join(filter(None, (_("%(who)s withdrew the claim.", who=who), why)))
            case facts.DisputeClosed():
                return _("The ruling is final.")
        raise TypeError(f"no sentence for {fact.TOPIC}")

    def remedy(self, remedy: Remedy) -> str:
        """Return a remedy in words, as a part of a sentence."""
        _ = self.language.gettext
        seat = self.language.seat(remedy.seat) if remedy.seat else ""
        match remedy.kind:
            case facts.NOTHING:
                return _("nothing changes")
            case facts.UNDO:
                return _("that is undone, and play continues from there")
            case facts.REPLAY:
                return _("the deal is cancelled and dealt again")
            case facts.VIOLATION:
                return _("%(seat)s broke a rule (%(code)s): the ruleset’s penalty applies", seat=seat, code=remedy.code)
            case facts.CAPS:
                verdict = _(VERDICTS.get(remedy.verdict, remedy.verdict))
                return _("Caps of %(seat)s: %(verdict)s", seat=seat, verdict=verdict)
            case facts.ASSIGN:
                gains = ", ".join(f"{team} {gain:+d}".replace("-", "−") for team, gain in remedy.gains.items())
                return _("the deal counts %(gains)s", gains=gains)
            case facts.RESULT if remedy.board:
                return _("the result on board %(board)s is changed", board=remedy.board)
            case facts.RESULT:
                return _("the result is changed")
            case facts.PENALTY:
                return self._penalty(remedy)
        return _("%(seat)s is warned", seat=seat) if seat else _("both sides are warned")

    def _describe_opening(self, fact: facts.DisputeOpened) -> str:
        _ = self.language.gettext
        who = f"{fact.side} ({self.language.seat(fact.seat)})" if fact.seat else fact.side
        if fact.on_behalf:
            text = _("The dispute was opened on behalf of %(who)s.", who=who)
        else:
            text = _("%(who)s opened the dispute.", who=who)
        return " ".join(filter(None, (text, fact.claim)))

    def _penalty(self, remedy: Remedy) -> str:
        _, amount = self.language.gettext, abs(remedy.amount)
        if self.terms:
            words = translate(self.language, adjustment_words(self.terms, amount, remedy.unit))
        else:
            words = f"{amount} ({remedy.unit})"
        if remedy.amount > 0:
            return _("entry %(entry)s gets %(amount)s", entry=remedy.entrant, amount=words)
        return _("entry %(entry)s loses %(amount)s", entry=remedy.entrant, amount=words)

    def _who(self, side: str) -> str:
        return side or self.language.gettext("An official")
