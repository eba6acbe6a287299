"""Recording the demo's championship: three rounds are over, the fourth is being played."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from api.cli.progress import working
from domain.fair.forms import SEED_BYTES
from domain.ledger.encounter_file import encounter_id
from domain.tournament.score_sheet import Count, Sheet
from replay.generated import championship as plan
from replay.generated.evening import Evening

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from api.services import Services
    from domain.ledger.commands import Sent
    from domain.tournament.state import Pairing

BY: Final = "demo"
ROUND: Final = timedelta(minutes=50)


def cup(evening: Evening) -> UUID:
    """The id of the championship."""
    return evening.id_of("tournament", plan.NAME, plan.BEGINS)


def record(services: Services, evening: Evening) -> None:
    """Record what is not there yet: each step is a command with a key of its own, so a second time changes nothing."""
    ledger, cup_id = services.ledger, cup(evening)
    clock = plan.BEGINS

    def sent(key: str) -> Sent:
        at = clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {"by": BY, "at": at, "key": f"championship {key}"}

    ledger.open_tournament(
        plan.NAME, plan.TERMS, "304", club=evening.club.id, tournament_id=cup_id, note=evening.source, **sent("open")
    )
    for number, (one, other) in enumerate(plan.PAIRS, 1):
        ledger.make_entry(cup_id, f"{one} and {other}", (one, other), **sent(f"entry {number}"))
    ledger.set_seeds(cup_id, [str(number) for number in range(1, len(plan.PAIRS) + 1)], **sent("seeds"))
    places = dict(enumerate((table.id for table in evening.tables), 1))
    ledger.name_tables(cup_id, places, **sent("tables"))
    with working("recording a championship", plan.ROUNDS) as work:
        for round_ in range(1, plan.ROUNDS + 1):
            chance = secrets.token_bytes(SEED_BYTES)
            ledger.draw_round(cup_id, round_, entropy=chance, **sent(f"draw {round_}"))
            clock += ROUND
            last = round_ == plan.ROUNDS
            for pairing in ledger.tournament(cup_id).round(round_).drawn.pairings:
                report(services, cup_id, round_, pairing, sent, last=last)
            if not last:
                ledger.close_round(cup_id, round_, **sent(f"close {round_}"))
            if round_ == 2:
                why = "Lost a challenge before the table's referee."
                ledger.adjust(cup_id, "6", -3, why, "tokens", **sent("challenge"))
            work.advance(1)


def report(
    services: Services, cup_id: UUID, round_: int, pairing: Pairing, sent: Callable[[str], Sent], *, last: bool
) -> None:
    """What a table has told by now; in the last round the first is done, others are still at it."""
    ledger, number = services.ledger, pairing.table
    table, named = encounter_id(cup_id, round_, number), f"{round_} {number}"
    if last and number > 2:
        if number == 3 and not ledger.encounter(table).match:
            ledger.seat_match(table, **sent(f"match {named}"))
        return
    (north,), (east,) = pairing.sides
    won = plan.result(round_, north, east)
    if (round_, number) == (1, 2):
        ledger.enter_result(table, sheet(*reversed(won)), **sent(f"result {named}"))
        ledger.correct_result(table, sheet(*won), "The columns had been mixed up.", **sent(f"corrected {named}"))
    else:
        ledger.enter_result(table, sheet(*won), **sent(f"result {named}"))
    if not last or number == 1:
        for side in (0, 1):
            ledger.confirm_result(table, side, **sent(f"confirmed {named} {side}"))


def sheet(north: int, east: int) -> Sheet:
    """A score sheet on which only the tokens were written."""
    return Sheet((Count(tokens=north), Count(tokens=east)))
