"""Judge the deals of files: a few in this process, many on all cores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final, TypeVar

from api.cli.parts.cores import map_on_all_cores
from api.cli.parts.files import Piece, Where, parse_content, pieces
from api.clock import latest_time
from api.deals.import_batches import batches, head_fault
from replay.notation import BadLine, Finding, check
from replay.notation.consequences import add_unrecorded

Result = TypeVar("Result")

FEW: Final = 500
"""Deals judged before other processes are started: starting them takes about as long."""
BATCH: Final = 100
"""Most deals of a batch for a process."""
BATCH_BYTES: Final = 1 << 20
"""Bytes after which a batch is full."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement on a piece of a file: a deal and its findings, or why it holds no deal."""

    where: Where
    acts: int = 0
    findings: tuple[Finding, ...] = ()
    unreadable: str = ""
    """Why the piece holds no deal; empty if it holds one."""

    @property
    def status(self) -> str:
        """Return ``good``, ``wrong``, or ``unreadable`` if there is no deal."""
        if self.unreadable:
            return "unreadable"
        return "wrong" if any(finding.is_error for finding in self.findings) else "good"


def judge_files(paths: Iterable[str]) -> Generator[list[Judged], None, None]:
    """Judge the deals of some files; yield lists of judgements, in order. Close the iterator if you leave it early."""
    return map_pieces(judge_all, paths)


def map_pieces(
    work: Callable[[list[Piece]], list[Result]], paths: Iterable[str], *, workers: int | None = None, skip: int = 0
) -> Generator[list[Result], None, None]:
    """Yield the results of the work on the pieces of some files, in order. Close the iterator if you leave it early.

    The work is a function that other processes can import. ``workers``: how many share it, None for one per core;
    ``skip``: the first pieces, which are left out.
    """
    rest = islice(chain.from_iterable(map(pieces, paths)), skip, None)
    for piece in islice(rest, FEW):
        yield work([piece])
    in_batches = batches(rest, BATCH, _size, BATCH_BYTES)
    if workers == 1:
        yield from map(work, in_batches)
    elif (batch := next(in_batches, None)) is not None:
        yield from map_on_all_cores(work, chain([batch], in_batches), workers)


def _size(piece: Piece) -> int:
    return 0 if isinstance(piece.content, BadLine) else len(piece.content)


def judge_all(batch: list[Piece]) -> list[Judged]:
    """Judge the deals of a batch."""
    return [judge(piece) for piece in batch]


def judge(piece: Piece) -> Judged:
    """Judge the deal of one piece of a file."""
    document = parse_content(piece.content)
    if isinstance(document, BadLine):
        return Judged(piece.where, unreadable=document.reason)
    report = check(document)
    if not report.ok and (whole := add_unrecorded(document)) is not document:
        report = check(whole)
    fault = head_fault(document, latest_time())
    findings = (Finding("head", fault), *report.findings) if fault else report.findings
    return Judged(piece.where, report.acts, findings)
