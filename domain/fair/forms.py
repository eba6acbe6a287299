"""The text that a draw is bound to, its digest, and the shuffle that follows from it.

A *form* is a JSON object in canonical form (RFC 8785) that holds 32 random bytes, the seed. Its SHA-256 is the
commitment: it reveals nothing about the seed, and nobody can find another seed with the same digest. Its SHAKE-256 is a
stream of numbers that shuffle the items. Anybody with the form can check the commitment and the order; the commitment
alone reveals neither the seed nor the order.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from domain.engine.words.texts import unfit_in_a_line
from domain.engine.words.values import sentence
from domain.engine.words.worded import WordedError
from domain.proof.canonical import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from domain.engine.words.values import Term

T = TypeVar("T")

VERSION: Final = 1
SEED_BYTES: Final = 32
"""The bytes of a seed. There are 2²⁵⁶ seeds, more than orders of 52 cards (about 2²²⁶)."""
LONGEST_NAME: Final = 200
HEX: Final = re.compile(r"[0-9a-f]{64}")
WORD: Final = 1 << 16
"""The limit of each number in the stream: two bytes, big-endian."""


class FairError(WordedError, ValueError):
    """Raised when a draw is impossible or a payload is no valid draw; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first difference of an opening from its commitment. ``board``: its number, 0 for none.

    ``what``: ``terms``, ``board`` (extra, missing or changed), ``card`` (not in the pack, missing, or repeated),
    ``seed``, ``order``, or ``digest``.
    """

    what: str
    text: Term
    board: int = 0


def digest(form: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a form in canonical form, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(form)).hexdigest()


def shuffle(items: Iterable[T], form: Mapping[str, Any]) -> tuple[T, ...]:
    """Return the items in the order that a form gives them; every order is equally likely (Fisher and Yates).

    From the last place to the second, the item at the place is swapped with an item at or before the place.
    """
    order = list(items)
    numbers = stream(canonical(form))
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, numbers)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def stream(text: bytes) -> Iterator[int]:
    """Yield an endless stream of numbers below `WORD`: the SHAKE-256 of a text, two bytes at a time."""
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
    """Return the JSON object of a text. Raises `FairError` if the text is none, or repeats a key."""
    try:
        payload = json.loads(text, object_pairs_hook=_check_twice)
    except FairError:
        raise
    except (ValueError, RecursionError) as error:
        raise FairError("this is no JSON: {error}", error=str(error)) from None
    if not isinstance(payload, dict):
        raise FairError("this is no JSON object")
    return payload


def _check_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        twice = next(key for key, _ in pairs if [each for each, _ in pairs].count(key) > 1)
        raise FairError("{key} stands there twice", key=twice)
    return mapping


def field(key: str, board: int = 0) -> str | Term:
    """Return the name of a field in a message. ``board``: the number of its board, 0 for none."""
    return sentence("board {number}: {key}", number=board, key=key) if board else key


def check_keys(payload: Mapping[str, Any], keys: Iterable[str], board: int = 0) -> None:
    """Raise `FairError` if the payload, that of a board or the whole, has any other key than these."""
    for key in payload.keys() - set(keys):
        raise FairError("{key}: there is no such field", key=field(key, board))


def head(payload: Mapping[str, Any], kind: str) -> None:
    """Raise `FairError` if the payload has another version or kind."""
    if payload.get("nought") != VERSION or isinstance(payload.get("nought"), bool):
        raise FairError(
            "nought: {version} is no version of the format that is known here; {known} is",
            version=repr(payload.get("nought")),
            known=VERSION,
        )
    if payload.get("kind") != kind:
        raise FairError("kind: {kind} are asked for, not {other}", kind=kind, other=repr(payload.get("kind")))


def name(payload: Mapping[str, Any], key: str) -> str:
    """Return a name of one line, which may be empty. Raises `FairError` for any other value."""
    value = payload.get(key)
    if not isinstance(value, str) or len(value) > LONGEST_NAME or unfit_in_a_line(value):
        raise FairError("{key}: a text on one line of at most {most} characters is needed", key=key, most=LONGEST_NAME)
    return value


def hexadecimal(payload: Mapping[str, Any], key: str, board: int = 0) -> str:
    """Return 32 bytes as 64 lower-case hexadecimal digits. Raises `FairError` for any other value."""
    value = payload.get(key)
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise FairError("{key}: 64 hexadecimal digits in small letters are needed", key=field(key, board))
    return value


def several(payload: Mapping[str, Any], key: str, fits: Callable[[object], bool], what: Term) -> Sequence[Any]:
    """Return a list whose items all fit. ``what``: their name in the message of `FairError`."""
    value = payload.get(key)
    if not isinstance(value, list) or not all(map(fits, value)):
        raise FairError("{key}: a list of {things} is needed", key=key, things=what)
    return value


def words(payload: Mapping[str, Any], key: str, board: int = 0) -> tuple[str, ...]:
    """Return the words of a text (cards or seats) that are separated by single spaces. Raises `FairError`."""
    value = payload.get(key)
    if not isinstance(value, str) or len(value) > 10 * LONGEST_NAME or unfit_in_a_line(value):
        raise FairError("{key}: words with a space between are needed", key=field(key, board))
    return tuple(value.split(" "))
