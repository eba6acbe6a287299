"""Deals as rows for analysts: `Table.rows`, and what docs/data.md says of columns and queries."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import duckdb
import pytest

import nought
from api.deals.as_parquet import ParquetFolder
from domain.engine.facts import CardPlayed, DealSettled
from domain.games.three04.acts import CapsCalled
from replay.notation import record_of
from replay.rows.kinds import KINDS
from replay.rows.recorded_deal import RecordedDeal
from tests.cases import cases

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "data.md"
TEXT: Final = DOCUMENT.read_text(encoding="utf-8")
QUERIES: Final = re.findall(r"```sql\n(.+?)```", TEXT, re.DOTALL)


def hand(name: str) -> nought.Table:
    return nought.Table.of(nought.worked_hands()[name])


def test_the_document_lists_exactly_the_columns_that_there_are() -> None:
    sections = re.findall(r"^### (\w+)\n(.+?)(?=^##)", TEXT, re.MULTILINE | re.DOTALL)
    listed = {name: re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", text, re.MULTILINE) for name, text in sections}
    defined = {
        name: [(column.name, column.type.value, column.meaning) for column in kind.columns]
        for name, kind in KINDS.items()
    }
    assert listed == defined
    assert all(f"\n{kind.meaning[0].upper()}{kind.meaning[1:]}.\n" in TEXT for kind in KINDS.values())


def test_names_and_types_of_columns_are_those_of_before() -> None:
    """Queries rely on them: a new column comes at the end, and none goes (docs/stability.md)."""
    types = {name: " ".join(f"{c.name}:{c.type.name.lower()}" for c in kind.columns) for name, kind in KINDS.items()}
    assert types == {
        "deals": "deal:text day:day opened_at:time club:text match:text table:text event:text number:number "
        "ruleset:text ruleset_version:number seats:number dealer:text status:text maker:text maker_team:text bid:text "
        "bid_points:number trump:text made:flag maker_points:number reasons:texts confirmed:flag redeals:number "
        "acts:number breaches:number corrections:number caps_caller:text caps:text caps_seat:text caps_ply:number",
        "players": "deal:text seat:text player:text team:text is_dealer:flag is_maker:flag is_makers_side:flag "
        "dealt:texts points:number tricks:number tokens:number score:number",
        "bids": "deal:text ply:number auction:number turn:number seat:text call:text bid:text points:number "
        "denomination:text is_contract:flag at:time broke:text",
        "plays": "deal:text ply:number trick:number position:number seat:text card:text is_face_down:flag "
        "is_indicator:flag is_trump:flag won:flag at:time broke:text",
    }


def test_every_worked_hand_has_a_row_for_each_card_call_and_seat_and_they_agree_with_its_view() -> None:
    with cases() as case:
        for name, deal in nought.worked_hands().items():
            with case(name):
                table = nought.Table.of(deal)
                view, acts = table.view("arbiter"), table.acts
                plays, bids, players = (table.rows(kind) for kind in ("plays", "bids", "players"))
                assert [play["ply"] for play in plays] == [n for n, a in enumerate(acts) if isinstance(a, CardPlayed)]
                won = {str(play["trick"]): play["seat"] for play in plays if play["won"]}
                assert won == {number: trick["won"] for number, trick in view["tricks"].items()}
                assert [str(call["ply"]) for call in bids] == list(view["auction"])
                assert sum(bool(call["is_contract"]) for call in bids) == (table.rows("deals")[0]["maker"] is not None)
                # In these two the deal was over before the second half of the cards.
                size = 4 if name in ("12-all-pass", "30-half-court") else table.rules.hand_size
                dealt = {seat["seat"]: len(seat["dealt"]) for seat in players}  # type: ignore[arg-type]
                assert dealt == dict.fromkeys(table.rules.seats, size)


def test_a_deal_that_goes_on_has_rows_as_far_as_it_went() -> None:
    table = nought.Table.open("304", "S", rest="pack", hands={}).do("W no cut, S deal, E 160, N pass, W pass, S pass")
    [deal] = table.rows("deals")
    assert [deal[name] for name in ("deal", "day", "status", "maker", "bid", "made", "reasons")] == [
        None, None, "open", "E", "160", None, [],
    ]  # fmt: skip
    assert [call["is_contract"] for call in table.rows("bids")] == [True, False, False, False]
    assert table.rows() == table.rows("plays") == []
    assert {seat["points"] for seat in table.rows("players")} == {None}
    assert nought.Table.open("304").rows("bids") == []


def test_cards_that_nobody_saw_and_their_tricks_are_null() -> None:
    table = nought.Table.open("304", "S", hands={}).do("W no cut, S deal, E 160, N pass, W pass, S pass")
    table.do("E indicator ??", "S deal", "E pass, N pass, W pass, S pass", "E closed", "E 7H", "N (??)")
    assert [(play["card"], play["won"], play["is_trump"]) for play in table.rows("plays")] == [
        ("7H", None, None), (None, None, None),
    ]  # fmt: skip
    # What a hand held follows from the play once the deal is over.
    assert [seat["dealt"] for seat in table.rows("players")] == [[]] * 4


def test_times_are_in_utc_and_a_day_stays_a_day() -> None:
    deal = nought.worked_hands()["12-all-pass"]
    with cases() as case:
        for at, day, moment in (
            ("2026-02-14", date(2026, 2, 14), None),
            ("2026-02-14T23:30:00.000-02:00", date(2026, 2, 15), datetime(2026, 2, 15, 1, 30, tzinfo=UTC)),
            ("2026-02-14T23:30:00", date(2026, 2, 14), None),
            ("", None, None),
            ("some day", None, None),
        ):
            with case(at):
                [row] = nought.Table.of(replace(deal, at=at)).rows("deals")
                assert (row["day"], row["opened_at"]) == (day, moment)


def test_a_breach_and_a_correction_are_counted_and_named() -> None:
    revoke = hand("17-a-revoke")
    assert revoke.rows("deals")[0]["breaches"] == 1
    assert [play["broke"] for play in revoke.rows() if play["broke"]] == ["revoke"]
    assert hand("16-the-scribe-had-slipped").rows("deals")[0]["corrections"] == 2


def test_another_kind_of_rows_is_refused() -> None:
    with pytest.raises(nought.NoughtError, match="there are deals, players, bids, plays") as refused:
        hand("12-all-pass").rows("cards")  # type: ignore[arg-type]
    assert refused.value.code == "rows"


def never_called() -> nought.Table:
    """Return a worked hand in which Caps was owed, without the call."""
    table = hand("03-caps-in-the-middle-of-a-trick").copy()
    (ply,) = (n for n, act in enumerate(table.acts) if isinstance(act, CapsCalled))
    return table.retract(ply)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The worked hands as Parquet files, ten a month."""
    place = tmp_path_factory.mktemp("tables")
    deals = [*nought.worked_hands().values(), replace(never_called().document, id="never called")]
    with ParquetFolder(place) as files:
        for number, deal in enumerate(deals):
            dated = replace(deal, at=f"2026-{1 + number // 10:02}-0{1 + number % 9}")
            files.add(RecordedDeal(record_of(dated), deal.id, judges_caps=True))
    return place


