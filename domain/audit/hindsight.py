"""What a run of acts tells, once all of it is told, of where every card was.

A card that a hand plays late was in it all along. So a revoke that nobody could see comes to light when the suit
shows, although the scribe knew none of the cards. A *span* is the acts from the cut to a redeal, or to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardPlayed, CardsDealt, PointsCounted
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
    """The first ply of each span and the ply after its last; a redeal is the last act of its span."""
    first = 0
    for ply, act in enumerate(acts):
        if isinstance(act, RedealDemanded):
            yield first, ply + 1
            first = ply + 1
    yield first, len(acts)


def showing(act: Act) -> list[tuple[Seat, Card]]:
    """Whose cards an act shows, beside those that were played."""
    match act:
        case CapsCalled(seat, cards) | WeisShown(seat, cards):
            return [(seat, card) for card in cards]
        case MarriageDeclared(seat, suit):
            return [(seat, f"K{suit}"), (seat, f"Q{suit}")]
    return []


class Span:
    """The cards of one span: which hand each was in, as far as any act of the span tells."""

    def __init__(self, rules: Rules, acts: Sequence[Act], first: int, end: int) -> None:
        self.rules = rules
        self.acts = acts
        self.first = first
        self.end = end
        n = rules.seat_count
        self.dealings = [ply for ply in range(first, end) if isinstance(acts[ply], CardsDealt)]
        self.dealings = self.dealings[: len(rules.ruleset.batches)]
        self.batches: list[list[tuple[int, int]]] = []
        """For each dealing and place: the cards that are named in it, and how many are not."""
        self.held = [0] * n
        """The cards that each hand is known to have been dealt, whenever it became known."""
        self._dealt()
        self._played()
        self._left_over()

    # --- gathering ----------------------------------------------------------------------------------

    def _dealt(self) -> None:
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

    def _played(self) -> None:
        played = [(act.seat, act.card) for act in self._those(CardPlayed, IndicatorPlaced)]
        shown = [each for ply in range(self.first, self.end) for each in showing(self.acts[ply])]
        for seat, card in (*played, *shown):
            bit = self.rules.tables.bit.get(card, 0) & ~self.located
            if bit and seat in self.rules.place and self.open(self.rules.place[seat]):
                self.held[self.rules.place[seat]] |= bit

    def _left_over(self) -> None:
        """If all cards are dealt, those that nobody showed are in the one hand that is not wholly known."""
        places = [place for place in range(self.rules.seat_count) if self.open(place)]
        rest = self.rules.tables.all & ~self.located
        if len(places) == 1 and rest.bit_count() == self.open(places[0]):
            self.held[places[0]] |= rest

    def _those(self, *kinds: type[CardPlayed] | type[IndicatorPlaced]) -> list[CardPlayed | IndicatorPlaced]:
        return [act for act in self.acts[self.first : self.end] if isinstance(act, kinds)]

    # --- questions ----------------------------------------------------------------------------------

    @property
    def located(self) -> int:
        """Every card whose hand is known."""
        found = 0
        for mask in self.held:
            found |= mask
        return found

    def size(self, place: int) -> int:
        """How many cards the hand was dealt in all."""
        return sum(batch[place][0].bit_count() + batch[place][1] for batch in self.batches)

    def open(self, place: int) -> int:
        """How many cards of the hand are not known even now."""
        return max(0, self.size(place) - self.held[place].bit_count())

    def by(self, place: int, dealings: int) -> int:
        """The cards that were certainly in the hand after so many dealings."""
        if dealings >= len(self.batches):
            return self.held[place]
        named = 0
        for batch in self.batches:
            named |= batch[place][0]
        found = 0
        for batch in self.batches[:dealings]:
            found |= batch[place][0]
        if not any(batch[place][1] for batch in self.batches[dealings:]):
            found |= self.held[place] & ~named
        return found

    def later(self, place: int, dealings: int) -> int:
        """The cards that certainly came to the hand only after so many dealings."""
        named = found = 0
        for n, batch in enumerate(self.batches):
            named |= batch[place][0]
            found |= batch[place][0] if n >= dealings else 0
        if not any(batch[place][1] for batch in self.batches[:dealings]):
            found |= self.held[place] & ~named
        return found

    def played_from(self, place: int, ply: int) -> int:
        """The cards that the hand played by name at this ply or after it, the indicator aside."""
        found = 0
        for act in self.acts[ply : self.end]:
            if isinstance(act, CardPlayed) and not act.indicator and self.rules.place.get(act.seat) == place:
                found |= self.rules.tables.bit.get(act.card, 0)
        return found & self.held[place]

    def last_unnamed(self) -> dict[int, Card]:
        """The one card that a hand played unseen, where all its others are known and played, by its ply."""
        found: dict[int, Card] = {}
        for place, seat in enumerate(self.rules.seats):
            plays = [ply for ply in range(self.first, self.end) if self._plays(ply, seat)]
            unseen = [ply for ply in plays if getattr(self.acts[ply], "card", "") == UNKNOWN]
            rest = self.held[place] & ~self.rules.tables.mask(getattr(self.acts[ply], "card", "") for ply in plays)
            if len(unseen) == 1 and rest.bit_count() == 1 and not self.open(place) and len(plays) == self.size(place):
                found[unseen[0]] = self.rules.tables.card[rest]
        return found

    def _plays(self, ply: int, seat: Seat) -> bool:
        act = self.acts[ply]
        return isinstance(act, CardPlayed) and act.seat == seat


class Hindsight:
    """A run of acts, each judged with everything that the whole run tells, as the deal stood when it was done."""

    def __init__(self, rules: Rules, dealer: Seat, acts: Sequence[Act]) -> None:
        self.rules = rules
        self.dealer = dealer
        self.acts = list(acts)
        self.spans = [Span(rules, self.acts, *each) for each in spans(self.acts)]
        for span in self.spans:
            for ply, card in span.last_unnamed().items():
                self.acts[ply] = replace(self.acts[ply], card=card)  # type: ignore[call-arg]
                span.acts = self.acts

    def steps(self) -> Iterator[tuple[int, State, Verdict]]:
        """Each ply with the deal as it stood before it, and the verdict on its act. The state is not to be kept."""
        s = self.rules.start(self.dealer)
        for span in self.spans:
            dealt = 0
            for ply in range(span.first, span.end):
                act = self.acts[ply]
                partly = s.vague and dealt < len(span.batches) and not isinstance(act, CardsDealt)
                told = self.told(s, span, dealt) if partly else s
                yield ply, told, self.verdict(told, span, ply)
                self.rules.apply(s, act)
                if ply in span.dealings:
                    dealt += 1
                    if s.vague and dealt == len(span.batches):
                        tell(s, span, dealt)

    def broken(self) -> frozenset[int]:
        """The plies of the acts that are certainly against the rules."""
        return frozenset(ply for ply, _, verdict in self.steps() if isinstance(verdict, Refusal))

    def verdict_at(self, ply: int) -> Verdict:
        """The verdict on one act."""
        return next(verdict for at, _, verdict in self.steps() if at == ply)

    def told(self, s: State, span: Span, dealt: int) -> State:
        """The deal as it stands, before all cards are dealt, with what is known by now of those that are."""
        twin = s.copy()
        tell(twin, span, dealt)
        for place in range(self.rules.seat_count):
            twin.named |= span.later(place, dealt)
        return twin

    def verdict(self, s: State, span: Span, ply: int) -> Verdict:
        """The verdict on one act. A card that a hand plays later cannot be the one that had left it unseen."""
        act = lying(s, self.acts[ply])
        if isinstance(act, PointsCounted) and s.outcome == "played":
            s = uncounted(s)
        found = self.rules.judge(s, act)
        if found is not POSSIBLE or not isinstance(act, CardPlayed):
            return found
        place = self.rules.place[act.seat]
        left = span.played_from(place, ply) & s.hands[place]
        if not s.ghosts[place] or left.bit_count() > s.size(place):
            return found
        twin = s.copy()
        twin.unknown[place] = s.size(place) - left.bit_count()
        twin.hands[place], twin.ghosts[place] = left, 0
        return self.rules.judge(twin, act)


def tell(s: State, span: Span, dealt: int) -> None:
    """The state learns which cards the hands were dealt so far, as far as it is known by now."""
    for place in range(s.rules.seat_count):
        mine = span.by(place, dealt)
        if s.indicator_down and place == s.maker and s.indicator & mine:
            mine ^= s.indicator
            s.dealt[place] |= s.indicator
            s.named |= s.indicator
        s.show(place, mine)


def lying(s: State, act: Act) -> Act:
    """The cards that the maker saw or showed are those that lie there, where nobody wrote them down."""
    if not isinstance(act, FaceDownInspected | CardsRevealed) or UNKNOWN not in act.cards.values():
        return act
    rules = s.rules
    there = {rules.seats[place]: rules.tables.card.get(bit) for place, bit in zip(s.trick_seats, s.trick, strict=True)}
    cards = {seat: (there.get(seat) or card) if card == UNKNOWN else card for seat, card in act.cards.items()}
    return replace(act, cards=cards)


def uncounted(s: State) -> State:
    """The deal before its points were counted, which the cards known by now make needless."""
    twin = s.copy()
    twin.stage = len(s.rules.stages) - 2
    twin.owed, twin.turn = COUNT, s.maker
    return twin
