"""Run a mutation campaign: change the code in small ways and check that some test notices each change.

    pip install --require-hashes -r requirements-mutation.lock
    python scripts/mutation.py --number 2000 --seed 1

The run has three steps. It measures which test reaches which line (kept in ``mutation/reach.json``). It draws
mutants by chance from all that cosmic-ray's operators can make of the modules in ``CAMPAIGN``. It runs each mutant
against the tests that reach the changed line, quickest first, until one fails. A change that no test notices
*survives*; answer it with a test, with simpler code, or with the reason why it changes nothing
(``mutation/answers.json``). Results are appended to ``mutation/results.jsonl``; a second run goes on where the first
ended. A quick first run with ``--seconds 4`` and then ``--again`` for its survivors, which tries those tests first that
reach little else than the file, takes a third of the time.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import functools
import gc
import hashlib
import inspect
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import cosmic_ray.plugins
import coverage
import hypothesis
import parso
import pytest
from _pytest.runner import runtestprotocol
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import MutationVisitor
from cosmic_ray.operators.operator import Operator
from parso.tree import search_ancestor

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "mutation"
REACH, RESULTS, ANSWERS = FOLDER / "reach.json", FOLDER / "results.jsonl", FOLDER / "answers.json"

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

CAMPAIGN = {
    "games": ("domain/games/three04", "domain/games/sidi"),
    "engine": ("domain/engine",),
    "record": (
        "domain/record/folding.py",
        "domain/record/record.py",
        "domain/record/record_seals.py",
        "domain/match/scoring.py",
    ),
    "information": ("domain/record/hindsight.py", "domain/audit/caps/points.py"),
    "draws": (
        "domain/tournament/draws",
        "domain/tournament/formats",
        "domain/tournament/standings/places.py",
        "domain/tournament/standings/tie_breaks.py",
    ),
}
TESTS = (
    "tests/rules", "tests/jass", "tests/family", "tests/houses", "tests/perft", "tests/golden", "tests/audit",
    "tests/replaying", "tests/tournaments",
)  # fmt: skip
OPTIONS = ("-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning", "-m", "not full")
"""The campaign asks what the everyday run notices: tests that are left to the full run are left out here too."""
# Decorators and exception types are left out, since mypy finds what these operators change; so are arithmetic
# operators exchanged for others than those below, since nearly all of them end in an error at once.
# Identity instead of equality changes nothing for the small numbers and the names compared here.
LEFT_OUT = (
    "_Eq_Is",
    "_NotEq_IsNot",
    "_Is_Eq",
    "_IsNot_NotEq",
    "RemoveDecorator",
    "ExceptionReplacer",
    "VariableReplacer",
    "VariableInserter",
    "no-op",
)
ARITHMETIC = (
    "Add_Sub", "Sub_Add", "Mul_Add", "Mul_FloorDiv", "FloorDiv_Mul", "FloorDiv_Mod", "Mod_FloorDiv", "BitAnd_BitOr",
    "BitOr_BitAnd", "BitOr_BitXor", "BitXor_BitOr", "LShift_RShift", "RShift_LShift",
)  # fmt: skip


BROKEN = 99
"""The exit status of a copy of the process that could not run its tests."""
MOST_LOADED_ANEW = 25  # the most tests of a mutant whose module must be loaded anew, which takes seconds


@dataclass(frozen=True)
class Mutant:
    """One small change to one file."""

    id: str
    file: str
    operator: str
    occurrence: int
    line: int


class DeleteStatement(Operator):  # type: ignore[misc]
    """Delete a call, an assignment to an attribute or an item, or an augmented assignment."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type != "simple_stmt" or search_ancestor(node, "funcdef") is None:
            return
        statement = node.children[0]
        target = statement.children[0] if statement.type == "expr_stmt" else statement
        is_augmented = statement.type == "expr_stmt" and getattr(statement.children[1], "value", "=") != "="
        if target.type in ("atom_expr", "power") or is_augmented:
            yield statement.start_pos, statement.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        leaf = parso.parse("pass").children[0]
        leaf.prefix = node.get_first_leaf().prefix
        node.children[0] = leaf
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


