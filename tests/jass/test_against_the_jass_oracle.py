"""The engine and the slow oracle agree, ply by ply, on every legal act, every winner and every score.

The oracle knows no talk about whose Weis is best: it looks at the cards and says who won. So after the first
trick the engine's talk is held first, then both are asked what may be done.
"""

from __future__ import annotations

import os
import random
from itertools import permutations
from typing import Any

import pytest

from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, Passed
from domain.engine.parameters import override
from domain.engine.rules import Rules, rules_of, settle
from domain.games.catalogue import SIDI_BARRANI
from domain.games.sidi.acts import ContractBid, Doubled, Redoubled, StoeckClaimed, WeisDeclared, WeisDemanded
from domain.games.sidi.orders import orders
from domain.games.sidi.rules import rules_of_sidi
from domain.games.sidi.stages.follow_suit import FollowSuit
from domain.games.sidi.state import STOECK, WEIS
from tests.jass.table import SEATS
from tests.oracle.jass import (
    DEFAULTS,
    DENOMINATIONS,
    PACK,
    card_points,
    item_value,
    legal,
    legal_cards,
    standing,
    trick_winner,
)
from tests.oracle.jass_random import play_out

DEALS = 600 if os.environ.get("NOUGHT_FULL") else 4

FOLLOWING = ({"undertrump.reference": "lowest"}, {"undertrump.all_trumps": "only_if_forced"})
"""The readings of who may undertrump (C5, C6), beside the one of document 003."""

LONG = {
    "sequence": {3: 20, 4: 50, 5: 100, 6: 150, 7: 180, 8: 200, 9: 200},
    "four": {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100},
}

VARIANTS: dict[str, dict[str, Any]] = {
    "as document 003": {},
    "no Weis, no Stöck": {"weis.enabled": False, "stoeck.enabled": False},
    "suits only": {"denominations": ("S", "H", "D", "C")},
    "Obenabe and Undenufe only": {"denominations": ("obenabe", "undenufe"), "undenufe.values": "six_eleven"},
    "from 60 in fives": {"bids.ladder": (60, 65, 70, 75, 80, 85, 157, 257)},
    "no doubling": {"double.mode": "none"},
    "redoubling": {"double.mode": "redouble"},
    "doubling until one's own turn": {"double.until": "own_turn", "double.mode": "redouble"},
    "doubling to the end": {"double.until": "auction_end"},
    "a short ladder": {"bids.ladder": (100, 157, 257), "double.until": "auction_end"},
    "measured by the lowest trump": {"undertrump.reference": "lowest"},
    "overtrump if you can": {"undertrump.all_trumps": "only_if_forced", "denominations": ("H",)},
    "long sequences": {"weis.table": LONG},
    "undeclared Weis are lost": {"weis.undeclared_partner_scores": False},
    "Stöck must be claimed": {"stoeck.claim": "must_claim", "denominations": ("S", "D")},
}


def rules_for(options: dict[str, Any]) -> Rules:
    """The engine's rules for the oracle's options."""
    changes: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in options.items()
        if name != "weis.table"
    }
    if table := options.get("weis.table"):
        changes["weis.table"] = {
            "sequences": [table["sequence"][n] for n in range(3, 10)],
            "fours": [table["four"].get(rank, 0) for rank in "6789TJQKA"],
        }
    return rules_of(override(SIDI_BARRANI, "variant", "a variant", changes))


def to_act(action: tuple[Any, ...], options: dict[str, Any]) -> Act:
    """The engine's act for the oracle's action."""
    kind, seat, *rest = action
    match kind:
        case "bid":
            return ContractBid(seat, *rest)
        case "pass":
            return Passed(seat)
        case "double":
            return Doubled(seat)
        case "redouble":
            return Redoubled(seat)
        case "play":
            return CardPlayed(seat, *rest)
        case "weis":
            return WeisDeclared(seat, *rest)
        case "show":
            return WeisDemanded(seat, rest[0], item_value(rest[1], options))
        case "stoeck":
            return StoeckClaimed(seat)
    raise ValueError(action)


