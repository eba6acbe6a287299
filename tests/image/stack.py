"""Runs the services of a Compose file, as they are written there, without Docker.

Not shown by this runner: the images that cannot be fetched (`tests.image.images`), the network to the outside, Docker's
own list of system calls, restarts, and the bounds of the output.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.image.compose_file import ComposeError, Service, in_order, read
from tests.image.containers import Container
from tests.image.images import ROOT, Image, Images
from tests.image.networks import Networks, Port
from tests.waiting import PATIENCE, until

NAMED: Final[Mapping[str, Callable[[Images], Image]]] = {"postgres": lambda images: images.postgres}
"""The images that a file names, each with its stand-in."""


class Stack:
    """The containers of a Compose file in a folder."""

    def __init__(self, name: str, variables: Mapping[str, str], images: Images, folder: Path) -> None:
        self.services = read(ROOT / name, variables)
        self._networks = Networks(folder / "names", {each.name: each.networks for each in self.services.values()})
        self.containers = {
            each.name: Container(each, _image(each, images), folder / each.name, folder / "volumes", ROOT)
            for each in self.services.values()
        }

    def __getitem__(self, name: str) -> Container:
        return self.containers[name]

    def up(self) -> None:
        """Start every service once what it waits for is so, and wait until all are healthy."""
        for service in in_order(self.services):
            for name, condition in service.conditions.items():
                self.wait(name, condition)
            self.start(service.name)
        for name in self.services.keys() - {name for each in self.services.values() for name in each.conditions}:
            self.wait(name)

    def start(self, name: str) -> None:
        """Start a service that does not run. It has the files that it left."""
        ports = [_port(text) for text in self.services[name].keys.get("ports", ())]
        self[name].start(self._networks.attach(name, ports))

    def wait(self, name: str, condition: str = "service_healthy") -> None:
        """Wait until a service is as a dependent needs it. Raises `AssertionError` with its output if it fails."""
        container = self[name]
        match condition:
            case "service_completed_successfully":
                until(lambda: container.returncode is not None, PATIENCE * 2)
                assert container.returncode == 0, f"{name} failed:\n{container.output[-4000:]}"
            case "service_healthy":
                self._wait_for_health(container)
            case other:
                raise ComposeError(f"{name}: the condition {other} is not one that the runner knows")

    def stop(self) -> dict[str, bool]:
        """Stop the services, the last one first. Return whether each ended in its time."""
        return {each.name: self[each.name].stop() for each in reversed(in_order(self.services))}

    def close(self) -> None:
        """End everything at once."""
        for container in self.containers.values():
            container.kill()
        self._networks.close()

    def _wait_for_health(self, container: Container) -> None:
        """Check the health as often as the file says, which also says how many failures are too many."""
        if container.health is None:
            return
        started, failures = time.monotonic(), 0
        while not container.is_healthy():
            name, output = container.service.name, container.output[-4000:]
            assert container.returncode is None, f"{name} ended:\n{output}"
            failures += time.monotonic() - started > container.health.start_period
            assert failures < container.health.retries, f"{name} is not healthy:\n{output}"
            time.sleep(container.health.interval)


def _image(service: Service, images: Images) -> Image:
    if service.build:
        return images.built(*service.build)
    return NAMED[service.keys["image"].partition(":")[0]](images)


def _port(text: str) -> Port:
    address, outside, inside = text.rsplit(":", 2)
    return address, int(outside), int(inside)
