"""A program as somebody writes it who uses Nought as a library: `mypy --strict` checks its types, and a test runs it.

It imports nothing but `nought`.
"""

from __future__ import annotations

import io
from typing import Any, assert_type

import nought
from nought.acts import CardPlayed, Passed


def play() -> nought.Table:
    """Play a deal with known hands to its end."""
    hands = {"E": "JH 9H AH TH 7S 8S 7D 8D", "N": "JS 9S AS TS KS QS KH QH"}
    table = nought.Table.open("304", dealer="S", hands=hands, rest="pack", players={"E": "Esther"}, number=7)
    table.do("W no cut, S deal, E 160, N pass, W pass", Passed("S"), "E indicator TH, S deal")
    assert isinstance(table.judge("N JS"), nought.Refusal)
    assert table.judge("E pass") is not nought.POSSIBLE
    while table.settlement is None:
        acts = assert_type(table.legal(), list[nought.Act])
        table.do(next((act for act in acts if isinstance(act, Passed | CardPlayed)), acts[0]))
    return table


def read_back(table: nought.Table) -> list[nought.DealDocument]:
    """Write a deal as an archive, and read it."""
    stream = io.BytesIO()
    assert_type(nought.write_archive([table.document], stream), int)
    stream.seek(0)
    return assert_type(list(nought.read_archive(stream)), list[nought.DealDocument])


def refused(table: nought.Table) -> tuple[str, str]:
    """Return the code and the sentence of a refusal."""
    try:
        table.do("N JS")
    except nought.NoughtError as error:
        return assert_type(error.code, str), str(error)
    raise AssertionError


def cards_of(table: nought.Table) -> list[object]:
    """Return the cards that were played, from the rows for analysts."""
    return [row["card"] for row in table.rows("plays")]


def best_card() -> str | None:
    """Return the best card of a position."""
    analysis = assert_type(nought.analyse(worked("10-an-open-game")), nought.DealAnalysis)
    first = assert_type(analysis.plies[0], nought.PricedPly)
    return assert_type(first.best_card, str | None)


def worked(name: str) -> nought.Table:
    """Return the table of a worked hand."""
    return nought.Table.of(nought.worked_hands()[name])


def report_of(deal: nought.DealDocument) -> tuple[bool, list[str]]:
    """Return whether a record accepts a deal, with the findings."""
    report = assert_type(nought.check(deal), nought.Report)
    return report.ok, [finding.code for finding in report.findings]


def seen(table: nought.Table) -> dict[str, Any]:
    """Return what North knows."""
    return table.view("N")


def copies(book: nought.Book, game: nought.Ruleset) -> int:
    """Count the deals of a book that were played by a ruleset."""
    return sum(deal.opened.ruleset["key"] == game.key for deal in book.deals())
