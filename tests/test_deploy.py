"""What stands under `deploy/`: options of the program's own, guards of a process, two folders that are writable."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tapete.cli import app, output
from tapete.cli.root import HALL_VERBS
from tapete.record.store.engine import DEADLINE_S
from tapete.web.edge.limits import WANTED
from tapete.web.operations.routes import ROUTES
from tests.support import ROOT
from tests.support.command_line import serving
from tests.support.rows import rows

UNIT = ROOT / "deploy" / "tapete.service"
CONTAINER = ROOT / "deploy" / "Containerfile"
PACKAGE = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", re.MULTILINE)


def joined(file: Path) -> str:
    text = "\n".join(one for one in file.read_text("utf-8").splitlines() if not one.lstrip().startswith("#"))
    return re.sub(r"\s*\\\n\s*", " ", text)


def settings() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in joined(UNIT).splitlines():
        name, is_setting, value = line.partition("=")
        if is_setting:
            found.setdefault(name, []).append(value)
    return found


def parsed(words: list[str]) -> dict[str, Any]:
    """Return what the program's own parser makes of the words of a verb; it ends the test where it takes none."""
    root: Any = typer.main.get_command(app)
    verb = root.get_command(root.make_context("tapete", [], resilient_parsing=True), words[0])
    return dict(verb.make_context(words[0], words[1:]).params)


def test_the_unit_comes_back_with_longer_and_longer_waits() -> None:
    told = {name: int(of[0]) for name, of in settings().items() if of[0].isdecimal()}
    assert (told["RestartSec"] < told["RestartMaxDelaySec"], told["RestartSteps"] > 1) == (True, True)
    most = told["RestartMaxDelaySec"] * (told["StartLimitBurst"] - 1)
    assert most < told["StartLimitIntervalSec"]  # else the limit is never reached


def test_the_unit_serves_with_options_of_the_program_and_keeps_things_apart() -> None:
    program, *words = shlex.split(settings()["ExecStart"][0])
    assert program.endswith("/bin/tapete")
    told = parsed(words)
    folders = {Path(told["store"]).parent, told["key"].parent, told["witness"].parent}
    assert len(folders) == 3
    own = {f"/var/lib/{one}" for one in settings()["StateDirectory"][0].split()}
    own |= {f"/etc/{one}" for one in settings()["ConfigurationDirectory"][0].split()}
    assert {str(one) for one in folders} == own
    assert told["log_format"] == "json"


def test_the_unit_starts_again_and_not_into_a_fight() -> None:
    found = settings()
    assert found["Restart"] == ["on-failure"]
    assert found["RestartPreventExitStatus"] == [str(output.TABLE_LOST)]
    tried = parsed(shlex.split(found["ExecStart"][0])[1:])["wait"] * int(found["StartLimitBurst"][0])
    assert tried > int(found["StartLimitIntervalSec"][0])  # a server that is not reached is tried for ever
    assert int(found["RestartSec"][0]) * int(found["StartLimitBurst"][0]) < int(found["StartLimitIntervalSec"][0])
    assert int(found["LimitNOFILE"][0]) >= WANTED
    assert int(found["TimeoutStopSec"][0]) > 2 * DEADLINE_S
    assert found["UMask"] == ["0077"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_systemd_takes_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text("utf-8").replace("/opt/tapete/bin/tapete", "/bin/true"), "utf-8")
    told = subprocess.run(["systemd-analyze", "verify", str(here)], capture_output=True, text=True)
    older = re.compile(r"Unknown key '(RestartSteps|RestartMaxDelaySec)' in section \[Service\], ignoring")
    unknown = [line for line in told.stderr.splitlines() if not older.search(line)]
    assert (told.returncode, unknown) == (0, [])
    security = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(here)]
    told = subprocess.run(security, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout[-500:]


def instructions() -> list[tuple[str, str]]:
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in joined(CONTAINER).splitlines()) if word]


