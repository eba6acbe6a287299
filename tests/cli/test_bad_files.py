"""Files that hold no deal: one line says which file, what is wrong and where; nothing reaches the database."""

from __future__ import annotations

import gzip
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.games.catalogue import STANDARD
from replay.notation import read_hand, write_archived
from store.settings import Settings
from tests.cases import full
from tests.cli.conftest import HANDS, Nought, complaint, hand, rows

GOOD = hand(1).read_bytes()
NAMED = "019c6a51-0000-7304-8304-00000000000a"


def line(number: int, identity: str) -> bytes:
    """A worked hand as a line of an archive, under an id."""
    return write_archived(replace(read_hand(hand(number).read_text()), id=identity)) + b"\n"


LINE = line(1, NAMED)
PACKED = gzip.compress(LINE * 3, mtime=0)
HEAD = b'nought = 1\nruleset = "304"\ndealer = "S"\n'

BAD = [
    pytest.param(("empty.toml", b"", "begins with “nought = 1”"), id="an empty hand file"),
    pytest.param(("bytes.toml", bytes(range(128, 256)), "no text in UTF-8"), id="bytes in a hand file"),
    pytest.param(("bytes.ndjson", bytes(range(128, 256)), "line 1: not UTF-8"), id="bytes in an archive"),
    pytest.param(("wide.toml", GOOD.decode().encode("utf-16")[:-1], "no text in UTF-8"), id="half a letter of UTF-16"),
    pytest.param(("old.toml", GOOD + b"# caf\xe9\n", "no text in UTF-8"), id="Latin-1"),
    pytest.param(("syntax.toml", b"nought = 1\ndealer =\n", "at line 2"), id="TOML that is none, with its line"),
    pytest.param(("syntax.ndjson", b'\n\n{"nought": 1,}\n', "line 3: no JSON"), id="JSON that is none, with its line"),
    pytest.param(("list.ndjson", b"[1, 2]\n", "a line is one JSON object"), id="JSON that is no object"),
    pytest.param(("no-name", b"   {}\n", "line 1: nought: the version is missing"), id="an archive known by its start"),
    pytest.param(("prose.txt", b"It was a fine deal.\n", "this is no TOML"), id="prose"),
    pytest.param(("later.toml", b"nought = 2\n", "it says 2"), id="a later version"),
    pytest.param(
        ("game.toml", b'nought = 1\nruleset = "whist"\ndealer = "S"\n', "known: 304"), id="an unknown ruleset"
    ),
    pytest.param(("seat.toml", HEAD.replace(b'"S"', b'"Q"'), "write N, E, S or W"), id="an unknown dealer"),
    pytest.param(("act.toml", HEAD + b'actions = [\n  "W cut",\n  "W fly",\n]\n', "line 6: "), id="an unknown act"),
    pytest.param(("field.toml", HEAD + b'colour = "red"\n', "colour"), id="an unknown field"),
    pytest.param(("kind.toml", HEAD + b"actions = 7\n", "actions"), id="a number for the actions"),
    pytest.param(("nul.toml", b"nought = 1\0", "at line 1"), id="NUL in a hand file"),
    pytest.param(("nul.ndjson", b'{"nought": 1, "note": "\0"}\n', "control character"), id="NUL in an archive"),
    pytest.param(("deep.toml", b"a = " + b"[" * 100_000, "recursion"), id="deeply nested TOML"),
    pytest.param(("deep.ndjson", b'{"a":' * 100_000, "nested too deeply"), id="deeply nested JSON"),
    pytest.param(("long.ndjson", b'{"a": "' + b"x" * 2_000_000 + b'"}\n', "too long: 2000010 bytes"), id="a huge line"),
    pytest.param(("long.toml", b"# " + b"x" * 2_000_000, "too long"), id="a huge hand file"),
    pytest.param(("many.ndjson", b'{"nought": 1' + b"0" * 5000 + b"}", "no JSON"), id="a huge number"),
    pytest.param(("cut.ndjson.gz", PACKED[:60], "damaged gzip data"), id="a truncated gzip"),
    pytest.param(("crc.ndjson.gz", PACKED[:-8] + b"\0" * 8, "damaged gzip data"), id="a gzip of another checksum"),
    pytest.param(("cut.toml.gz", gzip.compress(GOOD)[:-9], "damaged gzip data"), id="a truncated hand file"),
    pytest.param(("esc.toml", HEAD.replace(b"304", b"\\u001b[31m\\u009b2J"), "known: 304"), id="escapes in a ruleset"),
    pytest.param(
        ("esc.ndjson", b'{"nought": "\\u001b]0;x\\u0007"}\n', "this reads version 1"), id="escapes in a version"
    ),
]
ROUNDS = 200 if os.environ.get("NOUGHT_FULL") else 3
DEALS_BEFORE = {"crc.ndjson.gz": 3}
"""The number of deals before the damage."""


