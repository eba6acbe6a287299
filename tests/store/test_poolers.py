"""A pooler between the program and Postgres is refused before anything is done: docs/operating.md, "Poolers"."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from store.postgres import embedded
from tests.cli.conftest import Nought, nought
from tests.waiting import free_port, until

__all__ = ["nought"]

pytestmark = pytest.mark.full

SETTINGS = """[databases]
nought = host={folder} dbname=nought user=nought_app
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
ignore_startup_parameters = options
logfile = {own}/log
pidfile = {own}/pid
"""


@pytest.fixture
def pooler(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a PgBouncer in a mode, before a Postgres that anybody on this machine may use."""
    if shutil.which("pgbouncer", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin") is None:
        assert not os.environ.get("NOUGHT_REQUIRE_ALL"), "pgbouncer is not installed"
        pytest.skip("pgbouncer is not installed (Debian's package pgbouncer)")
    above = Path(tempfile.mkdtemp(prefix="nought-"))
    above.chmod(0o755)  # so that Postgres may look into it
    with embedded.start(above / "book") as server:
        folder = server.folder / "postgres"
        (folder / "pg_hba.conf").write_text("local all all trust\n")
        with psycopg.connect(server.superuser_dsn, autocommit=True) as keeper:
            keeper.execute("SELECT pg_reload_conf()")
        yield from _running(request.param, folder, above / "pooler")
    shutil.rmtree(above)


def _running(mode: str, folder: Path, own: Path) -> Iterator[str]:
    """Run a PgBouncer in a folder, before the Postgres of another one."""
    port = free_port()
    own.mkdir()
    (own / "ini").write_text(SETTINGS.format(folder=folder, port=port, mode=mode, own=own))
    program = ["pgbouncer", "-q", str(own / "ini")]
    if os.getuid() == 0:  # it does not run as root, and has to reach the socket of Postgres
        account = folder.owner()
        for each in (own, own / "ini"):
            shutil.chown(each, account)
        program = ["pgbouncer", "-q", "-u", account, str(own / "ini")]
    dsn = f"host=127.0.0.1 port={port} user=nought_app dbname=nought"
    with subprocess.Popen(program) as process:
        try:
            until(lambda: _answers(dsn))
            yield dsn
        finally:
            process.send_signal(signal.SIGTERM)


def _answers(dsn: str) -> bool:
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.mark.parametrize("pooler", ["transaction", "session"], indirect=True)
def test_a_pooler_is_refused_in_one_line_that_says_what_to_name_instead(
    nought: Nought, pooler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHT_DSN", pooler)
    monkeypatch.setenv("NOUGHT_OWNER_DSN", pooler)
    refusal = (
        "nought: a pooler answers at the address in NOUGHT_DSN; name Postgres itself there, "
        "since Nought has a pool of its own\n"
    )
    for command in (("serve", "--port", str(free_port())), ("migrate",), ("export", "--all")):
        answer = nought(*command)
        assert (answer.code, answer.out, answer.err) == (2, "", refusal), command
