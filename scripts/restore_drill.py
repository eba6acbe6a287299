"""Tries a restore to a moment: continuous archiving, a restore, and the log against checkpoints kept elsewhere.

    python -m scripts.restore_drill

A book is made in a temporary folder, its write-ahead log is archived, and it is restored to a moment between two
checkpoints. `nought verify log` must accept the restored book against the earlier checkpoint, and must say against the
later one from which leaf on events are missing. The programs are those of the embedded Postgres. docs/backups.md has
the same steps for a Postgres of your own.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg
from eventsourcing.persistence import StoredEvent

from api.cli.parts.books import embedded_settings
from api.services import Services
from store.migrations import migrate
from store.postgres import embedded
from store.postgres.programs import Programs

NOUGHT: Final = Path(sys.executable).with_name("nought")
BEFORE, AFTER = 5, 7
"""The events that are recorded before the moment, and after it."""
SECONDS: Final = 60.0
"""The longest wait for the end of recovery."""


@dataclass(frozen=True)
class Outcome:
    """The exit code and the output of `nought verify log`."""

    code: int
    text: str


def drill(folder: Path) -> tuple[Outcome, Outcome]:
    """Restore a book to a moment. Returns what `nought verify log` says of the checkpoints before and after it."""
    programs = Programs(folder)
    archive, restored = folder / "archive", folder / "restored"
    programs.make_private(archive)
    notes = [folder / "before.checkpoint", folder / "after.checkpoint"]
    command = f"test ! -f {archive}/%f && cp %p {archive}/%f"
    with embedded.start(folder / "book", config={"archive_mode": "on", "archive_command": command}) as server:
        settings = embedded_settings(server)
        migrate(settings)
        services = Services.build(settings)
        try:
            _back_up(programs, server, restored)
            _record(services, BEFORE, notes[0])
            with psycopg.connect(server.superuser_dsn, autocommit=True) as superuser:
                row = superuser.execute("SELECT clock_timestamp()::text").fetchone()
                time.sleep(0.1)
                _record(services, AFTER, notes[1])
                superuser.execute("SELECT pg_switch_wal()")
        finally:
            services.close()
    # Stopping waits until everything is archived. From here on only the backup and the archive are used.
    shutil.rmtree(folder / "book")
    _prepare_recovery(programs, restored / "postgres", archive, str(row and row[0]))
    with embedded.start(restored) as server:
        _wait_for_end_of_recovery(server)
        before, after = (_verify(restored, note) for note in notes)
    return before, after


def _back_up(programs: Programs, server: embedded.Embedded, restored: Path) -> None:
    """Make a base backup in the place of a new book."""
    account = programs.account.pw_name if programs.account else pwd.getpwuid(os.geteuid()).pw_name
    with (server.data / "pg_hba.conf").open("a") as file:
        file.write("local replication postgres peer map=drill\n")
    with (server.data / "pg_ident.conf").open("a") as file:
        file.write(f'drill "{account}" postgres\n')
    with psycopg.connect(server.superuser_dsn, autocommit=True) as superuser:
        superuser.execute("SELECT pg_reload_conf()")
    restored.mkdir()
    restored.chmod(0o711)
    (restored / embedded.LOCK).touch()
    programs.make_private(restored / "postgres")
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            programs.run("pg_basebackup", "-D", restored / "postgres", "-h", server.socket_dir, "-p", "5432", "-U",
                         embedded.SUPERUSER, "--checkpoint=fast", "--wal-method=none")  # fmt: skip
        except subprocess.CalledProcessError:  # the settings are loaded a moment later
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


def _record(services: Services, count: int, note: Path) -> None:
    """Record events, sign a checkpoint, and keep it elsewhere."""
    stream = uuid4()
    services.recorder.insert_events(
        [StoredEvent(stream, version, "drill.Happened", b"{}") for version in range(1, count + 1)]
    )
    keeper = services.log_keeper("drill.example")
    keeper.grow()
    head = keeper.checkpoint()
    if head is None:
        raise RuntimeError("no checkpoint was signed")
    note.write_text(head.note, encoding="utf-8")


def _prepare_recovery(programs: Programs, data: Path, archive: Path, moment: str) -> None:
    """Tell the restored Postgres up to which moment it reads the archive."""
    with (data / "postgresql.auto.conf").open("a") as file:
        file.write(
            f"restore_command = 'cp {archive}/%f %p'\nrecovery_target_time = '{moment}'\n"
            "recovery_target_action = 'promote'\n"
        )
    signal = data / "recovery.signal"
    signal.touch(mode=0o600)
    if programs.account:
        os.chown(signal, programs.account.pw_uid, programs.account.pw_gid)


def _wait_for_end_of_recovery(server: embedded.Embedded) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        with psycopg.connect(server.superuser_dsn) as superuser:
            if superuser.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                return
        time.sleep(0.1)
    raise RuntimeError("the recovery did not end")


def _verify(book: Path, checkpoint: Path) -> Outcome:
    command = [NOUGHT, "verify", "log", "--checkpoint", checkpoint, "--data", book]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NOUGHT_DSN")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return Outcome(done.returncode, done.stdout + done.stderr)


def main() -> int:
    """Run the drill in a temporary folder, which is removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="nought-drill-"))
    folder.chmod(0o711)
    try:
        before, after = drill(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.write(
        f"Against the checkpoint before the moment:\n{before.text}\nAgainst the one after it:\n{after.text}"
    )
    return 0 if (before.code, after.code) == (0, 1) else 1


if __name__ == "__main__":
    sys.exit(main())
