"""The number of deals that fit has up to 40 digits: it is shown whole, and in words."""

from __future__ import annotations

import random

import pytest

from domain.engine.facts import CardsDealt
from domain.games.catalogue import RULESETS
from replay.words import ENGLISH
from tests.http.people import People, play
from tests.replaying.hidden import random_deal
from web.languages import LANGUAGES, language_of


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1_000_000, "1 million"),
        (1_234_567, "1.2 million"),
        (12_345_678_901, "12.3 billion"),
        (987_654_321_012_345, "987.7 trillion"),
        (1_234_567_890_123_456, "1.2 × 10¹⁵"),
        (98_765 * 10**24, "9.9 × 10²⁸"),
        (10**40 - 1, "10 × 10³⁹"),
    ],
)
def test_a_large_number_is_told_in_words_as_far_as_there_are_words(number: int, words: str) -> None:
    assert ENGLISH.in_words(number) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_digit_of_a_number_is_shown_in_every_language(language: str) -> None:
    for digits in (7, 28, 29, 45):
        number = int("123456789" * 5) // 10 ** (45 - digits)
        assert "".join(each for each in language_of(language).number(number) if each.isdecimal()) == str(number)
        assert language_of(language).in_words(number)


@pytest.mark.parametrize("key", ["904", "304-eight", "304"])
def test_what_a_seat_knew_of_a_deal_that_was_just_dealt_is_a_page(people: People, key: str) -> None:
    """904 just dealt: some 10^25 deals and more fit, beyond what decimal arithmetic keeps by itself."""
    dealer, acts = random_deal(random.Random(1), RULESETS[key])
    deal = people.deal(ruleset=key, dealer=dealer)
    dealt = next(n for n, act in enumerate(acts) if isinstance(act, CardsDealt))
    play(people.admin, deal, acts[: dealt + 1])
    seat = RULESETS[key].seating.seats[0]
    for language in LANGUAGES:
        page = people.admin.app.test_client().get(
            f"/deals/{deal}/knowledge?seat={seat}",
            headers={"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language},
        )
        assert page.status_code == 200, page.text
