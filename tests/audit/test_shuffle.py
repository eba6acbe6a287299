"""The order that is left after a shuffle, and whether cards were dealt as the pack and the cut give them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from pathlib import Path

import pytest

import replay.hands
from domain.audit.shuffle import (
    GATHERINGS,
    Runs,
    Survival,
    batches_of,
    chance_of_few_rising,
    chance_of_neighbours,
    correct_chance,
    find_dealings,
    gather_pack,
    measure_batches,
    measure_order,
    measure_survivals,
    sharing_chances,
)
from domain.engine.facts import Act, CardsDealt, DealOpened, PackCut, PackShuffled, Passed
from domain.engine.packs import tables
from domain.engine.parameters import plain
from domain.engine.rules import rules_of
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS, STANDARD
from domain.games.three04.acts import RedealDemanded
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation.document import record_of
from replay.notation.hand_file import read_hand
from replay.words.shuffle import RARE
from tests.cases import FULL
from tests.replaying.hidden import random_deal, told_from

SHUFFLES = 20_000 if FULL else 1_000

(_FIFTH,) = Path(replay.hands.__path__[0]).glob("05-*.toml")
FIFTH = record_of(read_hand(_FIFTH.read_text()))
"""An opponent cuts: North is the trump maker. All 32 cards were played."""

_TRICKS = (
    "JH 9H QH 7H", "7C JC 8C QC", "JS 7S 8S QS", "KD 7D JD QD", "8H AH KS AS", "TD 8D AD 9D", "AC TC KH 9C",
    "KC TS 9S TH",
)  # fmt: skip
"""As they were played. The second, third, fourth and sixth went to the trump maker's side."""

ONE_PILE = [card for trick in reversed(_TRICKS) for card in trick.split()]
"""The last trick on top, in each trick the card that was played first."""

SIDES = [card for n in (6, 4, 3, 2, 8, 7, 5, 1) for card in _TRICKS[n - 1].split()]
"""The same in two piles, the trump maker's on top."""


def opened(game: Ruleset, acts: list[Act], dealer: str = "S") -> Record:
    record = Record(DealOpened(plain(game), dealer), Stamp())
    for n, act in enumerate(acts):
        record.fold(act, Stamp(n + 1))
    return record


def dealt_from(game: Ruleset, pack: list[str], depth: int | None, *, recorded: bool = True) -> list[Act]:
    """South shuffles, West cuts, and South deals the first batches as they come."""
    rules = rules_of(game)
    acts: list[Act] = [PackShuffled("S", tuple(pack)), PackCut("W", depth)]
    s = rules.start("S")
    for act in acts:
        rules.apply(s, act)
    (deal,) = rules.legal(s, "S")
    return [*(acts if recorded else [PackCut("W")]), deal]


def whole(game: Ruleset, pack: list[str]) -> Record:
    """A deal with all cards dealt from the top, batch after batch; nobody recorded the pack."""
    at = 0
    acts: list[Act] = [PackCut("W")]
    for _ in range(2):
        hands = {}
        for seat in "ENWS":
            hands[seat] = tuple(pack[at : at + 4])
            at += 4
        acts.append(CardsDealt("S", hands))
    return opened(game, acts)


# --- the pack that was gathered -------------------------------------------------------------------


@pytest.mark.parametrize(("key", "cards"), [("one-pile-first", ONE_PILE), ("sides-first", SIDES)])
def test_the_last_trick_lies_on_top(key: str, cards: list[str]) -> None:
    gathering = next(each for each in GATHERINGS if each.key == key)
    assert gather_pack(FIFTH, gathering) == (tuple(cards),)


def test_the_card_played_last_may_lie_on_top_instead() -> None:
    gathering = next(each for each in GATHERINGS if each.key == "one-pile-last")
    tricks = [ONE_PILE[n : n + 4][::-1] for n in range(0, 32, 4)]
    assert gather_pack(FIFTH, gathering) == (tuple(card for trick in tricks for card in trick),)


def test_every_card_is_gathered_once_whatever_happened() -> None:
    for key, game in RULESETS.items():
        for seed in range(10):
            rng = random.Random(f"{key} {seed}")
            dealer, acts = random_deal(rng, game)
            record = told_from(game, dealer, acts[: rng.randint(1, len(acts))])
            for gathering in GATHERINGS:
                runs = gather_pack(record, gathering)
                assert Counter(card for run in runs for card in run) == Counter([*record.rules.tables.bit])


