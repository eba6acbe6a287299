"""Practice deals: who may play one, and how many one address may begin.

The person in the seat needs no account: the answer to a new practice deal has a token for its seat and no other deal.
"""

from __future__ import annotations

from datetime import timedelta
from random import Random, SystemRandom
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

import msgspec

from api.callers import PRACTICE, SEAT
from api.learning import lessons as lesson_access
from api.people.attempt_limits import address
from api.problems import Problem, no_ply, seconds
from api.services import services
from domain.engine.hiding import ARBITER, PUBLIC
from domain.engine.rules import rules_of
from domain.engine.words.values import SeatLetter, Term, sentence
from domain.engine.words.worded import value_of
from domain.kernel.errors import Declined
from replay.lessons.payloads import find_step
from replay.lessons.play_on import deal_to_play
from replay.lessons.sources import Condition, Terms, draw
from replay.notation.document import record_of
from replay.worked_hands import worked_document
from store.tables.people.attempts import Closed, Limit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.engine.cards import Card, Seat
    from domain.engine.rules import Rules
    from domain.engine.ruleset import Ruleset
    from domain.engine.words.values import Value
    from domain.record.record import Record

SUBJECT: Final = "practice"
"""The name with which the acts of practice deals are stored: they belong to nobody."""
LIFETIME: Final = timedelta(days=30)
"""The time for which a practice deal can be played."""
OF_AN_ADDRESS: Final = 300
"""The practice deals that one address may begin before a pause: a whole class may share an address."""
VIEWERS: Final = {PUBLIC: Term("public"), ARBITER: Term("arbiter")}
"""The words for the viewers of a step without a seat."""
TRIES: Final = 2_000
"""The most hands drawn until some fulfil all conditions: some tenths of a second."""


def count_new() -> None:
    """Count a new practice deal of the address. Raises `Problem` (429) after too many."""
    longest, forgotten = timedelta(minutes=1), timedelta(minutes=30)
    limit = Limit(f"practices {address()}", OF_AN_ADDRESS, longest, forgotten, spare=True)
    try:
        services().attempts.count([limit])
    except Closed as closed:
        wait = closed.seconds
        detail = sentence(
            "Too many practice deals were begun from this address. Try again in {wait}.", wait=seconds(wait)
        )
        raise Problem("too-many-requests", detail, headers={"Retry-After": str(wait)}, retry_after=wait) from None


def issue_secret(practice_id: UUID, seat: Seat) -> str:
    """Return the secret of a new token for the seat of a practice deal."""
    scope = {PRACTICE: str(practice_id), "seat": seat}
    return services().tokens.issue(SEAT, SUBJECT, LIFETIME, scope)[1]


def shuffled(rules: Rules) -> tuple[Card, ...]:
    """Return a shuffled pack."""
    return tuple(SystemRandom().sample(list(rules.tables.bit), len(rules.tables.bit)))


def fresh_hands(game: Ruleset, params: Mapping[str, Any]) -> dict[Seat, tuple[Card, ...]]:
    """Return random hands that fulfil the conditions of a request. Raises `Declined` if it finds none."""
    conditions = [msgspec.convert(each, Condition) for each in params.get("conditions", ())]
    seed = params.get("seed") or token_hex(16)
    terms = Terms(game.key, hands=params.get("hands", {}), seed=seed, conditions=conditions)
    try:
        hands = draw(rules_of(game), terms, TRIES)
    except ValueError as error:
        raise Declined("practice-hands", "no hands can be dealt: {reason}", reason=value_of(error)) from None
    order = Random(f"{seed} order")  # noqa: S311 - no secret: whoever has the seed shall deal the same hands
    return {seat: tuple(order.sample(cards, len(cards))) for seat, cards in hands.items()}


def worked_record(name: str) -> Record:
    """Return the record of a worked hand. Raises `Declined` if there is none."""
    document = worked_document(name)
    if document is None:
        raise Declined("practice-source", "there is no worked hand {name}", name=repr(name))
    return record_of(document)


def record_like(lesson: str, chapter: int, step: int, seat: Seat) -> Record:
    """Return a record up to a step of a lesson, with new cards in place of those that the step's seat has not seen.

    Raises `Declined` or `NotFound` if there is no such step, or if the deal cannot be played on from it in this seat.
    """
    placed, _ = find_step(lesson_access.for_reader(lesson), chapter, step)
    if placed.position.seat != seat:
        viewer: Value = VIEWERS.get(placed.position.viewer) or SeatLetter(placed.position.viewer)
        raise Declined(
            "practice-seat", "this step looks from {viewer}, not from {seat}", viewer=viewer, seat=SeatLetter(seat)
        )
    return deal_to_play(placed.position, SystemRandom())


def check_ply(record: Record, ply: int) -> None:
    """Raise `Problem` if the record has no such ply. -1 is the beginning."""
    last = len(record.acts) - 1
    if ply > last:
        raise no_ply(ply, -1, last)


def random_seat(game: Ruleset) -> Seat:
    """Return a random seat, as the dealer."""
    return SystemRandom().choice(game.seating.seats)
