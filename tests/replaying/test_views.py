"""Views of every game: the merge patches, linear replay, and what stays hidden."""

from __future__ import annotations

import json
import random
import re
from copy import deepcopy
from dataclasses import replace

import jsonschema_rs
import pytest

from api.openapi import VIEW_FILE, view_schema
from domain.engine.facts import CardPlayed, EntryAmended, PackCut, PackShuffled
from domain.engine.hiding import PUBLIC, viewers
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.record.record import Record
from replay.frames import apply_patch, encode_replay, replay
from replay.views import Viewpoint, view_at
from tests.cases import FULL, most_different
from tests.family.random_deals import record_of
from tests.http.shapes import closed
from tests.replaying.deals import enter, fold, open_record, random_record
from tests.replaying.hidden import random_deal

UNOFFICIAL = ("S", "E", "N", "W", "public")

every_game = pytest.mark.parametrize("game", RULESETS.values(), ids=RULESETS.keys())


def some(game: Ruleset, n: int) -> list[Record]:
    """The records of some deals that were played to the end."""
    records: list[Record] = []
    rng = random.Random(game.key)
    while len(records) < n:
        dealer, acts = random_deal(rng, game)
        record = record_of(game, dealer, acts)
        if record.state.outcome == "played":
            records.append(record)
    return records


@pytest.mark.parametrize("game", most_different(RULESETS.values()), ids=lambda game: game.key)
def test_the_frames_carried_forward_are_the_views(game: Ruleset) -> None:
    for record in some(game, 2 if FULL else 1):
        for viewer in viewers(record.rules.seats):
            payload = replay(record, viewer)
            view = payload["start"]
            assert view == view_at(record, viewer, -1)
            for frame in payload["frames"]:
                view = apply_patch(view, frame["patch"])
                expected = view_at(record, viewer, frame["ply"])
                assert view | {k: v for k, v in expected.items() if k == "settlement"} == expected


@every_game
def test_a_seat_is_told_its_own_legal_acts_as_the_full_record_has_them(game: Ruleset) -> None:
    turns = 0
    for record in some(game, 10 if FULL else 1):
        for viewer in record.rules.seats:
            mine, arbiter = Viewpoint.of(record, viewer), Viewpoint.of(record, "arbiter")
            for act in record.acts:
                mine.step(act)
                arbiter.step(act)
                if mine.view().get("turn") == viewer:
                    turns += 1
                    own = set(mine.view()["legal"])
                    true = {
                        sentence for sentence in arbiter.view()["legal"] if sentence.split()[0].strip(":") == viewer
                    }
                    if mine.view().get("owed") == "inspection":
                        # the maker has yet to look: for all it knows, either announcement may be the true one
                        assert len(own) >= len(true)
                    else:
                        # whether a call of spoilt trumps is true, only the full record knows
                        assert own - {f"{viewer} spoilt"} == true - {f"{viewer} spoilt"}
                        assert own >= true
    assert turns


@every_game
def test_a_seat_holds_its_own_cards_and_sees_the_backs_of_the_others(game: Ruleset) -> None:
    (record,) = some(game, 1)
    for ply in range(len(record.entries)):
        whole = view_at(record, "arbiter", ply)["hands"]
        for viewer in record.rules.seats:
            view = view_at(record, viewer, ply)
            hands = view["hands"]
            assert hands[viewer] == whole[viewer]
            for seat, cards in hands.items():
                assert len(cards) == len(whole[seat])
                known = {card for card in cards if card != "??"}
                assert known <= view["seen"].keys() & {*whole[seat]}


@every_game
def test_a_view_that_was_given_out_does_not_change_with_the_next_act(game: Ruleset) -> None:
    for record in some(game, 3 if FULL else 1):
        for viewer in viewers(record.rules.seats):
            point = Viewpoint.of(record, viewer)
            views = [point.view()]
            as_given = [deepcopy(views[0])]
            for act in record.acts:
                point.step(act)
                views.append(point.view())
                as_given.append(deepcopy(views[-1]))
            assert views == as_given


def test_the_schema_of_a_view_is_published_as_it_is() -> None:
    """To write it anew: ``python -m api.openapi``."""
    assert VIEW_FILE.read_text(encoding="utf-8") == view_schema()


SCHEMA = json.loads(VIEW_FILE.read_text(encoding="utf-8"))
PUBLISHED = jsonschema_rs.Draft202012Validator(SCHEMA)
VIEW = jsonschema_rs.Draft202012Validator(closed(SCHEMA))


@every_game
def test_a_view_has_nothing_that_the_document_of_the_api_does_not_tell(game: Ruleset) -> None:
    for record in some(game, 12 if FULL else 1):
        for viewer in (*record.rules.seats[:2], PUBLIC, "arbiter"):
            point = Viewpoint.of(record, viewer)
            for act in record.acts:
                point.step(act)
                VIEW.validate(point.view())
            last = view_at(record, viewer, len(record.entries) - 1)
            VIEW.validate(last)
            PUBLISHED.validate(last)


def test_every_key_of_a_view_stands_in_the_document() -> None:
    """docs/views.md: the first column of its tables."""
    document = (VIEW_FILE.parents[1] / "docs" / "views.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in document.splitlines() if line.startswith("| `")]
    described = {key.partition(".")[0] for row in rows for key in re.findall(r"`([\w.]+)`", row)}
    assert set(SCHEMA["properties"]) - {"abandoned", "confirmed", "confirmed_by"} <= described


def test_only_the_last_completed_trick_may_be_consulted() -> None:
    record = random_record(random.Random(7))
    tried = 0
    for ply in range(len(record.entries)):
        view = view_at(record, "public", ply)
        if view["tricks"] and "outcome" not in view:
            tried += 1
            last = view["tricks"][str(len(view["tricks"]))]
            shown = {play.split()[1].strip("[]") for play in last["cards"] if "(" not in play}
            assert set(view["consultable"]) == shown
    assert tried > 20


# --- what stays hidden ------------------------------------------------------------------------------


def test_the_order_of_the_pack_and_the_depth_of_the_cut_are_shown_to_nobody() -> None:
    """Architecture: no seed, no pack order may leak."""
    record = open_record("S")
    order = tuple(record.rules.tables.bit)
    enter(record, PackShuffled("S", order), PackCut("W", 7))
    for viewer in UNOFFICIAL:
        acts = [frame["act"] for frame in replay(record, viewer)["frames"]]
        assert acts == ["S shuffle", "W cut"]


def test_what_a_scribe_gives_as_reason_is_not_told_to_the_seats() -> None:
    """Free words may name a card that a seat has not seen."""
    record = random_record(random.Random(3))
    ply = next(n for n, act in enumerate(record.acts) if isinstance(act, CardPlayed))
    fold(
        record, EntryAmended(ply, record.acts[ply], replace(record.acts[ply], card="7S"), "the jack of hearts, really")
    )
    for viewer in UNOFFICIAL:
        assert b"jack of hearts" not in encode_replay(record, viewer)
    assert b"jack of hearts" in encode_replay(record, "arbiter")


@every_game
def test_the_stage_is_called_as_in_the_ruleset_without_its_number(game: Ruleset) -> None:
    """docs/views.md, `stage`."""
    names = {re.sub(r" ?\d+$", "", stage) for stage in game.stages}
    stages = set()
    for record in some(game, 6):
        point = Viewpoint.of(record, "public")
        stages.add(point.view()["stage"])
        for act in record.acts:
            point.step(act)
            stages.add(point.view()["stage"])
    assert stages <= names | {"over"}
    assert {"cut", "deal", game.stages[-1], "over"} <= stages
