"""Judging the deals of files: a few in this process, many on all cores."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from api.cli.cores import map_on_all_cores
from api.cli.files import Piece, Where, pieces, understood
from replay.notation import BadLine, Finding, check

FEW: Final = 500
"""Deals that are judged before other processes are started, which takes about as long."""
BATCH: Final = 100
"""Deals that a process is given at once."""
BATCH_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal of a file, or a piece of it that holds none."""

    where: Where
    acts: int = 0
    findings: tuple[Finding, ...] = ()
    unreadable: str = ""
    """Why the piece holds no deal; empty if it does."""

    @property
    def status(self) -> str:
        """Return ``good``, ``wrong``, or ``unreadable`` if there is no deal."""
        if self.unreadable:
            return "unreadable"
        return "wrong" if any(finding.is_error for finding in self.findings) else "good"


def judge_files(paths: Iterable[str]) -> Generator[list[Judged], None, None]:
    """Yield the deals of some files in order, judged, one or more at a time. Close the iterator if it is left early."""
    rest = chain.from_iterable(map(pieces, paths))
    for piece in islice(rest, FEW):
        yield [judge(piece)]
    if (batch := next(batches := batched(rest), None)) is not None:
        yield from map_on_all_cores(judge_all, chain([batch], batches))


def batched(rest: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Yield the pieces in lists that are neither long nor large."""
    batch: list[Piece] = []
    size = 0
    for piece in rest:
        batch.append(piece)
        size += 0 if isinstance(piece.content, BadLine) else len(piece.content)
        if len(batch) == BATCH or size > BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def judge_all(batch: list[Piece]) -> list[Judged]:
    """Judge the deals of a batch."""
    return [judge(piece) for piece in batch]


def judge(piece: Piece) -> Judged:
    """Judge the deal of one piece of a file."""
    document = understood(piece.content)
    if isinstance(document, BadLine):
        return Judged(piece.where, unreadable=document.reason)
    report = check(document)
    return Judged(piece.where, report.acts, report.findings)
