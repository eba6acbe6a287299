"""`nought analyse`: its exit codes, its limit, and archives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replay.notation import read_hand
from replay.notation.archive import write_archived
from tests.cli.conftest import Nought, complaint, hand


def test_a_deal_whose_cards_all_have_prices_ends_with_0(nought: Nought) -> None:
    assert nought("analyse", hand(10)).code == 0


def test_cards_that_the_limit_leaves_without_a_price_are_shown_and_end_with_3(nought: Nought) -> None:
    answer = nought("analyse", hand(10), "--limit", "1000")
    assert answer.code == 3
    assert "?: not finished within the limit" in answer.out
    few, all_of_them = (
        json.loads(nought("analyse", hand(10), "--json", *how).out)["plies"] for how in (["--limit", "1000"], [])
    )
    assert not all(ply["finished"] for ply in few)
    for less, more in zip(few, all_of_them, strict=True):
        assert less["prices"].items() <= more["prices"].items()


def test_one_card_is_priced_with_open_hands_and_from_its_seat(nought: Nought) -> None:
    """The table of a card that cost 51 points in hindsight, and what North could know of it."""
    answer = nought("analyse", hand(10), "--ply", "25")
    assert answer.code == 0
    assert "ply 25: North played A♣" in answer.out
    assert "deals drawn from" in answer.out
    row = next(line for line in answer.out.splitlines() if "◂ played" in line)
    assert "A♣" in row
    assert "253" in row
    plain = json.loads(nought("analyse", hand(10), "--ply", "25", "--json").out)
    assert plain["seat"] == "N"
    assert {card["card"]: card["open"] for card in plain["cards"]} == {
        "AS": 202, "QS": 211, "QC": 253, "TC": 253, "AC": 253,
    }  # fmt: skip
    assert all(0 <= card["made"] <= 1 for card in plain["cards"])
    again = json.loads(nought("analyse", hand(10), "--ply", "25", "--json").out)
    assert again == plain, "the same command draws the same deals"


def test_costly_cards_are_explained_in_points_and_tokens(nought: Nought) -> None:
    answer = nought("analyse", hand(19), "--seats", "--deals", "40")
    assert "The contract of 200 could still be made with the 8♥. As far as South could know" in answer.out
    row = next(line for line in answer.out.splitlines() if line.split()[:1] == ["40"])
    assert row.split()[:6] == ["40", "S", "10♣", "213", "25", "−5"]


def test_near_the_end_the_worst_case_is_told_too(nought: Nought) -> None:
    answer = nought("analyse", hand(10), "--ply", "40")
    assert "the mean over all 2 deals that fit what South knew" in answer.out
    assert "at worst" in answer.out


def test_a_ply_without_a_card_is_refused(nought: Nought) -> None:
    assert "no card was played at ply 2; cards: 13, 14" in complaint(nought("analyse", hand(10), "--ply", "2"))


def test_each_deal_of_an_archive_has_a_line_and_a_wrong_line_is_named(nought: Nought, tmp_path: Path) -> None:
    archive = tmp_path / "evening.ndjson"
    deals = [write_archived(read_hand(hand(number).read_text(encoding="utf-8"))).strip() for number in (12, 8)]
    archive.write_bytes(b"\n".join([deals[0], b"no deal", deals[1]]) + b"\n")
    answer = nought("analyse", archive, "--json")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "line 2" in answer.err
    first, second = map(json.loads, answer.out.splitlines())
    assert (first["line"], first["plies"], first["reason"]) == (1, [], "no card was played in this deal")
    assert (second["line"], second["goal"], len(second["plies"])) == (3, "all tricks", 24)
    only = json.loads(nought("analyse", archive, "--json", "--deal", "3").out)
    assert only == second


def test_a_file_without_the_deal_is_refused(nought: Nought, tmp_path: Path) -> None:
    assert "holds no deal 7" in complaint(nought("analyse", hand(10), "--deal", "7"))
    assert "neither a file nor the id of a deal" in complaint(nought("analyse", tmp_path / "nowhere.toml"))


@pytest.mark.full
def test_a_recorded_deal_is_analysed_by_its_id_and_the_whole_book_by_workers(nought: Nought, begun: Path) -> None:
    """Run again, it finds everything done."""
    assert nought("import", hand(10), hand(12), "--data", begun).code == 0
    listed = nought("export", "--all", "--data", begun).out.splitlines()
    deals = {json.loads(line)["number"]: json.loads(line)["id"] for line in listed if '"id"' in line}
    assert deals
    one = nought("analyse", next(iter(deals.values())), "--json", "--data", begun)
    assert json.loads(one.out)["plies"] is not None
    for _ in range(2):
        answer = nought("analyse", "--workers", 2, "--data", begun)
        assert answer.code == 0, answer.err
        assert (
            answer.out == "1 deals have an analysis; 1 have none, since no card was played or not all cards are known\n"
        )


def test_workers_analyse_the_record_book_and_no_file(nought: Nought) -> None:
    assert "leave out DEAL" in complaint(nought("analyse", hand(10), "--workers", 2))
    assert "name a file or a deal" in complaint(nought("analyse"))
