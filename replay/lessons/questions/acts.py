"""Questions about the next act: play a card; bid or pass; closed or open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from domain.engine.faces import faces_of
from domain.engine.facts import Act, CardPlayed, Passed
from domain.engine.refusals import Refusal
from domain.engine.words.values import SeatLetter, sentence
from domain.engine.words.worded import value_of
from domain.games.sidi.acts import ContractBid, Doubled, Redoubled
from domain.games.three04.acts import BidMade, PartnerAsked, RedealDemanded, TrumpClosed, TrumpOpened
from replay.lessons.questions.base import CannotTell, Kind, NotAnAnswer, Reason, viewer_of
from replay.lessons.questions.standing import standing
from replay.notation import NotationError
from replay.notation.actions import parse_action, write_action
from replay.words.lessons import bid_made, card_behind
from replay.words.refusals import whole

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position
    from replay.words import Language


class NextAct(Kind):
    """A question about the next act of the seat to act. Without a strength, every legal act is right."""

    acts: ClassVar[tuple[type[Act], ...]]

    def actor(self, position: Position) -> Seat:
        """Return the seat to act. Raises `CannotTell` if it is not the seat that the pupil looks from."""
        turn = position.rules.to_act(position.record.state)
        if turn is None:
            raise CannotTell("the deal is over here: nobody is to act")
        if position.seat not in (None, turn):
            raise CannotTell(
                "it is {turn}'s turn here, and the pupil looks from {seat}",
                turn=SeatLetter(turn),
                seat=viewer_of(position),
            )
        return turn

    def read(self, text: str, question: Question, position: Position) -> str:
        return self.write(self.parse(text, position))

    def parse(self, text: str, position: Position) -> Act:
        """Return the act of an answer: a sentence without the seat. Raises `NotAnAnswer` if the text is no such act."""
        seat = self.actor(position)
        line = text.strip()
        if not line.upper().startswith(f"{seat} "):
            line = f"{seat} {line}"
        written = sentence("an answer is written as in “{example}”", example=self.example_at(position))
        try:
            act = parse_action(line, position.rules)
        except NotationError as error:
            raise NotAnAnswer("{reason}; {written}", reason=value_of(error), written=written) from None
        if not isinstance(act, self.acts):
            raise NotAnAnswer("{answer} is no answer here; {written}", answer=repr(text.strip()), written=written)
        return self.meant(act, position)

    def meant(self, act: Act, position: Position) -> Act:
        """Return the act that the pupil means, with what the seat knows and the answer leaves out."""
        return position.record.game.fill(position.record.state, act)

    def write(self, act: Act) -> str:
        """Return the written form of an act: its sentence without the seat."""
        return write_action(act).removeprefix(f"{act.seat} ")

    def right(self, question: Question, position: Position) -> Sequence[str]:
        rules, state = position.rules, position.record.state
        legal = (act for act in rules.legal(state, self.actor(position)) if isinstance(act, self.acts))
        return [self.write(act) for act in legal if not isinstance(rules.judge(state, act), Refusal)]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        verdict = position.rules.judge(position.record.state, self.parse(answer, position))
        if isinstance(verdict, Refusal):
            clause = str(verdict.clause) if verdict.clause.is_rule else ""
            return [Reason(whole(language, verdict), verdict.code, clause)]
        return ()


class PlayCard(NextAct):
    """The question which card to play. Right: every legal card, or every card within a margin of the best.

    The best card is that by what the seat knows.
    """

    code = "card"
    example = "JH"
    acts = (CardPlayed,)
    options: ClassVar = {
        "margin": "how many points worse than the best card a right card may be; without it every legal card is right"
    }

    def meant(self, act: Act, position: Position) -> Act:
        """Return the legal way to play the card, if there is one: some cards are played face down."""
        rules, state = position.rules, position.record.state
        card = act.list_cards()[0]
        legal = [each for each in rules.legal(state, act.seat) if isinstance(each, CardPlayed) and each.card == card]
        if legal:
            return legal[0] if len(legal) == 1 else act
        # A card that may not be played is meant as the cards that may: all face down, if none may be played face up.
        others = [each for each in rules.legal(state, act.seat) if isinstance(each, CardPlayed) and not each.indicator]
        return CardPlayed(act.seat, card, down=True) if others and all(each.down for each in others) else act

    def right(self, question: Question, position: Position) -> Sequence[str]:
        legal = super().right(question, position)
        if "margin" not in question.options:
            return legal
        behind = self.behind(question, position)
        margin = margin_of(question)
        return [answer for answer in legal if behind.get(self._card(answer), float("inf")) <= margin]

    def behind(self, question: Question, position: Position) -> dict[str, float]:
        """Return by how many points each card is worse than the best. Raises `CannotTell` without an analysis."""
        if question.prices.get("position") != position.digest:
            raise CannotTell("the cards of this position are not analysed yet: save the question again")
        cards: dict[str, float] = question.prices["behind"]
        return cards

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        refused = super().reasons(answer, question, position, language)
        if refused or "margin" not in question.options:
            return refused
        costs = self.behind(question, position)
        behind = costs.get(self._card(answer))
        if behind is None:
            return ()
        best = [card for card, cost in costs.items() if cost == 0]
        counted = [Reason(text) for text in standing(position, language)]
        return [Reason(card_behind(language, behind, best, question.prices["deals"], self.actor(position))), *counted]

    def _card(self, answer: str) -> str:
        return answer.strip("([])")


class BidOrPass(NextAct):
    """The question which bid to make. Every legal call is right, unless the author accepts only some."""

    code = "bid"
    example = "160"
    acts = (BidMade, Passed, PartnerAsked, RedealDemanded, ContractBid, Doubled, Redoubled)

    def choices(self, position: Position) -> Sequence[str]:
        """Return every bid of this auction, the lowest first, and the other calls, all of them legal or not."""
        seat = position.rules.to_act(position.record.state)
        if seat is None:
            return ()
        stage = position.rules.stages[position.record.state.stage]
        bids = [replace(bid, seat=seat) for bid in stage.bids()]
        return [self.write(act) for act in (*bids, *stage.other_calls(position.rules.place[seat]))]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        refused = super().reasons(answer, question, position, language)
        points: list[int] = question.prices.get("points", [])
        numbers = [int(bid) for bid in self.choices(position) if bid.isdecimal()]
        if refused or not points or not numbers or question.prices.get("position") != position.digest:
            return refused
        # A pass is told of the lowest bid that the seat gave up.
        legal = [int(bid) for bid in self.right(question, position) if bid.isdecimal()]
        bid = int(answer) if answer.isdecimal() else min(legal, default=0) if answer == "pass" else 0
        if not bid:
            return ()
        made = {number: sum(each >= number for each in points) for number in (bid, max(numbers))}
        game = position.rules.ruleset
        named = {game.format_points(number): count for number, count in made.items()}
        trump = faces_of(game).contract(question.prices["trump"])
        return [Reason(bid_made(language, trump, named, len(points)))]

    def example_at(self, position: Position) -> str:
        return "60 S" if ContractBid in position.rules.ruleset.game.acts else self.example


class ClosedOrOpen(NextAct):
    """The question whether to play a closed or an open game (000 "Open Trump games", "Closed Trump games")."""

    code = "game"
    example = "closed"
    acts = (TrumpClosed, TrumpOpened)

    def write(self, act: Act) -> str:
        return "closed" if isinstance(act, TrumpClosed) else "open"


def margin_of(question: Question) -> float:
    """Return the margin of a question about strength. Raises `CannotTell` if it is no number from 0 to 1000."""
    text = question.options.get("margin", "")
    if not text.replace(".", "", 1).isdecimal() or len(text) > 6 or float(text) > 1000:
        raise CannotTell("the margin is a number of points from 0 to 1000, not {text}", text=repr(text))
    return float(text)
