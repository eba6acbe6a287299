"""The cores of many lines as columns of characters, read where they stand in the text.

Only the exact text that `write_archived` gives for a core is understood. It is looked at through windows of
fixed layout, all lines at once; a line that differs anywhere is not found, and left to whoever reads single lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.bulk.deals import CARDS, DECLINED, HAND, SEATS, Flags, Small

Places: TypeAlias = NDArray[np.int64]
"""Where something begins in the text, in bytes; one for each line."""
Text: TypeAlias = Small
"""Many lines, byte by byte, with `PADDING` behind them."""
Signs: TypeAlias = NDArray[np.uint64]
"""In which of `NEAR` places a sign stands, the first one lowest."""
Lines: TypeAlias = NDArray[np.intp]
"""Some of the lines, by number."""

CORE: Final = b'"core":{'
CALL: Final = 4
"""Characters of a call."""
MOST_CALLS: Final = 20
"""In one auction; a longer one is not understood."""
RESULT: Final = 12
"""Characters of a result for the usual reasons."""
PADDING: Final = 2048
"""So many zeros go behind the text, so that looking past its end does no harm: more than the longest core has."""
QUOTE: Final = ord('"')
BRACE: Final = ord("}")
WORD: Final = 8
"""Bytes that are compared at once."""
NEAR: Final = 64
"""Characters that are looked through at once."""
ONE: Final = np.uint64(1)

LOWEST_BIT: Final = np.array([0, *((byte & -byte).bit_length() - 1 for byte in range(1, 256))])
"""The number of the lowest bit of a byte; 0 for none."""

# What is narrower in the text, or not there, has its usual width in the window.
OPENING: Final = np.dtype([("calls", "u1", (MOST_CALLS + 1, CALL))])
PLAYED: Final = np.dtype([
    ("looks_key", "S10"), ("looks", "u1", (HAND,)),
    ("plays_key", "S11"), ("plays", "u1", (2 * CARDS,)),
    ("result_key", "S12"), ("result", "u1", (RESULT,)),
    ("second_key", "S12"), ("second", "u1", (SEATS, CALL)),
    ("trump_key", "S11"), ("trump", "u1", (3,)),
    ("end", "u1", (2,)),
])  # fmt: skip


def dealt_window(cards: int) -> np.dtype[np.void]:
    """The part with so many cards, and the cut."""
    return np.dtype([("key", "S11"), ("cards", "u1", (cards,)), ("cut_key", "S8"), ("cut", "u1", (2,))])


DEALT: Final = dealt_window(CARDS)
PASSED_OUT: Final = np.dtype([("result_key", "S11"), ("result", "u1", (RESULT,)), ("end", "u1", (2,))])
OPENING_KEY: Final = CORE + b'"auction":"'
DEALT_KEY: Final = b'","cards":"'
CUT_KEY: Final = b'","cut":'
END: Final = b'"}'
PLAYED_KEYS: Final = {
    "looks_key": b',"looks":"', "plays_key": b'","plays":"', "result_key": b'","result":"',
    "second_key": b'","second":"', "trump_key": b'","trump":"',
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cores:
    """The parts of each line's core, (lines) or (lines, characters). Of those not `found` nothing has a meaning."""

    text: Text
    found: Flags
    begin: Places
    """Where the key stands."""
    end: Places
    """Where the closing brace stands."""
    first: Small
    """(lines, 21, 4)."""
    first_calls: Places
    """How many of them are calls."""
    cards: Small
    passed_out: Flags
    """Whether only one batch was dealt; then there are no looks, plays, second calls and trumps."""
    cut: NDArray[np.int8]
    """The number itself."""
    looks: Small
    plays: Small
    alone: Flags
    """Whether a trick has three cards; then the last sixteen characters of `plays` have no meaning."""
    result: Small
    second: Small
    """(lines, 4, 4)."""
    second_calls: Places
    trump: Small
    again: Flags
    """Whether two indicators were laid."""


def find_openings(text: Text, starts: Places, ends: Places) -> tuple[Places, Flags]:
    """Where the core of each line begins, and whether there is one."""
    begin = starts + 1
    found = stands(text, begin, OPENING_KEY)
    others = np.flatnonzero(~found)
    for line in others.tolist():
        begin[line] = starts[line] + max(text[starts[line] : ends[line]].tobytes().find(CORE), 0)
    found[others] = stands(text, begin[others], OPENING_KEY)
    return begin, found


