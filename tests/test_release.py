"""What `tests.release` makes: the lock and the list of components are whole, right, and name no
address; and a host installs from them.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.pylock import Pylock
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import scorer
from tests import release
from tests.test_project import CHECKOUT, PROJECT
from tests.test_wheel import run
from tests.thorough import WHOLE

NEEDS_THE_INDEX = pytest.mark.xdist_group("release")


def from_the_index(*command: str | Path, cwd: Path) -> str:
    """What a command prints that asks the index of packages;
    the test is left out if that cannot be reached.
    """
    try:
        return run(*command, cwd=cwd)
    except AssertionError as error:
        if not WHOLE and re.search("[Cc]onnect|name resolution|dns error", str(error)):
            pytest.skip("the index of packages cannot be reached")
        raise


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("release") / "new"
    from_the_index(sys.executable, "-m", "tests.release", directory, cwd=CHECKOUT)
    return directory


def lock_of(directory: Path, name: str = "pylock.toml") -> Pylock:
    return Pylock.from_dict(tomllib.loads((directory / name).read_text("utf-8")))


def components_of(directory: Path) -> dict[str, Any]:
    (path,) = directory.glob("*.cdx.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def digests_in(found: Any) -> dict[str, str]:
    """The digest of every file of the list of components, by its name."""
    parts = found if isinstance(found, list) else [found]
    digests = dict[str, str]()
    for part in parts:
        if "hashes" in part:
            (digest,) = part["hashes"]
            digests[part["name"]] = digest["content"]
        digests |= digests_in(part.get("components", []))
    return digests


def installed_for(name: str) -> set[str]:
    """The installed packages that a package asks for without an extra, and those that they do."""
    found = set[str]()
    for each in map(Requirement, metadata.requires(name) or ()):
        needed = canonicalize_name(each.name)
        applies = each.marker is None or each.marker.evaluate({"extra": ""})
        if applies and needed not in found:
            found |= {needed} | installed_for(needed)
    return found


@pytest.mark.slow
@NEEDS_THE_INDEX
class TestMade:
    """What was made in a directory."""

    def test_it_is_all_that_is_published(self, made: Path) -> None:
        version = scorer.__version__
        assert {path.name for path in made.iterdir()} == {
            f"piquet-scorer-{version}.cdx.json",
            f"piquet_scorer-{version}-py3-none-any.whl",
            f"piquet_scorer-{version}.tar.gz",
            "pylock.server.toml",
            "pylock.toml",
        }

    def test_everything_that_the_program_needs_is_in_both(self, made: Path) -> None:
        needed = installed_for(PROJECT["name"]) | {"piquet-scorer"}
        packages = {str(each.name): str(each.version) for each in lock_of(made).packages}
        assert needed <= set(packages)
        listed = components_of(made)
        every = [*listed["components"], listed["metadata"]["component"]]
        versions = {each["name"]: each.get("version") for each in every}
        for name in needed:
            assert packages[name] == metadata.version(name)
            assert versions[name] == metadata.version(name)

    def test_what_a_server_adds_is_only_in_the_lock_of_a_server(self, made: Path) -> None:
        alone = {each.name for each in lock_of(made).packages}
        served = {each.name for each in lock_of(made, "pylock.server.toml").packages}
        added = {"gunicorn", "prometheus-client", "psycopg", "psycopg-binary"}
        assert alone <= served
        assert added <= served - alone
        optional = {
            each["name"]
            for each in components_of(made)["components"]
            if each.get("scope") == "optional"
        }
        assert optional == served - alone

    def test_they_name_no_address(self, made: Path) -> None:
        """But that of the form itself, by which its version is known."""
        for path in (*made.glob("pylock*"), *made.glob("*.json")):
            lines = path.read_text("utf-8").splitlines()
            found = [line.strip() for line in lines if "://" in line]
            form = '"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",'
            assert found == ([form] if path.suffix == ".json" else []), path.name

    def test_the_lock_has_files_for_every_platform_and_the_sources(self, made: Path) -> None:
        files = {str(each.name): release.files_of(each) for each in lock_of(made).packages}
        for name in ("markupsafe", "sqlalchemy"):
            listed = "\n".join(files[name])
            for platform in ("win_amd64", "macosx_11_0_arm64", "manylinux.*aarch64", "musllinux"):
                assert re.search(rf"cp313-cp313-.*{platform}", listed), (name, platform)
            assert ".tar.gz" in listed

    def test_the_list_is_valid_and_names_licences_and_what_needs_what(self, made: Path) -> None:
        listed = components_of(made)
        assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(listed)) is None
        without = {each["name"] for each in listed["components"] if not each.get("licenses")}
        assert without & installed_for(PROJECT["name"]) == set()
        needs = {each["ref"]: each.get("dependsOn", []) for each in listed["dependencies"]}
        (program,) = (ref for ref in needs if ref.startswith("pkg:pypi/piquet-scorer@"))
        names = {ref.partition("/")[2].partition("@")[0] for ref in needs[program]}
        direct = {Requirement(each).name for each in PROJECT["dependencies"]}
        assert direct <= names
        assert {"htmx.org", "pyodide", "gunicorn"} <= names
        assert "pip" not in names

    def test_every_digest_of_what_is_shipped_is_that_of_the_file(self, made: Path) -> None:
        listed = components_of(made)
        digests = digests_in([*listed["components"], listed["metadata"]["component"]])
        for path in (*made.glob("*.whl"), *made.glob("*.tar.gz")):
            assert digests[path.name] == release.sha256(path)
        vendored = [name for name in digests if name.startswith("static/vendor/")]
        assert len(vendored) == 5
        for name in vendored:
            content = (CHECKOUT / name).read_bytes()
            assert digests[name] == hashlib.sha384(content).hexdigest()

    def test_a_host_installs_from_the_lock_and_only_what_has_its_digest(
        self, made: Path, tmp_path: Path
    ) -> None:
        """The files are fetched by name, and then no network is needed."""
        beside = shutil.copytree(made, tmp_path / "beside")
        (wheel,) = beside.glob("*.whl")
        fetch = [sys.executable, "-m", "pip", "download", "--quiet"]
        from_the_index(*fetch, "--dest", beside, wheel, cwd=tmp_path)
        fetched = {path.name: release.sha256(path) for path in beside.glob("*.whl")}
        listed = components_of(made)
        digests = digests_in([*listed["components"], listed["metadata"]["component"]])
        files = dict[str, str]()
        for package in lock_of(made).packages:
            files |= release.files_of(package)
        for name, digest in fetched.items():
            assert files[name] == digest
            assert digests[name] == digest
        run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "host", cwd=tmp_path)
        programs = tmp_path / "host" / "bin"
        install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline"]
        install += ["--no-cache", "--python", str(programs / "python"), "-r", "pylock.toml"]
        lock = beside / "pylock.toml"
        right = lock.read_text("utf-8")
        (flask,) = beside.glob("flask-[0-9]*.whl")
        lock.write_text(right.replace(fetched[flask.name], "0" * 64), "utf-8")
        refused = subprocess.run(
            install, cwd=beside, capture_output=True, encoding="utf-8", check=False
        )
        assert refused.returncode != 0
        assert "Hash mismatch" in refused.stderr
        lock.write_text(right, "utf-8")
        run(*install, cwd=beside)
        version = f"scorer, version {scorer.__version__}\n"
        assert run(programs / "scorer", "--version", cwd=tmp_path) == version


def test_every_vendored_file_is_read_from_its_list() -> None:
    text = (CHECKOUT / "static" / "vendor" / "VENDORED.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    read = list(release.VENDORED.finditer(text))
    assert len(read) == len(rows) == 5
    assert {row["licence"] for row in read} == {"0BSD", "MPL-2.0", "PSF-2.0"}
    assert all(len(base64.b64decode(row["digest"])) == 48 for row in read)


def test_a_directory_with_something_in_it_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wheel").touch()
    assert release.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"tests.release: {tmp_path} is not empty. Name a new directory.\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["wheel"]


def test_a_release_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def half(directory: Path, version: str) -> None:
        (directory / "wheel").touch()
        raise release.CannotRelease("The libraries were not found: no network.")

    monkeypatch.setattr(release, "write", half)
    assert release.main([str(tmp_path / "new")]) == 1
    assert "no network" in capsys.readouterr().err
    assert [*(tmp_path / "new").iterdir()] == []
