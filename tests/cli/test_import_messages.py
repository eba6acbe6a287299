"""`nought import` and `nought check` report slips of the pen in hand files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Nought, complaint

pytestmark = pytest.mark.usefixtures("book")
DEALT = """nought = 1
ruleset = "304"
dealer = "S"
{head}
actions = [
  "W cut",
  {first}
]
"""


def written(folder: Path, first: str, head: str = "") -> Path:
    path = folder / "deal.nought.toml"
    path.write_text(DEALT.format(first=first, head=head), "utf-8")
    return path


HANDS = """deal.E = "TS TH 8C AD"
deal.N = "7S AC TD 7D"
deal.W = "JS KS 8S KH"
deal.S = "AS JC JD 8D"
"""


def test_an_act_against_the_rules_is_refused_unless_it_is_marked(nought: Nought, tmp_path: Path) -> None:
    """docs/commands.md: it may be a slip of the scribe's pen, so nobody imports it without saying so."""
    path = written(tmp_path, '"deal", "E 150", "N 150"', HANDS)
    slip = nought("import", path)
    assert (slip.code, slip.out.splitlines()[-1]) == (1, "0 imported, 0 there already, 1 refused")
    assert slip.err.startswith(f"{path}: line 11: East bid 150")
    assert "the file marks none of its 2 breaches with “!”" in slip.err
    assert "--as-recorded" in slip.err
    marked = nought("import", written(tmp_path, '"deal", "!E 150", "!N 150"', HANDS))
    assert marked.code == 0
    assert "against the rules" not in marked.err


def test_as_recorded_imports_what_is_against_the_rules_and_says_so(nought: Nought, tmp_path: Path) -> None:
    slip = nought("import", "--as-recorded", written(tmp_path, '"deal", "E 150"', HANDS))
    assert (slip.code, slip.out.splitlines()[-1]) == (0, "1 imported, 0 there already, 0 refused")
    assert "1 act against the rules; `nought check` shows more" in slip.err


def test_a_dry_run_says_the_same_and_saves_nothing(nought: Nought, tmp_path: Path) -> None:
    good = written(tmp_path, '"deal", "E 160"', HANDS + 'id = "0190a000-0000-7000-8000-00000000d001"')
    bad = tmp_path / "bad.nought.toml"
    bad.write_text(good.read_text("utf-8").replace("E 160", "E 150").replace("d001", "d002"), "utf-8")
    tried = nought("import", "--dry-run", good, bad)
    assert tried.code == 1
    assert tried.out.splitlines() == ["nothing is saved; without --dry-run: 1 imported, 0 there already, 1 refused"]
    assert nought("export", "0190a000-0000-7000-8000-00000000d001").code == 2
    done = nought("import", good, bad)
    assert (done.code, done.out.splitlines()[-1]) == (1, "1 imported, 0 there already, 1 refused")
    again = nought("import", "--dry-run", good)
    assert again.out.splitlines() == ["nothing is saved; without --dry-run: 0 imported, 1 there already, 0 refused"]


def test_a_refusal_names_the_line_of_the_hand_file(nought: Nought, tmp_path: Path) -> None:
    path = written(tmp_path, '{ amend = 99, was = "W cut", now = "W no cut" }')
    assert nought("import", path).err == f"{path}: line 7: there is no entry 99\n"


def test_each_fault_of_a_hand_file_is_told_apart(nought: Nought, tmp_path: Path) -> None:
    path = written(tmp_path, '"X pass", "Y pass"')
    assert "; line 7: 'Y pass'" in complaint(nought("show", path))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ('id = "zz"', "a deal needs an id that is a UUID, not 'zz'"),
        ("number = -3", "-3 is no deal's number"),
        ('date = "yesterday"', "'yesterday' is no time with an offset, such as 2026-02-14T20:15:09.318Z"),
        ('players.N = "Ni\\u202emal"', "a text may not hold the character U+202E: 'Ni\\u202emal'"),
        ('event = "' + "x" * 300 + '"', "the event"),
    ],
)
def test_check_refuses_the_head_that_import_refuses(nought: Nought, tmp_path: Path, head: str, message: str) -> None:
    path = written(tmp_path, '"deal"', head)
    checked, imported = nought("check", path), nought("import", path)
    assert (checked.code, imported.code) == (1, 1)
    assert f"    head: {message}" in checked.out
    assert f"{path}: {message}" in imported.err