def find_cores(text: Text, begin: Places) -> Cores:
    """Find the cores that open at these places."""
    opening = Window(text, begin + len(OPENING_KEY), OPENING)
    first_calls = _calls(opening["calls"])

    dealt = Window(text, opening.at + CALL * first_calls, DEALT)
    passed_out = dealt["cards"][:, CARDS // 2] == QUOTE
    halves = np.flatnonzero(passed_out)
    dealt.shift("cut_key", halves, -CARDS // 2)
    cut, width, readable = read_cut(dealt)
    found = readable & dealt.reads("key", DEALT_KEY)

    played = Window(text, dealt.at + offset(DEALT, "cut_key") + width, PLAYED)
    half = Window(text, played.at[halves], PASSED_OUT)
    alone = played["plays"][:, 2 * (CARDS - HAND)] == QUOTE
    played.shift("result_key", np.flatnonzero(alone), -2 * HAND)
    second_calls = _calls(played["second"])
    fewer = np.flatnonzero(second_calls)
    second_calls[second_calls == 0] = SEATS
    played.shift("trump_key", fewer, CALL * (second_calls[fewer] - SEATS))
    again = played["trump"][:, 2] != QUOTE

    complete = np.logical_and.reduce([played.reads(name, key) for name, key in PLAYED_KEYS.items()])
    complete &= np.where(again, played.reads("end", END), played["end"][:, 0] == BRACE)
    complete[halves] = half.reads("result_key", b',"result":"') & half.reads("end", END)
    played["result"][halves] = half["result"]
    end = played.at + (PLAYED.itemsize - 2) + again
    end[halves] = half.at + PASSED_OUT.itemsize - 1
    return Cores(
        text=text,
        found=found & complete,
        begin=begin,
        end=end,
        first=opening["calls"],
        first_calls=first_calls,
        cards=dealt["cards"],
        passed_out=passed_out,
        cut=cut,
        looks=played["looks"],
        plays=played["plays"],
        alone=alone,
        result=played["result"],
        second=played["second"],
        second_calls=second_calls,
        trump=played["trump"],
        again=again,
    )


def stands(text: Text, at: Places, part: bytes) -> Flags:
    """Whether this part of a line stands at each of these places."""
    if len(part) > WORD:
        return _same(look(text, at, len(part)), part)
    word, mask = look(text, at, WORD).view("<u8")[:, 0], np.uint64(256 ** len(part) - 1)
    here: Flags = (word & mask) == int.from_bytes(part, "little")
    return here


def _same(characters: Small, part: bytes) -> Flags:
    """Whether each line of characters begins with this part, which is as long as a word at least, or is a pair."""
    word = np.dtype("<u8" if len(part) >= WORD else "<u2")
    last = len(part) - word.itemsize
    here = np.ones(len(characters), bool)
    for begin in (*range(0, last, word.itemsize), last):
        some = slice(begin, begin + word.itemsize)
        here &= characters[:, some].view(word)[:, 0] == int.from_bytes(part[some], "little")
    return here


def look(text: Text, at: Places, width: int) -> Small:
    """So many characters from each of these places, (places, width)."""
    records = np.ndarray((text.size - width + 1,), np.dtype(f"V{width}"), text, strides=(1,))[at]
    return records.view(np.uint8).reshape(at.size, width)


def find_signs(characters: Small, sign: int) -> Signs:
    """Where among `NEAR` characters a sign stands, for each `NEAR` of them."""
    return np.packbits(characters == sign, bitorder="little").view(np.uint64)


def first_of(signs: Signs) -> Places:
    """How far ahead the first sign is; `NEAR` for none."""
    return np.bitwise_count(~signs & signs - ONE).astype(np.intp)


def all_of(signs: Signs, at: Places) -> Places:
    """Where all of these signs stand, not in their order; ``at``: where the characters begin that they are among."""
    found = [np.empty(0, np.intp)]
    while (left := np.flatnonzero(signs)).size:
        at, signs = at[left], signs[left]
        found.append(at + first_of(signs))
        signs &= signs - ONE
    return np.concatenate(found)


def offset(kind: np.dtype[np.void], name: str) -> int:
    """Where a field begins in a window."""
    fields: Any = kind.fields
    offset: int = fields[name][1]
    return offset


class Window:
    """A record of the text in each line, ``at`` some place."""

    def __init__(self, text: Text, at: Places, kind: np.dtype[np.void]) -> None:
        self.text = text
        self.at = at
        self.kind = kind
        self.seen = look(text, at, kind.itemsize)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """One field in each line."""
        return self.seen.view(self.kind)[:, 0][name]

    def reads(self, name: str, part: bytes) -> Flags:
        """Whether this field is this part of a line."""
        return _same(self.characters(name), part)

    def characters(self, name: str) -> Small:
        """The window from this field on, (lines, characters)."""
        return self.seen[:, offset(self.kind, name) :]

    def shift(self, name: str, lines: Lines, by: Places | int) -> None:
        """In some lines, this field and all behind it stand so much farther on in the text."""
        if lines.size:
            self.at[lines] += by
            begin = offset(self.kind, name)
            self.seen[lines, begin:] = look(self.text, self.at[lines] + begin, self.kind.itemsize - begin)


def _calls(characters: Small) -> Places:
    """How many calls stand before the quote; 0 when there is none."""
    quotes = characters[:, :, 0] == QUOTE
    if quotes.shape[1] <= WORD:
        fewer: Places = quotes.argmax(axis=1)
        return fewer
    count: Places = LOWEST_BIT.take(np.packbits(quotes[:, :WORD].ravel(), bitorder="little"))
    longer = np.flatnonzero(count == 0)
    count[longer] = quotes[longer].argmax(axis=1)
    return count


def digits(characters: Small) -> Small:
    """The digits that characters are; more than 9 where they are none."""
    return characters - np.uint8(ord("0"))


def read_cut(dealt: Window) -> tuple[NDArray[np.int8], Places, Flags]:
    """The number of one or two digits, how wide its part is, and whether it is in order; it may be left out."""
    told = dealt.reads("cut_key", CUT_KEY)
    tens, ones = digits(dealt["cut"][:, 0]), digits(dealt["cut"][:, 1])
    two = ones < 10
    number = np.where(two, tens * np.uint8(10) + ones, tens).astype(np.int8)
    good = np.where(told, (tens < 10) & ~(two & (tens == 0)), dealt.characters("cut_key")[:, 0] == QUOTE)
    return np.where(told, number, np.int8(DECLINED)), np.where(told, len(CUT_KEY) + 1 + two, 1), good
