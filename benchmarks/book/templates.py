"""Matches that bots play, as templates: their stored events, cut where ids, names and times stand.

While a template is played, everything that a copy replaces is a placeholder, numbered by its *slot*. A copy is made by
joining the pieces of a text with the values of its slots.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias
from uuid import UUID

from bots.styles import STYLES
from demo.games import DEAL_TYPES
from demo.scribe import Revoke, Scribe, Slip, TooEarly, Unseen, WrongBid, WrongCard, format_time
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import BANK, RULESETS, SIDI_BARRANI, STANDARD
from domain.games.three04.ruleset import Three04Ruleset
from domain.kernel.moments import milliseconds
from domain.match.aggregate import Match
from domain.match.facts import MatchOpened
from domain.record.imported_deal import ImportedDeal
from domain.record.prepared_deal import PreparedDeal, prepare
from domain.registry import MAPPER

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset
    from domain.kernel.ports import Listing

EVENT: Final = 0
CLUB: Final = 1
TABLE: Final = 2
MATCH: Final = 3
PLAYERS: Final = 4
"""The slot of the first player; the others follow in alphabetical order."""
DEALS: Final = 12
"""The slot of the first deal, after eight players."""

BEGINS: Final = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST: Final = 24
"""The number of deals after which a match is stopped."""
USUAL: Final[tuple[Ruleset, ...]] = (STANDARD, STANDARD, BANK, SIDI_BARRANI)
"""The games of most matches. One match in `OTHERS` is of any game."""
OTHERS: Final = 10
MISTAKES: Final = 20
"""One deal in so many has a mistake of the scribe, a revoke, or cards that are named later."""

Pieces: TypeAlias = "tuple[bytes | int, ...]"
"""A text in pieces: bytes, and slots."""

_NAME: Final = "~{:02}~"
_PLACEHOLDER: Final = re.compile(rb"~(\d\d)~|00000000-0000-0000-0000-([0-9a-f]{12})")
_AT: Final = re.compile(rb'\{"at":"([^"]+)"')


@dataclass(frozen=True, slots=True)
class TemplateEvent:
    """An event of a template."""

    slot: int
    """The slot of its stream: `MATCH`, or that of a deal."""
    version: int
    topic: str
    at: int
    """Milliseconds since the match was opened."""
    rest: Pieces
    """Its body after the time."""
    deals: int
    """The number of deals that a copy must have to hold this event."""


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """A line of the catalogue. ``deals``: the number of deals of a copy that has it; 0 for any."""

    slot: int
    at: int
    title: Pieces
    data: Pieces
    """The line's data as JSON."""
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """A match with its deals. A copy has all deals, or the first ones."""

    seats: int
    began: tuple[int, ...]
    """When each deal was opened, in milliseconds since the match was."""
    events: tuple[TemplateEvent, ...]
    """All events, in the order of their times."""
    deal_lines: tuple[TemplateLine, ...]
    match_lines: tuple[TemplateLine, ...]
    """The line of the match after each deal."""


def play_match(seed: str) -> Template:
    """Let bots play a match; equal seeds give equal templates."""
    rng = Random(seed)
    ruleset = rng.choice(USUAL) if rng.randrange(OTHERS) else rng.choice(list(RULESETS.values()))
    played = _Playing(ruleset, rng)
    played.play()
    return played.template()


