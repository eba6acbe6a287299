"""The cores of many lines with a Jass, read where they stand in the text: see `windows`.

Much here has a length of its own: the calls, why a deal was settled as it was, the talk. Their ends are found by the
quotes, which stand nowhere in a core but around its parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.bulk.deals import SEATS, Flags, Small
from domain.bulk.jass.deals import CARDS
from replay.notation.jass_core import CALL, RESULT
from replay.notation.windows import (
    BRACE,
    CUT_KEY,
    DEALT_KEY,
    OPENING_KEY,
    QUOTE,
    Places,
    Text,
    Window,
    dealt_window,
    digits,
    offset,
    read_cut,
    stands,
)

MOST_CALLS: Final = 99
"""In one auction; a longer one is not understood."""
SPACE: Final = ord(" ")
DEALT: Final = dealt_window(CARDS)
PLAYED: Final = np.dtype([
    ("plays_key", "S10"), ("plays", "u1", (2 * CARDS,)), ("result_key", "S12"), ("result", "u1", (RESULT,)),
])  # fmt: skip
PLAYED_KEYS: Final = {"plays_key": b',"plays":"', "result_key": b'","result":"'}
TALK_KEY: Final = b'","talk":"'

# Which quote it is, counted from the one that opens `"core"`; with a cut there are two more before those of the result.
CALLS_END: Final = 5
RESULT_END: Final = 19
TALK_END: Final = 23


@dataclass(frozen=True, slots=True)
class JassCores:
    """The parts of each line's core, (lines) or (lines, characters). Of those not `found` nothing has a meaning."""

    raw: Small
    """The text, padded."""
    found: Flags
    begin: Places
    """Where the key stands."""
    end: Places
    """Where the closing brace stands."""
    calls: Places
    """Where they begin."""
    calls_count: Places
    cards: Small
    cut: NDArray[np.int8]
    """The number itself."""
    plays: Small
    result: Small
    reasons: Places
    """Where that begins which stands behind the usual result."""
    reasons_end: Places
    words: Places
    """How many there are in the talk."""
    word_begin: Places
    """Where each word of all the lines begins, line by line."""
    word_end: Places


def is_jass(text: Text, begin: Places) -> Flags:
    """Whether the cores that open at these places are laid out as those of a Jass: by the fifth sign of the calls."""
    sign = np.frombuffer(text, np.uint8)[begin + (len(OPENING_KEY) + CALL - 1)]
    return (sign != QUOTE) & (digits(sign) >= SEATS)


def find_jass_cores(text: Text, begin: Places) -> JassCores:
    """Find the cores that open at these places, which rise."""
    raw = np.frombuffer(text, np.uint8)
    quotes = np.flatnonzero(raw == QUOTE)
    first = np.searchsorted(quotes, begin)

    calls = begin + len(OPENING_KEY)
    calls_end = quotes.take(first + CALLS_END, mode="clip")
    calls_count = (calls_end - calls) // CALL
    found = ((calls_end - calls) % CALL == 0) & (calls_count > 0) & (calls_count <= MOST_CALLS)
    dealt = Window(raw, calls_end, DEALT)
    cut, width, readable = read_cut(dealt)
    found &= readable & dealt.reads("key", DEALT_KEY)
    played = Window(raw, dealt.at + offset(DEALT, "cut_key") + width, PLAYED)
    found &= np.logical_and.reduce([played.reads(name, key) for name, key in PLAYED_KEYS.items()])

    first += 2 * (width > len(CUT_KEY)) - 2
    result_end = quotes.take(first + RESULT_END, mode="clip")
    reasons = played.at + PLAYED.itemsize
    spoken = stands(raw, result_end, TALK_KEY)
    talk_end = quotes.take(first + TALK_END, mode="clip")
    end = np.where(spoken, talk_end, result_end) + 1
    found &= (raw[end] == BRACE) & (reasons <= result_end)
    words, word_begin, word_end = _words(raw, result_end + len(TALK_KEY), talk_end, found & spoken)
    return JassCores(
        raw=raw,
        found=found,
        begin=begin,
        end=end,
        calls=calls,
        calls_count=calls_count * found,
        cards=dealt["cards"],
        cut=cut,
        plays=played["plays"],
        result=played["result"],
        reasons=reasons,
        reasons_end=result_end,
        words=words,
        word_begin=word_begin,
        word_end=word_end,
    )


def _words(raw: Small, begin: Places, end: Places, spoken: Flags) -> tuple[Places, Places, Places]:
    """How many words, with a space between, there are in each of these parts, and where each begins and ends."""
    spaces = np.flatnonzero(raw == SPACE)
    before, after = np.searchsorted(spaces, begin), np.searchsorted(spaces, end)
    count = (after - before + 1) * spoken
    last = np.cumsum(count)
    place = np.arange(last[-1] if last.size else 0) + np.repeat(before - last + count, count)
    first_of, last_of = (last - count)[spoken], last[spoken] - 1
    word_begin, word_end = spaces.take(place - 1, mode="clip") + 1, spaces.take(place, mode="clip")
    word_begin[first_of], word_end[last_of] = begin[spoken], end[spoken]
    return count, word_begin, word_end
