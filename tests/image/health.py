"""The check of a container's health, as the Compose file or else the image has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.image.compose_file import Service, seconds
from tests.image.images import Image

NANOSECONDS: Final = 1e9


@dataclass(frozen=True)
class Health:
    """A command, how often it runs, and how many failures in a row are too many."""

    command: list[str]
    interval: float
    timeout: float
    start_period: float
    retries: int

    @classmethod
    def of(cls, service: Service, image: Image) -> Health | None:
        written = service.keys.get("healthcheck")
        if written is None:
            return cls._of_image(image.config.get("Healthcheck"))
        if written.get("disable"):
            return None
        return cls(
            cls._command(written["test"]), seconds(written.get("interval", "30s")),
            seconds(written.get("timeout", "30s")), seconds(written.get("start_period", "0s")), written["retries"],
        )  # fmt: skip

    @classmethod
    def _of_image(cls, written: Mapping[str, Any] | None) -> Health | None:
        if not written:
            return None
        interval, timeout, start = (
            written.get(name, default * NANOSECONDS) / NANOSECONDS
            for name, default in (("Interval", 30), ("Timeout", 30), ("StartPeriod", 0))
        )
        return cls(cls._command(written["Test"]), interval, timeout, start, written.get("Retries", 3))

    @staticmethod
    def _command(test: Sequence[str]) -> list[str]:
        kind, *words = test
        return ["/bin/sh", "-c", *words] if kind == "CMD-SHELL" else words
