"""Tournaments as the caller may see them by now, and random bytes for their draws.

The longest broadcast delay of a tournament's tables holds for all of it, since standings, draws and rulings show the
results of tables.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from api.deals.broadcast import late
from api.deals.table_delays import longest_delay
from api.people.player_names import names_in
from api.problems import Problem
from api.services import ledger, services
from api.tournaments.boards import NOTHING, Withheld, find_withheld
from api.tournaments.draw_changes import draw_changes
from domain.engine.words.values import sentence
from domain.fair.forms import SEED_BYTES
from domain.kernel.errors import NotFound
from domain.tournament.facts.encounters import EncounterSet
from domain.tournament.standings.ranked_aggregate import read
from domain.tournament.tables.encounter import Encounter, encounter_id
from replay.tournaments.draw_changes import assumed_results
from replay.tournaments.log import log
from replay.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from domain.kernel.events import Recorded
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Line
    from replay.words import Language


def entropy(times: int = 1) -> bytes:
    """Return random bytes of the operating system for some seeds."""
    return secrets.token_bytes(SEED_BYTES * times)


def delay(tournament_id: UUID) -> float:
    """Return the delay in seconds with which the caller sees a tournament: the longest delay of its tables."""
    delays = late()
    row = services().catalogue.find(tournament_id) if delays.seconds else None
    if row is None or row.kind != "tournament" or (row.club is not None and row.club == delays.club):
        return 0.0
    return longest_delay(delays.seconds, row.data["tables"])


@dataclass(frozen=True, slots=True)
class VisibleTournament:
    """A tournament as far as the caller may see it."""

    tournament: Tournament
    moment: datetime | None = None
    """Only events stored up to this moment count; None: all."""
    known: Withheld | None = None
    """The results that are withheld from the caller; computed when first needed."""

    @property
    def withheld(self) -> Withheld:
        """Return the results that the caller may not know yet."""
        if self.known is None:
            lines = self._all() if self.tournament.terms.rules.has_boards else []
            object.__setattr__(self, "known", find_withheld(self.tournament, lines))
        return self.known or NOTHING

    def _all(self, number: int | None = None) -> list[Line]:
        return [read(line) for line in services().lines.of(self.tournament.id, self.moment, number)]

    def lines(self, number: int | None = None) -> list[Line]:
        """Return the results that the caller may know; ``number``: of one round only."""
        return self.withheld.lines(self._all(number))

    def progress(self, number: int | None = None) -> list[Line]:
        """Return the results that are withheld from the caller, without their scores."""
        return self.withheld.progress(self._all(number)) if self.withheld.boards else []

    def encounters(self, identities: Sequence[UUID]) -> dict[UUID, Encounter]:
        """Return encounters by id, as far as the caller may know them."""
        if self.moment is None:
            encounters = ledger().encounters.get_many(identities)
        else:
            folded = {identity: Encounter.project(None, self._history(identity)) for identity in identities}
            encounters = {identity: encounter for identity, encounter in folded.items() if encounter is not None}
        return {identity: self.withheld.encounter(encounter) for identity, encounter in encounters.items()}

    def histories(self, identities: Sequence[UUID]) -> Mapping[UUID, Sequence[Recorded]]:
        """Return the events of some of the tournament's streams, as far as the caller may know them."""
        histories: Mapping[UUID, Sequence[Recorded]]
        if self.moment is None:
            histories = ledger().repository.histories(identities)
        else:
            histories = {identity: self._history(identity) for identity in identities}
        return {identity: self._visible_events(events) for identity, events in histories.items()}

    def log(self, number: int | None = None, language: Language = ENGLISH) -> list[dict[str, Any]]:
        """Return the log in sentences; ``number``: of the tables of that round, or of the tournament alone if 0."""
        events = self.history(self.tournament.id)
        players = names_in((event.fact for event in events), services().catalogue)
        return log(self.tournament, events, self.histories, number, language, players)

    def draw_changes(self, number: int, language: Language = ENGLISH) -> dict[str, list[Any]]:
        """Return the changes since the draw of a round to the results and rulings that it was made from."""
        return draw_changes(services(), self.tournament, number, self.histories, language)

    def assumed_results(self, number: int, language: Language = ENGLISH) -> list[dict[str, Any]]:
        """Return the results that the draw of a round assumed, with what the caller may know of the real ones."""
        assumed = self.tournament.round(number).drawn.assumed
        tables = self.encounters([encounter_id(self.tournament.id, each.round, each.table) for each in assumed])
        return assumed_results(self.tournament, number, tables, language)

    def history(self, identity: UUID) -> Sequence[Recorded]:
        """Return the events of one of the tournament's streams, as far as the caller may know them."""
        return self._visible_events(self._history(identity))

    def _visible_events(self, events: Sequence[Recorded]) -> Sequence[Recorded]:
        first = events[0].fact if events else None
        if not isinstance(first, EncounterSet) or not self.withheld.boards:
            return events
        return self.withheld.events(first.boards, first.table, events)

    def _history(self, identity: UUID) -> tuple[Recorded, ...]:
        to = services().recorder.version_at(identity, self.moment) if self.moment else None
        return ledger().repository.history(identity, to=to)


def get(tournament_id: UUID, version: int | None = None, at: datetime | None = None) -> VisibleTournament:
    """Return a tournament as far as the caller may see it: by now, at a moment, or at a version.

    Raises `NotFound`, or `Problem` (404) if there is no such version.
    """
    recorder = services().recorder
    if seconds := delay(tournament_id):
        newest_seen = recorder.moment_ago(seconds)
        at = min(at, newest_seen) if at else newest_seen
    newest = recorder.version_at(tournament_id, at) if at else None
    if newest == 0:
        raise NotFound("tournament", tournament_id)
    tournament = ledger().tournaments.get(tournament_id, newest)
    if version is not None and version != tournament.version:
        if version > tournament.version:
            raise Problem("not-found", sentence("the tournament has versions 1 to {last}", last=tournament.version))
        tournament = ledger().tournaments.get(tournament_id, version)
    return VisibleTournament(tournament, at)


def get_encounter(encounter_id: UUID) -> tuple[Encounter, tuple[Recorded, ...]]:
    """Return an encounter and its events, as far as the caller may know them by now. Raises `NotFound`."""
    events = ledger().repository.history(encounter_id)
    first = events[0].fact if events else None
    if isinstance(first, EncounterSet) and (seconds := delay(UUID(first.tournament))):
        events = events[: services().recorder.version_ago(encounter_id, seconds)]
    encounter = Encounter.project(None, events)
    if encounter is None:
        raise NotFound(Encounter.KIND, encounter_id)
    hidden = withheld_at(encounter)
    events = hidden.events(encounter.setting.boards, encounter.setting.table, events)
    return hidden.encounter(encounter), events


def withheld_at(encounter: Encounter) -> Withheld:
    """Return the results that the caller may not know yet of the tournament of an encounter."""
    return get(encounter.tournament).withheld if encounter.setting.boards else NOTHING
