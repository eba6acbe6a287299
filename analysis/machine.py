"""The kernel as WebAssembly, run by wasmtime: its bytes are checked, and a fault in it cannot harm the process."""

from __future__ import annotations

import hashlib
from ctypes import Structure, sizeof
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from wasmtime import Engine, Func, Instance, Memory, Module, Store, Trap

from analysis.layout import FAULTS, Deal, Position, Result

FOLDER: Final = Path(__file__).parent / "kernel"
WASM: Final = FOLDER / "kernel.wasm"
DIGEST: Final = FOLDER / "kernel.wasm.sha256"

FUNCTIONS: Final = ("check_deal", "check_position", "legal", "price", "reaches", "solve")


class KernelError(RuntimeError):
    """Raised when the kernel's file is not the one that belongs to this version, or the kernel failed."""


class BadPosition(ValueError):
    """Raised when tables or a position do not fit together; the message names the fault."""


def digest() -> str:
    """Return the SHA-256 of the kernel that belongs to this version."""
    return DIGEST.read_text(encoding="ascii").split()[0]


@lru_cache(maxsize=1)
def compile_kernel() -> tuple[Engine, Module]:
    """Return the compiled kernel with its engine. Raises `KernelError` if its file has another digest."""
    code = WASM.read_bytes()
    if hashlib.sha256(code).hexdigest() != digest():
        raise KernelError(f"{WASM} is not the kernel of this version: its SHA-256 differs from {DIGEST.name}")
    engine = Engine()
    return engine, Module(engine, code)


class Machine:
    """One instance of the kernel with its own memory. It is not safe to use from several threads at once."""

    def __init__(self) -> None:
        engine, module = compile_kernel()
        self._store = Store(engine)
        exports = Instance(self._store, module, []).exports(self._store)
        memory = exports["memory"]
        if not isinstance(memory, Memory):
            raise KernelError("the kernel exports no memory")
        self._memory = memory
        self._functions = {
            name: exports[name] for name in ("check_deal", "check_position", "legal", "price", "reaches", "solve")
        }
        self._deal, self._position, self._result = (
            self._call(exports[f"{name}_address"]) for name in ("deal", "position", "result")
        )

    def set_deal(self, deal: Deal) -> None:
        """Give the kernel the tables of a deal, and forget what it knows of another. Raises `BadPosition`."""
        self._give(deal, self._deal, "check_deal")

    def set_position(self, position: Position) -> None:
        """Give the kernel a position of the deal. Raises `BadPosition`."""
        self._give(position, self._position, "check_position")

    def legal(self) -> int:
        """Return the cards that may be played in the position, as a mask."""
        return self._call(self._functions["legal"]) & (1 << 64) - 1

    def solve(self, limit: int, use_table: bool, guess: int) -> Result:
        """Compute our side's result. ``limit``: the number of positions after which the kernel gives up."""
        return self._ask("solve", limit, use_table, guess)

    def reaches(self, limit: int, use_table: bool, target: int) -> Result:
        """Compute whether our side's result is at least ``target``."""
        return self._ask("reaches", limit, use_table, target)

    def price(self, limit: int, use_table: bool, guess: int) -> Result:
        """Compute our side's result after each legal card."""
        return self._ask("price", limit, use_table, guess)

    def _give(self, record: Structure, address: int, check: str) -> None:
        self._memory.write(self._store, bytes(record), address)
        if fault := self._call(self._functions[check]):
            raise BadPosition(FAULTS.get(fault, f"fault {fault}"))

    def _ask(self, question: str, limit: int, use_table: bool, number: int) -> Result:
        self._call(self._functions[question], limit, int(use_table), number)
        content = self._memory.read(self._store, self._result, self._result + sizeof(Result))
        return Result.from_buffer_copy(content)

    def _call(self, function: Any, *arguments: int) -> int:
        if not isinstance(function, Func):
            raise KernelError("the kernel lacks a function")
        try:
            return int(function(self._store, *arguments) or 0)
        except Trap as trap:
            raise KernelError(f"the kernel failed: {trap}") from trap
