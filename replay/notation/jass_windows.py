"""The cores of many lines with a Jass, read where they stand in the text: see `windows`.

Much here has a length of its own: the calls, why a deal was settled as it was, the talk. Each goes on to the next
quote.
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
    DEALT_KEY,
    NEAR,
    OPENING_KEY,
    QUOTE,
    Places,
    Text,
    Window,
    dealt_window,
    digits,
    find_signs,
    first_of,
    look,
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

FAR: Final = 7
"""How often more are, before it is too far."""


@dataclass(frozen=True, slots=True)
class JassCores:
    """The parts of each line's core, (lines) or (lines, characters). Of those not `found` nothing has a meaning."""

    text: Text
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
    sign: Small = text[begin + (len(OPENING_KEY) + CALL - 1)]
    told: Flags = (sign != QUOTE) & (digits(sign) >= SEATS)
    return told


def find_jass_cores(text: Text, begin: Places) -> JassCores:
    """Find the cores that open at these places."""
    calls = begin + len(OPENING_KEY)
    calls_end = _next_quote(text, calls)
    calls_count = (calls_end - calls) // CALL
    found = ((calls_end - calls) % CALL == 0) & (calls_count > 0) & (calls_count <= MOST_CALLS)
    dealt = Window(text, calls_end, DEALT)
    cut, width, readable = read_cut(dealt)
    found &= readable & dealt.reads("key", DEALT_KEY)
    played = Window(text, dealt.at + offset(DEALT, "cut_key") + width, PLAYED)
    found &= np.logical_and.reduce([played.reads(name, key) for name, key in PLAYED_KEYS.items()])

    reasons = played.at + PLAYED.itemsize
    reasons_end = _next_quote(text, reasons)
    spoken = stands(text, reasons_end, TALK_KEY)
    talk, end = reasons_end + len(TALK_KEY), reasons_end + 1
    talk_end = talk.copy()
    talk_end[spoken] = _next_quote(text, talk[spoken])
    end[spoken] = talk_end[spoken] + 1
    found &= text[end] == BRACE
    words, word_begin, word_end = _words(text, talk, talk_end, found & spoken)
    return JassCores(
        text=text,
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
        reasons_end=reasons_end,
        words=words,
        word_begin=word_begin,
        word_end=word_end,
    )


def _next_quote(text: Text, at: Places) -> Places:
    """Where the next quote stands from each of these places on; somewhere before it, if that is too far."""
    ahead = first_of(find_signs(look(text, at, NEAR), QUOTE))
    place, left = at + ahead, np.flatnonzero(ahead == NEAR)
    for _ in range(FAR):
        if not left.size:
            break
        ahead = first_of(find_signs(look(text, place[left], NEAR), QUOTE))
        place[left] += ahead
        left = left[ahead == NEAR]
    return place


def _words(text: Text, begin: Places, end: Places, spoken: Flags) -> tuple[Places, Places, Places]:
    """How many words, with a space between, there are in each of these parts, and where each begins and ends."""
    begin, end = begin[spoken], end[spoken]
    spaces = _spaces(text, begin, end - begin)
    last = np.searchsorted(spaces, end) + np.arange(end.size)
    count = np.zeros(spoken.size, np.intp)
    count[spoken] = np.diff(last, prepend=-1)
    inner = np.ones(spaces.size + end.size, bool)
    inner[last] = False
    word_end = np.empty(inner.size, np.intp)
    word_end[last], word_end[inner] = end, spaces
    word_begin = np.empty(inner.size, np.intp)
    word_begin[1:] = word_end[:-1] + 1
    word_begin[last - count[spoken] + 1] = begin
    return count, word_begin, word_end


def _spaces(text: Text, begin: Places, length: Places) -> Places:
    """Where there are spaces in these parts of the text."""
    found = [np.empty(0, np.intp)]
    for far in range(0, int(length.max(initial=0)), NEAR):
        some = np.flatnonzero(length > far)
        at = begin[some] + far
        inside = np.arange(NEAR, dtype=np.uint8) < np.minimum(length[some] - far, NEAR).astype(np.uint8)[:, None]
        place = np.flatnonzero((look(text, at, NEAR) == SPACE) & inside)
        found.append(at[place // NEAR] + place % NEAR)
    return np.sort(np.concatenate(found), kind="stable")
