"""The breaches that the recorder shows while a deal is played: those of the audit that everybody can see by then."""

from __future__ import annotations

import pytest

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN
from domain.audit.offenders import find_visible_breaches
from domain.engine.hiding import PUBLIC, hide_act
from tests.audit.catalogue import NAMES, deal
from tests.audit.deals import recorded


@pytest.mark.parametrize("name", NAMES)
def test_the_recorder_shows_breaches_of_the_audit_and_all_that_everybody_sees(name: str) -> None:
    """Where another card was turned up than that of the trick, the table does not know better than what it saw."""
    record, mistake = deal(name)
    shown = {(each.ply, each.seat) for each in find_visible_breaches(record)}
    certain = [each for each in breaches(record).findings if each.sure == CERTAIN]
    assert shown >= {(each.ply, each.seat) for each in certain if PUBLIC in each.seen.by and not each.seen.shown}
    if mistake.code not in {"indicator-differs", "reveal-differs"}:
        assert shown <= {(each.ply, each.seat) for each in certain}


@pytest.mark.parametrize("name", NAMES)
def test_no_hidden_card_makes_the_recorder_speak(name: str) -> None:
    record, _ = deal(name)
    public = recorded(record.rules, record.opened.dealer, (hide_act(act, PUBLIC) for act in record.acts))
    assert [*find_visible_breaches(record)] == [*find_visible_breaches(public)]
