"""Change the program in one spot at a time, and see whether a test fails: the share of mutants that
are killed.

`python -m tests.mutants --sample 200 --seed 7 [PATH...]` draws from everything in functions under
the paths; `--changed N` draws from the lines that the last N commits changed, and a PATH:LINE from
one line. An ordinary run of the tests notes which of them reach each mutant. Imported and collected
once more, they then run in a fork for each mutant, the quickest first, until one fails or takes far
longer than it did. It kills the mutant if it passes without it. What is run when the program is
imported, such as the making of the tables, is over by then: a mutant there that survives is tried
once more with the tests of its package, in a process that imports it. `equivalents.toml` lists
mutants that nothing can tell from the original.
"""

import ast
import builtins
import gc
import json
import os
import random
import re
import subprocess
import sys
import time
import tomllib
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import _lru_cache_wrapper, cached_property, partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import chain
from math import inf
from multiprocessing import get_context
from pathlib import Path
from signal import ITIMER_PROF, ITIMER_REAL, SIGKILL, setitimer
from tempfile import TemporaryFile, mkdtemp
from types import CodeType, FunctionType
from typing import TextIO

import pytest
from _pytest.runner import runtestprotocol

__all__ = ["Mutant", "import_as", "mutants_of", "mutated"]

CHECKOUT = Path(__file__).resolve().parent.parent
EQUIVALENT = Path(__file__).with_name("equivalents.toml")
LAYERS = ("rules", "table", "ledger", "storage", "service", "web", "cli")
"""The packages that are mutated."""

_PAIRS = "Eq NotEq,Lt LtE,Gt GtE,In NotIn,Is IsNot,And Or,Add Sub,BitOr BitAnd"
SWAPS: dict[type[ast.AST], type[ast.AST]] = {ast.Mult: ast.Add, ast.FloorDiv: ast.Mult}
for _one, _other in (pair.split() for pair in _PAIRS.split(",")):
    SWAPS |= {getattr(ast, _one): getattr(ast, _other), getattr(ast, _other): getattr(ast, _one)}


@dataclass(frozen=True)
class Mutant:
    """One change of the module at *path*: its number in the tree, its line,
    and the statement before and after.
    """

    path: str
    number: int
    line: int
    change: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


AROUND = 40
"""The characters of a line that are shown before and after a change."""

Change = tuple[ast.AST, str, object]
"""A node, the name of its field, and what is put there."""


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op, *rest]) if type(op) in SWAPS:
            yield node, "ops", [SWAPS[type(op)](), *rest]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
            yield node, "op", SWAPS[type(op)]()
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield node, "test", ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=bool(value)):
            yield node, "value", not value
        case ast.Constant(value=int(value)):
            yield node, "value", value + 1
        case ast.Constant(value=str(value)) if value:
            yield node, "value", f"{value}!"
        case (
            ast.Expr(value=ast.Call(func=ast.Name(id="assert_never")))
            | ast.Return(value=ast.Constant())
        ):
            # mypy proves that the one is not reached; the constant of the other is changed itself
            pass
        case ast.Return(value=ast.expr()) | ast.Expr(value=ast.Call()):
            yield node, "value", ast.Constant(None)


def _spots(
    node: ast.AST, stmt: ast.stmt | None = None, *, inside: bool = False
) -> Iterator[tuple[ast.stmt, Change]]:
    """Yield each change that can be made inside a function, with the statement around it."""
    inside |= isinstance(node, ast.FunctionDef)
    left_out = {"annotation", "returns", "decorator_list", "pattern", "format_spec"}
    left_out |= {"args"} if isinstance(node, ast.FunctionDef) else set()
    fields = [value for name, value in ast.iter_fields(node) if name not in left_out]
    for child in chain.from_iterable(
        value if isinstance(value, list) else [value] for value in fields
    ):
        match node, child:
            case _, ast.Expr(ast.Constant()) | ast.FormattedValue(ast.Constant()) | ast.keyword(
                "strict"
            ):
                pass  # a docstring, a text, or what is asserted
            case (_, ast.Assert() | ast.Import() | ast.ImportFrom()) | (
                ast.Call(ast.Name("cast")),
                ast.Constant(),
            ):
                pass
            case _, ast.AST():
                around = child if isinstance(child, ast.stmt) else stmt
                if inside and around is not None:
                    yield from ((around, change) for change in _changes(child))
                yield from _spots(child, around, inside=inside)


