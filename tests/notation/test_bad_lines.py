"""An archive is read to its end: every bad line is told with its number and reason, and no good one is lost."""

from __future__ import annotations

import copy
import gzip
import io
import json
import random
from typing import Any

import pytest

from replay.notation import BadLine, DealDocument, read_archive, write_archived
from replay.notation.archive_stream import LONGEST_LINE
from tests.notation.dealing import play


def plain(seed: int = 5) -> DealDocument:
    """Return a deal that was played to its end."""
    for n in range(seed, seed + 100):
        table = play(random.Random(n), calls=False)
        if len(table.items) > 40:
            return DealDocument(table.record.opened, tuple(table.items), "good")
    raise AssertionError


GOOD = plain()
LINE = write_archived(GOOD)
DATA: dict[str, Any] = json.loads(LINE)


def changed(*path: str, to: Any) -> bytes:
    """The good line with one value changed; ``...`` takes it away."""
    data = copy.deepcopy(DATA)
    at = data
    for name in path[:-1]:
        at = at[name]
    if to is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return json.dumps(data).encode()


def lines(*deal_lines: Any, **more: Any) -> bytes:
    """A deal told line by line."""
    head = {name: DATA[name] for name in ("nought", "ruleset", "dealer")}
    return json.dumps({**head, "lines": list(deal_lines), **more}).encode()


BAD = [
    pytest.param(b"{", "no JSON", id="cut off"),
    pytest.param(b"[" * 100_000, "nested too deeply", id="a tower of brackets"),
    pytest.param(b"[1, 2]", "one JSON object", id="no object"),
    pytest.param(b'{"nought": 1, "note": "\xff"}', "not UTF-8: byte 24 is 0xff", id="no UTF-8"),
    pytest.param(LINE[:-1] + b',"dealer":"N"}', "'dealer' stands twice", id="a key twice"),
    pytest.param(b'{"nought": 1, "players": {"N": "a", "N": "b"}}', "'N' stands twice", id="a key twice inside"),
    pytest.param(b'{"nought": NaN}', "NaN is no number", id="not a number"),
    pytest.param(changed("number", to=1.5), "whole", id="a fraction"),
    pytest.param(b'{"nought": ' + b"9" * 5000 + b"}", "no JSON", id="an endless number"),
    pytest.param(changed("nought", to=2), "the version is 2; this reads version 1", id="another version"),
    pytest.param(changed("nought", to=True), "the version is True", id="no version at all"),
    pytest.param(changed("nought", to=...), "the version is missing", id="version left out"),
    pytest.param(changed("dealer", to=3), "Expected `str`, got `int` - at `$.dealer`", id="a wrong type"),
    pytest.param(changed("dealer", to="3"), "'3' is no seat of this game", id="no such dealer"),
    pytest.param(changed("dealer", to=...), "missing required field `dealer`", id="no dealer"),
    pytest.param(changed("colour", to="red"), "unknown field `colour`", id="an unknown field"),
    pytest.param(changed("ruleset", to="306"), "no ruleset '306'", id="an unknown game"),
    pytest.param(changed("ruleset", to="304 v9"), "known in version 1, not 9", id="an unknown version of a game"),
    pytest.param(changed("ruleset", to={"base": "304", "changes": {"caps.x": 1}}), "'caps.x'", id="no such rule"),
    pytest.param(changed("ruleset", to={"key": "x"}), "does not fit together", id="half a ruleset"),
    pytest.param(changed("ruleset", to={"base": [[]]}), "ruleset", id="a ruleset of lists"),
    pytest.param(changed("ruleset", to={"base": "304", "changes": {"bids.step": 1.5}}), "whole", id="half a step"),
    pytest.param(changed("players", to={"X": "nobody"}), "'X' is no seat", id="a player at no seat"),
    pytest.param(changed("number", to="1"), "$.number", id="a number in words"),
    pytest.param(changed("nought", to=1.0), "whole", id="a fractional version"),
    pytest.param(LINE[:-1] + b',"note":"\x01"}', "control character", id="a control character"),
    pytest.param(LINE + b"}", "no JSON", id="a bracket too many"),
    pytest.param(LINE[:-1], "no JSON", id="a bracket too few"),
    pytest.param(changed("lines", to=...), "missing required field `lines`", id="nothing happened"),
    pytest.param(changed("core", to={"cards": ""}), "write the deal again with “nought export”", id="the old encoding"),
    pytest.param(changed("comments", to={"0": "?"}), "unknown field `comments`", id="a comment out of place"),
    pytest.param(changed("stamps", to={"on": ["2026"]}), "unknown field `on`", id="an unknown stamp"),
    pytest.param(
        changed("stamps", to={"at": ["2026"] * (len(GOOD.items) + 1)}), "entries for", id="one stamp too many"
    ),
    pytest.param(changed("stamps", to={"at": ["x"] * 999}), "999 entries for", id="too many stamps"),
    pytest.param(changed("stamps", to={"at": [1]}), "$.stamps.at[0]", id="a stamp of a wrong type"),
    pytest.param(lines("E flies"), "lines[0]: 'E flies' is not understood", id="no sentence"),
    pytest.param(lines("W cut", 5), "$.lines[1]", id="a line of a wrong type"),
    pytest.param(lines({"fly": 1}), "names what a line is", id="no kind of line"),
    pytest.param(lines({"amend": 0, "insert": 0}), "amend and insert", id="two kinds of line"),
    pytest.param(lines({"amend": 0, "was": "E pass"}), "missing required field `now`", id="half an amendment"),
    pytest.param(lines({"fact": "nought.Deal.DealOpened", "data": {}}), "is no act", id="an opening inside"),
]


