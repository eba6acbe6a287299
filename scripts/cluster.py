"""Starts a small cluster on this machine's loopback: three Postgres under Patroni, and three etcd.

    python -m scripts.cluster start          install what is missing, start what does not run, print the settings
    python -m scripts.cluster status         who leads, and what the others do
    python -m scripts.cluster kill-leader    kill the leading Postgres and its Patroni, as if their machine had died
    python -m scripts.cluster stop           stop everything; the data stay

A commit is acknowledged once a quorum has it (``synchronous_mode: quorum``, strict). Postgres comes from the embedded
one (`store.postgres.programs`), Patroni from PyPI into an environment of its own under the data folder, etcd from
Debian's package ``etcd-server``. For tests, the demonstration and benchmarks; docs/operating.md describes three
machines.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg
import yaml
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier, Literal

from store.postgres.embedded import APP, DATABASE, OWNER, SUPERUSER
from store.postgres.programs import EmbeddedError, Programs

ROOT: Final = Path(__file__).parents[1]
INSTALLED: Final = (("requirements-build.lock",), ("requirements-patroni.lock", "--no-build-isolation"))
"""The lock files of Patroni, in the order in which pip installs them, each with its options."""
SIZE: Final = 3
SHARED: Final[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("patroni.yml").read_text(encoding="utf-8"))
"""Patroni's settings that are the same everywhere."""
TTL: Final[int] = SHARED["bootstrap"]["dcs"]["ttl"]
"""Seconds after which a leader that was not heard of loses its lock."""
START_SECONDS: Final = 180
"""The most seconds until the cluster has a leader that takes writes."""
STOP_SECONDS: Final = 60
CONNECT_SECONDS: Final = 3
"""Seconds after which the next host is tried, if one is stopped or cut off; by default it would be minutes."""
HOST: Final = "127.0.0.1"
ETCD: Final = "etcd"
STATE: Final = "cluster.json"
POLL: Final = 0.2
PORTS: Final = range(10_000, 30_000)


class ClusterError(RuntimeError):
    """Raised when the cluster cannot run here; the message says what to change."""


@dataclass(frozen=True)
class State:
    """The ports and passwords that the cluster keeps between starts."""

    postgres: list[int]
    rest: list[int]
    etcd_client: list[int]
    etcd_peer: list[int]
    passwords: dict[str, str]


def default_folder() -> Path:
    """Return the default data folder; for root one outside private folders."""
    if os.geteuid() == 0:
        return Path("/var/lib/nought-cluster")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "nought-cluster"


