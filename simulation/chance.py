"""Chance from a seed: an independent generator for each name, so that leaving one thing out leaves the others alone."""

from __future__ import annotations

from random import Random
from uuid import UUID


class Chance:
    """The source of all random choices of an evening."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._generators: dict[str, Random] = {}

    def of(self, name: str) -> Random:
        """Return the generator with a name. It depends on the seed and the name alone."""
        generator = self._generators.get(name)
        if generator is None:
            generator = self._generators[name] = Random(f"{self.seed} {name}")
        return generator

    def id(self, name: str) -> UUID:
        """Return the random id (version 4) of a thing, which depends on the seed and its name alone."""
        return UUID(int=Random(f"{self.seed} id {name}").getrandbits(128), version=4)
