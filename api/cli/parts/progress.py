"""A progress bar, shown on a terminal only."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from api.cli.parts.terminal import one_line


class Working:
    """A task with a progress bar."""

    def __init__(self, bar: Progress, title: str, total: int | None) -> None:
        self._bar = bar
        self._task = bar.add_task(title, total=total)

    def advance(self, by: int = 1) -> None:
        """Add to the work done."""
        self._bar.advance(self._task, by)

    def extend_to(self, total: int) -> None:
        """Set the total of the work, which has grown."""
        self._bar.update(self._task, total=total)

    def say(self, text: str) -> None:
        """Print one line on stderr, above the bar."""
        self._bar.console.print(one_line(text), markup=False, highlight=False, soft_wrap=True)


@contextlib.contextmanager
def show_progress(title: str, total: int | None = None) -> Iterator[Working]:
    """Show a progress bar on stderr while the work lasts; without a total, only the count."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield Working(bar, title, total)
