"""What passes in bulk is what the engine finds clean, and plain deals do pass."""

from __future__ import annotations

import io

import pytest

from replay.generated.evening import Evening
from replay.notation import DealDocument, Item, write_archived
from replay.notation.bulk import judge_archive
from tests.bulk.archives import FULL, assert_no_fault_passes, decoded, lines, passed

DEALS = 5000 if FULL else 250
COVERED = 0.95
"""The least share of plain deals that must pass at once."""


def test_random_deals_pass_and_the_engine_agrees_act_for_act() -> None:
    told = lines(DEALS)
    assert assert_no_fault_passes(told) >= COVERED * len(told)


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        pytest.param(lambda core: core["result"][0] == "m", 20, id="000 Scoring: made"),
        pytest.param(lambda core: core["result"][0] == "f", 20, id="000 Scoring: failed"),
        pytest.param(lambda core: core["result"][0] == "p", 3, id="000 Bidding with Four Cards: all pass"),
        pytest.param(lambda core: core.get("trump", "")[-1:] == "+", 20, id="000 Open Trump games"),
        pytest.param(lambda core: core.get("trump", "")[-1:] == "-", 20, id="000 Closed Trump games"),
        pytest.param(lambda core: len(core.get("trump", "")) == 3, 3, id="000 Bidding with Eight Cards"),
        pytest.param(lambda core: "pcc" in core.get("second", ""), 2, id="000 Partner Close Caps"),
        pytest.param(lambda core: "ask" in core["auction"], 8, id="000 Bidding with Four Cards: asking partner"),
        pytest.param(lambda core: "t" in core.get("looks", ""), 20, id="000 Closed Trump games: a cut that shows"),
        pytest.param(lambda core: "i" in core.get("looks", ""), 2, id="000 Special Rule for Bids of 250 or more"),
    ],
)
def test_every_kind_of_plain_deal_passes(kind, least) -> None:  # type: ignore[no-untyped-def]
    alike = [told for told in lines(DEALS) if kind(decoded(told)["core"])]
    assert len(alike) >= least
    short = [told for told in alike if len(decoded(told)["core"]["auction"]) <= 80]
    assert all(passed(short)[0])


def test_an_evening_passes_but_for_what_a_core_cannot_tell() -> None:
    documents = [
        DealDocument(deal.opened, tuple(Item(each.fact, each.at, each.by) for each in deal.lines), str(deal.id))
        for sitting in Evening(deals=900 if FULL else 40).sittings()
        for deal in sitting.deals
    ]
    told = [write_archived(document) for document in documents]
    plain = [each for each in told if b'"core":{' in each]
    assert assert_no_fault_passes(told) >= COVERED * len(plain)
    assert len(plain) > len(told) / 2


def test_a_whole_archive_is_told_line_by_line() -> None:
    told = [each for each in lines(DEALS) if passed([each])[0][0]][:300]
    wrong = told[7].replace(b'"result":"', b'"result":"x')
    text = b"\n".join([*told[:7], wrong, b"", *told[8:], b""])
    [block] = judge_archive(io.BufferedReader(io.BytesIO(text)))
    assert block.numbers.tolist() == [*range(1, 9), *range(10, len(told) + 2)]
    assert list(block.told) == [7]