def operators() -> dict[str, Operator]:
    """Return the operators of the campaign by name."""
    made = {"DeleteStatement": DeleteStatement()}
    for name in cosmic_ray.plugins.operator_names():
        operator_class = cosmic_ray.plugins.get_operator(name)
        if any(part in name for part in LEFT_OUT) or operator_class.arguments():
            continue
        if "ReplaceBinaryOperator" in name and not name.endswith(ARITHMETIC):
            continue
        made[name] = operator_class()
    return made


class Quiet:
    """A pytest plugin that keeps hypothesis from shrinking and from keeping examples."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutation", deadline=None, database=None, phases=phases, derandomize=True)
        hypothesis.settings.load_profile("mutation")


class Reach(Quiet):
    """A pytest plugin that measures which lines each test reaches, and how long the test takes."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(data_file=None, include=[str(ROOT / "domain/*")], config_file=False)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.coverage.switch_context(item.nodeid)
        started = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - started
            self.coverage.switch_context("")


def measure_reach() -> dict[str, Any]:
    """Return which tests reach which line of which file, and the seconds of each test; run the tests if need be."""
    if REACH.exists():
        return json.loads(REACH.read_text())  # type: ignore[no-any-return]
    plugin = Reach()
    plugin.coverage.start()
    status = pytest.main(["-q", *OPTIONS, *TESTS], plugins=[plugin])
    plugin.coverage.stop()
    if status:
        raise SystemExit("The tests fail without any mutant: mend them first.")
    data = plugin.coverage.get_data()
    tests = sorted(plugin.seconds)
    number = {test: n for n, test in enumerate(tests)}
    lines: dict[str, dict[str, list[int]]] = {}
    for file in data.measured_files():
        contexts = data.contexts_by_lineno(file)
        lines[str(Path(file).relative_to(ROOT))] = {
            str(line): sorted(number[c] for c in names if c in number) for line, names in contexts.items()
        }
    reach = {"tests": tests, "seconds": [plugin.seconds[test] for test in tests], "lines": lines}
    FOLDER.mkdir(exist_ok=True)
    REACH.write_text(json.dumps(reach))
    return reach


def all_mutants() -> list[Mutant]:
    """List every mutant of the campaign's files, without those in annotations and docstrings."""
    files = sorted({file for places in CAMPAIGN.values() for place in places for file in python_files(ROOT / place)})
    files = [file for file in files if "rulebook" not in file.parts]  # sentences, which goldens hold
    return [mutant for file in files for mutant in mutants_of(file)]


def python_files(place: Path) -> list[Path]:
    """Return the Python files at or below a place."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def mutants_of(file: Path) -> list[Mutant]:
    """List the mutants of one file."""
    source = file.read_text("utf-8")
    quiet = unimportant_lines(source)
    tree = get_ast(source)
    mutants = []
    for name, operator in operators().items():
        positions = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for occurrence, (start, _) in enumerate(positions):
            if start[0] in quiet:
                continue
            path = str(file.relative_to(ROOT))
            text = source.splitlines()[start[0] - 1].strip()
            key = hashlib.sha256(f"{path}|{name}|{text}|{start[1]}|{occurrence}".encode()).hexdigest()[:12]
            mutants.append(Mutant(key, path, name, occurrence, start[0]))
    return mutants


def unimportant_lines(source: str) -> set[int]:
    """Return the lines that only type checkers read: `if TYPE_CHECKING`, signatures' annotations, type aliases."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            lines.update(range(node.lineno, node.body[-1].end_lineno + 1))  # type: ignore[operator]
        annotations = [node.returns] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.arg | ast.AnnAssign):
            annotations.append(node.annotation)
        for annotation in annotations:
            if annotation is not None and any(isinstance(part, ast.BinOp) for part in ast.walk(annotation)):
                lines.add(annotation.lineno)
    return lines


def mutated(mutant: Mutant) -> str:
    """Return the source of the mutant's file with the change made."""
    source = (ROOT / mutant.file).read_text("utf-8")
    return MutationVisitor.mutate_code(source, operators()[mutant.operator], mutant.occurrence) or source


def chosen_tests(mutant: Mutant, reach: dict[str, Any], seconds: float, *, nearest: bool) -> list[str]:
    """Return the tests that reach the changed line, quickest first, as many as fit into ``seconds``; at least one.

    ``nearest``: first the tests that reach little else than the line's file. A line that runs at import is
    reached by every test that reaches the file.
    """
    lines = reach["lines"].get(mutant.file, {})
    numbers = set(lines.get(str(mutant.line), ())) or {n for of_line in lines.values() for n in of_line}
    spent, tests = 0.0, []
    ordered = sorted(numbers, key=lambda n: reach["seconds"][n])
    if nearest:
        reached, in_file = lines_of_tests(mutant.file)
        ordered.sort(key=lambda n: -in_file[n] / reached[n])
    for n in ordered:
        spent += reach["seconds"][n]
        if tests and spent > seconds:
            break
        tests.append(reach["tests"][n])
    return tests


@functools.cache
def _lines_of_tests(path: str) -> tuple[dict[str, list[int]], list[int]]:
    """Return how many lines each test reaches, by file and all together."""
    reach = json.loads(Path(path).read_text())
    by_file: dict[str, list[int]] = {}
    total = [0] * len(reach["tests"])
    for file, lines in reach["lines"].items():
        counts = by_file[file] = [0] * len(total)
        for tests in lines.values():
            for n in tests:
                counts[n] += 1
                total[n] += 1
    return by_file, total


def lines_of_tests(file: str) -> tuple[list[int], list[int]]:
    """Return how many lines each test reaches in all, and how many of the file."""
    by_file, total = _lines_of_tests(str(REACH))
    return total, by_file[file]


# --- changing functions that are loaded already ---------------------------------------------------


def functions_changed(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """Return the functions in which two versions of a module differ, before and after.

    Returns None if they differ in what runs at import: then the module must be loaded anew.
    """
    before, after = list(parts_of(old)), list(parts_of(new))
    if [part.co_qualname for part in before] != [part.co_qualname for part in after]:
        return None
    changed = [(a, b) for a, b in zip(before, after, strict=True) if own_code(a) != own_code(b)]
    if any(not a.co_flags & inspect.CO_OPTIMIZED for a, _ in changed):
        return None
    outer = {a.co_qualname.partition(".<locals>")[0] for a, _ in changed}
    return [(a, b) for a, b in zip(before, after, strict=True) if a.co_qualname.partition(".<locals>")[0] in outer]


def parts_of(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all that are in it, in order."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, type(code)):
            yield from parts_of(constant)


def own_code(code: CodeType) -> tuple[object, ...]:
    """Return the parts of a code object that define its behaviour, without the code objects in it."""
    constants = tuple(
        constant.co_qualname if isinstance(constant, type(code)) else (type(constant), repr(constant))
        for constant in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_exceptiontable


def change_functions(functions: list[FunctionType], changed: list[tuple[CodeType, CodeType]]) -> None:
    """Give the functions of a file their new code."""
    new = {(a.co_qualname, a.co_firstlineno): b for a, b in changed}
    for function in functions:
        code = new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
        if code is not None and code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code


class Campaign(Quiet):
    """A pytest plugin that loads all tests once and runs those of each mutant in a copy of the process."""

    def __init__(self, waiting: list[Mutant], reach: dict[str, Any], options: argparse.Namespace) -> None:
        self.waiting, self.reach = waiting, reach
        self.seconds, self.jobs, self.nearest = options.seconds, options.jobs, options.again
        self.results = RESULTS.open("a")
        self.done = 0
        self.later: list[Mutant] = []
        self.is_late = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants, up to `jobs` at once."""
        items = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # What is frozen, as tests/conftest.py does, is not among the objects below.
        gc.collect()
        functions: dict[str, list[FunctionType]] = {}
        caches = []
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                functions.setdefault(thing.__code__.co_filename, []).append(thing)
            elif isinstance(thing, functools._lru_cache_wrapper):
                caches.append(thing)
        self.functions, self.caches = functions, caches
        gc.freeze()
        self.check_unchanged(items)
        running: dict[int, tuple[Mutant, float, dict[str, Any]]] = {}
        waiting = list(self.waiting)
        while waiting or running or not self.is_late:
            while waiting and len(running) < self.jobs:
                self.start(waiting.pop(0), items, running)
            if running:
                self.collect(running)
            elif not waiting and not self.is_late:
                waiting, self.is_late = self.later.copy(), True
        return True

    def check_unchanged(self, items: dict[str, pytest.Item]) -> None:
        """Exit if, for some file, the tests of a mutant fail in a copy of the process without any change."""
        of_files = {mutant.file: mutant for mutant in self.waiting}
        for file, mutant in of_files.items():
            tests = [test for test in chosen_tests(mutant, self.reach, 1.0, nearest=False) if test in items]
            child = self.fork(lambda tests=tests: all(passes(items[test]) for test in tests))  # type: ignore[misc]
            if os.waitpid(child, 0)[1]:
                raise SystemExit(f"The tests of {file} fail without any mutant.")

    def fork(self, work: Callable[[], bool]) -> int:
        """Work in a silent copy of the process, with empty caches. It exits with 0 for True, 1 for False."""
        if (child := os.fork()) == 0:
            status = BROKEN
            try:
                os.setsid()
                nothing = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nothing, 1)
                os.dup2(nothing, 2)
                for cache in self.caches:
                    cache.cache_clear()
                status = 0 if work() else 1
            finally:
                os._exit(status)
        return child

    def start(self, mutant: Mutant, items: dict[str, pytest.Item], running: dict[int, Any]) -> None:
        """Start the tests of one mutant, unless there is nothing to run."""
        original = (ROOT / mutant.file).read_text("utf-8")
        source = mutated(mutant)
        tests = [test for test in chosen_tests(mutant, self.reach, self.seconds, nearest=self.nearest) if test in items]
        with warnings.catch_warnings(action="ignore"):
            try:
                is_same = ast.dump(ast.parse(source)) == ast.dump(ast.parse(original))
            except SyntaxError:
                is_same = True  # it does not compile, so there is nothing to test
        changes = difflib.unified_diff(original.splitlines(), source.splitlines(), lineterm="", n=1)
        diff = "\n".join(list(changes)[2:])
        if is_same or not tests:
            self.note({**asdict(mutant), "result": "same" if is_same else "unreached", "diff": diff})
            return
        target = str(ROOT / mutant.file)
        with warnings.catch_warnings(action="ignore"):
            changed = functions_changed(compile(original, target, "exec"), compile(source, target, "exec"))
        if changed is None and mutant not in self.later:
            self.later.append(mutant)  # its module must be loaded anew, which takes seconds
            return
        row = {**asdict(mutant), "tests": len(tests), "diff": diff}
        if changed is None:
            tests = tests[:MOST_LOADED_ANEW]
        allowed = 30 + 8 * sum(self.reach["seconds"][self.reach["tests"].index(test)] for test in tests)

        def work() -> bool:
            if changed is None:
                load_anew(mutant.file, source, tests)
            else:
                change_functions(self.functions[str(ROOT / mutant.file)], changed)
            return all(passes(items[test]) for test in tests)

        child = self.fork(work)
        running[child] = mutant, time.monotonic() + allowed, row

    def collect(self, running: dict[int, tuple[Mutant, float, dict[str, Any]]]) -> None:
        """Wait until a child ends or its time is over, and write its result."""
        while True:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child in running:
                _, _, row = running.pop(child)
                results = {0: "survived", BROKEN: "broken"}
                self.note({**row, "result": results.get(os.waitstatus_to_exitcode(status), "killed")})
                return
            for child, (_, until, row) in list(running.items()):
                if time.monotonic() > until:
                    os.killpg(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                    del running[child]
                    self.note({**row, "result": "timed out"})
                    return
            time.sleep(0.01)

    def note(self, result: dict[str, Any]) -> None:
        """Write a result and print the progress of the campaign."""
        self.results.write(json.dumps(result) + "\n")
        self.results.flush()
        self.done += 1
        print(f"{self.done}/{len(self.waiting)} {result['result']:9} {result['file']}:{result['line']}", flush=True)


def passes(item: pytest.Item) -> bool:
    """Run one test and return whether it passed."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def load_anew(file: str, source: str, tests: list[str]) -> None:
    """Run tests in a new interpreter in which a file has the mutant's source; end with pytest's status."""
    code = (
        "import sys, importlib.machinery as m, pytest\n"
        f"load = m.SourceFileLoader.get_code; target = {str(ROOT / file)!r}\n"
        "source = sys.stdin.read()\n"
        "def get_code(self, name):\n"
        "    return compile(source, target, 'exec') if self.path == target else load(self, name)\n"
        "m.SourceFileLoader.get_code = get_code\n"
        "sys.path.insert(0, 'scripts')\n"
        "import mutation\n"
        "sys.exit(pytest.main(sys.argv[1:], plugins=[mutation.Quiet()]))"
    )
    command = [sys.executable, "-c", code, "-x", "-q", *OPTIONS, *tests]
    os._exit(subprocess.run(command, input=source, text=True, check=False).returncode)


def main() -> int:
    """Run the campaign and print its figures; exit with 1 if a survivor has no answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=2000, help="how many mutants to draw")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the draw")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many to run at once")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the tests of one mutant may take")
    parser.add_argument("--only", default="", help="only mutants whose file's name has this in it")
    parser.add_argument("--again", action="store_true", help="run the survivors of the last run again")
    options = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    # The tests are measured in a process of its own, so that no module of the project is loaded in this one.
    measuring = multiprocessing.get_context("fork").Process(target=measure_reach)
    measuring.start()
    measuring.join()
    reach = measure_reach() if measuring.exitcode == 0 else sys.exit(2)
    results = [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []
    latest = {result["id"]: result for result in results}
    mutants = all_mutants()
    print(f"{len(mutants)} mutants can be made; {options.number} are drawn with seed {options.seed}.")
    drawn = random.Random(options.seed).sample(mutants, min(options.number, len(mutants)))
    drawn = [mutant for mutant in drawn if options.only in mutant.file]
    if options.again:
        waiting = [m for m in drawn if latest.get(m.id, {}).get("result") in ("survived", "unreached")]
    else:
        waiting = [m for m in drawn if m.id not in latest]
    if waiting:
        campaign = Campaign(waiting, reach, options)
        pytest.main(["-q", "-s", *OPTIONS, *TESTS], plugins=[campaign])
        latest |= {result["id"]: result for result in map(json.loads, RESULTS.read_text().splitlines())}
    return report(drawn, latest)


def change_of(result: dict[str, Any]) -> tuple[str, str, str]:
    """Return the name of a mutant's file, and its lines before and after."""
    lines = result["diff"].splitlines()
    before, after = ("\n".join(line[1:] for line in lines if line[:1] == sign) for sign in "-+")
    return Path(result["file"]).name, before, after


def report(drawn: list[Mutant], latest: dict[str, Any]) -> int:
    """Print the counts and the survivors without an answer."""
    answers = json.loads(ANSWERS.read_text())["answers"] if ANSWERS.exists() else []
    answered = {(Path(each["file"]).name, each["before"], each["after"]) for each in answers}
    counts: dict[str, int] = {}
    open_ones = []
    for mutant in drawn:
        result = latest[mutant.id]
        counts[result["result"]] = counts.get(result["result"], 0) + 1
        if result["result"] in ("survived", "unreached") and change_of(result) not in answered:
            open_ones.append(result)
    for result in open_ones:
        print(f"\n{result['id']} {result['result']} {result['file']}:{result['line']}\n{result['diff']}")
    print(f"\n{counts}; {len(open_ones)} without an answer.")
    return 1 if open_ones else 0


if __name__ == "__main__":
    raise SystemExit(main())