def test_the_container_serves_with_options_of_the_program() -> None:
    found = dict(instructions())  # the last of each kind
    assert json.loads(found["ENTRYPOINT"]) == ["tapete"]
    told = parsed(json.loads(found["CMD"]))
    assert json.loads(found["VOLUME"]) == [str(Path(told["store"]).parent), str(told["key"].parent)]
    assert told["witness"].parent == told["key"].parent
    assert found["USER"] == "10001:10001"
    asked = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", found["HEALTHCHECK"])
    assert asked is not None
    assert int(asked[1]) == told["port"]
    assert asked[2] in {path for route in ROUTES for path in route.paths}


def test_the_container_is_built_of_what_is_here_and_locked() -> None:
    text = joined(CONTAINER)
    for word, rest in instructions():
        if word == "COPY" and not rest.startswith("--from"):
            for one in rest.split()[:-1]:
                assert (ROOT / one).exists(), one
        if word == "FROM":
            assert rest in ("${BASE} AS build", "${BASE}"), rest
        if word == "ARG":
            assert re.fullmatch(r"BASE=python:3\.\d+-slim", rest), rest
    installs = re.findall(r"pip install ([^&]+)", text)
    assert installs
    for one in installs:
        assert "--require-hashes" in one or "--no-deps /wheels" in one, one
    assert "--no-build-isolation" in text


def packages(name: str) -> dict[str, str]:
    return dict(PACKAGE.findall((ROOT / name).read_text("utf-8")))


@rows("name", ["deploy/runtime.lock", "deploy/build.lock"])
def test_what_is_deployed_is_of_the_versions_that_are_tested(name: str) -> None:
    assert packages(name)
    assert packages(name).items() <= packages("requirements.lock").items()
    text, every = ((ROOT / one).read_text("utf-8") for one in (name, "requirements.lock"))
    assert "://" not in text
    assert set(re.findall(r"sha256:[0-9a-f]{64}", text)) <= set(re.findall(r"sha256:[0-9a-f]{64}", every))


def test_a_deployed_hall_has_what_it_needs_and_nothing_of_the_tests() -> None:
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = about["optional-dependencies"]
    needed = {re.split(r"[\[>=]", one)[0] for one in (*about["dependencies"], *extras["hall"], *extras["pg"])}
    found = packages("deploy/runtime.lock").keys()
    assert needed <= found
    assert not found & {"pytest", "mypy", "ruff", "playwright", "hatchling", "pokerkit"}


def installed(folder: Path, wanted: list[str]) -> dict[str, str]:
    """Put the packages of some requirements, and what these need, into a folder; return how to run with them alone."""
    due, seen = [Requirement(one) for one in wanted], set[str]()
    for asked in due:
        if (name := canonicalize_name(asked.name)) in seen:
            continue
        seen.add(name)
        found = distribution(asked.name)
        for one in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
            (folder / one).symlink_to(found.locate_file(one))
        needs = [Requirement(one) for one in found.requires or ()]
        extras = asked.extras or {""}
        due += [one for one in needs if not one.marker or any(one.marker.evaluate({"extra": e}) for e in extras)]
    return {**os.environ, "PYTHONPATH": f"{folder}:{ROOT / 'src'}", "TAPETE_LANG": "en"}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    about = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return installed(tmp_path_factory.mktemp("core"), about["dependencies"])


EACH = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from tapete.cli import app
for words in json.loads(sys.argv[1]):
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            app(words, prog_name="tapete")
        except SystemExit as end:
            status = end.code
    print(json.dumps([words, status, out.getvalue(), err.getvalue()]))
"""


def with_core(core: dict[str, str], lines: list[list[str]], before: str = "") -> list[Any]:
    """Return what each of some command lines says where nothing is installed but what ``pip install tapete`` brings."""
    program = [sys.executable, "-S", "-c", before + EACH, json.dumps(lines)]
    done = subprocess.run(program, env=core, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_without_a_hall_the_library_plays_counts_prints_and_judges_a_record(
    core: dict[str, str], tmp_path: Path
) -> None:
    played = """