def begun(rules: Rules, hands: dict[str, list[str]], dealer: str) -> Any:
    """A deal of these hands before the first call."""
    s = rules.start(dealer)
    rules.apply(s, PackCut(SEATS[SEATS.index(dealer) - 1]))
    for n in (0, 3, 6):
        rules.apply(s, CardsDealt(dealer, {seat: tuple(cards[n : n + 3]) for seat, cards in hands.items()}))
    return s


def talked(rules: Rules, s: Any) -> Any:
    """The state once the talk about Weis is over, which the last who played may still be able to join."""
    state = s.copy()
    while state.owed == WEIS:
        (act,) = rules.legal(state, rules.seats[state.turn])
        assert rules.judge(state, act) is None
        rules.apply(state, act)
        list(rules.apply_owed_acts(state))
    return state


def open_to_all(rules: Rules, s: Any) -> set[Act]:
    """The legal acts of the engine: declarations as things stand, all others after the talk about Weis."""
    after = talked(rules, s)
    declarations = {act for seat in SEATS for act in rules.legal(s, seat) if isinstance(act, WeisDeclared)}
    others = {act for seat in SEATS for act in rules.legal(after, seat) if not isinstance(act, WeisDeclared)}
    return declarations | others


def expected(history: list[tuple[Any, ...]], hands: Any, dealer: str, options: dict[str, Any], s: Any) -> set[Act]:
    """The legal acts of the oracle, as the engine's acts."""
    listed = legal(history, hands, dealer, options)
    acts = {to_act(action, options) for actions in listed.values() for action in actions}
    shown = {WeisDemanded(seat, SEATS[of], value) for seat in SEATS for of, value in s.displayed}
    acts -= shown
    if s.owed == STOECK:
        acts.add(Passed(SEATS[s.turn]))
    if s.latest >= 0 and s.turn != s.latest and any(seat == s.turn for seat, _ in s.declared):
        # The oracle's reading: the next player's declaration ends one's own time, as does the next card. The
        # document names only the card (003 "Play": "after the next card has been played it is too late").
        acts |= {act for act in open_to_all(s.rules, s) if isinstance(act, WeisDeclared)}
    return acts


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS.keys())
def test_a_random_deal_is_the_same_to_both(options: dict[str, Any]) -> None:
    rules = rules_for(options)
    full = {**DEFAULTS, **options}
    played = 0
    for seed in range(DEALS):
        history, hands, dealer = play_out(random.Random(seed), full)
        s = begun(rules, hands, dealer)
        for ply, action in enumerate(history):
            where = f"seed {seed}, ply {ply}: {history[:ply]}"
            assert open_to_all(rules, s) == expected(history[:ply], hands, dealer, options, s), where
            act = to_act(action, options)
            if isinstance(act, CardPlayed | WeisDemanded):
                s = talked(rules, s)
            if isinstance(act, WeisDemanded) and (SEATS.index(act.of), act.value) in s.displayed:
                # Two items of one value, which the engine shows together.
                continue
            assert rules.judge(s, act) is None, where
            rules.apply(s, act)
            list(rules.apply_owed_acts(s))
        if s.owed == STOECK:
            rules.apply(s, Passed(SEATS[s.turn]))
        check_end(s, standing(history, hands, dealer, options), f"seed {seed}")
        played += s.outcome == "played"
    assert played > DEALS / 2


def check_end(s: Any, truth: dict[str, Any], where: str) -> None:
    """Tricks, points, Weis, Stöck and the score are the oracle's."""
    settled = settle(s)
    assert settled is not None, where
    assert settled.score == truth["settlement"], where
    assert settled.outcome == {"thrown_in": "passed_out"}.get(truth["outcome"], truth["outcome"]), where
    if settled.outcome != "played":
        return
    assert settled.points == truth["card_points"], where
    assert settled.made is truth["made"], where
    winners = [winner for winner, _ in truth["tricks"]]
    assert settled.tricks == {team: sum(winner in team for winner in winners) for team in ("NS", "EW")}, where
    assert ("weis" in settled.reasons) is (truth["weis"]["team"] is not None), where


