"""Whole random deals, played by the oracle alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracle.oracle import COURTS, DEFAULTS, PACK, SEATS, cards_left, legal, spoilt_is_true

if TYPE_CHECKING:
    import random

    from tests.oracle.oracle import Action

Dealt = dict[str, tuple[list[str], list[str]]]


def deal_hands(rng: random.Random) -> Dealt:
    """A deal; now and then one seat is given most of a suit, so that exhausted and spoilt trumps happen."""
    pack = list(PACK)
    rng.shuffle(pack)
    if rng.random() < 0.3:
        suit = rng.choice("SHDC")
        start = 8 * rng.randrange(4)
        suited = [card for card in pack if card[1] == suit][: rng.randint(4, 8)]
        others = [card for card in pack if card not in suited]
        eight = suited + others[: 8 - len(suited)]
        rng.shuffle(eight)
        others = [card for card in others if card not in eight]
        pack = others[:start] + eight + others[start:]
    hands: Dealt = {}
    for number, seat in enumerate(SEATS):
        eight = pack[8 * number : 8 * number + 8]
        hands[seat] = (eight[:4], eight[4:])
    return hands


def _pick(rng: random.Random, options: list[Action], temper: dict[str, float], eight: bool) -> Action:
    """One action out of those open to the seat in turn, so that short and long auctions both happen."""
    kinds = sorted({option[0] for option in options})
    if "pass" in kinds:
        eagerness = temper["bid8"] if eight else temper["bid4"]
        if not eight and ("bid", options[0][1], 190) not in options:
            eagerness /= 4  # high already, or obliged to start at 200
        weights = {"pass": 1.0, "bid": eagerness, "ask": 0.2, "redeal": 1.0}
        kind = rng.choices(kinds, [weights[kind] for kind in kinds])[0]
        same = sorted((option for option in options if option[0] == kind), key=str)
        if kind == "bid":
            if eight and rng.random() < 0.3:
                return next(option for option in same if option[2] == "pcc")
            courts = [option for option in same if option[2] in COURTS]
            if courts and rng.random() < 0.3:
                return rng.choice(courts)
            same = [option for option in same if not isinstance(option[2], str)] or same
            if rng.random() < 0.95:
                same = same[:3]  # most raises are small, or no auction would last
        return rng.choice(same)
    if kinds == ["closed", "open"]:
        kind = "open" if rng.random() < 0.25 else "closed"
        return next(option for option in options if option[0] == kind)
    return rng.choice(sorted(options, key=str))


def play_out(rng: random.Random, params: dict[str, Any] = DEFAULTS) -> tuple[list[Action], list[Dealt], str]:
    """A whole random legal deal: (history, the hands of each dealing, dealer)."""
    dealer = rng.choice(SEATS)
    hands = [deal_hands(rng)]
    history: list[Action] = []
    # One deal may be shy, another one wild; caps and spoilt are called in some deals only.
    temper = {
        "bid4": rng.choice([0.1, 0.6, 1.5, 3.0, 5.0]),
        "bid8": rng.choice([0.0, 0.0, 0.03, 0.5]),
        "caps": rng.choice([0.0, 0.0, 0.01, 0.05]),
        "spoilt": rng.choice([0.0, 0.2]),
    }
    while True:
        options = legal(history, hands, dealer, params)
        if not options:
            return history, hands, dealer
        flat = [option for of_seat in options.values() for option in of_seat]
        spoilt = [option for option in flat if option[0] == "spoilt"]
        caps = [option for option in flat if option[0] == "caps"]
        rest = [option for option in flat if option[0] not in ("spoilt", "caps")]
        action: Action
        if spoilt and rng.random() < temper["spoilt"] and spoilt_is_true(history, hands, dealer, params):
            action = rng.choice(sorted(spoilt))
        elif caps and rng.random() < temper["caps"]:
            caller = rng.choice(sorted(caps))[1]
            order = sorted(cards_left(history, hands, dealer, params)[caller])
            rng.shuffle(order)
            action = ("caps", caller, tuple(order))
        else:
            eight = len([ply for ply in history if ply[0] == "indicator"]) > 0
            action = _pick(rng, rest, temper, eight)
            if action[0] == "cut" and action[2] == "any":
                action = ("cut", action[1], rng.randint(1, 31))
        history.append(action)
        if action[0] == "redeal":
            hands.append(deal_hands(rng))
