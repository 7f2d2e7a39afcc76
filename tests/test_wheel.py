"""What is released: built from the checkout, installed where nothing else is,
and used from somewhere else.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from email.message import Message
from email.parser import Parser
from pathlib import Path

import flask
import pytest

from scorer.resources import resource_dir
from tests.programs import first_page, free_port
from tests.test_project import CHECKOUT, PROJECT
from tests.thorough import SLOW, WHOLE, some

RESOURCES = ("templates", "static")
TOTALS = {"A": 28, "B": 23}
"""Of the shipped example."""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run(*command: str | Path, cwd: Path) -> str:
    """What *command* prints, run in *cwd* without this process's import path; it must succeed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_of(folder: Path) -> dict[str, bytes]:
    """The files under *folder* with their content, but for what the interpreter leaves there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, cwd=CHECKOUT
    )
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def packed(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def metadata(packed: dict[str, bytes]) -> Message:
    (text,) = (content for name, content in packed.items() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(text.decode("utf-8"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new virtual environment with the wheel, and after it the libraries of this
    one.

    Whether the wheel asks for all of them, `tests.test_layers` says, and the tests before a
    release.
    """
    folder = tmp_path_factory.mktemp("installed")
    return environment_beside(Path(flask.__file__).parents[1], folder, wheel)


def environment_beside(libraries: Path, folder: Path, *wheels: Path) -> Path:
    """Make a virtual environment of wheels, to which libraries are added;
    return where its programs are.
    """
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / "bin" / "python"
    for wheel in wheels:
        run(
            sys.executable,
            "-m",
            "pip",
            "--python",
            python,
            "install",
            "--quiet",
            "--no-deps",
            wheel,
            cwd=folder,
        )
    where = Path(
        run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
        ).strip()
    )
    (where / "zz_libraries.pth").write_text(f"{libraries}\n")
    return python.parent


def test_the_wheel_has_the_files_of_the_project_and_no_others(packed: dict[str, bytes]) -> None:
    """Modules and what lies among them; templates and static files beside the modules. Of the
    languages it has what was compiled, and not what compiles.
    """
    expected = {
        f"scorer/{name}": content
        for name, content in files_of(CHECKOUT / "scorer").items()
        if not name.startswith("languages/") or name.endswith(".mo")
    }
    catalogues = {path.stem for path in (CHECKOUT / "scorer" / "languages").glob("*.po")}
    assert catalogues
    assert {f"scorer/languages/{code}.mo" for code in catalogues} <= set(expected)
    for folder in RESOURCES:
        expected |= {
            f"scorer/{folder}/{name}": content
            for name, content in files_of(CHECKOUT / folder).items()
        }
    assert {
        "scorer/py.typed",
        "scorer/examples/cavendish.piquet",
        "scorer/templates/table/layout.html",
    } <= set(expected)
    others = {
        name: content
        for name, content in packed.items()
        if not re.match(r"[^/]*\.dist-info/", name)
    }
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    shipped = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    expected |= {
        target: (CHECKOUT / source).read_bytes()
        for source, target in shipped.items()
        if source not in RESOURCES
    }
    assert others == expected


LICENCES = (
    "LICENSE",
    "static/vendor/htmx-LICENSE",
    "static/vendor/pyodide-314.0.7/pyodide-LICENSE",
    "static/vendor/pyodide-314.0.7/python-LICENSE",
    "scorer/service/club/common_passwords-LICENSE",
)
"""The texts of the licences of what is shipped."""


@pytest.mark.parametrize("path", LICENCES)
def test_the_wheel_has_the_text_of_each_licence(packed: dict[str, bytes], path: str) -> None:
    (found,) = (
        content for name, content in packed.items() if name.endswith(f".dist-info/licenses/{path}")
    )
    assert found == (CHECKOUT / path).read_bytes()


def test_every_licence_of_a_shipped_file_is_in_the_metadata(metadata: Message) -> None:
    """Those that the list of vendored files names, that of the list of common passwords,
    and the program's own.
    """
    vendored = (CHECKOUT / "static" / "vendor" / "VENDORED.md").read_text("utf-8")
    named = {
        row.split("|")[4].split(",")[0].strip()
        for row in vendored.splitlines()
        if row.startswith("| `")
    }
    assert {*metadata["License-Expression"].split(" AND ")} == {"MIT", "BSD-3-Clause"} | named


def test_the_metadata_are_those_of_the_project(metadata: Message) -> None:
    named = {"Name": "name", "Requires-Python": "requires-python", "License-Expression": "license"}
    for name, key in (*named.items(), ("Summary", "description")):
        assert metadata[name] == PROJECT[key]


def test_the_installed_command_scores_the_shipped_example(
    installed: Path, metadata: Message, tmp_path: Path
) -> None:
    """From another directory: 28 to 23; with its own templates and static files."""
    code = (
        "import scorer, scorer.resources as r; print(scorer.__file__, *map(r.resource_dir, "
        "('templates', 'static')))"
    )
    module, *folders = map(Path, run(installed / "python", "-c", code, cwd=tmp_path).split())
    assert module.is_relative_to(installed.parent)
    assert folders == [module.parent / name for name in RESOURCES]
    assert (
        run(installed / "scorer", "--version", cwd=tmp_path)
        == f"scorer, version {metadata['Version']}\n"
    )
    example = module.parent / "examples" / "cavendish.piquet"
    assert (
        json.loads(run(installed / "scorer", "score", "--json", example, cwd=tmp_path))["totals"]
        == TOTALS
    )
    sheet = run(installed / "python", "-m", "scorer", "score", example, cwd=tmp_path)
    assert "Total                                                    28     23\n" in sheet


