"""The calendar of a player: the evenings of the clubs, and the tables of rounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from api.club_zones import zone_of
from api.deals.table_delays import longest_delay, read_delays
from api.messages.contents import Contents, Later
from api.messages.kinds import ROUND
from api.messages.texts import text_of
from domain.tournament.aggregate import Tournament
from domain.tournament.facts.lifecycle import TournamentCancelled, TournamentEnded

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from icalendar import Event

    from api.services import Services
    from replay.words import Language
    from store.tables.catalogue import Row

MOST_EVENINGS: Final = 50
"""The most evenings of a club, the newest ones."""
MOST_ROUNDS: Final = 50
DAYS: Final = 180
"""The days for which an evening stays in the calendar."""
LASTS: Final = timedelta(hours=1)
"""The length of a round in the calendar."""


def calendar_of(here: Services, account: UUID, base: str, language: Language) -> bytes:
    """Return the calendar of an account as iCalendar. ``base``: the address of the site; empty if it has none."""
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", "-//Nought//Nought//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", "Nought")
    made.add("refresh-interval", timedelta(minutes=30), parameters={"value": "DURATION"})
    for event in (*_evenings(here, account, base), *_rounds(here, account, base, language)):
        made.add_component(event)
    written: bytes = made.to_ical()
    return written


def _evenings(here: Services, account: UUID, base: str) -> list[Event]:
    """Return an event of a day for each tournament of the account's clubs, on the day when it was opened there."""
    events = []
    now = datetime.now(UTC)
    delays = read_delays(here.catalogue)
    for linked in here.account_players.of_account(account):
        zone = ZoneInfo(zone_of(here.catalogue, str(linked.club)) or "UTC")
        rows = here.catalogue.newest(Tournament.KIND, MOST_EVENINGS, club=linked.club)
        cancelled = _cancelled(here, rows)
        for row in rows:
            late = longest_delay(delays, row.data["tables"])
            if row.id not in cancelled and late < (now - row.created_at).total_seconds() < DAYS * 86400:
                day = row.created_at.astimezone(zone).date()
                event = _event(f"{row.id}@nought", row.title, row.created_at, f"{base}/tournaments/{row.id}")
                event.add("dtstart", day)
                event.add("dtend", day + timedelta(days=1))
                event.add("transp", "TRANSPARENT")
                events.append(event)
    return events


def _cancelled(here: Services, rows: Iterable[Row]) -> set[UUID]:
    """Return the tournaments among some rows that are over because they were cancelled."""
    over = [row.id for row in rows if row.data["status"] == "over"]
    topics = [TournamentCancelled.TOPIC, TournamentEnded.TOPIC]
    last = {event.originator_id: event.fact for event in here.ledger.repository.events_of(over, topics)}
    return {tournament for tournament, fact in last.items() if isinstance(fact, TournamentCancelled)}


def _rounds(here: Services, account: UUID, base: str, language: Language) -> list[Event]:
    """Return an event for each of the account's tables that was drawn lately and is still to be played."""
    contents = Contents(here.ledger, here.recorder, here.catalogue)
    events = []
    for message in here.messages.of_account(account, ROUND, MOST_ROUNDS):
        content = contents.of(message)
        if content is None or isinstance(content, Later):
            continue
        title, line = text_of(language, content)
        event = _event(f"{message.stream}@nought", f"{title}: {line}", message.made_at, f"{base}{content.path}")
        event.add("dtstart", message.made_at.astimezone(UTC).replace(microsecond=0))
        event.add("dtend", message.made_at.astimezone(UTC).replace(microsecond=0) + LASTS)
        events.append(event)
    return events


def _event(uid: str, summary: str, at: datetime, url: str) -> Event:
    from icalendar import Event

    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", at.astimezone(UTC).replace(microsecond=0))
    event.add("summary", summary)
    if url.startswith("http"):
        event.add("url", url)
    return event