# --- how much survived ----------------------------------------------------------------------------


def test_a_pack_that_nobody_shuffled_keeps_everything_whatever_the_cut() -> None:
    for depth in (0, 1, 13, 31):
        order = measure_order(GATHERINGS[0], (tuple(SIDES),), SIDES[depth:] + SIDES[:depth])
        assert (order.kept, order.pairs, order.longest) == (32, 32, 32)
        assert order.chance == Fraction(1, factorial(31))
    assert order.rising == 2
    assert measure_order(GATHERINGS[0], (tuple(SIDES),), SIDES).rising == 1


def test_a_few_packets_moved_are_found() -> None:
    """The dealer takes the pack in four packets and lays each on the last: four pairs are broken."""
    packets = [SIDES[:9], SIDES[9:15], SIDES[15:26], SIDES[26:]]
    pack = [card for packet in reversed(packets) for card in packet]
    before_acts = measure_survivals(FIFTH, opened(STANDARD, dealt_from(STANDARD, pack, 7)))
    by_gathering = {each.gathering.key: each for each in before_acts}
    assert by_gathering["sides-first"].evidence == "order"
    assert (by_gathering["sides-first"].kept, by_gathering["sides-first"].longest) == (28, 11)
    assert by_gathering["sides-first"].chance < Fraction(1, 10**20)
    assert by_gathering["one-pile-last"].kept < 8
    assert correct_chance(before_acts) == by_gathering["sides-first"].chance * 8, "four assumptions, two questions each"


def test_batches_tell_less_but_enough() -> None:
    """The pack was only cut, by nine; the order within a batch is not known. 24 neighbours are in one batch each, less
    the pair that was the pack's bottom and top."""
    pack = SIDES[9:] + SIDES[:9]
    (survival, *_) = measure_survivals(FIFTH, whole(STANDARD, pack))
    assert (survival.evidence, survival.pairs, survival.kept, survival.longest) == ("batches", 31, 23, 4)
    assert 0 < survival.chance < Fraction(1, 10**15)


def test_nothing_is_said_where_too_little_is_known() -> None:
    unnamed = [PackCut("W"), CardsDealt("S", dict.fromkeys("ENWS", ("??",) * 4))]
    assert measure_survivals(FIFTH, opened(STANDARD, unnamed)) == ()
    assert batches_of(opened(STANDARD, unnamed)) == ()
    nothing_played = opened(STANDARD, [*dealt_from(STANDARD, SIDES, 0), *(Passed(seat) for seat in "ENWS")])
    assert measure_survivals(nothing_played, whole(STANDARD, SIDES)) == ()


def test_a_deal_is_compared_with_the_next_one_though_the_process_has_made_the_tables_of_the_pack_anew() -> None:
    """As it does where clubs have more packs than it remembers."""
    tables.cache_clear()
    rules_of.cache_clear()
    (survival, *_) = measure_survivals(FIFTH, opened(STANDARD, dealt_from(STANDARD, SIDES, 0)))
    assert survival.kept == 32


def test_a_redeal_is_no_shuffle_of_the_last_deal() -> None:
    """000 "Bidding with Four Cards": the pack that the dealer took over is the one before the first redeal."""
    other = random.Random(4).sample(SIDES, 32)
    acts = [*dealt_from(STANDARD, SIDES, 5), RedealDemanded("E"), *dealt_from(STANDARD, other, 5)]
    (survival, *_) = measure_survivals(FIFTH, opened(STANDARD, acts))
    assert survival.kept == 32


# --- the chances are exact ------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [("ABCDEF",), ("ABC", "DEF"), ("ABCD", "E", "F"), tuple("ABCDEF")])
def test_the_chance_of_neighbours_is_that_of_all_packs(runs: tuple[str, ...]) -> None:
    pieces: Runs = tuple(tuple(run) for run in runs)
    kept = Counter(measure_order(GATHERINGS[0], pieces, pack).kept for pack in permutations("ABCDEF"))
    pairs = measure_order(GATHERINGS[0], pieces, "ABCDEF").pairs
    for least in range(8):
        share = Fraction(sum(count for number, count in kept.items() if number >= least), factorial(6))
        assert chance_of_neighbours(6, pairs, least) == share


