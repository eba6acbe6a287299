"""A deal as folded from its stored facts: the entries, the corrections, and the current state.

Folding never refuses. The *effective record* is the list of acts with all corrections and disclosures in place; the
number of an act in it, counted from 0, is the act's ply.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Self

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.consequences import table_state
from domain.engine.facts import (
    Act,
    CapsRuled,
    CardExposed,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    DealAbandoned,
    DealAnnulled,
    DealConfirmed,
    DealOpened,
    DealReopened,
    DealRestored,
    DealSettled,
    DealWithdrawn,
    EntryAmended,
    EntryInserted,
    EntryRetracted,
    Fact,
    IrregularityNoted,
    ResultAssigned,
    RulingLifted,
    ViolationRuled,
)
from domain.engine.hiding import PUBLIC, Viewer, hide
from domain.engine.parameters import parse
from domain.engine.refusals import Refusal, Verdict
from domain.engine.rules import Rules, rules_of
from domain.engine.state import State
from domain.record.entries import Correction, Entry, Ruling, Stamp, ruling_key, with_card

UNSETTLING: Final = (
    EntryAmended, EntryInserted, EntryRetracted, CapsRuled, ViolationRuled, ResultAssigned, DealAnnulled,
    RulingLifted, DealSettled, DealReopened, DealAbandoned, DealWithdrawn,
)  # fmt: skip
"""The facts after which the players must confirm the result again."""


class FoldedDeal:
    """One deal, folded from its facts: what the book knows of it. `Record` adds the commands."""

    def __init__(self, opened: DealOpened, stamp: Stamp, rules: Rules | None = None) -> None:
        self.opened = opened
        self.stamp = stamp
        self.rules: Rules = rules or rules_of(parse(opened.ruleset))
        self.game = self.rules.ruleset.game
        self.entries: list[Entry] = []
        self.retracted: list[Correction] = []
        """The retractions, in order."""
        self.notes: list[tuple[Stamp, Fact]] = []
        """The stamps and facts that are not acts, in order."""
        self.state: State = self.rules.start(opened.dealer)
        self.settlement: DealSettled | None = None
        self.rulings: list[Ruling] = []
        """The rulings of arbiters that stand, in order."""
        self.given_up = False
        self.withdrawal: tuple[Stamp, DealWithdrawn] | None = None
        """When and why the deal was withdrawn, and by whom; None again once it is restored."""
        self.confirmed: dict[Seat, Stamp] = {}
        """The seats that confirmed the current result, with the stamps of their confirmations."""
        self._confirmed_before: dict[Seat, Stamp] = {}
        """The confirmations of a deal that was withdrawn: they come back with it."""

    # --- folding --------------------------------------------------------------------------------

    @property
    def dealer(self) -> Seat:
        """Return the first dealer."""
        return self.opened.dealer

    @property
    def acts(self) -> list[Act]:
        """Return the acts of the effective record."""
        return [entry.act for entry in self.entries]

    def fold(self, fact: Fact, stamp: Stamp) -> None:
        """Take in a stored fact. Never refuses."""
        if isinstance(fact, DealWithdrawn):
            self._confirmed_before = self.confirmed
        if self.confirmed and self._unsettles(fact):
            self.confirmed = {}
        if isinstance(fact, Act):
            self._enter(fact, stamp)
            return
        self.notes.append((stamp, fact))
        match fact:
            case EntryAmended() | EntryInserted() | EntryRetracted():
                self._correct(fact, stamp)
            case CardsDisclosed():
                self._disclose(fact)
            case DealSettled():
                self.settlement = fact
            case DealConfirmed(seat):
                self.confirmed[seat] = stamp
            case DealReopened():
                self.settlement = None
            case CapsRuled() | ViolationRuled() | ResultAssigned() | DealAnnulled():
                self.rulings.append(fact)
            case RulingLifted():
                if (ruling := self._find_ruling(fact)) is not None:
                    self.rulings.remove(ruling)
            case DealAbandoned():
                self.given_up = True
            case DealWithdrawn():
                self.withdrawal = stamp, fact
            case DealRestored():
                self.withdrawal = None
                self.confirmed = dict(self._confirmed_before)

    def _unsettles(self, fact: Fact) -> bool:
        """Return whether the players must confirm the result again.

        Only public facts have this effect: otherwise a confirmation that disappears would reveal a hidden correction.
        """
        return isinstance(fact, Act) or (isinstance(fact, UNSETTLING) and hide(fact, PUBLIC) is not None)

    def _enter(self, act: Act, stamp: Stamp) -> None:
        full = self.game.fill(self.state, act)
        news = self._learn(full, len(self.entries))
        self.entries.append(Entry(full, act, act, stamp))
        if news:
            self._refold()
        else:
            self.rules.apply(self.state, full)

    def _correct(self, fact: EntryAmended | EntryInserted | EntryRetracted, stamp: Stamp) -> None:
        ply = fact.ply
        match fact:
            case EntryInserted(ply, now, why):
                change = Correction(ply, None, now, why, stamp)
                self.entries.insert(ply, Entry(now, now, now, stamp, [change]))
            case EntryAmended(ply, was, now, why):
                entry = self.entries[ply]
                entry.corrections.append(Correction(ply, was, now, why, stamp))
                entry.disclosed = entry.entered = now
            case EntryRetracted(ply, was, why):
                self.retracted.append(Correction(ply, was, None, why, stamp))
                del self.entries[ply]
        self._refold()

    def _refold(self) -> None:
        """Fold the effective record again from its first act; repeat until no act names a card of an earlier one."""
        for entry in self.entries:
            entry.act = entry.disclosed
        news = True
        while news:
            news = False
            self.state = s = self.rules.start(self.opened.dealer)
            for ply, entry in enumerate(self.entries):
                full = self.game.fill(s, entry.act)
                news = self._learn(full, ply) or news
                entry.act = full
                self.rules.apply(s, full)

    # --- cards that later acts show ---------------------------------------------------------------

    def _learn(self, act: Act, ply: int) -> bool:
        """Name the unknown cards of earlier acts that this act shows; return whether there were any."""
        news = False
        for seat, card, kind in self.game.shows(act):
            news = self._name(seat, card, ply, kind) or news
        return news

    def _name(self, seat: Seat, card: Card, before: int, kind: type[Act]) -> bool:
        """Name the card of the seat's last act of a kind before a ply; return whether the card was unknown before."""
        if card == UNKNOWN:
            return False
        for entry in reversed(self.entries[:before]):
            if type(entry.act) is kind and entry.act.seat == seat:
                if entry.act.list_cards() != (UNKNOWN,):
                    return False
                entry.act = with_card(entry.act, card)
                return True
        return False

    def _disclose(self, fact: CardsDisclosed) -> None:
        for ply, card in fact.plies.items():
            act = self.entries[ply].disclosed
            if isinstance(act, (CardPlayed, *self.game.laid)):
                self.entries[ply].disclosed = with_card(act, card)
        for n, entry in enumerate(self._dealings()):
            dealt = entry.disclosed
            if isinstance(dealt, CardsDealt):
                hands = {seat: batches[n] for seat, batches in fact.hands.items() if n < len(batches)}
                entry.disclosed = replace(dealt, hands={**dealt.hands, **hands})
        self._refold()

    def _dealings(self) -> list[Entry]:
        """Return the entries of the dealt batches, without those before a redeal."""
        batches: list[Entry] = []
        for entry in self.entries:
            if self.game.is_redeal(entry.act):
                batches = []
            elif isinstance(entry.act, CardsDealt):
                batches.append(entry)
        return batches

    # --- questions ------------------------------------------------------------------------------

    def table(self) -> State:
        """Return a new state of the deal with only the cards that everybody at the table knows."""
        return table_state(self.rules, self.opened.dealer, self.acts)

    @property
    def caps_ruling(self) -> CapsRuled | None:
        """Return the last ruling on Caps that stands, or None."""
        return next((each for each in reversed(self.rulings) if isinstance(each, CapsRuled)), None)

    @property
    def violation(self) -> ViolationRuled | None:
        """Return the last ruling on a breach that stands, or None."""
        return next((each for each in reversed(self.rulings) if isinstance(each, ViolationRuled)), None)

    @property
    def assigned(self) -> ResultAssigned | None:
        """Return the last result that an arbiter assigned and that stands, or None."""
        return next((each for each in reversed(self.rulings) if isinstance(each, ResultAssigned)), None)

    @property
    def abandoned(self) -> bool:
        """Return whether the deal does not count: it was abandoned, withdrawn, or annulled by a ruling."""
        return (
            self.given_up or self.withdrawal is not None or any(isinstance(each, DealAnnulled) for each in self.rulings)
        )

    @property
    def status(self) -> str:
        """Return ``withdrawn``, ``abandoned``, the outcome of a settled deal, or ``open``."""
        if self.withdrawal is not None:
            return "withdrawn"
        if self.abandoned:
            return "abandoned"
        return self.settlement.outcome if self.settlement else "open"

    def _find_ruling(self, lifted: RulingLifted) -> Ruling | None:
        """Return the last standing ruling that the fact lifts, or None."""
        named = lifted.ruling, lifted.seat, lifted.code
        return next((each for each in reversed(self.rulings) if ruling_key(each) == named), None)

    def verdicts(self) -> list[Verdict]:
        """Return the verdict on every act of the effective record, by all cards that are known now."""
        s = self.rules.start(self.opened.dealer)
        verdicts = []
        for entry in self.entries:
            verdicts.append(self.rules.judge(s, entry.act))
            self.rules.apply(s, entry.act)
        return verdicts

    def find_refusals(self) -> dict[int, Refusal]:
        """Return the refusals of the acts that certainly broke a rule, by ply."""
        return {ply: verdict for ply, verdict in enumerate(self.verdicts()) if isinstance(verdict, Refusal)}

    @property
    def over(self) -> bool:
        """Return whether the deal has a settlement or was abandoned."""
        return self.abandoned or self.settlement is not None

    @property
    def provisional(self) -> bool:
        """Return whether the deal has a result that not every team has confirmed."""
        seating = self.rules.ruleset.seating
        agreed = {seating.team(seat) for seat in self.confirmed}
        return self.settlement is not None and not self.abandoned and agreed != set(seating.teams)

    def count_unnoticed(self, viewer: Viewer) -> int:
        """Return the number of stored facts that are hidden from the viewer. No act at the table is wholly hidden."""
        return sum(1 for stamp, fact in self.notes if stamp.version and hide(fact, viewer) is None)

    def place_notes(self) -> list[tuple[Stamp, Fact, int | None]]:
        """Return the stamp, the fact and the current ply of each note.

        The ply of a retraction is the place where the act was. It is None for a note that is not about one act.
        """
        placed: list[tuple[Stamp, Fact, int | None]] = []
        for n, (stamp, fact) in enumerate(self.notes):
            ply = None
            if isinstance(fact, EntryAmended | EntryInserted | EntryRetracted | IrregularityNoted):
                ply, gone = fact.ply, isinstance(fact, EntryRetracted)
                for _, later in self.notes[n + 1 :]:
                    if isinstance(later, EntryInserted):
                        ply += later.ply < ply or (later.ply == ply and not gone)
                    elif isinstance(later, EntryRetracted):
                        gone = gone or later.ply == ply
                        ply -= later.ply < ply
            placed.append((stamp, fact, ply))
        return placed

    def until(self, ply: int) -> Self:
        """Return the record up to and including a ply, with the notes about its acts; without acts at -1.

        Cards that only later acts show are unknown in it; disclosed cards are known. It has no settlement and no
        rulings, and is not abandoned. Returns the record itself if the ply is the last one.
        """
        if ply >= len(self.entries) - 1:
            return self
        draft = self.draft()
        del draft.entries[ply + 1 :]
        draft.notes = [(stamp, fact) for stamp, fact, at in self.place_notes() if at is not None and at <= ply]
        draft.settlement, draft.rulings, draft.given_up, draft.withdrawal = None, [], False, None
        draft._refold()
        return draft

    def find_misplaced_cards(self) -> set[Card]:
        """Return the cards in two places: dealt twice, played twice, or laid or played by another hand."""
        misplaced: set[Card] = set()
        dealt: dict[Card, Seat] = {}
        for entry in self._dealings():
            for seat, cards in entry.act.hands.items() if isinstance(entry.act, CardsDealt) else ():
                for card in cards:
                    if card != UNKNOWN and dealt.setdefault(card, seat) != seat:
                        misplaced.add(card)
                misplaced |= {card for card in cards if card != UNKNOWN and cards.count(card) > 1}
        played: set[Card] = set()
        for entry in self.entries:
            act = entry.act
            if self.game.is_redeal(act):
                played = set()
            if isinstance(act, (CardExposed, *self.game.laid)):
                laid = [card for card in act.list_cards() if card != UNKNOWN]
                misplaced |= {card for card in laid if dealt.setdefault(card, act.seat) != act.seat}
            if isinstance(act, CardPlayed) and act.card != UNKNOWN:
                if act.card in played or dealt.get(act.card, act.seat) != act.seat:
                    misplaced.add(act.card)
                played.add(act.card)
        return misplaced

    def draft(self) -> Self:
        """Return an independent copy of the record without its notes, for trying a correction."""
        draft = type(self)(self.opened, self.stamp, self.rules)
        draft.entries = [replace(entry, corrections=list(entry.corrections)) for entry in self.entries]
        draft.rulings = list(self.rulings)
        draft.settlement = self.settlement
        draft.given_up, draft.withdrawal = self.given_up, self.withdrawal
        draft.confirmed = dict(self.confirmed)
        draft._confirmed_before = dict(self._confirmed_before)
        draft._refold()
        return draft
