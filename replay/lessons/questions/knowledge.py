"""Questions about what a seat can know: who can hold a card, how many trumps the others have, the points so far."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from domain.audit.knowledge import KnowledgeTable, table_at
from domain.engine.knowledge.information import knowledge
from domain.engine.state import NOBODY
from replay.audits.knowledge import knowledge as knowledge_payload
from replay.lessons.questions.base import (
    CannotTell,
    Kind,
    NotAnAnswer,
    Reason,
    read_numbers,
    seat_of,
    unnamed_cards,
    viewer_of,
    write_numbers,
)
from replay.words.lessons import points_of_tricks, trumps_counted

if TYPE_CHECKING:
    from domain.audit.knowledge import CardKnown
    from domain.engine.cards import Seat
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position
    from replay.words import Language

PACK = "pack"
"""The answer for a card that was not dealt."""
NOBODY_HOLDS = "none"
"""The answer for a card that was played."""


class WhoHolds(Kind):
    """The question who can hold a card. Right: all seats that have it in a deal that fits what the seat saw."""

    code = "holder"
    example = "N W"
    options: ClassVar = {"card": "the card, such as 9S"}
    shown = frozenset({"card"})

    def check_position(self, position: Position) -> None:
        certain_table(self, position)

    def choices(self, position: Position) -> Sequence[str]:
        rules = position.rules
        own = position.record.state.dealt[rules.place.get(position.viewer, 0)]
        undealt = own.bit_count() < rules.hand_size
        return (*rules.seats, *([PACK] if undealt else ()), NOBODY_HOLDS)

    def card(self, question: Question, position: Position) -> str:
        """Return the card that is asked for. Raises `CannotTell` if the option names no card of the game."""
        card = question.options.get("card", "").strip().upper()
        if card not in position.rules.tables.bit:
            raise CannotTell("{card} is no card of this game: set the option “card”, as in 9S", card=repr(card))
        return card

    def read(self, text: str, question: Question, position: Position) -> str:
        words = {word.upper() for word in text.replace(",", " ").split()}
        names = (*position.rules.seats, PACK.upper(), NOBODY_HOLDS.upper())
        if not words or not words <= set(names) or (NOBODY_HOLDS.upper() in words and len(words) > 1):
            raise NotAnAnswer(
                "write seats, as in {example}; or {pack}, or {none} if it was played",
                example=self.example,
                pack=PACK,
                none=NOBODY_HOLDS,
            )
        return " ".join(name if name in position.rules.place else name.lower() for name in names if name in words)

    def right(self, question: Question, position: Position) -> Sequence[str]:
        known = self._known(question, position)
        if known.where in ("played", "trick", "heap"):
            return [NOBODY_HOLDS]
        if known.status == "unknown" or (known.status == "inferred" and not known.where):
            seats = {seat for (seat, where, _), _ in known.places if where not in ("trick", "heap")}
        else:
            seats = {known.seat}
        if not seats:
            return [NOBODY_HOLDS]
        names = [position.rules.seats[seat] for seat in sorted(seats - {NOBODY})]
        return [" ".join([*names, PACK] if NOBODY in seats else names)]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        table = _explain_knowledge(position, seat_of(self, position), language)
        card = table["cards"][self.card(question, position)]
        why_not = [why["text"] for why in card.get("not_with", {}).values() if why["text"] not in card["text"]]
        return [Reason(text) for text in (card["text"], *why_not)]

    def _known(self, question: Question, position: Position) -> CardKnown:
        card = self.card(question, position)
        table = certain_table(self, position)
        return next(known for known in table.cards if known.card == card)


class TrumpsOut(Kind):
    """The question how many trumps the other hands hold, with a maker's indicator on the table."""

    code = "trumps"
    example = "3"

    def read(self, text: str, question: Question, position: Position) -> str:
        number = text.strip()
        if not number.isdecimal() or len(number) > 2:
            raise NotAnAnswer("write a number, as in {example}", example=self.example)
        return str(int(number))

    def right(self, question: Question, position: Position) -> Sequence[str]:
        seat_of(self, position)
        certain_table(self, position)
        knows = knowledge(position.record, position.viewer, len(position.acts))
        trump = knows.trump
        if not trump:
            raise CannotTell("{viewer} does not know here which suit is trump", viewer=viewer_of(position))
        if any(
            space.where in ("heap", "trick", "pack") and space.suits & trump
            for world in knows.worlds
            for space in world.spaces
        ):
            raise CannotTell("a card that nobody saw may be a trump, so the number is not certain")
        shown = sum((mask & trump).bit_count() for mask in knows.known)
        return [str(count + shown) for count in {(world.unseen & trump).bit_count() for world in knows.worlds}]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        knows = knowledge(position.record, seat_of(self, position), len(position.acts))
        in_all, own = knows.trump.bit_count(), (knows.trump & knows.hand).bit_count()
        played = (knows.trump & knows.seen & ~knows.hand).bit_count()
        rest = knows.trump & ~knows.seen & ~knows.hand
        out = [card for card, bit in position.rules.tables.bit.items() if rest & bit]
        return [Reason(trumps_counted(language, in_all, own, played, out))]


class CountPoints(Kind):
    """The card points that each side has taken so far, as far as the viewer saw the cards."""

    code = "points"
    example = "NS 41 EW 0"
    hides = frozenset({"points", "score"})

    def read(self, text: str, question: Question, position: Position) -> str:
        return read_numbers(text, position.rules.ruleset.seating.teams, self.example)

    def right(self, question: Question, position: Position) -> Sequence[str]:
        state = position.record.state
        if any(state.unnamed):
            raise CannotTell("{viewer} did not see every card of the tricks", viewer=viewer_of(position))
        teams = position.rules.ruleset.seating.teams
        return [write_numbers(dict(zip(teams, state.points, strict=True)), teams)]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        tricks = _tricks_of(position)
        return [Reason(points_of_tricks(language, tricks))] if tricks else []


def certain_table(kind: Kind, position: Position) -> KnowledgeTable:
    """Return what the viewer's seat knows. Raises `CannotTell` if it cannot be computed."""
    table = _table_at(position, seat_of(kind, position))
    if table.knows.breach is not None:
        raise CannotTell("somebody broke a rule before, so what the seat may conclude is not certain")
    if table.count is None or not table.count.deals:
        raise unnamed_cards()
    if table.knows.more:
        raise CannotTell("the seat knows more than is counted (docs/knowledge.md)")
    return table


def _tricks_of(position: Position) -> list[tuple[str, Sequence[Seat]]]:
    """Return the points of each completed trick, and the seats of the side that took it."""
    rules, seating = position.rules, position.rules.ruleset.seating
    s = rules.start(position.opened.dealer)
    tricks: list[tuple[str, Sequence[Seat]]] = []
    before, points = s.tricks[:], s.points[:]
    for act in position.acts:
        rules.apply(s, act)
        for team, name in enumerate(seating.teams):
            if s.tricks[team] > before[team]:
                side = [seat for seat in seating.seats if seating.team(seat) == name]
                tricks.append((rules.ruleset.format_points(s.points[team] - points[team]), side))
                before, points = s.tricks[:], s.points[:]
    return tricks


@lru_cache(maxsize=256)
def _table_at(position: Position, seat: Seat) -> KnowledgeTable:
    return table_at(position.record, seat, len(position.acts))


@lru_cache(maxsize=256)
def _explain_knowledge(position: Position, seat: Seat, language: Language) -> dict[str, Any]:
    return knowledge_payload(position.record, seat, position.ply, language)
