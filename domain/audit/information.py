"""What one player legally knows at a point of a deal: what the seat was shown, and what follows from the rules.

000 "Play", "Closed Trump games", "Exhausted Trumps": who does not follow suit has none of it, what a trump maker
does or says tells which suits can be trump, and a card that was shown is known where it went. Hidden first: a
`Watcher` is given only what `domain.hiding` lets its seat see, and the cards of its own hand.

What is not known is put as *worlds*: for each suit that can still be trump, which cards are unseen and which spaces
they lie in. Each inference carries a code, and the ply it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from domain.audit.spaces import fits, slack_of
from domain.cards import UNKNOWN, Seat
from domain.facts import (
    Act,
    CapsCalled,
    CardPlayed,
    CardsDealt,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from domain.hiding import hide_act
from domain.refusals import Refusal, refuse
from domain.stages.declare import barred_from_leading_trump
from domain.state import NOBODY

if TYPE_CHECKING:
    from domain.record import Record
    from domain.state import State

Code: TypeAlias = Literal[
    "did-not-follow", "face-down", "maker-led-first", "cut-not-trump", "no-trumps-found", "trumps-found", "not-a-cut",
    "exhausted", "shown", "called", "no-card-left",
]  # fmt: skip
"""Why something follows.

``did-not-follow``, ``face-down``: another suit, or a card face down, to a led suit. ``maker-led-first``: no trump is
led to the first trick of a closed game. ``cut-not-trump``: the maker cut this suit with the indicator.
``no-trumps-found``: the maker found no trump among the face-down cards; ``trumps-found``: it found one, and none of
this suit can have lain there. ``not-a-cut``: a card from the maker's hand, face down, is no trump. ``exhausted``: the
maker had to lead trumps and led something else. ``shown``: the card was shown, or was seen as it was played.
``called``: a caller of Caps showed it. ``no-card-left``: with this trump the unseen cards cannot lie anywhere.
"""


@dataclass(frozen=True, slots=True)
class Gap:
    """Cards that a seat saw and the record does not tell."""

    kind: Literal["indicator-laid", "indicator-shown", "first-batch", "dealt", "shown", "played"]
    seat: Seat
    """The seat that laid, showed or played them, or was dealt them."""
    number: int = 0
    """Of ``dealt``: how many; of ``shown`` and ``played``: the ply."""


@dataclass(frozen=True, slots=True)
class Inference:
    """Why something is known, and the act it rests on."""

    code: Code
    ply: int
    seat: int
    """Whose act that was, by place."""


@dataclass(frozen=True, slots=True)
class Space:
    """Where unseen cards lie: so many in one place."""

    seat: int
    """By place; NOBODY for the pack."""
    where: Literal["hand", "indicator", "trick", "heap", "asleep", "pack"]
    """``trick``: face down in the trick going on; ``heap``: in a trick that was taken."""
    count: int
    suits: int
    """The suits they may be of, as a mask of cards."""
    why: tuple[tuple[int, Inference], ...] = ()
    """For each suit that is ruled out: the suit as a mask of cards, and why."""
    ply: int = -1
    """When the card was played, for one that was."""


@dataclass(frozen=True, slots=True)
class World:
    """What is left to be dealt out if this suit is trump (0: none has been chosen yet).

    No deal fits two worlds. There are several with the same trump while all that is known of some face-down cards is
    that there is a trump among them: the first of them in the first world, the second but not the first in the next …
    """

    trump: int
    unseen: int
    spaces: tuple[Space, ...]
    duty: bool
    """Exhausted trumps: the maker must go on leading trumps."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows before the act of a ply."""

    seat: int
    ply: int
    hand: int
    """Its own cards, its own indicator on the table included."""
    known: tuple[int, ...]
    """The cards known to be in each other hand."""
    seen: int
    """The cards that were played or thrown and that this seat has seen."""
    where: dict[int, Inference]
    """For each card that was seen or is known to be in a hand: who had it, and the act that showed it."""
    worlds: tuple[World, ...]
    excluded: dict[int, Inference]
    """The suits that cannot be trump, and why."""
    trump: int
    """The trump suit if the seat knows it."""
    gaps: tuple[Gap, ...]
    """Cards that the seat saw and that the record does not name."""
    breach: tuple[int, Refusal] | None
    """The first act that the seat could see was against the rules. What follows from rules is uncertain from there."""
    more: tuple[tuple[str, int], ...]
    """What was also told but does not confine single spaces: a code and a ply."""


