"""Views: a deal as one viewer sees it at a ply, folded from acts that are hidden from the viewer first.

A view is plain JSON without null values, so that merge patches (RFC 7396) lead from one view to the next: `frames`
gives the view before the first act and the patch of each ply.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardExposed, CardPlayed, CardsDealt, DealSettled
from domain.engine.game import Game
from domain.engine.hiding import ARBITER, OFFICIALS, SCRIBE, Viewer, hide_act
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules
from domain.engine.state import NOBODY
from domain.games.sidi.game import SIDI
from domain.games.three04.acts import RedealDemanded
from domain.games.three04.game import THREE04
from domain.record.entries import Entry
from domain.record.record import Record
from domain.record.worked_out import WorkedOut
from replay.notation.actions import write_action
from replay.notation.templates import plain_template
from replay.part import Part
from replay.sidi_part import SidiPart
from replay.three04_part import Three04Part

View: TypeAlias = dict[str, Any]

PARTS: Final[dict[Game, type[Part]]] = {THREE04: Three04Part, SIDI: SidiPart}
"""The game's part of a view, by game."""


class Viewpoint:
    """The knowledge of one viewer, folded from the acts of a deal. `step` adds the next act, `view` returns the view.

    Acts are written as sentences only when a view is made. A view never changes; it shares unchanged parts with the
    view before it.
    """

    def __init__(self, rules: Rules, dealer: str, viewer: Viewer, worked_out: WorkedOut | None = None) -> None:
        self.rules = rules
        self.viewer = viewer
        self._worked_out = worked_out
        self._added: tuple[int, ...] = ()
        """The cards that were worked out, as a mask by place."""
        self.state = rules.start(dealer)
        self.ply = -1
        self.broke: Refusal | None = None
        """The refusal of the last act by what the viewer knows; None if the act was not certainly illegal."""
        self._played: list[CardPlayed | Seat] = []
        """The cards played since `_catch_up` last ran, with the winner after each completed trick."""
        self._table: dict[str, CardPlayed] = {}
        """The cards of the current trick, by seat."""
        self._calls: list[tuple[int, Act]] = []
        """The calls of the auctions, each with its ply."""
        self._auctions: list[tuple[int, int]] = []
        """The auctions that have begun: the stage of each, and the ply of its first call."""
        self._tricks: list[tuple[list[str], Collection[CardPlayed], Seat]] = []
        """The completed tricks: the cards already written as sentences, all cards, the winner."""
        self._dropped: set[Card] = set()
        """The cards that were shown without being played."""
        self._seen: dict[str, str] = {}
        """The way in which the viewer learned each card that it knows."""
        # The same as sentences, as far as earlier views needed them.
        self._laid: list[str] = []
        self._rights: dict[str, str] = {}
        self._sentences: dict[str, str] = {}
        self._took: dict[str, Any] = {}
        self._hands: dict[str, list[str]] = {seat: [] for seat in rules.seats}
        self._held = [(0, 0, 0, 0)] * rules.seat_count
        """The known part of each hand when `_hands` was made."""
        self._counted: tuple[list[int], list[int]] = [], []
        """The tricks and points when `_taken` and `_points` were made."""
        self._part = PARTS[rules.ruleset.game](rules)

    @classmethod
    def of(cls, record: Record, viewer: Viewer) -> Viewpoint:
        """Return a viewer's viewpoint before the first act of a record.

        Hands that follow from what was played are worked out for the arbiter alone: a seat is shown what it saw.
        """
        return cls(record.rules, record.opened.dealer, viewer, WorkedOut(record) if viewer == ARBITER else None)

    # --- folding ----------------------------------------------------------------------------------

    def step(self, act: Act) -> Act:
        """Add the next act and judge it by what the viewer knows. Return the act as the viewer saw it."""
        verdict = self.rules.judge(self.state, hide_act(act, self.viewer))
        self.broke = verdict if isinstance(verdict, Refusal) else None
        return self.follow(act)

    def follow(self, act: Act) -> Act:
        """Add the next act without judging it. Return the act as the viewer saw it."""
        seen = hide_act(act, self.viewer)
        s = self.state
        trick = s.trick
        self.ply += 1
        if type(seen) is CardPlayed:
            self._played.append(seen)
        else:
            self._note(seen)
        self.rules.apply(s, seen)
        if self._worked_out and (added := self._worked_out.add(s, self.ply)):
            self._added = added
        if s.trick is not trick and s.last_winner != NOBODY:
            self._played.append(self.rules.seats[s.last_winner])
        return seen

    def _note(self, act: Act) -> None:
        """Add the knowledge from an act other than a card played."""
        if self._played:
            self._catch_up()
        if isinstance(act, CardsDealt):
            for seat, cards in act.hands.items():
                if cards.count(UNKNOWN) < len(cards):
                    for card in cards:
                        self.see(card, "own" if seat == self.viewer else "record")
        elif isinstance(act, CardExposed):
            self.see(act.card, "shown")
            self._dropped.add(act.card)
        elif isinstance(act, RedealDemanded):
            self._seen, self._rights = {}, {}
            self._dropped = set()
            self._calls, self._auctions, self._sentences = [], [], {}
        else:
            self._part.note(self, self.state, act)

    def _catch_up(self) -> None:
        """Add the cards played since the last call."""
        for played in self._played:
            if isinstance(played, CardPlayed):
                self.see(played.card, "own" if played.seat == self.viewer else "record" if played.down else "played")
                self._table.setdefault(played.seat, played)
            elif self._table:
                self._tricks.append((self._laid, self._table.values(), played))
                self._table = {}
                self._laid = []
        self._played.clear()

    def see(self, card: Card, right: str) -> None:
        """Record that the viewer knows a card. ``right``: how the viewer learned it; only the first is kept."""
        if card != UNKNOWN:
            self._seen.setdefault(card, right)

    def call(self, act: Act) -> None:
        """Record a call of an auction. A call at a wrong time begins no auction of its own."""
        stage = self.state.stage
        is_in_auction = type(act) in self.rules.judges[stage]
        if not self._auctions or (is_in_auction and stage != self._auctions[-1][0]):
            self._auctions.append((stage, self.ply))
        self._calls.append((self.ply, act))

    def turn_up(self, seat: Seat, card: Card, *, indicator: bool = False) -> None:
        """Turn up a face-down card of the current trick."""
        played = self._table.get(seat)
        if played is not None and played.down and played.indicator == indicator:
            self._table[seat] = CardPlayed(seat, card, indicator=indicator)
            self._laid = []

    # --- the view -------------------------------------------------------------------------------

    def view(self) -> View:
        """Return everything the viewer knows and may do now. Callers must not change it: views share parts."""
        s = self.state
        rules = self.rules
        seats = rules.seats
        self._catch_up()
        if (s.tricks, s.points) != self._counted:
            self._count()
        legal = {seat: rules.legal(s, seat) for seat in self._actors()}
        view: View = {
            "viewer": self.viewer,
            "ply": self.ply,
            "stage": "over" if s.outcome else rules.stage_names[s.stage],
            "dealer": seats[s.dealer],
            "hands": self._all_hands(),
            "auction": self._auction(),
            "trick": {"cards": self._on_table()},
            "tricks": self._completed_tricks(),
            "taken": self._taken,
            "points": self._points,
            "seen": self._all_seen(),
            "consultable": [] if s.outcome else self._consultable_tricks(),
            "legal": [write_action(act) for acts in legal.values() for act in acts],
        }
        if len(self._auctions) > 1:
            view["auctions"] = [ply for _, ply in self._auctions]
        if s.turn != NOBODY:
            view["turn"] = seats[s.turn]
        if s.redeals:
            view["redeals"] = s.redeals
        if exposed := self._exposed():
            view["exposed"] = exposed
        if worked_out := self._all_worked_out():
            view["worked_out"] = worked_out
        if templates := self._templates(legal):
            view["templates"] = templates
        if s.outcome:
            view["outcome"] = s.outcome
        self._part.add(self, s, view)
        return view

    def _count(self) -> None:
        """Update the tricks and the known points of each team."""
        s = self.state
        teams = self.rules.ruleset.seating.teams
        self._counted = s.tricks[:], s.points[:]
        self._taken = dict(zip(teams, s.tricks, strict=True))
        self._points = dict(zip(teams, s.points, strict=True))

    def _all_seen(self) -> dict[str, str]:
        """Return how the viewer learned each card it knows. Only a redeal removes cards."""
        if len(self._rights) != len(self._seen):
            self._rights = self._seen.copy()
        return self._rights

    def _auction(self) -> dict[str, str]:
        """Return the calls of the auctions, by ply."""
        if new := self._calls[len(self._sentences) :]:
            self._sentences = self._sentences | {str(ply): write_action(act) for ply, act in new}
        return self._sentences

    def _on_table(self) -> list[str]:
        """Return the cards of the current trick, in order."""
        if len(self._laid) < len(self._table):
            self._laid = write_trick(self._laid, self._table.values())
        return self._laid

    def _completed_tricks(self) -> dict[str, Any]:
        """Return the completed tricks, by number from 1."""
        if new := self._tricks[len(self._took) :]:
            tricks = [{"cards": write_trick(laid, cards), "won": winner} for laid, cards, winner in new]
            self._took = self._took | {str(n): trick for n, trick in enumerate(tricks, len(self._took) + 1)}
        return self._took

    def _consultable_tricks(self) -> list[str]:
        """Return the face-up cards of the tricks that may be reviewed (000 "Play": the last completed one)."""
        back = self.rules.ruleset.may_review_tricks
        return [act.card for _, cards, _ in self._tricks[-back:] for act in cards if not act.down] if back else []

    def _all_hands(self) -> dict[str, list[str]]:
        """Return every hand; unchanged ones are the same lists as before."""
        s = self.state
        for seat, (hand, unknown, left) in enumerate(zip(s.hands, s.unknown, s.left_unnamed, strict=True)):
            known = hand, unknown, left, s.exposed & hand
            if known != self._held[seat]:
                self._held[seat] = known
                self._hands = {**self._hands, self.rules.seats[seat]: self._hand(seat)}
        return self._hands

    def _hand(self, seat: int) -> list[str]:
        """Return the cards of a hand, strongest first in each suit; unknown ones are ``??``."""
        s = self.state
        sure = s.exposed_cards(seat) if s.left_unnamed[seat] else s.hands[seat]
        return self.rules.tables.cards(sure) + [UNKNOWN] * (s.size(seat) - sure.bit_count())

    def _exposed(self) -> dict[str, list[str]]:
        """Return the cards shown without being played that are certainly still in the hand, by seat."""
        if not self._dropped:
            return {}
        s, tables = self.state, self.rules.tables
        held = {seat: s.exposed_cards(place) for place, seat in enumerate(self.rules.seats)}
        dropped = {seat: [card for card in tables.cards(mask) if card in self._dropped] for seat, mask in held.items()}
        return {seat: cards for seat, cards in dropped.items() if cards}

    def _all_worked_out(self) -> dict[str, list[str]]:
        """Return the cards of the hands that were worked out from later acts, by seat; nobody was seen to hold them."""
        if not any(self._added):
            return {}
        s, tables = self.state, self.rules.tables
        held = {seat: tables.cards(s.hands[place] & self._added[place]) for place, seat in enumerate(self.rules.seats)}
        unseen = {seat: [card for card in cards if card not in self._seen] for seat, cards in held.items()}
        return {seat: cards for seat, cards in unseen.items() if cards}

    def _actors(self) -> Sequence[Seat]:
        """Return the seats whose legal acts are in the view: the viewer's own; for an official, all."""
        if self.viewer in self.rules.place:
            return (self.viewer,)
        return self.rules.seats if self.viewer in OFFICIALS else ()

    def _templates(self, legal: Mapping[Seat, list[Act]]) -> list[View]:
        """Return the legal acts in which something is left to fill in."""
        templates, s = self.rules.templates, self.state
        return [plain_template(template) for seat, acts in legal.items() for template in templates(s, seat, acts)]


