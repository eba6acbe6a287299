"""Judging a whole archive: thousands of lines at once, and one by one those that need it.

A line passes at once only if it is exactly as `write_archived` writes it, its core is a plain deal, and that
deal is certainly good. Every other line is read by `read_archived` and told to the record by `check`; what
they say of it is what the user sees.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from gzip import GzipFile
from io import BufferedIOBase, BufferedReader
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from domain.bulk.deals import Flags, Small
from domain.bulk.jass.terms import Terms as JassTerms
from domain.bulk.jass.terms import terms_of as jass_terms_of
from domain.bulk.jass.verdicts import judge as judge_jass
from domain.bulk.terms import Terms, terms_of
from domain.bulk.verdicts import Verdicts, judge
from domain.jass.ruleset import JassRuleset
from domain.rules import Rules, rules_of
from domain.ruleset import parse
from replay.notation.archive import Stamps, read_archived
from replay.notation.archive_stream import BOM, GZIP, LONGEST_LINE, BadLine
from replay.notation.blocks import blocks_of
from replay.notation.checking import Report, check
from replay.notation.columns import card_table, deals_of
from replay.notation.errors import ArchiveError
from replay.notation.jass_columns import Letters, jass_deals_of
from replay.notation.jass_windows import JassCores, find_jass_cores, is_jass
from replay.notation.windows import (
    CORE,
    WORD,
    Cores,
    Lines,
    Places,
    Text,
    find_cores,
    find_openings,
    stands,
)

USUAL: Final = b"{" + CORE
"""How most lines begin."""
C = TypeVar("C", Cores, JassCores)
MANY: Final = 16
"""Heads are looked for together as long as one line in so many has the same."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Some lines of an archive, in their order; the empty ones are passed over."""

    numbers: Places
    """The number of each line, counted from 1."""
    acts: Places
    """How many acts its deal has; without meaning for the lines in `told`."""
    told: dict[int, Report | BadLine]
    """What was found in each line that did not pass at once, by its place among these."""


def judge_archive(stream: BufferedReader[Any]) -> Iterator[Judged]:
    """Judge an archive, compressed or not, in constant memory."""
    packed = stream.peek(len(GZIP))[: len(GZIP)] == GZIP
    source: BufferedIOBase = GzipFile(fileobj=stream) if packed else stream
    number = 1
    try:
        for text, ends, lost in blocks_of(source):
            yield _judged(text, number, ends, lost)
            number += ends.size
    except (EOFError, OSError, zlib.error) as e:
        if not packed:
            raise
        damaged = BadLine(number, f"damaged gzip data: {e}; nothing after it can be read")
        yield Judged(np.array([number]), np.array([0]), {0: damaged})


def _judged(text: Text, number: int, ends: Places, lost: int) -> Judged:
    """Judge the lines of a text that end at these places; of the first one, so many bytes were lost."""
    starts = np.concatenate([[0], ends[:-1] + 1])
    good, acts = passing(text, starts, ends)
    good &= ends - starts <= LONGEST_LINE
    numbers = np.arange(number, number + ends.size)
    told: dict[int, Report | BadLine] = {}
    empty = []
    for place in np.flatnonzero(~good).tolist():
        line = text[starts[place] : ends[place] + 1].tobytes().removesuffix(b"\0")  # padding, if nothing ends it
        found = _told(line, number + place, 0 if place else lost)
        if found is None:
            empty.append(place)
        else:
            told[place - len(empty)] = found
    if empty:
        numbers, acts = np.delete(numbers, empty), np.delete(acts, empty)
    return Judged(numbers, acts, told)


def _told(line: bytes, number: int, lost: int) -> Report | BadLine | None:
    """What the engine says of one line, its line end included; None when it is empty."""
    if len(line.removesuffix(b"\n")) > LONGEST_LINE:
        return BadLine(number, f"too long: {len(line) + lost} bytes, at most {LONGEST_LINE}")
    if number == 1:
        line = line.removeprefix(BOM)
    line = line.strip(b" \t\r\n")
    if not line:
        return None
    try:
        return check(read_archived(line))
    except ArchiveError as e:
        return BadLine(number, str(e))


# --- passing at once --------------------------------------------------------------------------------


def passing(text: Text, starts: Places, ends: Places) -> tuple[NDArray[np.bool_], Places]:
    """Whether each line of a padded text passes at once, and how many acts its deal has."""
    good, acts = np.zeros(starts.size, bool), np.zeros(starts.size, np.int64)
    begin, found = find_openings(text, starts, ends)
    jass = is_jass(text, begin)
    families: tuple[tuple[type[_Game[Any]], NDArray[np.bool_]], ...] = ((_Plain, found & ~jass), (_Jass, found & jass))
    for family, mine in families:
        lines = np.flatnonzero(mine)
        if lines.size:
            good[lines], acts[lines] = _passing(family, text, starts[lines], ends[lines], begin[lines])
    return good, acts


def _passing(
    family: type[_Game[C]], text: Text, starts: Places, ends: Places, begin: Places
) -> tuple[NDArray[np.bool_], Places]:
    """The same for lines of one family of games, whose cores begin at these places."""
    good, acts = np.zeros(starts.size, bool), np.zeros(starts.size, np.int64)
    cores = family.find(text, begin)
    heads, which = _heads(text, cores, starts, ends)
    for game in {head.game for head in heads if isinstance(head.game, family)}:
        mine = np.array([head.game is game for head in heads] + [False])
        rows = np.flatnonzero(mine[which])
        dealer = np.array([head.dealer for head in heads], np.uint8)[which[rows]]
        items = np.array([head.items for head in heads])[which[rows]]
        verdicts, readable = game.judge(cores, rows, dealer)
        acts[rows] = verdicts.acts
        good[rows] = verdicts.good & readable & (items <= verdicts.acts + 1)
    return good, acts


