"""Records that an earlier version of the code stored are read as they were: each answer is the same, byte for byte.

`scripts/stored.py` made the record book, the archive and the answers before the code was laid out anew. `book` says
what is left out of the comparison: sentences that the code makes up, and the stamp of the code that made a replay.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from api.cli.main import run
from api.services import Provider
from domain.classroom.aggregate import Classroom
from domain.classroom.facts import StepTally
from domain.club.aggregates import Club, Player, Table
from domain.club.facts import ClubMovedIn, ClubMovedOut
from domain.club.moves import Moves
from domain.deck.aggregate import Deck
from domain.engine.hiding import PUBLIC
from domain.record.aggregate import Deal
from domain.record.import_batch import ImportBatch
from domain.registry import MAPPER, TOPICS
from domain.removal.facts import PersonForgotten, TextRemoved
from domain.removal.requests import Requests
from domain.series.aggregate import Series
from domain.slate.aggregate import Slate
from domain.tournament.aggregate import Tournament
from domain.tournament.state import Assumption, Avoidance, EntryDetails
from domain.tournament.tables.encounter import Encounter
from replay.views import view_at
from store.postgres import embedded
from store.settings import Settings
from tests.stored import lessons
from tests.stored.book import ARCHIVE, HANDS, Reader, answers, kept_digests, kept_in_full, opened, readable, restored

DRAWS = Path(__file__).parent / "draws.ndjson"
STAGES = Path(__file__).parent / "stages.ndjson"
ASSIGNED = Path(__file__).parent / "assigned_scores.ndjson"
BOARD_FAULTS = Path(__file__).parent / "board_faults.ndjson"
CLOCK = Path(__file__).parent / "clock.ndjson"
CONTESTED = Path(__file__).parent / "contested.ndjson"
ENTRIES = Path(__file__).parent / "entries.ndjson"
CLUB = Path(__file__).parent / "club.ndjson"
UNDONE = Path(__file__).parent / "undone.ndjson"
CLASS = Path(__file__).parent / "class.ndjson"
DECK = Path(__file__).parent / "deck.ndjson"
SERIES = Path(__file__).parent / "series.ndjson"
SLATE = Path(__file__).parent / "slate.ndjson"
PRACTICE = Path(__file__).parent / "practice.ndjson"
EXPOSED = Path(__file__).parent / "exposed.ndjson"
WITHDRAWN = Path(__file__).parent / "withdrawn.ndjson"
REMOVALS = Path(__file__).parent / "removals.ndjson"
MOVES = Path(__file__).parent / "moves.ndjson"
REQUESTS = Path(__file__).parent / "requests.ndjson"
RETENTION = Path(__file__).parent / "retention.ndjson"
WHO_SEES = Path(__file__).parent / "who_sees.ndjson"
RESTORED = Path(__file__).parent / "restored.ndjson"
EVERY = 1 if os.environ.get("NOUGHT_FULL") else 60
"""Of so many deals one is asked for everything; ``NOUGHT_FULL=1`` asks all of them."""


@pytest.fixture(scope="module")
def settings(server: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The stored book in a database of its own."""
    return restored(server, "stored", tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def book(settings: Settings) -> Iterator[tuple[Provider, Reader]]:
    with opened(settings) as stored_book:
        yield stored_book


def test_the_books_hold_an_event_of_every_topic(book: tuple[Provider, Reader], settings: Settings) -> None:
    with psycopg.connect(settings.dsn) as connection:
        topics = {topic for (topic,) in connection.execute("SELECT DISTINCT topic FROM nought.events")}
    later = (
        *lessons.rows(), practice(), *class_rows(), *deck_rows(), *assigned_rows(), *stage_rows(), *series_rows(),
        *slate_rows(), *board_fault_rows(), *draw_rows(), *withdrawn_rows(), *withdrawn_rows(RESTORED),
    )  # fmt: skip
    later += (
        *clock_rows(),
        *contested_rows(),
        *undone_rows(),
        *entry_rows(),
        *club_rows(),
        *exposed_rows(),
        *removal_rows(),
        *removal_rows(WHO_SEES),
        *removal_rows(RETENTION),
        *removal_rows(REQUESTS),
        *removal_rows(MOVES),
    )
    assert topics | {row.topic for row in later} == TOPICS.keys()


def practice() -> StoredEvent:
    """The stored opening of a practice deal."""
    identity, version, topic, state = json.loads(PRACTICE.read_text(encoding="utf-8"))
    return StoredEvent(UUID(identity), version, topic, state.encode())


def removal_rows(file: Path = REMOVALS) -> list[StoredEvent]:
    """The stored events of the removals of a club, with the tokens of texts that stand apart."""
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_stored_removals_are_read(settings: Settings) -> None:
    forgotten, removed = (MAPPER.to_domain_event(row).fact for row in removal_rows())
    assert forgotten == PersonForgotten(7, "019c7f51-e740-706a-af60-4ec738742107", "", 3, 2)
    assert isinstance(removed, TextRemoved)
    assert (removed.stream, removed.version) == ("019c6a51-0000-7304-8304-000000000005", 2)


def test_stored_requests_of_people_are_read() -> None:
    requests = Requests.project(None, map(MAPPER.to_domain_event, removal_rows(REQUESTS)))
    assert requests is not None
    (entered,) = requests.entered.values()
    assert (entered.number, entered.kind, entered.due, entered.answered) == (1, "forget", "2026-12-20", "2026-11-29")


def test_stored_moves_of_a_club_are_read() -> None:
    moves = Moves.project(None, map(MAPPER.to_domain_event, removal_rows(MOVES)))
    assert moves is not None
    came, left = (event.fact for event in moves.done)
    assert isinstance(came, ClubMovedIn)
    assert isinstance(left, ClubMovedOut)
    assert (came.url, came.size, came.events) == ("https://old.example", 98533, 49248)
    assert (left.url, left.size, left.club) == ("https://new.example", 120011, came.club)


def test_stored_choices_of_who_sees_names_are_read() -> None:
    events = [MAPPER.to_domain_event(row) for row in removal_rows(WHO_SEES)]
    begun, chosen = (Club.project(None, events[:until]) for until in (1, 2))
    assert begun is not None
    assert chosen is not None
    assert [(each.level, each.age) for each in (begun, chosen)] == [("names-for-members", 0), ("members-only", 16)]
    player, later = (Player.project(None, events[2:until]) for until in (6, 7))
    assert player is not None
    assert later is not None
    assert (player.form, bool(player.pseudonym), player.is_minor) == ("pseudonym", True, True)
    assert player.consent is not None
    assert (player.consent.day, later.consent) == ("2026-11-29", None)


def test_a_stored_choice_of_how_long_things_are_kept_is_read() -> None:
    club = Club.project(None, map(MAPPER.to_domain_event, removal_rows(RETENTION)))
    assert club is not None
    assert club.retention == (180, 30)


def class_rows() -> list[StoredEvent]:
    """The stored events of a class."""
    rows = map(json.loads, CLASS.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def deck_rows() -> list[StoredEvent]:
    """The stored events of a deck."""
    rows = map(json.loads, DECK.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def assigned_rows() -> list[StoredEvent]:
    """The stored events of a table with assigned scores."""
    rows = map(json.loads, ASSIGNED.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def board_fault_rows() -> list[StoredEvent]:
    """The stored events of a table that played boards otherwise than it was drawn."""
    rows = map(json.loads, BOARD_FAULTS.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_stored_arrow_switches_are_read_as_they_were() -> None:
    events = [MAPPER.to_domain_event(row) for row in board_fault_rows()]
    switched, back = (Encounter.project(None, events[:until]) for until in (3, 4))
    assert switched is not None
    assert back is not None
    assert [(line.entry, line.won, line.switched) for line in switched.lines()] == [("2", 2, True), ("1", 0, True)]
    assert [(line.entry, line.won, line.switched) for line in back.lines()] == [("1", 2, False), ("2", 0, False)]


def test_stored_wrong_boards_are_read_as_they_were() -> None:
    events = [MAPPER.to_domain_event(row) for row in board_fault_rows()]
    wrong, back = (Encounter.project(None, events[:until]) for until in (5, 6))
    assert wrong is not None
    assert back is not None
    assert (wrong.boards, list(wrong.results), wrong.given[1].scores) == ((1, 2, 5), [5], ("average", "average-minus"))
    assert (back.boards, list(back.results), back.given) == ((1, 2), [1], {})


def stage_rows() -> list[StoredEvent]:
    """The stored events of a tournament whose entries came from an earlier stage."""
    rows = map(json.loads, STAGES.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def draw_rows() -> list[StoredEvent]:
    """The stored events of a tournament with avoidances, byes on request and assumed results."""
    rows = map(json.loads, DRAWS.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_stored_wishes_about_draws_and_assumed_results_are_read_as_they_were() -> None:
    """Draws without byes on request and assumed results are stored without these fields, as before there were any."""
    tournament = Tournament.project(None, map(MAPPER.to_domain_event, draw_rows()))
    assert tournament is not None
    terms = tournament.terms
    assert (terms.requested_byes, terms.last_entry, terms.acceleration) == (1, 2, "baku")
    assert (terms.scoring.requested_bye, terms.scoring.late) == ("none", "half")
    assert list(tournament.avoidances.values()) == [Avoidance(("1", "2"), absolute=True, why="one family")]
    assert {each.id: each.requested for each in tournament.entries.values() if each.requested} == {"5": (1,)}
    assert [each.drawn.requested for each in tournament.rounds.values()] == [("5",), ()]
    assert [each.drawn.assumed for each in tournament.rounds.values()] == [(), (Assumption(1, 2, (0, 1)),)]
    first, second, _ = [json.loads(row.state)["fact"] for row in draw_rows() if "Round" in row.topic]
    assert ("requested" in first, "assumed" in first) == (True, False)
    assert ("requested" in second, "assumed" in second) == (False, True)


def clock_rows() -> list[StoredEvent]:
    """The stored events of a tournament with a clock."""
    rows = map(json.loads, CLOCK.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_a_stored_clock_is_read_as_it_was() -> None:
    tournament = Tournament.project(None, map(MAPPER.to_domain_event, clock_rows()))
    assert tournament is not None
    clock = tournament.clock
    assert clock is not None
    assert (clock.round, clock.state, clock.minutes, clock.break_minutes) == (1, "stopped", 55, 10)
    assert (clock.warnings, clock.left) == ((10, 5), 35 * 60_000)


def contested_rows() -> list[StoredEvent]:
    """The stored events of a table whose result a side contests."""
    rows = map(json.loads, CONTESTED.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_a_stored_contest_is_read_as_it_was() -> None:
    events = [MAPPER.to_domain_event(row) for row in contested_rows()]
    table = Encounter.project(None, events[:3])
    assert table is not None
    assert (table.contested, table.results[1].contested) == ((1,), {1: "It was two."})
    confirmed, withdrawn, closed, reopened = (Encounter.project(None, events[:n]) for n in (4, 5, 7, 8))
    assert [each and each.results[1].confirmed for each in (confirmed, withdrawn, closed, reopened)] == [
        True, False, True, False,
    ]  # fmt: skip
    assert reopened is not None
    assert reopened.results[1].agreed == {0}


def exposed_rows() -> list[StoredEvent]:
    """The stored events of a deal in which a card was shown and an arbiter assigned the result."""
    rows = map(json.loads, EXPOSED.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_a_stored_deal_with_a_shown_card_and_an_assigned_result_is_read_as_it_was() -> None:
    deal = Deal.project(None, map(MAPPER.to_domain_event, exposed_rows()))
    assert deal is not None
    record = deal.record
    assert view_at(record, PUBLIC, len(record.entries) - 1)["exposed"] == {"W": ["JD"]}
    assert record.find_refusals()[len(record.entries) - 1].code == "card-exposed"
    assert record.settlement is not None
    assert (record.settlement.tokens, record.settlement.outcome) == ({"NS": 1, "EW": -2}, "awarded")


def withdrawn_rows(path: Path = WITHDRAWN) -> list[StoredEvent]:
    """The stored events of an imported deal and of its import, which was withdrawn, or those of the end of that."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def withdrawn_import(rows: list[StoredEvent]) -> tuple[Deal, ImportBatch]:
    """The deal and the import of stored events."""
    deals, imports = (
        [each for each in rows if each.topic.startswith(f"nought.{kind}.")] for kind in ("Deal", "Import")
    )
    deal = Deal.project(None, map(MAPPER.to_domain_event, deals))
    batch = ImportBatch.project(None, map(MAPPER.to_domain_event, imports))
    assert deal is not None
    assert batch is not None
    return deal, batch


def test_a_stored_import_that_was_withdrawn_is_read_as_it_was() -> None:
    deal, batch = withdrawn_import(withdrawn_rows())
    assert batch.deals == [deal.id]
    assert batch.listing().data["status"] == "withdrawn"
    assert deal.listing().kind != Deal.KIND
    assert batch.has_withdrawn(deal), "though its withdrawal does not name the import"


def test_a_stored_withdrawal_that_was_ended_is_read_as_it_was() -> None:
    deal, batch = withdrawn_import([*withdrawn_rows(), *withdrawn_rows(RESTORED)])
    assert batch.listing().data["status"] == "saved"
    assert deal.listing().kind == Deal.KIND
    assert not batch.has_withdrawn(deal)


def entry_rows() -> list[StoredEvent]:
    """The stored events of a tournament whose entries have ratings and clubs."""
    rows = map(json.loads, ENTRIES.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_stored_ratings_and_clubs_of_entries_are_read_as_they_were() -> None:
    tournament = Tournament.project(None, map(MAPPER.to_domain_event, entry_rows()))
    assert tournament is not None
    details = [each.details for each in tournament.entries.values()]
    assert details == [EntryDetails(1850, "Lagoon"), EntryDetails(None, "Harbour")]


def club_rows() -> list[StoredEvent]:
    """The stored events of a club whose venue has a time zone, then of its table that was renamed."""
    rows = map(json.loads, CLUB.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_the_stored_time_zone_of_a_club_and_its_renamed_table_are_read_as_they_were() -> None:
    rows = club_rows()
    club = Club.project(None, map(MAPPER.to_domain_event, rows[:2]))
    assert club is not None
    assert (club.name, club.zone) == ("Lagoon Road Card Circle", "Asia/Colombo")
    table = Table.project(None, map(MAPPER.to_domain_event, rows[2:]))
    assert table is not None
    assert (table.name, table.club) == ("Window table", club.id)


def undone_rows() -> list[StoredEvent]:
    """The stored events of a tournament that was renamed, drawn too early and cancelled."""
    rows = map(json.loads, UNDONE.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_a_stored_withdrawn_draw_and_a_cancelled_tournament_are_read_as_they_were() -> None:
    tournament = Tournament.project(None, map(MAPPER.to_domain_event, undone_rows()))
    assert tournament is not None
    assert (tournament.opened.name, tournament.rounds, tournament.undrawn) == ("The final", {}, {1})
    assert (tournament.status, tournament.boards_with_packs) == ("over", set())


def test_stored_starting_scores_are_read_as_they_were() -> None:
    """A score is carried over, then taken away; then a handicap is set."""
    events = [MAPPER.to_domain_event(row) for row in stage_rows()]
    carried, final = (Tournament.project(None, events[:until]) for until in (-3, None))
    assert carried is not None
    assert final is not None
    scores = [
        {entry: (each.amount, each.stage, each.place, each.why) for entry, each in then.starting_scores.items()}
        for then in (carried, final)
    ]
    assert scores == [{"1": (2, "Qualifying", 1, "")}, {"3": (3, "", 0, "Beginners.")}]
    assert final.entries["1"].categories == ("Juniors", "Mixed")


def test_stored_assigned_scores_are_read_as_they_were() -> None:
    events = [MAPPER.to_domain_event(row) for row in assigned_rows()]
    split = Encounter.project(None, events[:3])
    assert split is not None
    assert (split.decided[1].north_south, split.decided[1].east_west) == (((60, 3), (40, -1)), ((100, 3),))
    withdrawn = Encounter.project(None, events[:4])
    assert withdrawn is not None
    assert (withdrawn.decided, withdrawn.results[1].score.won) == ({}, (2, 0))
    whole = Encounter.project(None, events)
    assert whole is not None
    assert [line.assigned for line in whole.lines()] == 2 * [(((100, -4),), ((100, -4),))]


def series_rows() -> list[StoredEvent]:
    """The stored events of a series."""
    rows = map(json.loads, SERIES.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_a_stored_series_is_read_as_it_was() -> None:
    series = Series.project(None, map(MAPPER.to_domain_event, series_rows()))
    assert series is not None
    assert (series.name, series.terms.best, series.terms.points) == ("Winter league", 8, (5, 3, 1))
    assert [each.hex[-2:] for each in series.evenings] == ["ad", "af", "b1", "ba"]
    assert [each.hex[-2:] for each in series.matches] == ["af"]
    assert [each.hex[-2:] for each in series.slates] == ["ba"]
    assert series.ended is None
    (sheet,) = series.sheets.values()
    assert (sheet.name, sheet.day, sheet.rows[0].score) == ("Final", "2025-01-31", Fraction(15, 2))


def slate_rows() -> list[StoredEvent]:
    """The stored events of a slate."""
    rows = map(json.loads, SLATE.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(UUID(identity), version, topic, state.encode()) for identity, version, topic, state in rows]


def test_a_stored_slate_is_read_as_it_was() -> None:
    events = [MAPPER.to_domain_event(row) for row in slate_rows()]
    before, whole = (Slate.project(None, events[:until]) for until in (6, None))
    assert before is not None
    assert whole is not None
    assert (before.score.totals, before.status, list(before.lines)) == ({"A": 79, "B": 78 + 257 + 70}, "open", [1, 2])
    assert (whole.score.totals, whole.score.halfway) == ({"A": 158, "B": 2 * (78 + 257 + 70)}, "A")
    assert (whole.status, whole.winners, whole.teams, whole.players) == (
        "over",
        ("B",),
        {"A": "Anna & Dario"},
        {"B": ("Beat", "Carla")},
    )


def test_a_stored_deck_has_the_schedule_that_it_had() -> None:
    events = [MAPPER.to_domain_event(row) for row in deck_rows()]
    *_, last = (event for event in events if event.fact.TOPIC.endswith("PuzzleReviewed"))
    deck = Deck.project(None, events[: last.originator_version])
    assert deck is not None
    (repetition,) = deck.repetitions.values()
    assert repetition.due.isoformat() == "2026-02-20T07:27:00+00:00"
    assert (repetition.stability, repetition.difficulty) == (pytest.approx(1.173429356), pytest.approx(8.25407452))
    whole = Deck.project(deck, events[last.originator_version :])
    assert whole is not None
    assert (whole.is_open, whole.repetitions) == (False, {})


def test_a_stored_class_is_read_as_it_was() -> None:
    classroom = Classroom.project(None, map(MAPPER.to_domain_event, class_rows()))
    assert classroom is not None
    assert (classroom.opened.lesson, classroom.pace, classroom.at) == ("02-following-suit", "free", (1, 4))
    assert classroom.ended is not None
    assert (classroom.shown, classroom.ended.pupils, classroom.is_kept) == ({(1, 4)}, 3, False)
    assert classroom.removed == {3}
    assert classroom.ended.tallies == (StepTally(1, 4, {"8C": 2, "AS": 1}, 2, 1),)


def test_a_stored_practice_deal_is_read_as_it_was() -> None:
    fact = MAPPER.to_domain_event(practice()).fact
    assert (fact.dealer, fact.seat, fact.strength, fact.ruleset["key"]) == ("S", "E", "club", "304")
    assert fact.hands["E"] == ("JS", "9S", "AS", "TS", "KS", "QS", "8S", "7S")


def test_a_stored_lesson_is_read_and_answers_as_it_did() -> None:
    assert lessons.answers(lessons.stored_lesson()) == lessons.ANSWERS.read_text(encoding="utf-8")


def test_every_answer_is_as_it_was(book: tuple[Provider, Reader]) -> None:
    _, reader = book
    kept = kept_digests()
    paths = set()
    changed = []
    for path, body in answers(reader, every=EVERY):
        paths.add(path)
        if file := kept_in_full(path):
            assert readable(body) == file.read_text(), path
        if sha256(body).hexdigest() != kept.get(path):
            changed.append(path)
    assert changed == []
    left_out = {path for path in kept.keys() - paths if not path.startswith("/deals/")}
    assert left_out == set()
    replays = {path for path in kept if path.endswith("/replays/arbiter")}
    assert len(replays) == 198
    assert replays <= paths


def test_the_log_of_the_book_is_whole(
    book: tuple[Provider, Reader],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("NOUGHT_DSN", settings.dsn)
    monkeypatch.setenv("NOUGHT_KEYS", settings.keys)
    assert run(["verify", "log"]) == 0, capsys.readouterr().err
    output = capsys.readouterr().out
    assert "nothing was changed" in output
    with psycopg.connect(settings.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM nought.log_leaves").fetchone() == (8331,)
        assert connection.execute("SELECT count(*) FROM nought.events").fetchone() == (8331,)
    # Put into tiles, it is still under the checkpoints that were signed then.
    assert book[0].services.log_keeper().pack(60) == 32
    assert run(["verify", "log"]) == 0, capsys.readouterr().err
    assert capsys.readouterr().out == output
    with psycopg.connect(settings.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM nought.log_leaves").fetchone() == (8331 % 256,)
        assert connection.execute("SELECT count(*) FROM nought.log_tiles").fetchone() == (32,)


def test_the_archive_holds_the_same_deals(book: tuple[Provider, Reader]) -> None:
    """Every line is known to the book already: none is refused, and none differs from what is recorded."""
    _, reader = book
    answer = reader.client.post(
        "/api/v1/archive",
        data=gzip.decompress(ARCHIVE.read_bytes()),
        headers={"Authorization": f"Bearer {reader.secret}", "Content-Type": "application/x-ndjson"},
    )
    payload = answer.json
    assert payload is not None
    assert (payload["known"], payload["saved"], payload["refused"]) == (198, 0, 0), payload


def test_hand_files_of_then_are_good(capsys: pytest.CaptureFixture[str]) -> None:
    paths = sorted(HANDS.glob("*.nought.toml"))
    assert len(paths) == 38
    assert run(["check", "--json", *map(str, paths)]) == 0
    *_, summary = capsys.readouterr().out.splitlines()
    assert json.loads(summary) == {"good": 38, "wrong": 0, "unreadable": 0}