@pytest.mark.parametrize("runs", [("ABCDEF",), ("ABC", "DEF"), ("ABCD", "E", "F"), tuple("ABCDEF")])
@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 3), (1, 2, 3), (4, 1, 1)])
def test_the_chance_of_one_batch_is_that_of_all_packs(runs: tuple[str, ...], sizes: tuple[int, ...]) -> None:
    pieces: Runs = tuple(tuple(run) for run in runs)
    kept: Counter[int] = Counter()
    for pack in permutations("ABCDEF"):
        cards = iter(pack)
        batches = [[next(cards) for _ in range(size)] for size in sizes]
        kept[measure_batches(GATHERINGS[0], pieces, batches).kept] += 1
    spread = sharing_chances(tuple(sorted(map(len, runs))), tuple(sorted(sizes)))
    assert {n: chance for n, chance in enumerate(spread) if chance} == {
        n: Fraction(count, factorial(6)) for n, count in kept.items()
    }


def uniform(survivals: list[tuple[Survival, Fraction]], rng: random.Random) -> float:
    """Return how far the chances are from even ones (Kolmogorov and Smirnov's measure times the root of their number).

    A chance jumps from one number of pairs to the next; where in the jump it falls is drawn.
    """
    shares = sorted(float(above + (each.chance - above) * Fraction(rng.random())) for each, above in survivals)
    size = len(shares)
    return float(max(max((n + 1) / size - x, x - n / size) for n, x in enumerate(shares)) * size**0.5)


@pytest.mark.parametrize("evidence", ["order", "batches"])
def test_after_perfect_shuffles_every_chance_is_as_likely_as_it_says(evidence: str) -> None:
    rng = random.Random(f"304 {evidence}")
    runs: Runs = (tuple(SIDES),)
    survivals = []
    for _ in range(SHUFFLES):
        pack = rng.sample(SIDES, 32)
        if evidence == "order":
            one = measure_order(GATHERINGS[0], runs, pack)
            above = chance_of_neighbours(32, 32, one.kept + 1)
        else:
            one = measure_batches(GATHERINGS[0], runs, [pack[n : n + 4] for n in range(0, 32, 4)])
            above = sum(sharing_chances((32,), (4,) * 8)[one.kept + 1 :], Fraction())
        survivals.append((one, above))
    assert uniform(survivals, rng) < 1.95, "so far off is one sample in a thousand"


# --- rising sequences -----------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [("ABCDEF",), ("ABC", "DEF"), ("ABCD", "E", "F"), tuple("ABCDEF")])
def test_the_chance_of_few_rising_sequences_is_that_of_all_packs(runs: tuple[str, ...]) -> None:
    pieces: Runs = tuple(tuple(run) for run in runs)
    rising = Counter(measure_order(GATHERINGS[0], pieces, pack).rising for pack in permutations("ABCDEF"))
    for most in range(8):
        share = Fraction(sum(count for number, count in rising.items() if number <= most), factorial(6))
        assert chance_of_few_rising(tuple(sorted(map(len, runs))), most) == share


def passes(gathered_pack: list[str], pack: list[str]) -> int:
    """The number of passes through a pack that pick up its cards in the order in which they were gathered."""
    left, times = list(gathered_pack), 0
    while left:
        times += 1
        for card in pack:
            if left and card == left[0]:
                left.pop(0)
    return times


def riffled(pack: list[str], rng: random.Random) -> list[str]:
    """A riffle as Gilbert, Shannon and Reeds describe it: the thicker half the likelier."""
    depth = sum(rng.random() < 0.5 for _ in pack)
    halves = [pack[:depth], pack[depth:]]
    merged: list[str] = []
    while any(halves):
        (half,) = rng.choices(halves, weights=[len(each) for each in halves])
        merged.append(half.pop(0))
    return merged


def test_rising_sequences_are_counted_as_somebody_would_who_goes_through_the_pack() -> None:
    rng = random.Random(32)
    for riffles in range(8):
        pack = SIDES
        for _ in range(riffles):
            pack = riffled(pack, rng)
        assert measure_order(GATHERINGS[0], (tuple(SIDES),), pack).rising == passes(SIDES, pack) <= 2**riffles


