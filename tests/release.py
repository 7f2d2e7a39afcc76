"""Make what a release consists of: `python -m tests.release DIRECTORY`.

An empty directory gets the source distribution, the wheel, and three files about them:

- `pylock.toml` names what the program is installed with (PEP 751), and `pylock.server.toml` also
  what a server may add. Both are for every platform. A file has its digest and no address; the
  standard then asks for a path, and that is the name of the file, beside the lock.
- A list of all components with their licences and digests (SBOM, in the form of CycloneDX).

The versions are those that are installed here, with which the tests ran.
"""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

import tomli_w
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.spdx import fixup_id
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.pylock import Package, PackageSdist, PackageWheel, Pylock
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

import scorer

CHECKOUT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = canonicalize_name(PROJECT["name"])
OF_A_SERVER = ("gunicorn", "metrics", "postgres")
"""The extras that a server may add."""

OLDEST_PYTHON = PROJECT["requires-python"].removeprefix(">=")

Files = dict[str, str]
"""The SHA-256 of each file of a package, by its name."""


class CannotRelease(Exception):
    """A release cannot be made; the message says why, and what to do."""


def build(directory: Path) -> Files:
    """Build the source distribution and the wheel, and return their digests."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(directory)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise CannotRelease(f"The program was not built: {done.stdout}{done.stderr}")
    return {path.name: sha256(path) for path in sorted(directory.iterdir())}


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# The lock


def resolved(*extras: str) -> Pylock:
    """Return what the program needs on every platform, in the versions that are installed here."""
    installed = "".join(
        f"{each.name}=={each.version}\n"
        for each in metadata.distributions()
        if canonicalize_name(each.name) != NAME
    )
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--format", "pylock.toml"]
    everywhere = ["--universal", "--python-version", OLDEST_PYTHON, "--no-header"]
    more = [word for extra in extras for word in ("--extra", extra)]
    files = ["--constraint", "-", "pyproject.toml"]
    done = subprocess.run(
        command + everywhere + more + files,
        cwd=CHECKOUT,
        input=installed,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise CannotRelease(f"The libraries were not found: {done.stderr}")
    return Pylock.from_dict(tomllib.loads(done.stdout))


def without_addresses(found: Package) -> Package:
    """Return a package whose files are beside the lock, wherever they came from."""
    return replace(
        found,
        index=None,
        sdist=found.sdist and replace(found.sdist, path=found.sdist.filename, url=None),
        wheels=[
            replace(wheel, path=wheel.filename, url=None, name=None) for wheel in found.wheels or ()
        ],
    )


def own_package(version: str, built: Files) -> Package:
    (wheel,) = (name for name in built if name.endswith(".whl"))
    (source,) = (name for name in built if name.endswith(".tar.gz"))
    return Package(
        name=NAME,
        version=Version(version),
        sdist=PackageSdist(path=source, hashes={"sha256": built[source]}),
        wheels=[PackageWheel(path=wheel, hashes={"sha256": built[wheel]})],
    )


def locked(version: str, built: Files, *extras: str) -> Pylock:
    """Return the lock of the program that was built and of all that it needs."""
    libraries = [without_addresses(each) for each in resolved(*extras).packages]
    packages = [*libraries, own_package(version, built)]
    lock = Pylock(
        lock_version=Version("1.0"),
        created_by=NAME,
        requires_python=SpecifierSet(PROJECT["requires-python"]),
        packages=sorted(packages, key=lambda package: package.name),
    )
    lock.validate()
    return lock


def files_of(package: Package) -> Files:
    """Return the digest of each file of a package of a lock."""
    found = {wheel.filename: wheel.hashes["sha256"] for wheel in package.wheels or ()}
    if package.sdist is not None:
        found[package.sdist.filename] = package.sdist.hashes["sha256"]
    return found


# The list of components


def licences(text: str) -> list[License]:
    return [LicenseFactory().make_from_string(text)]


def licences_of(package: Package) -> list[License]:
    """Return the licence that the installed package names, by its identifier if it names one;
    nothing if it is not installed here, as what only another system needs.
    """
    try:
        about = metadata.metadata(package.name)
    except metadata.PackageNotFoundError:
        return []
    kinds = [
        each.rpartition(" :: ")[2]
        for each in about.get_all("Classifier", [])
        if each.startswith("License :: ")
    ]
    if about["License-Expression"]:
        return licences(about["License-Expression"])
    named = [each for each in (about["License"], *kinds) if each]
    return licences(next(filter(fixup_id, named), kinds[0] if kinds else named[0]))


def file_components(files: Files) -> list[Component]:
    return [
        Component(
            type=ComponentType.FILE,
            name=name,
            bom_ref=name,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
        )
        for name, digest in files.items()
    ]


def library_component(package: Package, *, is_needed: bool) -> Component:
    purl = PackageURL("pypi", name=package.name, version=str(package.version))
    return Component(
        name=package.name,
        version=str(package.version),
        bom_ref=str(purl),
        purl=purl,
        scope=ComponentScope.REQUIRED if is_needed else ComponentScope.OPTIONAL,
        licenses=licences_of(package),
        components=file_components(files_of(package)),
    )


VENDORED = re.compile(
    r"\| `(?P<path>[^`]+)` \| (?P<what>.+?) \| (?P<version>[\d.]+) \| (?P<licence>[\w.-]+)[^|]* "
    r"\| `(?P<digest>[^`]+)` \|"
)
"""A row of the list of vendored files."""

FROM_NPM = {"htmx": "htmx.org", "pyodide": "pyodide"}
"""The package from which vendored files are, by how their paths begin."""


def vendored_components() -> Iterator[Component]:
    """Yield what is shipped inside the wheel and is not the program's own."""
    folder = CHECKOUT / "static" / "vendor"
    rows = list(VENDORED.finditer((folder / "VENDORED.md").read_text("utf-8")))
    for start, name in FROM_NPM.items():
        parts = [row for row in rows if row["path"].startswith(start)]
        version = parts[0]["version"]
        purl = PackageURL("npm", name=name, version=version)
        yield Component(
            name=name,
            version=version,
            bom_ref=str(purl),
            purl=purl,
            licenses=licences(parts[0]["licence"]),
            components=[_vendored_file(row) for row in parts],
        )
    words = Path("scorer/service/club/common_passwords.txt.gz")
    yield Component(
        type=ComponentType.DATA,
        name=words.as_posix(),
        bom_ref=words.as_posix(),
        description="Common passwords, from Django",
        licenses=licences("BSD-3-Clause"),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256(CHECKOUT / words))],
    )