def ask(folder: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Return the answer to a query of the document, which is run in the folder."""
    monkeypatch.chdir(folder)
    with duckdb.connect() as connection:
        answer: list[tuple[Any, ...]] = connection.execute(QUERIES[number]).fetchall()
        return answer


def test_the_five_queries_of_the_document_answer_what_the_deals_say(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bids, caps, leads, partners, months = (ask(folder, number, monkeypatch) for number in range(len(QUERIES)))
    assert bids == [
        (160, "N", 2, 0), (160, "S", 1, 1), (170, "E", 1, 1), (170, "N", 1, 1), (170, "S", 1, 1), (170, "W", 1, 1),
        (180, "E", 1, 1), (200, "E", 2, 1), (200, "S", 3, 3), (250, "W", 1, 1),
    ]  # fmt: skip
    # Owed and called, called too early, and owed but never called: the third and fourth hand, and ours.
    assert caps[0] == ("304", 14, 2, 1, 1)
    assert {row[2:] for row in caps[1:]} == {(0, 0, 0)}
    assert leads[:3] == [("J", False, 14, 86.0), ("J", True, 6, 100.0), ("7", False, 5, 0.0)]
    assert sum(row[2] for row in leads) == 38
    assert partners[0] == ("Esther", "Wasantha", 24, 122.7, 13)
    assert partners[-1] == ("Nimal", "Suren", 24, 153.5, -13)
    assert months == [("2026-01", 10, 60.0), ("2026-02", 10, 86.0), ("2026-03", 10, 80.0), ("2026-04", 9, 67.0)]


def test_a_query_counts_what_the_settlements_of_the_deals_say(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted again from the documents, without rows."""
    deals = [*nought.worked_hands().values(), never_called().document]
    tokens: Counter[tuple[str, str]] = Counter()
    for deal in deals:
        settled = [item.fact for item in deal.items if isinstance(item.fact, DealSettled)][-1]
        teams = nought.Table.of(deal).ruleset.seating.members()
        for team, seats in teams.items():
            names = sorted(deal.opened.players[seat] for seat in seats)
            tokens.update(dict.fromkeys(combinations(names, 2), settled.tokens[team]))
    assert {row[:2]: row[4] for row in ask(folder, 3, monkeypatch)} == dict(tokens)


def test_the_examples_in_python_are_true() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert (failed, tried) == (0, 4)
