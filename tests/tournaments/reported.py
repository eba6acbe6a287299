"""Compare a report file, read by `trf_reader`, with the events of the tournament, told again by `retold`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.tournaments.retold import NEVER, Retold
from tests.tournaments.trf_reader import Trf, read, score

BYES = {"none": "Z", "half": "H", "full": "F"}


def compare(text: str, tournament: Retold, names: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """Check a report file against the events and the standings; return how often each result stands in it.

    ``names``: the name of each entry. ``rows``: the standings of the API.
    """
    trf = read(text)
    entries = [each for each in tournament.entries.values() if takes_part(tournament, each)]
    lots = tournament.lots.get("draws", [])
    order = sorted(
        entries,
        key=lambda each: (
            each["seed"] is None, each["seed"] or 0, lots.index(each["id"]) if each["id"] in lots else NEVER,
            int(each["id"]),
        ),
    )  # fmt: skip
    assert [each.name for each in trf.players.values()] == [names[each["id"]] for each in order]
    starts = {each["id"]: start for start, each in enumerate(order, 1)}
    standing = {row["entry"]: row for row in rows}
    lines = {(line["round"], line["entry"]): line for line in tournament.lines()}
    wins = tournament.terms["scoring"]["counts"] == "wins"
    untouched = (
        wins
        and not tournament.rulings
        and not tournament.starting
        and not tournament.terms["scoring"].get("drop_worst")
    )
    for entry in order:
        own = trf.players[starts[entry["id"]]]
        assert own.rounds == [cell(tournament, entry, number, starts, lines) for number in sorted(tournament.rounds)]
        row = standing.get(entry["id"])
        assert (row is None) == (entry["since"] > max([1, *tournament.rounds]))
        place = row["place"] if row else None
        assert own.rank == (place if tournament.rounds else own.start)
        if row and wins:
            assert own.points == Fraction(row["score"])
        if untouched or not wins:
            assert own.points == score(trf, own), own
    next_round = max(tournament.rounds, default=0) + 1
    check_absences(trf, tournament, order, starts, next_round)
    says_what_it_does_not_hold(trf, tournament, lines)
    return Counter(result for each in trf.players.values() for _, _, result in each.rounds)


def takes_part(tournament: Retold, entry: Mapping[str, Any]) -> bool:
    """Whether an entry is still in, or was in a draw."""
    return entry["out"] is None or any(
        entry["id"] in (*drawn["byes"], *drawn["absent"], *drawn.get("requested", []))
        or any(entry["id"] in side for pairing in drawn["pairings"] for side in pairing["sides"])
        for drawn in tournament.rounds.values()
    )


def cell(
    tournament: Retold,
    entry: Mapping[str, Any],
    number: int,
    starts: Mapping[str, int],
    lines: Mapping[tuple[int, str], Mapping[str, Any]],
) -> tuple[int, str, str]:
    """The cell that has to stand in a round of an entry."""
    drawn, own, scoring = tournament.rounds[number], entry["id"], tournament.terms["scoring"]
    for pairing in drawn["pairings"]:
        for side, other, colour in ((0, 1, "w"), (1, 0, "b")):
            if own in pairing["sides"][side]:
                line = lines.get((number, own))
                result = " "
                if line is not None:
                    kinds = {"walkover": "+", "forfeit": "-"}
                    played = "1" if line["won"] > line["lost"] else "0" if line["won"] < line["lost"] else "="
                    result = kinds.get(line["kind"], played)
                return starts[pairing["sides"][other][0]], colour, result
    if own in drawn["byes"]:
        return 0, "-", "U" if len(drawn["byes"]) == 1 else one_of_several(scoring)
    if own in drawn.get("requested", []):
        return 0, "-", BYES[scoring.get("requested_bye", "half")]
    if number < entry["since"] < (entry["out"] or NEVER):
        return 0, "-", BYES[scoring.get("late", "none")]
    return 0, "-", "Z"


def one_of_several(scoring: Mapping[str, Any]) -> str:
    """A pairing-allocated bye stands at most once in a round (TRF16); others are written by what they are worth."""
    if scoring["counts"] != "wins" or scoring.get("bye") is None or scoring["bye"] == scoring["win"]:
        return "F"
    return "H" if scoring["bye"] == scoring["draw"] else "Z" if not scoring["bye"] else "U"


def check_absences(
    trf: Trf, tournament: Retold, order: Sequence[Mapping[str, Any]], starts: Mapping[str, int], next_round: int
) -> None:
    """Entries that do not play the next round are in XXZ; a bye that was asked for is there with its round."""
    if trf.rounds is None or next_round > trf.rounds:
        assert not trf.byes
        return
    away = {
        starts[each["id"]]
        for each in order
        if not each["since"] <= next_round < (each["out"] or NEVER) or next_round in each["asked"]
    }
    assert set(trf.absent) == away
    requested = {
        (number, starts[each["id"]])
        for each in order
        for number in each["asked"]
        if next_round <= number <= trf.rounds and each["since"] <= number < (each["out"] or NEVER)
    }
    assert requested <= {(number, start) for _, number, start in trf.byes}


def says_what_it_does_not_hold(
    trf: Trf, tournament: Retold, lines: Mapping[tuple[int, str], Mapping[str, Any]]
) -> None:
    """A comment says what a reader could not see."""
    comments = " ".join(trf.comments)
    assert ("How much a side won stands in comments" in comments) == bool(tournament.rounds)
    assert ("standings do not count wins" in comments) == (tournament.terms["scoring"]["counts"] != "wins")
    counted = [each for each in tournament.rulings.values() if each["unit"] == "score"]
    if tournament.terms["scoring"]["counts"] == "wins":
        assert ("rulings or starting scores" in comments) == bool(counted or tournament.starting)
    tables = {
        (number, entry)
        for number, drawn in tournament.rounds.items()
        for pairing in drawn["pairings"]
        for side in pairing["sides"]
        for entry in side
    }
    assert ("Tables without a result yet" in comments) == bool(tables - lines.keys())
    assert ("not confirmed" in comments) == any(not line["confirmed"] for line in lines.values())
