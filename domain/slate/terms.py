"""Checks for the terms of the games on slates, which each game has in a data class of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.engine.words.texts import unfit_in_a_line
from domain.kernel.errors import Declined

LONGEST_CONTRACT: Final = 40
"""The most characters of a contract's name."""
MOST_CONTRACTS: Final = 20
MOST_FACTOR: Final = 20
SUITS: Final = ("acorns", "roses", "shields", "bells", "spades", "clubs", "diamonds", "hearts")
"""The suits of a Swiss pack, and of a French one."""
NO_TRUMPS: Final = ("obenabe", "undenufe", "slalom", "gusti", "misere")
"""The contracts without a trump suit. ``gusti`` is the one that changes its direction once (Guschti, Mittendurch)."""
JOKERS: Final = ("joker-1", "joker-2", "joker-3")
"""The contracts that the announcer chooses freely."""
KNOWN: Final = (*SUITS, *NO_TRUMPS, *JOKERS)
"""The names of contracts that pages translate; a club may name others."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract that can be announced, and the factor by which its points are multiplied."""

    name: str
    factor: int = 1


def contracts_of(**factors: int) -> tuple[Contract, ...]:
    """Return contracts from their factors by name, in this order; ``joker_1`` stands for ``joker-1``."""
    return tuple(Contract(name.replace("_", "-"), factor) for name, factor in factors.items())


def plain_contracts(contracts: Sequence[Contract]) -> list[list[Any]]:
    """Return contracts as JSON values: pairs of a name and a factor."""
    return [[each.name, each.factor] for each in contracts]


def load_contracts(data: Sequence[Sequence[Any]]) -> tuple[Contract, ...]:
    """Return stored contracts, without a check."""
    return tuple(Contract(name, factor) for name, factor in data)


def check_names(data: Mapping[str, Any], names: Collection[str]) -> None:
    """Raise `Declined` if the terms have a name that the game does not know."""
    if unknown := sorted(set(data) - set(names)):
        raise Declined(
            "slate-terms",
            "the terms have no {name}; they have {names}",
            name=repr(unknown[0][:40]),
            names=", ".join(names),
        )


def whole(data: Mapping[str, Any], name: str, default: int, most: int, least: int = 0) -> int:
    """Return a whole number of the terms. Raises `Declined` for any other value."""
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Declined(
            "slate-terms", "{name} is a whole number from {least} to {most}", name=name, least=least, most=most
        )
    return value


def flag(data: Mapping[str, Any], name: str, *, default: bool) -> bool:
    """Return true or false from the terms. Raises `Declined` for any other value."""
    value = data.get(name, default)
    if not isinstance(value, bool):
        raise Declined("slate-terms", "{name} is true or false", name=name)
    return value


def choice(data: Mapping[str, Any], name: str, choices: Sequence[str]) -> str:
    """Return one of the choices from the terms, by default the first. Raises `Declined` for any other value."""
    value = data.get(name, choices[0])
    if value not in choices:
        raise Declined("slate-terms", "{name} is one of {choices}", name=name, choices=", ".join(choices))
    return str(value)


def parse_contracts(data: Mapping[str, Any], default: tuple[Contract, ...]) -> tuple[Contract, ...]:
    """Return the contracts of the terms, from pairs of a name and a factor. Raises `Declined` if they are not legal."""
    if "contracts" not in data:
        return default
    pairs = data["contracts"]
    if not isinstance(pairs, list | tuple) or not 1 <= len(pairs) <= MOST_CONTRACTS or not all(map(_is_pair, pairs)):
        raise Declined(
            "slate-terms",
            "contracts are 1 to {contracts} pairs of a name of up to {characters} characters and a factor"
            " from 1 to {most}, such as [['roses', 2]]",
            contracts=MOST_CONTRACTS,
            characters=LONGEST_CONTRACT,
            most=MOST_FACTOR,
        )
    names = [name.strip() for name, _ in pairs]
    if len({name.casefold() for name in names}) < len(names):
        raise Declined("slate-terms", "each contract has a name of its own")
    return tuple(Contract(name, factor) for name, (_, factor) in zip(names, pairs, strict=True))


def _is_pair(pair: Any) -> bool:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return False
    name, factor = pair
    return (
        isinstance(name, str)
        and 0 < len(name.strip()) <= LONGEST_CONTRACT
        and not unfit_in_a_line(name)
        and any(map(str.isprintable, name.strip()))
        and isinstance(factor, int)
        and not isinstance(factor, bool)
        and 1 <= factor <= MOST_FACTOR
    )
