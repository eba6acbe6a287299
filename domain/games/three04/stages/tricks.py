"""The winners of tricks, the opening of the trump, and the points (000 "Play", "Closed Trump games")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN, Card
from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Verdict, refuse
from domain.engine.state import COUNT, NOBODY, NOTHING
from domain.engine.words.values import CardCode
from domain.games.three04.slams import may_bind_to_trumps
from domain.games.three04.stages.marriages import points_needed
from domain.games.three04.state import REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.games.three04.state import Three04State


def open_trump(s: Three04State, bit: int) -> None:
    """Show the indicator to all; if it lay on the table, return it to the maker's hand.

    If the state knows the indicator, that card counts. ``bit``, the shown card, counts only if it does not.
    """
    named = bool(s.indicator)
    s.indicator = bit = s.indicator or bit
    s.trump = s.rules.tables.suit_of[bit] or s.trump
    s.closed = False
    if s.indicator_down:
        s.indicator_down = False
        s.come_back(s.maker, bit, named=named)
    elif s.indicator_at >= 0:
        s.down &= ~(1 << s.indicator_at)
        if not named:
            s.name_unseen_card(s.maker, bit)
        if not bit & s.gone:
            s.trick[s.indicator_at] = bit
            s.gone |= bit


def judge_indicator(s: Three04State, act: Act, card: Card) -> Verdict:
    """Judge whether the shown card can be the indicator that was placed."""
    bit, faces = s.rules.tables.bit.get(card, 0), s.rules.faces
    if not bit:
        return (
            POSSIBLE if card == UNKNOWN else refuse("unknown-card", act.seat, "{card} is not in this pack", card=card)
        )
    if s.indicator:
        if bit == s.indicator:
            return None
        return refuse(
            "indicator-differs",
            act.seat,
            "the indicator is not {card}",
            "it is {placed}",
            card=CardCode(card, faces),
            placed=CardCode(s.rules.tables.card[s.indicator], faces),
        )
    if not s.may_be_indicator(bit):
        return refuse(
            "indicator-differs",
            act.seat,
            "the indicator cannot be {card}, which the trump maker never held",
            card=CardCode(card, faces),
        )
    return POSSIBLE


def winning_position(s: Three04State, cards: int) -> int:
    """Return the position of the card that takes the trick: the best open trump, else the best card of the led suit.

    ``cards``: the trick's cards as a mask. A card that stays face down never wins. Returns 0 if no winner is known.
    """
    if s.down:
        for position, bit in enumerate(s.trick):
            if s.down >> position & 1:
                cards &= ~bit
    best = (not s.closed and cards & s.trump) or cards & s.lead_suit
    return s.trick.index(1 << (best.bit_length() - 1)) if best else 0


def take_trick(s: Three04State) -> None:
    """Give the trick to its winner, and set the next turn, the showing of the indicator or the end of the deal."""
    rules = s.rules
    trick = s.trick
    seats = s.trick_seats
    tricks = s.tricks
    points = rules.points
    cards = worth = 0
    for bit in trick:
        cards |= bit
        worth += points[bit]
    s.last_winner = s.turn = winner = seats[winning_position(s, cards)]
    team = rules.team[winner]
    s.points[team] += worth
    tricks[team] += 1
    if s.vague:
        s.unnamed[team] += trick.count(0)
    if s.lead_suit == s.trump and seats[0] == s.maker and not s.duty and may_bind_to_trumps(s):
        s.duty = not any(bit & s.trump for bit in trick[1:])
    s.trick = []
    s.trick_seats = []
    s.down = s.lead_suit = s.owed = NOTHING
    s.indicator_at = NOBODY
    if sum(tricks) == s.rounds:
        finish(s)
    elif s.closed and must_show_indicator(s):
        s.owed = REVEAL_INDICATOR
        s.turn = s.maker


def must_show_indicator(s: Three04State) -> bool:
    """Return whether the maker must show the indicator between two tricks.

    It must after the first trick with a high bid or a bid to win all tricks, and if its call of Caps opens the trump.
    """
    game = s.rules.ruleset
    if s.caps_caller == s.maker and game.caps.call_opens_trump:
        return True
    return sum(s.tricks) == 1 and (bool(s.slam) or s.bid >= game.closed.reveal_from)


def finish(s: Three04State) -> None:
    """End the deal after the last trick, or ask the maker for a count if unknown cards leave the result open."""
    if s.vague and not s.slam and s.has_known_sides():
        least, most = possible_points(s)
        if least < points_needed(s) <= most:
            s.owed = COUNT
            s.turn = s.maker
            return
        if least == most and len(s.points) == 2:
            maker = s.rules.team[s.maker]
            s.points[maker] = least
            s.points[1 - maker] = s.rules.ruleset.pack.total - least
    s.stage = len(s.rules.stages) - 1
    s.rules.stages[-1].enter(s)


def possible_points(s: Three04State) -> tuple[int, int]:
    """Return the least and the most points that the maker's side can have taken after the last trick.

    All points that are not in the opponents' tricks are the maker's side's. The opponents' tricks hold as many of the
    unknown cards as `State.unnamed` counts.
    """
    tables = s.rules.tables
    ours = s.makers_teams()
    taken = sum(s.points[team] for team in ours)
    rest = s.rules.ruleset.pack.total - sum(s.points) + taken
    missing = tables.all & ~s.gone
    if missing.bit_count() != sum(s.unnamed):
        # A card was recorded twice or never, so only the points of the cards seen are certain.
        return taken, rest
    worth = sorted(tables.points[tables.bit[card]] for card in tables.cards(missing))
    theirs = sum(s.unnamed) - sum(s.unnamed[team] for team in ours)
    return rest - sum(worth[len(worth) - theirs :]), rest - sum(worth[:theirs])
