"""What a follower of a deal is sent, message by message: no more than its views, whatever happens out of sight."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from uuid import UUID

from api.live.channel import KEPT, Channel, Message
from domain.catalogue import STANDARD
from domain.facts import DealOpened, Fact
from domain.hiding import OFFICIALS, viewers
from domain.ledger.events import Recorded
from domain.rules import rules_of
from domain.ruleset import plain
from replay.frames import apply_patch
from replay.views import latest_view
from tests.replaying.deals import random_acts
from tests.replaying.test_views import seen_in, story, swapped, told_from

SEATS = ("S", "E", "N", "W")
DEAL = UUID(int=304)
DEALS = 600 if os.environ.get("NOUGHT_FULL") else 40


def events(dealer: str, facts: list[Fact]) -> list[Recorded]:
    told = [DealOpened(plain(STANDARD), dealer), *facts]
    return [Recorded(DEAL, n, fact, f"2026-02-14T20:15:{n % 60:02}.000Z", "scribe") for n, fact in enumerate(told, 1)]


def sent(viewer: str, dealer: str, facts: list[Fact], begin: int = 1) -> Iterator[list[Message]]:
    """What a follower is sent at the beginning, and after each further fact."""
    stored = events(dealer, facts)
    channel = Channel(viewer)
    channel.begin(stored[:begin])
    version = None
    for event in (None, *stored[begin:]):
        if event is not None:
            channel.add(event)
        messages, _ = channel.since(version)
        version = messages[-1].version if messages else version
        yield [*messages, channel.standing()]


def read(message: Message) -> tuple[str, dict[str, object]]:
    event, data = message.text.decode().rstrip("\n").split("\n")
    return event.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_a_follower_cannot_tell_two_deals_apart_that_differ_in_unseen_cards() -> None:
    """Architecture, “Hide first, fold after”: the same bytes after the same facts, and silence after the same facts."""
    pack = list(rules_of(STANDARD).tables.bit)
    exchanged = silent = 0
    for seed in range(DEALS):
        rng = random.Random(seed)
        dealer, facts = story(rng)
        facts = facts[: rng.randint(4, len(facts))]
        record = told_from(dealer, facts)
        for viewer in (rng.choice(SEATS), "public"):
            seen = set().union(*(seen_in(fact, viewer) for fact in (*facts, *record.acts)))
            unseen = [card for card in pack if card not in seen]
            if len(unseen) < 2:
                continue
            a, b = rng.sample(unseen, 2)
            others = [swapped(fact, {a: b, b: a}) for fact in facts]
            one, other = (list(sent(viewer, dealer, told)) for told in (facts, others))
            assert one == other, (seed, viewer)
            exchanged += others != facts
            silent += sum(len(messages) == 1 for messages in one)
    assert exchanged > DEALS, "too few exchanges changed anything"
    assert silent > DEALS // 4, "too few facts went unnoticed"


def test_what_is_sent_adds_up_to_the_view() -> None:
    """As it stood when the viewer last noticed something: a card disclosed meanwhile goes with what comes next."""
    for seed in range(DEALS // 4):
        rng = random.Random(seed)
        dealer, facts = story(rng)
        begin = rng.randint(1, len(facts))
        for viewer in viewers(SEATS):
            view: dict[str, object] = {}
            for n, (*messages, standing) in enumerate(sent(viewer, dealer, facts, begin), begin - 1):
                for message in messages:
                    event, data = read(message)
                    view = apply_patch(view, data["patch"]) if event == "frame" else data  # type: ignore[arg-type]
                if messages:
                    whole = json.loads(json.dumps(latest_view(told_from(dealer, facts[:n]), viewer)))
                assert view == whole, (seed, viewer, n)
                assert read(standing)[1]["view"] == whole


def test_an_act_is_a_frame_and_anything_else_a_view() -> None:
    dealer, facts = story(random.Random(3))
    for viewer in ("E", "arbiter"):
        for fact, (*messages, _) in zip(facts, list(sent(viewer, dealer, facts))[1:], strict=True):
            kinds = [read(message)[0] for message in messages]
            assert kinds == (["frame"] if hasattr(fact, "seat") and not hasattr(fact, "why") else ["view"]) or (
                not kinds and viewer not in OFFICIALS
            )


def test_whoever_was_away_for_long_is_sent_the_view() -> None:
    dealer, acts = random_acts(random.Random(7))
    stored = events(dealer, [*acts, *acts, *acts])[: KEPT + 9]
    channel = Channel("public")
    channel.begin(stored[:1])
    for event in stored[1:]:
        channel.add(event)
    last = channel.since(None)[0][0].version
    assert [read(each)[0] for each in channel.since(last - KEPT)[0]] == ["frame"] * KEPT
    assert [read(each)[0] for each in channel.since(last - KEPT - 1)[0]] == ["view"]
    assert channel.since(last)[0] == []
