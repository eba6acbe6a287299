"""Ids that sort by time, and times as they are stored."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import RFC_4122

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import Declined
from domain.kernel.ids import uuid7
from domain.kernel.moments import milliseconds, moment


@given(st.integers(0, 2**48 - 1))
def test_an_id_is_a_version_7_uuid_that_begins_with_its_time(time: int) -> None:
    """RFC 9562, 5.7."""
    identity = uuid7(time)
    assert (identity.version, identity.variant, identity.int >> 80) == (7, RFC_4122, time)


def test_ids_of_one_millisecond_differ() -> None:
    assert len({uuid7(1_771_100_109_318) for _ in range(1000)}) == 1000


@pytest.mark.parametrize("time", [-1, 2**48], ids=["before 1970", "after 10889"])
def test_a_time_an_id_cannot_hold_is_refused(time: int) -> None:
    with pytest.raises(ValueError, match="no time a version 7 id can hold"):
        uuid7(time)


@given(st.datetimes(timezones=st.just(UTC)))
def test_any_time_is_stored_to_the_millisecond(time: datetime) -> None:
    stored = moment(time.isoformat())
    assert moment(stored) == stored
    assert stored.endswith("Z")
    assert len(stored) == len("2026-02-14T20:15:09.318Z")
    assert timedelta(0) <= time - datetime.fromisoformat(stored) < timedelta(milliseconds=1)
    assert milliseconds(stored) == max(0, (time - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1))


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("2026-02-14T20:15:09.318Z", "2026-02-14T20:15:09.318Z"),
        ("2026-02-14T20:15:09Z", "2026-02-14T20:15:09.000Z"),
        ("2026-01-31T20:15:09.318Z", "2026-01-31T20:15:09.318Z"),
        ("2026-02-15T01:45:09+05:30", "2026-02-14T20:15:09.000Z"),
    ],
)
def test_offsets_become_utc(text: str, stored: str) -> None:
    assert moment(text) == stored


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026-02-14", "2026-02-14T20:15:09", "2026-02-29T20:15:09.318Z", "0001-01-01T00:00:00+14:00",
     "2026-02-14T20:15:09.318Z\n", "２０２６-02-14T20:15:09.318Z"],
)  # fmt: skip
def test_what_is_no_time_is_declined(text: str) -> None:
    with pytest.raises(Declined, match="no time with an offset"):
        moment(text)
