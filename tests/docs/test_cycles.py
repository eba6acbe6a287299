"""No module imports itself through others, imports for types alone included."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp

from tests.docs.test_architecture import PRODUCT

BY_NATURE = {
    ("domain.engine.ruleset", "domain.engine.game"): "a ruleset leads to its game, and a game names its rulesets",
    ("domain.engine.state", "domain.engine.rules"): "a state is folded by its rules, and rules judge states",
    ("domain.engine.stage", "domain.engine.rules"): "a stage is a part of the rules that hold it",
    ("domain.engine.stages.cut", "domain.engine.rules"): "a stage is a part of the rules that hold it",
    ("domain.engine.stages.dealing", "domain.engine.rules"): "a stage is a part of the rules that hold it",
    ("domain.engine.templates", "domain.engine.rules"): "rules offer templates, and judge what a template can take",
    ("domain.tournament.terms", "domain.tournament.formats"): "terms lead to their format, and a format reads terms",
    (
        "replay.positions.position",
        "replay.table",
    ): "a position is played at a table, and a table can begin with a position",
    ("replay.positions.three04", "replay.table"): "as above",
}
"""Imports between classes that know each other: without them only casts or `Any` would do."""


def imports(*, types: bool) -> dict[str, set[str]]:
    """The modules that each module of the product imports; ``types``: those under TYPE_CHECKING too."""
    graph = grimp.build_graph(*PRODUCT, exclude_type_checking_imports=not types, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_import_at_run_time_leads_back() -> None:
    TopologicalSorter(imports(types=False)).prepare()  # raises CycleError, which names the modules


def test_no_import_leads_back_even_for_types_but_for_classes_that_know_each_other() -> None:
    graph = imports(types=True)
    for importer, imported in BY_NATURE:
        graph[importer].remove(imported)
    TopologicalSorter(graph).prepare()