def _line_changed(stmt: ast.stmt, change: Change) -> str:
    """Return the first line of a statement that the change changes, before and after."""
    node, name, value = change
    before = ast.unparse(stmt)
    old = getattr(node, name)
    setattr(node, name, value)
    after = ast.unparse(stmt)
    setattr(node, name, old)
    for was, now in zip(before.splitlines(), after.splitlines(), strict=False):
        if was != now:
            at = next(
                (at for at, pair in enumerate(zip(was, now, strict=False)) if len({*pair}) > 1),
                len(was),
            )
            shown = slice(max(0, at - AROUND), at + AROUND)
            return f"{was[shown].strip()}  ->  {now[shown].strip()}"
    return ""


def mutants_of(path: str, source: str, lines: Container[int] | None = None) -> list[Mutant]:
    """Return the mutants of a module, or those of some lines.

    >>> for each in mutants_of("a.py", "def f(a):\\n    return a < 1"): print(each)
    a.py:2: return a < 1  ->  return None
    a.py:2: return a < 1  ->  return a <= 1
    a.py:2: return a < 1  ->  return a < 2
    """
    found = list[Mutant]()
    for number, (stmt, change) in enumerate(list(_spots(ast.parse(source)))):
        line = getattr(change[0], "lineno", stmt.lineno)
        if (lines is None or line in lines) and (words := _line_changed(stmt, change)):
            found.append(Mutant(path, number, line, words))
    return found


def mutated(mutant: Mutant) -> ast.Module:
    tree = ast.parse((CHECKOUT / mutant.path).read_text("utf-8"))
    _, (node, name, value) = list(_spots(tree))[mutant.number]
    if isinstance(
        value, ast.Constant
    ):  # it must close over the same variables as before to be installed
        value = ast.IfExp(ast.Constant(value=True), value, getattr(node, name))
    setattr(node, name, value)
    return tree


def probed(mutants: Sequence[Mutant]) -> dict[str, ast.Module]:
    """Return the trees of their modules, which note the number
    of each mutant whose statement is reached.
    """
    trees = {
        path: ast.parse((CHECKOUT / path).read_text("utf-8"))
        for path in {each.path for each in mutants}
    }
    spots = {path: [stmt for stmt, _ in _spots(tree)] for path, tree in trees.items()}
    probes = defaultdict[ast.stmt, list[ast.stmt]](list)
    for index, each in enumerate(mutants):
        probes[spots[each.path][each.number]] += ast.parse(f"__reached__({index})").body
    for node in [node for tree in trees.values() for node in ast.walk(tree)]:
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(block, list):
                block[:] = [each for stmt in block for each in (*probes.get(stmt, ()), stmt)]
    return trees


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def living(paths: Iterable[str]) -> dict[str, list[FunctionType]]:
    """Return every living function of these modules, by the path of its module."""
    modules = {str(CHECKOUT / path): path for path in paths}
    for path in modules.values():  # some are imported when needed
        import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    found = defaultdict[str, list[FunctionType]](list)
    gc.unfreeze()  # a command that ran in this process has hidden what it had imported
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename in modules:
            found[modules[each.__code__.co_filename]].append(each)
    return found


APPLICATION = "tests.web.conftest"
"""The module that keeps the application for the tests."""


def caches(package: str) -> list[Callable[[], object]]:
    """Return what empties each cache of a package,
    so that a test reaches what another test did before it.
    """
    found: list[Callable[[], object]] = []
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.__module__.startswith(package):
            found.append(each.cache_clear)
        elif str(type(each).__module__).startswith(package):
            kept = [
                name
                for name, value in vars(type(each)).items()
                if isinstance(value, cached_property)
            ]
            found += [partial(vars(each).pop, name, None) for name in kept]
    return found


def _compiled(path: str, tree: ast.Module) -> CodeType:
    return compile(ast.fix_missing_locations(tree), str(CHECKOUT / path), "exec", dont_inherit=True)