class Cluster:
    """A cluster in a folder. Its processes outlive this one until `stop`.

    ``addresses``: where each node listens and finds all others. By default that is the address that it announces; the
    tests that cut the network put forwarders between the two (tests/cluster/cables.py).
    """

    def __init__(self, folder: Path | None = None, addresses: Sequence[str] = (HOST,) * SIZE) -> None:
        self.folder = (folder or default_folder()).expanduser().resolve()
        self.addresses = addresses
        self._children: list[subprocess.Popen[bytes]] = []

    # --- settings ---------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Return the ports and passwords. Raises `ClusterError` if the cluster was never started."""
        try:
            return State(**json.loads((self.folder / STATE).read_text()))
        except FileNotFoundError:
            raise ClusterError(f"there is no cluster in {self.folder}: start one first") from None

    @property
    def dsn(self) -> str:
        """Return the DSN of the application's role: all hosts, of which the leader is used."""
        return self._dsn(APP)

    @property
    def read_dsn(self) -> str:
        """Return the DSN of the application's role for reads: all hosts, of which any replica is used."""
        return make_conninfo(self.dsn, target_session_attrs="prefer-standby", load_balance_hosts="random")

    @property
    def owner_dsn(self) -> str:
        """Return the DSN of the role that owns the database, for migrations."""
        return self._dsn(OWNER)

    @property
    def superuser_dsn(self) -> str:
        """Return the DSN of the superuser, at the leader."""
        return self._dsn(SUPERUSER, "postgres")

    def _dsn(self, user: str, database: str = DATABASE) -> str:
        state = self.state
        return make_conninfo(
            host=",".join([HOST] * SIZE), port=",".join(map(str, state.postgres)), user=user,
            password=state.passwords[user], dbname=database, target_session_attrs="read-write",
            connect_timeout=str(CONNECT_SECONDS),
        )  # fmt: skip

    # --- starting ---------------------------------------------------------------------------------

    def start(self, report: Callable[[str], object] = lambda text: None) -> None:
        """Start what does not run, and wait until a leader takes writes and every replica follows it.

        Raises `ClusterError` or ``EmbeddedError`` if it cannot run here.
        """
        etcd = shutil.which(ETCD, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
        if etcd is None:
            raise ClusterError("there is no etcd: install Debian's package etcd-server, or etcd 3.4 or newer")
        state = self.prepare()
        with self._locked():
            programs = Programs(self.folder)
            patroni = self._ensure_patroni(report)
            for node in range(SIZE):
                self._make_node(programs, state, node)
            for node in range(SIZE):
                self._start_process(programs, f"etcd{node}", self._etcd_command(etcd, state, node))
            self._wait("a member of etcd finds no leader", lambda: self._is_etcd_ready(state))
            for node in range(SIZE):
                command = [str(patroni), str(self._config(node))]
                # libpq's default, so that Postgres and Patroni reach the other nodes there.
                self._start_process(programs, f"patroni{node}", command, {"PGHOSTADDR": self.addresses[node]})
            report("waiting for a leader and its replicas")
            self._wait("no leader takes writes, or a replica does not follow it", self._is_complete)
            self._ensure_roles_and_database(state)

    def prepare(self) -> State:
        """Make the folder, and choose ports and passwords the first time; return them. Raises `ClusterError`."""
        self._make_folder()
        with self._locked():
            return self._ensure_state()

    def _make_folder(self) -> None:
        if not self.folder.exists():
            self.folder.mkdir(parents=True)
            self.folder.chmod(0o711)
        closed = next((each for each in (self.folder, *self.folder.parents) if not each.stat().st_mode & 0o001), None)
        if os.geteuid() == 0 and closed is not None:
            raise ClusterError(f"Postgres does not run as root, and {closed} is closed to every other account")

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock under which one process at a time starts or stops the cluster."""
        with (self.folder / "starting.lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _ensure_state(self) -> State:
        """Return the ports and passwords; choose them the first time."""
        path = self.folder / STATE
        if not path.exists():
            ports = _free_ports(4 * SIZE)
            passwords = {user: secrets.token_urlsafe(18) for user in (SUPERUSER, "replicator", "rest", OWNER, APP)}
            made = State(*(ports[each::4] for each in range(4)), passwords=passwords)
            partial = path.with_suffix(".partial")
            partial.touch(mode=0o600)
            partial.write_text(json.dumps(asdict(made), indent=2))
            partial.rename(path)
        return self.state

    def _ensure_patroni(self, report: Callable[[str], object]) -> Path:
        """Return the program; install it the first time."""
        venv = self.folder / "patroni"
        if not (venv / ".ready").exists():
            report("installing Patroni")
            shutil.rmtree(venv, ignore_errors=True)
            pip = [sys.executable, "-m", "pip", "--python", str(venv / "bin" / "python"), "install", "-q"]
            options = ["--disable-pip-version-check", "--require-hashes"]
            commands = [
                [_reachable_python(), "-m", "venv", "--without-pip", str(venv)],
                *([*pip, *options, *more, "-r", str(ROOT / lock)] for lock, *more in INSTALLED),
            ]
            for command in commands:
                done = subprocess.run(command, capture_output=True, text=True, check=False, umask=0o022)
                if done.returncode:
                    raise ClusterError(f"Patroni could not be installed: {done.stderr.strip()[-500:]}")
            (venv / ".ready").touch()
        return venv / "bin" / "patroni"

    def _node(self, node: int) -> Path:
        return self.folder / f"node{node}"

    def _config(self, node: int) -> Path:
        return self._node(node) / "patroni.yml"

    def data(self, node: int) -> Path:
        """Return the data directory of a node's Postgres."""
        return self._node(node) / "data"

    def _make_node(self, programs: Programs, state: State, node: int) -> None:
        """Make the folder and the settings of a node."""
        place = self._node(node)
        programs.make_private(place)
        config = self._config(node)
        config.unlink(missing_ok=True)
        config.touch(mode=0o600)
        config.write_text(yaml.safe_dump(self._patroni_settings(programs, state, node), sort_keys=False))
        if programs.account:
            os.chown(config, programs.account.pw_uid, programs.account.pw_gid)

    def _patroni_settings(self, programs: Programs, state: State, node: int) -> dict[str, Any]:
        def login(user: str) -> dict[str, str]:
            return {"username": user, "password": state.passwords[user]}

        own, rest, postgres = self.addresses[node], state.rest[node], state.postgres[node]
        return {
            "scope": SHARED["scope"],
            "name": f"node{node}",
            "restapi": {
                "listen": f"{own}:{rest}",
                "connect_address": f"{HOST}:{rest}",
                "authentication": login("rest"),
            },
            # These hosts, and not those that etcd announces.
            "etcd3": {"hosts": [f"{own}:{port}" for port in state.etcd_client], "use_proxies": own != HOST},
            # Not its post_init: this module makes the roles.
            "bootstrap": {key: SHARED["bootstrap"][key] for key in ("dcs", "initdb")},
            "postgresql": {
                **SHARED["postgresql"],
                "listen": f"{own}:{postgres}",
                "connect_address": f"{HOST}:{postgres}",
                "bin_dir": str(programs.bin),
                "data_dir": str(self.data(node)),
                "pgpass": str(self._node(node) / "pgpass"),
                "authentication": {"superuser": login(SUPERUSER), "replication": login("replicator"),
                                   "rewind": login(SUPERUSER)},
                "parameters": {**SHARED["postgresql"]["parameters"], "unix_socket_directories": "",
                               "shared_buffers": "32MB"},
                "pg_hba": [f"host all all {HOST}/32 scram-sha-256",
                           f"host replication replicator {HOST}/32 scram-sha-256"],
            },
        }  # fmt: skip

    def _etcd_command(self, etcd: str, state: State, node: int) -> list[str]:
        peer, client = (f"http://{HOST}:{ports[node]}" for ports in (state.etcd_peer, state.etcd_client))
        members = ",".join(f"etcd{each}=http://{HOST}:{port}" for each, port in enumerate(state.etcd_peer))
        options = {
            "name": f"etcd{node}", "data-dir": str(self._node(node) / ETCD), "listen-peer-urls": peer,
            "initial-advertise-peer-urls": peer, "listen-client-urls": client, "advertise-client-urls": client,
            "initial-cluster": members, "initial-cluster-state": "new", "initial-cluster-token": str(self.folder),
            # Three on one machine share a disk and its processors.
            "heartbeat-interval": "200", "election-timeout": "2000", "auto-compaction-retention": "1",
        }  # fmt: skip
        return [etcd, *(f"--{name}={value}" for name, value in options.items())]

    def _start_process(
        self, programs: Programs, name: str, command: list[str], environment: Mapping[str, str] | None = None
    ) -> None:
        """Start a process of the cluster under Postgres' account, unless it runs."""
        if self.process(name) is not None:
            return
        account = programs.account
        basic = {"PATH": f"{programs.bin}:{os.defpath}", "LC_ALL": "C", "HOME": "/nonexistent"}
        with (self.folder / f"{name}.log").open("ab") as log:
            made = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True,
                env={**basic, **(environment or {})},
                user=account and account.pw_uid, group=account and account.pw_gid,
                extra_groups=[] if account else None,
            )  # fmt: skip
        self._children.append(made)
        (self.folder / f"{name}.pid").write_text(json.dumps([made.pid, psutil.Process(made.pid).create_time()]))

    def process(self, name: str) -> psutil.Process | None:
        """Return a running process of the cluster: ``etcd0``, ``patroni2`` …; None if it does not run."""
        try:
            pid, created = json.loads((self.folder / f"{name}.pid").read_text())
            process = psutil.Process(pid)
            if process.status() == psutil.STATUS_ZOMBIE:
                with contextlib.suppress(psutil.Error):
                    process.wait(0)  # it may be a child of this process
                return None
            return process if abs(process.create_time() - created) < 1 else None
        except (OSError, ValueError, psutil.Error):
            return None

    def postmaster(self, node: int) -> psutil.Process | None:
        """Return the first process of a node's Postgres; None if it does not run."""
        try:
            process = psutil.Process(int((self.data(node) / "postmaster.pid").read_text().split("\n", 1)[0]))
            alive = process.status() != psutil.STATUS_ZOMBIE and Path(process.cwd()) == self.data(node)
        except (OSError, ValueError, psutil.Error):
            return None
        return process if alive else None

    def _wait(self, problem: str, condition: Callable[[], bool], seconds: float = START_SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise ClusterError(f"{problem} after {seconds} s; see the logs in {self.folder}")
            time.sleep(POLL)

    def _is_etcd_ready(self, state: State) -> bool:
        """Return whether every member answers and knows a leader."""
        with contextlib.suppress(OSError, ValueError):
            return all(_get(port, "/health").get("health") == "true" for port in state.etcd_client)
        return False

    def _is_complete(self) -> bool:
        """Return whether a leader takes writes and every replica streams from it."""
        states = sorted((each["role"], each["state"]) for each in self.members())
        if states != [("leader", "running"), *[("quorum_standby", "streaming")] * (SIZE - 1)]:
            return False
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.superuser_dsn, connect_timeout=3):
            return True
        return False

    def _ensure_roles_and_database(self, state: State) -> None:
        """Create the database and its two roles if they are missing."""
        with psycopg.connect(self.superuser_dsn, autocommit=True) as connection:
            roles = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
            for role in sorted({OWNER, APP} - roles):
                statement = SQL("CREATE ROLE {} LOGIN PASSWORD {}")
                connection.execute(statement.format(Identifier(role), Literal(state.passwords[role])))
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                create = SQL("CREATE DATABASE {} OWNER {}")
                connection.execute(create.format(Identifier(DATABASE), Identifier(OWNER)))

    # --- while it runs ----------------------------------------------------------------------------

    def members(self) -> list[dict[str, Any]]:
        """Return the members as Patroni describes them; none if no Patroni answers."""
        for port in self.state.rest:
            with contextlib.suppress(OSError, ValueError):
                members: list[dict[str, Any]] = _get(port, "/cluster")["members"]
                return members
        return []

    def leader(self) -> int | None:
        """Return the number of the node whose Postgres takes writes; None if none does."""
        state = self.state
        for node, port in enumerate(state.postgres):
            dsn = make_conninfo(self.superuser_dsn, host=HOST, port=str(port), connect_timeout=3)
            with contextlib.suppress(psycopg.Error):
                psycopg.connect(dsn).close()
                return node
        return None

    def etcd_leader(self) -> int:
        """Return the number of the member that leads etcd. Raises `ClusterError` if none does."""
        for member, port in enumerate(self.state.etcd_client):
            with contextlib.suppress(OSError, ValueError):
                status = _get(port, "/v3/maintenance/status", b"{}")
                if status["header"]["member_id"] == status["leader"]:
                    return member
        raise ClusterError("etcd has no leader")

    def kill_leader(self) -> int:
        """Kill the leading Postgres and its Patroni. Returns the node's number. `start` starts them again."""
        if (node := self.leader()) is None:
            raise ClusterError("there is no leader to kill")
        self.kill(node)
        return node

    def kill(self, node: int) -> None:
        """Kill a node's Patroni and all processes of its Postgres."""
        patroni = self.process(f"patroni{node}")
        _kill([*([patroni] if patroni else []), *self.processes(node)])

    def kill_etcd(self, member: int) -> None:
        """Kill a member of etcd."""
        etcd = self.process(f"etcd{member}")
        _kill([etcd] if etcd else [])

    def processes(self, node: int) -> list[psutil.Process]:
        """Return all processes of a node's Postgres, the first one first."""
        with contextlib.suppress(psutil.NoSuchProcess):
            if (postmaster := self.postmaster(node)) is not None:
                return [postmaster, *postmaster.children(recursive=True)]
        return []

    def stop(self) -> None:
        """Stop everything; the data stay."""
        if not self.folder.exists():
            raise ClusterError(f"there is no cluster in {self.folder}")
        with self._locked():
            # The leader last: replicas then stop without a change of the leader.
            leader = self.leader()
            nodes = sorted(range(SIZE), key=lambda node: node == leader)
            for name in [*(f"patroni{node}" for node in nodes), *(f"etcd{node}" for node in range(SIZE))]:
                if (process := self.process(name)) is not None:
                    process.send_signal(signal.SIGTERM)
                    try:
                        process.wait(STOP_SECONDS)
                    except psutil.TimeoutExpired:
                        raise ClusterError(f"{name} did not stop within {STOP_SECONDS} s") from None
                (self.folder / f"{name}.pid").unlink(missing_ok=True)
            for node in range(SIZE):
                # Left running by a Patroni that was killed alone.
                if (process := self.postmaster(node)) is not None:
                    process.send_signal(signal.SIGINT)
                    process.wait(STOP_SECONDS)
            for child in self._children:
                child.poll()


