"""The registered players whom accounts are: an account has at most one in a club, a player at most one account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, LiteralString

from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from uuid import UUID

    from store.events.recorder import Recorder


@dataclass(frozen=True, slots=True)
class AccountPlayer:
    """An account and the registered player of a club whom it is."""

    account: UUID
    club: UUID
    player: UUID
    linked_at: datetime


LINK: LiteralString = (
    "INSERT INTO account_players (account_id, club_id, player_id, admitted_by) VALUES (%s, %s, %s, %s)"
    " ON CONFLICT DO NOTHING RETURNING 1"
)
"""Links a player to an account. Returns no row if one of them is taken, or the player was forgotten."""
_NAMES: LiteralString = "account_id, club_id, player_id, linked_at"


class AccountPlayers:
    """The table of the players of accounts."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def of_account(self, account: UUID) -> list[AccountPlayer]:
        """Return the players of an account, the first one first."""
        return self._run("account_id = %s ORDER BY linked_at, club_id", [account])

    def of_accounts(self, accounts: Collection[UUID]) -> list[AccountPlayer]:
        """Return the players of some accounts."""
        return self._run("account_id = ANY (%s) ORDER BY linked_at, club_id", [list(accounts)])

    def of_player(self, player: UUID) -> AccountPlayer | None:
        """Return the account of a registered player; None if it has none."""
        linked = self._run("player_id = %s", [player])
        return linked[0] if linked else None

    def of_players(self, players: Sequence[UUID]) -> dict[UUID, AccountPlayer]:
        """Return those of some registered players who have an account, by player."""
        return {linked.player: linked for linked in self._run("player_id = ANY (%s)", [list(players)])}

    def link(self, account: UUID, club: UUID, player: UUID, admitted_by: UUID | None = None) -> bool:
        """Link a player of a club to an account.

        Returns False if the account has a player in the club, or the player an account, or was forgotten. Callers check
        that the player is registered in the club. ``admitted_by``: the account of the official who let the person in.
        """
        return bool(rows(self.recorder, LINK, [account, club, player, admitted_by]))

    def unlink(self, account: UUID, club: UUID) -> UUID | None:
        """Take an account's player of a club from it. Returns the player; None if it had none."""
        unlinked = rows(
            self.recorder,
            "DELETE FROM account_players WHERE account_id = %s AND club_id = %s RETURNING player_id",
            [account, club],
        )
        return unlinked[0][0] if unlinked else None

    def _run(self, condition: LiteralString, values: Sequence[object]) -> list[AccountPlayer]:
        query: LiteralString = f"SELECT {_NAMES} FROM account_players WHERE {condition}"  # noqa: S608 - constants
        return [AccountPlayer(*row) for row in rows(self.recorder, query, values)]
