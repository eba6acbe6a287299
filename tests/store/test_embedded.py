from __future__ import annotations

import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

import store
from store.postgres import embedded
from store.postgres.programs import EmbeddedError, Programs, _reachable_copy
from tests.databases import LayOut
from tests.waiting import end

ROOT = Path(store.__file__).parents[1]
AS_ROOT = os.geteuid() == 0

PROGRAM = """
    import sys, time, psycopg
    from pathlib import Path
    from store.postgres import embedded
    server = embedded.start(Path(sys.argv[1]))
    with psycopg.connect(server.owner_dsn) as connection:
        print(connection.execute("SELECT current_user").fetchone()[0], server.dsn, sep="|", flush=True)
    if sys.argv[2] == "wait":
        sys.stdin.read()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's own: for root that lies in a private folder, where Postgres cannot go."""
    folder = Path(tempfile.mkdtemp(prefix="nought-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def begun(folder: Path, lay_out: LayOut) -> Path:
    """The same, and a server was started there before."""
    lay_out(folder)
    return folder


def process(folder: Path, what: str = "leave", *, python: str = sys.executable, **options: object) -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path[1:]])}
    return subprocess.Popen(
        [python, "-c", textwrap.dedent(PROGRAM), folder, what],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/",
        env=environment, **options,
    )  # fmt: skip


def running(folder: Path) -> bool:
    try:
        pid = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except (OSError, psutil.Error):
        return False


DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


def test_what_is_saved_is_durable_and_nobody_listens_on_the_network_and_a_second_start_keeps_it(folder: Path) -> None:
    with embedded.start(folder) as server, psycopg.connect(server.owner_dsn) as connection:
        for setting, value in {**DURABLE, "listen_addresses": ""}.items():
            assert connection.execute("SELECT current_setting(%s)", [setting]).fetchone() == (value,)
        connection.execute("CREATE TABLE kept AS SELECT 304 AS points")
    assert not running(folder)
    with embedded.start(folder) as server, psycopg.connect(server.owner_dsn) as connection:
        assert connection.execute("SELECT points FROM kept").fetchone() == (304,)


def test_the_application_is_neither_owner_nor_superuser(server: embedded.Embedded) -> None:
    with psycopg.connect(server.dsn) as connection:
        assert connection.execute("SELECT current_user, usesuper FROM pg_user WHERE usename = user").fetchone() == (
            "nought_app",
            False,
        )


@pytest.mark.full
def test_several_processes_may_start_at_once_and_the_last_to_leave_stops_the_server(folder: Path) -> None:
    processes = [process(folder, "wait") for _ in range(4)]
    answers = {each.stdout.readline() for each in processes}
    assert len(answers) == 1
    assert answers.pop().startswith("nought_owner|host=")
    for each in processes[1:]:
        assert each.communicate()[1] == ""
    assert running(folder)
    assert processes[0].communicate()[1] == ""
    assert not running(folder)


@pytest.mark.full
def test_a_server_orphaned_by_kill_9_is_used_again_and_then_stopped(begun: Path) -> None:
    first = process(begun, "wait")
    assert first.stdout.readline()
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert running(begun)
    second = process(begun)
    out, err = second.communicate()
    assert (out.split("|")[0], err) == ("nought_owner", "")
    assert not running(begun)


@pytest.mark.full
def test_a_server_that_was_killed_itself_recovers(begun: Path) -> None:
    with embedded.start(begun) as server:
        with psycopg.connect(server.owner_dsn, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 304 AS points")
            os.kill(int((server.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        with embedded.start(begun) as again, psycopg.connect(again.owner_dsn) as connection:
            assert connection.execute("SELECT points FROM kept").fetchone() == (304,)


@pytest.mark.full
def test_a_process_number_that_now_belongs_to_another_process_does_not_matter(begun: Path) -> None:
    """In containers the same small numbers come again after a crash."""
    with embedded.start(begun) as server:
        text = (server.data / "postmaster.pid").read_text()
    (server.data / "postmaster.pid").write_text("\n".join([str(os.getpid()), *text.split("\n")[1:]]))
    with embedded.start(begun) as server, psycopg.connect(server.dsn) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.full
def test_a_folder_with_a_long_name_works(folder: Path) -> None:
    with embedded.start(folder / ("x" * 100)) as server:
        assert server.socket_dir != server.data
        assert stat.S_IMODE(server.socket_dir.stat().st_mode) == 0o700
        with psycopg.connect(server.dsn) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not server.socket_dir.exists()


def test_a_link_put_under_the_sockets_name_is_refused_and_not_followed(folder: Path) -> None:
    target, link = folder / "target", folder / "link"
    target.mkdir(mode=0o700)
    link.symlink_to(target)
    with pytest.raises(EmbeddedError, match="must be a private directory"):
        Programs(folder).make_private(link)
    assert target.stat().st_uid == os.geteuid()


@pytest.mark.skipif(not AS_ROOT, reason="concerns root")
def test_as_root_no_existing_folder_is_opened_and_a_private_one_is_refused(folder: Path) -> None:
    private = folder / "private"
    private.mkdir(mode=0o700)
    for data in (private, private / "data"):
        with pytest.raises(EmbeddedError, match=f"{private} is closed to every other account"):
            embedded.start(data)
    assert stat.S_IMODE(private.stat().st_mode) == 0o700


@pytest.mark.full
@pytest.mark.skipif(not AS_ROOT, reason="only root can become somebody else")
def test_an_ordinary_user_can_run_it_and_others_cannot_come_in(folder: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    python = next((each for each in (sys.executable, "/usr/bin/python3") if _runs_as(each, nobody.pw_uid)), None)
    if python is None:
        pytest.skip("no Python that an ordinary user may run has the packages")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    theirs = process(folder, "wait", python=python, user=nobody.pw_uid, group=nobody.pw_gid)
    user, _, dsn = theirs.stdout.readline().strip().partition("|")
    assert user == "nought_owner", theirs.communicate()[1]
    with pytest.raises(psycopg.OperationalError, match="Peer authentication failed"):
        psycopg.connect(dsn)
    assert theirs.communicate()[1] == ""
    assert not running(folder)


def _runs_as(python: str, uid: int) -> bool:
    """Whether an account may run this Python, with the packages of this one."""
    environment = {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path[1:]])}
    try:
        done = subprocess.run(
            [python, "-c", "import psycopg, psutil, store.postgres.embedded"], user=uid, env=environment, cwd="/",
            capture_output=True, check=False,
        )  # fmt: skip
    except OSError:
        return False
    return done.returncode == 0


def test_the_programs_are_copied_where_an_account_cannot_reach_them(folder: Path) -> None:
    home = folder / "private" / "pginstall18"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "postgres").write_text("")
    (home / "bin" / "postgres").chmod(0o700)
    (folder / "private").chmod(0o700)
    copy = _reachable_copy(home, folder)
    assert copy.parent == folder
    assert stat.S_IMODE((copy / "bin" / "postgres").stat().st_mode) == 0o755
    assert _reachable_copy(copy, folder) == copy
    assert stat.S_IMODE((folder / "private").stat().st_mode) == 0o700


@pytest.mark.full
def test_stopping_twice_and_stopping_after_the_folder_is_gone_are_harmless(begun: Path) -> None:
    server = embedded.start(begun)
    server.stop()
    server.stop()
    server = embedded.start(begun)
    end(server)
    shutil.rmtree(begun)
    server.stop()
