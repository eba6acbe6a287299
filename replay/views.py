"""A deal as one viewer saw it, ply by ply: the fold of the acts that were hidden from them first.

A view is plain JSON. What there is none of is left out, so that a view can be carried forward by merge
patches (RFC 7396): `frames` gives the view before the first act and, for each ply, what it changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from domain.cards import UNKNOWN
from domain.facts import (
    Act,
    BidMade,
    CapsCalled,
    CardPlayed,
    CardsDealt,
    CardsRevealed,
    DealSettled,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    MarriageDeclared,
    PartnerAsked,
    Passed,
    RedealDemanded,
    TrumpOpened,
)
from domain.hiding import ARBITER, OFFICIALS, SCRIBE, Viewer, hide_act
from domain.record import Entry, Record
from domain.refusals import Refusal
from domain.rules import Rules
from domain.stages.marriages import declared
from domain.state import COUNT, INSPECTION, NOBODY, REVEAL_CARDS, REVEAL_INDICATOR
from replay.notation.actions import write_action

View: TypeAlias = dict[str, Any]

OWED: Final = {
    INSPECTION: "inspection",
    REVEAL_CARDS: "reveal",
    REVEAL_INDICATOR: "reveal",
    COUNT: "count",
}
"""What the trump maker owes the table, by the state's number for it."""


class Viewpoint:
    """One viewer following one deal. `step` shows the next act; `view` is what the viewer has now.

    What a view is made of is replaced, never changed, when the next act is seen. So a view that was given out
    stays as it is, and shares with the one before it whatever the act left alone.
    """

    def __init__(self, rules: Rules, dealer: str, viewer: Viewer) -> None:
        self.rules = rules
        self.viewer = viewer
        self.state = rules.start(dealer)
        self.ply = -1
        self.broke: Refusal | None = None
        """Why the last act was against the rules, as far as this viewer can tell."""
        self._table: dict[str, CardPlayed] = {}
        """The cards of the trick going on, by seat."""
        self._laid: list[str] = []
        """The same in words."""
        self._hands: dict[str, list[str]] = {seat: [] for seat in rules.seats}
        self._held = [(0, 0, 0)] * rules.seat_count
        """What was known of each hand when `_hands` was written."""
        self._calls: dict[str, str] = {}
        self._tricks: dict[str, Any] = {}
        self._seen: dict[str, str] = {}
        self._turned: list[list[str]] = []
        """The cards that lay face up in each completed trick."""
        self._review: list[str] = []
        """Those of them that one may look at again."""
        self._caps: View | None = None

    @classmethod
    def of(cls, record: Record, viewer: Viewer) -> Viewpoint:
        """Before the first act of a record."""
        return cls(record.rules, record.opened.dealer, viewer)

    # --- following --------------------------------------------------------------------------------

    def step(self, act: Act) -> Act:
        """The next act happened; returns it as this viewer saw it."""
        seen = hide_act(act, self.viewer)
        s = self.state
        self.ply += 1
        tricks = sum(s.tricks)
        self._note(seen)
        verdict = self.rules.take(s, seen)
        self.broke = verdict if isinstance(verdict, Refusal) else None
        if self._table and sum(s.tricks) > tricks:
            self._trick_taken()
        return seen

    def _note(self, act: Act) -> None:
        """What the act adds to the viewer's knowledge."""
        match act:
            case CardPlayed(seat, card, down):
                self._see(card, "own" if seat == self.viewer else "record" if down else "played")
                if seat not in self._table:
                    self._table[seat] = act
                    self._laid = [*self._laid, write_action(act)]
            case BidMade() | Passed() | PartnerAsked():
                self._calls = {**self._calls, str(self.ply): write_action(act)}
            case CardsDealt(_, hands):
                for seat, cards in hands.items():
                    for card in cards:
                        self._see(card, "own" if seat == self.viewer else "record")
            case IndicatorPlaced(seat, card):
                self._see(card, "own" if seat == self.viewer else "record")
            case FaceDownInspected(_, _, cards):
                for card in cards.values():
                    self._see(card, "inspected")
            case CardsRevealed(_, cards):
                for seat, card in cards.items():
                    self._see(card, "revealed")
                    self._turn_up(seat, card)
            case IndicatorRevealed(seat, card) | TrumpOpened(seat, card):
                self._see(card, "indicator")
                self._turn_up(seat, card, indicator=True)
            case MarriageDeclared(_, suit):
                self._see(f"K{suit}", "shown")
                self._see(f"Q{suit}", "shown")
            case CapsCalled(seat, order):
                self._caps = {"seat": seat, "order": list(order)}
                for card in order:
                    self._see(card, "exposed")
            case RedealDemanded():
                self._seen = {}
                self._calls = {}

    def _see(self, card: str, right: str) -> None:
        """The viewer knows the card from here on; the right by which it saw it first counts."""
        if card != UNKNOWN and card not in self._seen:
            self._seen = {**self._seen, card: right}

    def _turn_up(self, seat: str, card: str, *, indicator: bool = False) -> None:
        """A face-down card of the trick on the table was shown."""
        played = self._table.get(seat)
        if played is not None and played.down and played.indicator == indicator:
            self._table[seat] = CardPlayed(seat, card, indicator=indicator)
            self._laid = [write_action(each) for each in self._table.values()]

    def _trick_taken(self) -> None:
        s = self.state
        taken = {"cards": self._laid, "won": self.rules.seats[s.last_winner]}
        self._tricks = {**self._tricks, str(sum(s.tricks)): taken}
        self._turned.append([played.card for played in self._table.values() if not played.down])
        # 000 "Play": the trick completed last, but not what lies face down in it.
        back = self.rules.ruleset.may_review_tricks
        self._review = [card for cards in self._turned[-back:] for card in cards] if back else []
        self._table = {}
        self._laid = []

    # --- what the viewer has --------------------------------------------------------------------

    def view(self) -> View:
        """Everything this viewer knows and may do now: for reading, since it shares parts with other views."""
        s = self.state
        rules = self.rules
        seats = rules.seats
        teams = rules.ruleset.seating.teams
        view: View = {
            "viewer": self.viewer,
            "ply": self.ply,
            "stage": "over" if s.outcome else rules.stage_names[s.stage],
            "dealer": seats[s.dealer],
            "hands": self._all_hands(),
            "auction": self._calls,
            "table": self._laid,
            "tricks": self._tricks,
            "taken": dict(zip(teams, s.tricks, strict=True)),
            "points": dict(zip(teams, s.points, strict=True)),
            "seen": self._seen,
            "consultable": [] if s.outcome else self._review,
            "legal": self._legal(),
        }
        if s.turn != NOBODY:
            view["turn"] = seats[s.turn]
        if s.owed in OWED:
            view["owed"] = OWED[s.owed]
        if s.round_bidder != NOBODY or s.maker != NOBODY:
            view["bid"] = {"seat": seats[s.bidder], "bid": s.slam or s.high}
        if s.maker != NOBODY:
            view["maker"] = seats[s.maker]
            view["trump"] = self._trump()
        if s.asleep:
            view["asleep"] = [name for seat, name in enumerate(seats) if s.asleep >> seat & 1]
        if s.partner_card:
            view["partner"] = {"card": rules.tables.card[s.partner_card]}
            if s.ally != NOBODY:
                view["partner"]["seat"] = seats[s.ally]
        if s.marriages:
            view["marriages"] = [{"seat": seats[seat], "suit": suit} for seat, suit in declared(s)]
        if s.redeals:
            view["redeals"] = s.redeals
        if self._caps:
            view["caps"] = self._caps
        if s.double != NOBODY:
            view["double"] = seats[s.double]
        if s.outcome:
            view["outcome"] = s.outcome
        return view

    def _all_hands(self) -> dict[str, list[str]]:
        """Every hand; those that nothing new is known of as they were."""
        s = self.state
        for seat, known in enumerate(zip(s.hands, s.unknown, s.ghosts, strict=True)):
            if known != self._held[seat]:
                self._held[seat] = known
                self._hands = {**self._hands, self.rules.seats[seat]: self._hand(seat)}
        return self._hands

    def _hand(self, seat: int) -> list[str]:
        """The cards of a hand, strongest first in each suit; those the viewer does not know as ``??``."""
        s = self.state
        if s.ghosts[seat]:
            return [UNKNOWN] * s.size(seat)
        return self.rules.tables.cards(s.hands[seat]) + [UNKNOWN] * s.unknown[seat]

    def _trump(self) -> View:
        """The trump as the viewer knows it, and where the indicator is."""
        s = self.state
        trump: View = {"open": not s.closed}
        if s.trump:
            trump["suit"] = self.rules.tables.letter[s.trump]
        if s.indicator_down:
            trump["indicator"] = self.rules.tables.card.get(s.indicator, UNKNOWN)
        return trump

    def _legal(self) -> list[str]:
        """What the viewer may do now; for an official, what anybody may."""
        rules = self.rules
        if self.viewer in rules.place:
            return [write_action(act) for act in rules.legal(self.state, self.viewer)]
        if self.viewer in OFFICIALS:
            return [write_action(act) for seat in rules.seats for act in rules.legal(self.state, seat)]
        return []


