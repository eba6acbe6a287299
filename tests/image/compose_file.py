"""Reads a Compose file as Compose does: its variables are filled in, and each service knows what it waits for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

USED: Final = frozenset({
    "build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "networks", "ports",
    "read_only", "security_opt", "shm_size", "stop_grace_period", "tmpfs", "volumes",
})  # fmt: skip
"""The keys of a service that the runner carries out."""
LEFT_OUT: Final = frozenset({"logging", "restart"})
"""The keys of a service that it does not: nothing is started again, and all output is kept."""
VARIABLE: Final = re.compile(r"\$\{(?P<name>\w+)(?:(?P<kind>:[-?])(?P<text>[^}]*))?\}")
UNITS: Final = {"s": 1.0, "m": 60.0}


class ComposeError(ValueError):
    """Raised when a file cannot be run as it is written."""


@dataclass(frozen=True)
class Mount:
    """A named volume or a path of the host, and where the container has it."""

    source: str
    target: str
    is_read_only: bool

    @property
    def is_named(self) -> bool:
        return not self.source.startswith((".", "/"))

    @classmethod
    def parse(cls, text: str) -> Mount:
        source, target, *options = text.split(":")
        return cls(source, target, options == ["ro"])


@dataclass(frozen=True)
class Service:
    """A service with its variables filled in."""

    name: str
    keys: Mapping[str, Any]

    @property
    def environment(self) -> dict[str, str]:
        return {name: str(value) for name, value in self.keys.get("environment", {}).items()}

    @property
    def networks(self) -> list[str]:
        return self.keys.get("networks") or ["default"]

    @property
    def mounts(self) -> list[Mount]:
        return [Mount.parse(text) for text in self.keys.get("volumes", ())]

    @property
    def conditions(self) -> dict[str, str]:
        """Return the services that this one waits for, each with the condition."""
        return {name: each["condition"] for name, each in self.keys.get("depends_on", {}).items()}

    @property
    def build(self) -> tuple[str, str | None] | None:
        """Return the Dockerfile and the target of the image, or None if the image is named instead."""
        match self.keys.get("build"):
            case None:
                return None
            case ".":
                return "Dockerfile", None
            case {"context": ".", "dockerfile": str(file), "target": str(target)}:
                return file, target
            case other:
                raise ComposeError(f"{self.name}: the build {other} is not one that the runner knows")

    @property
    def has_no_rights(self) -> bool:
        """Return whether the file takes all capabilities away."""
        return self._is_set("cap_drop", "ALL")

    @property
    def gains_no_rights(self) -> bool:
        """Return whether no program may get more rights than the first one has."""
        return self._is_set("security_opt", "no-new-privileges:true")

    def _is_set(self, key: str, only: str) -> bool:
        value = self.keys.get(key)
        if value not in (None, [only]):
            raise ComposeError(f"{self.name}: the runner knows only {only} of {key}, not {value}")
        return value is not None

    @property
    def stop_seconds(self) -> float:
        return seconds(self.keys.get("stop_grace_period", "10s"))


def read(path: Path, variables: Mapping[str, str]) -> dict[str, Service]:
    """Return the services of a file by name. Raises `ComposeError` if it needs what the runner does not know."""
    services = yaml.safe_load(path.read_text(encoding="utf-8"))["services"]
    unknown = {key for service in services.values() for key in service} - USED - LEFT_OUT
    if unknown:
        raise ComposeError(f"{path.name} has keys that the runner does not know: {', '.join(sorted(unknown))}")
    return {name: Service(name, _filled(keys, variables)) for name, keys in services.items()}


def read_variables(text: str) -> dict[str, str]:
    """Return the variables of an .env file."""
    return dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))


def in_order(services: Mapping[str, Service]) -> list[Service]:
    """Return the services so that each comes after those that it waits for."""
    ordered: dict[str, Service] = {}
    while len(ordered) < len(services):
        waiting = [each for each in services.values() if each.name not in ordered]
        free = {each.name: each for each in waiting if each.conditions.keys() <= ordered.keys()}
        if not free:
            raise ComposeError("the services wait for each other")
        ordered |= free
    return list(ordered.values())


def seconds(text: str) -> float:
    """Return the seconds of a duration such as ``5s``."""
    return float(text[:-1]) * UNITS[text[-1]]


def _filled(value: Any, variables: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return VARIABLE.sub(lambda match: _value_of(match, variables), value)
    if isinstance(value, list):
        return [_filled(each, variables) for each in value]
    if isinstance(value, dict):
        return {key: _filled(each, variables) for key, each in value.items()}
    return value


def _value_of(match: re.Match[str], variables: Mapping[str, str]) -> str:
    value = variables.get(match["name"], "")
    if not value and match["kind"] == ":?":
        raise ComposeError(f"{match['name']}: {match['text']}")
    return value or (match["text"] if match["kind"] == ":-" else "")
