"""Record the generated evening and championship in a record book, with the public commands of its ledger.

Each command has a fixed id or key, so recording a second time changes nothing.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from demo import championship
from demo.evening import BEGINS, EVENT, Evening, Sitting
from demo.lesson import lesson_on
from demo.scribe import format_time
from domain.club.policy import OPEN
from domain.engine.facts import IrregularityNoted
from domain.fair.forms import SEED_BYTES
from domain.kernel.commands import Saved
from domain.kernel.errors import AlreadyThere, NotFound
from domain.lesson.facts import PUBLIC
from domain.record.errors import ImportDiffers
from domain.tournament.results.sheet import Count, Sheet
from domain.tournament.tables.encounter import encounter_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from domain.kernel.commands import Sent
    from domain.ledger import Ledger
    from domain.tournament.state import Pairing

BY: Final = "demo"
TOGETHER: Final = 12
"""The number of deals saved in one transaction."""
ROUND: Final = timedelta(minutes=50)
LESSON_AT: Final = BEGINS + timedelta(hours=20)
"""The time at which a lesson is made of a deal of the evening."""


class OtherEvening(RuntimeError):
    """Raised when the record book holds another evening under the same ids."""


def record_club(ledger: Ledger, evening: Evening) -> None:
    """Record the club of an evening, its players and its tables."""
    at = format_time(BEGINS)
    with suppress(AlreadyThere):
        ledger.clubs.open_club(evening.club.name, club_id=evening.club.id, sees=OPEN, by=BY, at=at)
    for player in evening.players:
        with suppress(AlreadyThere):
            ledger.clubs.register_player(player.name, club=evening.club.id, player_id=player.id, by=BY, at=at)
    for table in evening.tables:
        with suppress(AlreadyThere):
            ledger.clubs.open_table(table.name, club=evening.club.id, table_id=table.id, by=BY, at=at)


def record_sitting(ledger: Ledger, evening: Evening, sitting: Sitting) -> int:
    """Record one match and its deals; return how many of the deals are new. Raises `OtherEvening`."""
    new = 0
    with suppress(AlreadyThere):
        ledger.matches.open(
            sitting.ruleset,
            sitting.dealer,
            match_id=sitting.id,
            club=evening.club.id,
            table=sitting.table.id,
            teams=sitting.teams,
            players=sitting.players,
            event="",
            by=sitting.by,
            at=sitting.at,
        )
    for start in range(0, len(sitting.deals), TOGETHER):
        for outcome in ledger.imports.import_deals(sitting.deals[start : start + TOGETHER]):
            if isinstance(outcome, ImportDiffers) and outcome.is_continued:
                continue  # a visitor corrected it or made a ruling on it
            if not isinstance(outcome, Saved):
                raise OtherEvening(str(outcome))
            new += not outcome.replayed
    if sitting.stopped and not ledger.matches.get(sitting.id).ended:
        ledger.matches.end(sitting.id, by=sitting.by, at=sitting.stopped)
    return new


def championship_id(evening: Evening) -> UUID:
    """Return the id of the championship that is recorded with an evening."""
    return evening.id_of("tournament", championship.NAME, championship.BEGINS)


def record_championship(ledger: Ledger, evening: Evening) -> Iterator[int]:
    """Record the championship; yield the number of each recorded round. The last round stays open."""
    cup_id = championship_id(evening)
    clock = championship.BEGINS

    def stamp(key: str) -> Sent:
        return {"by": BY, "at": format_time(clock), "key": f"championship {key}"}

    ledger.tournaments.open(
        championship.NAME,
        championship.TERMS,
        "304",
        club=evening.club.id,
        tournament_id=cup_id,
        note=evening.source,
        **stamp("open"),
    )
    for number, (one, other) in enumerate(championship.PAIRS, 1):
        ledger.entries.make_entry(cup_id, f"{one} and {other}", (one, other), **stamp(f"entry {number}"))
    ledger.entries.set_seeds(
        cup_id, [str(number) for number in range(1, len(championship.PAIRS) + 1)], **stamp("seeds")
    )
    places = dict(enumerate((table.id for table in evening.tables), 1))
    ledger.tournaments.name_tables(cup_id, places, **stamp("tables"))
    for round_ in range(1, championship.ROUNDS + 1):
        chance = secrets.token_bytes(SEED_BYTES)
        ledger.rounds.draw_round(cup_id, round_, entropy=chance, **stamp(f"draw {round_}"))
        clock += ROUND
        is_last = round_ == championship.ROUNDS
        for pairing in ledger.tournaments.get(cup_id).round(round_).drawn.pairings:
            _report(ledger, cup_id, round_, pairing, stamp, is_last=is_last)
        if not is_last:
            ledger.rounds.close_round(cup_id, round_, **stamp(f"close {round_}"))
        if round_ == 2:
            why = "Lost a challenge before the table's referee."
            ledger.adjustments.adjust(cup_id, "6", -3, why, "tokens", **stamp("challenge"))
        yield round_


def _report(
    ledger: Ledger, cup_id: UUID, round_: int, pairing: Pairing, sent: Callable[[str], Sent], *, is_last: bool
) -> None:
    """Record the result of a table.

    In the last round table 1 has a confirmed result, table 2 an unconfirmed one, and table 3 an open match.
    """
    number = pairing.table
    table, key = encounter_id(cup_id, round_, number), f"{round_} {number}"
    if is_last and number > 2:
        if number == 3 and not ledger.encounters.get(table).match:
            ledger.table_matches.seat_match(table, **sent(f"match {key}"))
        return
    (north,), (east,) = pairing.sides
    won = championship.result(round_, north, east)
    if (round_, number) == (1, 2):
        ledger.encounters.enter_result(table, _sheet(*reversed(won)), **sent(f"result {key}"))
        ledger.encounters.correct_result(
            table, _sheet(*won), "The columns had been mixed up.", **sent(f"corrected {key}")
        )
    else:
        ledger.encounters.enter_result(table, _sheet(*won), **sent(f"result {key}"))
    if not is_last or number == 1:
        for side in (0, 1):
            ledger.encounters.confirm_result(table, side, **sent(f"confirmed {key} {side}"))


def _sheet(north: int, east: int) -> Sheet:
    """Return a score sheet with only the tokens of both sides."""
    return Sheet((Count(tokens=north), Count(tokens=east)))


def lesson_id(evening: Evening) -> UUID:
    """Return the id of the lesson that is recorded with an evening."""
    return evening.id_of("lesson", EVENT, LESSON_AT)


def record_lesson(ledger: Ledger, evening: Evening) -> None:
    """Record and publish a lesson on a deal of the evening, if possible one with a breach.

    Records nothing if no deal is long enough.
    """
    with suppress(NotFound):
        if ledger.lessons.get(lesson_id(evening)).published:
            return
    deals = [ledger.deals.get(evening.deal_id(number)) for number in range(1, evening.deals + 1)]
    broken = [deal for deal in deals if any(isinstance(fact, IrregularityNoted) for _, fact in deal.record.notes)]
    content = next(filter(None, map(lesson_on, [*broken, *deals])), None)
    if content is None:
        return
    with suppress(AlreadyThere):
        ledger.lessons.open(
            content, club=evening.club.id, lesson_id=lesson_id(evening), by=BY, at=format_time(LESSON_AT)
        )
    ledger.lessons.publish(lesson_id(evening), PUBLIC, by=BY, at=format_time(LESSON_AT))