def install(path: str, tree: ast.Module, functions: Iterable[FunctionType] | None = None) -> None:
    """Give every living function of a module the code that *tree* has for it."""
    codes = {
        (code.co_qualname, code.co_firstlineno): code for code in _codes(_compiled(path, tree))
    }
    for each in living([path])[path] if functions is None else functions:
        code = codes.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
        if (
            code is not None
            and code != each.__code__
            and len(code.co_freevars) == len(each.__code__.co_freevars)
        ):
            each.__code__ = code


def import_as(trees: dict[str, ast.Module]) -> None:
    """Let the modules at these paths, none of which has been imported yet,
    be made of these trees.
    """
    usual = SourceFileLoader.get_code
    codes = {str(CHECKOUT / path): _compiled(path, tree) for path, tree in trees.items()}

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return codes.get(loader.path) or usual(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def in_a_fork(run: Callable[[TextIO], None]) -> list[str]:
    """Run something in a fork that prints nothing, end what it leaves behind,
    and return the lines that it wrote.
    """
    with TemporaryFile("w+", encoding="utf-8") as file:
        process = os.fork()
        if not process:
            os.setsid()
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            with suppress(BaseException):
                run(file)
                file.flush()
            os._exit(0)
        os.waitpid(process, 0)
        with suppress(ProcessLookupError):
            os.killpg(process, SIGKILL)
        file.seek(0)
        return file.read().splitlines()


def _note_imports(mutants: Sequence[Mutant], file: TextIO) -> None:
    """Write the numbers of the mutants that are reached when the program is imported."""
    builtins.__reached__ = lambda number: print(number, file=file)  # type: ignore[attr-defined]
    trees = probed(mutants)
    import_as(trees)
    living(trees)


class Reaching:
    """A plugin that notes which tests reach each mutant while they are run for their own sake.

    What a fixture of more than one test reaches counts for each test that uses it. The application,
    which tests keep for each other, is made once more for each file of them.
    A line of `reached.*.jsonl` is the id of a test, its CPU seconds and the numbers of the mutants.
    """

    def __init__(self, directory: Path, worker: str) -> None:
        self.mutants = read_drawn(directory)
        self.reached = set[int]()
        self.by_fixture: dict[object, set[int]] = {}
        self.caches: list[Callable[[], object]] = []
        self.kept: list[Callable[[], object]] = []
        self.file = Path()
        self.lines = (directory / f"reached.{worker}.jsonl").open("w", encoding="utf-8")

    def pytest_collection_finish(self) -> None:
        builtins.__reached__ = self.reached.add  # type: ignore[attr-defined]
        for path, tree in probed(self.mutants).items():
            install(path, tree)
        self.caches = caches("scorer.")
        self.kept = caches(APPLICATION)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        before = self.reached.copy()
        self.reached.clear()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self.by_fixture[fixturedef] = self.reached.copy()
            self.reached |= before

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.reached.clear()
        for empty in [*self.caches, *(self.kept if item.path != self.file else ())]:
            empty()
        self.file = item.path
        started = time.process_time()
        try:
            return (yield)
        finally:
            fixtures = (
                item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
            )
            shared = (
                self.by_fixture.get(each, set()) for each in chain.from_iterable(fixtures.values())
            )
            numbers = sorted(self.reached.union(*shared))
            print(
                json.dumps([item.nodeid, time.process_time() - started, numbers]),
                file=self.lines,
                flush=True,
            )


def note_what_is_reached(config: pytest.Config, directory: Path) -> None:
    """Let a run of the tests note in *directory* what reaches each mutant;
    draw the mutants first if nobody has.
    """
    if not (directory / "drawn.json").exists():
        draw(directory)
    if not config.getoption("numprocesses", None):
        config.pluginmanager.register(
            Reaching(directory, os.environ.get("PYTEST_XDIST_WORKER", "alone"))
        )


TESTS = "not browser and not slow"
"""The tests that mutants are tried with."""

TOGETHER = 2
"""How many mutants are tried at a time."""

WAITING = 60.0
"""The seconds after which a test that uses no processor is ended too."""

QUIETLY = ("-n", "0", "-qq", "-p", "no:cacheprovider", "--no-header", "-m", TESTS)
"""The options of a run of tests whose output nobody reads."""

SURVIVED = "survived"
UNDECIDED = "undecided"
"""What a fork writes in which no test has failed, or not in as much time as it had."""


def _most(took: float) -> float:
    """Return the CPU seconds after which a test that takes *took* is ended:
    more is an endless loop.
    """
    return 1 + 5 * took


class Trying:
    """A plugin that tries the mutants instead of running the tests.

    A mutant that no test has killed in *most* seconds of the processor is left undecided, as if it
    had not been tried: one of a line that all requests reach, and that changes nothing, would take
    all the time there is.

    Attributes:
        sound: whether a test that has failed with a mutant, or those of a package, pass in a fork
            without it.
    """

    def __init__(self, directory: Path, *, seconds: float, most: float) -> None:
        self.mutants = read_drawn(directory)
        self.end = time.monotonic() + seconds
        self.most = most
        self.imported = set(map(int, in_a_fork(partial(_note_imports, self.mutants))))
        lines = (
            line
            for file in directory.glob("reached.*.jsonl")
            for line in file.read_text("utf-8").splitlines()
        )
        noted = sorted(map(json.loads, lines), key=lambda each: float(each[1]))
        self.tests = {test.partition("@")[0]: set[int](numbers) for test, _, numbers in noted}
        self.took = {test.partition("@")[0]: float(took) for test, took, _ in noted}
        self.items: dict[str, pytest.Item] = {}
        self.functions: dict[str, list[FunctionType]] = {}
        self.sound: dict[str, bool] = {}
        self.results: dict[int, str] = {}

    @property
    def files(self) -> list[str]:
        return sorted({test.partition("::")[0] for test, numbers in self.tests.items() if numbers})

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.functions = living({mutant.path for mutant in self.mutants})
        for empty in caches("scorer.") + caches(APPLICATION):  # collecting has filled some
            empty()
        gc.collect()
        gc.freeze()  # or each fork would copy what its collector visits
        _TRYING.append(self)
        with get_context("fork").Pool(TOGETHER) as pool:
            for number, result in pool.imap_unordered(_judged, range(len(self.mutants))):
                if result is not None:
                    self.results[number] = result
                if result == SURVIVED:
                    print(f"survived: {self.mutants[number]}", flush=True)
        return True

    def judge(self, number: int) -> str | None:
        """Try a mutant until no test fails, or one that passes without it; return what became of
        it.

        A test that does not pass in a fork of its own says nothing, and is left out from then on.
        One that takes longer there than it took, because it sets up what others had set up for it,
        is given that time.
        """
        while time.monotonic() < self.end:
            lines = in_a_fork(partial(self._try, number))
            if not lines or lines[-1] == UNDECIDED:  # or it cannot be compiled
                return None
            if (test := lines[-1]) == SURVIVED:
                killed = number in self.imported and self._is_killed_when_imported(
                    self.mutants[number]
                )
                result = "killed when imported" if killed else SURVIVED
                return result if time.monotonic() < self.end else None
            most = _most(self.took[test])
            if test not in self.sound:
                alone = in_a_fork(partial(self._alone, test))
                self.sound[test] = bool(alone)
                self.took[test] = max([self.took[test], *map(float, alone)])
            if self.sound[test] and self.took[test] <= most and time.monotonic() < self.end:
                return f"killed by {test}"
        return None

    def _is_killed_when_imported(self, mutant: Mutant) -> bool:
        """Return whether a test of its package fails where the mutant is imported,
        and none without it.
        """
        layer = mutant.path.split("/")[1]
        failed = in_a_fork(partial(self._afresh, layer, mutant)) != ["0"]
        if failed and layer not in self.sound:
            self.sound[layer] = in_a_fork(partial(self._afresh, layer, None)) == ["0"]
        return failed and self.sound[layer]

    def _afresh(self, layer: str, mutant: Mutant | None, file: TextIO) -> None:
        """Run the tests of a package in a process that imports the mutant;
        write its exit status, 0 if all pass.
        """
        run = f"raise SystemExit(pytest.main({[*QUIETLY, '-x', f'tests/{layer}']}))"
        imported = (
            f"mutant = {mutant!r}; import_as({{mutant.path: mutated(mutant)}}); " if mutant else ""
        )
        command = [
            sys.executable,
            "-c",
            f"import pytest; from tests.mutants import *; {imported}{run}",
        ]
        seconds = min(5 * WAITING, self.end - time.monotonic())
        print(
            subprocess.run(command, cwd=CHECKOUT, check=False, timeout=seconds).returncode,
            file=file,
        )

    def _try(self, number: int, file: TextIO) -> None:
        mutant = self.mutants[number]
        install(mutant.path, mutated(mutant), self.functions[mutant.path])
        reaching = [
            test
            for test, numbers in self.tests.items()
            if number in numbers and self.sound.get(test, True)
        ]
        reaching.sort(
            key=lambda test: test not in self.sound
        )  # those that have killed others first
        chosen = [self.items[test] for test in reaching if test in self.items]
        for item, following in zip(chosen, [*chosen[1:], None], strict=False):
            if time.process_time() > self.most:
                print(UNDECIDED, file=file)
                return
            print(item.nodeid, file=file, flush=True)
            if not self._passes(item, following, most=_most(self.took[item.nodeid])):
                return
        print(SURVIVED, file=file)

    def _alone(self, test: str, file: TextIO) -> None:
        """Write how many CPU seconds a test takes without a mutant, if it passes."""
        started = time.process_time()
        if self._passes(self.items[test], most=WAITING):
            print(time.process_time() - started, file=file)

    def _passes(
        self, item: pytest.Item, following: pytest.Item | None = None, *, most: float
    ) -> bool:
        """Run a test; a signal ends the process if it takes more than *most* CPU seconds,
        or when the time is over.
        """
        setitimer(ITIMER_PROF, most)
        setitimer(ITIMER_REAL, max(0.01, min(WAITING, self.end - time.monotonic())))
        item._initrequest()  # type: ignore[attr-defined]
        return not any(
            report.failed for report in runtestprotocol(item, log=False, nextitem=following)
        )


_TRYING: list[Trying] = []
"""What the processes of the pool inherit."""


def _judged(number: int) -> tuple[int, str | None]:
    return number, _TRYING[0].judge(number)


def changed_lines(commits: int) -> dict[str, set[int]]:
    """Return the lines of the program that the last commits changed;
    none where there is no such history.
    """
    command = [
        "git",
        "diff",
        "--unified=0",
        "--no-color",
        f"HEAD~{commits}",
        "HEAD",
        "--",
        "scorer",
    ]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False)
    lines = defaultdict[str, set[int]](set)
    path = ""
    for line in done.stdout.splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif found := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            start = int(found[1])
            count = int(found[2] or 1)
            lines[path] |= set(range(start, start + count))
    return dict(lines)