@dataclass(slots=True)
class _Thrown:
    """A card that a seat played and whose face the watcher did not see."""

    seat: int
    suits: int
    why: dict[int, Inference]
    ply: int
    trick: int
    plain: Inference | None = None
    """Why it is no trump."""


@dataclass(slots=True)
class _Deal:
    """What a watcher has gathered since the cards were last dealt."""

    mine: int
    known: list[int]
    size: list[int]
    lacks: list[dict[int, Inference]]
    seen: int = 0
    where: dict[int, Inference] = field(default_factory=dict)
    dealt: int = 0
    """How many cards were dealt."""
    indicator: Literal["none", "table", "trick", "open"] = "none"
    placed: int = -1
    cut: int = -1
    """The ply at which the indicator was played face down."""
    thrown: list[_Thrown] = field(default_factory=list)
    excluded: dict[int, Inference] = field(default_factory=dict)
    void_if: dict[int, Inference] = field(default_factory=dict)
    """For each trump suit under which the maker has none of it left in the hand: why."""
    duty_if: set[int] = field(default_factory=set)
    """The suits that would bind the maker to go on leading them, were they trump."""
    gaps: list[Gap] = field(default_factory=list)
    breach: tuple[int, Refusal] | None = None
    more: list[tuple[str, int]] = field(default_factory=list)
    own_down: int = 0
    """The watcher's own card that lies face down in the trick."""
    turned: int = 0
    """The other face-down cards of the trick that the watcher has seen by now."""
    found: int = -1
    """The ply at which the maker found a trump among them all, the indicator not being one of them; else -1."""
    led: int = 0
    """The suit that the maker led and nobody has followed yet."""
    called: dict[int, int] = field(default_factory=dict)
    """The cards that a caller of Caps showed."""


TELLING: Final = (
    CardsDealt, IndicatorPlaced, TrumpOpened, TrumpClosed, CardPlayed, FaceDownInspected, CardsRevealed,
    IndicatorRevealed,
)  # fmt: skip
"""The acts from which players draw conclusions: where one is against the rules, conclusions may be false."""


def own_hands(record: Record) -> list[int]:
    """For each seat the cards it was dealt last, as far as the whole record tells: what the seat itself saw."""
    tables = record.rules.tables
    place = record.rules.place
    hands = [0] * record.rules.seat_count
    for act in record.acts:
        match act:
            case RedealDemanded():
                hands = [0] * record.rules.seat_count
            case CardsDealt(_, dealt):
                for seat, cards in dealt.items():
                    if seat in place:
                        hands[place[seat]] |= tables.mask(cards)
            case CardPlayed(seat, card) | IndicatorPlaced(seat, card) | TrumpOpened(seat, card):
                hands[place[seat]] |= tables.bit.get(card, 0)
            case CapsCalled(seat, order):
                hands[place[seat]] |= tables.mask(order)
    return hands