class Bad(NamedTuple):
    """A bad file, and what must be said about it."""

    path: Path
    why: str
    deals: int


@pytest.fixture
def bad(tmp_path: Path, request: pytest.FixtureRequest) -> Bad:
    """One of the files, written."""
    name, content, why = request.param
    path = tmp_path / name
    path.write_bytes(content)
    return Bad(path, why, DEALS_BEFORE.get(name, 0))


@pytest.fixture
def unchanged(book: Settings) -> Iterator[None]:
    """A record book in which nothing changes."""
    before = rows(book)
    yield
    assert rows(book) == before


@pytest.mark.parametrize("command", ["show", full("replay")])
@pytest.mark.parametrize("bad", BAD, indirect=True)
def test_it_cannot_be_shown(nought: Nought, bad: Bad, command: str) -> None:
    message = complaint(nought(command, bad.path, *(("--deal", bad.deals + 1) if bad.deals else ())))
    assert bad.path.name in message
    assert bad.why in message
    assert len(message) < 1000


@pytest.mark.parametrize("bad", BAD, indirect=True)
def test_it_is_counted_as_wrong(nought: Nought, bad: Bad) -> None:
    answer = nought("check", "-q", bad.path)
    *messages, count = answer.out.splitlines()
    numbers = f"1 file, {bad.deals} deals: {bad.deals} good, 0 wrong, 1 unreadable"
    assert (answer.code, answer.err, count) == (2, "", numbers)
    assert [bad.path.name in line and bad.why in line and line.isprintable() for line in messages] == [True]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("bad", [each for each in BAD if each.values[0][0] not in DEALS_BEFORE], indirect=True)
def test_it_is_not_taken_in(nought: Nought, bad: Bad) -> None:
    answer = nought("import", bad.path)
    assert (answer.code, answer.out) == (2, "0 imported, 0 there already, 0 refused, 1 unreadable\n")
    assert [bad.path.name in line and bad.why in line and line.isprintable() for line in answer.err.splitlines()] == [
        True
    ]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("command", ["check", "import"])
def test_what_is_no_file_is_told_and_the_next_is_read(nought: Nought, tmp_path: Path, command: str) -> None:
    (tmp_path / "empty.ndjson").write_bytes(b"")
    missing = tmp_path / "missing.toml"
    answer = nought(command, missing, tmp_path, tmp_path / "empty.ndjson")
    assert answer.code == 2
    *messages, count = (answer.err + answer.out).splitlines()
    assert messages == [f"{missing}: No such file or directory", f"{tmp_path}: Is a directory"]
    assert count in (
        "3 files, 0 deals: 0 good, 0 wrong, 2 unreadable",
        "0 imported, 0 there already, 0 refused, 2 unreadable",
    )


@pytest.mark.parametrize("command", ["show", "replay"])
def test_a_folder_cannot_be_shown(nought: Nought, tmp_path: Path, command: str) -> None:
    assert f"{tmp_path}: Is a directory" in complaint(nought(command, tmp_path))


