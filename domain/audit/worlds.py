"""Fill in the unknown cards of a deal in different ways.

Each world is the same run of acts with a card in the place of every unknown one, so that each card of the pack is in
one place. The worlds differ as much as possible: every hand in turn gets as many and as few cards of each suit as it
can, and its unseen plays are of the led suit, trumps, or neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Final

from domain.engine.cards import UNKNOWN, Card
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackShuffled
from domain.engine.state import NOBODY
from domain.games.three04.acts import IndicatorPlaced
from domain.record.hindsight import name_face_down_cards

if TYPE_CHECKING:
    from domain.engine.refusals import Verdict
    from domain.engine.rules import Rules
    from domain.engine.state import State
    from domain.record.hindsight import Hindsight, Span

FOLLOWS: Final = 0
PLAIN: Final = 1
TRUMPS: Final = 2


@dataclass(frozen=True, slots=True)
class Bias:
    """The preferences by which a world chooses among the cards that fit."""

    place: int
    """The place of the seat whose unknown cards are chosen first."""
    suit: int
    """The number of the suit that is chosen first; the suit before it in the pack is chosen last."""
    unseen: int
    """The card preferred for an unseen play: of the led suit (`FOLLOWS`), a trump (`TRUMPS`), or neither (`PLAIN`)."""
    trump: int
    """The number of the suit chosen for an indicator that nobody saw."""


@dataclass(frozen=True, slots=True)
class World:
    """One possible layout of the cards, with the verdict on each act."""

    acts: tuple[Act, ...]
    verdicts: tuple[Verdict, ...]


def worlds(hindsight: Hindsight) -> Iterator[World]:
    """Yield the worlds of a run of acts, each judged; none if every card is known."""
    if not any(UNKNOWN in cards_of(act) for act in hindsight.acts):
        return
    for bias in biases(hindsight):
        yield World(*_fill(hindsight, bias))


def biases(hindsight: Hindsight) -> Iterator[Bias]:
    """Yield the biases whose worlds can differ."""
    suits = range(len(hindsight.rules.ruleset.pack.suits))
    places = {
        place for span in hindsight.spans for place in range(hindsight.rules.seat_count) if span.unknown_count(place)
    }
    unseen = any(isinstance(act, CardPlayed) and act.card == UNKNOWN for act in hindsight.acts)
    laid = any(isinstance(act, IndicatorPlaced) and act.card == UNKNOWN for act in hindsight.acts)
    yield from (
        Bias(*values)
        for values in product(
            sorted(places) or (0,),
            suits if places else (0,),
            (FOLLOWS, PLAIN, TRUMPS) if unseen else (PLAIN,),
            suits if laid else (0,),
        )
    )


def cards_of(act: Act) -> list[Card]:
    """Return the cards of an act that a world fills in."""
    match act:
        case CardsDealt(_, hands):
            return [card for batch in hands.values() for card in batch]
        case CardPlayed(_, card) | IndicatorPlaced(_, card):
            return [card]
    return []


# --- filling in ------------------------------------------------------------------------------------


def _fill(hindsight: Hindsight, bias: Bias) -> tuple[tuple[Act, ...], tuple[Verdict, ...]]:
    rules = hindsight.rules
    acts: list[Act] = []
    verdicts: list[Verdict] = []
    s = rules.start(hindsight.dealer)
    for span in hindsight.spans:
        hands = _hands(rules, span, bias)
        batches = iter(_batches(rules, span, hands, bias))
        for ply in range(span.first, span.end):
            act = hindsight.acts[ply]
            match act:
                case CardsDealt() if ply in span.dealings:
                    act = replace(act, hands=next(batches))
                case IndicatorPlaced(_, "??"):
                    act = replace(act, card=_indicator(rules, s, span, act, bias))
                case CardPlayed(_, "??", _, True) if s.indicator:
                    act = replace(act, card=rules.tables.card[s.indicator])
                case CardPlayed(_, "??"):
                    act = replace(act, card=_unseen_card(rules, s, span, act, bias))
                case PackShuffled(_, order) if UNKNOWN in order:
                    act = replace(act, order=())
            act = name_face_down_cards(s, act)
            acts.append(act)
            verdicts.append(rules.take(s, act))
    return tuple(acts), tuple(verdicts)


def _order_by_bias(rules: Rules, mask: int, bias: Bias) -> list[int]:
    """Return the cards of a set as bits, in the order in which the bias takes them."""
    suits = rules.tables.suits
    cards: list[int] = []
    for n in range(len(suits)):
        of_suit = rules.tables.cards(mask & suits[(bias.suit + n) % len(suits)])
        cards += [rules.tables.bit[card] for card in (of_suit if bias.suit % 2 else of_suit[::-1])]
    return cards


def _hands(rules: Rules, span: Span, bias: Bias) -> list[int]:
    """Return the whole hand of each place."""
    hands = span.held[:]
    pool = _order_by_bias(rules, rules.tables.all & ~span.located, bias)
    for n in range(rules.seat_count):
        place = (bias.place + n) % rules.seat_count
        count = span.unknown_count(place)
        hands[place] |= sum(pool[:count])
        # The other seats take from the other end, so that the first seat's suit is not used up at once.
        pool = pool[count:][::-1] if not n else pool[count:]
    return hands


def _batches(rules: Rules, span: Span, hands: list[int], bias: Bias) -> Iterator[dict[str, tuple[Card, ...]]]:
    """Yield the batches dealt. An indicator placed before the next batch is in the batch before it."""
    named = [0] * rules.seat_count
    for dealing in span.batches:
        for place, (mask, _) in enumerate(dealing):
            named[place] |= mask
    loose = [_order_by_bias(rules, hands[place] & ~named[place], bias) for place in range(rules.seat_count)]
    last = [*span.dealings[1:], span.end]
    for n, ply in enumerate(span.dealings):
        for act in span.acts[ply : last[n]]:
            if isinstance(act, IndicatorPlaced) and act.seat in rules.place:
                hand, bit = loose[rules.place[act.seat]], rules.tables.bit.get(act.card, 0)
                if act.card == UNKNOWN:
                    free = sum(hand) & ~span.cards_played_from(rules.place[act.seat], span.first)
                    bit = next(iter(_order_by_bias(rules, free, replace(bias, suit=bias.trump))), 0)
                if bit in hand:
                    hand.insert(0, hand.pop(hand.index(bit)))
        batch = {}
        for place, (mask, unnamed) in enumerate(span.batches[n]):
            cards = rules.tables.cards(mask) + [rules.tables.card[bit] for bit in loose[place][:unnamed]]
            del loose[place][:unnamed]
            batch[rules.seats[place]] = tuple(cards)
        act = span.acts[ply]
        yield {seat: batch[seat] for seat in (act.hands if isinstance(act, CardsDealt) else ()) if seat in batch}


def _unplayed_cards(rules: Rules, s: State, span: Span, act: Act) -> int:
    """Return the mask of the cards in the hand of the act's seat that it never plays by name."""
    place = rules.place[act.seat]
    return s.hands[place] & ~span.cards_played_from(place, span.first)


