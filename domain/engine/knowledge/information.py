"""Find the legal knowledge of one seat at a ply: the cards that it saw, and what follows from the rules.

000 "Play", "Closed Trump games", "Exhausted Trumps": a seat that does not follow suit is void in the suit, the acts of
the trump maker show which suits can be trump, and a card that was shown stays known. A `Watcher` uses only the acts as
`domain.engine.hiding` shows them to its seat, and the cards of its own hand.

The unknown cards are kept as *worlds*: for each suit that can still be trump, the unseen cards and the spaces that they
lie in. Each inference has a code and a ply.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from domain.engine.cards import UNKNOWN, Seat
from domain.engine.facts import Act, CardExposed, CardPlayed, CardsDealt
from domain.engine.hiding import hide_act
from domain.engine.refusals import Refusal, refuse
from domain.engine.state import NOBODY
from domain.engine.words.values import CardCode, sentence

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State
    from domain.engine.words.values import Term

Code: TypeAlias = Literal[
    "did-not-follow", "face-down", "maker-led-first", "cut-not-trump", "no-trumps-found", "trumps-found", "not-a-cut",
    "exhausted", "shown", "called", "no-card-left",
]  # fmt: skip
"""The reason for an inference.

``did-not-follow``, ``face-down``: the seat played another suit, or a card face down, to a led suit.
``maker-led-first``: the maker led this suit to the first trick of a closed game, to which it may not lead a trump.
``cut-not-trump``: the maker trumped this suit with the indicator. ``no-trumps-found``: the maker found no trump among
the face-down cards; ``trumps-found``: the maker found one, and no card of this suit can have been there.
``not-a-cut``: a face-down card of the maker's hand, or in a trick that was not trumped, is no trump. ``exhausted``: the
maker had to lead trumps and led another suit. ``shown``: the card was shown, or was played face up. ``called``: a
caller of Caps showed the card. ``no-card-left``: with this trump, the unseen cards do not fit their spaces.
"""


@dataclass(frozen=True, slots=True)
class Gap:
    """Cards that the watching seat saw and the record does not name."""

    kind: Literal["indicator-laid", "indicator-shown", "first-batch", "dealt", "shown", "played"]
    seat: Seat
    """The seat that laid, showed or played them, or was dealt them."""
    number: int = 0
    """For ``dealt``, the number of cards; for ``shown`` and ``played``, the ply."""


@dataclass(frozen=True, slots=True)
class Inference:
    """The reason why something is known: a code, and the act that showed it."""

    code: Code
    ply: int
    seat: int
    """The place of the seat that acted."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place of unseen cards: the number of cards and the suits that they may be of."""

    seat: int
    """The place of the seat; NOBODY for the pack."""
    where: Literal["hand", "indicator", "trick", "heap", "asleep", "pack"]
    """``trick``: face down in the current trick; ``heap``: in a trick that was taken."""
    count: int
    suits: int
    """The suits that the cards may be of, as a mask of cards."""
    why: tuple[tuple[int, Inference], ...] = ()
    """For each suit that is excluded: the suit as a mask of cards, and the reason."""
    ply: int = -1
    """The ply at which the card was played or placed; -1 for cards that were not."""


@dataclass(frozen=True, slots=True)
class World:
    """The unseen cards and their spaces if this suit is trump (0: no trump has been chosen yet).

    No deal fits two worlds. If the seat knows only that some of several face-down cards are trumps, there are several
    worlds with the same trump: in the first the first card is a trump, in the second the second is but the first is
    not, and so on.
    """

    trump: int
    unseen: int
    spaces: tuple[Space, ...]
    duty: bool
    """Whether the maker must go on leading trumps (000 "Exhausted Trumps")."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of a seat before the act of a ply."""

    seat: int
    ply: int
    hand: int
    """The seat's own cards, with its own indicator on the table."""
    known: tuple[int, ...]
    """The cards known to be in each other hand."""
    seen: int
    """The played cards that this seat has seen."""
    where: dict[int, Inference]
    """For each card that was seen or is known to be in a hand: its seat, and the act that showed it."""
    worlds: tuple[World, ...]
    excluded: dict[int, Inference]
    """The suits that cannot be trump, each with the reason."""
    trump: int
    """The trump suit as a mask; 0 if the seat does not know it."""
    gaps: tuple[Gap, ...]
    """Cards that the seat saw and that the record does not name."""
    breach: tuple[int, Refusal] | None
    """The ply and refusal of the first act that broke a rule as the seat could see. Later inferences are uncertain."""
    more: tuple[tuple[str, int], ...]
    """Other information, which excludes no suit of any space: codes, each with a ply."""


