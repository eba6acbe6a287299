"""The log of a tournament as plain JSON values: a row for each fact of the tournament and of its tables."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from domain.dispute import facts as disputes
from domain.engine.facts import facts_in
from domain.tournament.facts import (
    adjustments,
    clock,
    encounters,
    entries,
    lifecycle,
    lots,
    matches,
    packs,
    results,
    rounds,
    rulings,
    wishes,
)
from domain.tournament.tables.encounter import encounter_id
from replay.csv_text import write_csv
from replay.sentence_fields import sentence_fields
from replay.words import ENGLISH
from replay.words.tournament_log import DEAL_FACTS, TournamentLogWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from domain.engine.facts import Fact
    from domain.kernel.events import Recorded
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId
    from replay.words import Language
    from replay.words.disputes import DisputeWords

OWN = 0
"""The table number that stands for the tournament alone, without its tables."""
KINDS: Final[dict[str, tuple[type[Fact], ...]]] = {
    "tournament": (
        lifecycle.TournamentOpened, lifecycle.TournamentRenamed, lifecycle.TermsChanged, lifecycle.TablesNamed,
        lifecycle.TournamentEnded, lifecycle.TournamentCancelled, lifecycle.TournamentReopened,
    ),
    "entries": (
        entries.EntryMade, entries.EntryChanged, entries.SeedsSet, entries.EntryWithdrawn, entries.EntryReturned,
        adjustments.StartingScoreSet, entries.CategoriesSet, entries.EntryDetailsSet,
        wishes.AvoidanceAdded, wishes.AvoidanceWithdrawn, wishes.ByeRequested, wishes.ByeRequestWithdrawn,
    ),
    "rounds": (
        rounds.RoundDrawn, rounds.RoundRedrawn, rounds.DrawWithdrawn, rounds.RoundClosed, rounds.RoundReopened,
        encounters.EncounterSet, encounters.EncounterDropped, encounters.EncounterClosed, encounters.EncounterReopened,
    ),
    "results": (
        results.ResultEntered, results.ResultConfirmed, results.ConfirmationWithdrawn, results.ResultContested,
        results.ResultCorrected, results.ResultWithdrawn, matches.DealScored, matches.DealUnscored, matches.DealAgreed,
        matches.MatchSeated, matches.MatchAdopted, encounters.SeatsChanged,
    ),
    "rulings": (
        adjustments.AdjustmentMade, adjustments.AdjustmentWithdrawn, rulings.ResultRuled, rulings.ResultRulingLifted,
        rulings.ForfeitRuled, rulings.ForfeitLifted, rulings.ArtificialScoreGiven, rulings.ArtificialScoreWithdrawn,
        rulings.AssignedScoreGiven, rulings.AssignedScoreWithdrawn, rulings.ArrowSwitched, rulings.ArrowSwitchWithdrawn,
        rulings.WrongBoardRecorded, rulings.WrongBoardWithdrawn,
    ),
    "disputes": facts_in(disputes),
    "deals": DEAL_FACTS,
    "lots": (
        lots.LotsDrawn, lots.LotsPromised, lots.LotsSealed, packs.PacksCommitted, packs.PacksDiscarded,
        packs.PacksOpened, packs.PacksSealed,
    ),
    "clock": (
        clock.ClockStarted, clock.ClockPaused, clock.ClockResumed, clock.ClockChanged, clock.ClockStopped,
    ),
    "webhooks": (),
}  # fmt: skip
"""The kinds of rows by which the log is filtered, each with its facts. Webhooks are no facts."""
WEBHOOK: Final = "nought.Webhook"
"""Topics of the rows of webhooks, which are no events."""
BY_TOPIC: Final = {fact.TOPIC: kind for kind, types in KINDS.items() for fact in types}
"""The kind of each topic."""


def tables_of(tournament: Tournament, events: Iterable[Recorded]) -> dict[UUID, tuple[int, int]]:
    """Return the round and the table of each encounter's stream, including encounters that a redraw dropped."""
    return {
        encounter_id(tournament.id, event.fact.round, pairing.table): (event.fact.round, pairing.table)
        for event in events
        if isinstance(event.fact, rounds.RoundDrawn | rounds.RoundRedrawn)
        for pairing in event.fact.pairings
    }


