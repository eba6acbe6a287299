"""The hosts of a connection string, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def separate_hosts(parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of a connection once for each host, with one ``host``, ``port`` and ``hostaddr`` at most.

    Raises ``ValueError`` if hosts and ports do not go together.
    """
    rest = {name: value for name, value in parameters.items() if name not in ("host", "port", "hostaddr")}
    hosts, ports, addresses = (
        str(parameters.get(name) or "").split(",") for name in ("host", "port", "hostaddr")
    )  # fmt: skip
    count = max(len(hosts), len(addresses))
    lists = [each * count if len(each) == 1 else each for each in (hosts, ports, addresses)]
    if any(len(each) != count for each in lists):
        raise ValueError("the connection string has not one port for each host")
    return [
        rest | {name: value for name, value in zip(("host", "port", "hostaddr"), each, strict=True) if value}
        for each in zip(*lists, strict=True)
    ]


def address(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """Return where a connection of one host goes, whatever its other parameters are."""
    return tuple(str(parameters.get(name) or "") for name in ("host", "port", "hostaddr"))
