"""Write the question whether a player is certain as numbers.

Seats are counted from the player: 0 is the player, odd numbers are opponents, even ones partners. Suits are counted as
in the pack. Each suit that can be trump has its own `Position`, in which unknown cards stay open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from domain.engine.knowledge.information import suit_set
from domain.engine.knowledge.spaces import ALL_SUITS, slack_of
from domain.engine.state import NOBODY
from domain.games.three04.stages.declare import first_leader, is_barred_from_leading_trump
from domain.games.three04.state import REVEAL_CARDS, REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.engine.knowledge.information import Knowledge, World
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State

# Where the trump indicator of another player is.
GONE = 0
"""The indicator was played, or it is one of the known cards of a hand."""
TABLE = 1
HAND = 2
"""The indicator was shown and went to the hand; the position leaves open which card it is."""


class Hand(NamedTuple):
    """Another player's cards, without the indicator on the table."""

    unknown: int
    suits: int
    """The suits that the unknown cards may be of, as four bits."""
    known: int


class Position(NamedTuple):
    """The cards and unknown spaces between two tricks, or before the next card of a trick."""

    hand: int
    """The player's cards that have still to be played."""
    trump: int
    """The suit by number."""
    closed: bool
    indicator: int
    duty: bool
    leader: int
    unseen: int
    slack: int
    hands: tuple[Hand, ...]
    """The hands of the other seats, counted from the player's right."""


class Lying(NamedTuple):
    """A face-down card of the current trick that the player has not seen."""

    seat: int
    suits: int
    """The suits that the card may be of, as four bits; only trump for the indicator."""
    indicator: bool


class Laid(NamedTuple):
    """A card of the current trick that the player has seen."""

    seat: int
    card: int
    down: bool


@dataclass(frozen=True, slots=True)
class Start:
    """The possible layout of the cards now, if one suit is trump."""

    position: Position
    lying: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The current trick."""

    leader: int
    led: int
    """The suit by number, -1 before the lead."""
    played: int
    laid: tuple[Laid, ...]
    trump_down: bool
    """Whether the maker has said that there is a trump among the face-down cards."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules and facts of the deal that stay the same throughout."""

    seats: int
    ranks: int
    suit: tuple[int, ...]
    """The cards of each suit, as masks."""
    maker: int
    indicator: int
    """The player's own indicator as a card, where the player is the maker and it lies on the table; else 0."""
    barred: bool
    """Whether the maker leads to the first trick and may not lead a trump while trumps are closed."""
    shown_after_first: bool
    binds_closed: bool
    holding_all: bool
    may_trump_from_hand: bool
    forced_count: bool
    first_legal: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Everything that decides whether a player is certain."""

    terms: Terms
    tricks_done: int
    table: Table
    starts: tuple[Start, ...]
    """One for each suit that can be trump."""
    loose: bool
    """Whether more is known than the positions say, so that a refutation counts only if the record proves it."""


def terms_of(rules: Three04Rules, s: Three04State, me: int) -> Terms:
    """Return the terms of a deal for one seat."""
    game = rules.ruleset
    n = rules.seat_count
    return Terms(
        seats=n,
        ranks=len(game.pack.ranks),
        suit=rules.tables.suits,
        maker=(s.maker - me) % n,
        indicator=s.indicator if s.maker == me and s.indicator_down else 0,
        barred=is_barred_from_leading_trump(s),
        shown_after_first=s.bid >= game.closed.reveal_from,
        binds_closed=game.exhausted.applies_closed,
        holding_all=game.exhausted.trigger != "unanswered_lead",
        may_trump_from_hand=game.closed.maker_cut_with_hand_trump,
        forced_count=game.caps.forced_plays_count,
        first_legal=game.caps.order == "first_legal",
    )


def depends_on_call(s: Three04State, seat: int) -> bool:
    """Return whether the play depends on ``caps.call_opens_trump``: the seat's own indicator is on the table."""
    return s.closed and s.indicator_down and s.maker == seat and not (s.owed and not s.trick)


def question_of(rules: Three04Rules, knows: Knowledge, s: Three04State, opens: bool | None = None) -> Question:
    """Return the question for the knowledge of a seat; ``s``: the state as that seat saw it.

    ``opens``: whether a call of the maker opens the trump; None stands for the value of the ruleset.
    """
    opens = rules.ruleset.caps.call_opens_trump if opens is None else opens
    terms = terms_of(rules, s, knows.seat)
    n = terms.seats
    leader = (_leader(s) - knows.seat) % n
    laid = tuple(
        Laid((seat - knows.seat) % n, bit, bool(s.down >> position & 1))
        for position, (seat, bit) in enumerate(zip(s.trick_seats, s.trick, strict=True))
        if bit
    )
    led = rules.tables.suits.index(s.lead_suit) if s.lead_suit else -1
    trump_down = s.owed in (REVEAL_CARDS, REVEAL_INDICATOR) and bool(s.trick)
    table = Table(leader, led, len(s.trick), laid, trump_down)
    opened = not s.closed or bool(s.indicator_down and s.owed and not s.trick)
    opened = opened or (opens and depends_on_call(s, knows.seat))
    starts = tuple(_start(rules, world, knows, s, leader, opened) for world in knows.worlds)
    loose = bool(knows.more) or (terms.holding_all and terms.maker != 0) or s.owed == REVEAL_CARDS
    return Question(terms, sum(s.tricks), table, starts, loose)


def _start(rules: Three04Rules, world: World, knows: Knowledge, s: Three04State, leader: int, opened: bool) -> Start:
    tables = rules.tables
    n = rules.seat_count
    hands = [Hand(0, ALL_SUITS, 0)] * (n - 1)
    cards = [(world.unseen & suit).bit_count() for suit in tables.suits]
    spaces = []
    lying = []
    indicator = GONE
    for space in world.spaces:
        suits = suit_set(tables.suits, space.suits)
        spaces.append((space.count, suits))
        seat = (space.seat - knows.seat) % n
        if space.where == "hand":
            hands[seat - 1] = Hand(space.count, suits, knows.known[space.seat])
        elif space.where == "indicator":
            indicator = HAND if opened else TABLE
        elif space.where == "trick":
            place = s.trick_seats.index(space.seat)
            lying.append(Lying(seat, suits, place == s.indicator_at))
    trump = tables.suits.index(world.trump)
    position = Position(
        knows.hand,
        trump,
        not opened,
        indicator,
        world.duty,
        leader,
        world.unseen,
        slack_of(cards, spaces),
        tuple(hands),
    )
    return Start(position, tuple(lying))


def _leader(s: Three04State) -> int:
    """Return the place of the seat that leads, or led, to the current trick."""
    if s.trick_seats:
        return s.trick_seats[0]
    return s.last_winner if s.last_winner != NOBODY else first_leader(s)
