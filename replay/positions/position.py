"""A position: a deal in its middle, given by the hands, the contract, the trump and the tricks so far.

A position is reached by recording the deal from its first act: a cut, the dealing of the hands as they must have been,
an auction that ends in the given bid, the trump indicator of 304, and the tricks. So a position that the rules refuse
cannot be set up.

`Setup` is what the games share; `replay.positions.three04` and `replay.positions.sidi` hold what each game adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from domain.engine.cards import Card, Seat
from domain.engine.facts import Act, CardsDealt, PackCut, Passed
from domain.engine.refusals import Refusal, Refused
from domain.engine.words.values import Listing, SeatLetter, Term, seat_letters
from domain.engine.words.worded import WordedError, value_of
from replay.notation.errors import NotationError
from replay.positions.whole_hands import Hands, Rest, cards_in, no_seat, whole_hands

if TYPE_CHECKING:
    from replay.table import Table

Trick: TypeAlias = list[tuple[Seat, str]]
"""The cards of a trick in the order they were played, each with its seat, in notation: ``(7H)`` is face down."""


class PositionError(WordedError, ValueError):
    """Raised when no deal of the game reaches a position; the message gives the reason."""

    code = "position"


@dataclass(frozen=True, slots=True)
class Terms:
    """The contract of a position. ``trump``, ``indicator``, ``opened`` and ``partner`` concern 304 alone."""

    maker: Seat
    bid: int | str
    """A number, ``pcc``, ``half`` or ``full``; in a Jass points and denomination, as in ``"70 H"``."""
    trump: str = ""
    """The trump suit, where it is given beside the indicator or instead of it."""
    indicator: Card = ""
    opened: bool = False
    """Whether the game is played with an open trump."""
    partner: Card = ""
    """The card that a maker without a fixed partner named."""


class Setup:
    """Brings a table that was just opened to its position. One subclass for each game.

    Its methods raise `PositionError` if no deal of the game reaches the position.
    """

    auctions: ClassVar[frozenset[str]]
    """The stages in which the seats bid."""
    playing: ClassVar[str]
    """The stage in which the cards are played."""
    bid_type: ClassVar[type[Act]]
    """The act by which the maker bids."""

    def __init__(self, table: Table, terms: Terms) -> None:
        self.table, self.rules, self.terms = table, table.rules, terms
        self.maker = terms.maker
        if self.maker not in self.rules.place:
            raise PositionError(no_seat(self.maker, self.rules))
        self.active: Sequence[Seat] = self.active_seats()

    # --- what each game adds ------------------------------------------------------------------------

    def active_seats(self) -> Sequence[Seat]:
        """Return the seats that play cards."""
        return self.rules.seats

    def hand_size(self) -> int:
        """Return the number of cards that each seat was dealt."""
        return self.rules.hand_size

    def order_hand(self, hand: list[Card]) -> None:
        """Put the cards of the maker, those already played included, into the order in which they were dealt."""

    def contract(self) -> str:
        """Return the contract that the auction ended in, as `Terms.bid` writes it."""
        raise NotImplementedError

    def maker_acts(self) -> list[Act]:
        """Return the acts by which the maker gets to its contract at this stage, the preferred one first."""
        raise NotImplementedError

    def after_trick(self, number: int) -> None:
        """Do the acts that the maker owes after a trick; by default none."""

    # --- the way to the position --------------------------------------------------------------------

    def run(self, hands: Hands, auction: str, tricks: Sequence[str], rest: Rest) -> None:
        """Bring the table to the position. Raises `PositionError` if no deal of the game reaches it."""
        played = [self.trick(number, line) for number, line in enumerate(tricks, 1)]
        try:
            self.deal(hands, played, rest)
            self.bid(auction)
            self.play(played)
        except PositionError:
            raise
        except (Refused, NotationError, ValueError) as error:
            raise PositionError("this position cannot be: {reason}", reason=value_of(error)) from None

    def trick(self, number: int, line: str) -> Trick:
        """Return the cards of a trick, read from the seat that led and the cards, ``"E JS (7H)"``."""
        leader, *cards = line.split() or [""]
        if leader not in self.active:
            raise PositionError(
                "trick {trick}: {seat} leads no trick here; {seats} do",
                trick=number,
                seat=repr(leader),
                seats=seat_letters(self.active),
            )
        if not 1 <= len(cards) <= len(self.active):
            raise PositionError(
                "trick {trick} has {count} cards; {seats} seats play",
                trick=number,
                count=len(cards),
                seats=len(self.active),
            )
        first = self.active.index(leader)
        return [(self.active[(first + n) % len(self.active)], card) for n, card in enumerate(cards)]

    def deal(self, hands: Hands, tricks: Iterable[Trick], rest: Rest) -> None:
        """Set the hands that the dealer will deal: the cards that each seat holds, and those it has played."""
        dealt = {seat: cards_in(cards) for seat, cards in hands.items()}
        for trick in tricks:
            for seat, card in trick:
                dealt.setdefault(seat, []).extend(cards_in(card.strip("()[]")))
        self.order_hand(dealt.setdefault(self.maker, []))
        size = self.hand_size()
        for seat in hands:
            if len(dealt[seat]) != size:
                raise PositionError(
                    "{seat} has held or played {count} cards; a hand has {size}",
                    seat=SeatLetter(seat),
                    count=len(dealt[seat]),
                    size=size,
                )
        self.table.hands = whole_hands(self.rules, dealt, rest)

    def bid(self, auction: str) -> None:
        """Cut, deal and bid until the first card is to be led. ``auction``: the bidding, where it is given."""
        sentences = [line for line in re.split(r"[,\n]", auction) if line.strip()]
        table = self.table
        while table.stage not in (self.playing, "over"):
            is_given = table.stage in self.auctions and sentences
            table.do(sentences.pop(0) if is_given else self.next_act())
        s = table.state
        contract = self.contract()
        if s.maker != self.rules.place[self.maker] or contract.lower() != " ".join(str(self.terms.bid).split()).lower():
            raise PositionError(
                "{seat} cannot have won the auction with {bid}; {won} has",
                seat=SeatLetter(self.maker),
                bid=self.terms.bid,
                won=Listing((self.rules.names[s.maker], contract), " ") if s.maker >= 0 else Term("nobody"),
            )

    def next_act(self) -> Act:
        """Return the next act on the shortest way to the contract."""
        seat = self.table.to_act
        legal = self.table.legal()
        if self.table.stage == "deal":
            return CardsDealt(str(seat))
        for act in self.maker_acts() if seat == self.maker else ():
            if act in legal or not isinstance(act, self.bid_type):
                return act
        return next((act for act in legal if isinstance(act, Passed | PackCut)), legal[0])

    def play(self, tricks: Sequence[Trick]) -> None:
        """Play the tricks so far."""
        table = self.table
        for number, trick in enumerate(tricks, 1):
            if len(trick) < len(self.active) and number < len(tricks):
                raise PositionError(
                    "trick {trick} has {count} cards; only the last may be going on", trick=number, count=len(trick)
                )
            for seat, card in trick:
                if table.to_act != seat:
                    raise PositionError(
                        "trick {trick}: {card} cannot be {seat}'s; {turn} is to play",
                        trick=number,
                        card=card,
                        seat=SeatLetter(seat),
                        turn=SeatLetter(table.to_act) if table.to_act else Term("nobody"),
                    )
                if isinstance(refusal := table.refusal(f"{seat} {card}"), Refusal):
                    raise PositionError("trick {trick}: {refusal}", trick=number, refusal=refusal.whole)
                table.do(f"{seat} {card}").do_owed()
            self.after_trick(number)
