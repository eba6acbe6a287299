"""An open record book: deals that are added are those that are read, and everything else is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest

import nought
from store.settings import Settings
from tests.cases import cases


@pytest.fixture
def book(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[nought.Book]:
    monkeypatch.setenv("NOUGHT_SCHEMA", settings.schema)
    with nought.open_book(dsn=settings.dsn) as book:
        yield book


def played(number: int) -> nought.DealDocument:
    """Return a deal in which everybody plays the first card that is allowed."""
    table = nought.Table.open("304", "S", rest="pack", hands={}, players={"E": f"Esther {number}"}, number=number)
    table.do("W no cut, S deal, E 160, N pass, W pass, S pass")
    while table.settlement is None:
        table.do(table.legal()[0])
    return table.document


def test_what_is_added_is_there_once(book: nought.Book) -> None:
    assert book.import_id is None
    deal = played(1)
    identity = book.add(deal, by="Anula")
    stored = book.deal(identity)
    assert [item.fact for item in stored.items] == [item.fact for item in deal.items]
    assert (stored.id, stored.opened, stored.by) == (identity, deal.opened, "Anula")
    assert book.add(stored) == identity
    assert [each.id for each in book.deals(player="Esther 1")] == [identity]
    assert nought.Table.of(stored).view("E") == nought.Table.of(deal).view("E")


def test_all_that_one_opening_adds_is_one_import(book: nought.Book, settings: Settings) -> None:
    added = [book.add(played(number)) for number in (2, 3)]
    assert book.import_id is not None
    assert [str(deal) for deal in book._services.ledger.imports.find(UUID(book.import_id)).deals] == added


def test_deals_are_chosen_by_player_and_time(book: nought.Book) -> None:
    identity = book.add(played(4))
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    chosen = {
        "a player": book.deals(player="Esther 4"),
        "until tomorrow": book.deals(player="Esther 4", until=tomorrow),
    }
    none = {
        "nobody": book.deals(player="Nobody"),
        "from tomorrow": book.deals(since=tomorrow),
        "another club": book.deals(club=str(uuid4())),
        "another match": book.deals(match=str(uuid4())),
    }
    with cases() as case:
        for name, deals in chosen.items():
            with case(name):
                assert [deal.id for deal in deals] == [identity]
        for name, deals in none.items():
            with case(name):
                assert list(deals) == []


def test_a_deal_that_cannot_be_recorded_is_refused_and_nothing_is_written(book: nought.Book) -> None:
    before = [deal.id for deal in book.deals()]
    table = nought.Table.open("304", "S", hands={"E": "JS 9S AS TS"}).do("W no cut, S deal")
    breach = nought.DealDocument(table.document.opened, (*table.document.items, *bid_too_low(table)))
    refusals = {
        "import-breach": lambda: book.add(breach),
        "import-id": lambda: book.add(nought.DealDocument(breach.opened, id="seven")),
        "name": lambda: book.add(played(5), by=""),
        "not-found": lambda: book.deal(str(uuid4())),
    }
    with cases() as case:
        for code, refused in refusals.items():
            with case(code):
                with pytest.raises(nought.NoughtError) as caught:
                    refused()
                assert caught.value.code == code
        with case("no id"), pytest.raises(nought.NoughtError, match="'seven' is no id"):
            book.deals(match="seven")
    assert [deal.id for deal in book.deals()] == before
    assert book.add(breach, as_recorded=True)


def bid_too_low(table: nought.Table) -> tuple[object, ...]:
    """Return the item of a bid against the rules, which no mark explains."""
    item = table.copy().do("E 150", as_it_happened=True).document.items[-1]
    return (type(item)(item.fact),)


def test_a_book_that_cannot_be_opened_is_refused_in_one_sentence(tmp_path: Path) -> None:
    refusals = {
        "no book": lambda: nought.open_book(tmp_path / "nothing"),
        "two places": lambda: nought.open_book(tmp_path / "nothing", dsn="host=127.0.0.1", create=True),
        "no server": lambda: nought.open_book(dsn="host=127.0.0.1 port=1 connect_timeout=1 user=nobody"),
    }
    with cases() as case:
        for name, refused in refusals.items():
            with case(name):
                with pytest.raises(nought.NoughtError) as caught:
                    refused()
                assert caught.value.code == "unavailable"
    assert not (tmp_path / "nothing").exists()
