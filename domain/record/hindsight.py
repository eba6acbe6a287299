"""Locate cards from all acts of a deal, and judge each act with that knowledge.

A card that a seat plays late was in its hand from the start. So a revoke that nobody could see is found once a card of
the suit shows, even if the recorder knew no cards. A *span* is the acts from the cut to a redeal, or to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardExposed, CardPlayed, CardsDealt, PointsCounted
from domain.engine.refusals import POSSIBLE, Refusal, Verdict
from domain.engine.state import COUNT
from domain.games.sidi.acts import WeisShown
from domain.games.three04.acts import (
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    MarriageDeclared,
    RedealDemanded,
)

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State


def spans(acts: Sequence[Act]) -> Iterator[tuple[int, int]]:
    """Yield the first ply of each span and the ply after its last. A redeal is the last act of its span."""
    first = 0
    for ply, act in enumerate(acts):
        if isinstance(act, RedealDemanded):
            yield first, ply + 1
            first = ply + 1
    yield first, len(acts)


def cards_shown(act: Act) -> list[tuple[Seat, Card]]:
    """Return the seat and the card of each card that the act shows, except played cards."""
    match act:
        case CapsCalled(seat, cards) | WeisShown(seat, cards):
            return [(seat, card) for card in cards]
        case CardExposed(seat, card):
            return [(seat, card)]
        case MarriageDeclared(seat, suit):
            return [(seat, f"K{suit}"), (seat, f"Q{suit}")]
    return []


class Span:
    """The cards of one span: the hand that each was in, as far as any act of the span shows it."""

    def __init__(self, rules: Rules, acts: Sequence[Act], first: int, end: int) -> None:
        self.rules = rules
        self.acts = acts
        self.first = first
        self.end = end
        n = rules.seat_count
        self.dealings = [ply for ply in range(first, end) if isinstance(acts[ply], CardsDealt)]
        self.dealings = self.dealings[: len(rules.ruleset.batches)]
        self.batches: list[list[tuple[int, int]]] = []
        """For each dealing and place: the mask of the named cards, and the number of unnamed cards."""
        self.held = [0] * n
        """For each place the mask of the cards that the hand was dealt, as far as any act of the span shows them."""
        self._hold_dealt()
        self._hold_played()
        self._assign_rest()

    # --- gathering ----------------------------------------------------------------------------------

    def _hold_dealt(self) -> None:
        for ply in self.dealings:
            act = self.acts[ply]
            batch = [(0, 0)] * self.rules.seat_count
            for seat, cards in act.hands.items() if isinstance(act, CardsDealt) else ():
                if seat in self.rules.place:
                    place = self.rules.place[seat]
                    mask = self.rules.tables.mask(cards) & ~self.located
                    batch[place] = mask, len(cards) - self.rules.tables.mask(cards).bit_count()
                    self.held[place] |= mask
            self.batches.append(batch)

    def _hold_played(self) -> None:
        played = [(act.seat, act.card) for act in self._acts_of(CardPlayed, IndicatorPlaced)]
        shown = [each for ply in range(self.first, self.end) for each in cards_shown(self.acts[ply])]
        for seat, card in (*played, *shown):
            bit = self.rules.tables.bit.get(card, 0) & ~self.located
            if bit and seat in self.rules.place and self.unknown_count(self.rules.place[seat]):
                self.held[self.rules.place[seat]] |= bit

    def _assign_rest(self) -> None:
        """Assign the unlocated cards to the only hand with unknown cards, if all cards are dealt."""
        places = [place for place in range(self.rules.seat_count) if self.unknown_count(place)]
        rest = self.rules.tables.all & ~self.located
        if len(places) == 1 and rest.bit_count() == self.unknown_count(places[0]):
            self.held[places[0]] |= rest

    def _acts_of(self, *kinds: type[CardPlayed] | type[IndicatorPlaced]) -> list[CardPlayed | IndicatorPlaced]:
        return [act for act in self.acts[self.first : self.end] if isinstance(act, kinds)]

    # --- questions ----------------------------------------------------------------------------------

    @property
    def located(self) -> int:
        """Return the mask of all cards whose hand is known."""
        cards = 0
        for mask in self.held:
            cards |= mask
        return cards

    def size(self, place: int) -> int:
        """Return how many cards the hand was dealt in all."""
        return sum(batch[place][0].bit_count() + batch[place][1] for batch in self.batches)

    def unknown_count(self, place: int) -> int:
        """Return the number of cards of the hand that no act shows."""
        return max(0, self.size(place) - self.held[place].bit_count())

    def certain_after(self, place: int, dealings: int) -> int:
        """Return the mask of the cards that the hand certainly got in the first ``dealings`` dealings."""
        if dealings >= len(self.batches):
            return self.held[place]
        named = 0
        for batch in self.batches:
            named |= batch[place][0]
        cards = 0
        for batch in self.batches[:dealings]:
            cards |= batch[place][0]
        if not any(batch[place][1] for batch in self.batches[dealings:]):
            cards |= self.held[place] & ~named
        return cards

    def certain_later(self, place: int, dealings: int) -> int:
        """Return the mask of the cards that the hand certainly got after the first ``dealings`` dealings."""
        named = cards = 0
        for n, batch in enumerate(self.batches):
            named |= batch[place][0]
            cards |= batch[place][0] if n >= dealings else 0
        if not any(batch[place][1] for batch in self.batches[:dealings]):
            cards |= self.held[place] & ~named
        return cards

    def cards_played_from(self, place: int, ply: int) -> int:
        """Return the mask of the cards that the hand played by name from this ply on, except the indicator."""
        cards = 0
        for act in self.acts[ply : self.end]:
            if isinstance(act, CardPlayed) and not act.indicator and self.rules.place.get(act.seat) == place:
                cards |= self.rules.tables.bit.get(act.card, 0)
        return cards & self.held[place]

    def infer_unnamed_plays(self) -> dict[int, Card]:
        """Return the card of each hand's only unnamed play, by ply, if its other cards are known and played."""
        cards: dict[int, Card] = {}
        for place, seat in enumerate(self.rules.seats):
            plays = [ply for ply in range(self.first, self.end) if self._is_play_of(ply, seat)]
            unseen = [ply for ply in plays if getattr(self.acts[ply], "card", "") == UNKNOWN]
            rest = self.held[place] & ~self.rules.tables.mask(getattr(self.acts[ply], "card", "") for ply in plays)
            if (
                len(unseen) == 1
                and rest.bit_count() == 1
                and not self.unknown_count(place)
                and len(plays) == self.size(place)
            ):
                cards[unseen[0]] = self.rules.tables.card[rest]
        return cards

    def _is_play_of(self, ply: int, seat: Seat) -> bool:
        act = self.acts[ply]
        return isinstance(act, CardPlayed) and act.seat == seat


