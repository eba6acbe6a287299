"""The commands on clubs, players and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack
from uuid import UUID

from domain.club.aggregates import Club, Player, Table
from domain.club.facts import (
    BroadcastDelaySet,
    ClubOpened,
    ClubRenamed,
    PlayerRegistered,
    PlayerRenamed,
    TableOpened,
    TableRenamed,
    ZoneSet,
)
from domain.club.name_matching import key
from domain.club.policy import LEVELS, NAMES, OPEN
from domain.engine.parameters import check, plain
from domain.games.catalogue import ruleset as known_ruleset
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, Sent, SentTo, name, request
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.repository import Draft, new_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from domain.engine.ruleset import Ruleset
    from domain.kernel.repository import Repository

    TablesOfClub = Callable[[UUID], Mapping[UUID, str]]
    """Returns the names of a club's tables, by their ids."""


class Clubs:
    """Commands on clubs, their rulesets, players and tables."""

    def __init__(self, repository: Repository, tables: TablesOfClub | None = None) -> None:
        """``tables``: reads the tables of a club; without it, two of them may have the same name."""
        self._repository = repository
        self.tables = tables

    def get_club(self, club_id: UUID) -> Club:
        """Return a club."""
        return self._repository.get(Club, club_id)

    def get_player(self, player_id: UUID) -> Player:
        """Return a player."""
        return self._repository.get(Player, player_id)

    def get_table(self, table_id: UUID) -> Table:
        """Return a table."""
        return self._repository.get(Table, table_id)

    def ruleset(self, ruleset: str | Ruleset, club: str | None, table: str | None = None) -> Ruleset:
        """Return the ruleset with a key, in the club or the table's club; a given ruleset is checked and returned."""
        if not isinstance(ruleset, str):
            return check(ruleset)
        home = as_id(club) or (self.get_table(UUID(table)).club if table else None)
        return self.get_club(home).playable_ruleset(ruleset) if home else known_ruleset(ruleset)

    def check_table(self, club: str | None, table: str | None) -> None:
        """Raise `Declined` if the table belongs to another club than the deal or the match."""
        if club is None or table is None:
            return
        home = self.get_table(UUID(table)).club
        if home is not None and str(home) != club:
            raise Declined("table-club", "the table {table} belongs to another club", table=table)

    def open_club(self, called: str, *, club_id: UUID | None = None, sees: str = NAMES, **sent: Unpack[Sent]) -> Saved:
        """Open a club under a name. ``sees``: what others see of it. Raises `Declined` for an unknown choice."""
        command = request("", sent, "open club", called, club_id, *([] if sees == NAMES else [sees]))
        if sees not in LEVELS:
            raise Declined("who-sees", "a club is {levels}", levels=", ".join(LEVELS))
        return self._repository.create(command, Club, club_id, ClubOpened(name(called), "" if sees == OPEN else sees))

    @change(Club, "choose who sees")
    def choose_who_sees(self, club: Club, level: str, age: int = 0, **_: Unpack[SentTo]) -> Decided:
        """Choose what others see of the club, and the age below which players are minors (`domain.club.who_sees`)."""
        return club.choose_who_sees(level, age)

    @change(Club, "choose retention")
    def choose_retention(self, club: Club, files: int, classes: int, **_: Unpack[SentTo]) -> Decided:
        """Choose after how many days files of evidence and pupils of classes are removed; 0 for never."""
        return club.choose_retention(files, classes)

    @change(Club, "rename")
    def rename_club(self, club: Club, called: str, **_: Unpack[SentTo]) -> Decided:
        """Rename the club."""
        called = name(called)
        return ClubRenamed(club.other_name(called))

    @change(Club, "set zone")
    def set_zone(self, club: Club, zone: str, **_: Unpack[SentTo]) -> Decided:
        """Set the time zone of the club's venue by its IANA name; an empty name for none."""
        return ZoneSet(club.other_zone(zone))

    @change(Club, "name ruleset")
    def name_ruleset(
        self,
        club: Club,
        ruleset: str,
        called: str,
        base: str,
        changes: Mapping[str, Any],
        note: str = "",
        **_: Unpack[SentTo],
    ) -> Decided:
        """Name a club's own ruleset with the key ``ruleset``: the catalogue's ruleset ``base`` with some changes.

        If the club has used the key before, this is the next version. New deals and matches of the club use it by its
        key.
        """
        called, note = name(called), note.strip()
        return club.name_ruleset(known_ruleset(base), ruleset, called, changes, note)

    @change(Club, "withdraw ruleset")
    def withdraw_ruleset(self, club: Club, ruleset: str, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Withdraw a club's own ruleset: new deals and matches cannot use it until it is named again."""
        return club.withdraw_ruleset(ruleset, why.strip())

    def register_player(
        self, called: str, *, club: UUID | None = None, player_id: UUID | None = None, **sent: Unpack[Sent]
    ) -> Saved:
        """Register a player, with or without a club."""
        command = request("", sent, "register player", called, club, player_id)
        return self._repository.create(
            command, Player, player_id, PlayerRegistered(name(called), self._repository.known_id(Club, club))
        )

    @change(Player, "rename")
    def rename_player(self, player: Player, called: str, **_: Unpack[SentTo]) -> Decided:
        """Rename the player."""
        called = name(called)
        return PlayerRenamed(player.other_name(called))

    @change(Player, "choose shown as")
    def choose_shown_as(self, player: Player, form: str, pseudonym: str = "", **_: Unpack[SentTo]) -> Decided:
        """Choose how others see a player's name: in full, as initials, or as a pseudonym."""
        return player.choose_shown_as(form, name(pseudonym) if pseudonym.strip() else "")

    @change(Player, "mark minor")
    def mark_minor(self, player: Player, is_minor: bool, **_: Unpack[SentTo]) -> Decided:
        """Mark the player as a minor, who is shown by initials at most, or as no longer one."""
        return player.mark_minor(is_minor)

    @change(Player, "record consent")
    def record_consent(self, player: Player, day: str, guardian: str, **_: Unpack[SentTo]) -> Decided:
        """Record that a guardian consented that a minor is shown like an adult."""
        return player.record_consent(day, name(guardian))

    @change(Player, "withdraw consent")
    def withdraw_consent(self, player: Player, day: str, **_: Unpack[SentTo]) -> Decided:
        """Withdraw the guardian's consent."""
        return player.withdraw_consent(day)

    @change(Player, "choose sight")
    def choose_sight(
        self,
        player: Player,
        shown: tuple[str, str],
        *,
        is_minor: bool,
        consent: tuple[str, str] = ("", ""),
        withdrawn: str = "",
        **_: Unpack[SentTo],
    ) -> Decided:
        """Choose at once how others see a player's name, and say whether the player is a minor with a consent."""
        form, pseudonym = shown
        day, guardian = consent
        return player.choose_sight(
            (form, name(pseudonym) if pseudonym.strip() else ""),
            is_minor=is_minor,
            consent=(day, name(guardian)) if day or guardian else ("", ""),
            withdrawn=withdrawn,
        )

    def open_table(
        self, called: str, *, club: UUID | None = None, table_id: UUID | None = None, **sent: Unpack[Sent]
    ) -> Saved:
        """Add a table, in a club or without one. Raises `Declined` if a table of the club has the name."""
        command = request("", sent, "open table", called, club, table_id)
        opening = TableOpened(name(called), self._repository.known_id(Club, club))

        def draft() -> Draft:
            table = Table(table_id or new_id(command.at))
            self._check_table_name(club, opening.name, table.id)
            table.take(opening, *command.stamp)
            return (table,)

        return self._repository.execute(command, None, draft)

    @change(Table, "rename")
    def rename_table(self, table: Table, called: str, **_: Unpack[SentTo]) -> Decided:
        """Rename the table. Raises `Declined` if another table of the club has the name."""
        called = name(called)
        renamed = TableRenamed(table.other_name(called))
        self._check_table_name(table.club, called, table.id)
        return renamed

    def _check_table_name(self, club: UUID | None, called: str, own: UUID) -> None:
        """Raise `Declined` if another table of a club has a name. Nobody could tell the two apart on a slip."""
        tables = self.tables(club) if club and self.tables else {}
        if any(key(title) == key(called) for table, title in tables.items() if table != own):
            raise Declined("table-name", "The club has a table with this name already.")

    @change(Table, "delay broadcast")
    def delay_broadcast(self, table: Table, seconds: int, **_: Unpack[SentTo]) -> Decided:
        """Set the delay, in seconds, after which viewers away from the table see its deals; 0 for no delay."""
        return BroadcastDelaySet(table.other_delay(seconds))


def ruleset_content(ruleset: str | Ruleset) -> dict[str, Any]:
    """Return the ruleset as part of a command: only its key if a key was sent.

    So a repeated command is recognised even if the key means another ruleset by then.
    """
    return {"key": ruleset} if isinstance(ruleset, str) else plain(ruleset)
