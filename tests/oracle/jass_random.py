"""Whole random deals of Sidi Barrani, played by the oracle alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle.jass import DEFAULTS, PACK, RANKS, SEATS, SUITS, legal, match_standing, next_dealer, settlement

if TYPE_CHECKING:
    import random

    from tests.oracle.jass import Action, Hands


def deal_hands(rng: random.Random) -> Hands:
    """A deal. Most are rigged a little: a long suit, a long sequence or four of a kind for some seats."""
    pack = list(PACK)
    rng.shuffle(pack)
    hands: Hands = {seat: [] for seat in SEATS}
    wishes = rng.choice([0, 0, 1, 2, 4])
    for _ in range(wishes):
        seat, suit = rng.choice(SEATS), rng.choice(SUITS)
        kind = rng.choice(["suit", "sequence", "four", "stoeck"])
        if kind == "suit":
            special = [card for card in pack if card[1] == suit][: rng.randint(4, 9)]
        elif kind == "sequence":
            start = rng.randrange(7)
            special = [rank + suit for rank in RANKS[start : start + rng.randint(3, 9)]]
        elif kind == "four":
            rank = rng.choice(RANKS)
            special = [rank + each for each in SUITS]
        else:
            special = ["K" + suit, "Q" + suit]
        for card in special:
            if card in pack and len(hands[seat]) < 9:
                pack.remove(card)
                hands[seat].append(card)
    for seat in SEATS:
        while len(hands[seat]) < 9:
            hands[seat].append(pack.pop())
        rng.shuffle(hands[seat])
    return hands


def _pick(rng: random.Random, flat: list[Action], temper: dict[str, float]) -> Action | None:
    """One action out of those open; None to look again (everybody kept silent and nobody was in turn)."""
    # First what is optional, or out of turn.
    for kind in ("double", "redouble", "weis", "show", "stoeck"):
        options = sorted(option for option in flat if option[0] == kind)
        if options and rng.random() < temper[kind]:
            return rng.choice(options)
    plays = sorted(option for option in flat if option[0] == "play")
    if plays:
        return rng.choice(plays)
    bids = sorted(option for option in flat if option[0] == "bid")
    passes = [option for option in flat if option[0] == "pass"]
    if bids and rng.random() < temper["bid"]:
        numbers = sorted({option[2] for option in bids})
        if rng.random() < 0.97:
            numbers = numbers[:2]  # most raises are small, or no auction would last
        number = rng.choice(numbers)
        return rng.choice([option for option in bids if option[2] == number])
    return passes[0] if passes else None


def play_out(rng: random.Random, options: dict[str, Any] = DEFAULTS) -> tuple[list[Action], Hands, str]:
    """A whole random legal deal: (history, hands, dealer)."""
    return play_deal(rng, deal_hands(rng), rng.choice(SEATS), options)


def play_deal(
    rng: random.Random, hands: Hands, dealer: str, options: dict[str, Any] = DEFAULTS
) -> tuple[list[Action], Hands, str]:
    """Random legal play of the given hands to the end."""
    # One deal may be shy, another one wild or talkative.
    temper = {
        "bid": rng.choice([0.2, 0.4, 0.6, 0.8]),
        "double": rng.choice([0.0, 0.02, 0.2]),
        "redouble": rng.choice([0.0, 0.5]),
        "weis": rng.choice([0.0, 0.5, 1.0, 1.0]),
        "show": rng.choice([0.0, 0.5]),
        "stoeck": rng.choice([0.1, 1.0]),
    }
    history: list[Action] = []
    while True:
        flat = [option for of_seat in legal(history, hands, dealer, options).values() for option in of_seat]
        action = _pick(rng, flat, temper)
        if action is None:
            return history, hands, dealer
        history.append(action)


def play_match(rng: random.Random, options: dict[str, Any] = DEFAULTS) -> list[tuple[list[Action], Hands, str]]:
    """Deals until the game is over."""
    dealer = rng.choice(SEATS)
    deals: list[tuple[list[Action], Hands, str]] = []
    scores: list[dict[str, int]] = []
    while not match_standing(scores, options)["over"]:
        deals.append(play_deal(rng, deal_hands(rng), dealer, options))
        scores.append(settlement(*deals[-1], options))
        dealer = next_dealer(dealer)
    return deals
