"""Write a state of the engine as the kernel's tables and position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from analysis.layout import EXHAUSTED, RANKS, Deal, Position
from domain.engine.state import NOBODY
from domain.engine.words.worded import WordedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.card_play import CardPlay
    from domain.engine.state import State


NEVER: Final = 1 << 20
"""A result that no deal has."""


class Unsolvable(WordedError, ValueError):
    """Raised when a state has no position to solve; the message says why."""

    code = "no-analysis"


class Goal(Enum):
    """The aim of both sides."""

    POINTS = "points"
    """Card points, with the bonus of the last trick and of all tricks."""
    ALL_TRICKS = "all tricks"
    """All tricks of the deal for the makers, and nothing else: the result is 1 or 0."""
    NO_TRICK = "no trick"
    """All tricks of the deal for the opponents, and nothing else: the result is -1 if they win all, else 0."""


def goal_of(s: State) -> Goal:
    """Return the aim of a state whose contract is known: all tricks if the bid was to win them, else points."""
    return Goal.ALL_TRICKS if s.rules.ruleset.game.card_play(s).needs_all else Goal.POINTS


@dataclass(frozen=True, slots=True)
class Question:
    """A state as the kernel takes it."""

    deal: Deal
    position: Position
    taken: int
    """The points that the makers have already."""
    least: int
    """The makers' result if the opponents win all tricks of the deal; `NEVER` if they cannot."""
    most: int
    """The makers' result if the makers win all tricks of the deal; `NEVER` if they cannot."""
    bits: dict[int, int]
    """The engine's bit of each of the kernel's cards, by the card's number."""


def bits_of(cards: int) -> Iterator[int]:
    """Yield each card of a mask, as a bit."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def question(s: State, goal: Goal, whole: State | None = None) -> Question:
    """Return a state as the kernel takes it.

    ``whole``: an earlier state of the same deal, so that all states of the deal have the same tables and the
    kernel keeps what it learned. Raises `Unsolvable` if the deal is not in its play or if a card is not known.
    """
    rules = s.rules
    if rules.stages[s.stage] is not rules.playing:
        raise Unsolvable("no cards are being played: the deal is before or after its play")
    if s.owed:
        raise Unsolvable("the trump maker or another seat has to act before the next card")
    if s.vague or not all(s.is_exact(seat) for seat in range(rules.seat_count) if not s.asleep >> seat & 1):
        raise Unsolvable("not all cards are known")
    if s.maker == NOBODY or not s.has_known_sides():
        raise Unsolvable("the sides are not known")
    play = rules.ruleset.game.card_play(s)
    return _question(s, whole or s, play, goal)


def _question(s: State, whole: State, play: CardPlay, goal: Goal) -> Question:
    number = {bit: RANKS * suit + rank for suit, cards in enumerate(play.order) for rank, bit in enumerate(cards)}
    bits = {card: bit for bit, card in number.items()}

    def mask(cards: int) -> int:
        return sum(1 << number[bit] for bit in bits_of(cards))

    rules = s.rules
    hands = list(whole.hands)
    for seat, bit in zip(whole.trick_seats, whole.trick, strict=True):
        hands[seat] |= bit
    if play.indicator:
        hands[s.maker] |= play.indicator
    points = goal is Goal.POINTS
    deal = Deal(
        indicator=mask(play.indicator),
        puur=mask(play.puur),
        seats=rules.seat_count,
        playing=((1 << rules.seat_count) - 1) & ~s.asleep,
        ours=play.makers,
        maker=s.maker,
        trump=next((n for n, cards in enumerate(play.order) if cards[0] & play.trump), -1),
        following=int(play.may_trump),
        beat_lowest=play.beat_lowest,
        beat_if_able=play.beat_if_able,
        maker_trumps_from_hand=play.maker_trumps_from_hand,
        exhausted=EXHAUSTED[play.exhausted],
        exhausted_closed=play.exhausted_closed,
        barred_at=s.rounds if play.barred else 0,
        shown_at=-1 if play.shown_after is None else s.rounds - play.shown_after,
        last_trick=play.last_trick if points else 0,
        all_ours=play.all_tricks if points else goal is Goal.ALL_TRICKS,
        all_theirs=play.all_tricks if points else goal is Goal.NO_TRICK,
    )
    for seat, hand in enumerate(hands):
        deal.hands[seat] = mask(hand)
    if points:
        for bit, card in number.items():
            deal.points[card] = play.points[bit]
    cards = play.indicator if s.indicator_down else 0
    for seat in range(rules.seat_count):
        if not s.asleep >> seat & 1:
            cards |= s.hands[seat]
    ours = {rules.team[seat] for seat in range(rules.seat_count) if play.makers >> seat & 1}
    won = sum(s.tricks[team] for team in ours)
    lost = sum(s.tricks) - won
    position = Position(
        cards=mask(cards),
        turn=s.turn,
        closed=play.closed,
        duty=play.duty,
        can_win_all=(not lost) | (not won) << 1,
        played=len(s.trick),
    )
    for n, bit in enumerate(s.trick):
        position.trick[n] = number[bit]
        cards |= bit
    taken = sum(s.points[team] for team in ours) if points else 0
    rest = sum(play.points[bit] for bit in bits_of(cards)) + play.last_trick if points else 0
    return Question(
        deal,
        position,
        taken,
        least=NEVER if won else -deal.all_theirs,
        most=NEVER if lost else taken + rest + deal.all_ours,
        bits=bits,
    )
