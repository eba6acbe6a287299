"""Remember how far a command has come, so that the next call of it goes on there.

What it has done is noted in a folder, which is removed when the command is done. A process that is killed leaves it.
Notes of another version of Nought, of another book, of other arguments or of more than a day ago are not used.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
import msgspec

from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from replay.maker import made_by

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from api.services import Services

USABLE: Final = timedelta(days=1)
"""The greatest age of notes that are used."""
ENDING: Final = ".unfinished"
"""The ending of a folder of notes."""
PAUSE: Final = 0.5
"""The least seconds between two notes."""

anew_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--anew", is_flag=True, help="Begin anew, though a call before was ended in the middle."
)

IsUsable: TypeAlias = Callable[[dict[str, Any]], bool]


def always(_: dict[str, Any]) -> bool:
    """Return True: every state can be used."""
    return True


class Unfinished:
    """The notes of a command: what it has done so far.

    ``state``: what was noted last; None if there is nothing to go on with. ``folder``: where further files of the
    command may lie; None if nothing can be noted.
    """

    def __init__(self, folder: Path | None, purpose: Mapping[str, Any], *, anew: bool, is_usable: IsUsable) -> None:
        self.folder = folder
        self.state: dict[str, Any] | None = None
        self._purpose = msgspec.json.decode(msgspec.json.encode(purpose))
        self._noted_at = 0.0
        if folder is not None:
            self.state = None if anew else self._read(is_usable)
            if self.state is None:
                for each in folder.iterdir():
                    each.unlink()

    def note(self, state: Callable[[], Mapping[str, Any]], *, at_once: bool = False) -> None:
        """Note what is done, unless something was noted a moment ago. ``state`` may write files before it returns."""
        if self.folder is None or (not at_once and monotonic() - self._noted_at < PAUSE):
            return
        self.state = dict(state())
        notes = {"purpose": self._purpose, "at": datetime.now(UTC), "state": self.state}
        part = self.folder / "notes.part"
        part.write_bytes(msgspec.json.encode(notes))
        part.replace(self.folder / "notes.json")
        self._noted_at = monotonic()

    def _read(self, is_state_usable: IsUsable) -> dict[str, Any] | None:
        assert self.folder is not None  # noqa: S101 - the caller has looked
        try:
            notes = msgspec.json.decode((self.folder / "notes.json").read_bytes())
            at = datetime.fromisoformat(notes["at"])
            state: dict[str, Any] = notes["state"]
        except (OSError, ValueError, KeyError, TypeError, msgspec.DecodeError):
            return None
        is_usable = notes.get("purpose") == self._purpose and datetime.now(UTC) - at < USABLE
        if not (is_usable and is_state_usable(state)):
            say("a call before was ended in the middle; this one begins anew", err=True)
            return None
        say(f"going on where a call before was ended, {at:%Y-%m-%d %H:%M} UTC; --anew begins anew", err=True)
        return state


@contextlib.contextmanager
def unfinished(
    folder: Path | None, purpose: Mapping[str, Any], *, anew: bool = False, is_usable: IsUsable = always
) -> Iterator[Unfinished]:
    """Note in a folder what a command has done, until it is done. ``folder``: None if nothing can be noted.

    ``purpose``: what the command is to do; notes of another purpose are not used, nor a state that ``is_usable``
    refuses. Raises `Trouble` if another process does the same now.
    """
    if folder is None:
        yield Unfinished(None, purpose, anew=True, is_usable=is_usable)
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_removed = not os.path.samestat(os.fstat(lock), os.stat(folder))
        except OSError:
            is_removed = True
        if is_removed:  # or held by another process, which removes it at its end
            raise Trouble(f"another process does the same now; its notes are in {folder}")
        done = Unfinished(folder, purpose, anew=anew, is_usable=is_usable)
        try:
            yield done
        except BaseException:
            if done.state is None:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


@contextlib.contextmanager
def unfinished_in_book(
    services: Services, purpose: Mapping[str, Any], *, anew: bool = False, has_notes: bool = True
) -> Iterator[Unfinished]:
    """Note what a command has done of a record book, beside the keys of its log.

    Nothing is noted if that folder cannot be written, or while another process does the same; nor without
    ``has_notes``.
    """
    whole = purpose_of(services, purpose)
    name = f"{purpose['command']}-{sha256(msgspec.json.encode(whole)).hexdigest()[:8]}"
    folder = services.keys.folder / f"{name}{ENDING}" if has_notes else None
    with contextlib.ExitStack() as stack:
        try:
            _remove_old(services.keys.folder)
            done = stack.enter_context(unfinished(folder, whole, anew=anew))
        except (OSError, Trouble):
            done = stack.enter_context(unfinished(None, whole))
        yield done


def _remove_old(folder: Path) -> None:
    """Remove notes that are too old to be used."""
    oldest = time.time() - USABLE.total_seconds()
    for each in folder.glob(f"*{ENDING}"):
        if max(path.stat().st_mtime for path in (each, *each.iterdir())) < oldest:
            shutil.rmtree(each, ignore_errors=True)


def purpose_of(services: Services, purpose: Mapping[str, Any]) -> dict[str, Any]:
    """Return a purpose with the book and the version of Nought."""
    from store.postgres.identity import find_identity

    return {**purpose, "book": find_identity(services.recorder), "code": made_by()}