def test_stamps_may_reach_to_the_last_line() -> None:
    (read,) = read_archive(io.BytesIO(changed("stamps", to={"at": ["2026"] * len(GOOD.items)})))
    assert isinstance(read, DealDocument)
    assert [item.at for item in read.items] == ["2026"] * len(GOOD.items)


@pytest.mark.parametrize(("bad", "reason"), BAD)
def test_a_bad_line_is_told_with_number_and_reason(bad: bytes, reason: str) -> None:
    stream = io.BytesIO(LINE + b"\n\n" + bad + b"\n" + LINE)
    first, bad_line, last = read_archive(stream)
    assert first == last == GOOD
    assert isinstance(bad_line, BadLine)
    assert bad_line.number == 3
    assert reason in bad_line.reason


def test_a_line_that_is_too_long_is_skipped_and_its_length_told() -> None:
    long = b'{"note": "' + b"x" * (3 * LONGEST_LINE) + b'"}'
    first, bad_line, last = read_archive(io.BytesIO(LINE + b"\n" + long + b"\n" + LINE + b"\n"))
    assert first == last == GOOD
    assert bad_line == BadLine(2, f"too long: {len(long) + 1} bytes, at most {LONGEST_LINE}")


def test_a_line_of_just_the_longest_length_is_read() -> None:
    head = LINE[:-1] + b',"note":"'
    line = head + b"x" * (LONGEST_LINE - len(head) - 2) + b'"}'
    (read,) = read_archive(io.BytesIO(line + b"\n"))
    assert isinstance(read, DealDocument)


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    assert list(read_archive(io.BytesIO(b"\xef\xbb\xbf" + LINE + b"\r\n" + LINE + b"\r\n"))) == [GOOD, GOOD]


@pytest.mark.full
def test_damaged_gzip_data_gives_what_can_be_read_and_then_says_so() -> None:
    packed = gzip.compress(b"".join(write_archived(plain(seed)) + b"\n" for seed in range(300)))
    *good, bad_line = read_archive(io.BytesIO(packed[: len(packed) // 2]))
    assert len(good) > 50
    assert all(isinstance(each, DealDocument) for each in good)
    assert isinstance(bad_line, BadLine)
    assert bad_line.number == len(good) + 1
    assert "damaged gzip data" in bad_line.reason


def test_an_archive_is_read_while_it_arrives() -> None:
    class Endless(io.RawIOBase):
        """A pipe that never ends."""

        left = b""

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            self.left = (self.left or LINE + b"\n") if size < 0 or self.left else LINE + b"\n"
            chunk, self.left = self.left[:size], self.left[size:]
            return chunk

    reader = read_archive(Endless())  # type: ignore[arg-type]
    assert [next(reader) for _ in range(200)] == [GOOD] * 200


@pytest.mark.parametrize("nothing", [b"", b"\n\n", b"  \r\n", gzip.compress(b"", mtime=0)])
def test_an_empty_archive_holds_no_deal(nothing: bytes) -> None:
    assert list(read_archive(io.BytesIO(nothing))) == []
