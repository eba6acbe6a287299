"""The log of a tournament with everything that belongs to it, as far as the caller may see it.

Besides the facts of the tournament and its tables it has the disputes, what was disclosed, corrected and ruled in
settled deals, and for directors the webhooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import dispute_access
from api.callers import Place, caller
from api.clock import format_time
from api.lists import catalogue
from api.permissions import OFFICE
from api.services import ledger, services
from domain.ledger.errors import NotFound
from replay.tournament_log import (
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
    from collections.abc import Iterator, Mapping

    from api.tournament_access import VisibleTournament
    from replay.words import Language


def whole_log(visible: VisibleTournament, query: Mapping[str, Any], language: Language) -> list[dict[str, Any]]:
    """Return the rows of the log, oldest first. ``query``: ``round``, ``table``, ``kind`` and ``person``, all optional.

    A round selects its tables, and 0 the tournament without its tables. Raises `Declined` for a round that is not
    drawn.
    """
    tournament, number = visible.tournament, query.get("round")
    events = visible.history(tournament.id)
    words = TournamentLogWords(language, names_of(tournament), tournament.terms)
    log_rows = [] if number else [*rows(events, words), *_webhooks(visible, words)]
    if number != OWN:
        if number:
            tournament.round(number)
        tables = {stream: at for stream, at in tables_of(tournament, events).items() if number in (None, at[0])}
        histories = visible.histories(list(tables))
        for stream, recorded in histories.items():
            log_rows += rows(recorded, words, *tables[stream])
        log_rows += [row for row in _disputes(visible, language) if number in (None, row["round"])]
        # Nobody has seen a later fact of a deal at an earlier moment: then they are left out.
        deals = deals_of(tables, histories) if visible.moment is None else {}
        if deals:
            topics = [fact.TOPIC for fact in DEAL_FACTS]
            log_rows += deal_rows(deals, ledger().repository.events_of(list(deals), topics), words)
    return select(
        in_order(log_rows), table=query.get("table"), kind=query.get("kind", ""), person=query.get("person", "")
    )


def _disputes(visible: VisibleTournament, language: Language) -> Iterator[dict[str, Any]]:
    words = DisputeWords(language, visible.tournament.terms)
    for row in catalogue().rows("dispute", where={"tournament": str(visible.tournament.id)}):
        try:
            dispute = dispute_access.get(row.id)
        except NotFound:
            continue
        events = dispute.events
        if visible.moment is not None:
            events = events[: services().recorder.version_at(row.id, visible.moment)]
        yield from dispute_rows(events, words, readable=dispute.is_readable)


def _webhooks(visible: VisibleTournament, words: TournamentLogWords) -> Iterator[dict[str, Any]]:
    """Yield the rows of webhooks, for directors of the tournament."""
    club = visible.tournament.club
    sender = caller()
    if sender.role not in OFFICE or not sender.covers(Place(str(club) if club else None)):
        return
    for webhook in services().webhooks.of(visible.tournament.id):
        yield webhook_row(format_time(webhook.created_at), words.webhook(webhook.url, ended=False))
        if webhook.ended_at is not None:
            sentence = words.webhook(webhook.url, ended=True, reason=webhook.reason)
            yield webhook_row(format_time(webhook.ended_at), sentence)
