"""The tournament formats, by their names in stored terms. docs/extending.md shows how to add one."""

from __future__ import annotations

from typing import Final

from domain.tournament.formats.base import Format
from domain.tournament.formats.drawn_partners import DrawnPartners
from domain.tournament.formats.duplicate import Duplicate
from domain.tournament.formats.knockout import Knockout
from domain.tournament.formats.ladder import Ladder
from domain.tournament.formats.rotating_four import RotatingFour
from domain.tournament.formats.round_robin import RoundRobin
from domain.tournament.formats.swiss import Swiss
from domain.tournament.formats.team_swiss import TeamSwiss

FORMATS: Final[dict[str, Format]] = {
    rules.key: rules
    for rules in (
        Knockout(),
        RoundRobin(),
        Swiss(),
        TeamSwiss(),
        DrawnPartners(),
        RotatingFour(),
        Ladder(),
        Duplicate(),
    )
}

__all__ = ["FORMATS", "Format"]
