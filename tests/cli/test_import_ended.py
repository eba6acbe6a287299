"""An import that is ended goes on when it is called again: no deal is recorded twice, not even one without an id."""

from __future__ import annotations

import random
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from api.cli.parts import unfinished
from api.cli.parts.progress import Working
from api.proof.keys import default_folder
from api.services import Services
from domain.kernel.ids import check_new_id
from replay.notation import read_hand, write_archived
from store.settings import Settings
from tests.cases import FULL
from tests.cli.conftest import HANDS, Nought

LINES = [write_archived(replace(read_hand(path.read_text()), id="")) + b"\n" for path in HANDS]
WRONG = LINES[11].replace(b'"points":{"EW":0', b'"points":{"EW":1')


class Ended(BaseException):
    """The end of a process, as far as it can be played in this one."""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Deals without an id, one of them settled wrongly, and a line that holds none."""
    path = tmp_path / "deals.ndjson"
    path.write_bytes(b"".join([*LINES[:5], WRONG, b"nonsense\n", *LINES[5:]]))
    return path


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few deals in a transaction, and all of them noted."""
    monkeypatch.setattr(unfinished, "PAUSE", 0.0)
    monkeypatch.setattr("api.cli.imports.TOGETHER", 4)


@pytest.mark.usefixtures("small")
def test_an_import_that_is_ended_goes_on_where_it_was(
    nought: Nought, new_book: Settings, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ended between transactions and in the middle of what one has saved."""
    chance = random.Random(7)
    advance = Working.advance
    left = 0

    def end_later(work: Working, by: int = 1) -> None:
        nonlocal left
        advance(work, by)
        left -= by == 1
        if left < 0:
            raise Ended

    monkeypatch.setattr(Working, "advance", end_later)
    ended = 0
    for _ in range(40):
        left = chance.randrange(1, 5 if FULL else 12)
        try:
            answer = nought("import", "--by", "Keeper", archive)
        except Ended:
            ended += 1
            continue
        break
    assert ended > 2
    err = answer.err
    assert "going on where a call before was ended" in err
    assert (answer.code, answer.out.splitlines()[-1]) == (2, summary(len(LINES)))
    with closing(Services.build(new_book)) as services:
        deals = [row.id for row in services.catalogue.rows("deal")]
        assert len(deals) == len(LINES)
        for deal in deals:
            check_new_id(deal, derived=False)
        (number,) = re.findall(r"nought withdraw --import (\S+)\n", err)
        assert set(services.ledger.imports.find(UUID(number)).deals) == set(deals)
    assert list(default_folder().glob("*.unfinished")) == []


def summary(imported: int) -> str:
    return f"{imported} imported, 0 there already, 1 refused, 1 unreadable"


@pytest.mark.usefixtures("small")
def test_a_transaction_whose_deals_were_not_noted_is_not_repeated(
    nought: Nought, new_book: Settings, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deals are saved, and the command ends before it has noted any of them."""
    whole = len(LINES)
    with monkeypatch.context() as change:
        note: Any = unfinished.Unfinished.note

        def note_the_beginning(done: unfinished.Unfinished, state: Any, *, at_once: bool = False) -> None:
            if not at_once:
                raise Ended
            note(done, state, at_once=at_once)

        change.setattr(unfinished.Unfinished, "note", note_the_beginning)
        with pytest.raises(Ended):
            nought("import", archive)
    answer = nought("import", archive)
    assert answer.out.splitlines()[-1] == summary(whole)
    with closing(Services.build(new_book)) as services:
        assert services.catalogue.count("deal") == whole


def test_another_file_is_another_import(nought: Nought, new_book: Settings, tmp_path: Path) -> None:
    for number in (1, 2):
        path = tmp_path / "deal.ndjson"
        path.write_bytes(LINES[number])
        assert nought("import", path).out.splitlines()[-1] == "1 imported, 0 there already, 0 refused"
    # An import that was done is not gone on with: the deal has no id, so it is another one.
    assert nought("import", path).out.splitlines()[-1] == "1 imported, 0 there already, 0 refused"


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_the_number_of_processes_changes_nothing(
    nought: Nought, new_book: Settings, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.cli.parts.checks.FEW", 3)
    monkeypatch.setattr("api.cli.parts.checks.BATCH", 5)
    for workers in (1, 2, 3):
        answer = nought("import", "--workers", workers, "--dry-run", archive)
        assert answer.out == f"nothing is saved; without --dry-run: {summary(len(LINES))}\n"
        assert [line.split(":")[0] for line in answer.err.splitlines()] == [f"{archive}, line {n}" for n in (6, 7)]
