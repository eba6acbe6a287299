"""Laws that hold in every deal: nothing is lost, nothing comes twice, and what one side wins the other pays.

``NOUGHT_DEALS=10000 pytest tests/rules/test_laws.py`` tries them on ten thousand random deals.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from domain.engine.facts import Act, CardPlayed, CardsDealt
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.state import COUNT, State
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import FaceDownInspected, IndicatorPlaced, IndicatorTakenBack
from tests.cases import full
from tests.rules.random_deals import DEALS, HOUSES, deal, house, play
from tests.rules.table import SEATS

SHARE = max(1, DEALS // len(HOUSES))


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_cards_points_and_tokens_are_conserved(number: int) -> None:
    """000 "Players and Cards", "Scoring"."""
    rules = house(number)
    ended = {"played": 0, "passed_out": 0, "spoilt": 0}
    for seed in range(number * 1_000_000, number * 1_000_000 + SHARE):
        batches = 0
        for s, act in play(rules, seed):
            if s.outcome:
                ended[s.outcome] += 1
                check_end(rules, s, seed)
                break
            assert rules.judge(s, act) is None, f"seed {seed}: {act}"
            batches = 0 if not any(s.dealt) else batches
            check_cards(rules, s, batches, seed)
            batches += isinstance(act, CardsDealt)
    assert ended["played"] > SHARE / 3


def check_cards(rules: Rules, s: State, batches: int, seed: int) -> None:
    """Every card that was dealt is in one hand, on the table, or played, and in one place only."""
    dealt = sum(mask.bit_count() for mask in s.dealt)
    assert dealt == 16 * batches, f"seed {seed}"
    places = [*s.hands, s.gone] + ([s.indicator] if s.indicator_down else [])
    assert sum(mask.bit_count() for mask in places) == dealt, f"seed {seed}"
    together = 0
    for mask in places:
        together |= mask
    assert together.bit_count() == dealt
    for seat in range(4):
        assert s.is_exact(seat)
        assert 0 <= s.size(seat) <= 8
    assert sum(s.points) + rules.tables.worth(sum(s.trick)) == rules.tables.worth(s.gone)


def check_end(rules: Rules, s: State, seed: int) -> None:
    """The teams' points make up the pack, and the settlement moves tokens from one team to the other."""
    settled = settle(s)
    assert settled is not None
    assert sum(settled.tokens.values()) == 0
    if s.outcome != "played":
        assert set(settled.tokens.values()) == {0}
        return
    asleep = sum(rules.tables.worth(hand) for seat, hand in enumerate(s.hands) if s.asleep >> seat & 1)
    assert sum(settled.points.values()) == 304 - asleep, f"seed {seed}"
    assert sum(settled.tricks.values()) == 8
    assert set(map(abs, settled.tokens.values())) <= set(range(1, 10))
    assert settled.made is not None


def test_everybody_sees_the_same_turn_tricks_and_numbers_of_cards() -> None:
    """The public state of the table follows from each seat's facts, at every ply before the last."""
    rules = rules_of(STANDARD)
    for seed in range(max(40, DEALS // 20)):
        truth: State | None = None
        views: dict[str, State] = {}
        for s, act in play(rules, 7_000_000 + seed):
            if truth is None:
                views = {viewer: rules.start(rules.seats[s.dealer]) for viewer in (*SEATS, PUBLIC)}
            truth = s
            for viewer, view in views.items():
                if not s.outcome or view.outcome == s.outcome:
                    assert public(view) == public(s), f"seed {seed}, {viewer}, before {act}"
                else:
                    assert view.owed == COUNT, "cards that the viewer never saw leave its own count open"
                hidden = hide_act(act, viewer)
                if not s.outcome:
                    verdict = rules.judge(view, hidden)
                    assert not isinstance(verdict, Refusal), f"seed {seed}, {viewer}: {verdict}"
                    rules.apply(view, hidden)


def public(s: State) -> tuple[object, ...]:
    """The state that anybody at the table can see."""
    sizes = tuple(s.size(seat) for seat in range(4))
    return s.stage, s.turn, s.owed, tuple(s.tricks), sizes, s.high, s.maker, s.closed, len(s.trick), s.outcome


# --- what a scribe who sees only a part can record --------------------------------------------------


def unseen(act: Act) -> Act:
    """The act as a scribe writes it down who sees what lies open and nothing else."""
    return hide_act(act, PUBLIC)


def partly(rng: random.Random, act: Act, share: float) -> Act:
    """The act as a scribe writes it down who sees each hidden card with this probability."""

    def noted_card(card: str) -> str:
        return card if rng.random() < share else "??"

    match act:
        case CardsDealt(seat, hands):
            return CardsDealt(seat, {who: tuple(noted_card(card) for card in cards) for who, cards in hands.items()})
        case FaceDownInspected(_, _, cards):
            return replace(act, cards={who: noted_card(card) for who, card in cards.items()})
        case IndicatorPlaced(_, card) | IndicatorTakenBack(_, card) | CardPlayed(_, card, True):
            return replace(act, card=noted_card(card))
    return act


@pytest.mark.parametrize("share", [full(0.0), 0.3, full(0.6), 0.9, full(1.0)])
def test_however_little_the_scribe_saw_no_verdict_is_wrong(share: float) -> None:
    """A legal act is never refused; a verdict that seems certain stays the same when all cards are known."""
    for seed in range(max(60, DEALS // 5)):
        rules = house(seed)
        rng = random.Random(seed)
        dealer, acts = deal(rules, 3_000_000 + seed)
        truth, s = rules.start(dealer), rules.start(dealer)
        for ply, act in enumerate(acts):
            where = f"share {share}, seed {seed}, ply {ply}"
            noted = partly(rng, act, share)
            verdict = rules.judge(s, noted)
            assert not isinstance(verdict, Refusal), f"{where}, {noted}: {verdict}"
            for other in candidates(rules, truth, act):
                known = rules.judge(truth, other)
                if isinstance(rules.judge(s, unseen(other)), Refusal):
                    assert isinstance(known, Refusal), f"{where}: {other} is legal"
                partial_verdict = rules.judge(s, other)
                if isinstance(partial_verdict, Refusal):
                    assert isinstance(known, Refusal), f"{where}: {other} is legal, not {partial_verdict}"
                elif partial_verdict is None:
                    assert known is None, f"{where}: {other} is not legal: {known}"
            rules.apply(truth, act)
            rules.apply(s, noted)
            for seat in range(4):
                assert s.unknown[seat] >= 0, f"{where}, {noted}"
                assert 0 <= s.left_unnamed[seat] <= s.hands[seat].bit_count() + s.unknown[seat], f"{where}, {noted}"
                assert s.size(seat) == truth.size(seat), f"{where}, {noted}"
                assert not truth.hands[seat] & ~s.dealt[seat] & s.dealt[seat ^ 1], where
            assert (s.turn, s.tricks, s.closed) == (truth.turn, truth.tricks, truth.closed) or s.owed == COUNT


def candidates(rules: Rules, s: State, act: Act) -> list[Act]:
    """Other things the seat might have done instead of this play, legal or not."""
    if not isinstance(act, CardPlayed) or act.indicator:
        return []
    mine = s.hands[rules.place[act.seat]]
    return [CardPlayed(act.seat, card, down=down) for card in rules.tables.cards(mine) for down in (False, True)]