def test_the_resources_are_found_in_the_checkout_and_no_others() -> None:
    assert [resource_dir(name) for name in RESOURCES] == [CHECKOUT / name for name in RESOURCES]
    with pytest.raises(FileNotFoundError, match="pictures"):
        resource_dir("pictures")


# Elsewhere: each takes half a minute, so all are tried before a release, and one a day in CI.


def uses(programs: Path, data: Path) -> None:
    """Rehearse a club, verify its book, score a partie and serve a page
    with an installed program.
    """
    scorer = programs / "scorer"
    run(
        scorer, "book", "rehearse", "--data", data, "--members", "4", "--parties", "4", cwd=programs
    )
    run(scorer, "book", "verify", "--data", data, cwd=programs)
    example = CHECKOUT / "scorer" / "examples" / "cavendish.piquet"
    assert json.loads(run(scorer, "score", "--json", example, cwd=programs))["totals"] == TOTALS
    port = free_port()
    command = [str(scorer), "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, cwd=programs, stdout=subprocess.DEVNULL) as process:
        try:
            assert "New partie" in first_page(port)
        finally:
            process.terminate()


def environment(python: str | Path, folder: Path, *what: str | Path) -> Path:
    """Make a virtual environment of a Python with *what* installed,
    and return where its programs are.
    """
    run(python, "-m", "venv", folder / "environment", cwd=folder)
    programs = folder / "environment" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", *what, cwd=folder)
    return programs


def later(python: str) -> Callable[[Path, Path], Path]:
    return lambda wheel, folder: environment(python, folder, wheel)


def with_the_oldest_libraries(wheel: Path, folder: Path) -> Path:
    oldest = folder / "oldest"
    oldest.write_text("\n".join(each.replace(">=", "==") for each in PROJECT["dependencies"]))
    programs = environment(sys.executable, folder, wheel, "-c", oldest)
    found = run(programs / "python", "-m", "pip", "freeze", cwd=folder).lower().replace("_", "-")
    for name, bound in (each.split(">=") for each in PROJECT["dependencies"]):
        assert re.search(rf"^{re.escape(name)}=={re.escape(bound)}", found, re.M), name
    return programs


def from_the_sources(_: Path, folder: Path) -> Path:
    run(
        sys.executable,
        "-m",
        "build",
        "--sdist",
        "--no-isolation",
        "--outdir",
        folder / "dist",
        cwd=CHECKOUT,
    )
    (built,) = (folder / "dist").iterdir()
    return environment(sys.executable, folder, built)


def without_a_compiler(wheel: Path, folder: Path) -> Path:
    """As on an Android phone: only wheels of pure Python are taken,
    and one that is built without a compiler.
    """
    pip = [sys.executable, "-m", "pip"]
    markupsafe: list[str | Path] = [
        "--no-deps",
        "--no-binary",
        "markupsafe",
        "--wheel-dir",
        folder,
        "markupsafe",
    ]
    run(*pip, "wheel", "--quiet", *markupsafe, cwd=folder)
    pure = [
        "--only-binary",
        ":all:",
        "--platform",
        "any",
        "--implementation",
        "py",
        "--abi",
        "none",
    ]
    target: list[str | Path] = ["--target", folder / "libraries", *folder.glob("*.whl"), wheel]
    run(*pip, "install", "--quiet", *pure, *target, cwd=folder)
    assert list((folder / "libraries").rglob("*.so")) == []
    assert not (folder / "libraries" / "greenlet").exists()
    program = environment_beside(folder / "libraries", folder / "phone") / "scorer"
    program.write_text(
        f"#!{program.with_name('python')}\nfrom scorer.__main__ import main\nmain()\n"
    )
    program.chmod(0o755)
    return program.parent


def is_here(python: str) -> bool:
    """Whether a Python is on this machine;
    a name on the path may only stand for one that is not installed.
    """
    try:
        return (
            subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0
        )
    except FileNotFoundError:
        return False


LATER = [python for python in (f"python3.{minor}" for minor in range(12, 30)) if is_here(python)]
"""The Pythons of this machine that are newer than the oldest that is supported."""


@pytest.mark.parametrize("python", LATER)
def test_every_python_of_this_machine_is_among_those_that_are_supported(
    metadata: Message, python: str
) -> None:
    supported = metadata.get_all("Classifier", [])
    assert f"Programming Language :: Python :: {python.removeprefix('python')}" in supported


ELSEWHERE = {
    "the oldest libraries": with_the_oldest_libraries,
    **{python: later(python) for python in LATER},
    "the source distribution": from_the_sources,
    "no compiler": without_a_compiler,
}
"""What returns where it has installed the programs, from the wheel and in a directory."""


@pytest.mark.parametrize("where", some(ELSEWHERE, len(ELSEWHERE), days=SLOW))
def test_the_program_works_elsewhere(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    if where == "no compiler":
        monkeypatch.setenv("CC", "/bin/false")
    try:
        programs = ELSEWHERE[where](wheel, tmp_path)
    except AssertionError as error:
        if not WHOLE and re.search("Connection|name resolution", str(error)):
            pytest.skip("the index of packages cannot be reached")
        raise
    uses(programs, tmp_path / "data")
