"""Whether the callers of open streams still have the rights with which they began, asked for many of them at once."""

from __future__ import annotations

from random import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from uuid import UUID

    from api.live.listener import Listener
    from store.tables.classes import Classes
    from store.tables.people.account_players import AccountPlayers
    from store.tables.people.tokens import Tokens

PARTS = 15
"""The questions in the time within which each caller must be asked for: so many are asked for at once."""


class Rights(NamedTuple):
    """The grounds of the rights of a caller, which end with any of them."""

    secret: bytes
    """The hash of the secret of its token or session, or of a pupil."""
    class_code: str = ""
    """The code of the class whose pupil it is; empty for others."""
    account: UUID | None = None
    players: Mapping[str, str] | None = None
    """The registered players of the account, by club, as long as it has an account."""


def ask_store(
    tokens: Tokens, account_players: AccountPlayers, classes: Classes
) -> Callable[[Collection[Rights]], list[bool]]:
    """Return a function that returns for each of some rights whether it still holds, with at most three queries."""

    def ask(rights: Collection[Rights]) -> list[bool]:
        of_pupils = {each.secret for each in rights if each.class_code}
        of_others = {each.secret for each in rights if not each.class_code}
        accounts = {each.account for each in rights if each.account is not None}
        pupils = classes.find_pupils(of_pupils) if of_pupils else set()
        good = tokens.find_good(of_others) if of_others else set()
        players: dict[UUID, dict[str, str]] = {account: {} for account in accounts}
        for linked in account_players.of_accounts(accounts) if accounts else ():
            players[linked.account][str(linked.club)] = str(linked.player)
        return [
            ((each.secret, each.class_code) in pupils if each.class_code else each.secret in good)
            and (each.account is None or players[each.account] == each.players)
            for each in rights
        ]

    return ask


class RightsWatch:
    """The listeners whose callers have rights that can end. Callers hold the hub's lock, but for `find_ended`."""

    def __init__(self, ask: Callable[[Collection[Rights]], list[bool]]) -> None:
        self._ask = ask
        self._watched: dict[Listener, tuple[Rights, float, float]] = {}
        """The rights of the listeners, the time at which each must be asked for, and the seconds between two times."""
        self._next = 0.0

    def add(self, listener: Listener, rights: Rights, now: float, seconds: float) -> None:
        """Watch the rights of a listener, which must be asked for once in so many seconds."""
        # The first time comes early, so that those who came together are not asked for together.
        self._watched[listener] = rights, now + seconds * random(), seconds  # noqa: S311
        self._next = min(self._next, now + seconds / PARTS)

    def discard(self, listener: Listener) -> None:
        """Watch a listener no longer. Harmless when repeated."""
        self._watched.pop(listener, None)

    def take_due(self, now: float) -> dict[Listener, Rights]:
        """Return the rights that must be asked for before the next call, and count them as asked for."""
        if now < self._next or not self._watched:
            return {}
        pause = min(seconds for _, _, seconds in self._watched.values()) / PARTS
        self._next = now + pause
        due = {each: rights for each, (rights, at, _) in self._watched.items() if at <= now + pause}
        for listener, rights in due.items():
            seconds = self._watched[listener][2]
            self._watched[listener] = rights, now + seconds, seconds
        return due

    def find_ended(self, due: Mapping[Listener, Rights]) -> list[Listener]:
        """Return the listeners whose rights have ended."""
        return [each for each, holds in zip(due, self._ask(list(due.values())), strict=True) if not holds]
