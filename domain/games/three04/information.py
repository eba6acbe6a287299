"""Find the legal knowledge of one seat in 304 (000 "Play", "Closed Trump games", "Exhausted Trumps").

A seat that does not follow suit is void in the suit, and the acts of the trump maker show which suits can be trump.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN, Seat
from domain.engine.facts import Act
from domain.engine.knowledge.information import (
    Code,
    Gap,
    Inference,
    Knowledge,
    Space,
    UnseenPlay,
    Watcher,
    World,
    suit_set,
)
from domain.engine.knowledge.spaces import fits, slack_of
from domain.games.three04.acts import (
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)
from domain.games.three04.slams import may_bind_to_trumps
from domain.games.three04.stages.declare import is_barred_from_leading_trump

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class Three04Watcher(Watcher):
    """The watcher of one seat of 304."""

    rules: Three04Rules
    state: Three04State

    def _note(self, act: Act, seat: int, lead: int, tricks: int) -> None:
        d = self.deal
        bit_of = self.tables.bit
        match act:
            case RedealDemanded():
                self.deal = self._fresh()
            case IndicatorPlaced(_, card):
                d.indicator, d.placed = "table", self.ply
                d.excluded, d.void_if = {}, {}
                if seat != self.me:
                    d.size[seat] -= 1
                    self._may_have_left(seat, self.tables.all)
                elif card == UNKNOWN:
                    d.gaps.append(Gap("indicator-laid", self.rules.seats[seat]))
            case IndicatorTakenBack():
                d.indicator = "none"
                if seat != self.me:
                    d.size[seat] += 1
            case TrumpOpened(_, card) | IndicatorRevealed(_, card):
                self._note_indicator(seat, bit_of.get(card, 0))
            case FaceDownInspected(_, trumps, cards):
                self._note_inspection(seat, trumps, cards, tricks)
            case CardsRevealed(_, cards):
                self._note_inspected_cards(cards, tricks)
            case MarriageDeclared(_, suit):
                self._note_shown(seat, self.tables.mask((f"K{suit}", f"Q{suit}")), "shown")
            case CapsCalled(_, order):
                self._note_caps(seat, order)
            case SpoiltTrumpsDeclared(_, upheld) if not upheld:
                d.more.append(("not-spoilt", self.ply))
            case _:
                super()._note(act, seat, lead, tricks)

    def _note_caps(self, seat: int, order: tuple[str, ...]) -> None:
        d = self.deal
        if seat == self.me:
            return
        mask = d.called[seat] = self.tables.mask(order)
        if mask.bit_count() != len(order):
            d.gaps.append(Gap("shown", self.rules.seats[seat], self.ply))
        elif self.state.indicator_down and seat == self.state.maker:
            # While the maker's indicator lies on the table, nobody else knows which of the shown cards it is.
            d.more.append(("maker-called-caps", self.ply))
        else:
            self._note_exposed_hand(seat)

    def _note_exposed_hand(self, seat: int) -> None:
        """Note that a caller of Caps has shown all its cards."""
        d = self.deal
        mask = d.called[seat] & ~d.seen
        if mask.bit_count() == d.size[seat]:
            self._note_shown(seat, mask, "called")

    def _note_indicator(self, seat: int, bit: int) -> None:
        d = self.deal
        if not bit:
            d.gaps.append(Gap("indicator-shown", self.rules.seats[seat]))
        trumps = self.tables.suit_of[bit]
        if d.indicator == "table":
            if seat != self.me:
                d.size[seat] += 1
                self._note_in_hand(seat, bit, "shown")
        elif d.indicator == "trick" and seat != self.me:
            self._note_seen(seat, bit)
        if bit and trumps in d.excluded:
            self._note_contradiction(
                "indicator-differs",
                seat,
                "{who} showed {card} as the indicator, which contradicts {earlier}",
                bit,
                d.excluded[trumps],
            )
        if bit or d.indicator != "trick":
            d.indicator = "open"
        if seat in d.called:
            self._note_exposed_hand(seat)

    def _note_play(self, seat: int, bit: int, down: bool, indicator: bool, lead: int, tricks: int) -> None:
        d = self.deal
        s = self.state
        own = seat == self.me
        if indicator:
            self._note_indicator_play(seat, bit, down, lead)
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
            if own:
                d.own &= ~bit
            else:
                self._note_left_hand(seat, bit, suit)
            self._note_seen(seat, bit)
        elif own:
            d.gaps.append(Gap("played", self.rules.seats[seat], self.ply))
        else:
            d.size[seat] -= 1
        if lead and (down or (bit and self.tables.suit_of[bit] != lead)):
            code: Code = "face-down" if down else "did-not-follow"
            d.voids[seat].setdefault(lead, Inference(code, self.ply, seat))
            self._note_impossible(seat, d.known[seat] & lead)
        if own and down:
            d.own_down = bit
        if not bit and not own:
            play = UnseenPlay(seat, self.tables.all, {}, self.ply, tricks)
            if down:
                play.suits &= ~sum(d.voids[seat])
                play.why = dict(d.voids[seat])
                if seat == s.maker and not self.rules.ruleset.closed.maker_cut_with_hand_trump:
                    play.plain = Inference("not-a-cut", self.ply, seat)
                self._may_have_left(seat, play.suits)
            else:
                d.gaps.append(Gap("played", self.rules.seats[seat], self.ply))
            d.unseen_plays.append(play)

    def _note_false_void(self, seat: int, suit: int, bit: int) -> None:
        """Note a card that the maker would have had to lead before if it were a trump."""
        d = self.deal
        if seat != self.state.maker or suit not in d.void_if:
            return
        if not self.state.trump:
            d.excluded.setdefault(suit, d.void_if[suit])
        elif self.state.trump == suit:
            rests = d.void_if[suit]
            self._note_contradiction(
                "must-lead-trumps", seat, "{who} held {card}, which contradicts {earlier}", bit, rests
            )

    def _note_indicator_play(self, seat: int, bit: int, down: bool, lead: int) -> None:
        """Note the play of the indicator: face down it trumps a plain lead, face up it is the maker's last card."""
        d = self.deal
        if down:
            d.indicator, d.placed = "trick", self.ply
            if lead:
                why = Inference("cut-not-trump", self.ply, seat)
                d.excluded.setdefault(lead, why)
                d.voids[seat].setdefault(lead, Inference("face-down", self.ply, seat))
        else:
            d.indicator = "open"
            if not bit:
                d.gaps.append(Gap("indicator-shown", self.rules.seats[seat]))
        if bit and (seat == self.me or not down):
            self._note_seen(seat, bit)
            d.own &= ~bit

    def _maker_leads(self, seat: int, bit: int, tricks: int) -> None:
        """Note which suits a lead of the trump maker excludes as trump."""
        d = self.deal
        s = self.state
        suit = self.tables.suit_of[bit]
        if s.closed and tricks == 0 and is_barred_from_leading_trump(s):
            d.excluded.setdefault(suit, Inference("maker-led-first", self.ply, seat))
        terms = self.rules.ruleset.exhausted
        if not may_bind_to_trumps(s) or (s.closed and not terms.applies_closed):
            return
        if terms.trigger != "unanswered_lead":
            d.more.append(("maker-need-not-lead-trumps", self.ply))
            return
        for trump in d.duty_if:
            if trump != suit:
                d.void_if.setdefault(trump, Inference("exhausted", self.ply, seat))

    def _note_inspection(self, seat: int, trumps: bool, cards: dict[Seat, str], tricks: int) -> None:
        """Note whether the maker found a trump among the face-down cards, and the cards if the watcher is the maker."""
        d = self.deal
        if seat == self.me:
            self._note_inspected_cards(cards, tricks)
        if trumps:
            d.trump_found_at = self.ply if d.indicator == "table" else -1
            return
        why = Inference("no-trumps-found", self.ply, seat)
        if d.own_down:
            d.excluded.setdefault(self.tables.suit_of[d.own_down], why)
        for play in d.unseen_plays:
            if play.trick == tricks and not play.plain:
                play.plain = why

    def _note_inspected_cards(self, cards: dict[Seat, str], tricks: int) -> None:
        """Note face-down cards of the trick that the watcher has seen."""
        d = self.deal
        for play in [play for play in d.unseen_plays if play.trick == tricks]:
            card = cards.get(self.rules.seats[play.seat])
            bit = self.tables.bit.get(card or UNKNOWN, 0)
            if bit:
                d.unseen_plays.remove(play)
                d.turned |= bit
                self._note_seen(play.seat, bit)
            elif card == UNKNOWN:
                d.gaps.append(Gap("played", self.rules.seats[play.seat], play.ply))

    def _note_trick(self, trick: int) -> None:
        """Note that a trick is complete: its face-down cards are no trumps, and an unanswered lead can bind the maker.

        ``trick``: the number of complete tricks before it.
        """
        d = self.deal
        for play in d.unseen_plays:
            if play.trick == trick and not play.plain:
                play.plain = Inference("not-a-cut", self.ply, play.seat)
        if d.led and not self.state.slam:
            d.duty_if.add(d.led)
        d.led = 0
        d.trump_found_at = -1

    def _split_by_trump(self, world: World) -> list[World]:
        """Return the possible worlds in which a face-down card is a trump if the maker found one; else the world."""
        d, trump = self.deal, world.trump
        if d.trump_found_at < 0 or (d.own_down | d.turned) & trump:
            return [world]
        worlds, spaces = [], [*world.spaces]
        for n, space in enumerate(world.spaces):
            if space.where == "trick":
                spaces[n] = replace(space, suits=space.suits & trump)
                worlds.append(replace(world, spaces=tuple(spaces)))
                spaces[n] = replace(space, suits=space.suits & ~trump)
        return [world for world in worlds if self._is_feasible(world)]

    def _is_feasible(self, world: World) -> bool:
        cards = [(world.unseen & suit).bit_count() for suit in self.tables.suits]
        if sum(cards) != sum(space.count for space in world.spaces) or any(space.count < 0 for space in world.spaces):
            return False
        return fits(
            slack_of(cards, [(space.count, suit_set(self.tables.suits, space.suits)) for space in world.spaces])
        )

    def _may_have_left(self, seat: int, suits: int) -> None:
        """Forget the known cards of a hand that an unseen card from it may have been. ``suits``: its possible suits."""
        d = self.deal
        doubtful = d.known[seat] & suits
        if doubtful:
            d.known[seat] &= ~doubtful
            d.more.append(("known-card-may-have-gone", self.ply))
            for bit in self._bits(doubtful):
                del d.where[bit]


def all_hands(s: Three04State, dealt: list[int], seat: int, ply: int) -> Knowledge:
    """Return the knowledge that a seat (by place) would have if all hands were open (002 "Caps").

    ``dealt``: the cards that each seat was dealt, as masks.
    """
    all_cards = s.rules.tables.all
    indicator = s.indicator if s.indicator_down else 0
    held = [cards & ~(s.gone | indicator) for cards in dealt]
    hand = held[seat] | (indicator if s.maker == seat else 0)
    known = tuple(0 if place == seat else cards for place, cards in enumerate(held))
    spaces = [
        Space(place, "asleep" if s.asleep >> place & 1 else "hand", 0, all_cards)
        for place in range(s.rules.seat_count)
        if place != seat
    ]
    unseen = 0
    if indicator and s.maker != seat:
        unseen = indicator
        spaces.append(Space(s.maker, "indicator", 1, s.trump))
    world = World(s.trump, unseen, tuple(spaces), s.duty)
    seen = all_cards & ~(hand | unseen | sum(known))
    return Knowledge(seat, ply, hand, known, seen, {}, (world,), {}, s.trump, (), None, ())
