"""Tables of the knowledge of a seat before an act: of every card of the pack, and why.

A card is *held* by the seat itself, was *seen* when it was played face up, or was *shown* in another way. Of every
other card the holder is *inferred* if it is the same in every deal that fits what the seat saw
(`domain.engine.knowledge.counting`). Otherwise the card is *unknown*, with the possible holders, the number of these
deals for each, and why the others cannot hold it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from domain.engine.facts import Act, CardPlayed
from domain.engine.knowledge.counting import Count, Place, count
from domain.engine.knowledge.information import Inference, Knowledge, Watcher, World, watcher_of
from domain.engine.state import NOBODY
from domain.games.three04.acts import RedealDemanded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.cards import Card, Seat
    from domain.record.record import Record

Status: TypeAlias = Literal["held", "seen", "shown", "inferred", "unknown"]


@dataclass(frozen=True, slots=True)
class Play:
    """A card that left a hand: at which ply, to which trick (from 1), and how."""

    ply: int
    seat: int
    trick: int
    down: bool
    lead: str
    """The suit led to the trick; empty if this card is the lead."""


@dataclass(frozen=True, slots=True)
class CardKnown:
    """The knowledge of a seat about one card."""

    card: Card
    status: Status
    seat: int = NOBODY
    """The seat that has it or played it, by place; NOBODY if that is unknown, or if the card is in the pack."""
    where: str = ""
    """``hand``, ``indicator``, ``asleep`` (a hand that takes no part), ``trick``, ``heap`` (face down in a trick that
    was taken), ``pack``, or ``played`` for a card that was seen; empty where several are possible."""
    play: Play | None = None
    """The play of the card; None if it was not played or the play is not known."""
    by: Inference | None = None
    """The act that showed the card; None if no act did."""
    places: tuple[tuple[Place, int], ...] = ()
    """For a card not seen: its possible places, each with the number of consistent deals, most deals first."""
    not_with: tuple[tuple[int, Inference | None], ...] = ()
    """For a card not seen: the seats that cannot have it, each with the act that shows so; None if only the counts do:
    other cards must fill the whole hand of the seat."""


@dataclass(frozen=True, slots=True)
class KnowledgeTable:
    """The knowledge of a seat before the act of a ply."""

    seat: int
    ply: int
    cards: tuple[CardKnown, ...]
    """The cards in the order of the pack: suit by suit, strongest first."""
    count: Count | None
    """The count of the deals that fit; None if it cannot be made because the record lacks cards that the seat saw."""
    knows: Knowledge


class Observer:
    """The watcher of a seat, and every play with its trick."""

    def __init__(self, record: Record, seat: Seat, hands: list[int] | None = None) -> None:
        self.watcher: Watcher = watcher_of(record, seat, hands)
        self.plays: dict[int, Play] = {}
        """The plays since the last redeal, by ply."""

    def see(self, act: Act) -> None:
        """Add the next act of the effective record."""
        watcher = self.watcher
        ply, state = watcher.ply, watcher.state
        lead = watcher.tables.letter.get(state.lead_suit, "") if state.trick else ""
        watcher.see(act)
        match act:
            case CardPlayed(seat, _, down) if seat in watcher.rules.place:
                number = sum(state.tricks) + bool(state.trick)
                self.plays[ply] = Play(ply, watcher.rules.place[seat], number, down, lead)
            case RedealDemanded():
                self.plays = {}

    def table(self) -> KnowledgeTable:
        """Return the table of what the seat knows now."""
        knows = self.watcher.knowledge()
        counted = None if knows.gaps else count(knows.worlds)
        worlds = [world for world in knows.worlds if counted and counted.trumps[world.trump]]
        tables = self.watcher.tables
        order = (tables.bit[card] for suit in tables.suits for card in tables.of_suit[suit])
        cards = tuple(self._card(bit, knows, counted, worlds) for bit in order)
        return KnowledgeTable(knows.seat, knows.ply, cards, counted, knows)

    def _card(self, bit: int, knows: Knowledge, counted: Count | None, worlds: list[World]) -> CardKnown:
        card = self.watcher.tables.card[bit]
        state = self.watcher.state
        if bit & knows.hand:
            on_table = state.indicator_down and state.maker == knows.seat and bit == state.indicator
            return CardKnown(card, "held", knows.seat, "indicator" if on_table else "hand")
        by = knows.where.get(bit)
        if by and bit & knows.seen:
            play = self._play(by)
            status: Status = "seen"
            if play is None or play.down:
                status = "held" if by.seat == knows.seat else "shown"
            return CardKnown(card, status, by.seat, "played", play, by)
        holder = next((seat for seat, mask in enumerate(knows.known) if mask & bit), NOBODY)
        if holder != NOBODY:
            return CardKnown(card, "shown", holder, "hand", None, by)
        if not counted or not counted.deals:
            return CardKnown(card, "unknown")
        places = sorted(counted.places[bit].items(), key=lambda each: (-each[1], each[0]))
        seats = {seat for (seat, _, _), _ in places}
        excluded = [seat for seat in range(len(knows.known)) if seat not in seats and seat != knows.seat]
        not_with = tuple((seat, self._why_not(bit, seat, worlds)) for seat in excluded)
        if len(seats) > 1:
            return CardKnown(card, "unknown", places=tuple(places), not_with=not_with)
        ((seat, where, ply), _), *more = places
        play = None if more else self.plays.get(ply)
        return CardKnown(card, "inferred", seat, "" if more else where, play, None, tuple(places), not_with)

    def _play(self, by: Inference) -> Play | None:
        """Return the play that an act showed: that act, or the seat's last face-down play before it; else None."""
        if play := self.plays.get(by.ply):
            return play
        lay = (play for ply, play in self.plays.items() if ply < by.ply and play.seat == by.seat and play.down)
        return max(lay, key=lambda play: play.ply, default=None)

    def _why_not(self, bit: int, seat: int, worlds: list[World]) -> Inference | None:
        """Return the act that showed that a seat does not hold a card; None if only the counts exclude it."""
        for world in worlds:
            for space in world.spaces:
                if space.seat == seat and space.where in ("hand", "asleep") and not space.suits & bit:
                    return next(why for mask, why in space.why if mask & bit)
        return None


def tables_of(record: Record, seat: Seat) -> Iterator[KnowledgeTable]:
    """Yield the table of a seat before each act of the effective record, and at the end."""
    observer = Observer(record, seat)
    yield observer.table()
    for act in record.acts:
        observer.see(act)
        yield observer.table()


def table_at(record: Record, seat: Seat, ply: int) -> KnowledgeTable:
    """Return the table of a seat before the act of a ply; at ``len(record.entries)`` the table at the end."""
    observer = Observer(record, seat)
    for act in record.acts[:ply]:
        observer.see(act)
    return observer.table()
