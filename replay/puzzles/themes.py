"""The themes of puzzles: where in a deal each of them looks, and which of its questions are worth asking."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from domain.audit.breaches import breaches
from domain.audit.caps.points import exemption
from domain.audit.caps.report import adjudicate
from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER
from domain.games.three04.acts import CapsCalled
from domain.lesson.facts import Question
from replay.lessons.positions import Position
from replay.lessons.questions import KINDS
from replay.lessons.questions.calls import YES
from replay.lessons.questions.knowledge import NOBODY_HOLDS, PACK, certain_table
from replay.lessons.questions.verdicts import NO_BREACH
from replay.puzzles.puzzle import EASY, HARD, MIDDLE

if TYPE_CHECKING:
    from random import Random

    from domain.engine.cards import Card, Seat
    from domain.engine.hiding import Viewer
    from domain.record.record import Record

MARGIN: Final = "4"
"""The points by which a right card may be worse than the best, on average over the deals that fit."""
MANY_POINTS: Final = 10
"""The points from which a card is worth asking for its holder."""
NO_CAPS: Final = 0.5
"""The share of the deals in which a seat that must not call Caps is asked too. Few deals have one that must."""
SHOWN: Final = ("nothing", "right")
"""The verdicts on Caps with which a deal pays what its acts show. A call that was owed, or came too early or too late,
is a question of its own, which a problem about the pay does not ask."""
NO_BREACHES: Final = 0.1
"""The share of the deals without a breach that are asked about, so that “none” is an answer to reckon with."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A card that was played: its ply, its seat, the number of its trick, and whether it led."""

    ply: int
    seat: Seat
    trick: int
    leads: bool


@dataclass(frozen=True)
class Candidate:
    """A question about a position that has not been certified yet."""

    position: Position
    question: Question


class DealReader:
    """A deal that puzzles are looked for in."""

    def __init__(self, record: Record, rng: Random) -> None:
        self.record = record
        self.rng = rng
        self.acts = record.acts
        rules, s = record.rules, record.rules.start(record.opened.dealer)
        self.moments: list[Moment] = []
        """The cards that were played by the seat whose turn it was."""
        for ply, act in enumerate(self.acts):
            if isinstance(act, CardPlayed) and rules.to_act(s) == act.seat:
                self.moments.append(Moment(ply, act.seat, sum(s.tricks) + 1, not s.trick))
            rules.apply(s, act)

    @property
    def tricks(self) -> int:
        """Return the number of tricks of a whole deal."""
        return self.record.rules.hand_size

    def before(self, moment: Moment) -> Position:
        """Return the position of the seat before it played its card."""
        return self.at(moment.ply, moment.seat)

    def at(self, ply: int, viewer: Viewer) -> Position:
        """Return the position of a viewer before a ply."""
        return Position.of(self.record.opened, self.acts[:ply], viewer)

    def some(self, moments: Sequence[Moment], most: int) -> list[Moment]:
        """Return some of the moments, in random order."""
        return self.rng.sample(moments, min(most, len(moments)))


class Theme(ABC):
    """A theme of puzzles."""

    code: ClassVar[str]
    """The permanent name."""
    tries: ClassVar[int]
    """The most positions of a deal that are tried."""

    @abstractmethod
    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        """Yield the questions of this theme about a deal, in random order."""

    def is_worth(self, candidate: Candidate, answers: Sequence[str]) -> bool:
        """Return whether the answer takes a thought."""
        return True

    def level(self, candidate: Candidate, answers: Sequence[str]) -> int:
        """Return an estimate of how difficult the question is."""
        return MIDDLE


class CapsNow(Theme):
    """The theme of the call of Caps, asked of a seat that called it, or that leads with good cards."""

    code = "caps"
    tries = 6

    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        if exemption(deal.record):
            return
        with_no = deal.rng.random() < NO_CAPS
        for ply, act in enumerate(deal.acts):
            if isinstance(act, CapsCalled) and has_every_trick(position := deal.at(ply, act.seat)):
                yield Candidate(position, Question("caps"))
        leads = [moment for moment in deal.moments if moment.leads and 2 < moment.trick < deal.tricks]
        for moment in deal.some(leads, len(leads)):
            position, question = deal.before(moment), Question("caps")
            if not has_every_trick(position) or count_masters(position, moment.seat) * 2 <= deal.tricks - moment.trick:
                continue
            if with_no or KINDS["caps"].right(question, position) == [YES]:
                yield Candidate(position, question)

    def level(self, candidate: Candidate, answers: Sequence[str]) -> int:
        left = candidate.position.record.state.rounds - sum(candidate.position.record.state.tricks)
        return EASY if left <= 2 else MIDDLE if left == 3 else HARD