def _vendored_file(row: re.Match[str]) -> Component:
    digest = base64.b64decode(row["digest"]).hex()
    return Component(
        type=ComponentType.FILE,
        name=f"static/vendor/{row['path']}",
        bom_ref=f"static/vendor/{row['path']}",
        description=row["what"],
        licenses=licences(row["licence"]),
        hashes=[HashType(alg=HashAlgorithm.SHA_384, content=digest)],
    )


def needs_of(name: str, extras: Collection[str]) -> list[Requirement]:
    """Return what an installed package asks for with some extras, on any system."""
    with suppress(metadata.PackageNotFoundError):
        found = [Requirement(each) for each in metadata.requires(name) or ()]
        return [each for each in found if asked_by(each) <= {*extras}]
    return []


def asked_by(requirement: Requirement) -> set[str]:
    """Return the extra with which a requirement is asked for, or nothing if it is in any case."""
    return {*re.findall(r'extra == "([^"]+)"', str(requirement.marker or ""))}


def dependencies(names: Collection[str]) -> dict[str, set[str]]:
    """Return what the program and each of the packages *names* depends on, of these."""
    found = dict[str, set[str]]()
    waiting: list[tuple[str, Collection[str]]] = [(NAME, OF_A_SERVER)]
    while waiting:
        name, extras = waiting.pop()
        for each in needs_of(name, extras):
            needed = canonicalize_name(each.name)
            known = found.setdefault(name, set())
            if needed in names and needed not in known:
                known.add(needed)
                waiting.append((needed, each.extras))
    return found


def listed_components(version: str, lock: Pylock, of_a_server: Pylock, built: Files) -> str:
    """Return the list of components as JSON in the form of CycloneDX."""
    needed_always = {package.name for package in lock.packages}
    purl = PackageURL("pypi", name=NAME, version=version)
    program = Component(
        type=ComponentType.APPLICATION,
        name=NAME,
        version=version,
        bom_ref=str(purl),
        purl=purl,
        description=PROJECT["description"],
        licenses=licences(PROJECT["license"]),
        components=file_components(built),
    )
    libraries: dict[str, Component] = {
        package.name: library_component(package, is_needed=package.name in needed_always)
        for package in of_a_server.packages
        if package.name != NAME
    }
    shipped = list(vendored_components())
    bom = Bom(components=[*libraries.values(), *shipped])
    bom.metadata.component = program
    for name, needed in dependencies(libraries.keys()).items():
        inside = shipped if name == NAME else []
        parts = [libraries[each] for each in sorted(needed)]
        bom.register_dependency(libraries.get(name, program), [*parts, *inside])
    text = JsonV1Dot6(bom).output_as_string(indent=1)
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        raise CannotRelease(f"The list of components is not valid: {fault}")
    return f"{text}\n"


def release(directory: Path) -> None:
    """Make all files of a release, or none."""
    if directory.exists() and any(directory.iterdir()):
        raise CannotRelease(f"{directory} is not empty. Name a new directory.")
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=directory.parent) as made:
        write(Path(made), scorer.__version__)
        for path in sorted(Path(made).iterdir()):
            path.rename(directory / path.name)


def write(directory: Path, version: str) -> None:
    built = build(directory)
    lock = locked(version, built)
    of_a_server = locked(version, built, *OF_A_SERVER)
    components = listed_components(version, lock, of_a_server, built)
    (directory / "pylock.toml").write_text(tomli_w.dumps(lock.to_dict()), "utf-8")
    (directory / "pylock.server.toml").write_text(tomli_w.dumps(of_a_server.to_dict()), "utf-8")
    (directory / f"{NAME}-{version}.cdx.json").write_text(components, "utf-8")


def main(words: list[str]) -> int:
    if len(words) != 1:
        print("usage: python -m tests.release DIRECTORY", file=sys.stderr)
        return 2
    try:
        release(Path(words[0]))
    except CannotRelease as error:
        print(f"tests.release: {error}", file=sys.stderr)
        return 1
    print(f"{words[0]}: {', '.join(sorted(each.name for each in Path(words[0]).iterdir()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
