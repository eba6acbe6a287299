"""Ways in which cards that nobody named can have lain.

Each world is the same run of acts with a card in the place of every unknown one, so that each card of the pack is in
one place. They are chosen to be unlike each other: every hand in turn gets as much and as little of each suit as can
be, and what it played unseen is now a card of the led suit, now a trump, now neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Final

from domain.audit.hindsight import lying
from domain.engine.cards import UNKNOWN, Card
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackShuffled
from domain.engine.state import NOBODY
from domain.games.three04.acts import IndicatorPlaced

if TYPE_CHECKING:
    from domain.audit.hindsight import Hindsight, Span
    from domain.engine.refusals import Verdict
    from domain.engine.rules import Rules
    from domain.engine.state import State

FOLLOWS: Final = 0
PLAIN: Final = 1
TRUMPS: Final = 2


@dataclass(frozen=True, slots=True)
class Leaning:
    """What a world is made to be like."""

    place: int
    """Whose unknown cards are chosen first."""
    suit: int
    """The suit it takes first; the one before it in the pack it takes last."""
    unseen: int
    """What hands play unseen if they can: a card of the led suit, one that is neither that nor a trump, or a trump."""
    trump: int
    """The suit of an indicator that nobody saw."""


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards can have lain."""

    acts: tuple[Act, ...]
    verdicts: tuple[Verdict, ...]


def worlds(seen: Hindsight) -> Iterator[World]:
    """The worlds of a run of acts, each judged; none if every card is known."""
    if not any(UNKNOWN in unknown(act) for act in seen.acts):
        return
    for leaning in leanings(seen):
        yield World(*_filled(seen, leaning))


def leanings(seen: Hindsight) -> Iterator[Leaning]:
    """The kinds of worlds that can differ at all."""
    suits = range(len(seen.rules.ruleset.pack.suits))
    places = {place for span in seen.spans for place in range(seen.rules.seat_count) if span.open(place)}
    unseen = any(isinstance(act, CardPlayed) and act.card == UNKNOWN for act in seen.acts)
    laid = any(isinstance(act, IndicatorPlaced) and act.card == UNKNOWN for act in seen.acts)
    yield from (
        Leaning(*each)
        for each in product(
            sorted(places) or (0,),
            suits if places else (0,),
            (FOLLOWS, PLAIN, TRUMPS) if unseen else (PLAIN,),
            suits if laid else (0,),
        )
    )


def unknown(act: Act) -> list[Card]:
    """The cards of an act that a world fills in."""
    match act:
        case CardsDealt(_, hands):
            return [card for batch in hands.values() for card in batch]
        case CardPlayed(_, card) | IndicatorPlaced(_, card):
            return [card]
    return []


# --- filling in ------------------------------------------------------------------------------------


def _filled(seen: Hindsight, leaning: Leaning) -> tuple[tuple[Act, ...], tuple[Verdict, ...]]:
    rules = seen.rules
    acts: list[Act] = []
    verdicts: list[Verdict] = []
    s = rules.start(seen.dealer)
    for span in seen.spans:
        hands = _hands(rules, span, leaning)
        batches = iter(_batches(rules, span, hands, leaning))
        for ply in range(span.first, span.end):
            act = seen.acts[ply]
            match act:
                case CardsDealt() if ply in span.dealings:
                    act = replace(act, hands=next(batches))
                case IndicatorPlaced(_, "??"):
                    act = replace(act, card=_laid(rules, s, span, act, leaning))
                case CardPlayed(_, "??", _, True) if s.indicator:
                    act = replace(act, card=rules.tables.card[s.indicator])
                case CardPlayed(_, "??"):
                    act = replace(act, card=_unseen(rules, s, span, act, leaning))
                case PackShuffled(_, order) if UNKNOWN in order:
                    act = replace(act, order=())
            act = lying(s, act)
            acts.append(act)
            verdicts.append(rules.take(s, act))
    return tuple(acts), tuple(verdicts)