@pytest.mark.parametrize("denomination", DENOMINATIONS)
def test_in_every_denomination(denomination: str) -> None:
    """Many deals of one contract, legality, winners and points trick by trick."""
    options = {"denominations": (denomination,), "bids.ladder": (40, 257)}
    rules = rules_for(options)
    for seed in range(DEALS // 3):
        history, hands, dealer = play_out(random.Random(f"{denomination} {seed}"), {**DEFAULTS, **options})
        s = begun(rules, hands, dealer)
        for ply, action in enumerate(history):
            act = to_act(action, options)
            where = f"seed {seed}, ply {ply}: {history[:ply]}"
            assert open_to_all(rules, s) == expected(history[:ply], hands, dealer, options, s), where
            s = talked(rules, s) if isinstance(act, CardPlayed | WeisDemanded) else s
            if isinstance(act, CardPlayed):
                truth = standing(history[:ply], hands, dealer, options)
                assert SEATS[s.turn] == truth["turn"]
                assert dict(zip(("NS", "EW"), s.points, strict=True)) == truth["card_points"]
            rules.apply(s, act)
            list(rules.apply_owed_acts(s))
        check_end(s, standing(history, hands, dealer, options), f"seed {seed}")


# --- card by card ------------------------------------------------------------------------------------

VALUES = ({}, {"undenufe.values": "six_eleven"})


@pytest.mark.parametrize("denomination", DENOMINATIONS)
@pytest.mark.parametrize("options", VALUES, ids=["as document 003", "the six worth eleven"])
def test_every_card_is_worth_the_same_to_both(denomination: str, options: dict[str, Any]) -> None:
    rules = rules_for(options)
    points = orders(rules_of_sidi(rules).ruleset)[denomination].points
    for card in PACK:
        assert points[rules.tables.bit[card]] == card_points(card, denomination, options), card


@pytest.mark.parametrize("denomination", DENOMINATIONS)
def test_of_every_two_cards_and_many_four_the_same_one_takes_the_trick(denomination: str) -> None:
    rng = random.Random(denomination)
    rules = rules_of(SIDI_BARRANI)
    order = orders(SIDI_BARRANI)[denomination]
    tricks = [list(pair) for pair in permutations(PACK, 2)] + [rng.sample(PACK, 4) for _ in range(50 * DEALS)]
    for trick in tricks:
        place = order.winner([rules.tables.bit[card] for card in trick])
        assert SEATS[place] == trick_winner(list(zip(SEATS, trick, strict=False)), denomination), trick


@pytest.mark.parametrize("options", [{}, *FOLLOWING], ids=["as document 003", "the lowest trump", "only if forced"])
@pytest.mark.parametrize("denomination", DENOMINATIONS)
def test_any_hand_may_follow_any_trick_with_the_same_cards(denomination: str, options: dict[str, Any]) -> None:
    """003 "Play": any hand of one to nine cards, after one, two or three others; trumps are more likely than not."""
    rng = random.Random(denomination)
    rules = rules_for(options)
    game, bits = rules_of_sidi(rules).ruleset, rules.tables
    following, order = FollowSuit(game), orders(game)[denomination]
    s: Any = rules.start("S")
    for _ in range(50 * DEALS):
        pack = sorted(PACK, key=lambda card: rng.random() - (rng.random() if card[1] == denomination else 0))
        played, held = pack[: rng.randint(1, 3)], pack[3 : 3 + rng.randint(1, 9)]
        s.trick = [bits.bit[card] for card in played]
        s.lead_suit = bits.suit_of[s.trick[0]]
        allowed = set(bits.cards(following.playable(s, order, bits.mask(held))))
        assert allowed == legal_cards(held, list(zip(SEATS, played, strict=False)), denomination, options), (
            played,
            held,
        )
