"""The records in the kernel's memory, as in `analysis/kernel/kernel.c`, and the faults that it returns."""

from __future__ import annotations

from ctypes import LittleEndianStructure, c_int32, c_int64, c_uint64
from typing import Final

SEATS: Final = 8
SUITS: Final = 4
RANKS: Final = 10
CARDS: Final = SUITS * RANKS
UNKNOWN_PRICE: Final = -32768

EXHAUSTED: Final = {"never": 0, "unanswered_lead": 1, "holding_all": 2}
"""The values of ``exhausted`` of the tables."""


class Deal(LittleEndianStructure):
    """The tables of the game and of one deal."""

    _fields_ = (
        ("hands", c_uint64 * SEATS),
        ("indicator", c_uint64),
        ("puur", c_uint64),
        ("points", c_int32 * CARDS),
        ("seats", c_int32),
        ("playing", c_int32),
        ("ours", c_int32),
        ("maker", c_int32),
        ("trump", c_int32),
        ("following", c_int32),
        ("beat_lowest", c_int32),
        ("beat_if_able", c_int32),
        ("maker_trumps_from_hand", c_int32),
        ("exhausted", c_int32),
        ("exhausted_closed", c_int32),
        ("barred_at", c_int32),
        ("shown_at", c_int32),
        ("last_trick", c_int32),
        ("all_ours", c_int32),
        ("all_theirs", c_int32),
    )


class Position(LittleEndianStructure):
    """The cards still in play, the current trick, and the seat that plays next."""

    _fields_ = (
        ("cards", c_uint64),
        ("turn", c_int32),
        ("closed", c_int32),
        ("duty", c_int32),
        ("can_win_all", c_int32),
        ("played", c_int32),
        ("trick", c_int32 * SEATS),
    )


class Result(LittleEndianStructure):
    """The answer to the last question."""

    _fields_ = (
        ("nodes", c_int64),
        ("finished", c_int32),
        ("low", c_int32),
        ("high", c_int32),
        ("best", c_int32),
        ("price", c_int32 * CARDS),
    )


FAULTS: Final = {
    1: "a game has 2 to 8 seats",
    2: "at least two of the seats must take part",
    3: "the side names a seat that does not exist",
    4: "the trump maker must be a seat that takes part",
    5: "the trump suit must be one of the four suits, or none",
    6: "a parameter of the rules has no such value",
    7: "points must be 0 to 300 for a card, 0 to 1000 for a bonus, and at most 12000 in all",
    8: "a card is in two hands, or is no card of the pack",
    9: "the indicator must be one trump of the maker, on the table or in the trick while trumps are closed",
    10: "the Puur must be one trump",
    20: "the tables of the deal come before the position",
    21: "the cards of the position must be among those of the seats that take part, and at least one",
    22: "the seat that plays next must take part",
    23: "a flag of the position has no such value",
    24: "a card of the trick is not one that its seat played",
    25: "the hands must be equally large, and smaller by one after a card to the trick",
    26: "a hand has at most ten cards",
}
"""The faults of tables and positions, by the number that the kernel returns."""
