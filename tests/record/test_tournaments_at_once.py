"""All tables of a tournament report at once: nothing is lost, and the standings are what the events say."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from domain.kernel.errors import Declined
from domain.ledger import Ledger
from domain.tournament.commands import RANKED_TOPICS
from domain.tournament.facts.results import ResultConfirmed, ResultEntered
from domain.tournament.standings.ranked_aggregate import read
from store.settings import Settings
from store.tables.standings import Lines
from tests.record.tournament_setup import DIRECTOR, by_hand, drawn, opened, seven_to

TABLES = 50


@pytest.fixture(scope="module")
def lines(ledger: Ledger) -> Lines:
    return Lines(ledger.repository.recorder)  # type: ignore[arg-type]


def a_round(ledger: Ledger, number: int = 1, tournament: UUID | None = None) -> tuple[UUID, list[UUID]]:
    """A tournament of a hundred pairs, and the tables of a round."""
    tournament = tournament or opened(ledger, 2 * TABLES)
    pairs = [(str(2 * n - 1), str(2 * n)) for n in range(1, TABLES + 1)]
    return tournament, drawn(ledger, tournament, by_hand(number, *pairs))


def check_stored_lines(ledger: Ledger, lines: Lines, tournament: UUID) -> None:
    """The stored lines are those of the events."""
    stored_lines = sorted(
        (read(line) for line in lines.of(tournament)), key=lambda each: (each.round, each.entry, each.board)
    )
    assert stored_lines == ledger.tournaments.lines(ledger.tournaments.get(tournament))


@pytest.mark.full
def test_eight_who_report_for_fifty_tables_lose_nothing(ledger: Ledger, another: Ledger, lines: Lines) -> None:
    """Each enters, confirms and corrects at every table, in an order of its own; who comes second is told."""
    tournament, tables = a_round(ledger)
    start = threading.Barrier(8)
    met: set[str] = set()

    def scribe(n: int) -> int:
        book, rng = (ledger, another)[n % 2], random.Random(n)
        done = 0
        start.wait()
        for table in rng.sample(tables, len(tables)):
            for command in (
                lambda table=table: book.encounters.enter_result(table, seven_to(n % 7), **DIRECTOR),
                lambda table=table: book.encounters.confirm_result(table, n % 2, **DIRECTOR),
                lambda table=table: book.encounters.correct_result(
                    table, seven_to(rng.randrange(7)), f"by {n}", **DIRECTOR
                ),
            ):
                try:
                    command()
                    done += 1
                except Declined as declined:
                    met.add(declined.code)
        return done

    with ThreadPoolExecutor(8) as pool:
        done = sum(pool.map(scribe, range(8)))
    assert met <= {"result-there", "result-confirmed", "same-result", "not-reported"}
    assert done == sum(ledger.encounters.get(table).version - 1 for table in tables), (
        "one event for each that was told so"
    )
    for table in tables:
        facts = [event.fact for event in ledger.repository.history(table)]
        assert sum(isinstance(fact, ResultEntered) for fact in facts) == 1
        assert [event.originator_version for event in ledger.repository.history(table)] == list(
            range(1, len(facts) + 1)
        )
    assert len(lines.of(tournament)) == 2 * TABLES
    check_stored_lines(ledger, lines, tournament)


def test_a_round_that_is_closed_while_tables_report_has_every_result(
    ledger: Ledger, another: Ledger, lines: Lines
) -> None:
    """A correction is before the closing, and stands; or after it, and is to be confirmed anew."""
    tournament, tables = a_round(ledger)
    for table in tables:
        ledger.encounters.enter_result(table, seven_to(0), **DIRECTOR)
    start = threading.Barrier(2)

    def correct() -> None:
        start.wait()
        for table in tables:
            another.encounters.correct_result(table, seven_to(1), "counted anew", **DIRECTOR)

    def close() -> None:
        start.wait()
        ledger.rounds.close_round(tournament, 1, **DIRECTOR)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(correct), pool.submit(close)]:
            done.result()
    assert all(ledger.encounters.get(table).closed for table in tables)
    check_stored_lines(ledger, lines, tournament)


@pytest.mark.full
def test_lines_are_rebuilt_from_the_events_while_tables_report(
    ledger: Ledger, another: Ledger, lines: Lines, settings: Settings
) -> None:
    """Some lines are wrong, some are missing, some nobody wrote; after the rebuild they are what the events say."""
    tournament, tables = a_round(ledger)
    for table in tables[::2]:
        ledger.encounters.enter_result(table, seven_to(3), **DIRECTOR)
    assert settings.owner_dsn is not None
    with psycopg.connect(settings.owner_dsn) as owner:
        owner.execute(SQL("SET search_path TO {}").format(Identifier(settings.schema)))
        owner.execute("DELETE FROM tournament_lines WHERE entry LIKE '1%'")
        owner.execute("UPDATE tournament_lines SET line = jsonb_set(line, '{won}', '99') WHERE entry LIKE '2%'")
        owner.execute(
            "INSERT INTO tournament_lines (tournament_id, source_id, round, entry, board, version, line)"
            " VALUES (%s, gen_random_uuid(), 1, 'x', 0, 1, '{}'), (%s, %s, 1, 'x', 0, 1, '{}')",
            [tournament, tournament, tables[0]],
        )
    stop = threading.Event()

    def scribe(n: int) -> None:
        rng, book = random.Random(n), (ledger, another)[n % 2]
        while not stop.is_set():
            table = rng.choice(tables)
            try:
                if rng.random() < 0.5:
                    book.encounters.enter_result(table, seven_to(rng.randrange(7)), **DIRECTOR)
                else:
                    book.encounters.withdraw_result(table, "not yet", **DIRECTOR)
            except Declined:
                continue

    with ThreadPoolExecutor(4) as pool:
        writing = [pool.submit(scribe, n) for n in range(4)]
        try:
            for _ in range(3):
                assert list(lines.rebuild(ledger.ranking, RANKED_TOPICS, batch=20))
        finally:
            stop.set()
        for each in writing:
            each.result()
    check_stored_lines(ledger, lines, tournament)
    before = sorted(map(str, lines.of(tournament)))
    list(lines.rebuild(ledger.ranking, RANKED_TOPICS))
    assert sorted(map(str, lines.of(tournament))) == before


def test_a_result_writes_its_own_lines_and_nothing_else(
    ledger: Ledger, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One save, with one statement for the lines of those at the table."""
    _, tables = a_round(ledger)
    saves = []
    save = ledger.repository.recorder.insert_events

    def watched(events: object, **more: object) -> object:
        saves.append((events, more))
        return save(events, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(ledger.repository.recorder, "insert_events", watched)
    ledger.encounters.enter_result(tables[3], seven_to(5), **DIRECTOR)
    ledger.encounters.confirm_result(tables[3], 0, **DIRECTOR)
    (entered, also), (confirmed, nothing) = saves
    assert len(entered) == len(confirmed) == 1
    ((statement, values),) = also["also"]
    assert "tournament_lines" in statement
    assert values[4] == ["7", "8"]
    assert nothing["also"] is None, "one side's word changes no line"
    assert [type(event.fact) for event in ledger.repository.history(tables[3])[1:]] == [ResultEntered, ResultConfirmed]
