"""Many recorders at once: nothing is lost, doubled or out of order."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest

from domain.engine.facts import Act, DealOpened, IrregularityNoted
from domain.engine.refusals import Refused
from domain.kernel.errors import Conflict, Declined
from domain.ledger import Ledger
from domain.record.errors import ActRefused
from tests.record.play import SCRIBE, open_deal, passed_out, played

EIGHT = range(8)


@pytest.mark.full
def test_eight_scribes_at_one_table_record_each_act_once_and_in_order(ledger: Ledger, another: Ledger) -> None:
    """Each sends the next act that it thinks is missing, under the version that it has seen."""
    deal, acts, start = open_deal(ledger), played("S", seed=4), threading.Barrier(8)

    def scribe(n: int) -> Counter[str]:
        book = (ledger, another)[n % 2]
        met: Counter[str] = Counter()
        start.wait()
        while (file := book.deals.get(deal)).status == "open":
            recorded = [entry.act for entry in file.record.entries if entry.act in acts]
            try:
                book.deals.act(deal, [acts[len(recorded)]], expected_version=file.version, **SCRIBE)
                met["recorded"] += 1
            except Conflict as conflict:
                met["lost" if conflict.actual > conflict.expected == file.version else "wronged"] += 1
        return met

    with ThreadPoolExecutor(8) as pool:
        met = sum(pool.map(scribe, EIGHT), Counter())
    alone = open_deal(ledger)
    ledger.deals.act(alone, acts, **SCRIBE)
    assert [event.fact for event in ledger.repository.history(deal, 1)] == [
        event.fact for event in ledger.repository.history(alone, 1)
    ]
    assert met["recorded"] == len(acts)
    assert met["wronged"] == 0


def test_eight_who_ask_for_no_version_are_all_served(ledger: Ledger, another: Ledger) -> None:
    deal, start = open_deal(ledger), threading.Barrier(8)
    ledger.deals.act(deal, passed_out("S")[:1], **SCRIBE)

    def arbiter(n: int) -> list[int]:
        book = (ledger, another)[n % 2]
        start.wait()
        return [
            book.deals.note_irregularity(
                deal, IrregularityNoted(0, "cut-not-yours", None, f"{n}.{m}"), **SCRIBE
            ).version
            for m in range(10)
        ]

    with ThreadPoolExecutor(8) as pool:
        versions = [each for versions_of_one in pool.map(arbiter, EIGHT) for each in versions_of_one]
    assert sorted(versions) == list(range(3, 83))
    notes = [
        event.fact.note for event in ledger.repository.history(deal, 2) if isinstance(event.fact, IrregularityNoted)
    ]
    assert sorted(notes) == sorted(f"{n}.{m}" for n in EIGHT for m in range(10))
    for n in EIGHT:
        mine = [note for note in notes if note.startswith(f"{n}.")]
        assert mine == [f"{n}.{m}" for m in range(10)]


def test_of_eight_who_play_the_same_card_one_does(ledger: Ledger, another: Ledger) -> None:
    """Seven are told that it is not their turn any more: decided anew, the act is against the rules."""
    deal, start = open_deal(ledger), threading.Barrier(8)
    acts = passed_out("S")
    ledger.deals.act(deal, acts[:2], **SCRIBE)

    def scribe(n: int) -> str:
        start.wait()
        try:
            (ledger, another)[n % 2].deals.act(deal, acts[2:3], **SCRIBE)
        except ActRefused as refused:
            return refused.refusal.code
        return "recorded"

    with ThreadPoolExecutor(8) as pool:
        assert Counter(pool.map(scribe, EIGHT)) == {"recorded": 1, "bid-out-of-turn": 7}


@pytest.mark.full
def test_fifty_deals_at_once(ledger: Ledger, another: Ledger) -> None:
    tables: list[tuple[str, list[Act]]] = [("SENW"[n % 4], played("SENW"[n % 4], seed=n)) for n in range(50)]

    def table(n: int) -> UUID:
        dealer, acts = tables[n]
        book = (ledger, another)[n % 2]
        deal = open_deal(book, dealer, number=n + 1)
        for at in range(0, len(acts), 3):
            book.deals.act(deal, acts[at : at + 3], key=str(at), **SCRIBE)
        return deal

    before = ledger.repository.recorder.max_notification_id()
    with ThreadPoolExecutor(8) as pool:
        deals = list(pool.map(table, range(50)))
    assert len(set(deals)) == 50
    streams: dict[object, list[int]] = {deal: [] for deal in deals}
    for each in ledger.repository.recorder.select_notifications(before, 1_000_000, inclusive_of_start=False):
        streams[each.originator_id].append(each.originator_version)
    for n, deal in enumerate(deals):
        file = ledger.deals.get(deal)
        _, acts = tables[n]
        assert streams[deal] == list(range(1, file.version + 1)), "in order, none missing, none twice"
        assert isinstance(ledger.repository.history(deal)[0].fact, DealOpened)
        assert file.status == "played"
        chosen = iter(entry.act for entry in file.record.entries)
        assert all(act in chosen for act in acts), "every act, in its order"


def test_eight_who_open_the_next_deal_of_a_match_open_one(ledger: Ledger, another: Ledger) -> None:
    match, start = ledger.matches.open("304", "S", **SCRIBE).id, threading.Barrier(8)

    def scribe(n: int) -> str:
        start.wait()
        try:
            (ledger, another)[n % 2].deals.open(match=match, **SCRIBE)
        except Declined as declined:
            return declined.code
        return "opened"

    with ThreadPoolExecutor(8) as pool:
        assert Counter(pool.map(scribe, EIGHT)) == {"opened": 1, "match-deal-open": 7}
    assert len(ledger.matches.get(match).lines) == 1


def test_two_deals_of_a_match_that_change_at_once_are_both_counted(ledger: Ledger, another: Ledger) -> None:
    """A correction of the first while the second is settled: whoever comes second decides again."""
    for _ in range(5):
        match = ledger.matches.open("304", "S", **SCRIBE).id
        first = ledger.deals.open(match=match, **SCRIBE).id
        ledger.deals.act(first, played("S", seed=4), **SCRIBE)
        second = ledger.deals.open(match=match, **SCRIBE).id
        acts = played("E", seed=5)
        ledger.deals.act(second, acts[:-1], **SCRIBE)
        last = len(ledger.deals.get(first).record.entries) - 1
        start = threading.Barrier(2)

        def settle(
            n: int, start: threading.Barrier = start, first: UUID = first, second: UUID = second, last: int = last,
            final: list[Act] = acts[-1:],
        ) -> None:  # fmt: skip
            start.wait()
            try:
                ledger.deals.retract(first, last, "not yet", **SCRIBE) if n else another.deals.act(
                    second, final, **SCRIBE
                )
            except Refused as refused:
                raise AssertionError from refused

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(settle, range(2)))
        book = ledger.matches.get(match)
        assert [line.counted is not None for line in book.lines.values()] == [False, True]
        due = ledger.deals.get(second).record.settlement
        assert due is not None
        assert book.balance == {team: 11 + tokens for team, tokens in due.tokens.items()}