@dataclass(slots=True)
class UnseenPlay:
    """A card that a seat played and that the watcher did not see."""

    seat: int
    suits: int
    why: dict[int, Inference]
    ply: int
    trick: int
    plain: Inference | None = None
    """The reason why the card is no trump; None if it may be one."""


@dataclass(slots=True)
class Observations:
    """The observations of a watcher since the cards were last dealt."""

    own: int
    known: list[int]
    size: list[int]
    voids: list[dict[int, Inference]]
    seen: int = 0
    where: dict[int, Inference] = field(default_factory=dict)
    dealt: int = 0
    """The number of cards dealt."""
    indicator: Literal["none", "table", "trick", "open"] = "none"
    placed: int = -1
    """The ply at which the indicator was placed on the table or, after that, played face down."""
    unseen_plays: list[UnseenPlay] = field(default_factory=list)
    excluded: dict[int, Inference] = field(default_factory=dict)
    void_if: dict[int, Inference] = field(default_factory=dict)
    """The suits of which the maker has no card in the hand if they are trump, each with the reason."""
    duty_if: set[int] = field(default_factory=set)
    """The suits that the maker must go on leading if they are trump."""
    gaps: list[Gap] = field(default_factory=list)
    breach: tuple[int, Refusal] | None = None
    more: list[tuple[str, int]] = field(default_factory=list)
    own_down: int = 0
    """The watcher's own face-down card in the trick; 0 for none."""
    turned: int = 0
    """The other face-down cards of the trick that the watcher has seen."""
    trump_found_at: int = -1
    """The ply at which the maker found a trump among all face-down cards, without the indicator; else -1."""
    led: int = 0
    """The suit that the maker led and that nobody has followed yet; 0 for none."""
    called: dict[int, int] = field(default_factory=dict)
    """The cards that a caller of Caps showed, by the place of the caller."""


class Course(Protocol):
    """A deal with the attributes that the watcher needs, such as a record."""

    @property
    def rules(self) -> Rules: ...
    @property
    def dealer(self) -> Seat: ...
    @property
    def acts(self) -> Sequence[Act]: ...


def own_hands(record: Course) -> list[int]:
    """Return the cards that each seat was dealt last, as masks, as far as the whole record shows them."""
    tables = record.rules.tables
    place = record.rules.place
    game = record.rules.ruleset.game
    hands = [0] * record.rules.seat_count
    for act in record.acts:
        if game.is_redeal(act):
            hands = [0] * record.rules.seat_count
        elif isinstance(act, CardsDealt):
            for seat, cards in act.hands.items():
                if seat in place:
                    hands[place[seat]] |= tables.mask(cards)
        elif isinstance(act, (CardPlayed, CardExposed, *game.own)):
            hands[place[act.seat]] |= tables.mask(act.list_cards())
    return hands