class _Game(Generic[C]):
    """A game that can be judged in bulk."""

    def __init__(self, rules: Rules) -> None:
        self.places = rules.place

    @staticmethod
    def find(text: Text, begin: Places) -> C:
        """The cores that begin at these places, as all games of the family have them."""
        raise NotImplementedError

    def judge(self, cores: C, rows: Lines, dealer: Small) -> tuple[Verdicts, Flags]:
        """The verdicts on some of them, and whether each could be read."""
        raise NotImplementedError


class _Plain(_Game[Cores]):
    """A game of the 304 family."""

    find = staticmethod(find_cores)

    def __init__(self, rules: Rules, terms: Terms) -> None:
        super().__init__(rules)
        self.terms = terms
        self.letters = card_table(rules)

    def judge(self, cores: Cores, rows: Lines, dealer: Small) -> tuple[Verdicts, Flags]:
        deals, readable = deals_of(cores, rows, dealer, self.letters)
        return judge(deals, self.terms), readable


class _Jass(_Game[JassCores]):
    """A Jass."""

    find = staticmethod(find_jass_cores)

    def __init__(self, rules: Rules, terms: JassTerms) -> None:
        super().__init__(rules)
        self.terms = terms
        self.letters = Letters(terms)

    def judge(self, cores: JassCores, rows: Lines, dealer: Small) -> tuple[Verdicts, Flags]:
        deals, readable = jass_deals_of(cores, rows, dealer, self.letters)
        return judge_jass(deals, self.terms), readable


@dataclass(frozen=True, slots=True)
class _Head:
    """What the head of a line tells that matters here."""

    game: _Game[Any] | None
    """None when the line is for the engine."""
    dealer: int = 0
    items: int = 0
    """How many items there must be at least, for its comments and stamps."""


def _heads(text: Text, cores: Cores | JassCores, starts: Places, ends: Places) -> tuple[list[_Head], Lines]:
    """The heads of lines with a core, and which of them each line has; -1 for the other lines.

    A head is a line without its core. Where nothing is told but the game and the dealer, many are the same, and
    are found together, by what stands behind the core.
    """
    heads: list[_Head] = []
    which = np.full(starts.size, -1)
    width = ends - cores.end
    left = np.flatnonzero(cores.found & (cores.begin == starts + 1) & (width >= WORD))
    alike = np.ones(left.size, bool)
    while left.size and np.count_nonzero(alike) * MANY >= left.size:
        tail = text[cores.end[left[0]] : ends[left[0]]].tobytes()
        alike = width[left] == len(tail)
        alike[alike] = stands(text, cores.end[left[alike]], tail)
        which[left[alike]] = len(heads)
        heads.append(_head(USUAL + tail))
        left = left[~alike]
    for line in np.flatnonzero(cores.found & (which < 0)).tolist():
        begin, end = cores.begin[line] + len(CORE), cores.end[line]
        which[line] = len(heads)
        heads.append(_head(text[starts[line] : begin].tobytes() + text[end : ends[line]].tobytes()))
    return heads, which


class _Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A core that was cut out."""


class Line(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line whose core was cut out: the fields of `ArchivedDeal`, in the order in which they are written."""

    club: str | None = None
    comments: dict[str, str] = {}
    core: _Nothing
    date: str = ""
    dealer: str
    event: str = ""
    id: str = ""
    key: str = ""
    match: str | None = None
    note: str = ""
    nought: Literal[1]
    number: int = 1
    players: dict[str, str] = {}
    ruleset: msgspec.Raw
    scribe: str = ""
    source: str = ""
    stamps: Stamps | None = None
    table: str | None = None


_decode: Final = msgspec.json.Decoder(Line).decode
_encode: Final = msgspec.json.Encoder().encode
_FOR_THE_ENGINE: Final = _Head(None)


def _head(text: bytes) -> _Head:
    """Read a head. What is written back as it stood holds nothing that the strict reader refuses."""
    try:
        line = _decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _FOR_THE_ENGINE
    if _encode(line) != text:
        return _FOR_THE_ENGINE
    game = _game(bytes(line.ruleset), line.dealer)
    if game is None or not game.places.keys() >= {line.dealer, *line.players}:
        return _FOR_THE_ENGINE
    if not all(number.isdecimal() and len(number) < 4 for number in line.comments):
        return _FOR_THE_ENGINE
    items = max((int(number) + 1 for number in line.comments), default=0)
    if stamps := line.stamps:
        items = max(items, len(stamps.at), len(stamps.by), len(stamps.key))
    return _Head(game, game.places[line.dealer], items)


@lru_cache(maxsize=256)
def _game(ruleset: bytes, dealer: str) -> _Game[Any] | None:
    """The game that a line names, as the strict reader reads it; None when it is not known in bulk."""
    line = b'{"core":{},"dealer":%b,"nought":1,"ruleset":%b}' % (msgspec.json.encode(dealer), ruleset)
    try:
        document = read_archived(line)
    except ArchiveError:
        return None
    return _known(rules_of(parse(document.opened.ruleset)))


@lru_cache(maxsize=128)
def _known(rules: Rules) -> _Game[Any] | None:
    if isinstance(rules.game, JassRuleset):
        jass = jass_terms_of(rules)
        return _Jass(rules, jass) if jass else None
    terms = terms_of(rules)
    return _Plain(rules, terms) if terms else None
