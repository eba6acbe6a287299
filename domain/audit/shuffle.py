"""Measure how much order of the last deal survived the shuffle, and check the dealing against pack and cut.

000 "Deal" (the note on shuffling), 001 "Note on Shuffling" and 004 "Shuffling Rules" let the dealer shuffle little, so
part of the order in which the cards were played may survive. 002 demands a thorough shuffle. No document says how
tricks are picked up, so each assumption about it is data (`GATHERINGS`). There are two kinds of evidence:

- The order of the pack is recorded. Count the cards that have the same card below them as in the gathered pack; the
  top card counts as below the bottom card, so that a cut changes nothing. Count also the rising sequences of the pack:
  they are still few after some riffles, when the neighbours are already parted.
- Only the batches are recorded. Count the neighbours of the gathered pack that were dealt in one batch.

`Survival.chance` is the exact chance that a perfectly shuffled pack keeps at least as many neighbours.
`Survival.rising_chance` is the exact chance that it has no more rising sequences. A small chance says that the shuffle
was not thorough. It does not prove intent, since the rules allow a short shuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, factorial
from typing import TYPE_CHECKING, Final, Literal

from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardPlayed, CardsDealt, PackCut, PackShuffled
from domain.engine.stages.dealing import DealingStage
from domain.games.three04.acts import RedealDemanded

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.facts import Act
    from domain.record.record import Record


@dataclass(frozen=True, slots=True)
class Gathering:
    """An assumption about how the cards of a deal are gathered."""

    key: str
    piles: Literal["one", "by_team"]
    """``one``: each trick is laid on the trick before, for all seats; ``by_team``: each side has a pile of its own,
    and the trump maker's comes on top of the other."""
    top: Literal["first", "last"]
    """Which card of a trick lies on top when the trick is turned face down: the first played, or the last."""


GATHERINGS: Final = (
    Gathering("sides-first", "by_team", "first"),
    Gathering("sides-last", "by_team", "last"),
    Gathering("one-pile-first", "one", "first"),
    Gathering("one-pile-last", "one", "last"),
)
"""The assumptions, tried in turn. Whichever pile comes on top, the pack is the same if it is read as a circle."""

Runs = tuple[tuple["Card", ...], ...]
"""Cards from top to bottom, in pieces: in a piece the order is known, between pieces it is not."""


@dataclass(frozen=True, slots=True)
class Survival:
    """The order that survived, under one assumption about how the cards were gathered."""

    gathering: Gathering
    evidence: Literal["order", "batches"]
    """``order``: the order of the pack is known; ``batches``: only the cards dealt together are known."""
    pairs: int
    """The number of pairs of neighbours that the gathered pack is known to have had."""
    kept: int
    """The number of these pairs that are still neighbours in the same order; with ``batches``, that share a batch."""
    chance: Fraction
    """The chance that a perfectly shuffled pack keeps at least as many."""
    longest: int
    """The most cards that stayed together in their order; with ``batches`` the most of one piece in one batch."""
    rising: int
    """The number of rising sequences in the pack: 1 if nothing was shuffled, about half the number of cards after a
    perfect shuffle. Each piece of the gathered pack counts separately. 0 if the order is not known."""
    rising_chance: Fraction = Fraction(1)
    """The chance that a perfectly shuffled pack has no more rising sequences; 1 if the order is not known."""

    @property
    def least(self) -> Fraction:
        """Return the smaller of the two chances."""
        return min(self.chance, self.rising_chance)


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The first card that was dealt to another seat than pack and cut give it to."""

    ply: int
    card: Card
    position: int
    """The position of the card in the cut pack, counted from 1 at the top."""
    due: Seat
    dealt: Seat | None
    """The seat that got the card instead; None if no hand of this batch has it."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """A dealing compared with pack and cut."""

    ply: int
    """The ply of the first batch."""
    verdict: Literal["right", "wrong", "unknown"]
    """``unknown``: the pack, or the cards dealt, are not recorded."""
    depth: int | None
    """The depth of the cut, as recorded or as inferred from the cards; None if it is unknown or several depths fit."""
    counted: bool
    """Whether the depth was recorded."""
    wrong: Misdealt | None


# --- the gathered pack ----------------------------------------------------------------------------


def tricks_of(record: Record) -> list[tuple[int, list[Card]]]:
    """Return the complete tricks since the last dealing: the winner's place, and the cards as played."""
    s = record.rules.start(record.opened.dealer)
    tricks: list[tuple[int, list[Card]]] = []
    cards: list[Card] = []
    for act in record.acts:
        if isinstance(act, RedealDemanded):
            tricks, cards = [], []
        if isinstance(act, CardPlayed):
            cards.append(act.card)
        record.rules.apply(s, act)
        if cards and not s.trick:
            tricks.append((s.last_winner, cards))
            cards = []
    return tricks


