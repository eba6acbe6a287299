"""The adjudicator looks at a bounded number of deals, which is enough for strong hands under every ruleset."""

from __future__ import annotations

import random

import pytest

from domain.audit.caps.points import EACH, Examiner
from domain.audit.caps.report import adjudicate
from domain.audit.caps.search import LIMIT
from domain.engine.facts import Act, CardPlayed, CardsDealt, Passed
from domain.engine.knowledge.information import own_hands
from domain.engine.parameters import override
from domain.engine.rules import Rules, rules_of
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import BidMade
from domain.games.three04.information import Three04Watcher
from domain.record.record import Record
from replay.audits.caps import caps_report
from replay.table import Table as Dealt
from tests.audit.endgames import RARE, _choice, record_of
from tests.cases import full

PRIORITIES = rules_of(override(STANDARD, "house", "a house's way", {"caps.order": "first_legal"}))
RANKS = "J9ATKQ87"


def strong_hands(rng: random.Random) -> tuple[list[list[str]], int]:
    """Four hands, of which one has a long suit from the top and the best cards of others, and its place."""
    suits = list("SHDC")
    rng.shuffle(suits)
    trump = suits[0]
    length = rng.choice((4, 5, 5, 6))
    mine = [rank + trump for rank in RANKS[:2]] + [rank + trump for rank in rng.sample(RANKS[2:], length - 2)]
    for suit in suits[1:]:
        for rank in RANKS:
            if len(mine) == 8 or rng.random() >= 0.6:
                break
            mine.append(rank + suit)
    rest = [rank + suit for suit in "SHDC" for rank in RANKS if rank + suit not in mine]
    rng.shuffle(rest)
    while len(mine) < 8:
        mine.append(rest.pop())
    rng.shuffle(mine)
    if not any(card[1] == trump for card in mine[:4]):
        n = next(n for n, card in enumerate(mine) if card[1] == trump)
        mine[0], mine[n] = mine[n], mine[0]
    place = rng.randrange(4)
    hands = [mine if n == place else [rest.pop() for _ in range(8)] for n in range(4)]
    return hands, place


def strong_deal(rules: Rules, seed: int) -> Record:
    """A deal that the strong hand bids, played to its end; nobody calls Caps."""
    rng = random.Random(f"strong {seed}")
    hands, place = strong_hands(rng)
    dealer = rng.choice(rules.seats)
    bid = rng.choice((160, 160, 200, 250))
    s = rules.start(dealer)
    acts: list[Act] = []
    while not s.outcome:
        seat = rules.to_act(s)
        assert seat is not None
        options = [act for act in rules.legal(s, seat) if not isinstance(act, RARE)]
        bids = [act for act in options if isinstance(act, BidMade) and act.bid == bid]
        passes = [act for act in options if isinstance(act, Passed)]
        if bids and s.bidder < 0 and rules.place[seat] == place:
            act = bids[0]
        else:
            act = passes[0] if passes else _choice(rng, rules, s, options, bid)
        if isinstance(act, CardsDealt):
            at = s.dealt[0].bit_count()
            act = CardsDealt(seat, {who: tuple(hands[n][at : at + 4]) for n, who in enumerate(rules.seats)})
        acts.append(act)
        rules.apply(s, act)
        acts += rules.apply_owed_acts(s)
    return record_of(rules, dealer, acts)


@pytest.mark.parametrize("seed", [19, full(45), full(88), 96, full(120)])
def test_lists_of_priorities_of_strong_hands_are_decided_within_a_twentieth_of_the_bound(seed: int) -> None:
    """`caps.order: first_legal`: a refutation stands for all lists that make the same choices."""
    report = adjudicate(strong_deal(PRIORITIES, seed), limit=LIMIT // 20)
    assert report.points
    assert not [point for point in report.points if point.why == "bound"]


ALL_KNOWN = {
    "E": "JS 9S AS TS KS JH 9H 8H",
    "N": "QS 8S AH TH JD 9D AD TD",
    "W": "7S KH QH JC 9C AC TC KC",
    "S": "7H QC 8C 7C KD QD 8D 7D",
}


FIRST_TRICKS = ["E JS, N 8S, W 7S, S 7D", "E 9S, N QS, W KC, S 8D"]


@pytest.mark.parametrize("key", ["304-cats", "304-decimal"])
@pytest.mark.parametrize(
    ("tricks", "order", "verdict"),
    [
        (0, "JS 9S AS TS KS JH 9H 8H", "right"),
        (0, "JS 9S AS TS KS 8H JH 9H", "early"),
        (1, "9S AS TS KS JH 9H 8H", "right"),
        (2, "AS TS KS JH 9H 8H", "right"),
        (2, "8H AS TS KS JH 9H", "early"),
    ],
)
def test_a_call_with_all_cards_known_is_decided_with_many_cards_left(
    key: str, tricks: int, order: str, verdict: str
) -> None:
    """002 "Caps": the actual hands decide. Cards of a hand that no other card separates are tried as one.

    It takes less than a hundredth of the bound, some hundredths of a second.
    """
    table = Dealt.open(key, "S", hands=ALL_KNOWN)
    table.do("W no cut, S deal, E 160, N pass, W pass, S pass, E indicator JS, S deal")
    while table.record.rules.stage_name(table.record.state) != "declare":
        table.do(f"{table.record.rules.to_act(table.record.state)} pass")
    table.do("E open")
    for trick in FIRST_TRICKS[:tricks]:
        table.do(trick)
    table.do(f"E caps {order}")
    report = adjudicate(table.record, limit=LIMIT // 100)
    assert (report.verdict, report.why) == (verdict, "")


def test_a_deal_that_takes_too_long_is_undecided_and_says_why() -> None:
    record = strong_deal(PRIORITIES, 3)
    whole = {(point.ply, point.seat): point for point in adjudicate(record).points}
    report = adjudicate(record, in_all=0)
    bound = [point for point in report.points if point.why == "bound"]
    assert bound
    assert all(point.certainty == "undecided" for point in bound)
    rest = [point for point in report.points if point.why != "bound"]
    assert all(point.certainty == whole[point.ply, point.seat].certainty for point in rest)
    assert not [point for point in whole.values() if point.why == "bound"]
    undecided = caps_report(strong_deal(PRIORITIES, 3), limit=1)
    assert any("too many continuations to search" in words for words in undecided["words"])


def test_all_questions_of_a_deal_share_one_bound() -> None:
    record = strong_deal(PRIORITIES, 3)
    rules = record.rules
    examiner = Examiner(record, LIMIT, False, in_all=10_000)
    watchers = [Three04Watcher(record, seat, own_hands(record)) for seat in rules.seats]
    s = rules.start(record.opened.dealer)
    questions = 0
    for ply, act in enumerate(record.acts):
        for place, watcher in enumerate(watchers):
            if isinstance(act, CardPlayed) and not s.owed and examiner.may_be_asked(s, place):
                examiner.point(watcher, place, s, ply)
                questions += 1
        rules.apply(s, act)
        for watcher in watchers:
            watcher.see(act)
    assert questions > 20
    assert 10_000 - examiner.left <= 10_000 + questions * EACH
