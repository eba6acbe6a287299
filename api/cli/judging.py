"""Judging the deals of a file: an archive thousands at a time, everything else one by one."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass

from api.cli.files import UNREADABLE, Where, deals, is_hand_file
from replay.notation import BadLine, Report, check


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal of a file, or a line that is none."""

    where: Where
    acts: int
    report: Report | BadLine | None
    """None for a deal of which there is nothing to tell."""

    @property
    def status(self) -> str:
        """``good``, ``wrong``, or ``unreadable`` for what is no deal."""
        if isinstance(self.report, BadLine):
            return "unreadable"
        return "good" if self.report is None or self.report.ok else "wrong"


def judged(path: str, *, quiet: bool) -> Iterator[tuple[int, list[Judged]]]:
    """The deals of a file, some at a time: how many, and each of them; if quiet, only what there is to tell."""
    with contextlib.ExitStack() as stack:
        archive = _archive(path, stack)
        if archive is None:
            for found in deals(path):
                report = found.deal if isinstance(found.deal, BadLine) else check(found.deal)
                yield 1, [Judged(found.where, _acts(report), report)]
            return
        # It brings numpy, which no other command needs.
        from replay.notation.bulk import judge_archive

        for block in judge_archive(archive):
            told = []
            for place in block.told if quiet else range(len(block.numbers)):
                here = block.told.get(place)
                acts = _acts(here) if here else int(block.acts[place])
                told.append(Judged(Where(path, int(block.numbers[place])), acts, here))
            yield len(block.numbers), told


def _acts(report: Report | BadLine) -> int:
    return report.acts if isinstance(report, Report) else 0


def _archive(path: str, stack: contextlib.ExitStack) -> io.BufferedReader[io.FileIO] | None:
    """The file, if it can be opened and is an archive; standard input is left to whoever reads deals."""
    if path == "-":
        return None
    with contextlib.suppress(*UNREADABLE):
        stream = stack.enter_context(io.BufferedReader(io.FileIO(path)))
        if not is_hand_file(path, stream):
            return stream
    return None