@pytest.mark.parametrize(
    ("riffles", "least", "most"),
    [
        pytest.param(None, 0, 0.01, id="after perfect shuffles one alarm in a hundred at most"),
        pytest.param(3, 1, 1, id="three riffles are always found"),
        pytest.param(4, 0.45, 0.7, id="four riffles are found every other time"),
        pytest.param(7, 0, 0.02, id="seven riffles are as good as a perfect shuffle"),
    ],
)
def test_how_many_shuffles_the_verdict_finds(riffles: int | None, least: float, most: float) -> None:
    """The pack was gathered in one of the four ways; the dealer often ends with a cut."""
    rng = random.Random(f"riffles {riffles}")
    ways = [[card for run in gather_pack(FIFTH, each) for card in run] for each in GATHERINGS]
    tried = SHUFFLES // (8 if riffles else 2)
    alarms = 0
    for _ in range(tried):
        pack = list(rng.choice(ways))
        if riffles is None:
            rng.shuffle(pack)
        for _ in range(riffles or 0):
            pack = riffled(pack, rng)
        depth = rng.choice([0, rng.randrange(len(pack))])
        pack = pack[depth:] + pack[:depth]
        orders = [measure_order(each, (tuple(way),), pack) for each, way in zip(GATHERINGS, ways, strict=True)]
        alarms += correct_chance(orders) < RARE
    assert least <= alarms / tried <= most


# --- dealing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [key for key in RULESETS if RULESETS[key].seating.seats[0] == "S"])
@pytest.mark.parametrize("depth", [None, 1, 9, 20])
def test_cards_that_pack_and_cut_give_are_dealt_right(key: str, depth: int | None) -> None:
    game = RULESETS[key]
    pack = random.Random(7).sample(list(rules_of(game).tables.bit), game.pack.size)
    (dealing,) = find_dealings(opened(game, dealt_from(game, pack, depth)))
    assert (dealing.verdict, dealing.depth, dealing.counted) == ("right", depth or 0, True)


def test_the_first_card_to_the_wrong_seat_is_named() -> None:
    """The seventh card of the cut pack is North's and came to West, whose ninth North has."""
    *before, deal = dealt_from(STANDARD, SIDES, 0)
    before[1] = PackCut("W", 3)
    order = SIDES[3:] + SIDES[:3]
    hands = {"E": order[0:4], "N": order[4:8], "W": order[8:12], "S": order[12:16]}
    hands["N"][2], hands["W"][0] = hands["W"][0], hands["N"][2]
    assert isinstance(deal, CardsDealt)
    misdealt = replace(deal, hands={seat: tuple(cards) for seat, cards in hands.items()})
    (dealing,) = find_dealings(opened(STANDARD, [*before, misdealt]))
    assert dealing.verdict == "wrong"
    assert dealing.wrong is not None
    wrong = dealing.wrong
    assert (wrong.card, wrong.position, wrong.due, wrong.dealt, wrong.ply) == (order[6], 7, "N", "W", 2)


def test_a_cut_that_nobody_counted_is_told_by_the_cards() -> None:
    shuffle, _, deal = dealt_from(STANDARD, SIDES, 11)
    (dealing,) = find_dealings(opened(STANDARD, [shuffle, PackCut("W", 0), deal]))
    assert (dealing.verdict, dealing.depth, dealing.counted) == ("right", 11, False)
    assert isinstance(deal, CardsDealt)
    swapped = replace(deal, hands={**deal.hands, "E": deal.hands["S"], "S": deal.hands["E"]})
    (dealing,) = find_dealings(opened(STANDARD, [shuffle, PackCut("W", 0), swapped]))
    assert dealing.verdict == "wrong"


def test_each_dealing_is_held_against_its_own_pack() -> None:
    first = dealt_from(STANDARD, SIDES, 5)
    second = dealt_from(STANDARD, ONE_PILE, 8, recorded=False)
    dealings = find_dealings(opened(STANDARD, [*first, RedealDemanded("E"), *second]))
    assert [(each.ply, each.verdict) for each in dealings] == [(2, "right"), (5, "unknown")]
