"""Tricks: who takes them, and how the trump comes to light (000 "Play", "Closed Trump games")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.state import COUNT, NOBODY, NOTHING, REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.state import State


def open_trump(s: State, bit: int) -> None:
    """The indicator is shown to all and, if it lay on the table, taken to hand."""
    bit = bit or s.indicator
    s.indicator = bit
    s.trump = s.rules.tables.suit_of[bit] or s.trump
    s.closed = False
    if s.indicator_down:
        s.come_back(s.maker, bit)
        s.indicator_down = False
    elif s.indicator_at >= 0:
        s.trick[s.indicator_at] = bit
        s.down &= ~(1 << s.indicator_at)
        s.gone |= bit


def winning_position(s: State) -> int:
    """Which card of the trick takes it: the best trump once trumps are open, else the best of the led suit.

    A card that stays face down never wins. 0 where too little is known.
    """
    mask = 0
    for bit in s.trick:
        mask |= bit
    if s.down:
        for position, bit in enumerate(s.trick):
            if s.down >> position & 1:
                mask &= ~bit
    best = (not s.closed and mask & s.trump) or mask & s.lead_suit
    return s.trick.index(1 << (best.bit_length() - 1)) if best else 0


def take_trick(s: State) -> None:
    """The trick goes to its winner; what follows is set up."""
    rules = s.rules
    trick = s.trick
    seats = s.trick_seats
    tricks = s.tricks
    points = rules.tables.points
    worth = 0
    for bit in trick:
        worth += points[bit]
    s.last_winner = s.turn = winner = seats[winning_position(s)]
    team = winner & 1
    s.points[team] += worth
    tricks[team] += 1
    if s.lead_suit == s.trump and seats[0] == s.maker and not (s.duty or s.pcc):
        s.duty = not any(map(s.trump.__and__, trick[1:]))
    s.trick = []
    s.trick_seats = []
    s.down = s.lead_suit = s.owed = NOTHING
    s.indicator_at = NOBODY
    if tricks[0] + tricks[1] == rules.hand_size:
        finish(s)
    elif s.closed and must_show_indicator(s):
        s.owed = REVEAL_INDICATOR
        s.turn = s.maker


def must_show_indicator(s: State) -> bool:
    """Between two tricks: after the first one of a high bid, and when the maker has exposed its hand."""
    if s.caps_caller == s.maker:
        return True
    return sum(s.tricks) == 1 and (s.pcc or s.bid >= s.rules.ruleset.closed.reveal_from)


def finish(s: State) -> None:
    """All cards are played: the deal is over, unless unknown cards leave the result open."""
    if result_open(s):
        s.owed = COUNT
        s.turn = s.maker
    else:
        s.stage = len(s.rules.stages) - 1
        s.rules.stages[-1].enter(s)


def unknown_points(s: State) -> int:
    """Points in tricks that cannot be given to a team, because cards in them stayed unknown."""
    sleeping = s.hands[s.sleeper] if s.sleeper >= 0 else 0
    return s.rules.ruleset.pack.total - sum(s.points) - s.rules.tables.worth(sleeping)


def result_open(s: State) -> bool:
    """Whether the cards nobody named could make or break the bid."""
    if s.counted >= 0 or s.pcc:
        return False
    mine = s.points[s.maker & 1]
    return mine < s.bid <= mine + unknown_points(s)
