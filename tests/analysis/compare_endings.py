"""Hold the kernel to the rules on many endings, in blocks of 100: ``python -m tests.analysis.compare_endings FILE``.

Each block without a difference is a line of FILE: the ruleset, the first seed, and a digest of the endings and their
results. Blocks that are in FILE are not compared again, so that a run can be ended at any time and goes on later.
With ``--kernel``, only the kernel is asked about the blocks in FILE, and must get the same results: after a change of
the kernel alone that takes a fraction of the time.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import Final, TypeAlias

from analysis.position import Goal
from analysis.solver import Solver
from domain.engine.state import State
from domain.games.catalogue import RULESETS
from tests.analysis.endings import Brute, ending

BLOCK: Final = 100
ENDINGS: Final = 10_000
"""The endings of each ruleset."""

Block: TypeAlias = tuple[str, int]


@cache
def solvers() -> tuple[Solver, Solver]:
    """The kernel with its table of positions, and without it."""
    return Solver(), Solver(use_table=False)


def compare(s: State, seed: int) -> list[int]:
    """The result of an ending for each goal, which trying every card confirms. Raises `AssertionError`."""
    solver, without_table = solvers()
    brute = Brute(s)
    results = []
    for number, goal in enumerate(Goal):
        best = solver.best(s, goal)
        assert without_table.best(s, goal) == best, f"{goal}: {best} differs without the table"
        assert brute.is_best(goal, best), f"{goal}: {best} is not what trying every card gets"
        if seed % len(Goal) == number:
            assert solver.reaches(s, best, goal), f"{goal}: {best} is not reached"
            assert not solver.reaches(s, best + 1, goal), f"{goal}: {best + 1} is reached"
        results.append(best)
    return results


def digest_of(block: Block, *, with_brute_force: bool = True) -> str:
    """A digest of the endings of a block and their results. Raises `AssertionError` for a difference."""
    key, first = block
    digest = hashlib.sha256()
    for seed in range(first, first + BLOCK):
        s = ending(key, seed)
        text = f"{s.hands} {s.turn} {s.trick}"
        try:
            results = compare(s, seed) if with_brute_force else [solvers()[0].best(s, goal) for goal in Goal]
        except AssertionError as difference:
            raise AssertionError(f"{key}, ending {seed}: {difference}") from None
        digest.update(f"{text} {results}\n".encode())
    return digest.hexdigest()[:16]


def digest_of_kernel(block: Block) -> str:
    """The same without trying every card."""
    return digest_of(block, with_brute_force=False)


def read(file: Path) -> dict[Block, str]:
    """The blocks of a file with their digests."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {(key, int(first)): digest for key, first, digest in map(str.split, lines)}


def blocks(until: int) -> Iterator[Block]:
    """All blocks, so that all rulesets are equally far at any time."""
    return ((key, first) for first in range(0, until, BLOCK) for key in RULESETS)


def main() -> str:
    """Compare, and print what was compared. Return the first difference, if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--until", type=int, default=ENDINGS)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--kernel", action="store_true")
    args = parser.parse_args()
    done = read(args.file)
    todo = list(done) if args.kernel else [block for block in blocks(args.until) if block not in done]
    ask = digest_of_kernel if args.kernel else digest_of
    compared, began = Counter[str](), time.monotonic()
    with Pool(args.processes) as pool:
        try:
            for block, digest in zip(todo, pool.imap(ask, todo), strict=True):
                if args.kernel and digest != done[block]:
                    return f"{block}: the kernel gets other results than before"
                if not args.kernel:
                    with args.file.open("a", encoding="utf-8") as file:
                        file.write(f"{block[0]} {block[1]} {digest}\n")
                compared[block[0]] += BLOCK
        except AssertionError as difference:
            return str(difference)
    print(f"{compared.total()} endings compared in {time.monotonic() - began:.0f} s", dict(compared))  # noqa: T201
    return ""


if __name__ == "__main__":
    sys.exit(main())
