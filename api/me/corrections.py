"""Requests of players to correct a deal or a result, in the club's register of requests (`domain.removal.requests`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.deals import access as deal_access
from api.me.players import own_players
from api.people.register import corrections_of
from api.services import ledger
from domain.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from api.me.players import OwnPlayer
    from domain.kernel.commands import Saved


def own_corrections() -> list[dict[str, Any]]:
    """Return the corrections that the caller has asked for, with their answers, as JSON values."""
    return [
        {**line, "club": str(own.club.id), "club_name": own.club.title}
        for own in own_players()
        for line in corrections_of(ledger(), own.club.id, own.id)
    ]


def player_in_deal(deal_id: UUID) -> OwnPlayer:
    """Return the player who the caller is in a deal. Raises `NotFound` if the caller did not play it."""
    opened = deal_access.read(deal_id)[0].record.opened
    return _player("deal", deal_id, opened.club, opened.players)


def player_at_table(encounter_id: UUID) -> OwnPlayer:
    """Return the player who the caller is at a table of a round. Raises `NotFound` if the caller does not sit there."""
    table = ledger().encounters.get(encounter_id)
    return _player("encounter", encounter_id, table.setting.club, {**table.setting.seats, **table.seats})


def ask(own: OwnPlayer, about: UUID, params: Mapping[str, Any]) -> Saved:
    """Ask the officials of the player's club for a correction of a deal, or of the result of a table of a round."""
    sent = commands.metadata(params)
    return ledger().requests.ask_for_correction(own.club.id, own.id, about, params["text"], sent["at"][:10], **sent)


def _player(kind: str, identity: UUID, club: str | None, seats: Mapping[str, str]) -> OwnPlayer:
    for own in own_players():
        if str(own.club.id) == club and own.is_among(seats.values()):
            return own
    raise NotFound(kind, identity)
