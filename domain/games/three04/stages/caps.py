"""The call of Caps: the seats that may call, the time, and the cards that are shown (000 "Caps"; 002; 004 "Caps").

A call is an act with an order of cards. This module does not judge whether the call came in time: that depends on the
knowledge of the caller (`domain.audit.caps`), and an arbiter rules on it. A trick lost after a call shows in the play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.state import NOBODY
from domain.engine.templates import SomeCards, Template
from domain.engine.words.values import Term, card_codes
from domain.games.three04.acts import CapsCalled, CapsConceded
from domain.games.three04.slams import NAMES
from domain.games.three04.state import REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class CapsCalls:
    """The call of Caps, and the concession of the opponents. Both may be made out of turn."""

    def __init__(self, rules: Three04Rules) -> None:
        self.rules = rules
        self.calls = [CapsCalled(name) for name in rules.seats]
        self.concessions = [CapsConceded(name) for name in rules.seats]

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        return [] if self.concession_refusal(s, seat) else [self.concessions[seat]]

    def templates(self, s: Three04State, seat: int) -> list[Template]:
        """Return the call with its order to fill in, if the seat may make it; else an empty list."""
        if self.refusal(s, seat):
            return []
        tables, count, unseen = (
            self.rules.tables,
            self.count_cards_left(s, seat),
            self.is_indicator_on_table(s, seat) and not s.indicator,
        )
        held = s.hands[seat] | (s.indicator if self.is_indicator_on_table(s, seat) else 0)
        if s.left_unnamed[seat]:
            others = held
            held = 0
        elif s.unknown[seat]:
            others = 0
        else:
            others = sum(bit for bit in tables.card if unseen and s.may_be_indicator(bit))
        if s.unknown[seat] or s.left_unnamed[seat]:
            others |= sum(bit for bit in tables.card if not bit & others and s.may_have(seat, bit))
        others &= ~held
        if not held.bit_count() <= count <= (held | others).bit_count():
            return []
        if count == held.bit_count():
            others = 0
        order = SomeCards(count, tuple(tables.cards(held)), tuple(tables.cards(others)))
        return [Template(self.calls[seat], "order", order)]

    def refusal(self, s: Three04State, seat: int) -> Refusal | None:
        """Return the refusal of any call by the seat now; None if it may call, whether rightly or wrongly."""
        caps, name = self.rules.ruleset.caps, self.rules.seats[seat]
        if s.slam:
            slam = Term(NAMES[s.slam])
            return refuse("caps-pcc", name, "{who} called Caps, which is not allowed in {slam}", slam=slam)
        if caps.teams == "nobody":
            return refuse("caps-not-yours", name, "{who} called Caps, which is not part of this game")
        team = self.rules.team
        if team[seat] != team[s.maker] and (caps.teams == "maker_only" or caps.external == "off"):
            return refuse("caps-not-yours", name, "{who} called Caps", "only the trump maker's side may call Caps")
        if s.caps_caller != NOBODY:
            caller = self.rules.names[s.caps_caller]
            return refuse("caps-twice", name, "{who} called Caps, but {caller} had already called it", caller=caller)
        if self.count_lost_tricks(s, seat):
            return refuse("caps-trick-lost", name, "{who} called Caps after its side had lost a trick")
        if not self.count_cards_left(s, seat):
            return refuse("caps-nothing-left", name, "{who} called Caps with no card left to play")
        return None

    def count_lost_tricks(self, s: Three04State, seat: int) -> int:
        """Return the number of tricks that the seat's side has lost."""
        return sum(s.tricks) - s.tricks[self.rules.team[seat]]

    def count_cards_left(self, s: Three04State, seat: int) -> int:
        """Return the number of cards that the seat still has to play, with the indicator."""
        return s.size(seat) + self.is_indicator_on_table(s, seat)

    def is_indicator_on_table(self, s: Three04State, seat: int) -> bool:
        """Return whether the trump indicator of the seat lies on the table."""
        return s.indicator_down and seat == s.maker

    def judge(self, s: Three04State, seat: int, act: CapsCalled) -> Verdict:
        if barred := self.refusal(s, seat):
            return barred
        tables, held = self.rules.tables, s.hands[seat]
        on_table = self.is_indicator_on_table(s, seat)
        if on_table:
            held |= s.indicator
        unseen = on_table and not s.indicator
        whole = s.is_exact(seat) and not unseen
        order = card_codes(tables.cards(held), self.rules.faces) if whole else Term("the cards of the hand")
        count, left = len(act.order), self.count_cards_left(s, seat)
        if count != left:
            return refuse(
                "caps-order",
                act.seat,
                "{who} called Caps; cards named: {count}, cards left: {left}",
                "the order must name {cards}",
                count=count,
                left=left,
                cards=order,
            )
        mask = tables.mask(act.order)
        twice = mask.bit_count() + act.order.count(UNKNOWN) != len(act.order)
        bits = [tables.bit[card] for card in act.order if card in tables.bit]
        elsewhere = [bit for bit in bits if not (bit & held or s.may_have(seat, bit))]
        if unseen and len(elsewhere) == 1 and s.may_be_indicator(elsewhere[0]):
            elsewhere = []
        if twice or elsewhere:
            return refuse(
                "caps-order",
                act.seat,
                "{who} named cards that are not in its hand",
                "the order must name {cards}",
                cards=order,
            )
        return None if whole and mask == held else POSSIBLE

    def apply(self, s: Three04State, seat: int, act: CapsCalled) -> None:
        if s.caps_caller != NOBODY:
            return
        s.caps_caller = seat
        s.caps_trick = sum(s.tricks) + bool(s.trick)
        if self.is_indicator_on_table(s, seat) and not s.owed and self.rules.ruleset.caps.call_opens_trump:
            # All remaining cards are shown, also the indicator; the maker must say which card it is.
            s.owed = REVEAL_INDICATOR
            s.turn = s.maker
        self.expose(s, seat, act)

    def expose(self, s: Three04State, seat: int, act: CapsCalled) -> None:
        """Name the caller's cards in the state, if the hand can be the cards of the call."""
        hand = self.rules.tables.mask(act.order)
        on_table = self.is_indicator_on_table(s, seat)
        if on_table:
            hand &= ~s.indicator
        # If the indicator is not known, it is one of these cards.
        left_unnamed = int(on_table and not s.indicator)
        if hand & s.gone:
            return
        if hand.bit_count() == s.size(seat) + left_unnamed and (left_unnamed or not s.is_exact(seat)):
            s.expose(seat, hand, left_unnamed)

    # --- the concession ---------------------------------------------------------------------------

    def concession_refusal(self, s: Three04State, seat: int) -> Refusal | None:
        """Return the refusal of a concession by the seat now; None if it may concede."""
        name = self.rules.seats[seat]
        if s.caps_caller == NOBODY or self.rules.side[s.caps_caller] >> seat & 1 or s.owed:
            return refuse(
                "caps-not-yours",
                name,
                "{who} conceded the rest",
                "only the caller's opponents may concede, after a call of Caps",
            )
        if self.count_lost_tricks(s, s.caps_caller):
            return refuse("caps-trick-lost", name, "{who} conceded the rest after the caller's side had lost a trick")
        return None

    def judge_concession(self, s: Three04State, seat: int, act: CapsConceded) -> Verdict:
        return self.concession_refusal(s, seat)

    def apply_concession(self, s: Three04State, seat: int, act: CapsConceded) -> None:
        if self.concession_refusal(s, seat):
            return
        team = self.rules.team[s.caps_caller]
        s.last_winner = s.caps_caller
        s.points = [0] * len(s.points)
        s.points[team] = self.rules.ruleset.pack.total
        s.tricks[team] = s.rounds - self.count_lost_tricks(s, s.caps_caller)
        s.stage = len(self.rules.stages) - 1
        self.rules.stages[-1].enter(s)