def equivalent() -> dict[str, str]:
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutant"]
    return {f"{each['path']}: {each['change']}": each["why"] for each in listed}


def _candidates(paths: Sequence[str], changed: int) -> Iterator[Mutant]:
    lines = changed_lines(changed) if changed else {}
    if changed and not lines:
        return
    for path, _, line in (each.partition(":") for each in paths if ":" in each):
        lines.setdefault(path, set()).add(int(line))
    roots = [CHECKOUT / path.partition(":")[0] for path in paths] or [CHECKOUT / "scorer"]
    for module in sorted(
        {each for root in roots for each in (root.rglob("*.py") if root.is_dir() else [root])}
    ):
        path = str(module.relative_to(CHECKOUT))
        if (
            path.split("/")[1] in LAYERS
            and "/migrations/" not in path
            and (not lines or path in lines)
        ):
            yield from mutants_of(path, module.read_text("utf-8"), lines.get(path))


def draw(
    directory: Path,
    paths: Sequence[str] = (),
    *,
    changed: int = 20,
    sample: int = 60,
    seed: int = 1,
) -> int:
    """Write into *directory* which mutants are to be tried:
    by default some of the lines that 20 commits changed.
    """
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("reached.*.jsonl"):
        old.unlink()
    known = equivalent()
    wanted = [
        each for each in _candidates(paths, changed) if f"{each.path}: {each.change}" not in known
    ]
    drawn = random.Random(seed).sample(wanted, min(sample, len(wanted)))
    (directory / "drawn.json").write_text(json.dumps([asdict(mutant) for mutant in drawn]), "utf-8")
    return len(drawn)


