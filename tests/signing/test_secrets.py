"""The hashes of passwords and PINs. The other tests use quicker hashes (`quick_hashes`); these need no application."""

from __future__ import annotations

import pytest
from werkzeug.security import generate_password_hash

from api.people import secrets

TYPED = "a long enough password"


def test_a_guess_at_a_password_or_a_pin_costs_time_and_memory() -> None:
    """scrypt with N = 32768, r = 8, p = 3: 32 MB, as OWASP's Password Storage Cheat Sheet advises for this N."""
    for kept in (secrets.password_hash(TYPED), secrets.pin_hash("1234"), secrets.placeholder_hash()):
        assert kept.startswith("scrypt:32768:8:3$")
    kept = secrets.password_hash(TYPED)
    assert secrets.matches(kept, TYPED)
    assert not secrets.matches(kept, f"{TYPED}?")


def test_a_password_takes_as_long_to_look_at_where_there_is_no_account() -> None:
    """It is compared with a hash of the same cost as the stored hashes of passwords."""
    nobodys, kept = (each.split("$") for each in (secrets.placeholder_hash(), secrets.password_hash(TYPED)))
    assert nobodys[0] == kept[0]
    assert [len(each) for each in nobodys] == [len(each) for each in kept]
    assert not secrets.matches(None, TYPED)


@pytest.mark.full
def test_an_older_hash_fits_its_password_and_costs_as_much_time_as_a_new_one() -> None:
    """The missing work is done beside it, so that the time tells nobody whose password is old."""
    for method, lacking in secrets.OLDER.items():
        kept = generate_password_hash(TYPED, method)
        assert (secrets.matches(kept, TYPED), secrets.matches(kept, f"{TYPED}?")) == (True, False)
        assert secrets.is_older(kept)
        costs = [int(each.rpartition(":")[2]) for each in (method, lacking, secrets.METHOD)]
        assert costs[0] + costs[1] == costs[2]
        assert len({each.rpartition(":")[0] for each in (method, lacking, secrets.METHOD)}) == 1
    assert not secrets.is_older(secrets.password_hash(TYPED))
