"""`nought import` and `nought withdraw`: what an archive leaves out, and how a whole import is taken back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.engine.facts import DealWithdrawn
from domain.ledger import Ledger
from replay.notation import read_hand, write_archived
from tests.cli.conftest import Nought, complaint
from tests.notation.conftest import HANDS

pytestmark = pytest.mark.usefixtures("book")
WORKED = next(path for path in HANDS if path.name.startswith("05-"))


def line() -> dict[str, Any]:
    """A worked hand as a line of an archive, with a new id."""
    row: dict[str, Any] = json.loads(write_archived(read_hand(WORKED.read_text(encoding="utf-8"))))
    return {**row, "id": str(uuid4())}


def archive(folder: Path, *rows: dict[str, Any], name: str = "evening.ndjson") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def import_id(err: str) -> UUID:
    """The import that a command names on its last line."""
    (number,) = re.findall(r"nought withdraw --import (\S+)\n", err)
    return UUID(number)


@pytest.mark.full
def test_fifty_deals_without_their_cut_are_imported_and_judged_as_they_were(
    nought: Nought, tmp_path: Path, ledger: Ledger
) -> None:
    """One missing line made all acts after it wrong. Now it is "not recorded", and the deal is settled."""
    rows = [line() for _ in range(50)]
    for row in rows:
        assert row["lines"].pop(0).endswith("cut")
        assert "settled" in row["lines"].pop()
    path = archive(tmp_path, *rows)
    assert nought("check", path).code == 0
    answer = nought("import", path)
    assert (answer.code, answer.out) == (0, "50 imported, 0 there already, 0 refused\n")
    assert answer.err.count("nobody recorded W cut not recorded") == 50
    for row in rows:
        deal = ledger.deals.get(UUID(row["id"]))
        assert deal.record.settlement is not None
        assert not deal.record.find_refusals()
    assert nought("import", path).out == "0 imported, 50 there already, 0 refused\n"


def test_a_whole_import_is_withdrawn_by_one_command(nought: Nought, tmp_path: Path, ledger: Ledger) -> None:
    kept = line()
    nought("import", archive(tmp_path, kept))
    rows = [line() for _ in range(3)]
    answer = nought("import", archive(tmp_path, *rows, name="wrong.ndjson"))
    number = str(import_id(answer.err))
    withdrawn = nought("withdraw", "--import", number, "--why", "another club's evening", "--by", "Anula")
    assert (withdrawn.code, withdrawn.out) == (0, "3 deals are withdrawn\n")
    for row in rows:
        last = ledger.repository.history(UUID(row["id"]))[-1]
        assert (last.fact, last.by) == (DealWithdrawn("another club's evening", number), "Anula")
    exported = nought("export", "--all").out
    ids = {json.loads(each)["id"] for each in exported.splitlines()}
    assert kept["id"] in ids
    assert not ids & {row["id"] for row in rows}
    again = nought("withdraw", "--import", number, "--why", "again")
    assert again.out == "3 of 3 deals were withdrawn before\n0 deals are withdrawn\n"
    listed = [json.loads(each) for each in nought("imports", "--json").out.splitlines()]
    assert [(each["files"], each["status"], each["deals"]) for each in listed[:2]] == [
        ("wrong.ndjson", "withdrawn", 3),
        ("evening.ndjson", "saved", 1),
    ]
    assert "withdrawn by Anula: another club's evening" in nought("imports").out
    assert "is recorded already, but otherwise" in nought("import", tmp_path / "wrong.ndjson").err


def test_the_withdrawal_of_an_import_is_undone_without_the_deals_that_were_withdrawn_alone(
    nought: Nought, tmp_path: Path
) -> None:
    rows = [line() for _ in range(3)]
    ids = {row["id"] for row in rows}
    number = import_id(nought("import", archive(tmp_path, *rows)).err)
    nought("withdraw", rows[0]["id"], "--why", "twice")
    assert nought("withdraw", "--import", number, "--why", "a slip").out.endswith("2 deals are withdrawn\n")
    restored = nought("withdraw", "--import", number, "--undo", "--why", "it was right")
    assert (restored.code, restored.out) == (
        0,
        "1 of 3 deals was not withdrawn with the import\n2 deals are restored\n",
    )
    exported = [json.loads(each) for each in nought("export", "--all").out.splitlines()]
    again = [row for row in exported if row["id"] in ids]
    assert {row["id"] for row in again} == ids - {rows[0]["id"]}
    assert again[0]["lines"][-2:] == [{"withdrawn": "a slip", "imported": str(number)}, {"restored": "it was right"}]
    assert nought("import", archive(tmp_path, *again)).out == "0 imported, 2 there already, 0 refused\n"
    assert json.loads(nought("imports", "--json").out.splitlines()[0])["status"] == "saved"
    assert nought("withdraw", rows[0]["id"], "--undo", "--why", "once").out == "1 deal is restored\n"
    assert "this deal is not withdrawn" in complaint(nought("withdraw", rows[0]["id"], "--undo", "--why", "once"))


def test_a_withdrawn_deal_is_exported_with_its_withdrawal(nought: Nought, tmp_path: Path) -> None:
    row = line()
    nought("import", archive(tmp_path, row))
    assert nought("withdraw", row["id"], "--why", "twice").out == "1 deal is withdrawn\n"
    exported = json.loads(nought("export", row["id"]).out)
    assert exported["lines"][-1] == {"withdrawn": "twice"}
    assert nought("check", archive(tmp_path, exported)).code == 0
    assert "administrator has withdrawn this deal: twice" in complaint(nought("withdraw", row["id"], "--why", "x"))


def test_a_withdrawal_names_deals_or_an_import_and_a_reason(nought: Nought) -> None:
    assert "name the deals" in complaint(nought("withdraw", "--why", "x"))
    assert "--why must not be empty" in complaint(nought("withdraw", uuid4(), "--why", " "))
    assert "there is no import" in complaint(nought("withdraw", "--import", uuid4(), "--why", "x"))
