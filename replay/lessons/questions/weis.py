"""The question which Weis is the better one (003 "Weis and Stöck")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from domain.engine.words.worded import value_of
from domain.games.sidi.state import SidiState
from domain.games.sidi.weis import Item, finders
from replay.lessons.questions.base import CannotTell, Kind, NotAnAnswer, Reason
from replay.notation import NotationError
from replay.notation.words import read_cards
from replay.words.lessons import weis_worth

if TYPE_CHECKING:
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position
    from replay.words import Language

MOST = 8
"""The most Weis of a question."""


class OrderWeis(Kind):
    """The order of some Weis in the contract of the deal, the best first. Equal ones may stand either way."""

    code = "weis"
    example = "2 1 3"
    options: ClassVar = {"weis": "the Weis, each as its cards, separated by bars: 9S 8S 7S | JS JH JD JC"}
    shown = frozenset({"weis"})

    def check_position(self, position: Position) -> None:
        self._state(position)

    def read(self, text: str, question: Question, position: Position) -> str:
        words = text.replace(",", " ").replace(">", " ").split()
        count = len(self._texts(question))
        if sorted(words) != sorted(str(n) for n in range(1, count + 1)):
            raise NotAnAnswer(
                "write each number from 1 to {count} once, the best Weis first, as in {example}",
                count=count,
                example=self.example,
            )
        return " ".join(words)

    def right(self, question: Question, position: Position) -> Sequence[str]:
        ranked = [(item[:4], n) for n, item in enumerate(self._items(question, position), 1)]
        return [" ".join(map(str, order)) for order in _orders(sorted(ranked, key=lambda each: each[0], reverse=True))]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        items = enumerate(self._items(question, position), 1)
        worth = [weis_worth(language, number, item.value, item.cards) for number, item in items]
        return [Reason(" ".join(worth), clause="003 “Weis and Stöck”")]

    def _texts(self, question: Question) -> list[str]:
        return [" ".join(part.split()) for part in question.options.get("weis", "").split("|")]

    def _state(self, position: Position) -> SidiState:
        state = position.record.state
        if not isinstance(state, SidiState) or not state.denomination:
            raise CannotTell("Weis are compared in a Jass, once there is a contract")
        return state

    def _items(self, question: Question, position: Position) -> list[Item]:
        state = self._state(position)
        finder = finders(state.rules.ruleset)[state.denomination]
        texts = self._texts(question)
        if not 2 <= len(texts) <= MOST:
            raise CannotTell("set the option “weis” to 2 to {most} Weis, as in 9S 8S 7S | JS JH JD JC", most=MOST)
        items = []
        for cards in texts:
            try:
                mask = position.rules.tables.mask(read_cards(cards, position.rules))
            except (NotationError, KeyError) as error:
                raise CannotTell(
                    "{cards} cannot be read as cards: {reason}", cards=repr(cards), reason=value_of(error)
                ) from None
            item = next((each for each in finder.items if each.mask == mask), None)
            if item is None:
                raise CannotTell("{cards} is no Weis", cards=cards)
            items.append(item)
        return items


def _orders(ranked: list[tuple[tuple[object, ...], int]]) -> list[list[int]]:
    """Return all orders of the numbers in which a greater rank comes first; equal ranks in any order."""
    if not ranked:
        return [[]]
    best = ranked[0][0]
    orders = []
    for index, (rank, number) in enumerate(ranked):
        if rank != best:
            break
        orders += [[number, *rest] for rest in _orders(ranked[:index] + ranked[index + 1 :])]
    return orders
