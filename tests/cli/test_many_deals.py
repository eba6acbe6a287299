"""Many deals: judged on all cores, in order, in bounded memory; and the processes never stay behind."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import psutil
import pytest

from api.cli.parts.checks import FEW, judge_files
from api.cli.parts.cores import AHEAD, count_cores, map_on_all_cores
from replay.notation import read_hand, write_archived
from tests.cases import full
from tests.cli.conftest import Nought, hand, process, until

LINE = write_archived(read_hand(hand(12).read_text())) + b"\n"
WRONG = LINE.replace(b'"points":{"EW":0', b'"points":{"EW":1')
DEALS = FEW + 350


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of many deals; of those after the first few one is settled wrongly, and one line holds none."""
    path = tmp_path / "many.ndjson"
    lines = [LINE] * DEALS
    lines[FEW + 120], lines[FEW + 240] = WRONG, b"nonsense\n"
    path.write_bytes(b"".join(lines))
    return path


def test_deals_come_back_in_order(archive: Path) -> None:
    judged = [deal for batch in judge_files([str(archive), str(hand(17))]) for deal in batch]
    assert [deal.where.line for deal in judged] == [*range(1, DEALS + 1), 0]
    assert [deal.where.line for deal in judged if deal.status == "wrong"] == [FEW + 121]
    assert [deal.where.line for deal in judged if deal.status == "unreadable"] == [FEW + 241]


@pytest.mark.full
def test_what_is_wrong_among_many_is_listed_and_the_numbers_follow(nought: Nought, archive: Path) -> None:
    answer = nought("check", archive)
    wrong, *findings, unreadable, numbers = answer.out.splitlines()
    assert (answer.code, answer.err) == (2, "")
    assert wrong == f"{archive}, line {FEW + 121}: wrong, 6 acts"
    assert findings
    assert all(line.startswith("    ") for line in findings)
    assert unreadable.startswith(f"{archive}, line {FEW + 241}: no JSON")
    assert numbers.startswith(f"1 file, {DEALS - 1} deals: {DEALS - 2} good, 1 wrong, 1 unreadable; ")
    assert numbers.endswith(" deals/s")


@pytest.mark.full
def test_each_of_many_deals_is_a_line_of_json(nought: Nought, archive: Path) -> None:
    *deals, counts = map(json.loads, nought("check", "--json", archive).out.splitlines())
    assert [deal["line"] for deal in deals] == [*range(1, DEALS + 1)]
    assert counts == {"good": DEALS - 2, "wrong": 1, "unreadable": 1}


def test_only_a_few_batches_are_read_ahead() -> None:
    read = 0

    def batches() -> Iterator[int]:
        nonlocal read
        while True:
            read += 1
            yield read

    results = map_on_all_cores(abs, batches())
    for number in range(1, 200):
        assert next(results) == number
        assert read <= number + AHEAD * count_cores()
    results.close()  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_process_that_dies_ends_the_work_and_no_process_stays() -> None:
    before = psutil.Process().children(recursive=True)
    with pytest.raises(BrokenProcessPool):
        list(map_on_all_cores(os._exit, [3]))
    assert [child for child in psutil.Process().children(recursive=True) if is_worker(child, before)] == []


def is_worker(child: psutil.Process, before: list[psutil.Process]) -> bool:
    """Whether this process was started since, and is none of Python's own that counts semaphores."""
    try:
        return child not in before and "spawn_main" in " ".join(child.cmdline())
    except psutil.NoSuchProcess:
        return False


@pytest.mark.full
def test_many_deals_are_imported_in_order(nought: Nought, archive: Path, begun: Path) -> None:
    answer = nought("import", "--data", begun, archive)
    wrong, unreadable = FEW + 121, FEW + 241
    assert answer.out == f"1 imported, {DEALS - 3} there already, 1 refused, 1 unreadable\n"
    *refusals, take_back = answer.err.splitlines()
    assert take_back.startswith("to take this import back: nought withdraw --import ")
    assert [line.split(":")[0] for line in refusals] == [f"{archive}, line {line}" for line in (wrong, unreadable)]
    assert answer.code == 2


@pytest.mark.full
def test_an_import_whose_process_dies_says_so_and_keeps_what_is_imported(tmp_path: Path, begun: Path) -> None:
    path = tmp_path / "deals.ndjson"
    os.mkfifo(path)
    running = process("import", "--data", begun, path)
    with path.open("wb") as stream:
        stream.write(LINE * DEALS)
        stream.flush()
        command = psutil.Process(running.pid)
        until(lambda: sum(is_worker(child, []) for child in command.children()) == count_cores())
        next(child for child in command.children() if is_worker(child, [])).kill()
    out, err = running.communicate(timeout=60)
    assert running.returncode == 70
    assert err == (
        "nought: a process that shared the work ended, perhaps for lack of memory; what is done stays: "
        "run the command again for the rest\n"
    )
    exported = process("export", "--all", "--data", begun)
    assert (exported.communicate(timeout=60)[0].count("\n"), out) == (1, "")


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGINT, full(signal.SIGTERM), full(signal.SIGKILL)])
def test_a_signal_ends_the_command_with_its_processes(tmp_path: Path, number: int) -> None:
    path = tmp_path / "deals.ndjson"
    os.mkfifo(path)
    running = process("check", path, start_new_session=True)
    with path.open("wb") as stream:
        stream.write(LINE * DEALS)
        stream.flush()
        command = psutil.Process(running.pid)
        until(lambda: sum(is_worker(child, []) for child in command.children()) == count_cores())
        started = command.children()
        time.sleep(0.2)
        if number == signal.SIGINT:
            os.killpg(running.pid, number)  # as a terminal does
        else:
            running.send_signal(number)
        out, err = running.communicate(timeout=30)
    if number == signal.SIGKILL:
        assert (running.returncode, out) == (-number, "")  # Python's own tracker of semaphores then writes a warning.
    else:
        assert (running.returncode, out, err) == (128 + number, "", "")
    until(lambda: not any(is_worker(child, []) for child in started))