def read_drawn(directory: Path) -> list[Mutant]:
    return [Mutant(**each) for each in json.loads((directory / "drawn.json").read_text("utf-8"))]


ENOUGH = 0.5
"""The share of the drawn mutants that must have been tried, or nothing is known of them."""


def main() -> str | None:
    """Try a sample of mutants, and print those that survive and the share that is killed."""
    parser = ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    add = parser.add_argument
    add("paths", nargs="*", help="Modules or directories, or lines as PATH:LINE.")
    add("--sample", type=int, default=60, help="How many mutants are drawn; by default 60.")
    add("--seed", type=int, default=1, help="The same seed draws the same mutants; by default 1.")
    add(
        "--changed",
        type=int,
        default=0,
        help="Draw from the lines that the last CHANGED commits changed.",
    )
    add("--reached", type=Path, help="Where a run with MUTANTS left what it drew and found.")
    add("--seconds", type=float, default=3600, help="The seconds for trying them.")
    add("--most", type=float, default=inf, help="The seconds of the processor for each of them.")
    add("--tests", action="append", default=[], help="The tests to try, if not all.")
    add(
        "--least",
        type=float,
        default=0,
        help="Fail if less percent are killed, or less than half are tried.",
    )
    asked = parser.parse_args()
    directory = asked.reached or Path(mkdtemp(prefix="mutants-"))
    drawing = {"changed": asked.changed, "sample": asked.sample, "seed": asked.seed}
    if asked.reached is None and draw(directory, asked.paths, **drawing):
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-m", TESTS, *asked.tests]
        subprocess.run(
            command, cwd=CHECKOUT, env={**os.environ, "MUTANTS": str(directory)}, check=True
        )
    drawn = read_drawn(directory)
    if not drawn:
        print("no mutant was tried: nothing that can be mutated has changed")
        return None
    trying = Trying(directory, seconds=asked.seconds, most=asked.most)
    os.environ.pop("CI", None)  # tests take as many examples as in an ordinary run
    pytest.main([*QUIETLY, "-s", *trying.files], plugins=[trying])
    return fault(len(drawn), len(trying.results), report(drawn, trying.results), asked.least)