@pytest.mark.parametrize("command", ["show", "replay"])
@pytest.mark.parametrize(
    "name", ["missing.toml", "not-an-id", "x" * 5000, "a\0b", "\x1b[31mred", "\udcff", "019c5c22-f9d0-791b-99d5"]
)
def test_what_is_neither_a_file_nor_an_id_opens_no_database(nought: Nought, command: str, name: str) -> None:
    assert "is neither a file nor the id of a deal" in complaint(nought(command, name))


def test_an_empty_archive_is_an_archive_without_deals(nought: Nought, tmp_path: Path) -> None:
    empty = tmp_path / "empty.ndjson"
    empty.write_bytes(b"")
    assert nought("check", empty).out == "1 file, 0 deals: 0 good, 0 wrong\n"
    assert "holds no deal" in complaint(nought("show", empty))


def test_one_bad_deal_loses_no_good_one(nought: Nought, book: Settings, tmp_path: Path) -> None:
    """The deals before the damage, between bad lines and in the next file are in; every bad one is named."""
    cut, mixed = tmp_path / "cut.ndjson.gz", tmp_path / "mixed.ndjson"
    cut.write_bytes(PACKED[:-8])
    mixed.write_bytes(b"{}\n\nnonsense\n" + line(2, "") + line(3, "x"))
    answer = nought("import", cut, mixed)
    assert answer.out.splitlines()[-1] == "2 imported, 2 there already, 1 refused, 3 unreadable"
    assert [line.split(": ")[0].split("/")[-1] for line in answer.err.splitlines()] == [
        "cut.ndjson.gz, line 4",
        "mixed.ndjson, line 1",
        "mixed.ndjson, line 3",
        "mixed.ndjson, line 5",
        "to take this import back",
    ]
    assert answer.code == 2


@pytest.mark.parametrize("size", [201, 60_000, 900_000])
def test_a_scribe_with_an_endless_name_is_not_taken_in(
    nought: Nought, book: Settings, tmp_path: Path, size: int
) -> None:
    """A name of 60 kB hung the import for good."""
    path = tmp_path / "endless.toml"
    path.write_bytes(HEAD + b'scribe = "' + b"x" * size + b'"\nactions = ["E cut"]\n')
    before = rows(book)
    answer = nought("import", path)
    assert answer.code == 1
    assert f"{size} characters; the most is" in answer.out + answer.err
    assert rows(book) == before


def test_no_name_in_a_file_reaches_the_terminal_raw(nought: Nought, tmp_path: Path) -> None:
    """Escape sequences could recolour, overwrite or type into a terminal."""
    evil = tmp_path / "evil\x1b[2J.toml"
    evil.write_text(
        "\n".join(
            (
                'nought = 1\nruleset = "304"\ndealer = "S"\nevent = "\\u001b[31mred"\nsource = "\\u009b2J"',
                'note = "\\r\\u0008\\u202egnp"\nplayers.S = "\\u001b]0;title\\u0007"\nactions = [',
                '"W cut ; \\u001b[5m", { irregularity = "\\u001b[1m", ply = 0, seat = "S", note = "\\u001b[7m" },',
                '{ amend = 0, was = "W cut", now = "W no cut", why = "\\u001b[0m" }]',
            )
        )
    )
    for command in (["show"], ["replay"], ["replay", "--json"], ["replay", "--at", "0"], ["check"]):
        answer = nought(*command, evil)
        assert answer.code == (1 if command == ["check"] else 0)
        assert "".join(answer.out.split("\n")).replace("\t", "").isprintable()
        assert answer.err == ""