def _kill(doomed: Sequence[psutil.Process]) -> None:
    """Kill processes, and wait until they have ended."""
    for process in doomed:
        with contextlib.suppress(psutil.Error):
            process.kill()
    for process in doomed:
        with contextlib.suppress(psutil.Error):
            process.wait(STOP_SECONDS)


def _reachable_python() -> str:
    """Return a Python that the account of Postgres can run. Raises `ClusterError` if there is none."""
    if os.geteuid() != 0:
        return sys.executable
    system = shutil.which("python3", path="/usr/local/bin:/usr/bin")
    for candidate in (getattr(sys, "_base_executable", sys.executable), system):
        if candidate:
            real = Path(candidate).resolve()
            if all(each.stat().st_mode & 0o001 for each in (real, *real.parents)):
                return str(candidate)
    raise ClusterError("Postgres' account cannot run this Python: install Debian's package python3 beside it")


def _get(port: int, path: str, body: bytes | None = None) -> dict[str, Any]:
    """Return the JSON that a service on this machine answers; with a body to a POST."""
    with urllib.request.urlopen(f"http://{HOST}:{port}{path}", body, timeout=3) as answer:
        read: dict[str, Any] = json.load(answer)
    return read


def _free_ports(count: int) -> list[int]:
    """Return ports of the loopback at which nobody listens now.

    They lie below those that the system gives to outgoing connections, so that a member that starts again gets its own.
    """
    ports: list[int] = []
    for port in secrets.SystemRandom().sample(PORTS, len(PORTS)):
        with contextlib.suppress(OSError), socket.create_server((HOST, port)):
            ports.append(port)
        if len(ports) == count:
            return ports
    raise ClusterError(f"there are no {count} free ports from {PORTS.start} to {PORTS.stop - 1}")