class BestCard(Theme):
    """The theme of the best card, by what the seat knows."""

    code = "card"
    tries = 4
    fewest = 3
    """The fewest cards to choose from."""

    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        moments = [moment for moment in deal.moments if 1 < moment.trick <= deal.tricks - 2 and self.fits(moment)]
        for moment in deal.some(moments, 3 * self.tries):
            position = deal.before(moment)
            question = Question("card", {"margin": MARGIN})
            legal = KINDS["card"].right(Question("card"), position)
            if len(legal) >= self.fewest and self.asks(position, legal):
                yield Candidate(position, question)

    def fits(self, moment: Moment) -> bool:
        """Return whether the theme can be about this card."""
        return True

    def asks(self, position: Position, legal: Sequence[str]) -> bool:
        """Return whether the theme asks about this position."""
        return True

    def is_worth(self, candidate: Candidate, answers: Sequence[str]) -> bool:
        return 2 * len(answers) <= len(candidate.question.prices["behind"])

    def level(self, candidate: Candidate, answers: Sequence[str]) -> int:
        behind = sorted(candidate.question.prices["behind"].values())
        lead = behind[len(answers)] if len(answers) < len(behind) else 0
        return EASY if lead > 20 else MIDDLE if lead > 10 else HARD


class DrawTrumps(BestCard):
    """The theme of drawing trumps: every right card is a trump, or none is."""

    code = "draw-trumps"

    def fits(self, moment: Moment) -> bool:
        return moment.leads

    def asks(self, position: Position, legal: Sequence[str]) -> bool:
        state = position.record.state
        is_maker = bool(state.makers() >> state.turn & 1)
        trumps = [is_trump(position, answer) for answer in legal]
        return is_maker and state.trump != 0 and any(trumps) and not all(trumps)

    def is_worth(self, candidate: Candidate, answers: Sequence[str]) -> bool:
        trumps = [is_trump(candidate.position, answer) for answer in answers]
        return all(trumps) or not any(trumps)


class WhoHas(Theme):
    """The theme of the possible holders of a card, after a play that excludes a seat."""

    code = "holder"
    tries = 6

    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        rules = deal.record.rules
        late = [moment for moment in deal.moments if 2 < moment.trick < deal.tricks]
        for moment in deal.some(late, self.tries):
            position = deal.before(moment)
            table = certain_table(KINDS["holder"], position)
            cards: list[Card] = [
                known.card
                for known in table.cards
                if known.status in ("unknown", "inferred")
                and rules.points[rules.tables.bit[known.card]] >= MANY_POINTS
                and (known.status == "inferred" or any(by for _, by in known.not_with))
            ]
            if cards:
                yield Candidate(position, Question("holder", {"card": deal.rng.choice(cards)}))

    def is_worth(self, candidate: Candidate, answers: Sequence[str]) -> bool:
        names = answers[0].split()
        return NOBODY_HOLDS not in names and PACK not in names and len(names) < candidate.position.rules.seat_count - 1

    def level(self, candidate: Candidate, answers: Sequence[str]) -> int:
        return MIDDLE if len(answers[0].split()) > 1 else HARD


class TrumpsLeft(Theme):
    """The theme of the number of trumps that the others still hold, after some were played."""

    code = "trumps"
    tries = 4

    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        late = [moment for moment in deal.moments if 2 < moment.trick < deal.tricks]
        for moment in deal.some(late, self.tries):
            position = deal.before(moment)
            if position.record.state.trump & position.record.state.gone:
                yield Candidate(position, Question("trumps"))

    def is_worth(self, candidate: Candidate, answers: Sequence[str]) -> bool:
        return len(answers) == 1 and answers[0] != "0"

    def level(self, candidate: Candidate, answers: Sequence[str]) -> int:
        played = (candidate.position.record.state.trump & candidate.position.record.state.gone).bit_count()
        return EASY if played <= 2 else MIDDLE if played <= 4 else HARD


