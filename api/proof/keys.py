"""The log's private keys: files in a folder that only the server's account can read, never rows of the database.

The folder also holds the last signed checkpoint. So if the whole database is rewritten, the next checkpoint is not
signed.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from domain.proof.notes import NoteError, PrivateKey, PublicKey
from domain.proof.signatures import SEED_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class KeysError(RuntimeError):
    """Raised when the folder of keys cannot be used; the message gives the reason."""


def default_folder() -> Path:
    """Return the folder of the keys if NOUGHT_KEYS is not set."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "nought" / "keys"


class Keys:
    """The folder with the private keys of logs."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def make(self, name: str) -> PrivateKey:
        """Make a key in a new file. Raises `KeysError` if it cannot be written."""
        key = PrivateKey(name, os.urandom(SEED_BYTES))
        self._write(self._place(key.public), f"{key.text}\n", new=True)
        return key

    def find(self, public: PublicKey) -> PrivateKey | None:
        """Return the private key of a public one; None if there is none. Raises `KeysError` if it cannot be read."""
        try:
            key = PrivateKey.parse(self._place(public).read_text("utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError, NoteError) as error:
            raise KeysError(f"the key of the log cannot be read in {self.folder}: {_why(error)}") from None
        return key if key.public == public else None

    def forget(self, public: PublicKey) -> None:
        """Delete a key that was never used."""
        self._place(public).unlink(missing_ok=True)

    def last_checkpoint(self, origin: str) -> str | None:
        """Return the last checkpoint of a log that was signed with this folder; None if there is none.

        Raises `KeysError` if it cannot be read.
        """
        try:
            return self._last(origin).read_text("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise KeysError(f"what was signed last cannot be read in {self.folder}: {_why(error)}") from None

    def remember_checkpoint(self, origin: str, note: str) -> None:
        """Store the last signed checkpoint of a log. Raises `KeysError` if it cannot be written."""
        self._write(self._last(origin), note)

    @contextmanager
    def lock_signing(self) -> Iterator[None]:
        """Hold the lock for signing, so that one process signs at a time.

        Raises `KeysError` if the folder cannot be made.
        """
        self._ready()
        with (self.folder / "signing.lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def keep(self, name: str, make: Callable[[], str]) -> str:
        """Return the text of a file beside the keys of logs, which is made if there is none. Raises `KeysError`."""
        place = self.folder / name
        with self.lock_signing():
            try:
                return place.read_text("utf-8")
            except FileNotFoundError:
                text = make()
                self._write(place, text, new=True)
                return text
            except (OSError, UnicodeDecodeError) as error:
                raise KeysError(f"{place} cannot be read: {_why(error)}") from None

    def _place(self, public: PublicKey) -> Path:
        return self.folder / f"{public.id.hex()}.key"

    def _last(self, origin: str) -> Path:
        return self.folder / f"{sha256(origin.encode()).hexdigest()[:16]}.checkpoint"

    def _ready(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise KeysError(
                f"there is no place for the key of the log: {self.folder} cannot be made ({_why(error)}); "
                "NOUGHT_KEYS names another folder"
            ) from None

    def _write(self, place: Path, text: str, *, new: bool = False) -> None:
        """Write a file atomically and flush it to the disk. Raises `KeysError`."""
        self._ready()
        try:
            if new and place.exists():
                raise KeysError(f"{place} is there already")
            handle, beside = tempfile.mkstemp(dir=self.folder)  # readable by its owner only
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, place)
            folder = os.open(self.folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise KeysError(f"the folder of keys, {self.folder}, cannot be written: {_why(error)}") from None


def _why(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
