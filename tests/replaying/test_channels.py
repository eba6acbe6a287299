"""A follower of a deal is sent no more than its views, message by message, whatever happens out of sight."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from uuid import UUID

from api.live.channel import KEPT, Channel, Message
from domain.engine.facts import Act, DealOpened, Fact
from domain.engine.hiding import OFFICIALS, viewers
from domain.engine.parameters import plain
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS, STANDARD
from domain.kernel.events import Recorded
from replay.frames import apply_patch
from replay.views import latest_view
from tests.replaying.hidden import altered, random_deal, story, told_from, unseen

GAMES = list(RULESETS.values())
DEAL = UUID(int=304)
DEALS = 600 if os.environ.get("NOUGHT_FULL") else 12


def events(game: Ruleset, dealer: str, facts: list[Fact]) -> list[Recorded]:
    all_facts = [DealOpened(plain(game), dealer), *facts]
    return [
        Recorded(DEAL, n, fact, f"2026-02-14T20:15:{n % 60:02}.000Z", "scribe") for n, fact in enumerate(all_facts, 1)
    ]


def sent(viewer: str, game: Ruleset, dealer: str, facts: list[Fact], begin: int = 1) -> Iterator[list[Message]]:
    """The messages that a follower is sent at the beginning, and after each further fact."""
    stored = events(game, dealer, facts)
    channel = Channel(viewer)
    channel.begin(stored[:begin])
    version = None
    for event in (None, *stored[begin:]):
        if event is not None:
            channel.add(event)
        messages, _ = channel.since(version)
        version = messages[-1].version if messages else version
        yield [*messages, channel.current_message()]


def read(message: Message) -> tuple[str, dict[str, object]]:
    event, data = message.text.decode().rstrip("\n").split("\n")
    return event.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_a_follower_cannot_tell_two_deals_apart_that_differ_in_unseen_cards() -> None:
    """Architecture, “Hide first, fold after”: the same bytes after the same facts, and silence after the same facts."""
    exchanged = silent = 0
    for seed in range(DEALS):
        rng = random.Random(seed)
        game = rng.choice(GAMES)
        dealer, facts = story(rng, game)
        facts = facts[: rng.randint(4, len(facts))]
        record = told_from(game, dealer, facts)
        for viewer in (rng.choice(game.seating.seats), "public"):
            cards = unseen(record, facts, viewer)
            if len(cards) < 2:
                continue
            a, b = rng.sample(cards, 2)
            others = [altered(fact, {a: b, b: a}) for fact in facts]
            one, other = (list(sent(viewer, game, dealer, deal_facts)) for deal_facts in (facts, others))
            assert one == other, (seed, viewer)
            exchanged += others != facts
            silent += sum(len(messages) == 1 for messages in one)
    assert exchanged > DEALS, "too few exchanges changed anything"
    assert silent > DEALS // 4, "too few facts went unnoticed"


def test_what_is_sent_adds_up_to_the_view() -> None:
    """As it stood when the viewer last noticed something: a card disclosed meanwhile goes with what comes next."""
    for seed in range(DEALS // 5):
        rng = random.Random(seed)
        game = rng.choice(GAMES)
        dealer, facts = story(rng, game)
        begin = rng.randint(1, len(facts))
        for viewer in rng.sample(viewers(game.seating.seats), 3):
            view: dict[str, object] = {}
            for n, (*messages, standing) in enumerate(sent(viewer, game, dealer, facts, begin), begin - 1):
                for message in messages:
                    event, data = read(message)
                    view = apply_patch(view, data["patch"]) if event == "frame" else data  # type: ignore[arg-type]
                if messages:
                    whole = json.loads(json.dumps(latest_view(told_from(game, dealer, facts[:n]), viewer)))
                assert view == whole, (seed, viewer, n)
                assert read(standing)[1]["view"] == whole


def test_an_act_is_a_frame_and_anything_else_a_view() -> None:
    all_kinds: set[str] = set()
    for seed in range(5):
        dealer, facts = story(random.Random(seed), STANDARD)
        for viewer in ("E", "arbiter"):
            for fact, (*messages, _) in zip(facts, list(sent(viewer, STANDARD, dealer, facts))[1:], strict=True):
                kinds = [read(message)[0] for message in messages]
                if kinds or viewer in OFFICIALS:
                    assert kinds == ["frame" if isinstance(fact, Act) else "view"]
                    all_kinds.update(kinds)
    assert all_kinds == {"frame", "view"}


def test_whoever_was_away_for_long_is_sent_the_view() -> None:
    dealer, acts = random_deal(random.Random(7), STANDARD)
    stored = events(STANDARD, dealer, [*acts, *acts, *acts])[: KEPT + 9]
    channel = Channel("public")
    channel.begin(stored[:1])
    for event in stored[1:]:
        channel.add(event)
    last = channel.since(None)[0][0].version
    assert [read(each)[0] for each in channel.since(last - KEPT)[0]] == ["frame"] * KEPT
    assert [read(each)[0] for each in channel.since(last - KEPT - 1)[0]] == ["view"]
    assert channel.since(last)[0] == []
