"""A deal in which nobody broke a rule is reported as clean: 1,000 of them with ``NOUGHT_FULL=1``."""

from __future__ import annotations

import os

import pytest

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN
from domain.games.three04.acts import SpoiltTrumpsDeclared
from replay.notation import read_hand, record_of
from tests.audit.deals import GAMES, random_deal, unseen
from tests.cli.conftest import HANDS

DEALS = 1000 if os.environ.get("NOUGHT_FULL") else 200
BLIND = 300 if os.environ.get("NOUGHT_FULL") else len(GAMES)


def test_no_clean_deal_is_reported() -> None:
    spoilt = 0
    for seed in range(DEALS):
        record = random_deal(seed)
        report = breaches(record)
        assert report.clean, (seed, record.rules.ruleset.key, report.findings)
        assert report.first is None
        for notice in report.notices:
            spoilt += 1
            assert notice.code == "spoilt-unnoticed"
            calls = [SpoiltTrumpsDeclared(seat) for seat in record.rules.seats]
            s = record.rules.start(record.opened.dealer)
            for act in record.acts[: notice.ply]:
                record.rules.apply(s, act)
            makers = s.makers()
            assert not any(dealt & s.trump for seat, dealt in enumerate(s.dealt) if not makers >> seat & 1)
            assert any(record.rules.judge(s, call) is None for call in calls)
    assert spoilt or DEALS < 1000


def test_a_clean_deal_that_nobody_saw_has_no_certain_breach() -> None:
    """The scribe saw no hidden card. Some acts may then have been breaches; none certainly was."""
    for seed in range(BLIND):
        record = unseen(random_deal(seed))
        report = breaches(record)
        assert all(finding.sure != CERTAIN for finding in report.findings), (
            seed,
            record.rules.ruleset.key,
            report.findings,
        )


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.name[:2])
def test_the_worked_hands_are_clean_but_for_the_revoke(path: object) -> None:
    """Every example of the documents, and the seventeenth, in which South revokes."""
    record = record_of(read_hand(path.read_text(encoding="utf-8")))  # type: ignore[attr-defined]
    codes = [finding.code for finding in breaches(record).findings]
    assert codes == (["revoke"] if path.name.startswith("17") else [])  # type: ignore[attr-defined]
