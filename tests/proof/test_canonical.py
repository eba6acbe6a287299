"""One form for one value (RFC 8785), and what of an event is fixed in it."""

from __future__ import annotations

import json
import math
import struct
from uuid import UUID

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.proof.canonical import CanonicalError, canonical, read
from domain.proof.entries import SALT_BYTES, Stored, entry, leaf
from domain.proof.tree import leaf_hash

SAFE = 2**53 - 1
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-SAFE, SAFE)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=("Cs",)), max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES)
def test_canonical_json_is_what_another_implementation_writes(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    ("bits", "written"),
    [
        ("0000000000000000", "0"), ("8000000000000000", "0"), ("0000000000000001", "5e-324"),
        ("8000000000000001", "-5e-324"), ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"), ("4430000000000000", "295147905179352830000"),
        ("44b52d02c7e14af5", "9.999999999999997e+22"), ("44b52d02c7e14af6", "1e+23"),
        ("444b1ae4d6e2ef4e", "999999999999999700000"), ("444b1ae4d6e2ef50", "1e+21"),
        ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"), ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("41b3de4355555553", "333333333.3333332"), ("becbf647612f3696", "-0.0000033333333333333333"),
        ("43143ff3c1cb0959", "1424953923781206.2"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_the_rfc_lists_them(bits: str, written: str) -> None:
    """RFC 8785, appendix B."""
    (value,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical(value).decode() == written


def test_keys_are_sorted_as_the_rfc_sorts_them() -> None:
    """RFC 8785, 3.2.3: by the units of UTF-16, so that a face comes before a Hebrew presentation form."""
    values = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}
    assert list(json.loads(canonical(values))) == ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]


@pytest.mark.parametrize("value", [math.nan, math.inf, {1: 2}, b"x", {"a": object()}, "\ud800", {"\ud800": 1}])
def test_what_json_cannot_say_has_no_canonical_form(value: object) -> None:
    with pytest.raises(CanonicalError):
        canonical(value)


@pytest.mark.parametrize(
    "text", [b"", b"{", b'{"a": 1, "a": 1}', b"NaN", b"\xff", b"[" * 100_000, b"[" * 101 + b"]" * 101]
)
def test_what_says_nothing_or_two_things_is_not_read(text: bytes) -> None:
    with pytest.raises(CanonicalError):
        read(text)


def test_a_key_that_is_there_twice_is_named() -> None:
    with pytest.raises(CanonicalError, match='the key "deal" is there twice'):
        read(b'{"log": {"deal": 1, "keys": [], "deal": 2}}')


# --- entries ------------------------------------------------------------------------------------

DEAL = UUID("019c5c22-f9d0-791b-99d5-f0740c70b079")
SALT = bytes(range(SALT_BYTES))
BODY = {"at": "2026-02-14T20:15:09.318Z", "by": "Nirmala", "fact": {"seat": "E", "card": "JH", "plies": {"3": "9H"}}}
EVENT = Stored(DEAL, 3, "nought.Deal.CardPlayed", msgspec.json.encode(BODY), "2026-02-14T20:15:09.318042Z")


def test_an_entry_is_this_text_to_the_letter() -> None:
    """It may never change: what was logged once must come to the same leaf for ever."""
    text = (
        '{"at":"2026-02-14T20:15:09.318042Z","body":{"at":"2026-02-14T20:15:09.318Z","by":"Nirmala",'
        '"fact":{"card":"JH","plies":{"3":"9H"},"seat":"E"}},"id":"019c5c22-f9d0-791b-99d5-f0740c70b079",'
        '"kind":"event","nought":1,"salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",'
        '"topic":"nought.Deal.CardPlayed","version":3}'
    )
    assert canonical(entry(EVENT, SALT)) == text.encode()
    assert leaf(entry(EVENT, SALT)) == leaf_hash(text.encode())
    assert leaf(entry(EVENT, SALT)).hex() == "fd7ea5e62e067ba847665c946953bb4795cbd5e567453dad6a14bcd7e53be3a1"


@pytest.mark.parametrize(
    "state",
    [
        json.dumps(BODY, indent=4).encode(),
        json.dumps(BODY, sort_keys=True).encode(),
        msgspec.json.encode(dict(reversed(BODY.items()))),
        msgspec.json.encode(BODY).replace(b'"E"', b'"\\u0045"'),
    ],
)
def test_how_the_json_is_spelled_in_the_database_does_not_matter(state: bytes) -> None:
    spelled = Stored(EVENT.id, EVENT.version, EVENT.topic, state, EVENT.at)
    assert leaf(entry(spelled, SALT)) == leaf(entry(EVENT, SALT))


@pytest.mark.parametrize(
    "other",
    [
        Stored(UUID(int=1), EVENT.version, EVENT.topic, EVENT.state, EVENT.at),
        Stored(DEAL, 4, EVENT.topic, EVENT.state, EVENT.at),
        Stored(DEAL, 3, "nought.Deal.IndicatorPlaced", EVENT.state, EVENT.at),
        Stored(DEAL, 3, EVENT.topic, EVENT.state.replace(b"JH", b"9H"), EVENT.at),
        Stored(DEAL, 3, EVENT.topic, EVENT.state.replace(b"Nirmala", b"Nirmal"), EVENT.at),
        Stored(DEAL, 3, EVENT.topic, EVENT.state, "2026-02-14T20:15:09.318043Z"),
    ],
)
def test_stream_version_topic_time_and_all_that_is_said_are_fixed(other: Stored) -> None:
    assert leaf(entry(other, SALT)) != leaf(entry(EVENT, SALT))


@pytest.mark.parametrize(
    "state",
    [
        b"no JSON",
        b'{"a":1,"a":2}',
        b'"\\ud800"',
        b"\xff",
        b"",
        b"1e999",
        b"[" * 500 + b"]" * 500,
        b"[" * 81 + b"]" * 81,
    ],
)
def test_even_what_is_no_json_has_a_leaf(state: bytes) -> None:
    """Nothing of ours is; but the log may never stop at a row that somebody put there."""
    row = entry(Stored(DEAL, 1, "x", state, EVENT.at), SALT)
    assert row["state"] == state.hex()
    assert len(leaf(row)) == 32