def gather_pack(record: Record, gathering: Gathering) -> Runs:
    """Return the pack after a deal from top to bottom, before it is shuffled, as far as it is known.

    Each card that was not played, or that the record does not name, is a piece of its own.
    """
    tricks = tricks_of(record)
    if gathering.piles == "by_team":
        makers = record.rules.team[max(record.state.maker, 0)]
        tricks.sort(key=lambda trick: record.rules.team[trick[0]] == makers)
    pieces: list[tuple[Card, ...]] = []
    piece: list[Card] = []
    for _, cards in reversed(tricks):
        for card in cards if gathering.top == "first" else reversed(cards):
            if card == UNKNOWN:
                pieces.append(tuple(piece))
                piece = []
            else:
                piece.append(card)
    pieces.append(tuple(piece))
    there = {card for piece_ in pieces for card in piece_}
    loose = [(card,) for card in record.rules.tables.bit if card not in there]
    return (*(piece_ for piece_ in pieces if piece_), *loose)


# --- the shuffled pack ----------------------------------------------------------------------------


def first_dealing(record: Record) -> list[Act]:
    """Return the acts up to the first redeal, which concern the pack that the dealer took over."""
    acts = record.acts
    ends = (ply for ply, act in enumerate(acts) if isinstance(act, RedealDemanded))
    return acts[: next(ends, len(acts))]


def shuffled_pack(record: Record) -> tuple[Card, ...]:
    """Return the pack as the dealer shuffled it, from top to bottom; empty if it is not recorded."""
    packs = [act.order for act in first_dealing(record) if isinstance(act, PackShuffled)]
    pack = packs[-1] if packs else ()
    return pack if set(pack) == set(record.rules.tables.bit) and len(pack) == len(set(pack)) else ()


def batches_of(record: Record) -> tuple[tuple[Card, ...], ...]:
    """Return the batches dealt, with the cards never dealt as the last; empty unless every card is named."""
    acts = [act for act in first_dealing(record) if isinstance(act, CardsDealt)]
    batches = [cards for act in acts for cards in act.hands.values()]
    dealt = [card for batch in batches for card in batch]
    if UNKNOWN in dealt or len(dealt) != len(set(dealt)) or not dealt:
        return ()
    rest = tuple(card for card in record.rules.tables.bit if card not in set(dealt))
    return (*batches, rest) if rest else tuple(batches)


def measure_survivals(before: Record, after: Record) -> tuple[Survival, ...]:
    """Return how much of the order of one deal is left in the next, under each assumption.

    Empty if too little is known: no trick was played, or neither the pack nor all cards dealt are recorded.
    """
    pack = shuffled_pack(after)
    batches = batches_of(after)
    have_one_pack = before.rules.ruleset.pack == after.rules.ruleset.pack
    if not (pack or batches) or not have_one_pack or not tricks_of(before):
        return ()
    return tuple(
        measure_order(gathering, gather_pack(before, gathering), pack)
        if pack
        else measure_batches(gathering, gather_pack(before, gathering), batches)
        for gathering in GATHERINGS
    )


# --- evidence: the order of the pack --------------------------------------------------------------


def followers(runs: Runs) -> dict[Card, Card]:
    """Return the card known to lie below each card; below the bottom card the top one, if all is known."""
    below = {a: b for run in runs for a, b in pairwise(run)}
    if len(runs) == 1 and len(runs[0]) > 2:
        below[runs[0][-1]] = runs[0][0]
    return below


def measure_order(gathering: Gathering, runs: Runs, pack: Sequence[Card]) -> Survival:
    """Return how much order is left in a pack whose order is known."""
    below = followers(runs)
    kept = [below.get(card) == pack[(n + 1) % len(pack)] for n, card in enumerate(pack)]
    place = {card: n for n, card in enumerate(pack)}
    rising = len(runs) + sum(place[a] > place[b] for run in runs for a, b in pairwise(run))
    chance = chance_of_neighbours(len(pack), len(below), sum(kept))
    few = chance_of_few_rising(tuple(sorted(map(len, runs))), rising)
    return Survival(gathering, "order", len(below), sum(kept), chance, _longest(kept) + 1, rising, few)