def log(
    tournament: Tournament,
    events: Sequence[Recorded],
    read: Callable[[Sequence[UUID]], Mapping[UUID, Sequence[Recorded]]],
    number: int | None = None,
    language: Language = ENGLISH,
    players: Mapping[str, str] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """Return the rows of the log, oldest first. ``players``: the names of registered players, by id.

    ``number``: a round for the tables of this round, `OWN` for the tournament without its tables, None for everything.
    ``events``: those of the tournament; ``read``: returns the events of some streams. Raises `Declined` for a round
    that is not drawn.
    """
    words = TournamentLogWords(language, {**players, **names_of(tournament)}, tournament.terms)
    log_rows = [] if number else list(rows(events, words))
    if number == OWN:
        return log_rows
    if number:
        tournament.round(number)
    tables = {stream: at for stream, at in tables_of(tournament, events).items() if number in (None, at[0])}
    for stream, happened in read(list(tables)).items():
        log_rows += rows(happened, words, *tables[stream])
    return sorted(log_rows, key=lambda row: (row["at"], row["round"] or 0, row["table"] or 0, row["version"]))


def rows(
    events: Iterable[Recorded], words: TournamentLogWords, round_: int | None = None, table: int | None = None
) -> Iterator[dict[str, Any]]:
    """Yield a row for each event. ``round_``, ``table``: those of the stream; None for the tournament's own."""
    for event in events:
        yield _row(event, words.sentence(event.fact)) | {"round": round_, "table": table}


def dispute_rows(events: Sequence[Recorded], words: DisputeWords, *, readable: bool = True) -> list[dict[str, Any]]:
    """Return the rows of a dispute. ``readable``: False if only that it was opened may be shown."""
    opened = events[0].fact if events else None
    if not isinstance(opened, disputes.DisputeOpened):
        return []
    place = {"round": opened.round or None, "table": opened.number or None}
    if not readable:
        sentence = words.language.gettext("A dispute was opened.")
        return [_row(events[0], sentence) | place | {"by": ""}]
    return [_row(event, words.sentence(event.fact)) | place for event in events]


def deals_of(
    tables: Mapping[UUID, tuple[int, int]], histories: Mapping[UUID, Sequence[Recorded]]
) -> dict[UUID, tuple[int, int, int]]:
    """Return the settled deals of some tables, each with its round, its table and its number in the match."""
    deals: dict[UUID, tuple[int, int, int]] = {}
    for stream, events in histories.items():
        for event in events:
            if isinstance(event.fact, matches.DealScored):
                deals[UUID(event.fact.deal)] = (*tables[stream], event.fact.number)
            elif isinstance(event.fact, matches.DealUnscored):
                deals.pop(UUID(event.fact.deal), None)
    return deals


def deal_rows(
    deals: Mapping[UUID, tuple[int, int, int]], events: Iterable[Recorded], words: TournamentLogWords
) -> list[dict[str, Any]]:
    """Return the rows of disclosures, corrections and rulings in recorded deals, without any card."""
    return [
        _row(event, words.of_deal(event.fact, number)) | {"round": round_, "table": table}
        for event in events
        if isinstance(event.fact, DEAL_FACTS)
        for round_, table, number in [deals[event.originator_id]]
    ]


def webhook_row(at: str, sentence: str) -> dict[str, Any]:
    """Return the row of a webhook that was added or has ended."""
    return {
        "version": 0, "at": at, "by": "", "topic": WEBHOOK, **sentence_fields(sentence), "round": None, "table": None,
    }  # fmt: skip


def in_order(log_rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows sorted by time, each with its kind."""
    kinds = {**BY_TOPIC, WEBHOOK: "webhooks"}
    ordered = sorted(log_rows, key=lambda row: (row["at"], row["round"] or 0, row["table"] or 0, row["version"]))
    return [row | {"kind": kinds[row["topic"]]} for row in ordered]


def select(
    log_rows: Iterable[dict[str, Any]], *, table: int | None = None, kind: str = "", person: str = ""
) -> list[dict[str, Any]]:
    """Return the rows of a table, of a kind, and by a person (without regard to capital letters)."""
    return [
        row
        for row in log_rows
        if table in (None, row["table"])
        and kind in ("", row["kind"])
        and person.strip().casefold() in ("", row["by"].casefold())
    ]


def as_csv(log_rows: Iterable[dict[str, Any]]) -> str:
    """Return rows as CSV with a line of titles."""
    names = ("at", "round", "table", "kind", "by", "sentence", "topic")
    return write_csv(names, ([row[name] for name in names] for row in log_rows))


def _row(event: Recorded, sentence: str) -> dict[str, Any]:
    return {
        "version": event.originator_version,
        "at": event.at,
        "by": event.by,
        "topic": event.fact.TOPIC,
        **sentence_fields(sentence),
    }


def names_of(tournament: Tournament) -> dict[EntryId, str]:
    """Return the names of the entries."""
    return {entry: each.name for entry, each in tournament.entries.items()}