def acts_for(record: Record, viewer: Viewer) -> Iterator[tuple[Entry, Act]]:
    """The effective record as it may be folded for a viewer: the scribe's has no later disclosures in it."""
    for entry in record.entries:
        yield entry, entry.entered if viewer == SCRIBE else entry.act


def view_at(record: Record, viewer: Viewer, ply: int) -> View:
    """The view after the act of that ply; -1 for the view before the first."""
    point = Viewpoint.of(record, viewer)
    for n, (_, act) in enumerate(acts_for(record, viewer)):
        if n > ply:
            break
        point.step(act)
    view = point.view()
    if ply >= len(record.entries) - 1:
        view |= ending(record)
    return view


def ending(record: Record) -> View:
    """How the deal ended, as announced to everybody."""
    ended: View = {}
    if record.settlement is not None:
        ended["settlement"] = settlement(record.settlement)
    if record.confirmed:
        ended["confirmed_by"] = list(record.confirmed)
        ended["confirmed"] = not record.provisional
    if record.abandoned:
        ended["abandoned"] = True
    return ended


def settlement(settled: DealSettled) -> View:
    """A settlement as JSON."""
    plain: View = {
        "outcome": settled.outcome,
        "tokens": settled.tokens,
        "points": settled.points,
        "tricks": settled.tricks,
        "reasons": list(settled.reasons),
    }
    if settled.made is not None:
        plain["made"] = settled.made
    return plain


def may_see(viewer: Viewer, record: Record) -> bool:
    """Whether anybody may look through these eyes: `arbiter` sees all, so only once the deal was played out.

    The cards of a deal that was given up stay hidden.
    """
    played_out = record.settlement is not None and not record.abandoned
    return viewer != ARBITER or (played_out and record.rules.ruleset.reveal.after_hand)
