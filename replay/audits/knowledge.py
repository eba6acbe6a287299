"""The knowledge of a seat over time, as values and in words (`domain.audit.knowledge`, `replay.words.knowledge`)."""

from __future__ import annotations

from typing import Any, Final

from domain.audit.knowledge import CardKnown, KnowledgeTable, Observer
from domain.engine.cards import Seat
from domain.engine.faces import faces_of
from domain.engine.facts import Act, CardExposed
from domain.engine.knowledge.information import Inference
from domain.engine.state import NOBODY
from domain.games.sidi.acts import WeisShown
from domain.games.three04.acts import (
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorRevealed,
    MarriageDeclared,
    TrumpOpened,
)
from domain.record.record import Record
from replay.words import ENGLISH, Language
from replay.words.knowledge import KnowledgeWords
from replay.words.places import Moments
from replay.words.refusals import whole

Payload = dict[str, Any]

FACE_DOWN: Final = ("trick", "heap")
"""The places of a card that was played face down (`CardKnown.where`)."""
SHOWN: Final[dict[type[Act], str]] = {
    FaceDownInspected: "inspected",
    CardsRevealed: "turned-up",
    IndicatorRevealed: "indicator",
    TrumpOpened: "indicator",
    MarriageDeclared: "marriage",
    CapsCalled: "caps",
    WeisShown: "weis",
    CardExposed: "exposed",
}
"""The ways in which a card is shown, by the act that shows it."""


def knowledge(record: Record, seat: Seat, ply: int, language: Language = ENGLISH) -> Payload:
    """Return the knowledge of a seat after the act of a ply (-1: before the first), as JSON with sentences.

    Only viewers who may see the deal as this seat may have it. It depends on nothing that the seat could not know, and
    on no later act.
    """
    observer = Observer(record, seat)
    for act in record.acts[: ply + 1]:
        observer.see(act)
    return KnowledgePayload(record, observer, language).payload()


class KnowledgePayload:
    """Writes the knowledge of a seat as values and sentences."""

    def __init__(self, record: Record, observer: Observer, language: Language) -> None:
        self.record = record
        self.observer = observer
        self.rules = record.rules
        self.table: KnowledgeTable = observer.table()
        moments = Moments.of(language, record)
        self.words = KnowledgeWords(self.rules.seats[self.table.seat], faces_of(self.rules.ruleset), moments)

    def payload(self) -> Payload:
        """Return the whole payload."""
        table, knows = self.table, self.table.knows
        payload: Payload = {
            "seat": self.rules.seats[table.seat],
            "ply": table.ply - 1,
            "text": self.words.count(table.count.deals if table.count else None),
            "cards": {known.card: self.card(known) for known in table.cards},
            "trump": self.trump(),
        }
        if table.count:
            # As a string: there may be more deals than a number in JSON holds exactly.
            payload["deals"] = str(table.count.deals)
        if knows.gaps:
            payload["gaps"] = [self.words.gap(gap) for gap in knows.gaps]
        if knows.more:
            notes = dict(knows.more).items()
            payload["notes"] = [{"code": code, "ply": ply, "text": self.words.note(code, ply)} for code, ply in notes]
        if knows.breach:
            ply, refusal = knows.breach
            payload["breach"] = {
                "ply": ply,
                "code": refusal.code,
                "text": whole(self.words.language, refusal),
                "clause": str(refusal.clause),
            }
        return payload

    def trump(self) -> Payload:
        """Return the suits that can be trump, each with its share of the deals, and why the others cannot."""
        knows, count = self.table.knows, self.table.count
        letter = self.rules.tables.letter
        payload: Payload = {}
        if knows.trump:
            payload["suit"] = letter[knows.trump]
        elif count and count.deals:
            likely = {letter[suit]: deals / count.deals for suit, deals in count.trumps.items() if suit and deals}
            if likely:
                payload["possible"] = {suit: round(share, 6) for suit, share in likely.items()}
        if knows.excluded and not knows.trump:
            payload["excluded"] = {letter[suit]: self.not_trump(suit, why) for suit, why in knows.excluded.items()}
        return payload

    def not_trump(self, suit: int, why: Inference) -> Payload:
        """Return why a suit cannot be trump."""
        seat = self.rules.seats[why.seat]
        text = self.words.not_trump(self.rules.tables.letter[suit], why.code, seat, why.ply)
        return {"code": why.code, "seat": seat, "ply": why.ply, "text": text}

    def card(self, known: CardKnown) -> Payload:
        """Return the knowledge about a card."""
        payload: Payload = {"status": known.status}
        if known.seat != NOBODY:
            payload["seat"] = self.rules.seats[known.seat]
        if known.where:
            payload["where"] = known.where
        if known.play:
            payload |= {"ply": known.play.ply, "trick": known.play.trick, "down": known.play.down}
        if known.status == "shown" and known.by:
            how = SHOWN.get(type(self.record.acts[known.by.ply]), "shown")
            payload["shown"] = {"how": how, "ply": known.by.ply}
        if known.status == "unknown" and self.table.count and self.table.count.deals:
            payload["with"] = self.shares(known)
        if known.not_with:
            payload["not_with"] = {
                self.rules.seats[seat]: self.why_not(known, self.rules.seats[seat], why) for seat, why in known.not_with
            }
        played = self.shares(known, played=True) if "with" in payload else {}
        return payload | {"text": self.words.card(known.card, payload, played)}

    def shares(self, known: CardKnown, *, played: bool = False) -> dict[str, float]:
        """Return each seat that may have the card, or have played it face down, with its share of the deals.

        ``pack``: the card was not dealt. ``played``: only seats that may have played the card.
        """
        everything = self.table.count.deals if self.table.count else 1
        shares: dict[str, int] = {}
        for (seat, where, _), deals in known.places:
            if played and where not in FACE_DOWN:
                continue
            name = "pack" if seat == NOBODY else self.rules.seats[seat]
            shares[name] = shares.get(name, 0) + deals
        most_first = sorted(shares, key=lambda name: -shares[name])
        return {name: round(shares[name] / everything, 6) for name in most_first}

    def why_not(self, known: CardKnown, seat: Seat, why: Inference | None) -> Payload:
        """Return why a seat cannot have a card."""
        if why is None:
            return {"code": "no-room", "text": self.words.why_not(known.card, seat, "no-room", None)}
        play = self.observer.plays.get(why.ply)
        undertrumped = why.code == "did-not-follow" and play and play.lead != known.card[1]
        code = "undertrumped" if undertrumped else why.code
        text = self.words.why_not(known.card, seat, code, why.ply)
        return {"code": code, "seat": self.rules.seats[why.seat], "ply": why.ply, "text": text}