from tapete import bingo, chemin_de_fer, dos_panos, punto_banco as pb
from tapete.results import rows_of
table = pb.open_table(seed=1).do(pb.Sit(1), by="ana").do(pb.BuyIn(1_000_00), by="ana")
assert len(rows_of(table.play_coup({"ana": pb.PlaceBet(pb.Bet.BANCA, 20_00)}))) == 1
"""
    store, export = f"sqlite:///{tmp_path / 'sala.db'}", str(tmp_path / "punto.jsonl")
    opened = ["open", "punto-y-banca", "--store", store, "--name", "punto", "--minimum", "10", "--maximum", "500"]
    subprocess.run([sys.executable, "-m", "tapete", *opened], check=True, capture_output=True)
    verbs = [
        ["export", str(tmp_path / "sala.db"), "punto", export],
        *(["audit", where] for where in (export, str(tmp_path / "sala.db"))),
        ["results", export],
        ["odds", "chemin-de-fer"],
        ["simulate", "punto-banco", "--shoes", "2"],
        ["bingo", "cards", "--strips", "1", "--out", str(tmp_path / "cards.pdf")],
        ["replay", str(ROOT / "tests/tables/dos-panos/bank-announced.toml")],
    ]
    told = with_core(core, verbs, played)
    assert [words for words, *_ in told] == verbs
    for words, status, _, err in told:
        assert status == 0, f"tapete {' '.join(words)} wants more than the core brings:\n{err}"


def test_without_a_hall_its_verbs_name_what_to_install_and_make_nothing(core: dict[str, str], tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "a.db")]
    told = with_core(core, [[verb, *(["punto-y-banca"] if verb == "open" else store)] for verb in sorted(HALL_VERBS)])
    assert len(told) == len(HALL_VERBS)
    for (verb, *_), status, out, err in told:
        assert (status, out) == (2, ""), verb
        assert 'install "tapete[hall]"' in err, err
    assert not list(tmp_path.iterdir())


def test_the_bill_of_materials_names_every_package_with_a_licence() -> None:
    program = [sys.executable, str(ROOT / "script" / "sbom")]
    checked = subprocess.run([*program, "--check"], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout
    bill = json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "tapete")
    named = {one["name"]: one for one in bill["components"]}
    assert named.keys() <= packages("deploy/runtime.lock").keys()
    assert named["prometheus-client"]["licenses"][0]["license"]["name"]
    assert all(re.fullmatch(r"pkg:pypi/[a-z0-9-]+@\S+", one["purl"]) for one in bill["components"])


MOUNTS = "awk '$2 !~ \"^/(proc|sys)\" {print $2}' /proc/self/mounts"


@pytest.fixture
def alone(tmp_path: Path) -> list[str]:
    """Return what begins a command for which nothing can be written but ``data`` and ``secrets``."""
    folders = [tmp_path / "data", tmp_path / "secrets"]
    for one in folders:
        one.mkdir(mode=0o700)
    kept = " ".join(shlex.quote(str(one)) for one in folders)
    script = (
        f'for one in $({MOUNTS}); do mount -o remount,bind,ro "$one" 2>/dev/null || true; done; '
        f'for one in {kept}; do mount --bind "$one" "$one" && mount -o remount,bind,rw "$one" || exit 9; done; '
        f'if touch {shlex.quote(str(tmp_path))}/stray 2>/dev/null; then exit 9; fi; exec "$@"'
    )
    prefix = ["unshare", "-rm", "sh", "-c", script, "sh"]
    try:
        possible = subprocess.run([*prefix, "touch", str(folders[0] / "probe")], capture_output=True).returncode == 0
    except OSError:
        possible = False
    if not possible:
        pytest.skip("this machine gives nobody a mount namespace")
    (folders[0] / "probe").unlink()
    return prefix


@pytest.mark.slow
def test_a_house_needs_nothing_writable_but_its_two_folders(alone: list[str], tmp_path: Path) -> None:
    store, key, witness = tmp_path / "data/casa.db", tmp_path / "secrets/casa.key", tmp_path / "secrets/casa.witness"
    where = ("--store", str(store), "--key", str(key), "--witness", str(witness))
    init = [*alone, sys.executable, "-m", "tapete", "init", *where, "--name", "Casino", "--director", "dora"]
    made = subprocess.run(init, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    with serving(*where, prefix=alone) as (process, address, _):
        assert httpx.get(f"{address}/readyz", timeout=60).status_code == 200
        assert httpx.get(address, timeout=60).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert witness.stat().st_size > 0
    assert {one.name for one in tmp_path.iterdir()} == {"data", "secrets"}
