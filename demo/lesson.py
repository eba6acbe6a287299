"""A lesson on a deal of the generated evening, as a teacher would make it the morning after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.facts import CardPlayed, CardsDealt
from domain.games.three04.acts import BidMade
from domain.lesson.commands import NewChapter, NewLesson, NewStep
from domain.lesson.facts import GO, LOOK, QUESTION, REVEAL, TEXT, Question, Step
from replay.lessons.check import chapter_faults
from replay.lessons.sources import of_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.lesson.facts import Source
    from domain.record.aggregate import Deal

SEATS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}


def lesson_on(deal: Deal) -> NewLesson | None:
    """Return a lesson on a deal, of the chapters that fit it; None if its play is too short for one."""
    record = deal.record
    maker = record.rules.seats[record.state.maker] if record.state.maker >= 0 else ""
    plays = [ply for ply, act in enumerate(record.acts) if isinstance(act, CardPlayed)]
    if not maker or len(plays) < 4 * len(SEATS):
        return None
    source = of_record(record, str(deal.id), deal.version)
    bid = next((ply for ply, act in enumerate(record.acts) if act.seat == maker and isinstance(act, BidMade)), 0)
    chapters = [
        chapter for chapter in _chapters(deal, source, maker, bid, plays) if not list(chapter_faults(1, chapter))
    ]
    title = f"A deal from Saturday: {SEATS[maker]} plays"
    summary = "From the evening of the demonstration. Its cards are generated."
    return NewLesson(title, "en", summary, tuple(chapters)) if chapters else None


def _chapters(deal: Deal, source: Source, maker: str, bid: int, plays: list[int]) -> Iterator[NewChapter]:
    acts, name = deal.record.acts, SEATS[maker]
    dealt = next(ply for ply, act in enumerate(acts) if isinstance(act, CardsDealt))
    yield NewChapter(
        "The first bid",
        source,
        (
            _step(GO, ply=dealt, text="Everybody has four cards."),
            _step(LOOK, seat=maker, text=f"You sit {name}. Look at your four cards before you go on."),
            _step(GO, ply=bid - 1, text="It is your turn."),
            _step(QUESTION, text="What may you say? Any legal call is right.", question=Question("bid")),
            _step(GO, ply=bid, text=f"{name} bid, and made trumps in the end."),
        ),
    )
    yield NewChapter(
        "Count as you play",
        source,
        (
            _step(GO, ply=plays[2 * len(SEATS)] - 1, text="Two tricks are played."),
            _step(LOOK, seat=maker, text=f"You sit {name} again."),
            _step(QUESTION, text="How many trumps do the other hands hold?", question=Question("trumps")),
            _step(QUESTION, text="And how many points has each side taken?", question=Question("points")),
        ),
    )
    yield NewChapter(
        "Who noticed?",
        source,
        (
            _step(GO, ply=len(acts) - 1, text="The deal is over."),
            _step(LOOK, seat=maker, text=f"You sit {name}. Go through the tricks once more."),
            _step(QUESTION, text="Did anybody break a rule? If so, when?", question=Question("breach")),
            _step(REVEAL, text="These are all hands."),
            _step(TEXT, text="Whoever can follow suit must follow suit (000 “Play”)."),
        ),
    )


def _step(
    kind: str, *, text: str = "", ply: int | None = None, seat: str = "", question: Question | None = None
) -> NewStep:
    return NewStep(Step(kind, 0, "", text=text, ply=ply, seat=seat, question=question))