class PointsSoFar(Theme):
    """The points that both sides have taken so far."""

    code = "points"
    tries = 3

    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        leads = [moment for moment in deal.moments if moment.leads and moment.trick > 3]
        for moment in deal.some(leads, self.tries):
            position = deal.before(moment)
            if all(position.record.state.points):
                yield Candidate(position, Question("points"))

    def level(self, candidate: Candidate, answers: Sequence[str]) -> int:
        done = sum(candidate.position.record.state.tricks)
        return EASY if done <= 3 else MIDDLE if done <= 5 else HARD


class SpotTheBreach(Theme):
    """The theme of a card against the rules, with all hands open or from the seat that could notice it."""

    code = "breach"
    tries = 3

    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        report = breaches(deal.record)
        if any(finding.sure != "certain" for finding in report.findings):
            return
        if not report.findings and deal.rng.random() >= NO_BREACHES:
            return
        last = len(deal.acts)
        yield Candidate(deal.at(last, deal.rng.choice((ARBITER, *deal.record.rules.seats))), Question("breach"))
        yield Candidate(deal.at(last, ARBITER), Question("breach"))

    def is_worth(self, candidate: Candidate, answers: Sequence[str]) -> bool:
        return len(answers) == 1 and (answers[0] != NO_BREACH or candidate.position.viewer == ARBITER)

    def level(self, candidate: Candidate, answers: Sequence[str]) -> int:
        return MIDDLE if candidate.position.viewer == ARBITER else HARD


class SettleIt(Theme):
    """The theme of the settlement: what the deal pays."""

    code = "settle"
    tries = 1

    def candidates(self, deal: DealReader) -> Iterator[Candidate]:
        record = deal.record
        if record.state.outcome != "played" or breaches(record).findings:
            return
        if adjudicate(record).verdict not in SHOWN:
            return
        position = deal.at(len(deal.acts), ARBITER)
        if record.settlement is None or (position.settled and record.settlement.due == position.settled.due):
            yield Candidate(position, Question("settle"))

    def is_worth(self, candidate: Candidate, answers: Sequence[str]) -> bool:
        return not pays_unmentioned_caps(candidate.position)


THEMES: Final[dict[str, Theme]] = {
    theme.code: theme
    for theme in (
        CapsNow(), DrawTrumps(), BestCard(), WhoHas(), TrumpsLeft(), PointsSoFar(), SpotTheBreach(), SettleIt(),
    )
}  # fmt: skip
"""Every theme by its permanent name."""


def pays_unmentioned_caps(position: Position) -> bool:
    """Return whether the deal pays for Caps although nobody called it, so that the question does not mention it."""
    reasons = position.settled.reasons if position.settled else ()
    called = any(isinstance(act, CapsCalled) for act in position.acts)
    return not called and any(reason.startswith("caps-") for reason in reasons)


def is_trump(position: Position, answer: str) -> bool:
    """Return whether the card of an answer is a trump, as far as the viewer knows the trump."""
    return bool(position.rules.tables.bit[answer.strip("([])")] & position.record.state.trump)


def has_every_trick(position: Position) -> bool:
    """Return whether the side of the viewer's seat has taken every trick so far; otherwise it may not call Caps."""
    state = position.record.state
    return (
        position.seat is not None
        and sum(state.tricks) == state.tricks[position.rules.team[position.rules.place[position.seat]]]
    )


def count_masters(position: Position, seat: Seat) -> int:
    """Return how many of its own cards no card of the same suit that the seat has not seen can beat."""
    rules, state = position.rules, position.record.state
    tables, own = rules.tables, state.hands[rules.place[seat]]
    masters = 0
    for suit in tables.suits:
        for card in tables.of_suit[suit]:  # the strongest first
            bit = tables.bit[card]
            if bit & state.gone:
                continue
            if not bit & own:
                break
            masters += 1
    return masters
