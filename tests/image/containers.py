"""One container: an image's files with a layer of its own, its mounts, account and rights, and its process.

As the engine does it, by the kernel's own means: an overlay, namespaces for mounts, processes and the network, and the
capabilities that the file leaves. The process is number 1 of its namespace, so signals reach it as in Docker.
"""

from __future__ import annotations

import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

import psutil

from tests.image.compose_file import Service
from tests.image.health import Health
from tests.image.images import Image
from tests.image.networks import Attachment
from tests.waiting import PATIENCE, until

CAPABILITIES: Final = (
    "chown", "dac_override", "fowner", "fsetid", "kill", "setgid", "setuid", "setpcap", "net_bind_service", "net_raw",
    "sys_chroot", "mknod", "audit_write", "setfcap",
)  # fmt: skip
"""The rights that Docker leaves a container whose file takes none away."""
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
DEVICES: Final = ("null", "zero", "full", "random", "urandom")
NAMES: Final = "nameserver 127.0.0.11\n"


@dataclass
class Container:
    """A container of a service. What it wrote outlasts `stop`, and so do its volumes."""

    service: Service
    image: Image
    folder: Path
    """Where its layer and its output are."""
    volumes: Path
    """The folder of the named volumes."""
    project: Path
    """The folder of the Compose file."""
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _network: Attachment | None = field(default=None, init=False)

    @property
    def output(self) -> str:
        return (self.folder / "output").read_text(errors="replace")

    @property
    def returncode(self) -> int | None:
        """Return the code with which the process ended; None while it runs."""
        assert self._process is not None
        return self._process.poll()

    @cached_property
    def health(self) -> Health | None:
        return Health.of(self.service, self.image)

    @property
    def user(self) -> str:
        return self.image.config.get("User") or "root"

    @property
    def command(self) -> list[str]:
        config = self.image.config
        return [*(config.get("Entrypoint") or ()), *(self.service.keys.get("command") or config.get("Cmd") or ())]

    @property
    def environment(self) -> dict[str, str]:
        of_image = dict(text.split("=", 1) for text in self.image.config.get("Env") or ())
        home = self._line("passwd", self.user)[5]
        return {"PATH": PATH, "HOSTNAME": self.service.name, "HOME": home, **of_image, **self.service.environment}

    # --- its life ---------------------------------------------------------------------------------

    def start(self, network: Attachment) -> None:
        """Start the process in this network, which ends with the container."""
        self._network = network
        for part in ("upper", "work", "root"):
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        (self.folder / "resolv.conf").write_text(NAMES)
        entering = shlex.join(["exec", "chroot", str(self._root), *self._as_user(self.command)])
        script = "\n".join([*self._mounting(), entering])
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", script]
        with (self.folder / "output").open("ab") as output:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "nsenter", f"--net={network.namespace}", *apart],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env={"PATH": PATH},
            )  # fmt: skip
        until(lambda: self._is_inside() or self.returncode is not None)

    def run(self, *command: str, timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
        """Run a program in the container, as ``docker compose exec`` does."""
        entering = ("nsenter", f"--target={self.pid}", "--mount", "--pid", "--net", "--root", "--wd")
        return subprocess.run(
            [*entering, *self._as_user(command)], capture_output=True, text=True, timeout=timeout, env={"PATH": PATH}
        )

    def is_healthy(self) -> bool:
        """Return whether the check of its health succeeds now."""
        assert self.health is not None
        with suppress(subprocess.TimeoutExpired, psutil.Error, IndexError):
            return self.run(*self.health.command, timeout=self.health.timeout).returncode == 0
        return False

    def stop(self) -> bool:
        """Ask the process to end. Return whether it did so in the time that the file gives it; else it is killed."""
        if self._process is None or self._process.poll() is not None:
            self.kill()
            return True
        psutil.Process(self.pid).send_signal(signal.Signals[self.image.config.get("StopSignal") or "SIGTERM"])
        try:
            self._process.wait(self.service.stop_seconds)
        except subprocess.TimeoutExpired:
            return False
        finally:
            self.kill()
        return True

    def kill(self) -> None:
        """End it at once, with all its processes and its network."""
        if self._process is not None:
            with suppress(psutil.Error, IndexError):
                psutil.Process(self.pid).kill()
            self._process.wait(PATIENCE)
        if self._network is not None:
            self._network.close()
            self._network = None

    @property
    def pid(self) -> int:
        """The process' number on this machine: it is the child of the program that made the namespaces."""
        assert self._process is not None
        return psutil.Process(self._process.pid).children()[0].pid

    def _is_inside(self) -> bool:
        """Return whether the process sees the container's files, and no longer this machine's."""
        with suppress(psutil.Error, IndexError, OSError):
            return (Path("/proc") / str(self.pid) / "root").readlink() == self._root
        return False

    # --- its surroundings -------------------------------------------------------------------------

    @property
    def _root(self) -> Path:
        return self.folder / "root"

    def _mounting(self) -> list[str]:
        """Return the lines of a script that makes the container's files, in a namespace of its own."""
        root, keys = self._root, self.service.keys
        layers = f"lowerdir={self.image.root},upperdir={self.folder / 'upper'},workdir={self.folder / 'work'}"
        lines = [["mount", "-t", "overlay", "-o", layers, "overlay", root]]
        lines += [["touch", root / "etc/resolv.conf"]]
        lines += [["mount", "--bind", self.folder / "resolv.conf", root / "etc/resolv.conf"]]
        for mount in self.service.mounts:
            source = self._volume(mount.source, mount.target) if mount.is_named else self.project / mount.source
            place = Path(f"{root}{mount.target}")
            lines += [["mkdir", "-p", place if source.is_dir() else place.parent]]
            lines += [] if source.is_dir() else [["touch", place]]
            lines += [["mount", "--bind", source, place]]
            if mount.is_read_only:
                lines += [["mount", "-o", "remount,bind,ro", place]]
        for place in (Path(f"{root}{target}") for target in keys.get("tmpfs", ())):
            lines += [["mkdir", "-p", place]]
            lines += [["mount", "-t", "tmpfs", "-o", "nosuid,nodev,noexec,mode=1777", "tmpfs", place]]
        lines += [["mount", "-t", "proc", "proc", root / "proc"], *self._devices(root / "dev")]
        if keys.get("read_only"):
            lines += [["mount", "-o", "remount,bind,ro", root]]
        return [shlex.join(map(str, line)) for line in lines]

    def _devices(self, place: Path) -> list[list[str | Path]]:
        shared = self.service.keys.get("shm_size", "64mb").removesuffix("b")
        lines: list[list[str | Path]] = [["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", place]]
        for device in DEVICES:
            lines += [["touch", place / device], ["mount", "--bind", f"/dev/{device}", place / device]]
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            lines += [["ln", "-s", f"/proc/self/fd/{number}", place / name]]
        lines += [["ln", "-s", "/proc/self/fd", place / "fd"], ["mkdir", place / "shm"]]
        lines += [["mount", "-t", "tmpfs", "-o", f"mode=1777,size={shared}", "tmpfs", place / "shm"]]
        return lines

    def _volume(self, name: str, target: str) -> Path:
        """Return the folder of a named volume; a new one begins with what the image has at the place."""
        volume, beginning = self.volumes / name, Path(f"{self.image.root}{target}")
        if not volume.exists():
            self.volumes.mkdir(exist_ok=True)
            if beginning.is_dir():
                subprocess.run(["cp", "-a", beginning, volume], check=True)
            else:
                volume.mkdir()
        return volume

    def _as_user(self, command: Sequence[str]) -> list[str]:
        """Return the command with the container's variables, account and rights."""
        kept = () if self.service.has_no_rights else CAPABILITIES
        rights = ",".join(["-all", *(f"+{name}" for name in kept)])
        options = ["--inh-caps", "-all", "--bounding-set", rights]
        if self.service.gains_no_rights:
            options.append("--no-new-privs")
        group = self._line("passwd", self.user)[3]
        who = ["--reuid", self.user, "--regid", group, "--init-groups"]
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        # No signal is ignored, though this run may have been started so that it ignores some.
        return ["/usr/bin/env", "--default-signal", "-i", *variables, "/usr/bin/setpriv", *who, *options, *command]

    def _line(self, file: str, name: str) -> list[str]:
        """Return the fields of an account in the image."""
        lines = (line.split(":") for line in (self.image.root / "etc" / file).read_text().splitlines())
        return next(line for line in lines if line[0] == name)
