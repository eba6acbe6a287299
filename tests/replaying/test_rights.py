"""Whether callers of streams still have their rights: all are asked for in time, with few questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from itertools import pairwise

from api.live.listener import Listener
from api.live.rights import PARTS, Rights, RightsWatch

SECONDS = 15.0
TICK = 0.1


def test_everybody_is_asked_for_in_time_and_many_at_once() -> None:
    """A stream ends at most `HEARTBEAT_SECONDS` after its token."""
    watch = RightsWatch(lambda rights: [True] * len(rights))
    listeners = [Listener() for _ in range(1000)]
    moments: dict[Listener, list[float]] = defaultdict(list)
    questions, largest, now = 0, 0, 100.0
    for number, listener in enumerate(listeners):
        watch.add(listener, Rights(b"%d" % number), now, SECONDS)
        moments[listener].append(now)
    while now < 100 + 8 * SECONDS:
        now += TICK
        if due := watch.take_due(now):
            questions += 1
            largest = max(largest, len(due))
            for listener in due:
                moments[listener].append(now)
    gaps = [later - sooner for times in moments.values() for sooner, later in pairwise(times)]
    assert max(gaps) <= SECONDS + TICK
    assert questions <= 8 * PARTS + 1
    assert largest < 200, "those who came together are not asked for together"
    for listener in listeners:
        watch.discard(listener)
    assert watch.take_due(now + SECONDS) == {}


def test_only_those_whose_rights_have_ended_are_ended() -> None:
    def ask(rights: Collection[Rights]) -> list[bool]:
        return [each.secret != b"revoked" for each in rights]

    watch = RightsWatch(ask)
    good, bad = Listener(), Listener()
    watch.add(good, Rights(b"good"), 0.0, SECONDS)
    watch.add(bad, Rights(b"revoked"), 0.0, SECONDS)
    assert watch.find_ended(watch.take_due(SECONDS)) == [bad]