def write_trick(before: list[str], played: Collection[CardPlayed]) -> list[str]:
    """Return the cards of a trick as sentences; ``before`` are the first ones, already written."""
    return before + [write_action(act) for act in islice(played, len(before), None)]


def acts_for(record: Record, viewer: Viewer) -> Iterator[tuple[Entry, Act]]:
    """Yield the entries and acts to fold for a viewer: for the scribe without later disclosures."""
    for entry in record.entries:
        yield entry, entry.entered if viewer == SCRIBE else entry.act


def view_at(record: Record, viewer: Viewer, ply: int) -> View:
    """Return the view after the act of a ply; -1 for before the first act."""
    point = Viewpoint.of(record, viewer)
    for n, (_, act) in enumerate(acts_for(record, viewer)):
        if n > ply:
            break
        point.follow(act)
    view = point.view()
    if ply >= len(record.entries) - 1:
        view |= deal_end(record)
    return view


def views_of_seats(record: Record, ply: int) -> dict[Seat, View]:
    """Return the view of every seat after the act of that ply; -1 for before the first act."""
    return {seat: view_at(record, seat, ply) for seat in record.rules.seats}


def latest_view(record: Record, viewer: Viewer) -> View:
    """Return the view after the last act."""
    return view_at(record, viewer, len(record.entries) - 1)


def deal_end(record: Record) -> View:
    """Return the end of the deal, as announced to everybody; empty while it goes on."""
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
    """Return a settlement as JSON."""
    plain: View = {
        "outcome": settled.outcome,
        "tokens": settled.tokens,
        "points": settled.points,
        "tricks": settled.tricks,
        "reasons": list(settled.reasons),
    }
    if settled.made is not None:
        plain["made"] = settled.made
    if settled.score:
        plain["score"] = settled.score
    return plain


def may_see(viewer: Viewer, record: Record) -> bool:
    """Return whether everybody may use a viewer.

    `arbiter` is open only after the deal was played to its end, if the ruleset shows the hands then. The cards of an
    abandoned deal stay hidden.
    """
    played_out = record.settlement is not None and not record.abandoned
    return viewer != ARBITER or (played_out and record.rules.ruleset.shows_hands)
