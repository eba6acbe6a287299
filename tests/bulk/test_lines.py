"""What the strict reader refuses is refused, however good the deal; what else stands in a line does no harm."""

from __future__ import annotations

import gzip
import io
from typing import Any

import msgspec
import pytest

from replay.notation.archive import ArchivedDeal, Stamps
from replay.notation.archive_stream import LONGEST_LINE, BadLine, numbered_lines
from replay.notation.bulk import Line, judge_archive
from tests.bulk.archives import assert_no_fault_passes, decoded, encoded, engine, lines, passed

GOOD = next(told for told in lines(20) if passed([told])[0][0] and b'"plays"' in told)


def with_head(**told: Any) -> bytes:
    """The same deal, with more told about it."""
    return encoded({**decoded(GOOD), **told})


@pytest.mark.parametrize(
    "told",
    [
        {"id": "d-1", "number": 7, "date": "2026-02-14", "scribe": "Ravi", "key": "k"},
        {"club": "the club", "event": "evening", "match": None, "table": "3", "source": "here"},
        {"players": {"E": "Anula", "N": "சுரேஷ்"}, "note": 'a; b # "c"\n\\ "core":{"auction":""}'},
        {"comments": {"3": "slowly"}},
        {"stamps": {"at": ["2026-02-14T12:40:37.451Z", None, "2026-02-14T12:41:37.451Z"], "by": ["A"]}},
        {"club": '"core":{', "comments": {"0": '"core":{"auction":"'}},
    ],
    ids=str,
)
def test_what_is_told_about_a_deal_does_not_make_it_slow(told: dict[str, Any]) -> None:
    line = with_head(**{name: value for name, value in told.items() if value is not None})
    assert assert_no_fault_passes([line]) == 1


@pytest.mark.parametrize(
    "line",
    [
        GOOD.replace(b'"nought":1', b'"nought":2'),
        GOOD.replace(b'"nought":1', b'"nought":1.0'),
        GOOD.replace(b'"nought":1', b'"nought":true'),
        GOOD.replace(b'"nought":1', b'"nought":1,"nought":1'),
        GOOD.replace(b'"nought":1', b'"nought":1,"number":1.0'),
        GOOD.replace(b'"nought":1', b'"nought":1,"number":"1"'),
        GOOD.replace(b'"nought":1', b'"nought":1,"oddity":1'),
        GOOD.replace(b'"nought":1', b'"nought":1,"lines":[]'),
        GOOD.replace(b'"nought":1', b'"nought":1,"note":"\xff"'),
        GOOD.replace(b'"nought":1', b'"nought":1,"note":"\x01"'),
        GOOD.replace(b'"nought":1,', b""),
        GOOD.replace(b'"304 v1"', b'"304 v9"'),
        GOOD.replace(b'"304 v1"', b'"305"'),
        GOOD.replace(b'"304 v1"', b'{"base":"304 v1","base":"304 v1"}'),
        GOOD.replace(b'"304 v1"', b'{"base":"304 v1","changes":{"bids.step":10.0}}'),
        GOOD.replace(b'"304 v1"', b'{"base":"304 v1","changes":{"no.such":1}}'),
        GOOD.replace(b'"304 v1"', b'{"base":' + b"[" * 60_000 + b"]" * 60_000 + b"}"),
        GOOD.replace(b'"cut":', b'"cut":0'),
        GOOD.replace(b'"core":{', b'"core":{"aaa":1,'),
        GOOD.replace(b'"core":{', b'"core": {'),
        GOOD.replace(b'"core":{', b'"x":{"core":{') + b"}",
        GOOD + b"}",
        GOOD[: GOOD.index(b'},"dealer"') + 1],
        GOOD[: GOOD.index(b'},"dealer"') + 1] + b"}",
        GOOD[: GOOD.index(b'},"dealer"') + 1] + b',"',
        GOOD[:-1],
        GOOD[:-1] + b",}",
        with_head(players={"X": "nobody"}),
        with_head(comments={"99": "too far"}),
        with_head(comments={"x": "nowhere"}),
        with_head(stamps={"at": ["2026"] * 99}),
        with_head(stamps={"on": ["2026"]}),
        with_head(stamps={"at": [1]}),
        encoded({"ruleset": {"core": decoded(GOOD)["core"]}, "dealer": "S", "nought": 1}),
    ],
    ids=lambda line: line[-90:].decode(errors="replace"),
)
def test_what_the_strict_reader_refuses_never_passes(line: bytes) -> None:
    if engine(line) is None:
        assert passed([line])[0] == [False]
    assert_no_fault_passes([line])


def test_comments_and_stamps_reach_to_the_settlement_and_no_further() -> None:
    report = engine(GOOD)
    assert report is not None
    items = report.acts + 1
    fits, too_long = ({"at": ["2026"] * count} for count in (items, items + 1))
    last, beyond = ({str(count): "a word"} for count in (items - 1, items))
    told = [with_head(stamps=fits), with_head(stamps=too_long), with_head(comments=last), with_head(comments=beyond)]
    assert passed(told)[0] == [True, False, True, False]
    assert assert_no_fault_passes(told) == 2


def test_the_fields_of_a_line_are_those_of_the_strict_reader() -> None:
    strict = {field.name: field for field in msgspec.structs.fields(ArchivedDeal)}
    known = {field.name: field for field in msgspec.structs.fields(Line)}
    assert set(strict) - set(known) == {"lines"}
    assert [*known] == sorted(known)
    assert [field.name for field in msgspec.structs.fields(Stamps)] == ["at", "by", "key"]
    for name in set(known) - {"core", "nought", "ruleset"}:
        assert (known[name].type, known[name].default) == (strict[name].type, strict[name].default), name


def blocks(text: bytes) -> dict[int, object]:
    """What was found in each line, by its number; None where it passed."""
    found: dict[int, object] = {}
    for block in judge_archive(io.BufferedReader(io.BytesIO(text))):
        for place, number in enumerate(block.numbers.tolist()):
            found[number] = block.told.get(place)
    return found


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("size", [1, 700, 1 << 21])
def test_lines_are_numbered_and_cut_as_the_reader_of_archives_does(
    size: int, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replay.notation.blocks.BLOCK", size)
    long = b'{"note":"' + b"x" * LONGEST_LINE + b'"}'
    text = b"\xef\xbb\xbf" + b"\n".join([GOOD, b"", b"  ", GOOD + b" \r", long if size > 1 else b"{", b"{}", GOOD])
    expected = dict(numbered_lines(io.BytesIO(text)))
    found = blocks(gzip.compress(text) if packed else text)
    assert list(found) == list(expected)
    for number, line in expected.items():
        here = found[number]
        if isinstance(line, BadLine):
            assert here == line
        elif line == GOOD:
            assert here is None or here == engine(GOOD)
        else:
            assert isinstance(here, BadLine)


def test_what_can_be_read_of_a_damaged_gzip_file_is_judged() -> None:
    text = b"\n".join(lines(200))
    found = blocks(gzip.compress(text)[: len(text) // 8])
    *_, last = found.values()
    assert len(found) > 10
    assert isinstance(last, BadLine)
    assert "damaged gzip data" in last.reason
