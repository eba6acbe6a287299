"""`nought analyse`: its exit codes, its limit, and archives."""

from __future__ import annotations

import json
from pathlib import Path

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
