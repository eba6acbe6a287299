"""Worked evenings of Schieber and Coiffeur come out as they do on paper, to the last point.

Sources: Swisslos, "Schieber Jass-Regeln" and "Coiffeur Jass-Regeln"; Schweizer Jassreglement "Puur Näll As"; jassen.ch,
"Jassarten Schweiz"; SRF, "Regeln zum Bergpreis".
"""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.slate.line import Line
from replay.words import ENGLISH
from replay.words.slates import result
from tests.slate.evenings import FILES, read


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_evening_comes_out_as_it_does_on_paper(path: Path) -> None:
    evening = read(path)
    game = evening.game
    lines: dict[int, Line] = {}
    for number, deal in enumerate(evening.deals, 1):
        assert not game.score(lines).is_over
        line = game.complete(deal.line, lines)
        game.check(line, list(lines.values()))
        lines[number] = line
        row = game.score(lines).rows[-1]
        assert (list(row.scored.values()), list(row.totals.values())) == (deal.scored, deal.totals), number
    score = game.score(lines)
    names = {team: team for team in game.teams}
    sentence = result(ENGLISH, "over", score.winners, names, score.turn)
    halfway = f" Bergpreis: {score.halfway}" if score.halfway else ""
    assert (score.is_over, f"{sentence}{halfway}") == (True, evening.result)
    assert not score.is_disputed


def test_there_are_evenings_of_both_games() -> None:
    assert {read(path).key for path in FILES} == {"schieber", "coiffeur"}
    assert len(FILES) >= 8
