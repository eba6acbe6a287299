"""The networks of a Compose file: bridges in a network namespace of their own, to which containers are attached.

Nothing leads out of them, neither to this machine nor to any other, whether the file calls them internal or not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

ENGINE: Final = Path(__file__).with_name("engine_network.py")
FIRST: Final = 10
"""The last part of the first container's address."""

Port = tuple[str, int, int]
"""The address and the port outside, and the port of the container."""


class Attachment:
    """A running container's network. It ends with `close`."""

    def __init__(self, names: Sequence[Path], ports: Sequence[Port]) -> None:
        plan = json.dumps({"names": [str(name) for name in names], "ports": ports})
        self._process = _process(sys.executable, "-I", str(ENGINE), plan)
        self.ends: list[Callable[[], object]] = []
        """The steps that take the container out of its networks."""
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    @property
    def namespace(self) -> str:
        return f"/proc/{self.pid}/ns/net"

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        for end in self.ends:
            end()
        _end(self._process)


class Networks:
    """The networks of some containers. `attach` gives a container its addresses and names."""

    def __init__(self, folder: Path, members: Mapping[str, Sequence[str]]) -> None:
        """Lay the networks. ``members`` names each container's networks."""
        self._folder = folder
        self._members = members
        self._numbers = {name: number for number, name in enumerate(members)}
        self._networks = sorted({network for names in members.values() for network in names})
        self._switch = Attachment([], [])
        for network in self._networks:
            (folder / network).mkdir(parents=True)
            self._at_switch("link", "add", f"net-{network}", "type", "bridge")
            self._at_switch("link", "set", f"net-{network}", "up")

    def attach(self, name: str, ports: Sequence[Port] = ()) -> Attachment:
        """Return the network of a container that starts: from now on, the others find it by its name."""
        networks = self._members[name]
        made = Attachment([self._folder / network for network in networks], ports)
        for place, network in enumerate(networks):
            cable, device = f"{name}-{place}", f"eth{place}"
            address = f"10.77.{self._networks.index(network)}.{FIRST + self._numbers[name]}"
            self._at_switch("link", "add", cable, "type", "veth", "peer", "name", device, "netns", str(made.pid))
            self._at_switch("link", "set", cable, "master", f"net-{network}", "up")
            _ip(made.namespace, "address", "add", f"{address}/24", "dev", device)
            _ip(made.namespace, "link", "set", device, "up")
            file = self._folder / network / name
            file.write_text(address)
            # At once: the kernel would remove the cable some time after the namespace.
            made.ends += [file.unlink, partial(self._at_switch, "link", "delete", cable)]
        return made

    def close(self) -> None:
        self._switch.close()

    def _at_switch(self, *arguments: str) -> None:
        _ip(self._switch.namespace, *arguments)


def _ip(namespace: str, *arguments: str) -> None:
    subprocess.run(["nsenter", f"--net={namespace}", "ip", *arguments], check=True, capture_output=True)


def _process(*command: str) -> subprocess.Popen[str]:
    """Start a program that dies with this one."""
    return subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *command], stdout=subprocess.PIPE, text=True)


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()
