"""The text that a draw is bound to, its digest, and the shuffle that follows from it.

A *form* is a JSON object in canonical form (RFC 8785) with 32 bytes of chance in it, the seed. Its SHA-256 is the
promise: it tells nothing of the seed, and no other seed has the same. Its SHAKE-256 is a stream of numbers, and these
shuffle. So whoever has the form can check both, and whoever has the promise alone can guess at neither.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from domain.proof.canonical import canonical
from domain.texts import unfit_in_a_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

T = TypeVar("T")

VERSION: Final = 1
SEED_BYTES: Final = 32
"""Bytes of a seed: 2²⁵⁶ of them are more than the orders of 52 cards (about 2²²⁶)."""
LONGEST_NAME: Final = 200
HEX: Final = re.compile(r"[0-9a-f]{64}")
WORD: Final = 1 << 16
"""Each number of the stream is below this: two bytes, the greater first."""


class FairError(ValueError):
    """This cannot be drawn, or what is written there is no draw; the message says why."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first thing of an opening that is not as it was promised.

    ``what``: ``terms``, ``board`` (one more or one less), ``card`` (none of the pack, or there twice), ``seed``,
    ``order``, or ``digest``.
    """

    what: str
    text: str
    board: int = 0


def digest(form: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a form in canonical form, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(form)).hexdigest()


def shuffled(items: Iterable[T], form: Mapping[str, Any]) -> tuple[T, ...]:
    """Return the items in the order that a form gives them; every order is equally likely (Fisher and Yates).

    From the last place to the second, what stands there changes places with one of those up to it.
    """
    order = list(items)
    numbers = stream(canonical(form))
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, numbers)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def stream(text: bytes) -> Iterator[int]:
    """Yield numbers below `WORD` without end: the SHAKE-256 of a text, two bytes at a time."""
    shake = hashlib.shake_256(text)
    done, size = 0, 128
    while True:
        block = shake.digest(size)
        for place in range(done, size, 2):
            yield int.from_bytes(block[place : place + 2], "big")
        done, size = size, 2 * size


def below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to ``limit`` - 1, all equally likely, by rejection sampling."""
    whole = WORD - WORD % limit
    return next(number for number in numbers if number < whole) % limit


# --- reading ------------------------------------------------------------------------------------


def read_json(text: str | bytes) -> dict[str, Any]:
    """Return a JSON object. Raises `FairError` if it is none, or a key occurs twice."""
    try:
        payload = json.loads(text, object_pairs_hook=_once)
    except FairError:
        raise
    except (ValueError, RecursionError) as error:
        raise FairError(f"this is no JSON: {error}") from None
    if not isinstance(payload, dict):
        raise FairError("this is no JSON object")
    return payload


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise FairError(
            f"{next(key for key, _ in pairs if [each for each, _ in pairs].count(key) > 1)} stands there twice"
        )
    return mapping


def only(payload: Mapping[str, Any], keys: Iterable[str], where: str = "") -> None:
    """Refuse whatever is there beside these keys."""
    for key in payload.keys() - set(keys):
        raise FairError(f"{where}{key}: there is no such field")


def head(payload: Mapping[str, Any], kind: str) -> None:
    """Refuse another version, or another kind of file."""
    if payload.get("nought") != VERSION or isinstance(payload.get("nought"), bool):
        raise FairError(
            f"nought: {payload.get('nought')!r} is no version of the format that is known here; {VERSION} is"
        )
    if payload.get("kind") != kind:
        raise FairError(f"kind: {kind} are asked for, not {payload.get('kind')!r}")


def name(payload: Mapping[str, Any], key: str) -> str:
    """Return a name on one line, perhaps empty."""
    value = payload.get(key)
    if not isinstance(value, str) or len(value) > LONGEST_NAME or unfit_in_a_line(value):
        raise FairError(f"{key}: a text on one line of at most {LONGEST_NAME} characters is needed")
    return value


def hexadecimal(payload: Mapping[str, Any], key: str, where: str = "") -> str:
    """Return 32 bytes as 64 hexadecimal digits."""
    value = payload.get(key)
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise FairError(f"{where}{key}: 64 hexadecimal digits in small letters are needed")
    return value


def several(payload: Mapping[str, Any], key: str, fits: Callable[[object], bool], what: str) -> Sequence[Any]:
    """Return a list of things of one kind."""
    value = payload.get(key)
    if not isinstance(value, list) or not all(map(fits, value)):
        raise FairError(f"{key}: a list of {what} is needed")
    return value


def words(payload: Mapping[str, Any], key: str, where: str = "") -> tuple[str, ...]:
    """Return words with a space between: cards, or seats."""
    value = payload.get(key)
    if not isinstance(value, str) or len(value) > 10 * LONGEST_NAME or unfit_in_a_line(value):
        raise FairError(f"{where}{key}: words with a space between are needed")
    return tuple(value.split(" "))
