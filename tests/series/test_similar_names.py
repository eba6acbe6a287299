"""Names that may mean the same player are similar by an index, at a cost that is bounded before it begins."""

from __future__ import annotations

from random import Random

import pytest

import domain.club.similar_names as similar_names
from domain.club.similar_names import MOST_COMPARED, MOST_SIMILAR, SimilarNames, are_similar, similar_among
from tests.careless.names import NAMES


def varied(random: Random, name: str) -> str:
    """A name as somebody else writes it: with an initial, turned round, without a part, or with a slip."""
    parts = name.split()
    match random.randrange(4):
        case 0:
            parts[0] = f"{parts[0][0]}."
        case 1:
            random.shuffle(parts)
        case 2 if len(parts) > 1:
            parts.pop(random.randrange(len(parts)))
        case _:
            at = random.randrange(len(name))
            return name[:at] + name[at + 1 :] or name
    return " ".join(parts)


@pytest.mark.full
def test_the_index_finds_what_comparing_all_names_finds() -> None:
    random = Random(3)
    names = sorted({varied(random, name) for name in NAMES for _ in range(5)} | set(NAMES))
    index = SimilarNames(names)
    similar = {name: index.of(name) for name in names}
    assert similar == {name: similar_among(name, names) for name in names}
    assert sum(map(len, similar.values())) > len(NAMES)


def like_names(random: Random) -> list[str]:
    words = [first + "".join(random.choices("abcdef", k=2)) for first in "ab" for _ in range(36)]
    return sorted({" ".join(random.choices(words, k=4)) for _ in range(3000)})


@pytest.mark.parametrize(
    "names",
    [
        like_names(Random(1)),
        [f"Perera {n} Nimal" for n in range(3000)],
        [f"aaaaa{chr(0x4E00 + n)}b" for n in range(3000)],
    ],
    ids=["four words of few letters", "one family", "a letter apart"],
)
def test_a_list_of_like_names_costs_no_more_than_its_bound(names: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counted(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
        nonlocal compared
        compared += 1
        return are_similar(one, other)

    monkeypatch.setattr(similar_names, "are_similar", counted)
    index = SimilarNames(names)
    assert all(len(index.of(name)) <= MOST_SIMILAR for name in names)
    assert 0 < compared <= max(MOST_COMPARED, MOST_SIMILAR * len(names))
