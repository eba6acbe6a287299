"""A failure in one of many cases names its case, and no test passes because it had none."""

from __future__ import annotations

import pytest

from tests.cases import cases


def odd_numbers_fail(tried: list[int]) -> None:
    with cases() as case:
        for number in range(5):
            with case("number", number):
                tried.append(number)
                assert number % 2 == 0, f"{number} is odd"


def errors_fail() -> None:
    with cases() as case:
        with case("raises"):
            raise KeyError("x")
        with case("does not raise"), pytest.raises(ValueError, match="no"):
            pass


def test_every_failure_is_named_and_the_cases_after_it_are_tried() -> None:
    tried: list[int] = []
    with pytest.raises(pytest.fail.Exception) as failed:
        odd_numbers_fail(tried)
    assert tried == [0, 1, 2, 3, 4]
    rows = str(failed.value).splitlines()
    assert rows[0] == "2 of 5 cases failed"
    assert [row.split("  (")[0] for row in rows if row.startswith("number")] == ["number 1", "number 3"]
    assert "3 is odd" in str(failed.value)
    assert "test_cases.py" in str(failed.value)


def test_an_error_and_an_error_that_did_not_come_are_failures() -> None:
    with pytest.raises(pytest.fail.Exception, match="2 of 2 cases failed"):
        errors_fail()


def test_no_case_at_all_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="no case to try"), cases():
        pass
