"""The files for a server, used as a keeper would: behind Caddy, by systemd, and in a container."""

import json
import os
import re
import shlex
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, closing, nullcontext, suppress
from http.client import HTTPConnection
from pathlib import Path
from ssl import TLSVersion
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest

from scorer.service.topics import recipe, topic_text
from scorer.web.extensions import LARGEST_COPY, LARGEST_FORM, LARGEST_IMPORT
from tests import postgresql
from tests.programs import TO_FIRST_PAGE, first_page, free_port, printed_by, until
from tests.rows import each_row
from tests.test_project import CHECKOUT

HOST = "piquet.example.org"
PROGRAMS = "/opt/scorer/bin"
DATA = "/var/lib/scorer"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recipes")]


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed here")


def command(unit: str, data: Path) -> list[str]:
    """What a unit starts, with this program and another directory."""
    (line,) = re.findall(r"^ExecStart=((?:.*\\\n)*.*)$", recipe(unit), re.M)
    program, *words = shlex.split(line.replace("\\\n", "").replace(DATA, str(data)))
    folder, _, name = program.rpartition("/")
    assert folder == PROGRAMS
    return [sys.executable, "-m", name, *words]


def variables(unit: str, data: Path) -> dict[str, str]:
    """The environment of what a unit starts."""
    lines = re.findall(r"^Environment=(.*)$", recipe(unit).replace(DATA, str(data)), re.M)
    return dict(each.split("=", 1) for line in lines for each in line.split())


# Behind Caddy

BODIES = {
    "/parties": LARGEST_FORM,
    "/nowhere": LARGEST_FORM,
    "/c/AAAAAA/import": LARGEST_IMPORT,
    "/c/AAAAAA/import/post": LARGEST_IMPORT,
    "/set-up/x/copy": LARGEST_COPY,
}
"""How long a body may be, by its path."""

Fields = dict[str, str] | None
Answer = tuple[int, Any, str]
"""The status, the headers and the page."""


