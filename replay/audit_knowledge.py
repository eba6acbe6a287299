"""Who knew what when, as plain values and in sentences (`domain.audit.knowledge`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from domain.audit.information import Inference
from domain.audit.knowledge import CardKnown, KnowledgeTable, Observer
from domain.cards import Card, Seat
from domain.faces import faces_of
from domain.facts import (
    Act,
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorRevealed,
    MarriageDeclared,
    TrumpOpened,
    WeisShown,
)
from domain.record import Record
from domain.state import NOBODY

Told = dict[str, Any]

SHOWN: Final[dict[type[Act], str]] = {
    FaceDownInspected: "inspected",
    CardsRevealed: "turned-up",
    IndicatorRevealed: "indicator",
    TrumpOpened: "indicator",
    MarriageDeclared: "marriage",
    CapsCalled: "caps",
    WeisShown: "weis",
}
"""How a card came to be shown, by the act that showed it."""

NOTES: Final = {
    "not-spoilt": "spoilt trumps were declared in error, so an opponent of the trump maker has a trump; the count "
    "makes no use of it",
    "known-card-may-have-gone": "a card was played face down that may be one known to be in that hand; the count takes "
    "that one for unknown",
    "maker-need-not-lead-trumps": "the trump maker led another suit, so it did not hold all the trumps left; the count "
    "makes no use of it",
    "weis-told": "something was said of a Weis; the count makes use only of cards that were shown",
}
"""What was told beside the cards and does not confine them in the count (`Knowledge.more`)."""

ENDINGS: Final = ((10**18, "quintillion"), (10**15, "quadrillion"), (10**12, "trillion"), (10**9, "billion"),
                  (10**6, "million"))  # fmt: skip


def knowledge(record: Record, seat: Seat, ply: int) -> Told:
    """What a seat knew after the act of a ply (-1: before the first), as JSON.

    The record must be looked at with the right to see through this seat; nothing in the answer depends on what the
    seat could not know, nor on any later act.
    """
    observer = Observer(record, seat)
    for act in record.acts[: ply + 1]:
        observer.see(act)
    return Teller(record, observer).told()


def number(deals: int) -> str:
    """A number of deals as one says it: exact below a million."""
    for unit, name in ENDINGS:
        if deals >= unit:
            return f"about {deals / unit:.3g} {name}"
    return f"{deals:,}"


class Teller:
    """Puts what a seat knew into words."""

    def __init__(self, record: Record, observer: Observer) -> None:
        self.record = record
        self.observer = observer
        self.rules = record.rules
        self.faces = faces_of(record.rules.game)
        self.table: KnowledgeTable = observer.table()
        self.name = self.rules.names[self.table.seat]

    def told(self) -> Told:
        """All of it."""
        table, knows = self.table, self.table.knows
        told: Told = {
            "seat": self.rules.seats[table.seat],
            "ply": table.ply - 1,
            "text": self.summary(),
            "cards": {known.card: self.card(known) for known in table.cards},
            "trump": self.trump(),
        }
        if table.count:
            # As a string: there may be more deals than a number in JSON holds exactly.
            told["deals"] = str(table.count.deals)
        if knows.gaps:
            told["gaps"] = list(knows.gaps)
        if notes := list(self.notes()):
            told["notes"] = notes
        if knows.breach:
            ply, refusal = knows.breach
            told["breach"] = {"ply": ply, "code": refusal.code, "text": str(refusal), "clause": str(refusal.clause)}
        return told

    def summary(self) -> str:
        """How many deals fit, in a sentence."""
        count = self.table.count
        if count is None:
            return f"How many deals fit cannot be told: the record does not say all that {self.name} saw."
        if not count.deals:
            return f"No deal fits all that {self.name} saw: somebody broke a rule, or the record is wrong."
        if count.deals == 1:
            return f"One deal fits all that {self.name} knew: every card could be placed."
        return f"{number(count.deals)} deals fit all that {self.name} knew.".replace("about", "About", 1)

    def notes(self) -> Iterator[Told]:
        """What was told beside the cards and is not in the count."""
        for code, ply in dict(self.table.knows.more).items():
            yield {"code": code, "ply": ply, "text": f"At ply {ply} {NOTES[code]}."}

    # --- the trump --------------------------------------------------------------------------------

    def trump(self) -> Told:
        """Which suits can be trump, each with the share of the deals, and why the others cannot."""
        knows, count = self.table.knows, self.table.count
        letter = self.rules.tables.letter
        told: Told = {}
        if knows.trump:
            told["suit"] = letter[knows.trump]
        elif count and count.deals:
            likely = {letter[suit]: deals / count.deals for suit, deals in count.trumps.items() if suit and deals}
            if likely:
                told["possible"] = {suit: round(share, 6) for suit, share in likely.items()}
        if knows.excluded and not knows.trump:
            told["excluded"] = {letter[suit]: self.not_trump(suit, why) for suit, why in knows.excluded.items()}
        return told

    def not_trump(self, suit: int, why: Inference) -> Told:
        """Why a suit cannot be trump."""
        word = self.faces.suits[self.rules.tables.letter[suit]].word
        who = self.rules.names[why.seat]
        match why.code:
            case "maker-led-first":
                text = f"{who} led {word} to the first trick, at ply {why.ply}; no trump may be led to it"
            case "cut-not-trump":
                text = f"{who} cut a lead of {word} at ply {why.ply}"
            case "no-trumps-found":
                text = f"{who} found no trump at ply {why.ply}, and {word} lay face down"
            case "trumps-found":
                text = f"{who} found a trump face down at ply {why.ply}, and no card of {word} can have lain there"
            case _:
                text = f"no card of {word} is left for the indicator"
        return self._because(why, text)

    # --- a card -----------------------------------------------------------------------------------

    def card(self, known: CardKnown) -> Told:
        """What is known of a card."""
        told: Told = {"status": known.status, "text": self.sentence(known)}
        if known.seat != NOBODY:
            told["seat"] = self.rules.seats[known.seat]
        if known.where:
            told["where"] = known.where
        if known.play:
            told |= {"ply": known.play.ply, "trick": known.play.trick, "down": known.play.down}
        if known.status == "shown" and known.by:
            told["shown"] = {"how": self.how(known.by), "ply": known.by.ply}
        if known.status == "unknown" and self.table.count and self.table.count.deals:
            told["with"] = self.shares(known)
        if known.not_with:
            told["not_with"] = {self.rules.seats[seat]: self.why_not(known, seat, why) for seat, why in known.not_with}
        return told

    def shares(self, known: CardKnown) -> dict[str, float]:
        """Each seat that may have the card (``pack`` for the cards that are not dealt) with its share of the deals."""
        everything = self.table.count.deals if self.table.count else 1
        found: dict[str, int] = {}
        for (seat, _, _), deals in known.places:
            name = "pack" if seat == NOBODY else self.rules.seats[seat]
            found[name] = found.get(name, 0) + deals
        most_first = sorted(found, key=lambda name: -found[name])
        return {name: round(found[name] / everything, 6) for name in most_first}

    def how(self, by: Inference) -> str:
        """How a card was shown."""
        return SHOWN.get(type(self.record.acts[by.ply]), "shown")

    def why_not(self, known: CardKnown, seat: int, why: Inference | None) -> Told:
        """Why a seat cannot have a card."""
        who = self.rules.names[seat]
        suit = self.faces.suits[known.card[1]].word
        if why is None:
            return {"code": "no-room", "text": f"{who} has no room for it"}
        play = self.observer.plays.get(why.ply)
        match why.code:
            case "did-not-follow" if play and play.lead != known.card[1]:
                text = f"{who} undertrumped at ply {why.ply}, which no hand may do that has this card"
                return self._because(why, text) | {"code": "undertrumped"}
            case "did-not-follow":
                text = f"{who} did not follow to {suit} at ply {why.ply}"
            case "face-down":
                text = f"{who} played face down to {suit} at ply {why.ply}"
            case _:
                text = f"{who} had to lead trumps at ply {why.ply} and led another suit"
        return self._because(why, text)

    def sentence(self, known: CardKnown) -> str:
        """What is known of a card, in a sentence."""
        play = f"trick {known.play.trick} (ply {known.play.ply})" if known.play else ""
        who = self.rules.names[known.seat] if known.seat != NOBODY else "the pack"
        match known.status:
            case "held" if play:
                return f"{self.name}'s own card, face down in {play}"
            case "held":
                return f"{self.name}'s own indicator" if known.where == "indicator" else f"in {self.name}'s own hand"
            case "seen":
                return f"{who} played it to {play}"
            case "shown" if known.by:
                told = f"{self.shown_as(known.card, self.how(known.by))} at ply {known.by.ply}"
                return f"{who} played it face down to {play}; {told}" if play else f"in {who}'s hand; {told}"
            case "inferred":
                if known.seat == NOBODY:
                    return "in the pack: not dealt"
                return f"{self.must(known, who)}{self.reasons(known)}"
        if not known.places:
            return "not known"
        return f"with {either(self.shares_in_words(known))}{self.reasons(known)}"

    def must(self, known: CardKnown, who: str) -> str:
        """Where a card must be."""
        match known.where:
            case "hand" | "asleep":
                return f"must be in {who}'s hand"
            case "indicator":
                return f"must be {who}'s indicator"
            case "trick" | "heap" if known.play:
                return f"must be what {who} played face down to trick {known.play.trick} (ply {known.play.ply})"
        return f"must be {who}'s, in hand or face down"

    def shares_in_words(self, known: CardKnown) -> list[str]:
        """Who may have the card, with the share of the deals."""
        names = dict(zip(self.rules.seats, self.rules.names, strict=True))
        return [f"{names.get(seat, 'the pack')} ({share:.0%})" for seat, share in self.shares(known).items()]

    def reasons(self, known: CardKnown) -> str:
        """Why others cannot have it, as the end of a sentence."""
        told = [self.why_not(known, seat, why)["text"] for seat, why in known.not_with]
        return ": " + "; ".join(told) if told else ""

    def shown_as(self, card: Card, how: str) -> str:
        """How a card was shown, in words."""
        match how:
            case "inspected":
                return f"{self.name} inspected it"
            case "turned-up":
                return "turned up"
            case "indicator":
                return "shown as the trump indicator"
            case "marriage":
                return f"shown in a marriage of {self.faces.suits[card[1]].word}"
            case "caps":
                return "shown with the call of Caps"
            case "weis":
                return "shown as Weis"
        return "shown"

    def _because(self, why: Inference, text: str) -> Told:
        return {"code": why.code, "seat": self.rules.seats[why.seat], "ply": why.ply, "text": text}


def either(names: list[str]) -> str:
    """Names with “or” before the last."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


__all__ = ["knowledge", "number"]
