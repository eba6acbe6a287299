"""The dashboard and the alarms in docs/monitoring use figures that `/metrics` has, and docs/operating.md lists them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "monitoring"
KINDS = re.findall(r"# TYPE (\S+) (\w+)", (ROOT / "tests" / "serving" / "metrics.txt").read_text(encoding="utf-8"))
NAMES = {name for name, _ in KINDS} | {f"{name}_bucket" for name, kind in KINDS if kind == "histogram"}
ALARMS: list[dict[str, Any]] = yaml.safe_load((FOLDER / "alarms.yaml").read_text(encoding="utf-8"))["groups"][0][
    "rules"
]
BOARD: dict[str, Any] = json.loads((FOLDER / "grafana.json").read_text(encoding="utf-8"))


def names_in(expression: str) -> set[str]:
    return set(re.findall(r"nought_\w+", expression))


def test_every_alarm_is_of_known_figures_says_what_it_means_and_is_in_the_document() -> None:
    document = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert len({alarm["alert"] for alarm in ALARMS}) == len(ALARMS)
    for alarm in ALARMS:
        assert names_in(alarm["expr"]) <= NAMES, alarm["alert"]
        assert alarm["expr"].count("(") == alarm["expr"].count(")"), alarm["alert"]
        assert alarm["annotations"]["summary"]
        assert f"`{alarm['alert']}`" in document


def test_every_panel_shows_known_figures_and_every_figure_is_on_a_panel_or_in_an_alarm() -> None:
    expressions = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
    shown = set[str]().union(*map(names_in, expressions))
    assert shown <= NAMES
    alarmed = set[str]().union(*(names_in(alarm["expr"]) for alarm in ALARMS))
    sizes = {"nought_request_seconds", "nought_log_leaves", "nought_log_checkpoint_leaves", "nought_cluster_host_leads"}
    assert NAMES - sizes <= shown | alarmed


def test_the_document_lists_every_figure() -> None:
    document = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert [name for name, _ in KINDS if f"`{name}`" not in document] == []
