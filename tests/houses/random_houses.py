"""Random overrides of known games: some sensible, some not, and now and then another pack or other batches."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args, get_origin

from hypothesis import strategies as st

from domain.engine.parameters import plain, types_of
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS

NUMBERS: Final = (
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    10,
    15,
    20,
    25,
    40,
    50,
    60,
    100,
    157,
    160,
    170,
    200,
    205,
    240,
    250,
    300,
    304,
    1000,
    70_000,
)
STRANGE: Final = (-1, 10**9, 1.5, "160", "", None, True, [], [1], {}, {"win": 3}, "none")
"""Values that hardly anything takes."""

WHOLE: Final = ("pack", "seating", "stages")
"""The parameters that must change together if they are to fit."""


def value_of(kind: Any, now: Any) -> st.SearchStrategy[Any]:
    """A value for a parameter of this type that is ``now`` something else; mostly of the right kind."""
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is bool:
        return st.booleans()
    if isinstance(now, list) and now and all(type(each) is int for each in now):
        return numbers_like(now)
    if isinstance(now, list) and now and isinstance(now[0], str):
        return st.lists(st.sampled_from(now), min_size=1, unique=True)
    if isinstance(now, list):
        return bands()
    near = [now + step for step in (-50, -10, -5, -1, 1, 5, 10, 50)] if isinstance(now, int) else []
    return st.sampled_from([*NUMBERS, *near] + [None] * (len(get_args(kind)) > 1) * 8)


def numbers_like(now: list[int]) -> st.SearchStrategy[Any]:
    """The same numbers in another order, some changed, some left out."""
    changed = st.lists(st.sampled_from([*now, *NUMBERS]), min_size=len(now), max_size=len(now))
    return st.permutations(now) | changed | st.lists(st.sampled_from(now), unique=True).map(sorted)


def bands() -> st.SearchStrategy[Any]:
    """Pay bands that rise."""
    band = st.fixed_dictionaries(
        {"least": st.sampled_from(NUMBERS), "win": st.integers(0, 5), "lose": st.integers(0, 5)}
    )
    return st.lists(band, min_size=1, max_size=4).map(lambda drawn: sorted(drawn, key=lambda each: each["least"]))


def parameters(game: Ruleset) -> dict[str, tuple[Any, Any]]:
    """Every parameter of a game with its type and its plain value."""
    params: dict[str, tuple[Any, Any]] = {}

    def look(kind: type, data: dict[str, Any], prefix: str) -> None:
        for name, inner in types_of(kind).items():
            value = data[name]
            if isinstance(value, dict):
                look(inner, value, f"{prefix}{name}.")
            else:
                params[prefix + name] = (inner, value)

    look(type(game), plain(game), "")
    return {path: each for path, each in params.items() if path not in ("key", "version", "name")}


@st.composite
def packs(draw: st.DrawFn, game: Ruleset) -> dict[str, Any]:
    """Another pack and batches, which mostly share it out."""
    seats = len(game.seating.seats)
    suits = draw(st.sampled_from(["SHDC", "SHDC", "SHD", "HC"]))
    fitting = [n for n in range(3, 14) if len(suits) * n % seats == 0 and len(suits) * n >= 2 * seats]
    ranks = "".join(draw(st.permutations("23456789TJQKA"))[: draw(st.sampled_from(fitting))])
    changes: dict[str, Any] = {"pack.suits": suits, "pack.ranks": ranks}
    if "tricks" in game.stages:
        points = draw(
            st.lists(st.sampled_from((0, 0, 1, 2, 3, 4, 10, 11, 20)), min_size=len(ranks), max_size=len(ranks))
        )
        changes |= {
            "trump.ranks": "".join(draw(st.permutations(ranks))),
            "trump.points": points,
            "trump.others": draw(st.permutations(points)),
            "pack.points": draw(st.permutations(points)),
            "weis.table.fours": [draw(st.sampled_from((0, 100, 150))) for _ in ranks],
            "denominations": [*suits, "obenabe", "undenufe"],
            "bids.ladder": sorted(draw(st.sets(st.integers(1, 200), min_size=1, max_size=6))),
            "stoeck.enabled": {"K", "Q"} <= set(ranks) and draw(st.booleans()),
        }
    else:
        points = draw(
            st.lists(st.sampled_from((0, 2, 3, 10, 11, 20, 30, 50)), min_size=len(ranks), max_size=len(ranks))
        )
        total = sum(points) * len(suits)
        low, middle, high = (draw(st.integers(0, max(total, 1) // 10)) * 10 for _ in range(3))
        changes |= {
            "pack.points": points,
            "bids.maximum": total,
            "redeal.threshold": None,
            "auction4.minimum": min(low, middle, high),
            "auction4.later_turn_minimum": max(low, middle),
            "auction4.over_partner_minimum": None,
            "auction8.minimum": max(low, middle, high),
            "pay.bands": [{"least": min(low, middle, high), "win": 1, "lose": 2}],
        }
    hand = len(suits) * len(ranks) // seats
    dealing = [stage for stage in game.stages if stage.startswith("deal ")]
    if hand >= len(dealing):
        cuts = sorted(draw(st.sets(st.integers(1, max(1, hand - 1)), max_size=len(dealing) - 1)))
        sizes = [b - a for a, b in zip([0, *cuts], [*cuts, hand], strict=True)]
        sizes += [0] * (len(dealing) - len(sizes))
        left = iter(sizes)
        stages = [f"deal {next(left)}" if stage.startswith("deal ") else stage for stage in game.stages]
        changes["stages"] = [stage for stage in stages if stage != "deal 0"]
    return changes


@st.composite
def overrides(draw: st.DrawFn) -> tuple[Ruleset, dict[str, Any]]:
    """A known game and what a house would change in it."""
    game = RULESETS[draw(st.sampled_from(sorted(RULESETS)))]
    there = parameters(game)
    changes = draw(packs(game)) if draw(st.integers(0, 4)) == 0 else {}
    if not changes and draw(st.integers(0, 5)) == 0:
        changes["seating"] = plain(draw(st.sampled_from([each.seating for each in RULESETS.values()])))
    odd = draw(st.integers(0, 7)) == 0
    paths = sorted(there.keys() if odd else {path for path in there if path.partition(".")[0] not in WHOLE})
    for path in draw(st.lists(st.sampled_from(paths), min_size=0 if changes else 1, max_size=6, unique=True)):
        kind, now = there[path]
        if path.partition(".")[0] not in changes:
            changes.setdefault(path, draw(st.sampled_from(STRANGE) if odd else value_of(kind, now)))
    return game, changes