class Hindsight:
    """A run of acts, each judged in the state before it with the cards that any act of the run shows."""

    def __init__(self, rules: Rules, dealer: Seat, acts: Sequence[Act]) -> None:
        self.rules = rules
        self.dealer = dealer
        self.acts = list(acts)
        self.spans = [Span(rules, self.acts, *bounds) for bounds in spans(self.acts)]
        for span in self.spans:
            for ply, card in span.infer_unnamed_plays().items():
                self.acts[ply] = replace(self.acts[ply], card=card)  # type: ignore[call-arg]
                span.acts = self.acts

    def steps(self) -> Iterator[tuple[int, State, Verdict]]:
        """Yield each ply, the state before its act, and the verdict on the act. The next step changes the state."""
        s = self.rules.start(self.dealer)
        for span in self.spans:
            dealt = 0
            for ply in range(span.first, span.end):
                act = self.acts[ply]
                partly = s.vague and dealt < len(span.batches) and not isinstance(act, CardsDealt)
                known = self.with_known_cards(s, span, dealt) if partly else s
                yield ply, known, self.verdict(known, span, ply)
                self.rules.apply(s, act)
                if ply in span.dealings:
                    dealt += 1
                    if s.vague and dealt == len(span.batches):
                        show_known_cards(s, span, dealt)

    def breach_plies(self) -> frozenset[int]:
        """Return the plies of the acts that are certainly against the rules."""
        return frozenset(ply for ply, _, verdict in self.steps() if isinstance(verdict, Refusal))

    def verdict_at(self, ply: int) -> Verdict:
        """Return the verdict on the act at a ply."""
        return next(verdict for at, _, verdict in self.steps() if at == ply)

    def with_known_cards(self, s: State, span: Span, dealt: int) -> State:
        """Return a copy of a state before all cards are dealt, with the cards that any act of the span shows."""
        copied = s.copy()
        show_known_cards(copied, span, dealt)
        for place in range(self.rules.seat_count):
            copied.named |= span.certain_later(place, dealt)
        return copied

    def verdict(self, s: State, span: Span, ply: int) -> Verdict:
        """Return the verdict on the act at a ply. An unseen play is no card that the hand plays by name later."""
        act = name_face_down_cards(s, self.acts[ply])
        if isinstance(act, PointsCounted) and s.outcome == "played":
            s = copy_before_count(s)
        verdict = self.rules.judge(s, act)
        if verdict is not POSSIBLE or not isinstance(act, CardPlayed):
            return verdict
        place = self.rules.place[act.seat]
        left = span.cards_played_from(place, ply) & s.hands[place]
        if not s.left_unnamed[place] or left.bit_count() > s.size(place):
            return verdict
        copied = s.copy()
        copied.unknown[place] = s.size(place) - left.bit_count()
        copied.hands[place], copied.left_unnamed[place] = left, 0
        return self.rules.judge(copied, act)


def show_known_cards(s: State, span: Span, dealt: int) -> None:
    """Add to the state the cards dealt so far, as far as any act of the span shows them."""
    for place in range(s.rules.seat_count):
        cards = span.certain_after(place, dealt)
        if s.indicator_down and place == s.maker:
            s.dealt[place] |= s.indicator & cards
            s.named |= s.indicator
        s.show(place, cards)


def name_face_down_cards(s: State, act: Act) -> Act:
    """Return an inspection or a reveal with its unknown cards named from the trick; another act unchanged."""
    if not isinstance(act, FaceDownInspected | CardsRevealed) or UNKNOWN not in act.cards.values():
        return act
    rules = s.rules
    lying = {rules.seats[place]: rules.tables.card.get(bit) for place, bit in zip(s.trick_seats, s.trick, strict=True)}
    cards = {seat: (lying.get(seat) or card) if card == UNKNOWN else card for seat, card in act.cards.items()}
    return replace(act, cards=cards)


def copy_before_count(s: State) -> State:
    """Return a copy of a played state in which the points are still to be counted.

    If all cards are known, the state has skipped the count.
    """
    copied = s.copy()
    copied.stage = len(s.rules.stages) - 2
    copied.owed, copied.turn = COUNT, s.maker
    return copied
