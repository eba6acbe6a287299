"""The rows of a tournament's log from all that belongs to it: for a caller of the API, and for the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from api.clock import format_time
from api.people.player_names import names_in
from replay.tournaments.log import (
    OWN,
    deal_rows,
    deals_of,
    dispute_rows,
    in_order,
    names_of,
    rows,
    select,
    tables_of,
    webhook_row,
)
from replay.words.disputes import DisputeWords
from replay.words.tournament_log import DEAL_FACTS, TournamentLogWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from uuid import UUID

    from api.services import Services
    from domain.kernel.events import Recorded
    from domain.tournament.aggregate import Tournament
    from replay.words import Language
    from store.tables.catalogue import Catalogue
    from store.tables.webhooks import Webhook


@dataclass(frozen=True, slots=True)
class Sources:
    """The rows that a reader may see of everything that belongs to a tournament."""

    events: Sequence[Recorded]
    """Those of the tournament."""
    histories: Callable[[Sequence[UUID]], Mapping[UUID, Sequence[Recorded]]]
    """Returns the events of some of its tables."""
    disputes: Iterable[tuple[Sequence[Recorded], bool]]
    """The events of each dispute, and whether the reader may read them."""
    deal_events: Callable[[Sequence[UUID], Sequence[str]], Iterable[Recorded]] | None
    """Returns the events of some deals with some topics; None if the reader sees none of them."""
    webhooks: Iterable[Webhook]
    catalogue: Catalogue
    """Knows the names of registered players."""


def log_of(
    tournament: Tournament, sources: Sources, query: Mapping[str, Any], language: Language
) -> list[dict[str, Any]]:
    """Return the rows of the log, oldest first. ``query``: ``round``, ``table``, ``kind`` and ``person``, all optional.

    A round selects its tables, and 0 the tournament without its tables. Raises `Declined` for a round that is not
    drawn.
    """
    number = query.get("round")
    if number:
        tournament.round(number)
    of_tables = {} if number == OWN else tables_of(tournament, sources.events)
    tables = {stream: at for stream, at in of_tables.items() if number in (None, at[0])}
    histories = sources.histories(list(tables)) if tables else {}
    facts = (event.fact for events in (sources.events, *histories.values()) for event in events)
    names = names_in(facts, sources.catalogue) | names_of(tournament)
    words = TournamentLogWords(language, names, tournament.terms)
    log_rows = [] if number else [*rows(sources.events, words), *_webhook_rows(sources.webhooks, words)]
    if number != OWN:
        for stream, recorded in histories.items():
            log_rows += rows(recorded, words, *tables[stream])
        of_dispute = DisputeWords(language, tournament.terms)
        for events, readable in sources.disputes:
            of_one = dispute_rows(events, of_dispute, readable=readable)
            log_rows += [row for row in of_one if number in (None, row["round"])]
        deals = deals_of(tables, histories) if sources.deal_events else {}
        if deals and sources.deal_events:
            log_rows += deal_rows(deals, sources.deal_events(list(deals), [fact.TOPIC for fact in DEAL_FACTS]), words)
    return select(
        in_order(log_rows), table=query.get("table"), kind=query.get("kind", ""), person=query.get("person", "")
    )


def sources_of(services: Services, tournament_id: UUID) -> Sources:
    """Return everything that belongs to a tournament, without regard to who reads it."""
    repository = services.ledger.repository
    disputes = services.catalogue.rows("dispute", where={"tournament": str(tournament_id)})
    return Sources(
        events=repository.history(tournament_id),
        histories=repository.histories,
        disputes=[(repository.history(row.id), True) for row in disputes],
        deal_events=repository.events_of,
        webhooks=services.webhooks.of(tournament_id),
        catalogue=services.catalogue,
    )


def _webhook_rows(webhooks: Iterable[Webhook], words: TournamentLogWords) -> Iterator[dict[str, Any]]:
    for webhook in webhooks:
        yield webhook_row(format_time(webhook.created_at), words.webhook(webhook.url, ended=False))
        if webhook.ended_at is not None:
            sentence = words.webhook(webhook.url, ended=True, reason=webhook.reason)
            yield webhook_row(format_time(webhook.ended_at), sentence)
