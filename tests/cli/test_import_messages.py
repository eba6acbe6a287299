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


def test_acts_against_the_rules_that_the_file_does_not_mark_are_counted(nought: Nought, tmp_path: Path) -> None:
    """docs/commands.md: they may have happened, so they are recorded; they may be slips of the scribe's pen as well."""
    slip = nought("import", written(tmp_path, '"E 150"'))
    assert (slip.code, slip.out.splitlines()[-1]) == (0, "1 imported, 0 there already, 0 refused")
    assert slip.err.startswith(str(tmp_path))
    assert "1 act against the rules; `nought check` shows more" in slip.err
    assert nought("import", written(tmp_path, '"!E 150"')).err == ""


def test_a_refusal_names_the_line_of_the_hand_file(nought: Nought, tmp_path: Path) -> None:
    path = written(tmp_path, '{ amend = 99, was = "W cut", now = "W no cut" }')
    assert nought("import", path).err == f"{path}: line 7: there is no ply 99\n"


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
