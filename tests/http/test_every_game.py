"""A deal of every ruleset, recorded and looked at over HTTP."""

from __future__ import annotations

import msgspec
import pytest

from domain.engine.faces import plain_faces
from domain.engine.hiding import viewers
from domain.games.catalogue import RULESETS
from replay.frames import replay
from replay.views import view_at
from tests.cases import one_in
from tests.golden.deals import record_of
from tests.http.people import People, play
from tests.jass.random_jass import by_choice


@pytest.mark.parametrize("key", one_in(5, RULESETS))
def test_what_is_recorded_is_seen_by_everybody_as_it_should_be(people: People, key: str) -> None:
    record = record_of(key)
    game = record.rules.ruleset
    assert record.settlement is not None
    deal = people.deal(dealer=record.opened.dealer, ruleset=key)
    play(people.admin, deal, by_choice(record.rules, record.opened.dealer, record.acts))
    for viewer in viewers(game.seating.seats):
        answer = people.admin.get(f"/deals/{deal}/views/{viewer}")
        assert answer.json == msgspec.to_builtins(view_at(record, viewer, len(record.entries) - 1))
        payload = people.admin.get(f"/deals/{deal}/replays/{viewer}").json
        assert [frame["patch"] for frame in payload["frames"]] == [
            frame["patch"] for frame in msgspec.to_builtins(replay(record, viewer))["frames"]
        ]
    for ply in (-1, len(record.entries) // 2, len(record.entries) - 1):
        answer = people.admin.get(f"/deals/{deal}/views?ply={ply}").json
        expected = {seat: view_at(record, seat, ply) for seat in game.seating.seats}
        assert answer["views"] == msgspec.to_builtins(expected)
        public = people.admin.get(f"/deals/{deal}/replays/public").json["frames"]
        assert answer["ply"] == ply
        assert answer.get("act") == (public[ply]["act"] if ply >= 0 else None)
    answer = people.anybody.get(f"/deals/{deal}").json
    assert answer["teams"] == {team: list(game.seating.of_team(team)) for team in game.seating.teams}
    assert answer["names"] == plain_faces(game)
    assert answer["settlement"].get("score", {}) == record.settlement.score