def _print_status(cluster: Cluster) -> int:
    members = cluster.members()
    for member in members:
        lag = f", {member['lag']} bytes behind" if isinstance(member.get("lag"), int) and member["lag"] else ""
        _say(f"{member['name']}  port {member.get('port')}  {member['role']}  {member['state']}{lag}")
    if cluster.leader() is None:
        _say("no leader takes writes")
        return 1
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="python -m scripts.cluster", description=__doc__.split("\n", 1)[0])
    parser.add_argument("command", choices=("start", "status", "kill-leader", "stop"))
    parser.add_argument("--data", type=Path, help=f"the folder of the data (default: {default_folder()})")
    arguments = parser.parse_args()
    cluster = Cluster(arguments.data)
    try:
        if arguments.command == "start":
            cluster.start(_say)
            _say(f"export NOUGHT_DSN='{cluster.dsn}'")
            _say(f"export NOUGHT_READ_DSN='{cluster.read_dsn}'")
            _say(f"export NOUGHT_OWNER_DSN='{cluster.owner_dsn}'")
        elif arguments.command == "status":
            return _print_status(cluster)
        elif arguments.command == "kill-leader":
            _say(f"killed node{cluster.kill_leader()}; another leads within about {TTL} s")
        else:
            cluster.stop()
    except (ClusterError, EmbeddedError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