def test_a_deal_of_several_is_chosen_by_number_or_by_id(nought: Nought, tmp_path: Path) -> None:
    archive = tmp_path / "two.ndjson"
    archive.write_bytes(LINE + b"\n" + line(5, "") + b"{}\n")
    assert "choose with --deal, by number (1, 2 …) or by id" in complaint(nought("show", archive))
    assert nought("show", archive, "--deal", 1).out == nought("show", hand(1)).out
    assert nought("show", archive, "--deal", 2).out == nought("show", hand(5)).out
    assert nought("show", archive, "--deal", NAMED.upper()).out == nought("show", hand(1)).out
    assert "line 4: " in complaint(nought("show", archive, "--deal", 3))
    for nothing in ("0", "4", "x", "-1"):
        assert f"holds no deal {nothing}" in complaint(nought("replay", archive, "--deal", nothing))
    assert "chooses a deal from a file" in complaint(nought("show", NAMED, "--deal", "1"))


def test_a_hand_file_is_known_by_its_name_or_by_how_it_begins(nought: Nought, tmp_path: Path) -> None:
    shown = nought("show", hand(1)).out
    ways = {
        "deal": GOOD,
        "deal.toml.gz": gzip.compress(GOOD),
        "windows.toml": b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"),
        "line.ndjson": LINE,
        "line": b"\xef\xbb\xbf\n" + LINE,
        "line.gz": gzip.compress(LINE),
    }
    for name, content in ways.items():
        (tmp_path / name).write_bytes(content)
        assert nought("show", tmp_path / name).out == shown, name


def test_every_ruleset_is_named_when_one_is_unknown(nought: Nought) -> None:
    assert f"known: {STANDARD.key}" in complaint(nought("rulesets", "show", "whist"))


# --- files with something wrong somewhere -------------------------------------------------------


def marred(text: str, chance: random.Random) -> str:
    """The text with one line left out, repeated, moved or miswritten."""
    lines = text.splitlines()
    place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[place]
        case 1:
            lines.insert(other, lines[place])
        case 2:
            lines[place], lines[other] = lines[other], lines[place]
        case 3:
            words = lines[place].split(" ")
            words[chance.randrange(len(words))] = chance.choice(["??", "E", "JH", "caps", "7", "{", '"', "160"])
            lines[place] = " ".join(words)
        case _:
            at = chance.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:at] + chance.choice("ENWSJ9AT?!()[]=\x1b\0é") + lines[place][at + 1 :]
    return "\n".join(lines)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("number", [n if n % 6 == 1 else full(n) for n in range(1, len(HANDS) + 1)])
def test_whatever_is_wrong_in_a_file_is_told(nought: Nought, tmp_path: Path, number: int) -> None:
    """Nothing is unforeseen, and every command agrees whether there is a deal at all."""
    chance = random.Random(number)
    path = tmp_path / "marred.toml"
    for _ in range(ROUNDS):
        path.write_text(marred(hand(number).read_text(), chance))
        shown, replayed, judged = (
            nought("show", path),
            nought("replay", path, "--seat", "scribe"),
            nought("check", path),
        )
        assert {shown.code, replayed.code} <= {0, 2}, shown.err + replayed.err + path.read_text()
        assert (
            judged.code in (0, 1)
            if shown.code == replayed.code == 0
            else {2} == {shown.code, replayed.code, judged.code}
        )
        imported = nought("import", path)
        assert imported.code in (0, 1, 2), imported.err + path.read_text()
        for answer in (shown, replayed, judged, imported):
            assert "".join((answer.out + answer.err).split("\n")).isprintable()


@pytest.mark.parametrize(
    ("team_result", "result"),
    [
        ("score = { E = 514", "South made 257 shields: 257 points and all tricks; score E 514; EW 0 (0 in tricks)"),
        ("points = { E = 257", "South made 257 shields; score NS 514; EW 0 (0 in tricks)"),
    ],
)
def test_a_settlement_of_a_team_that_is_none_is_shown_as_it_stands(
    nought: Nought, tmp_path: Path, team_result: str, result: str
) -> None:
    path = tmp_path / "marred.toml"
    path.write_text(hand(34).read_text().replace(team_result.replace("E", "NS"), team_result))
    assert result in nought("show", path).out
    assert (nought("check", path).code, nought("check", hand(34)).code) == (1, 0)
