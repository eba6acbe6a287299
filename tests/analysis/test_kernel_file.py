"""The built kernel: its digest, and that its source makes the same bytes."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from analysis import machine

BUILD = Path("analysis/kernel/build.py")


def test_the_kernel_has_its_digest() -> None:
    assert hashlib.sha256(machine.WASM.read_bytes()).hexdigest() == machine.digest()


def test_the_kernel_is_what_the_compiler_makes_of_its_source() -> None:
    if importlib.util.find_spec("ziglang") is None:
        assert not os.environ.get("NOUGHT_REQUIRE_ALL"), "ziglang is not installed"
        pytest.skip("ziglang is not installed")
    check = subprocess.run([sys.executable, BUILD, "--check"], capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stderr


@pytest.mark.full
def test_a_wheel_contains_the_kernel_and_its_digest(tmp_path: Path) -> None:
    """An installed Nought analyses without a compiler and without the repository."""
    (wheel,) = WheelBuilder(str(Path.cwd())).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as files:
        kernel = files.read("analysis/kernel/kernel.wasm")
        digest = files.read("analysis/kernel/kernel.wasm.sha256").decode().split()[0]
        names = set(files.namelist())
    assert hashlib.sha256(kernel).hexdigest() == digest == machine.digest()
    migrations = {f"store/migrations/{path.name}" for path in Path("store/migrations").glob("*.sql")}
    assert migrations
    assert migrations <= names


def test_a_changed_kernel_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "kernel.wasm"
    changed.write_bytes(machine.WASM.read_bytes() + b"\0")
    monkeypatch.setattr(machine, "WASM", changed)
    machine.compile_kernel.cache_clear()
    try:
        with pytest.raises(machine.KernelError, match="SHA-256 differs"):
            machine.Machine()
    finally:
        machine.compile_kernel.cache_clear()