def chance_of_few_rising(runs: tuple[int, ...], rising: int) -> Fraction:
    """Return the chance that after a perfect shuffle pieces of these sizes have at most ``rising`` rising sequences."""
    return sum(_rising_chances(runs)[: rising + 1], Fraction())


@lru_cache(maxsize=64)
def _rising_chances(runs: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the chances of no, one, two … rising sequences after a perfect shuffle.

    The number of orders of one piece that have k rising sequences is an Eulerian number. The pieces are independent.
    """
    ways = [1]
    for size in runs:
        counts = [0, 1]
        for cards in range(2, size + 1):
            counts = [
                k * (counts[k] if k < cards else 0) + (cards - k + 1) * counts[k - 1] if k else 0
                for k in range(cards + 1)
            ]
        both = [0] * (len(ways) + size)
        for n, some in enumerate(ways):
            for k, others in enumerate(counts):
                both[n + k] += some * others
        ways = both
    everything = sum(ways)
    return tuple(Fraction(count, everything) for count in ways)


def _longest(kept: list[bool]) -> int:
    """Return the longest run of kept neighbours, the pack read as a circle."""
    if all(kept):
        return len(kept) - 1
    best = now = 0
    for neighbours in kept + kept:
        now = now + 1 if neighbours else 0
        best = max(best, now)
    return best


@lru_cache(maxsize=1024)
def chance_of_neighbours(cards: int, pairs: int, kept: int) -> Fraction:
    """Return the chance that a perfect shuffle keeps at least ``kept`` of the pairs of neighbours.

    By inclusion and exclusion: read as a circle, ``(cards - j - 1)!`` of the ``(cards - 1)!`` arrangements keep ``j``
    given pairs (and one keeps all ``cards`` of a circle).
    """
    keeping = [
        comb(pairs, j) * (factorial(cards - j - 1) if j < cards else 1) for j in range(min(pairs, cards) + 1)
    ]  # fmt: skip
    return Fraction(_count_at_least(keeping, kept), factorial(cards - 1))


def _count_at_least(keeping: Sequence[int], kept: int) -> int:
    """Return how many arrangements keep at least ``kept`` pairs. ``keeping[j]``: how many keep all of j pairs, summed
    over all sets of j pairs.
    """
    if kept <= 0:
        return keeping[0]
    return sum((-1) ** (j - kept) * comb(j - 1, kept - 1) * keeping[j] for j in range(kept, len(keeping)))


# --- evidence: the batches ------------------------------------------------------------------------


def measure_batches(gathering: Gathering, runs: Runs, batches: Sequence[Sequence[Card]]) -> Survival:
    """Return how much order is left in the batches that were dealt, whatever the order within each."""
    batch_of = {card: n for n, batch in enumerate(batches) for card in batch}
    together = [[batch_of[a] == batch_of[b] for a, b in pairwise(run)] for run in runs]
    kept, pairs = sum(map(sum, together)), sum(map(len, together))
    longest = 1
    for run in together:
        now = 1
        for same in run:
            now = now + 1 if same else 1
            longest = max(longest, now)
    spread = sharing_chances(tuple(sorted(map(len, runs))), tuple(sorted(map(len, batches))))
    chance = sum(spread[kept:], Fraction())
    return Survival(gathering, "batches", pairs, kept, chance, longest, 0)


@lru_cache(maxsize=64)
def sharing_chances(runs: tuple[int, ...], batches: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the chances, after a perfect shuffle, that none, one, two … neighbours share a batch.

    ``runs``: the size of each known piece of the gathered pack; ``batches``: the size of each batch. The cards are
    placed one after another. Only the room left in each batch matters, and the room in the batch of the card before.
    """
    # By the room left in each batch, sorted, and the room in the batch of the card before (-1: begins a piece).
    ways: dict[tuple[tuple[int, ...], int], list[int]] = {(tuple(sorted(batches)), -1): [1]}
    for run in runs:
        ways = _begin_piece(ways)
        for _ in range(run):
            ways = _place_next_card(ways)
    total = [0] * (sum(runs) + 1)
    for counts in ways.values():
        for kept, count in enumerate(counts):
            total[kept] += count
    everything = sum(total)
    return tuple(Fraction(count, everything) for count in total)


Rooms = dict[tuple[tuple[int, ...], int], list[int]]


def _begin_piece(ways: Rooms) -> Rooms:
    """Begin a new piece: the place of the card before it no longer matters."""
    after: Rooms = {}
    for (rooms, _), counts in ways.items():
        _add(after, (rooms, -1), counts, 1, 0)
    return after


def _place_next_card(ways: Rooms) -> Rooms:
    """Place the next card."""
    after: Rooms = {}
    for (rooms, last), counts in ways.items():
        for room, batches in Counter(rooms).items():
            if not room:
                continue
            left = list(rooms)
            left.remove(room)
            left.append(room - 1)
            state = tuple(sorted(left)), room - 1
            # One of the batches with this much room is the batch of the card before.
            same = room == last
            if same:
                _add(after, state, counts, room, 1)
            if others := batches - same:
                _add(after, state, counts, room * others, 0)
    return after


def _add(ways: Rooms, state: tuple[tuple[int, ...], int], counts: list[int], times: int, kept: int) -> None:
    there = ways.setdefault(state, [])
    there.extend([0] * (len(counts) + kept - len(there)))
    for n, count in enumerate(counts):
        there[n + kept] += count * times


def correct_chance(results: Sequence[Survival]) -> Fraction:
    """Return the least of the chances, multiplied by the number of tests made (Bonferroni); at most 1.

    Each assumption is tested for neighbours and, if the order is known, for rising sequences.
    """
    tests = sum(2 if result.evidence == "order" else 1 for result in results)
    return min(Fraction(1), min(result.least for result in results) * tests)


# --- dealing --------------------------------------------------------------------------------------


def find_dealings(record: Record) -> tuple[Dealing, ...]:
    """Return each dealing of a deal (several after redeals) compared with its pack and cut.

    000 "Deal": counter-clockwise from dealer's right, in the ruleset's batches. The depth of a cut that nobody counted
    is inferred from the cards, if they decide it.
    """
    compared: list[Dealing] = []
    acts: list[Act] = []
    begin = 0
    for ply, act in enumerate(record.acts):
        if isinstance(act, RedealDemanded):
            compared += _find_dealing(record, acts, begin)
            acts, begin = [], ply + 1
        else:
            acts.append(act)
    return (*compared, *_find_dealing(record, acts, begin))


def _find_dealing(record: Record, acts: list[Act], begin: int) -> list[Dealing]:
    """Return the dealing in the acts from a ply on, up to a redeal or the end; empty if nothing was dealt."""
    batches = [ply for ply, act in enumerate(acts, begin) if isinstance(act, CardsDealt)]
    if not batches:
        return []
    s = record.rules.start(record.opened.dealer)
    for act in acts[: batches[0] - begin]:
        record.rules.apply(s, act)
    counted = s.cut_depth is not None
    cards = [card for act in acts if isinstance(act, CardsDealt) for dealt in act.hands.values() for card in dealt]
    if not s.pack or 0 in s.pack or UNKNOWN in cards:
        return [Dealing(batches[0], "unknown", s.cut_depth, counted, None)]
    depths = range(1, len(s.pack)) if s.cut_depth is None else (s.cut_depth,)
    wrong: dict[int, Misdealt] = {}
    right: list[int] = []
    for depth in depths:
        if first := _first_wrong(record, acts, begin, depth):
            wrong[depth] = first
        else:
            right.append(depth)
    if right:
        return [Dealing(batches[0], "right", right[0] if len(right) == 1 else None, counted, None)]
    likeliest = max(wrong, key=lambda depth: wrong[depth].position)
    return [Dealing(batches[0], "wrong", likeliest, counted, wrong[likeliest])]


def _first_wrong(record: Record, acts: list[Act], begin: int, depth: int) -> Misdealt | None:
    """Return the first card that the pack, cut at this depth, gives to another seat; None if there is none."""
    rules = record.rules
    s = rules.start(record.opened.dealer)
    position = 0
    for ply, act in enumerate(acts, begin):
        stage = rules.stages[s.stage]
        if isinstance(act, CardsDealt) and isinstance(stage, DealingStage):
            for seat, cards in (stage.from_pack(s) or {}).items():
                for card in cards:
                    position += 1
                    if card not in act.hands.get(seat, ()):
                        got = next((other for other, hand in act.hands.items() if card in hand), None)
                        return Misdealt(ply, card, position, seat, got)
        rules.apply(s, act)
        if isinstance(act, PackCut):
            s.cut_depth = depth
    return None
