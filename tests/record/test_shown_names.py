"""The names that others get of a club's people: one function decides them (docs/privacy.md, "Who sees what")."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID, uuid4

import pytest

from domain.club.policy import FOR_MEMBERS, INITIALS, MEMBERS, NAMES, OPEN, PSEUDONYM
from domain.club.shown_names import ClubNames, initials
from domain.club.shown_rows import seen_line
from domain.club.who_sees import Choice, Sight, name_of, policies_of, sight_of

CLUB = uuid4()
PLAYER = uuid4()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anula Perera", "A. P."),
        ("Nimal", "N."),
        ("Ravi s/o Kumaran", "R. K."),
        ("Kala D/O Sivan", "K. S."),
        ("K.S. Kumar", "K. S. K."),
        ("Perera, Nimal", "P. N."),
        ("Nimal Perera, Jr.", "N. P."),
        ("Hans-Peter Müller", "H.-P. M."),
        ("Ueli von Allmen", "U. V. A."),
        ("Élodie d’Épinay", "É. D."),
        ("Jürg “Jügu” Özdemir", "J. J. Ö."),
        ("ரவி குமாரன்", "ர. கு."),
        ("ஸ்ரீதரன்", "ஸ்."),
        ("කුමාර සංගක්කාර", "කු. සං."),
        ("ශ්‍රියා පෙරේරා", "ශ්‍රි. පෙ."),
        ("王小明", "王."),
        ("محمد علي", "م. ع."),
        ("Ольга Иванова", "О. И."),
        ("e\u0301mile zola", "E\u0301. Z."),
        ("Player 12", "P. 1."),
        ("A. P.", "A. P."),
        ("…", "?"),
    ],
)
def test_initials_are_those_of_the_words_of_a_name_letter_by_letter(name: str, shown: str) -> None:
    assert initials(name) == shown
    assert initials(shown) == shown.replace("-", " "), "initials of initials are the same"


def sight(level: str, names: list[str], choices: Mapping[str, Mapping[str, object]] | None = None) -> Sight | None:
    """Return what outsiders see of a club. ``names``: in the order of their first writing."""
    made = [Choice("club", CLUB, None, (), {"level": level, "age": 0})]
    made += [Choice("player", uuid4(), CLUB, [name], seen) for name, seen in (choices or {}).items()]
    numbered = list(enumerate(names, 1))
    return sight_of(policies_of(made, lambda club, after: [each for each in numbered if each[0] > after]))


def test_one_function_decides_the_name_that_a_viewer_gets() -> None:
    names = ["Anula Perera", "Ravi s/o Kumaran", "Anton Peiris"]
    others = sight(NAMES, names)
    assert name_of("Anula Perera", CLUB, None) == "Anula Perera", "a member sees names"
    assert name_of("Anula Perera", uuid4(), others) == "Anula Perera", "another club is open"
    assert name_of("Anula Perera", CLUB, others) == "A. P."
    assert name_of("Anton Peiris", CLUB, others) == "A. P. 2", "two people stay two"
    assert name_of("Ravi s/o Kumaran & Anton Peiris", CLUB, others) == "R. K. & A. P. 2", "a pair is two people"
    assert name_of(str(PLAYER), CLUB, others) == str(PLAYER), "an id names a registered player"
    assert name_of("Former player 7", CLUB, others) == "Former player 7"
    assert name_of("", CLUB, others) == ""
    assert sight(OPEN, names) is None


def test_a_person_is_shown_as_less_and_never_as_more_than_the_club_gives() -> None:
    names = ["Anula Perera", "Ravi Kumaran", "Kala Devi", "Mala Devi"]
    choices: dict[str, dict[str, object]] = {
        "Anula Perera": {"form": INITIALS},
        "Ravi Kumaran": {"form": PSEUDONYM, PSEUDONYM: "Falcon"},
        "Kala Devi": {"form": "full", "minor": True, "consent": False},
        "Mala Devi": {"form": "full", "minor": True, "consent": True},
    }
    for level, mala in ((OPEN, "Mala Devi"), (NAMES, "M. D."), (MEMBERS, "M. D.")):
        others = sight(level, names, choices)
        shown = [name_of(name, CLUB, others) for name in names]
        assert shown == ["A. P.", "Falcon", "K. D.", mala], level


def test_a_free_text_is_for_members_in_a_club_that_is_not_open_and_where_it_names_somebody_who_is_hidden() -> None:
    hidden, some = sight(NAMES, []), sight(OPEN, [], {"Kala Devi": {"form": INITIALS}})
    assert hidden is not None
    assert some is not None
    for others, text, shown in (
        (hidden, "a slip", FOR_MEMBERS), (hidden, "", ""), (some, "a slip", "a slip"),
        (some, "Kala Devi looked", FOR_MEMBERS),
    ):  # fmt: skip
        policy = others.of(CLUB)
        assert policy is not None
        assert policy.open("t", text) == shown


def test_a_name_that_was_just_written_is_numbered_once_it_is_there() -> None:
    written = [(1, "Anula Perera")]
    names = ClubNames(lambda after: [each for each in written if each[0] > after])
    assert names.initials_of("Anula Perera") == "A. P."
    written.append((2, "Anton Peiris"))
    assert names.initials_of("Anton Peiris") == "A. P. 2"


def test_titles_of_lists_name_teams_as_outsiders_see_them() -> None:
    others = sight(NAMES, ["Anula Perera", "Kala – Devi"])
    policy = others.of(CLUB) if others else None
    assert policy is not None
    data = {"teams": {"NS": "Kala – Devi"}, "players": {"S": "Anula Perera"}}
    assert seen_line("match", "Kala – Devi – EW", data, policy)[0] == "K. – D. – EW"
    slate = {"teams": {}, "players": {"A": ["Anula Perera", str(UUID(int=7))], "B": []}}
    title, shown = seen_line("slate", "Anula Perera – B", slate, policy)
    assert title == "A. P. – B"
    assert shown["players"] == {"A": ["A. P.", str(UUID(int=7))], "B": []}