def _preferred(rules: Rules, mask: int, leaning: Leaning) -> list[int]:
    """The cards of a set, bit by bit, in the order in which the leaning takes them."""
    suits = rules.tables.suits
    found: list[int] = []
    for n in range(len(suits)):
        of_suit = rules.tables.cards(mask & suits[(leaning.suit + n) % len(suits)])
        found += [rules.tables.bit[card] for card in (of_suit if leaning.suit % 2 else of_suit[::-1])]
    return found


def _hands(rules: Rules, span: Span, leaning: Leaning) -> list[int]:
    """The whole hand of each place."""
    hands = span.held[:]
    pool = _preferred(rules, rules.tables.all & ~span.located, leaning)
    for n in range(rules.seat_count):
        place = (leaning.place + n) % rules.seat_count
        wanted = span.open(place)
        hands[place] |= sum(pool[:wanted])
        # The others take from the other end, so that the first one's suit is not shared out at once.
        pool = pool[wanted:][::-1] if not n else pool[wanted:]
    return hands


def _batches(rules: Rules, span: Span, hands: list[int], leaning: Leaning) -> Iterator[dict[str, tuple[Card, ...]]]:
    """What was dealt, batch by batch: an indicator that was laid before the next batch is in the one before."""
    named = [0] * rules.seat_count
    for batch in span.batches:
        for place, (mask, _) in enumerate(batch):
            named[place] |= mask
    loose = [_preferred(rules, hands[place] & ~named[place], leaning) for place in range(rules.seat_count)]
    last = [*span.dealings[1:], span.end]
    for n, ply in enumerate(span.dealings):
        for act in span.acts[ply : last[n]]:
            if isinstance(act, IndicatorPlaced) and act.seat in rules.place:
                mine, bit = loose[rules.place[act.seat]], rules.tables.bit.get(act.card, 0)
                if act.card == UNKNOWN:
                    free = sum(mine) & ~span.played_from(rules.place[act.seat], span.first)
                    bit = next(iter(_preferred(rules, free, replace(leaning, suit=leaning.trump))), 0)
                if bit in mine:
                    mine.insert(0, mine.pop(mine.index(bit)))
        told = {}
        for place, (mask, unnamed) in enumerate(span.batches[n]):
            cards = rules.tables.cards(mask) + [rules.tables.card[bit] for bit in loose[place][:unnamed]]
            del loose[place][:unnamed]
            told[rules.seats[place]] = tuple(cards)
        act = span.acts[ply]
        yield {seat: told[seat] for seat in (act.hands if isinstance(act, CardsDealt) else ()) if seat in told}


def _free(rules: Rules, s: State, span: Span, act: Act) -> int:
    """The cards in a hand that it does not play by name."""
    place = rules.place[act.seat]
    return s.hands[place] & ~span.played_from(place, span.first)


def _laid(rules: Rules, s: State, span: Span, act: IndicatorPlaced, leaning: Leaning) -> Card:
    """An indicator that nobody saw."""
    if rules.place.get(act.seat, NOBODY) == NOBODY:
        return UNKNOWN
    mine = _free(rules, s, span, act) or s.hands[rules.place[act.seat]]
    found = _preferred(rules, mine, replace(leaning, suit=leaning.trump))
    return rules.tables.card[found[0]] if found else UNKNOWN


def _unseen(rules: Rules, s: State, span: Span, act: CardPlayed, leaning: Leaning) -> Card:
    """A card that nobody saw when it was played."""
    if act.seat not in rules.place:
        return UNKNOWN
    mine = _free(rules, s, span, act)
    wished = {
        FOLLOWS: (s.lead_suit, ~s.trump),
        PLAIN: (~(s.lead_suit | s.trump), ~s.lead_suit),
        TRUMPS: (s.trump & ~s.lead_suit, ~s.lead_suit),
    }[leaning.unseen]
    for suits in (*wished, rules.tables.all):
        if found := rules.tables.cards(mine & suits):
            return found[-1]
    return UNKNOWN
