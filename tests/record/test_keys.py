"""The same command twice is one command."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.engine.facts import IrregularityNoted, Passed
from domain.games.three04.acts import BidMade
from domain.kernel.commands import Saved
from domain.kernel.errors import Conflict, Declined, KeyReused
from domain.ledger import Ledger
from tests.record.play import AT, SCRIBE, Signed, before_bidding, open_deal

LATER: Signed = {"by": "Nimal", "at": "2026-02-14T20:16:00.000Z"}


def test_the_same_command_again_is_answered_as_before(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    first = ledger.deals.act(deal, before_bidding("S"), key="a", **SCRIBE)
    ledger.deals.act(deal, [Passed("E")], **SCRIBE)
    again = ledger.deals.act(deal, before_bidding("S"), key="a", **LATER)
    assert again == Saved(deal, first.version, first.first_version, first.events, replayed=True)
    assert ledger.deals.get(deal).version == 4


def test_a_repeated_command_is_known_whatever_version_it_expects(ledger: Ledger) -> None:
    """Its sender never saw the answer, and somebody else has gone on recording."""
    deal = open_deal(ledger)
    first = ledger.deals.act(deal, before_bidding("S"), key="a", expected_version=1, **SCRIBE)
    ledger.deals.act(deal, [Passed("E")], **SCRIBE)
    again = ledger.deals.act(deal, before_bidding("S"), key="a", expected_version=1, **SCRIBE)
    assert (again.replayed, again.version) == (True, first.version)


def test_a_command_that_was_refused_may_be_sent_again_under_its_key(ledger: Ledger) -> None:
    deal = open_deal(ledger)
    with pytest.raises(Conflict):
        ledger.deals.act(deal, before_bidding("S"), key="a", expected_version=9, **SCRIBE)
    assert not ledger.deals.act(deal, before_bidding("S"), key="a", expected_version=1, **SCRIBE).replayed


@pytest.mark.parametrize("by", ["Nimal", "Kumar"])
def test_a_key_belongs_to_one_command_of_one_sender(ledger: Ledger, by: str) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, before_bidding("S"), key="a", **SCRIBE)
    other = [BidMade("E", 160)] if by == "Nimal" else before_bidding("S")
    with pytest.raises(KeyReused, match="'a'"):
        ledger.deals.act(deal, other, key="a", by=by, at=AT)
    with pytest.raises(KeyReused):
        ledger.deals.note_irregularity(deal, IrregularityNoted(0, "cut-not-yours"), key="a", **SCRIBE)
    assert ledger.deals.get(deal).version == 3


def test_the_key_that_opened_a_deal_is_no_key_for_an_act(ledger: Ledger) -> None:
    deal = open_deal(ledger, key="mine")
    with pytest.raises(KeyReused):
        ledger.deals.act(deal, before_bidding("S"), key="mine", **SCRIBE)


def test_the_same_key_serves_on_another_deal(ledger: Ledger) -> None:
    for _ in range(2):
        assert not ledger.deals.act(open_deal(ledger), before_bidding("S"), key="a", **SCRIBE).replayed


def test_opening_twice_opens_once(ledger: Ledger) -> None:
    key = uuid4().hex
    for first, again in (
        [ledger.deals.open("304", "S", key=f"deal {key}", **SCRIBE) for _ in range(2)],
        [ledger.matches.open("304", "S", key=f"match {key}", **SCRIBE) for _ in range(2)],
        [ledger.clubs.open_club("Colombo", key=f"club {key}", **SCRIBE) for _ in range(2)],
        [ledger.clubs.register_player("Nimal", key=f"player {key}", **SCRIBE) for _ in range(2)],
        [ledger.clubs.open_table("Table 1", key=f"table {key}", **SCRIBE) for _ in range(2)],
    ):
        assert (first.id, first.events, first.replayed, again.replayed) == (again.id, again.events, False, True)
    with pytest.raises(KeyReused):
        ledger.clubs.open_club("Kandy", key=f"club {key}", **SCRIBE)
    assert not ledger.clubs.open_club("Colombo", key=f"club {key}", by="Kumar", at=AT).replayed


def test_a_chosen_id_may_be_sent_again_with_its_key(ledger: Ledger) -> None:
    chosen, key = uuid4(), uuid4().hex
    sent = [ledger.deals.open("304", "S", deal_id=chosen, key=key, **SCRIBE) for _ in range(2)]
    assert [saved.replayed for saved in sent] == [False, True]


def test_renaming_twice_renames_once(ledger: Ledger) -> None:
    club = ledger.clubs.open_club("Colombo", **SCRIBE).id
    sent = [ledger.clubs.rename_club(club, "Kandy", key="r", **SCRIBE) for _ in range(2)]
    assert [(saved.version, saved.replayed) for saved in sent] == [(2, False), (2, True)]


def test_eight_at_once_with_one_key_write_once_and_get_one_answer(ledger: Ledger, another: Ledger) -> None:
    """Four of them in another process, which shares no lock with ours."""
    for version in (1, None) * 4:
        deal, start = open_deal(ledger), threading.Barrier(8)

        def send(n: int, deal: UUID = deal, start: threading.Barrier = start, version: int | None = version) -> Saved:
            start.wait()
            book = (ledger, another)[n % 2]
            return book.deals.act(deal, before_bidding("S"), key="a", expected_version=version, **SCRIBE)

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(send, range(8)))
        assert sum(not answer.replayed for answer in answers) == 1
        stored = ledger.repository.history(deal, after=1)
        assert [(answer.version, answer.first_version, answer.events) for answer in answers] == [(3, 2, stored)] * 8


def test_eight_at_once_open_one_deal(ledger: Ledger, another: Ledger) -> None:
    for _ in range(5):
        key, start = uuid4().hex, threading.Barrier(8)

        def send(n: int, key: str = key, start: threading.Barrier = start) -> Saved:
            start.wait()
            return (ledger, another)[n % 2].deals.open("304", "S", key=key, **SCRIBE)

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(send, range(8)))
        assert len({answer.id for answer in answers}) == 1
        assert sum(not answer.replayed for answer in answers) == 1


def test_a_command_that_is_refused_because_a_copy_of_it_was_quicker_is_answered_as_the_copy(
    ledger: Ledger, another: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that was sent twice: the first stops after it has looked its key up, the second opens the deal."""
    match = ledger.matches.open("304", "S", **SCRIBE).id
    recorder: Any = ledger.repository.recorder
    look_up, copies = recorder.find_command, list[Saved]()

    def overtaken(scope: str, key: str) -> object:
        row = look_up(scope, key)
        if not copies:
            copies.append(another.deals.open(match=match, key="a", **SCRIBE))
        return row

    monkeypatch.setattr(recorder, "find_command", overtaken)
    answer = ledger.deals.open(match=match, key="a", **SCRIBE)
    assert (answer.id, answer.events, answer.replayed) == (copies[0].id, copies[0].events, True)
    with pytest.raises(Declined, match="not finished"):
        ledger.deals.open(match=match, key="b", **SCRIBE)


def test_a_race_that_was_lost_is_decided_again_however_long_the_save_waited_for_the_database(
    ledger: Ledger, another: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = open_deal(ledger)
    ledger.deals.act(deal, before_bidding("S"), **SCRIBE)
    recorder = ledger.repository.recorder
    insert, saves = recorder.insert_events, count()

    def overtaken(*arguments: Any, **more: Any) -> object:
        if next(saves) == 0:
            another.deals.note_irregularity(deal, IrregularityNoted(0, "other", None, "It was late."), **SCRIBE)
        return insert(*arguments, **more)

    monkeypatch.setattr(recorder, "insert_events", overtaken)
    monkeypatch.setattr("domain.kernel.repository.PATIENCE", -1.0)
    assert ledger.deals.act(deal, [Passed("E")], **SCRIBE).version == 5
