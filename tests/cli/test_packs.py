"""`nought packs` and `nought lots`: a promise before play, and whether it was kept."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from domain.fair import packs
from tests.cli.conftest import ROOT, Answer, Nought, complaint, spoken
from tests.tournaments.test_fair import COMMITMENT, LOTS, SECRET

NAMES = ["Ann", "Ben", "Chitra", "Dilan"]


@pytest.fixture
def secret_file(nought: Nought, tmp_path: Path) -> Path:
    """Packs for boards 1 to 8: the secret, and beside it the commitment."""
    secret = tmp_path / "secret.json"
    answer = nought("packs", "make", "--boards", "1-8", "--ruleset", "304", "--tournament", "Harbour Open", secret)
    assert answer.code == 0
    assert answer.err == f"8 boards in {secret}: keep it secret until they have been played\n"
    (tmp_path / "commitment.json").write_text(answer.out)
    return secret


def beside(secret: Path, name: str, content: Any) -> Path:
    """Another file in the same folder."""
    path = secret.with_name(name)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_the_secret_is_for_its_owner_only_and_the_promise_is_printed(nought: Nought, secret_file: Path) -> None:
    assert stat.S_IMODE(secret_file.stat().st_mode) == 0o600
    secret, promised = (
        json.loads(secret_file.read_text()),
        json.loads(secret_file.with_name("commitment.json").read_text()),
    )
    assert [each["board"] for each in secret["boards"]] == list(range(1, 9))
    assert all(each.keys() == {"board", "digest"} for each in promised["boards"])
    assert len({each["seed"] for each in secret["boards"]}) == 8
    assert nought("packs", "commitment", secret_file).out == secret_file.with_name("commitment.json").read_text()


def test_the_file_is_private_whatever_files_usually_are(tmp_path: Path) -> None:
    """Also while it is written: the mode is given when the file is made."""
    before = os.umask(0)
    try:
        answer = spoken("packs", "make", "--boards", "1", tmp_path / "secret.json")
    finally:
        os.umask(before)
    assert answer.code == 0
    assert stat.S_IMODE((tmp_path / "secret.json").stat().st_mode) == 0o600


def test_no_two_sets_of_packs_are_alike(nought: Nought, tmp_path: Path) -> None:
    for name in ("one", "other"):
        nought("packs", "make", "--boards", "1", tmp_path / name)
    one, other = (json.loads((tmp_path / name).read_text()) for name in ("one", "other"))
    assert one["boards"][0]["seed"] != other["boards"][0]["seed"]
    assert one["digest"] != other["digest"]


def test_a_secret_is_never_written_over(nought: Nought, secret_file: Path) -> None:
    before = secret_file.read_text()
    message = complaint(nought("packs", "make", "--boards", "1", secret_file))
    assert "exists and may be the only copy of a secret" in message
    assert "exists and may be" in complaint(nought("lots", "draw", *NAMES, "-o", secret_file))
    assert secret_file.read_text() == before


def test_opened_packs_are_verified_against_the_promise_or_its_digest(nought: Nought, secret_file: Path) -> None:
    promised = secret_file.with_name("commitment.json")
    digest = json.loads(promised.read_text())["digest"]
    for what in (promised, digest, digest.upper()):
        assert nought("packs", "verify", what, secret_file) == Answer(0, "as promised: boards 1–8\n", "")
    opening = beside(secret_file, "opening.json", nought("packs", "open", secret_file, "--boards", "1-3,8").out)
    opened_packs = json.loads(opening.read_text())
    assert [each["board"] for each in opened_packs["boards"] if "seed" in each] == [1, 2, 3, 8]
    partly = nought("packs", "verify", promised, opening)
    assert partly == Answer(3, "as promised: boards 1–3, 8\nnot opened yet: boards 4–7\n", "")
    assert nought("packs", "verify", promised, promised) == Answer(3, "not opened yet: boards 1–8\n", "")


def test_what_does_not_fit_is_named_in_one_line(nought: Nought, secret_file: Path) -> None:
    promised, secret = secret_file.with_name("commitment.json"), json.loads(secret_file.read_text())
    board = secret["boards"][4]
    cards = board["cards"].split()
    board["cards"] = " ".join([cards[1], cards[0], *cards[2:]])
    opening = beside(secret_file, "opening.json", secret)
    message = f"nought: board 5: card 1 from the top is {cards[1]}, but the seed gives {cards[0]}\n"
    assert complaint(nought("packs", "verify", promised, opening), 1) == message
    assert f"in the commitment stands {'0' * 64}" in complaint(nought("packs", "verify", "0" * 64, secret_file), 1)
    for command in ("show --board 1", "open --boards 1", "commitment"):
        first, *rest = command.split()
        assert "board 5: card 1 from the top" in complaint(nought("packs", first, opening, *rest))


def test_the_example_of_the_page_verifies(nought: Nought, tmp_path: Path) -> None:
    files = [
        beside(tmp_path / "x", name, content)
        for name, content in (("c.json", COMMITMENT), ("o.json", SECRET), ("l.json", LOTS))
    ]
    assert nought("packs", "verify", files[0], files[1]).out == "as promised: boards 1–3\n"
    assert nought("lots", "verify", LOTS["digest"], files[2]).out == (
        "as promised:\n1  Dilan\n2  Ann\n3  Chitra\n4  Ben\n"
    )
    assert nought("packs", "commitment", files[1]).out in (ROOT / "docs" / "fair-deals.md").read_text()


def test_the_hands_of_a_board_are_shown_round_the_table(nought: Nought, tmp_path: Path) -> None:
    """Board 2 of the page, each suit from the highest: J 9 A 10 K Q 8 7 (000 "Players and Cards")."""
    answer = nought("packs", "show", beside(tmp_path / "x", "s.json", SECRET), "--board", "2")
    assert [" ".join(line.split()) for line in answer.out.splitlines()] == [
        "Board 2: East deals",
        "North", "♠ J Q 8", "♥ K", "♦ Q 7", "♣ 9 A",
        "West East", "♠ 9 ♠ A K", "♥ J 9 A ♥ Q 7", "♦ J 8 ♦ 9 A 10", "♣ 8 7 ♣ 10",
        "South", "♠ 10 7", "♥ 10 8", "♦ K", "♣ J K Q",
    ]  # fmt: skip


def test_the_hands_of_a_board_for_other_programs(nought: Nought, tmp_path: Path) -> None:
    payload = json.loads(
        nought("packs", "show", beside(tmp_path / "x", "s.json", SECRET), "--board", "2", "--json").out
    )
    assert (payload["board"], payload["dealer"]) == (2, "E")
    assert payload["batches"][0] == {"N": "KH 7D 9C QS", "W": "9H 8D JH AH", "S": "KC 7S TS QC", "E": "AS TC TD 9D"}
    assert list(payload["batches"][1]) == ["N", "W", "S", "E"]


@pytest.mark.parametrize("key", ["sidi-barrani", "304-six-36", "904", "304-maharashtra"])
def test_packs_of_every_kind_of_game_are_made_and_shown(nought: Nought, tmp_path: Path, key: str) -> None:
    secret = tmp_path / "secret.json"
    assert nought("packs", "make", "--boards", "7", "--ruleset", key, secret).code == 0
    assert nought("packs", "show", secret, "--board", "7").out.startswith("Board 7: ")


def test_a_houses_own_game_has_packs_too(nought: Nought, tmp_path: Path) -> None:
    """Its file need not be there any more when a board is laid out: the packs tell cards and seats themselves."""
    house = tmp_path / "house.toml"
    house.write_text(
        'base = "304-six-36"\nkey = "sixes"\nname = "Sixes"\nversion = 1\nchanges."redeal.threshold" = "none"\n'
    )
    secret = tmp_path / "secret.json"
    assert nought("packs", "make", "--boards", "1-2", "--ruleset", house, secret).code == 0
    house.unlink()
    shown = nought("packs", "show", secret, "--board", "2").out
    assert shown.startswith("Board 2: seat 2 deals")
    assert json.loads(secret.read_text())["ruleset"] == "sixes v1"


def test_lots_are_drawn_at_once_or_promised(nought: Nought, tmp_path: Path) -> None:
    lines = nought("lots", "draw", *NAMES).out.splitlines()
    assert sorted(line.split()[1] for line in lines) == NAMES
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4"]
    drawn = json.loads(nought("lots", "draw", *NAMES, "--json", "--purpose", "byes").out)
    assert (drawn["entries"], sorted(drawn["order"]), drawn["purpose"]) == (NAMES, NAMES, "byes")
    secret = tmp_path / "lots.json"
    answer = nought("lots", "draw", *NAMES, "-o", secret)
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert "seed" not in json.loads(answer.out)
    assert answer.err == f"4 lots in {secret}: keep it secret until they are opened\n"
    promised = beside(secret, "promised.json", answer.out)
    shown = nought("lots", "show", secret).out
    assert nought("lots", "verify", promised, secret).out == f"as promised:\n{shown}"
    assert nought("lots", "commitment", secret).out == answer.out
    lots = json.loads(secret.read_text())
    lots["order"].reverse()
    assert "place 1 is" in complaint(nought("lots", "verify", promised, beside(secret, "other.json", lots)), 1)
    assert "the lots are not opened here" in complaint(nought("lots", "show", promised))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["packs", "make", "{tmp}/x"], "Missing option '--boards'"),
        (["packs", "make", "--boards", "1-8"], "Missing argument 'OUT'"),
        (["packs", "make", "--boards", "eight", "{tmp}/x"], "--boards 'eight': write 3, or 1-8, or 1-8,17"),
        (["packs", "make", "--boards", "8-1", "{tmp}/x"], "8 comes after 1"),
        (["packs", "make", "--boards", "0", "{tmp}/x"], "different numbers from 1 to 999 are needed"),
        (["packs", "make", "--boards", "1,1", "{tmp}/x"], "different numbers from 1 to 999 are needed"),
        (["packs", "make", "--boards", "1-2000", "{tmp}/x"], "write 3, or 1-8"),
        (["packs", "make", "--boards", "1", "--ruleset", "whist", "{tmp}/x"], "known: 304, "),
        (["packs", "make", "--boards", "1", "--tournament", "x" * 201, "{tmp}/x"], "at most 200 characters"),
        (["packs", "make", "--boards", "1", "--tournament", "a\nb", "{tmp}/x"], "a text on one line"),
        (["packs", "make", "--boards", "1", "{tmp}/none/x"], "No such file or directory"),
        (["packs", "make", "--boards", "1", "{tmp}"], "exists and may be"),
        (["packs", "show", "{secret}"], "Missing option '--board'"),
        (["packs", "show", "{secret}", "--board", "9"], "there is no board 9; there are 1–8"),
        (["packs", "show", "{promised}", "--board", "3"], "board 3 is not opened here"),
        (["packs", "open", "{secret}", "--boards", "9"], "there is no board 9"),
        (["packs", "show", "{tmp}/none", "--board", "1"], "No such file or directory"),
        (["packs", "verify", "{tmp}", "{secret}"], "Is a directory"),
        (["packs", "verify", "abc", "{secret}"], "abc: No such file or directory"),
        (["packs", "verify", "{promised}", "{bad}"], "bad.json: this is no JSON"),
        (["packs", "verify", "{promised}", "{long}"], "long.json: too long: a file has at most 1048576 bytes"),
        (["lots", "verify", "{promised}", "{secret}"], "secret.json: kind: lots are asked for, not 'packs'"),
        (["lots", "draw"], "Missing argument 'NAMES...'"),
        (["lots", "draw", "Ann", "Ann"], "entries: Ann stands there twice"),
        (["lots", "draw", "Ann", ""], "entries: a list of names is needed"),
        (["lots", "draw", "Ann", "\x1b[31m"], "entries: a list of names is needed"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_in_a_line_and_leaves_nothing(
    nought: Nought, secret_file: Path, tmp_path: Path, arguments: list[str], why: str
) -> None:
    bad, long = (
        beside(secret_file, "bad.json", '{"nought": 1'),
        beside(secret_file, "long.json", " " * (1 << 20) + "{}"),
    )
    before = sorted(tmp_path.iterdir())
    names = {
        "tmp": tmp_path,
        "secret": secret_file,
        "promised": secret_file.with_name("commitment.json"),
        "bad": bad,
        "long": long,
    }
    assert why in complaint(nought(*(each.format(**names) for each in arguments)))
    assert sorted(tmp_path.iterdir()) == before


def test_a_secret_that_cannot_be_written_whole_is_not_left_behind(
    nought: Nought, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "No space left on device" in complaint(nought("packs", "make", "--boards", "1", tmp_path / "secret.json"))
    assert list(tmp_path.iterdir()) == []


def test_strange_packs_are_told_and_do_not_steer_the_terminal(nought: Nought, tmp_path: Path) -> None:
    """Somebody else's file, whole in itself, with cards of no game."""
    cards = ("1X", "2X", "3Y", "4X")
    terms = packs.Terms("", "odd v1", cards, ("a", "b"), (2,))
    file = beside(tmp_path / "x", "odd.json", packs.plain(packs.deal(terms, [1], bytes(32))))
    assert "these hands cannot be laid out" in complaint(nought("packs", "show", file, "--board", "1"))
    assert nought("packs", "show", file, "--board", "1", "--json").code == 0
