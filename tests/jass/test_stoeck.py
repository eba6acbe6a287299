"""Stöck: King and Ober of trumps (003 "Weis and Stöck"; C10)."""

from __future__ import annotations

from tests.jass.table import Table
from tests.jass.weis_hands import STOECK

MUST_CLAIM = {"stoeck.claim": "must_claim"}


def test_it_scores_by_itself_once_both_cards_have_been_seen() -> None:
    table = Table(STOECK).playing("S 40 H").does("S QH, E 6H, N JH, W 7H")
    assert "S stöck" not in table.lines()
    table.does("N 6D, W QD, S KH")
    assert table.last(2) == ["S KH", "S stöck"]
    assert table.turn() == "E"
    table.finish()
    assert "stoeck" in table.settled().reasons


def test_no_stoeck_in_another_suit_or_without_trumps() -> None:
    for contract in ("S 40 S", "S 40 obenabe"):
        table = Table(STOECK).playing(contract).finish()
        assert "S stöck" not in table.lines()


def test_no_stoeck_where_none_is_played() -> None:
    """003 "Variations"."""
    table = Table(STOECK, rules={"stoeck.enabled": False}).playing("S 40 H").finish()
    assert "S stöck" not in table.lines()
    assert Table(STOECK, rules={"stoeck.enabled": False}).playing("S 40 H").refusal("S stöck").code == "wrong-stage"


def test_it_may_be_left_to_the_holder_to_claim() -> None:
    table = Table(STOECK, rules=MUST_CLAIM).playing("S 40 H")
    assert table.refusal("S stöck").code == "stoeck-too-early"
    assert table.refusal("N stöck").code == "stoeck-not-held"
    table.does("S QH, E 6H, N JH, W 7H, N 6D, W QD, S KH")
    assert "stöck" in table.may("S")
    table.does("S stöck")
    assert table.refusal("S stöck").code == "stoeck-twice"


def test_until_the_deal_is_scored() -> None:
    """The second card may fall in the last trick: then its holder is asked."""

    def last() -> Table:
        table = Table(STOECK, rules=MUST_CLAIM).playing("S 40 H")
        while not table.state.owed:
            acts = table.cards(table.turn())
            other = acts - {"KH"} or acts
            table.does(f"{table.turn()} {min(other)}")
        return table

    claimed = last()
    assert claimed.turn() == "S"
    assert claimed.may("S") == {"stöck", "pass"}
    assert claimed.refusal("E pass").code == "jass-out-of-turn"
    assert claimed.refusal("E KH").code == "jass-all-played"
    claimed.does("S stöck")
    forgone = last().does("S pass")
    assert claimed.settled().score["NS"] == forgone.settled().score["NS"] + 20
    assert last().record.settlement is None


def test_a_claim_without_the_cards_is_refused() -> None:
    table = Table(STOECK, rules=MUST_CLAIM).playing("S 40 obenabe")
    assert table.refusal("S stöck").code == "stoeck-not-held"