class _Playing:
    """A match in progress."""

    def __init__(self, ruleset: Ruleset, rng: Random) -> None:
        self.ruleset = ruleset
        self.rng = rng
        seats = ruleset.seating.seats
        slots = rng.sample(range(PLAYERS, PLAYERS + len(seats)), len(seats))
        self.players = {seat: _NAME.format(slot) for seat, slot in zip(seats, slots, strict=True)}
        self.styles = {seat: rng.choice(list(STYLES.values())) for seat in seats}
        self.scribe = rng.choice(list(self.players.values()))
        self.clock = BEGINS
        self.deals: list[PreparedDeal] = []
        self.match = Match(_id(MATCH))
        self.match.take(self._opened(rng.choice(seats)), format_time(self.clock), self.scribe)
        self.ends: list[int] = []
        """The number of events of the match after each deal."""
        self.match_lines: list[Listing] = []

    def _opened(self, dealer: str) -> MatchOpened:
        seating = self.ruleset.seating
        teams = {team: " and ".join(self.players[s] for s in seating.of_team(team)) for team in seating.teams}
        return MatchOpened(
            plain(self.ruleset), dealer, teams, dict(self.players), self.ruleset.match.stake,
            str(_id(CLUB)), str(_id(TABLE)), _NAME.format(EVENT),
        )  # fmt: skip

    def play(self) -> None:
        """Play deals until the terms end the match, or until `LONGEST` deals are played."""
        while self.match.ended is None and len(self.deals) < LONGEST:
            self.clock += timedelta(seconds=self.rng.randint(15, 45))
            self._play_deal()

    def _play_deal(self) -> None:
        number = len(self.deals) + 1
        dealer = self.match.next_dealer
        assert dealer is not None
        opened = DealOpened(
            self.match.opened.ruleset, dealer, self.players, number, str(self.match.id), str(_id(TABLE)),
            str(_id(CLUB)), _NAME.format(EVENT), "generated",
        )  # fmt: skip
        at = format_time(self.clock)
        scribe = Scribe(opened, self.clock, self.scribe, self.rng)
        self._slip().play(DEAL_TYPES[self.ruleset.game](self.ruleset, dealer, self.styles, self.rng), scribe)
        self.clock = scribe.clock
        deal = prepare(ImportedDeal(_id(DEALS + number - 1), opened, at, self.scribe, tuple(scribe.lines)))
        self.match.take(self.match.admit(str(deal.id), number, dealer), *deal.began)
        for fact in self.match.settle_deal(str(deal.id), deal.settlement):
            self.match.take(fact, *deal.ended)
        if number == LONGEST and not self.match.ended:
            self.match.take(self.match.stop(), *deal.ended)
        self.deals.append(deal)
        self.ends.append(self.match.version)
        self.match_lines.append(self.match.listing())

    def _slip(self) -> Slip:
        """Return how the deal is recorded: mostly without a mistake."""
        if not isinstance(self.ruleset, Three04Ruleset) or self.rng.randrange(MISTAKES):
            return Slip()
        slips = (WrongCard(2, "misread the card"), WrongBid("misheard"), Revoke("seen later"), TooEarly("too early"))
        return self.rng.choice((*slips, Unseen()))

    def template(self) -> Template:
        """Return the match as a template."""
        events = [
            _event(slot, version, topic, state, slot - DEALS + 1)
            for slot, deal in enumerate(self.deals, DEALS)
            for version, (topic, state) in enumerate(deal.rows, 1)
        ]
        for stored in map(MAPPER.to_stored_event, self.match.pending):
            version = stored.originator_version
            deals = 1 + sum(end < version for end in self.ends)
            events.append(_event(MATCH, version, stored.topic, stored.state, deals))
        events.sort(key=lambda event: event.at)
        return Template(
            len(self.players),
            tuple(_since(deal.began[0]) for deal in self.deals),
            tuple(events),
            tuple(_line(slot, deal.listing) for slot, deal in enumerate(self.deals, DEALS)),
            tuple(_line(MATCH, line) for line in self.match_lines),
        )


def _id(slot: int) -> UUID:
    """Return the placeholder of an id."""
    return UUID(int=slot)


def _event(slot: int, version: int, topic: str, state: bytes, deals: int) -> TemplateEvent:
    begins = _AT.match(state)
    assert begins is not None
    return TemplateEvent(slot, version, topic, _since(begins[1].decode()), cut(state[begins.end(1) :]), deals)


def _line(slot: int, line: Listing) -> TemplateLine:
    data = json.dumps(line.data, separators=(",", ":"), ensure_ascii=False)
    return TemplateLine(slot, _since(line.at), cut(line.title.encode()), cut(data.encode()), line.traits)


def _since(at: str) -> int:
    """Return the milliseconds since `BEGINS`."""
    return milliseconds(at) - int(BEGINS.timestamp() * 1000)


def cut(text: bytes) -> Pieces:
    """Return a text in pieces."""
    pieces: list[bytes | int] = []
    end = 0
    for placeholder in _PLACEHOLDER.finditer(text):
        name, identity = placeholder.groups()
        pieces += [text[end : placeholder.start()], int(name) if name else int(identity, 16)]
        end = placeholder.end()
    return (*pieces, text[end:])
