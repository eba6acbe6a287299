"""Open a rotating four in one step: a tournament with its players and the first set drawn."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Unpack

from api.people.registered_players import registered
from domain.club.name_matching import Players
from domain.fair.forms import SEED_BYTES
from domain.kernel.ids import as_id
from domain.tournament.rotating_four import RACE, check_four, four_terms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from api.services import Services
    from domain.kernel.commands import Saved, Sent


def open_four(
    services: Services,
    players: Sequence[str],
    ruleset: str,
    *,
    called: str = "",
    club: UUID | None = None,
    race: int = RACE,
    note: str = "",
    tournament_id: UUID | None = None,
    **sent: Unpack[Sent],
) -> Saved:
    """Open a rotating four. ``players``: ids or names; a registered player of the club may be given by name.

    ``called``: the name; by default the four names. Raises `Declined` unless there are four different players.
    """
    four = check_four(list(players))
    people = registered(services, club) if club else Players(())
    ids = [each if as_id(each) else people.one(each) or each for each in four]
    known = [identity for identity in map(as_id, ids) if identity]
    titles = {str(row.id): row.title for row in services.catalogue.find_all(known) if row.kind == "player"}
    entries = [(titles.get(each, each), [each]) for each in ids]
    return services.ledger.tournaments.open(
        called.strip() or ", ".join(name for name, _ in entries)[:200],
        four_terms(race),
        ruleset,
        club=club,
        note=note,
        tournament_id=tournament_id,
        entries=entries,
        rounds=1,
        entropy=secrets.token_bytes(SEED_BYTES),
        **sent,
    )