class Watcher:
    """One seat, told act after act what it saw; `knowledge` is what it makes of it."""

    def __init__(self, record: Record, seat: Seat, hands: list[int] | None = None) -> None:
        """``hands``: what `own_hands` says of the record, if it is at hand."""
        self.rules = record.rules
        self.tables = record.rules.tables
        self.me = self.rules.place[seat]
        self.name = seat
        self.dealt_to_me = (hands or own_hands(record))[self.me]
        self.state: State = self.rules.start(record.opened.dealer)
        self.ply = 0
        self.deal = self._fresh()

    def _fresh(self) -> _Deal:
        n = self.rules.seat_count
        return _Deal(0, [0] * n, [0] * n, [{} for _ in range(n)])

    # --- what is seen ---------------------------------------------------------------------------

    def see(self, act: Act) -> None:
        """The next act of the effective record happened."""
        act = hide_act(act, self.name)
        s = self.state
        if self.deal.breach is None and isinstance(act, TELLING):
            verdict = self.rules.judge(s, act)
            if isinstance(verdict, Refusal):
                self.deal.breach = (self.ply, verdict)
        tricks = sum(s.tricks)
        if act.seat in self.rules.place:
            self._note(act, self.rules.place[act.seat], s.lead_suit if s.trick else 0, tricks)
        self.rules.apply(s, act)
        if sum(s.tricks) > tricks:
            self._taken(tricks)
        self.ply += 1

    def _note(self, act: Act, seat: int, lead: int, tricks: int) -> None:
        d = self.deal
        bit_of = self.tables.bit
        match act:
            case RedealDemanded():
                self.deal = self._fresh()
            case CardsDealt(_, hands):
                self._dealt(hands)
            case IndicatorPlaced(_, card):
                d.indicator, d.placed = "table", self.ply
                d.excluded, d.void_if = {}, {}
                if seat != self.me:
                    d.size[seat] -= 1
                elif card == UNKNOWN:
                    d.gaps.append(Gap("indicator-laid", self.rules.seats[seat]))
            case IndicatorTakenBack():
                d.indicator = "none"
                if seat != self.me:
                    d.size[seat] += 1
            case TrumpOpened(_, card) | IndicatorRevealed(_, card):
                self._indicator_shown(seat, bit_of.get(card, 0))
            case CardPlayed(_, card, down, indicator):
                self._played(seat, bit_of.get(card, 0), down, indicator, lead, tricks)
            case FaceDownInspected(_, trumps, cards):
                self._inspected(seat, trumps, cards, tricks)
            case CardsRevealed(_, cards):
                self._turned_up(cards, tricks)
            case MarriageDeclared(_, suit):
                self._held(seat, self.tables.mask((f"K{suit}", f"Q{suit}")), "shown")
            case CapsCalled(_, order):
                self._called(seat, order)
            case SpoiltTrumpsDeclared(_, upheld) if not upheld:
                d.more.append(("not-spoilt", self.ply))

    def _dealt(self, hands: dict[Seat, tuple[str, ...]]) -> None:
        d = self.deal
        d.dealt += sum(map(len, hands.values()))
        for seat, cards in hands.items():
            place = self.rules.place.get(seat, NOBODY)
            if place not in (self.me, NOBODY):
                d.size[place] += len(cards)
            elif place == self.me:
                batch = self.tables.mask(cards)
                if UNKNOWN in cards:
                    batch = self._own_batch(batch, len(cards))
                d.mine |= batch

    def _own_batch(self, batch: int, count: int) -> int:
        """The watcher's own batch where the dealing does not name it.

        Which batch a card came in matters only until all cards are dealt, so the cards known from later are taken
        for the last one.
        """
        d = self.deal
        left = self.rules.hand_size - (d.mine | batch).bit_count()
        rest = self.dealt_to_me & ~(d.mine | batch)
        if d.dealt < self.rules.hand_size * self.rules.seat_count:
            d.gaps.append(Gap("first-batch", self.rules.seats[self.me]))
            return batch
        batch |= rest
        if rest.bit_count() == left:
            d.gaps = [gap for gap in d.gaps if gap.kind != "first-batch"]
        else:
            d.gaps.append(Gap("dealt", self.rules.seats[self.me], left - rest.bit_count()))
        return batch

    def _show(self, seat: int, bit: int, code: Code = "shown") -> None:
        """A card was seen as it left a hand."""
        d = self.deal
        d.seen |= bit
        d.where[bit] = Inference(code, self.ply, seat)

    def _held(self, seat: int, mask: int, code: Code) -> None:
        """Cards were shown and stay in the hand."""
        d = self.deal
        if seat == self.me:
            return
        mask &= ~(d.seen | d.known[seat])
        d.known[seat] |= mask
        for bit in self._bits(mask):
            d.where[bit] = Inference(code, self.ply, seat)

    def _bits(self, mask: int) -> Iterator[int]:
        while mask:
            low = mask & -mask
            yield low
            mask ^= low

    def _called(self, seat: int, order: tuple[str, ...]) -> None:
        d = self.deal
        if seat == self.me:
            return
        mask = d.called[seat] = self.tables.mask(order)
        if mask.bit_count() != len(order):
            d.gaps.append(Gap("shown", self.rules.seats[seat], self.ply))
        elif not (self.state.indicator_down and seat == self.state.maker):
            # Which of a maker's cards lies on the table is known when it is shown.
            self._exposed(seat)

    def _exposed(self, seat: int) -> None:
        """A caller of Caps has shown all its cards."""
        d = self.deal
        mask = d.called[seat] & ~d.seen
        if mask.bit_count() == d.size[seat]:
            self._held(seat, mask, "called")

    def _indicator_shown(self, seat: int, bit: int) -> None:
        d = self.deal
        if not bit:
            d.gaps.append(Gap("indicator-shown", self.rules.seats[seat]))
        trumps = self.tables.suit_of[bit]
        if d.indicator == "table":
            if seat != self.me:
                d.size[seat] += 1
                self._held(seat, bit, "shown")
        elif d.indicator == "trick" and seat != self.me:
            self._show(seat, bit)
        if bit and trumps in d.excluded:
            self._contradicted("indicator-differs", seat, "shown as the indicator", d.excluded[trumps])
        if bit or d.indicator != "trick":
            d.indicator = "open"
        if seat in d.called:
            self._exposed(seat)

    def _played(self, seat: int, bit: int, down: bool, indicator: bool, lead: int, tricks: int) -> None:
        d = self.deal
        s = self.state
        mine = seat == self.me
        if indicator:
            self._indicator_played(seat, bit, down, lead)
            return
        if not s.trick:
            d.own_down = d.turned = d.led = 0
            if seat == s.maker and bit:
                d.led = self.tables.suit_of[bit]
                self._maker_leads(seat, bit, tricks)
        elif self.tables.suit_of[bit] == d.led:
            d.led = 0
        if bit:
            suit = self.tables.suit_of[bit]
            if mine:
                d.mine &= ~bit
            else:
                self._leaves(seat, bit, suit)
            self._show(seat, bit)
        elif mine:
            d.gaps.append(Gap("played", self.rules.seats[seat], self.ply))
        else:
            d.size[seat] -= 1
        if lead and (down or (bit and self.tables.suit_of[bit] != lead)):
            code: Code = "face-down" if down else "did-not-follow"
            d.lacks[seat].setdefault(lead, Inference(code, self.ply, seat))
            self._cannot_hold(seat, d.known[seat] & lead)
        if mine and down:
            d.own_down = bit
        if not bit and not mine:
            thrown = _Thrown(seat, self.tables.all, {}, self.ply, tricks)
            if down:
                thrown.suits &= ~sum(d.lacks[seat])
                thrown.why = dict(d.lacks[seat])
                if seat == s.maker and not self.rules.ruleset.closed.maker_cut_with_hand_trump:
                    thrown.plain = Inference("not-a-cut", self.ply, seat)
                self._may_have_left(seat, thrown.suits)
            else:
                d.gaps.append(Gap("played", self.rules.seats[seat], self.ply))
            d.thrown.append(thrown)

    def _leaves(self, seat: int, bit: int, suit: int) -> None:
        """A named card left another hand."""
        d = self.deal
        d.size[seat] -= 1
        if bit & d.known[seat]:
            d.known[seat] ^= bit
        elif suit in d.lacks[seat]:
            self._contradicted("revoke", seat, f"played {self.tables.card[bit]}", d.lacks[seat][suit])
        elif seat == self.state.maker and suit in d.void_if:
            self._had_to_lead(seat, suit, bit)
        if bit & d.seen:
            self._contradicted("already-played", seat, f"played {self.tables.card[bit]} again", d.where[bit])

    def _had_to_lead(self, seat: int, suit: int, bit: int) -> None:
        """The maker held a card that it would have had to lead before, were it a trump."""
        d = self.deal
        if not self.state.trump:
            d.excluded.setdefault(suit, d.void_if[suit])
        elif self.state.trump == suit:
            self._contradicted("must-lead-trumps", seat, f"held {self.tables.card[bit]}", d.void_if[suit])

    def _may_have_left(self, seat: int, suits: int) -> None:
        """A card left a hand unseen: it may have been one of those that were known to be there."""
        d = self.deal
        doubtful = d.known[seat] & suits
        if doubtful:
            d.known[seat] &= ~doubtful
            d.more.append(("known-card-may-have-gone", self.ply))
            for bit in self._bits(doubtful):
                del d.where[bit]

    def _cannot_hold(self, seat: int, mask: int) -> None:
        """The seat showed that it has none of a suit, though some of it were known to be in its hand."""
        if mask:
            d = self.deal
            card = self.tables.cards(mask)[0]
            self._contradicted("revoke", seat, f"did not play {card}", d.where[self.tables.bit[card]])

    def _contradicted(self, code: str, seat: int, what: str, rests: Inference) -> None:
        if self.deal.breach is None:
            told = f"{self.rules.names[seat]} {what}, against what ply {rests.ply} showed"
            self.deal.breach = (self.ply, refuse(code, self.rules.seats[seat], told))

    def _indicator_played(self, seat: int, bit: int, down: bool, lead: int) -> None:
        """The maker played the card from the table: face down it cut, face up it was the last card."""
        d = self.deal
        if down:
            d.indicator, d.cut = "trick", self.ply
            if lead:
                why = Inference("cut-not-trump", self.ply, seat)
                d.excluded.setdefault(lead, why)
                d.lacks[seat].setdefault(lead, Inference("face-down", self.ply, seat))
        else:
            d.indicator = "open"
            if not bit:
                d.gaps.append(Gap("indicator-shown", self.rules.seats[seat]))
        if bit and (seat == self.me or not down):
            self._show(seat, bit)
            d.mine &= ~bit

    def _maker_leads(self, seat: int, bit: int, tricks: int) -> None:
        """What a lead of the trump maker tells about the trump."""
        d = self.deal
        s = self.state
        suit = self.tables.suit_of[bit]
        if s.closed and tricks == 0 and barred_from_leading_trump(s):
            d.excluded.setdefault(suit, Inference("maker-led-first", self.ply, seat))
        terms = self.rules.ruleset.exhausted
        if s.slam or (s.closed and not terms.applies_closed):
            return
        if terms.trigger != "unanswered_lead":
            d.more.append(("maker-need-not-lead-trumps", self.ply))
            return
        for trump in d.duty_if:
            if trump != suit:
                d.void_if.setdefault(trump, Inference("exhausted", self.ply, seat))

    def _inspected(self, seat: int, trumps: bool, cards: dict[Seat, str], tricks: int) -> None:
        """The maker said whether a face-down card of the trick is a trump; the maker itself saw which they are."""
        d = self.deal
        if seat == self.me:
            self._turned_up(cards, tricks)
        if trumps:
            d.found = self.ply if d.indicator == "table" else -1
            return
        why = Inference("no-trumps-found", self.ply, seat)
        if d.own_down:
            d.excluded.setdefault(self.tables.suit_of[d.own_down], why)
        for thrown in d.thrown:
            if thrown.trick == tricks and not thrown.plain:
                thrown.plain = why

    def _turned_up(self, cards: dict[Seat, str], tricks: int) -> None:
        """Face-down cards of the trick were seen."""
        d = self.deal
        for thrown in [thrown for thrown in d.thrown if thrown.trick == tricks]:
            card = cards.get(self.rules.seats[thrown.seat])
            bit = self.tables.bit.get(card or UNKNOWN, 0)
            if bit:
                d.thrown.remove(thrown)
                d.turned |= bit
                self._show(thrown.seat, bit)
            elif card == UNKNOWN:
                d.gaps.append(Gap("played", self.rules.seats[thrown.seat], thrown.ply))

    def _taken(self, trick: int) -> None:
        """A trick was taken: what still lies face down in it is no trump; an unanswered lead may bind the maker."""
        d = self.deal
        for thrown in d.thrown:
            if thrown.trick == trick and not thrown.plain:
                thrown.plain = Inference("not-a-cut", self.ply, thrown.seat)
        if d.led and not self.state.slam:
            d.duty_if.add(d.led)
        d.led = 0
        d.found = -1

    # --- what is known ----------------------------------------------------------------------------

    def knowledge(self) -> Knowledge:
        """What the seat knows now."""
        d = self.deal
        s = self.state
        known = [*d.known]
        trump = s.trump
        excluded = dict(d.excluded)
        hand = d.mine
        gone = d.seen
        unseen = self.tables.all & ~(hand | gone)
        for mask in known:
            unseen &= ~mask
        worlds = []
        if s.maker == NOBODY or d.indicator == "none":
            candidates = [0]
        elif trump:
            candidates = [trump]
        else:
            candidates = [suit for suit in self.tables.suits if suit not in excluded]
        for suit in candidates:
            world = self._world(suit, unseen, known)
            if not self._feasible(world):
                why = d.void_if.get(suit) or Inference("no-card-left", self.ply, s.maker)
            elif possible := self._with_trump_found(world):
                worlds += possible
                continue
            else:
                why = Inference("trumps-found", d.found, s.maker)
            if suit and not trump:
                excluded[suit] = why
        return Knowledge(
            self.me, self.ply, hand, tuple(known), gone, dict(d.where), tuple(worlds), excluded, trump,
            tuple(d.gaps), d.breach, tuple(d.more),
        )  # fmt: skip

    def _world(self, trump: int, unseen: int, known: list[int]) -> World:
        d = self.deal
        s = self.state
        everything = self.tables.all
        spaces: list[Space] = []
        for seat in range(self.rules.seat_count):
            if seat == self.me:
                continue
            count = d.size[seat] - known[seat].bit_count()
            why = dict(d.lacks[seat])
            if seat == s.maker and trump in d.void_if:
                why.setdefault(trump, d.void_if[trump])
            where: Literal["asleep", "hand"] = "asleep" if s.asleep >> seat & 1 else "hand"
            spaces.append(Space(seat, where, count, everything & ~sum(why), tuple(why.items())))
        if d.indicator == "table" and s.maker != self.me:
            spaces.append(Space(s.maker, "indicator", 1, trump, (), d.placed))
        if d.indicator == "trick" and s.maker != self.me:
            spaces.append(Space(s.maker, "trick", 1, trump, (), d.cut))
        going_on = sum(s.tricks)
        for thrown in d.thrown:
            why = dict(thrown.why)
            if thrown.plain and trump:
                why.setdefault(trump, thrown.plain)
            suits = thrown.suits & ~(trump if thrown.plain else 0)
            lies: Literal["trick", "heap"] = "trick" if thrown.trick == going_on else "heap"
            spaces.append(Space(thrown.seat, lies, 1, suits, tuple(why.items()), thrown.ply))
        left = len(self.tables.bit) - d.dealt
        if left:
            spaces.append(Space(NOBODY, "pack", left, everything))
        return World(trump, unseen, tuple(spaces), trump in d.duty_if)

    def _with_trump_found(self, world: World) -> list[World]:
        """The world, in so far as there is a trump among the face-down cards if the maker found one."""
        d, trump = self.deal, world.trump
        if d.found < 0 or (d.own_down | d.turned) & trump:
            return [world]
        worlds, spaces = [], [*world.spaces]
        for n, space in enumerate(world.spaces):
            if space.where == "trick":
                spaces[n] = replace(space, suits=space.suits & trump)
                worlds.append(replace(world, spaces=tuple(spaces)))
                spaces[n] = replace(space, suits=space.suits & ~trump)
        return [world for world in worlds if self._feasible(world)]

    def _feasible(self, world: World) -> bool:
        cards = [(world.unseen & suit).bit_count() for suit in self.tables.suits]
        if sum(cards) != sum(space.count for space in world.spaces) or any(space.count < 0 for space in world.spaces):
            return False
        return fits(
            slack_of(cards, [(space.count, suit_set(self.tables.suits, space.suits)) for space in world.spaces])
        )


