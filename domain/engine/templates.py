"""Acts with one field to fill in: an unknown card, a number, the order of a hand.

`Rules.legal` lists acts that can be recorded as they are. A `Template` is not an act: `Template.fill` returns an act
with a value that ``values`` allows. The rules refuse no act that is filled in this way, as far as the cards are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackShuffled
from domain.engine.refusals import Refusal
from domain.engine.words.values import Term
from domain.engine.words.worded import WordedError

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    def allows(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"a number from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class OneCard:
    """One card: any of ``sure`` is certainly legal, any of ``may`` is legal as far as the cards are known."""

    sure: tuple[Card, ...]
    may: tuple[Card, ...]

    def allows(self, value: Any) -> bool:
        return value in self.sure or value in self.may

    def __str__(self) -> str:
        return f"one of {' '.join((*self.sure, *self.may))}"


@dataclass(frozen=True, slots=True)
class SomeCards:
    """``count`` different cards in any order: all cards of ``sure``, and the others from ``may``."""

    count: int
    sure: tuple[Card, ...]
    may: tuple[Card, ...]

    def allows(self, value: Any) -> bool:
        cards = list(value)
        known = {*self.sure, *self.may}
        return len(cards) == len({*cards}) == self.count and {*self.sure} <= {*cards} <= known

    def __str__(self) -> str:
        among = f", {' '.join(self.sure)} among them" if self.sure else ""
        return f"{self.count} different cards of {' '.join((*self.sure, *self.may))}{among}"


@dataclass(frozen=True, slots=True)
class OneSet:
    """The cards of one of these sets."""

    sets: tuple[tuple[Card, ...], ...]

    def allows(self, value: Any) -> bool:
        return sorted(value) in [sorted(cards) for cards in self.sets]

    def __str__(self) -> str:
        return f"one of {', '.join(' '.join(cards) for cards in self.sets)}"


@dataclass(frozen=True, slots=True)
class SomeNumbers:
    """At least one and at most ``most`` whole numbers: those of ``first``, then any of ``more``."""

    first: tuple[int, ...]
    more: tuple[int, ...]
    most: int

    def allows(self, value: Any) -> bool:
        numbers = tuple(value)
        begun, more = numbers[: len(self.first)], numbers[len(self.first) :]
        return 0 < len(numbers) <= self.most and begun == self.first and all(each in self.more for each in more)

    def __str__(self) -> str:
        begun = f"{' '.join(map(str, self.first))} and " if self.first else ""
        return f"{begun}any of {' '.join(map(str, self.more))}, at most {self.most} numbers"


@dataclass(frozen=True, slots=True)
class CardOfEach:
    """A card for each of these seats, all different: one from the seat's tuple, or ``??``."""

    seats: Mapping[Seat, tuple[Card, ...]]

    def allows(self, value: Any) -> bool:
        cards = dict(value)
        named = [card for card in cards.values() if card != UNKNOWN]
        whole = cards.keys() == self.seats.keys() and len(named) == len({*named})
        return whole and all(card == UNKNOWN or card in self.seats[seat] for seat, card in cards.items())

    def __str__(self) -> str:
        return f"a card of each of {' '.join(self.seats)}"


@dataclass(frozen=True, slots=True)
class HandOfEach:
    """``size`` cards for each of these seats, all different: from ``cards``, or ``??`` for a card that nobody saw."""

    seats: tuple[Seat, ...]
    size: int
    cards: tuple[Card, ...]

    def allows(self, value: Any) -> bool:
        hands = dict(value)
        named = [card for cards in hands.values() for card in cards if card != UNKNOWN]
        whole = {*hands} == {*self.seats} and all(len(cards) == self.size for cards in hands.values())
        return whole and len(named) == len({*named}) and {*named} <= {*self.cards}

    def __str__(self) -> str:
        return f"{self.size} cards for each of {' '.join(self.seats)}"


Values: TypeAlias = Number | SomeNumbers | OneCard | SomeCards | OneSet | CardOfEach | HandOfEach


class TemplateError(WordedError, ValueError):
    """Raised when a template does not allow a value; the message names the values that it allows."""

    code = "template"


@dataclass(frozen=True, slots=True)
class Template:
    """An act with one field to fill in."""

    act: Act
    """The act before the field is filled in; it need not be legal."""
    field: str
    """The name of the field."""
    values: Values
    """The allowed values of the field."""

    def fill(self, value: Any) -> Act:
        """Return the act with this value. Raises `TemplateError`, which names the allowed values, for any other."""
        try:
            is_allowed = self.values.allows(value)
        except (TypeError, ValueError):
            is_allowed = False  # another type altogether
        if not is_allowed:
            text = f"{self.act.seat}: {value!r} is no {self.field} here; allowed is {self.values}"
            raise TemplateError(Term(text))
        match self.values:
            case SomeCards() | OneSet() | SomeNumbers():
                value = tuple(value)
            case CardOfEach():
                value = {**getattr(self.act, self.field), **value}
            case HandOfEach():
                value = {seat: tuple(cards) for seat, cards in value.items()}
        filled: Act = replace(self.act, **{self.field: value})
        return filled


def make_templates(rules: Rules, s: State, acts: Iterable[Act]) -> list[Template]:
    """Return a template for each of these acts that has an unknown card."""
    game = rules.ruleset.game
    templates: list[Template] = []
    for act in acts:
        match act:
            case PackShuffled(_, ()):
                pack = tuple(rules.tables.bit)
                templates.append(Template(act, "order", SomeCards(len(pack), pack, ())))
            case CardsDealt(_, hands) if UNKNOWN in hands[act.seat]:
                left = tuple(rules.tables.cards(rules.tables.all & ~s.named))
                templates.append(Template(act, "hands", HandOfEach(rules.seats, len(hands[act.seat]), left)))
            case _ if UNKNOWN in act.list_cards() and isinstance(act, game.names_cards):
                templates.append(Template(act, "cards", card_of_each(rules, s, act)))
            case _ if UNKNOWN in act.list_cards() and isinstance(act, (CardPlayed, *game.names_card)):
                templates.append(Template(act, "card", one_card(rules, s, act)))
    return templates


def one_card(rules: Rules, s: State, act: Any) -> OneCard:
    """Return the cards that the act may name, with ``??`` if the card may be unknown."""
    sure: list[Card] = []
    may: list[Card] = []
    for card in (*rules.tables.bit, UNKNOWN):
        verdict = rules.judge(s, replace(act, card=card))
        if not isinstance(verdict, Refusal):
            (sure if verdict is None else may).append(card)
    return OneCard(tuple(sure), tuple(may))


def card_of_each(rules: Rules, s: State, act: Any) -> CardOfEach:
    """Return the possible cards of each seat whose card is unknown: neither played nor known to be in another hand."""
    cards: Mapping[Seat, Card] = act.cards
    choices: dict[Seat, tuple[Card, ...]] = {}
    for seat in (seat for seat, card in cards.items() if card == UNKNOWN):
        choices[seat] = tuple(
            card
            for card, bit in rules.tables.bit.items()
            if not bit & s.gone
            and not any(bit & hand for n, hand in enumerate(s.hands) if n != rules.place[seat])
            and not isinstance(rules.judge(s, replace(act, cards={**cards, seat: card})), Refusal)
        )
    return CardOfEach(choices)
