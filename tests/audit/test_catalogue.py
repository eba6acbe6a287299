"""Every broken deal of the catalogue is reported where it broke, with its clause, and nothing else is."""

from __future__ import annotations

from collections import Counter

from domain.audit.findings import CERTAIN
from domain.engine.refusals import CLAUSES, Refusal
from domain.games.catalogue import RULESETS
from tests.audit.catalogue import NAMES, deal, report
from tests.cases import cases


def test_the_mistake_is_reported_where_it_was_made() -> None:
    with cases() as case:
        for name in NAMES:
            with case(name):
                _, mistake = deal(name)
                (finding,) = report(name).findings
                assert finding == report(name).first
                assert (finding.ply, finding.code, finding.seat, finding.sure) == (
                    mistake.ply, mistake.code, mistake.seat, CERTAIN,
                )  # fmt: skip
                assert finding.clause is not None
                assert (finding.clause.document, finding.clause.heading) == mistake.clause
                assert (finding.seen.ply, finding.seen.by, finding.seen.shown) == mistake.seen


def test_what_was_open_instead_is_legal_and_the_mistake_is_not_among_it() -> None:
    with cases() as case:
        for name in NAMES:
            with case(name):
                record, _ = deal(name)
                (finding,) = report(name).findings
                rules = record.rules
                s = rules.start(record.opened.dealer)
                for act in record.acts[: finding.ply]:
                    rules.apply(s, act)
                assert record.acts[finding.ply] not in finding.legal
                assert not any(isinstance(rules.judge(s, act), Refusal) for act in finding.legal)
                assert {act.seat for act in finding.legal} <= {finding.seat}
                assert finding.legal or (finding.broke and finding.broke.allowed) or rules.to_act(s) != finding.seat


def test_what_rests_on_it_comes_after_it_and_within_the_deal() -> None:
    taints = 0
    with cases() as case:
        for name in NAMES:
            with case(name):
                record, mistake = deal(name)
                (finding,) = report(name).findings
                taints += len(finding.taints)
                for taint in finding.taints:
                    assert mistake.ply <= taint.first <= taint.last < len(record.acts)
    assert taints > 20


def test_the_catalogue_has_every_game_and_most_codes() -> None:
    games = Counter(deal(name)[0].rules.ruleset.key.removesuffix("-house") for name in NAMES)
    assert set(games) == set(RULESETS)
    assert len(NAMES) >= 60
    assert len({deal(name)[1].code for name in NAMES}) > len(CLAUSES) // 2