def suit_set(suits: tuple[int, ...], mask: int) -> int:
    """Whole suits, a mask of cards, as four bits (`domain.audit.spaces`); ``suits``: each suit's cards."""
    return sum(1 << n for n, suit in enumerate(suits) if mask & suit)


def watch(record: Record, seat: Seat) -> Iterator[tuple[Watcher, Act | None]]:
    """The seat before each act of the effective record, with the act that comes; at the end once more, with None."""
    watcher = Watcher(record, seat)
    for act in record.acts:
        yield watcher, act
        watcher.see(act)
    yield watcher, None


def knowledge(record: Record, seat: Seat, ply: int) -> Knowledge:
    """What the seat knew before the act of a ply; at ``len(record.entries)`` what it knows in the end."""
    watcher = Watcher(record, seat)
    for act in record.acts[:ply]:
        watcher.see(act)
    return watcher.knowledge()


def all_hands(s: State, dealt: list[int], seat: int, ply: int) -> Knowledge:
    """What a seat (by place) would know if all hands were open (002 "Caps"); ``dealt``: every card of every hand."""
    everything = s.rules.tables.all
    indicator = s.indicator if s.indicator_down else 0
    held = [cards & ~(s.gone | indicator) for cards in dealt]
    hand = held[seat] | (indicator if s.maker == seat else 0)
    known = tuple(0 if place == seat else cards for place, cards in enumerate(held))
    spaces = [
        Space(place, "asleep" if s.asleep >> place & 1 else "hand", 0, everything)
        for place in range(s.rules.seat_count)
        if place != seat
    ]
    unseen = 0
    if indicator and s.maker != seat:
        unseen = indicator
        spaces.append(Space(s.maker, "indicator", 1, s.trump))
    world = World(s.trump, unseen, tuple(spaces), s.duty)
    seen = everything & ~(hand | unseen | sum(known))
    return Knowledge(seat, ply, hand, known, seen, {}, (world,), {}, s.trump, (), None, ())
