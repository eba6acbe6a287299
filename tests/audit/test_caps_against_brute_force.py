"""The adjudicator against an independent brute force, on endgames of two to five tricks (000 "Caps"; 004 "Caps").

``NOUGHT_FULL=1`` tries 2,000 of them. For every answer "not certain", a counter-example is played through the record.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from domain.audit.caps.examples import example_of
from domain.audit.caps.question import Question, question_of
from domain.audit.caps.search import Line, Search
from domain.engine.hiding import hide_act
from domain.engine.knowledge.information import Knowledge
from domain.games.three04.information import Three04Watcher
from tests.audit.endgames import HOUSES, Endgame, endgames, house
from tests.cases import full
from tests.oracle.caps_oracle import TooMany, order_wins, winning_orders

ENDGAMES = 400 if os.environ.get("NOUGHT_FULL") else 12
"""The number of endgames under each ruleset."""

MOST = {
    "certain": {2: 400, 3: 50, 4: 3, 5: 1},
    "not-certain": {2: 400, 3: 60, 4: 8, 5: 3},
    "undecided": {2: 50, 3: 20, 4: 2, 5: 1},
}
"""The most deals that the brute force takes on, by the tricks left."""


def search_at(end: Endgame, seat: str) -> tuple[Search, Question, Knowledge]:
    watcher = Three04Watcher(end.record, seat)
    for act in end.record.acts[: end.ply]:
        watcher.see(act)
    knows = watcher.knowledge()
    question = question_of(watcher.rules, knows, watcher.state)

    def proved(order: tuple[int, ...], line: Line) -> bool:
        return example_of(end.record, end.ply, knows, question, line, order) is not None

    return Search(question, proved=proved), question, knows


def holds_the_example(end: Endgame, seat: str, rng: random.Random) -> None:
    """An order that is not certain fails in a deal that looks the same, played by the rules."""
    search, question, knows = search_at(end, seat)
    cards = [end.record.rules.tables.bit[card] for card in end.record.rules.tables.cards(knows.hand)]
    rng.shuffle(cards)
    assert not search.holds(tuple(cards))
    assert search.refuted is not None
    example = example_of(end.record, end.ply, knows, question, search.refuted, tuple(cards))
    if example is None:
        assert question.loose
        return
    shown, real = example.record.acts[: end.ply], end.record.acts[: end.ply]
    assert [hide_act(act, seat) for act in shown] == [hide_act(act, seat) for act in real]
    # The call itself may be against the rules here: somebody may have lost a trick before.
    assert set(example.record.find_refusals()) <= {example.ply}
    s, before = example.record.state, end.record.until(end.ply - 1).state
    team = s.rules.team[knows.seat]
    lost = sum(s.tricks) - s.tricks[team] - (sum(before.tricks) - before.tricks[team])
    assert lost == (example.fails == "trick")


@pytest.mark.parametrize("number", [0, *map(full, range(1, len(HOUSES)))])
def test_the_adjudicator_agrees_with_brute_force(number: int) -> None:
    rules = house(number)
    tried: Counter[tuple[str, int]] = Counter()
    closed = middle = 0
    seed = number
    while tried.total() < ENDGAMES or not {left for _, left in tried} >= {2, 3, 4}:
        seed += len(HOUSES)
        rng = random.Random(seed)
        points = [(end, seat) for end in endgames(rules, seed) for seat in rules.seats]
        of_deal: Counter[str] = Counter()
        for end, seat in rng.sample(points, min(20, len(points))):
            opened = end.point.game().open
            if opened and tried.total() - closed > ENDGAMES * 2 // 3:
                continue
            search, _, _ = search_at(end, seat)
            answer = search.answer()
            # Most points are not certain, and many are of few tricks: take some of each.
            if of_deal[answer.verdict] >= 3 or tried[answer.verdict, end.left] > ENDGAMES // 4:
                continue
            try:
                most = MOST[answer.verdict][end.left]
                wins = winning_orders(end.point, seat, most)
                if answer.verdict == "certain":
                    words = tuple(rules.tables.card[card] for card in answer.order)
                    assert wins, (seed, end.ply, seat)
                    assert order_wins(end.point, seat, words, most), (seed, end.ply, seat)
                elif answer.verdict == "not-certain":
                    assert not wins, (seed, end.ply, seat)
                    holds_the_example(end, seat, rng)
                else:
                    assert answer.why == "more-is-known"
                    assert HOUSES[number].get("exhausted.trigger") == "holding_all"
            except TooMany:
                continue
            of_deal[answer.verdict] += 1
            tried[answer.verdict, end.left] += 1
            closed += not opened
            middle += len(end.point.plays) % 4 != 0
    assert closed >= ENDGAMES // 4
    assert middle >= ENDGAMES // 4
    assert {verdict for verdict, _ in tried} >= {"certain", "not-certain"}
    assert {left for _, left in tried} >= {2, 3, 4}