def _indicator(rules: Rules, s: State, span: Span, act: IndicatorPlaced, bias: Bias) -> Card:
    """Return a card for an unknown indicator; unknown if the game lacks the seat, or the seat has no known card."""
    if rules.place.get(act.seat, NOBODY) == NOBODY:
        return UNKNOWN
    cards = _unplayed_cards(rules, s, span, act) or s.hands[rules.place[act.seat]]
    preferred = _order_by_bias(rules, cards, replace(bias, suit=bias.trump))
    return rules.tables.card[preferred[0]] if preferred else UNKNOWN


def _unseen_card(rules: Rules, s: State, span: Span, act: CardPlayed, bias: Bias) -> Card:
    """Return a card for an unknown play, of the kind that the bias prefers; unknown if the hand has none."""
    if act.seat not in rules.place:
        return UNKNOWN
    cards = _unplayed_cards(rules, s, span, act)
    preferences = {
        FOLLOWS: (s.lead_suit, ~s.trump),
        PLAIN: (~(s.lead_suit | s.trump), ~s.lead_suit),
        TRUMPS: (s.trump & ~s.lead_suit, ~s.lead_suit),
    }[bias.unseen]
    for suits in (*preferences, rules.tables.all):
        if fitting := rules.tables.cards(cards & suits):
            return fitting[-1]
    return UNKNOWN