class Watcher:
    """The observer of a deal for one seat: `see` takes act after act, `knowledge` returns what follows from them."""

    state: State

    def __init__(self, record: Course, seat: Seat, hands: list[int] | None = None) -> None:
        """Start before the first act. ``hands``: the result of `own_hands`, if the caller has it already."""
        self.rules = record.rules
        self.tables = record.rules.tables
        self.me = self.rules.place[seat]
        self.name = seat
        self.dealt_to_me = (hands or own_hands(record))[self.me]
        self.state = self.rules.start(record.dealer)
        self.ply = 0
        self.card_plies: list[int] = []
        """The plies at which a card was played."""
        self.deal = self._fresh()

    def _fresh(self) -> Observations:
        n = self.rules.seat_count
        return Observations(0, [0] * n, [0] * n, [{} for _ in range(n)])

    # --- observations ---------------------------------------------------------------------------

    def see(self, act: Act) -> None:
        """Update the knowledge by the next act of the effective record."""
        act = hide_act(act, self.name)
        s = self.state
        if self.deal.breach is None and isinstance(act, (CardsDealt, CardPlayed, *self.rules.ruleset.game.telling)):
            verdict = self.rules.judge(s, act)
            if isinstance(verdict, Refusal):
                self.deal.breach = (self.ply, verdict)
        tricks = sum(s.tricks)
        if act.seat in self.rules.place:
            self._note(act, self.rules.place[act.seat], s.lead_suit if s.trick else 0, tricks)
        self.rules.apply(s, act)
        if sum(s.tricks) > tricks:
            self._note_trick(tricks)
        if isinstance(act, CardPlayed):
            self.card_plies.append(self.ply)
        self.ply += 1

    def _note(self, act: Act, seat: int, lead: int, tricks: int) -> None:
        """Note what an act shows. ``lead``: the suit led to the trick; ``tricks``: the number of complete tricks."""
        match act:
            case CardsDealt(_, hands):
                self._note_deal(hands)
            case CardPlayed(_, card, down, indicator):
                self._note_play(seat, self.tables.bit.get(card, 0), down, indicator, lead, tricks)
            case CardExposed(_, card):
                self._note_exposure(seat, self.tables.bit.get(card, 0))

    def _note_play(self, seat: int, bit: int, down: bool, indicator: bool, lead: int, tricks: int) -> None:
        """Note a card played to a trick; ``bit`` is 0 if the watcher did not see the card."""
        raise NotImplementedError

    def _note_trick(self, trick: int) -> None:
        """Note that a trick is complete. ``trick``: the number of complete tricks before it."""

    def _note_deal(self, hands: dict[Seat, tuple[str, ...]]) -> None:
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
                d.own |= batch

    def _own_batch(self, batch: int, count: int) -> int:
        """Return the watcher's own batch if the dealing does not name all its cards.

        The batch of a card matters only until all cards are dealt, so cards that the record names later are added to
        the last batch.
        """
        d = self.deal
        left = self.rules.hand_size - (d.own | batch).bit_count()
        rest = self.dealt_to_me & ~(d.own | batch)
        if d.dealt < self.rules.hand_size * self.rules.seat_count:
            d.gaps.append(Gap("first-batch", self.rules.seats[self.me]))
            return batch
        batch |= rest
        if rest.bit_count() == left:
            d.gaps = [gap for gap in d.gaps if gap.kind != "first-batch"]
        else:
            d.gaps.append(Gap("dealt", self.rules.seats[self.me], left - rest.bit_count()))
        return batch

    def _note_seen(self, seat: int, bit: int, code: Code = "shown") -> None:
        """Note a card that was seen as it left a hand."""
        d = self.deal
        d.seen |= bit
        d.where[bit] = Inference(code, self.ply, seat)

    def _note_exposure(self, seat: int, bit: int) -> None:
        """Note a card that the seat showed and kept; ``bit`` is 0 if the record does not name it."""
        if not bit:
            self.deal.gaps.append(Gap("shown", self.rules.seats[seat], self.ply))
        self._note_shown(seat, bit, "shown")

    def _note_shown(self, seat: int, mask: int, code: Code) -> None:
        """Note cards that were shown and stay in the hand, and a contradiction if it cannot have held them before."""
        d = self.deal
        if seat == self.me:
            return
        for bit in self._bits(mask & ~(d.seen | d.known[seat])):
            if (void := self._void_of(seat, bit)) is not None:
                self._note_contradiction("revoke", seat, "{who} showed {card}, which contradicts {earlier}", bit, void)
            else:
                self._note_false_void(seat, self.tables.suit_of[bit], bit)
        self._note_in_hand(seat, mask, code)

    def _note_in_hand(self, seat: int, mask: int, code: Code) -> None:
        """Note cards that everybody knows to be in the hand now."""
        d = self.deal
        if seat == self.me:
            return
        mask &= ~(d.seen | d.known[seat])
        d.known[seat] |= mask
        for bit in self._bits(mask):
            d.where[bit] = Inference(code, self.ply, seat)

    def _void_of(self, seat: int, bit: int) -> Inference | None:
        """Return why the hand cannot hold the card, by what the seat played before; None if it can."""
        return next((why for cards, why in self.deal.voids[seat].items() if cards & bit), None)

    def _bits(self, mask: int) -> Iterator[int]:
        while mask:
            low = mask & -mask
            yield low
            mask ^= low

    def _note_left_hand(self, seat: int, bit: int, suit: int) -> None:
        """Remove a named card from another hand, and note a contradiction if the card cannot come from it."""
        d = self.deal
        d.size[seat] -= 1
        if bit & d.known[seat]:
            d.known[seat] ^= bit
        elif (void := self._void_of(seat, bit)) is not None:
            self._note_contradiction("revoke", seat, "{who} played {card}, which contradicts {earlier}", bit, void)
        else:
            self._note_false_void(seat, suit, bit)
        if bit & d.seen:
            self._note_contradiction(
                "already-played", seat, "{who} played {card} again, which contradicts {earlier}", bit, d.where[bit]
            )

    def _note_false_void(self, seat: int, suit: int, bit: int) -> None:
        """Note a card of a suit that the seat cannot have held under some trump; a hook for subclasses."""

    def _note_impossible(self, seat: int, mask: int) -> None:
        """Note a contradiction if ``mask``, the cards that a seat is known to hold but showed not to hold, is not 0."""
        if mask:
            d = self.deal
            bit = self.tables.bit[self.tables.cards(mask)[0]]
            self._note_contradiction(
                "revoke", seat, "{who} did not play {card}, which contradicts {earlier}", bit, d.where[bit]
            )

    def _note_contradiction(self, code: str, seat: int, msgid: str, bit: int, inference: Inference) -> None:
        """Note a contradiction to an earlier act as the breach, if it is the first. ``bit``: the card that shows it."""
        if self.deal.breach is None:
            card = CardCode(self.tables.card[bit], self.rules.faces)
            earlier = self._name_act(inference.ply)
            refusal = refuse(code, self.rules.seats[seat], msgid, card=card, ply=inference.ply, earlier=earlier)
            self.deal.breach = (self.ply, refusal)

    def _name_act(self, ply: int) -> Term:
        """Return an earlier act as a phrase: by the number of its card, or of the card before it."""
        number = bisect_right(self.card_plies, ply)
        if ply in self.card_plies:
            return sentence("card {number}", number=number)
        if number:
            return sentence("what was shown after card {number}", number=number)
        return sentence("what was shown before the first card")

    # --- knowledge --------------------------------------------------------------------------------

    def knowledge(self) -> Knowledge:
        """Return the knowledge of the seat before the next act."""
        d = self.deal
        s = self.state
        known = [*d.known]
        trump = s.trump
        excluded = dict(d.excluded)
        hand = d.own
        seen = d.seen
        unseen = self.tables.all & ~(hand | seen)
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
            if not self._is_feasible(world):
                why = d.void_if.get(suit) or Inference("no-card-left", self.ply, s.maker)
            elif possible := self._split_by_trump(world):
                worlds += possible
                continue
            else:
                why = Inference("trumps-found", d.trump_found_at, s.maker)
            if suit and not trump:
                excluded[suit] = why
        return Knowledge(
            self.me, self.ply, hand, tuple(known), seen, dict(d.where), tuple(worlds), excluded, trump,
            tuple(d.gaps), d.breach, tuple(d.more),
        )  # fmt: skip

    def _world(self, trump: int, unseen: int, known: list[int]) -> World:
        d = self.deal
        s = self.state
        all_cards = self.tables.all
        spaces: list[Space] = []
        for seat in range(self.rules.seat_count):
            if seat == self.me:
                continue
            count = d.size[seat] - known[seat].bit_count()
            why = dict(d.voids[seat])
            if seat == s.maker and trump in d.void_if:
                why.setdefault(trump, d.void_if[trump])
            where: Literal["asleep", "hand"] = "asleep" if s.asleep >> seat & 1 else "hand"
            spaces.append(Space(seat, where, count, all_cards & ~sum(why), tuple(why.items())))
        if d.indicator == "table" and s.maker != self.me:
            spaces.append(Space(s.maker, "indicator", 1, trump, (), d.placed))
        if d.indicator == "trick" and s.maker != self.me:
            spaces.append(Space(s.maker, "trick", 1, trump, (), d.placed))
        going_on = sum(s.tricks)
        for play in d.unseen_plays:
            why = dict(play.why)
            if play.plain and trump:
                why.setdefault(trump, play.plain)
            suits = play.suits & ~(trump if play.plain else 0)
            lies: Literal["trick", "heap"] = "trick" if play.trick == going_on else "heap"
            spaces.append(Space(play.seat, lies, 1, suits, tuple(why.items()), play.ply))
        left = len(self.tables.bit) - d.dealt
        if left:
            spaces.append(Space(NOBODY, "pack", left, all_cards))
        return World(trump, unseen, tuple(spaces), trump in d.duty_if)

    def _split_by_trump(self, world: World) -> list[World]:
        """Return the possible worlds that this world splits into if the maker found a trump; without that, itself."""
        return [world]

    def _is_feasible(self, world: World) -> bool:
        """Return whether the unseen cards fit the spaces of the world."""
        raise NotImplementedError


def suit_set(suits: tuple[int, ...], mask: int) -> int:
    """Return the suits of a mask of cards as four bits (`knowledge.spaces`). ``suits``: the mask of each suit."""
    return sum(1 << n for n, suit in enumerate(suits) if mask & suit)


def watcher_of(record: Course, seat: Seat, hands: list[int] | None = None) -> Watcher:
    """Return the watcher of a seat, before the first act. ``hands``: the result of `own_hands`, if there already."""
    return record.rules.ruleset.game.watcher(record, seat, hands or own_hands(record))


def watch(record: Course, seat: Seat) -> Iterator[tuple[Watcher, Act | None]]:
    """Yield the watcher and the next act before each act of the effective record; at the end, the watcher and None."""
    watcher = watcher_of(record, seat)
    for act in record.acts:
        yield watcher, act
        watcher.see(act)
    yield watcher, None


def knowledge(record: Course, seat: Seat, ply: int) -> Knowledge:
    """Return the knowledge of the seat before the act of a ply; for ``len(record.acts)``, at the end."""
    watcher = watcher_of(record, seat)
    for act in record.acts[:ply]:
        watcher.see(act)
    return watcher.knowledge()