def fault(drawn: int, tried: int, share: float, least: float) -> str | None:
    """Return what is wrong with a run that killed this *share*, if at *least* so much was asked of
    it.

    >>> fault(60, 30, 84.9, 85)
    'less than 85 %: kill survivors with tests, or list them in equivalents.toml'
    >>> fault(60, 29, 100, 85)
    'only 29 of 60 were tried in the time'
    >>> fault(60, 30, 85, 85), fault(60, 0, 0, 0)
    (None, None)
    """
    if least and tried < ENOUGH * drawn:
        return f"only {tried} of {drawn} were tried in the time"
    kill = f"less than {least:.0f} %: kill survivors with tests, or list them in {EQUIVALENT.name}"
    return kill if share < least else None


def report(drawn: list[Mutant], results: dict[int, str]) -> float:
    """Print the mutants that were not tried, and the shares;
    return the share that was killed, in percent.
    """
    layers = defaultdict[str, list[bool]](list)
    for number, mutant in enumerate(drawn):
        if number in results:
            layers[mutant.path.split("/")[1]].append(results[number] != SURVIVED)
        else:
            print(f"not tried: {mutant}")
    for layer, killed in sorted(layers.items()):
        print(f"{layer}: {sum(killed)} of {len(killed)} killed")
    number = sum(map(sum, layers.values()))
    share = 100 * number / max(len(results), 1)
    print(
        f"{number} of {len(results)} killed, {share:.0f} %; {len(drawn) - len(results)} not tried"
    )
    return share


if __name__ == "__main__":
    sys.exit(main())
