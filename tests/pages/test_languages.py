"""What a page shares with the API is in the reader's language there."""

from __future__ import annotations

import pytest

from tests.http.people import People
from tests.http.tournament_requests import draw, tournament
from tests.pages.deals import take_in


def page(people: People, path: str, language: str) -> str:
    """Return the text of a page as an administrator reads it in a language."""
    headers = {"Authorization": f"Bearer {people.admin.secret}", "Accept-Language": language}
    answer = people.anybody.app.test_client().get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.fixture(scope="module")
def cup(people: People) -> str:
    """Return a tournament of which a round is drawn."""
    identity: str = tournament(people.admin, 2)
    draw(people.admin, identity)
    return identity


@pytest.fixture(scope="module")
def revoked(people: People) -> str:
    """Return a deal in which a seat revoked."""
    return take_in(people, 17)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Round 1 was drawn: "),
        ("gsw", "Durchgang 1 isch usglost: "),
        ("ta", "சுற்று 1 அமைக்கப்பட்டது: "),
        ("si", "වටය 1 යුගල කළා: "),
    ],
)
def test_the_log_of_a_tournament(people: People, cup: str, language: str, words: str) -> None:
    assert words in page(people, f"/tournaments/{cup}/log", language)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ">304 for eight<"), ("gsw", ">304 für acht<"), ("ta", ">304, எட்டுப் பேருக்கு<"), ("si", ">304, අටදෙනෙකුට<")],
)
def test_the_name_of_a_ruleset(people: People, language: str, words: str) -> None:
    assert words in page(people, "/deals", language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "1 breach is certain."),
        ("gsw", "1 Regelbruch isch sicher."),
        ("ta", "1 விதி மீறல் உறுதி."),
        ("si", "නීති කැඩීම් 1 ක් නිශ්චිතයි."),
    ],
)
def test_the_findings_of_an_audit(people: People, revoked: str, language: str, words: str) -> None:
    """Hand 17: South plays a diamond to a heart and holds another heart."""
    assert words in page(people, f"/deals/{revoked}/audit", language)
