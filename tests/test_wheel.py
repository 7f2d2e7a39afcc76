"""What is released: built from the checkout, installed where nothing else is, and used from somewhere else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from scorer.resources import resource_dir
from tests.test_serve import first_page, free_port
from tests.thorough import WHOLE

CHECKOUT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
RESOURCES = ("templates", "static")

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run(*command: str | Path, cwd: Path) -> str:
    """What *command* prints, run in *cwd* without this process's import path; it must succeed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False
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
    """The wheel, built from the checkout."""
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", place, cwd=CHECKOUT)
    (built,) = place.iterdir()
    return built


@pytest.fixture(scope="module")
def packed(wheel: Path) -> dict[str, bytes]:
    """Every file of the wheel with its content."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def metadata(packed: dict[str, bytes]) -> Message:
    """What the wheel says about itself."""
    (text,) = (content for name, content in packed.items() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(text.decode("utf-8"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new virtual environment in which nothing but the wheel and what it needs is installed."""
    place = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", place, cwd=place)
    run(place / "bin" / "python", "-m", "pip", "install", "--quiet", wheel, cwd=place)
    return place / "bin"


@pytest.fixture(scope="module")
def package(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the installed package is."""
    code = "import pathlib, scorer; print(pathlib.Path(scorer.__file__).parent)"
    return Path(run(installed / "python", "-c", code, cwd=tmp_path_factory.mktemp("elsewhere")).strip())


@pytest.mark.parametrize(("folder", "place"), [("scorer", "scorer"), *((name, f"scorer/{name}") for name in RESOURCES)])
def test_every_file_is_packed_as_it_is(packed: dict[str, bytes], folder: str, place: str) -> None:
    """Modules and what lies among them, templates and static files; the last two beside the modules."""
    files = files_of(CHECKOUT / folder)
    assert files
    for name, content in files.items():
        assert packed[f"{place}/{name}"] == content


def test_what_others_rely_on_is_packed(packed: dict[str, bytes]) -> None:
    """The files that no module imports, so that only this would notice their absence."""
    assert {"scorer/py.typed", "scorer/examples/cavendish.piquet"} <= set(packed)
    (licence,) = (content for name, content in packed.items() if name.endswith(".dist-info/licenses/LICENSE"))
    assert licence == (CHECKOUT / "LICENSE").read_bytes()


def test_nothing_else_is_packed(packed: dict[str, bytes]) -> None:
    tops = {name.split("/")[0] for name in packed}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorer"}
    assert not any("__pycache__" in name or name.endswith(".pyc") for name in packed)


def test_the_metadata_are_those_of_the_project(metadata: Message) -> None:
    assert metadata["Name"] == PROJECT["name"]
    assert metadata["Requires-Python"] == PROJECT["requires-python"]
    assert metadata["License-Expression"] == PROJECT["license"]
    assert metadata["Summary"] == PROJECT["description"]


def test_the_installed_command_scores_the_shipped_example(installed: Path, package: Path, tmp_path: Path) -> None:
    """From another directory, in an environment where the checkout is not: 28 to 23."""
    assert not package.is_relative_to(CHECKOUT)
    example = package / "examples" / "cavendish.piquet"
    document = json.loads(run(installed / "scorer", "score", "--json", example, cwd=tmp_path))
    assert document["totals"] == {"A": 28, "B": 23}
    sheet = run(installed / "scorer", "score", example, cwd=tmp_path)
    assert "Total                                                    28     23\n" in sheet
    assert run(installed / "python", "-m", "scorer.cli", "score", example, cwd=tmp_path) == sheet


def test_the_installed_command_knows_its_version(installed: Path, metadata: Message, tmp_path: Path) -> None:
    assert run(installed / "scorer", "--version", cwd=tmp_path) == f"scorer, version {metadata['Version']}\n"


@pytest.mark.parametrize("name", RESOURCES)
def test_the_resources_are_found_in_the_installed_package(
    installed: Path, package: Path, tmp_path: Path, name: str
) -> None:
    code = f"from scorer.resources import resource_dir; print(resource_dir({name!r}))"
    found = Path(run(installed / "python", "-c", code, cwd=tmp_path).strip())
    assert found == package / name
    assert files_of(found) == files_of(CHECKOUT / name)


@pytest.mark.parametrize("name", RESOURCES)
def test_the_resources_are_found_in_the_checkout(name: str) -> None:
    assert resource_dir(name) == CHECKOUT / name


def test_a_resource_that_nobody_has_is_not_found() -> None:
    with pytest.raises(FileNotFoundError, match="pictures"):
        resource_dir("pictures")


# Elsewhere: before a release, for each of these takes half a minute.

elsewhere = pytest.mark.skipif(not WHOLE, reason="before a release, with WHOLE=1")


def uses(programs: Path, data: Path) -> None:
    """Play a club's evening, verify its book, score a partie and serve a page with an installed program."""
    scorer = programs / "scorer"
    run(scorer, "rehearse", "--data", data, "--members", "4", "--parties", "4", cwd=programs)
    run(scorer, "verify", "--data", data, cwd=programs)
    example = CHECKOUT / "scorer" / "examples" / "cavendish.piquet"
    assert json.loads(run(scorer, "score", "--json", example, cwd=programs))["totals"] == {"A": 28, "B": 23}
    port = free_port()
    command = [str(scorer), "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, cwd=programs, stdout=subprocess.DEVNULL) as process:
        try:
            assert "New partie" in first_page(port)
        finally:
            process.terminate()


def environment(python: str | Path, place: Path, *what: str | Path) -> Path:
    """Make a virtual environment of a Python with *what* installed, and return where its programs are."""
    run(python, "-m", "venv", place / "environment", cwd=place)
    programs = place / "environment" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", *what, cwd=place)
    return programs


@elsewhere
@pytest.mark.parametrize("python", ["python3.12", "python3.13"])
def test_the_wheel_works_on_a_later_python(wheel: Path, tmp_path: Path, python: str) -> None:
    path = shutil.which(python)
    assert path is not None, f"put {python} on the PATH"
    uses(environment(path, tmp_path, wheel), tmp_path / "data")


@elsewhere
def test_the_wheel_works_on_the_oldest_libraries_that_it_asks_for(wheel: Path, tmp_path: Path) -> None:
    oldest = tmp_path / "oldest"
    oldest.write_text("\n".join(each.replace(">=", "==") for each in PROJECT["dependencies"]))
    programs = environment(sys.executable, tmp_path, wheel, "-c", oldest)
    found = run(programs / "python", "-m", "pip", "freeze", cwd=tmp_path).lower().replace("_", "-")
    for name, bound in (each.split(">=") for each in PROJECT["dependencies"]):
        assert re.search(rf"^{re.escape(name)}=={re.escape(bound)}", found, re.M), name
    uses(programs, tmp_path / "data")


@elsewhere
def test_the_source_distribution_works(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path / "dist", cwd=CHECKOUT)
    (built,) = (tmp_path / "dist").iterdir()
    uses(environment(sys.executable, tmp_path, built), tmp_path / "data")
