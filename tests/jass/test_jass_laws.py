"""Laws that hold in every deal of Sidi Barrani. ``NOUGHT_FULL=1`` tries them on many more random deals."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, Passed, PointsCounted
from domain.engine.hiding import PUBLIC, hide_act
from domain.engine.refusals import Refusal
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.state import State
from domain.games import ACTS
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.sidi.orders import orders
from domain.games.sidi.ruleset import DENOMINATIONS
from tests.jass.random_jass import DEALS, HOUSES, deal, house, play
from tests.jass.table import PACK, SEATS

SHARE = DEALS // len(HOUSES)
VALUES = (20, 50, 100, 150, 180, 200)


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_cards_and_points_are_conserved_and_what_happens_is_legal(number: int) -> None:
    """003 "Players and Cards", "Scoring"."""
    rules = house(number)
    kinds: set[type] = set()
    for seed in range(number * 1_000_000, number * 1_000_000 + SHARE):
        for s, act in play(rules, seed):
            if act is None:
                check_end(s, seed)
                break
            kinds.add(type(act))
            assert rules.judge(s, act) is None, f"seed {seed}: {act}"
            check_cards(rules, s, seed)
    expected = {CardPlayed, CardsDealt, ContractBid, Passed, PackCut}
    if HOUSES[number].get("double.mode") != "none":
        expected |= {Doubled}
    if "weis.enabled" not in HOUSES[number]:
        expected |= {WeisDeclared, WeisDetailed, WeisConceded, WeisScored, WeisDemanded, WeisShown, StoeckClaimed}
    assert kinds >= expected


def check_cards(rules: Rules, s: Any, seed: int) -> None:
    """Every card that was dealt is in one hand or played, and in one place only."""
    dealt = sum(s.dealt)
    assert sum(mask.bit_count() for mask in (*s.hands, s.gone)) == dealt.bit_count()
    assert sum(s.hands) | s.gone == dealt
    assert all(s.is_exact(seat) and not s.left_unnamed[seat] for seat in range(4)), f"seed {seed}"
    if not s.denomination or not s.bid:
        return
    worth = orders(rules.ruleset)[s.denomination].worth  # type: ignore[arg-type]
    if not s.owed and s.last_winner >= 0:
        assert sum(s.points) == worth(s.gone & ~sum(s.trick)), f"seed {seed}"


def check_end(s: Any, seed: int) -> None:
    """157 points, or 257 with the Match; and the scores are these, the contract, Weis and Stöck."""
    settled = settle(s)
    assert settled is not None
    if s.outcome == "passed_out":
        assert set(settled.score.values()) == {0}
        return
    total = sum(settled.points.values())
    assert total == (257 if "match" in settled.reasons else 157), f"seed {seed}"
    assert sorted(settled.tricks.values()) == [0, 9] or total == 157
    weis = sum(sum(values or ()) for values in s.weis)
    stoeck = 20 * (s.stoeck >= 0)
    assert sum(settled.score.values()) == total + s.bid * s.factor + weis + stoeck, f"seed {seed}"
    assert settled.made is (settled.points["NS" if s.maker % 2 == 0 else "EW"] >= s.bid)


# --- nothing but what is listed --------------------------------------------------------------------


def imaginable(rules: Rules, s: Any) -> list[Act]:
    """Every act of the auction and the play that can be put into words, but for what a seat may count or show."""
    acts: list[Act] = []
    numbers = (30, 40, 45, 60, 65, 70, 157, 257, 300)
    for seat in SEATS:
        acts += [Passed(seat), Doubled(seat), Redoubled(seat), WeisConceded(seat), StoeckClaimed(seat)]
        acts += [ContractBid(seat, number, each) for number in numbers for each in (*DENOMINATIONS, "none")]
        acts += [CardPlayed(seat, card) for card in PACK]
        acts += [WeisDeclared(seat, value) for value in (*VALUES, 30)]
        acts += [WeisDetailed(seat, cards=cards) for cards in range(2, 10)]
        acts += [WeisDetailed(seat, top=top) for top in "6789TJQKA"]
        acts += [WeisDetailed(seat, trump=is_trump) for is_trump in (True, False)]
        acts += [WeisDetailed(seat), WeisScored(seat), PointsCounted(seat, 80), CardPlayed(seat, "7S", down=True)]
        acts += [WeisScored(seat, (a, b)) for a in VALUES for b in VALUES] + [WeisScored(seat, (a,)) for a in VALUES]
        acts += [WeisDemanded(seat, of, value) for of in SEATS for value in VALUES]
        acts += [WeisShown(seat), WeisShown(seat, PACK[:3]), WeisShown(seat, tuple(rules.tables.cards(s.hands[0])))]
    return acts


def comparable(act: Act) -> object:
    """An act as it is compared: what Weis are worth, and the cards that are shown, in any order."""
    if isinstance(act, WeisScored):
        return act.seat, tuple(sorted(act.values))
    return (act.seat, frozenset(act.cards)) if isinstance(act, WeisShown) else act


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_what_is_listed_is_legal_and_nothing_else_is(number: int) -> None:
    rules = house(number)
    rng = random.Random(number)
    for seed in range(2_000_000 + number, 2_000_000 + number + max(3, SHARE // 20)):
        for s, act in play(rules, seed):
            if act is None or isinstance(act, CardsDealt | PackCut) or rng.random() < 0.6:
                continue
            listed = [each for seat in rules.seats for each in rules.legal(s, seat)]
            assert all(rules.judge(s, each) is None for each in listed), f"seed {seed}, before {act}"
            legal = {comparable(each) for each in imaginable(rules, s) if rules.judge(s, each) is None}
            assert legal <= {comparable(each) for each in listed}, f"seed {seed}, before {act}"
            outside = {WeisShown}
            known = {comparable(each) for each in listed if type(each) not in outside and within(each)}
            assert known <= legal, f"seed {seed}, before {act}"


def within(act: Act) -> bool:
    """Whether `imaginable` thinks of such an act."""
    if isinstance(act, ContractBid):
        return act.points in (40, 60, 65, 70, 157, 257)
    return len(act.values) < 3 if isinstance(act, WeisScored) else True


# --- folding never refuses -------------------------------------------------------------------------

GARBAGE = st.deferred(lambda: st.sampled_from(MESS))
MESS: list[Act] = [
    *imaginable(rules_of(SIDI_BARRANI), rules_of(SIDI_BARRANI).start("S")),
    CardPlayed("S", "??"), CardPlayed("E", "??"), CardPlayed("N", "XX"), WeisShown("W", ("XX", "??")),
    WeisDeclared("S", -5), WeisScored("N", (7, 7, 7)), WeisDetailed("N", cards=4, top="K"), WeisDetailed("E", top="Z"),
    WeisDemanded("E", "Q", 20), ContractBid("N", -40, "S"), ContractBid("E", 10**6, "undenufe"), PointsCounted("S", -1),
]  # fmt: skip


ANYWHERE = st.lists(st.tuples(st.integers(-20, 40), GARBAGE), max_size=25)
ABOUT_WEIS = st.lists(st.tuples(st.integers(0, 14), GARBAGE.filter(lambda act: "Weis" in type(act).__name__)))


@settings(max_examples=2_000 if os.environ.get("NOUGHT_FULL") else 25)
@given(seed=st.integers(0, 10**6), mess=ANYWHERE | ABOUT_WEIS, missing=st.sets(st.integers(0, 40), max_size=4))
def test_whatever_happens_folding_goes_on(seed: int, mess: list[tuple[int, Act]], missing: set[int]) -> None:
    """Acts against every rule, thrown into a deal: judged, applied, settled if it ends, and nothing fails."""
    rules = house(seed)
    dealer, acts = deal(rules, seed)
    remaining = [act for ply, act in enumerate(acts) if ply not in missing]
    first = next((ply for ply, act in enumerate(remaining) if isinstance(act, CardPlayed)), 0)
    for at, act in mess:
        remaining.insert(max(0, first + at), act)
    for viewer in ("S", PUBLIC, "scribe"):
        s = rules.start(dealer)
        for act in remaining:
            hidden = hide_act(act, viewer)
            rules.judge(s, hidden)
            rules.apply(s, hidden)
            for seat in rules.seats:
                for each in rules.legal(s, seat):
                    verdict = rules.judge(s, each)
                    assert isinstance(each, WeisShown) or not isinstance(verdict, Refusal), f"{each}: {verdict}"
            if viewer == "scribe":
                assert sum(1 for _ in zip(rules.apply_owed_acts(s), range(50), strict=False)) < 50
            assert all(s.unknown[seat] >= 0 and s.left_unnamed[seat] >= 0 for seat in range(4))
        settled = settle(s)
        assert settled is None or settled.score


# --- what is hidden --------------------------------------------------------------------------------


def test_everybody_sees_the_same_turn_tricks_and_numbers_of_cards() -> None:
    """The public state of the table follows from each seat's facts, at every ply."""
    for seed in range(max(60, DEALS // 20)):
        rules = house(seed)
        views: dict[str, State] = {}
        for s, act in play(rules, 7_000_000 + seed):
            views = views or {viewer: rules.start(rules.seats[s.dealer]) for viewer in (*SEATS, PUBLIC)}
            for viewer, view in views.items():
                assert public(view) == public(s), f"seed {seed}, {viewer}, before {act}"
                if act is not None:
                    hidden = hide_act(act, viewer)
                    verdict = rules.judge(view, hidden)
                    assert not isinstance(verdict, Refusal), f"seed {seed}, {viewer}: {verdict}"
                    rules.apply(view, hidden)
            if act is None:
                assert all(settle(view) == settle(s) for view in views.values())


def public(s: Any) -> tuple[object, ...]:
    """The state that anybody at the table can see."""
    sizes = tuple(s.size(seat) for seat in range(4))
    talk = (s.declared, s.contenders, s.question, s.best, s.side, tuple(s.weis), s.demand, s.displayed, s.stoeck)
    return (
        s.stage,
        s.turn,
        s.owed,
        tuple(s.tricks),
        tuple(s.points),
        sizes,
        s.high,
        s.maker,
        len(s.trick),
        s.outcome,
        talk,
    )


def test_what_follows_by_itself_does_not_tell_what_nobody_has_said() -> None:
    """Before the last who played has declared or the talk has begun, nothing follows, whatever it holds."""
    rules = rules_of(SIDI_BARRANI)
    tried = 0
    for seed in range(max(60, DEALS // 20)):
        for s, act in play(rules, 9_000_000 + seed):
            t: Any = s
            silent = t.latest >= 0 and all(seat != t.latest for seat, _ in t.declared)
            if act is not None and sum(s.tricks) == 1 and silent:
                assert not isinstance(rules.owed_act(s), WeisDetailed | WeisConceded | WeisScored)
                tried += 1
    assert tried > 20


def test_every_act_of_a_jass_is_in_the_list() -> None:
    assert {ContractBid, Doubled, Redoubled, WeisDeclared, WeisDetailed, WeisConceded, WeisScored} <= set(ACTS)