class Site(NamedTuple):
    """A server that is reached over https, at another port than is usual."""

    plain: int
    encrypted: int
    authority: Path
    log: Path

    def ask(
        self, path: str, headers: Fields = None, form: Fields = None, *, plainly: bool = False
    ) -> Answer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        with closing(HTTPConnection("127.0.0.1", self.plain, TO_FIRST_PAGE)) as connection:
            if not plainly:
                connection.sock = self.shake_hands(
                    ssl.create_default_context(cafile=str(self.authority))
                )
            body = urlencode(form) if form else None
            connection.request(
                "POST" if form else "GET", path, body, {"Host": HOST, **kind, **(headers or {})}
            )
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    def shake_hands(self, context: ssl.SSLContext) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.encrypted), TO_FIRST_PAGE)
        return context.wrap_socket(plain, server_hostname=HOST)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The program as the unit starts it, and Caddy with the recipe,
    which signs the certificate itself.
    """
    folder = tmp_path_factory.mktemp("site")
    port = free_port()
    plain = free_port()
    encrypted = free_port()
    options = (
        f"http_port {plain}\nhttps_port {encrypted}\nadmin off\nlocal_certs\nskip_install_trust\n"
    )
    (folder / "Caddyfile").write_text(
        recipe("Caddyfile").replace("{\n", f"{{\n{options}", 1).replace("8421", str(port))
    )
    caddy = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    homes = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with ExitStack() as stack:
        log = stack.enter_context((folder / "log").open("w"))
        program = [
            each.replace("8421", str(port)) for each in command("scorer.service", folder / "book")
        ]
        asked = variables("scorer.service", folder / "book")
        (figures := folder / "figures").mkdir()
        asked["PROMETHEUS_MULTIPROC_DIR"] = str(figures)
        for words, environment in (
            (program, {**os.environ, **asked}),
            (caddy, {**homes, "PATH": "/usr/bin:/usr/local/bin"}),
        ):
            started = stack.enter_context(
                subprocess.Popen(words, stdout=log, stderr=log, env=environment)
            )
            stack.callback(started.terminate)
        authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        found = Site(plain, encrypted, authority, folder / "log")
        until(authority.exists)
        until(lambda: answers(found))
        yield found


def answers(site: Site) -> bool:
    try:
        return site.ask("/ready")[0] == 200
    except OSError:
        return False


@needs("caddy")
def test_a_partie_is_opened_and_scored_through_caddy(site: Site) -> None:
    """Over https, with a cookie that is sent only so, and https in the links to share."""
    status, headers, page = site.ask("/parties/new")
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    name, *flags = headers["Set-Cookie"].split("; ")
    assert name.startswith("__Host-session=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(flags)
    (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', page))
    form = {
        "csrf_token": token,
        "first": "Ada",
        "second": "Ben",
        "rules": "portland",
        "deals": "second",
    }
    status, headers, _ = site.ask("/parties", {"Cookie": name, "Origin": f"https://{HOST}"}, form)
    assert status == 303
    address = headers["Location"]
    cookie = headers["Set-Cookie"].split("; ")[0]
    tap = {"csrf_token": token, "say": "E exchange 5", "deal": "0", "position": "0", "key": "x"}
    assert site.ask(f"{address}say", {"Cookie": cookie, "Origin": f"https://{HOST}"}, tap)[0] == 303
    shared = site.ask(f"{address}share", {"Cookie": cookie})[2]
    assert f"https://{HOST}/p/" in shared
    assert "http://" not in shared.replace("http://www.w3.org/", "")


@needs("caddy")
def test_what_is_not_encrypted_or_says_a_foreign_host_is_not_served(site: Site) -> None:
    status, headers, _ = site.ask("/parties/new", plainly=True)
    assert status == 308
    assert headers["Location"] == f"https://{HOST}/parties/new"
    assert "Set-Cookie" not in headers
    status, headers, page = site.ask(
        "/", {"X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example"}
    )
    assert status == 200
    assert "evil.example" not in page


@needs("caddy")
@pytest.mark.parametrize("path", ["/c/AAAAAA/api/v1/standings", "/metrics"])
def test_a_program_that_asks_without_encryption_is_refused_so_that_its_keeper_sees_it(
    site: Site, path: str
) -> None:
    assert site.ask(path, plainly=True)[0] == 403
    assert site.ask(path)[0] == 404


@needs("caddy")
@pytest.mark.parametrize(("path", "most"), BODIES.items())
def test_caddy_passes_on_no_more_of_a_body_than_the_program_takes(
    site: Site, path: str, most: int
) -> None:
    """Caddy refuses the rest, and the program a form that is cut off: whichever answers first."""
    with closing(HTTPConnection("127.0.0.1", site.plain, TO_FIRST_PAGE)) as connection:
        connection.sock = site.shake_hands(ssl.create_default_context(cafile=str(site.authority)))
        connection.putrequest("POST", path, skip_host=True)
        connection.putheader("Host", HOST)
        connection.putheader("Content-Type", "application/x-www-form-urlencoded")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        with suppress(OSError):
            for _ in range(most // 65536 + 1):
                connection.send(b"10000\r\n" + b"a" * 65536 + b"\r\n")
            connection.send(b"0\r\n\r\n")
        assert connection.getresponse().status in (400, 413)


def test_the_certificate_is_one_that_every_browser_trusts() -> None:
    """Caddy asks a public authority for it, unless it is told otherwise; the tests here tell it."""
    assert re.search("tls|local_certs|auto_https|admin", recipe("Caddyfile")) is None


@needs("caddy")
@each_row
@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
def test_only_new_versions_of_tls_with_strong_ciphers_are_spoken(
    site: Site, newest: TLSVersion, ciphers: str, spoken: str | None
) -> None:
    context = ssl.create_default_context(cafile=str(site.authority))
    context.minimum_version = TLSVersion.TLSv1
    context.maximum_version = newest
    context.set_ciphers(f"{ciphers}:@SECLEVEL=0")  # this side would speak what is old
    with (
        nullcontext() if spoken else pytest.raises(ssl.SSLError, match="ALERT"),
        site.shake_hands(context) as line,
    ):
        assert line.version() == spoken


@needs("caddy")
def test_a_visitor_cannot_choose_the_address_that_attempts_are_counted_by(site: Site) -> None:
    asked = [
        site.ask("/p/ZZZZZZ/", {"X-Forwarded-For": f"203.0.113.{number}"})[0]
        for number in range(32)
    ]
    assert asked == [404] * 30 + [429] * 2


@needs("caddy")
def test_the_log_of_the_service_has_each_request_in_json(site: Site) -> None:
    named = site.ask("/p/ZZZZZZ/")[1]["X-Request-Id"]
    lines = [
        json.loads(line) for line in site.log.read_text().splitlines() if line.startswith('{"time"')
    ]
    (found,) = [line for line in lines if line.get("request") == named]
    assert found["route"] == "tables.table"
    assert (found["status"] in (404, 429)) is True


# systemd


@needs("systemd-analyze")
def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    units = [
        tmp_path / name
        for name in ("scorer.service", "scorer-backup.service", "scorer-backup.timer")
    ]
    units.append(tmp_path / "scorer-lan.service")
    for unit in units:
        unit.write_text(re.sub(f"{PROGRAMS}/\\w+", sys.executable, recipe(unit.name)))
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, units)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0
    assert [line for line in done.stderr.splitlines() if "scorer" in line] == []


@pytest.mark.parametrize("unit", ["scorer.service", "scorer-lan.service", "scorer-backup.service"])
def test_the_service_can_write_nothing_but_its_own_directory(unit: str) -> None:
    """So neither the log, which journald keeps, nor the program itself."""
    lines = recipe(unit).splitlines()
    assert {"User=scorer", "ProtectSystem=strict", "ProtectHome=yes", "UMask=0077"} <= {*lines}
    assert not [
        line
        for line in lines
        if re.match("ReadWritePaths|SupplementaryGroups|AmbientCapabilities", line)
    ]


def test_the_service_in_a_room_is_found_by_the_name_of_its_computer(tmp_path: Path) -> None:
    """Every link begins with that name; a request by another name is refused."""
    port = free_port()
    name = socket.gethostname().lower()
    words = command("scorer-lan.service", tmp_path / "book")
    line = [word.replace("%H", name).replace("8421", str(port)) for word in words]
    with subprocess.Popen(
        [*line, "--port", str(port)], stdout=subprocess.PIPE, encoding="utf-8"
    ) as program:
        try:
            said = printed_by(program)
            assert f"Phones open it at http://{name}.local:{port}/\n" in said
            for host, status in ((f"{name}.local", 200), (name, 200), ("example.org", 400)):
                with closing(HTTPConnection("127.0.0.1", port, timeout=TO_FIRST_PAGE)) as line_to:
                    line_to.request("GET", "/", headers={"Host": f"{host}:{port}"})
                    assert line_to.getresponse().status == status, host
        finally:
            program.terminate()


@pytest.mark.parametrize("kind", ["file", "server"])
def test_the_nightly_backup_keeps_thirty(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "book"
    subprocess.run(
        [sys.executable, "-m", "scorer", "book", "rehearse", "--data", data, "--parties", "2"],
        check=True,
    )
    if kind == "server":  # as /etc/scorer.env says
        address = postgresql.address(postgresql.new_database(postgresql.new_name()))
        subprocess.run(
            [sys.executable, "-m", "scorer", "book", "copy", "--from", data, "--to", address],
            check=True,
        )
        (data / "book.sqlite").unlink()
        monkeypatch.setenv("SCORER_DATABASE", address)
    (data / "backups").mkdir()
    for night in range(1, 31):
        (data / "backups" / f"book-202609{night:02}-040000.sqlite").touch()
    subprocess.run(command("scorer-backup.service", data), check=True)
    kept = sorted((data / "backups").iterdir())
    assert len(kept) == 30
    assert kept[0].name == "book-20260902-040000.sqlite"
    with closing(sqlite3.connect(kept[-1])) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone()[0] > 2


# A container

IGNORED = "Containerfile.dockerignore"
"""What podman and Docker read for a recipe of this name, since it lies beside it."""

STAGES = re.split(r"^FROM .*$", recipe("Containerfile"), flags=re.M)[1:]
"""What builds the program, and what the image is made of."""


def context(directory: Path) -> Path:
    """Copy what the ignore file leaves of the checkout, as an engine would send it."""
    lines = [line for line in recipe(IGNORED).splitlines() if not line.startswith("#")]
    kept = [line.removeprefix("!") for line in lines if line.startswith("!")]
    others = [line for line in lines if not line.startswith("!")]
    assert others == ["*", "**/__pycache__"]
    for name in kept:
        found = CHECKOUT / name
        if found.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(found, directory / name, ignore=ignored)
        else:
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(found, directory / name)
    return directory


def test_the_recipe_is_built_with_the_files_of_the_program_and_no_others(tmp_path: Path) -> None:
    """No history and no environment of a contributor gets into a layer."""
    sent = context(tmp_path)
    assert {path.name for path in sent.iterdir()} == {
        *("pyproject.toml", "README.md", "LICENSE"),
        *("scorer", "templates", "static", "tests"),
    }
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    shipped = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    of_tests = {str(path.relative_to(sent)) for path in (sent / "tests").rglob("*.*")}
    assert of_tests == {name for name in shipped if name.startswith("tests/")}
    assert "COPY . /src\n" in STAGES[0]
    assert re.findall("^COPY .*", STAGES[1], re.M) == ["COPY --from=build /opt/scorer /opt/scorer"]
    assert "pip" not in STAGES[1]


def is_of_tests(variable: str) -> bool:
    """Whether a variable says how the tests compile what they import; an engine has none."""
    return variable.startswith("PYTHON") or variable == "PIP_COMPILE"


def test_the_image_serves_and_is_as_large_as_is_said(tmp_path: Path) -> None:
    """What the build stage installs is all that the image has beside its base.

    The commands are run here, in directories of their own: no compiler is in what they leave, no
    cache and no installer.
    """
    (tmp_path / "src").mkdir()
    sent = context(tmp_path / "src")
    programs = tmp_path / "opt" / "bin"
    (command,) = re.findall(r"^RUN ((?:.*\\\n)*.*)$", STAGES[0], re.M)
    here = {
        "/src[": f"{sent}[",
        "/opt/scorer": str(programs.parent),
        "python -m": f"{sys.executable} -m",
        "pip --python": f"{sys.executable} -m pip --python",
    }
    for old, new in here.items():
        assert old in command
        command = command.replace(old, new)
    compiled = {key: value for key, value in os.environ.items() if not is_of_tests(key)}
    done = subprocess.run(
        ["sh", "-c", command], env=compiled, capture_output=True, encoding="utf-8", check=False
    )
    if re.search("Connection|name resolution", done.stderr):
        pytest.skip("the index of packages cannot be reached")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in programs.iterdir()}
    assert {"gunicorn", "scorer"} <= names
    assert not any(name.startswith("pip") for name in names)
    size = sum(path.lstat().st_size for path in programs.parent.rglob("*") if path.is_file())
    (said,) = re.findall(r"adds\s+about (\d+) MB", topic_text("server"))
    assert 0.9 < size / 1e6 / int(said) < 1.1
    port = free_port()
    (entry_point,) = re.findall(r"^ENTRYPOINT ((?:.*\\\n)*.*)$", STAGES[1], re.M)
    entry = json.loads(entry_point.replace("\\\n", ""))
    words = [word.replace("0.0.0.0:8421", f"127.0.0.1:{port}") for word in entry[1:]]
    variables = {"PATH": str(programs), "SCORER_DATA": str(tmp_path / "data")}
    with subprocess.Popen(
        [programs / entry[0], *words], env=variables, stderr=subprocess.DEVNULL
    ) as server:
        try:
            assert "New partie" in first_page(port)
            (check,) = re.findall(r"^HEALTHCHECK CMD (.*)$", STAGES[1], re.M)
            python, *options, asks = json.loads(check)
            command = [programs / python, *options, asks.replace("8421", str(port))]
            subprocess.run(command, env=variables, check=True)
        finally:
            server.terminate()


@needs("buildah")
def test_an_engine_reads_the_ignore_file_beside_the_recipe(tmp_path: Path) -> None:
    """In a checkout of which the recipe copies everything, into an image with no base."""
    folder = tmp_path / "scorer" / "recipes"
    folder.mkdir(parents=True)
    shutil.copy(CHECKOUT / "scorer" / "recipes" / IGNORED, folder)
    (folder / "Containerfile").write_text("FROM scratch\nCOPY . /src\n")
    for name in (".git/HEAD", ".venv/bin/python", "scorer/__pycache__/a.pyc", "tests/test_a.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "README.md").touch()
    store = tmp_path.with_name(f"{tmp_path.name}-images")

    def buildah(*words: str) -> str:
        places = ["--storage-driver", "vfs", "--root", f"{store}/root", "--runroot", f"{store}/run"]
        done = subprocess.run(
            ["buildah", *places, *words],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            pytest.skip(f"buildah cannot build here: {done.stderr}")
        return done.stdout.strip()

    recipe_path = "scorer/recipes/Containerfile"
    buildah("bud", "--isolation", "chroot", "--quiet", "--tag", "tried", "--file", recipe_path, ".")
    mounted = Path(buildah("mount", buildah("from", "--quiet", "tried")))
    files = {path.relative_to(mounted).as_posix() for path in mounted.rglob("*") if path.is_file()}
    assert files == {
        "src/README.md",
        "src/scorer/recipes/Containerfile",
        f"src/scorer/recipes/{IGNORED}",
    }


@needs("podman")
def test_the_container_is_built_and_becomes_healthy() -> None:
    (base,) = re.findall("PYTHON=(.*)", recipe("Containerfile"))
    if podman("image", "exists", base).returncode and podman("pull", "--quiet", base).returncode:
        pytest.skip(f"{base} is not here, and no registry can be reached")
    if podman("run", "--rm", base, "true").returncode:
        pytest.skip("podman cannot run containers here")
    built = podman(
        "build", "--quiet", "--format", "docker", "--file", "scorer/recipes/Containerfile", "."
    )
    assert built.returncode == 0, built.stderr
    started = podman("run", "--detach", "--rm", built.stdout.strip())
    assert started.returncode == 0, started.stderr
    try:
        until(lambda: podman("healthcheck", "run", started.stdout.strip()).returncode == 0)
    finally:
        podman("stop", "--time", "5", started.stdout.strip())


def podman(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["podman", *words], cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False
    )
