"""Clients that generators make from the published description: a package of Python, TypeScript, models of pydantic."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol

import httpx
import pytest

from tests.support import ROOT


class Client(Protocol):
    """A person at a table; what is answered is as JSON reads."""

    def legal(self) -> dict[str, Any]: ...

    def table(self) -> dict[str, Any]: ...

    def results(self) -> dict[str, Any]: ...

    def act(self, what: Mapping[str, Any], step: Mapping[str, Any], key: str) -> bool:
        """Send an act; say whether it was accepted."""


CALLS: Final = ("sessions.open_session", "acts.post_act", "tables.list_tables")
Maker = Callable[[str, str, str], Client]


def generate(folder: Path, program: str | Path, *words: str) -> None:
    """Let a generator work in a folder in which the description is; a word of warning about it is a fault."""
    found = shutil.which(program) or shutil.which(ROOT / ".venv" / "generators" / "bin" / program)
    if found is None:
        pytest.skip(f"no {Path(program).name} here: script/setup-env test brings it where there is a network")
    made = subprocess.run([found, *words], cwd=folder, capture_output=True, text=True, check=False)
    told = made.stdout + made.stderr
    assert made.returncode == 0, told
    assert not {"unable", "invalid"} & set(told.lower().split()), f"the generator left something out: {told[:2000]}"


def imported(folder: Path, name: str) -> ModuleType:
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))


@contextmanager
def python_package(folder: Path) -> Iterator[Maker]:
    generate(
        folder, "openapi-python-client", "generate", "--path", "api.json", "--output-path", "made", "--meta", "none"
    )
    made, models = imported(folder, "made"), imported(folder, "made.models")
    calls = {one: imported(folder, f"made.api.{one}") for one in CALLS}
    schemas = json.loads((folder / "api.json").read_text("utf-8"))["components"]["schemas"]
    reads = {one: imported(folder, f"made.api.tables.read_{one}") for one in ("legal", "table", "results")}

    class Package:
        def __init__(self, address: str, table: str, name: str) -> None:
            asked = models.SessionRequest(table=table, person=name)
            with made.Client(base_url=address) as nobody:
                session = calls["sessions.open_session"].sync(client=nobody, body=asked)
                listed = {one.id: one.game for one in calls["tables.list_tables"].sync(client=nobody)}
            assert isinstance(session, models.SessionOut), session
            union = listed[table].replace("-y-", "-").replace("banca", "banco").title().replace("-", "")
            mapping = schemas[f"{union}Act"]["discriminator"]["mapping"]
            self.kinds = {act: getattr(models, one.rpartition("/")[2]) for act, one in mapping.items()}
            self.id, client = table, made.AuthenticatedClient(base_url=address, token=session.token)
            self.client = open_clients.enter_context(client)

        def read(self, what: str) -> dict[str, Any]:
            told: dict[str, Any] = reads[what].sync(self.id, client=self.client).to_dict()
            return told

        def legal(self) -> dict[str, Any]:
            return self.read("legal")

        def table(self) -> dict[str, Any]:
            return self.read("table")

        def results(self) -> dict[str, Any]:
            return self.read("results")

        def act(self, what: Mapping[str, Any], step: Mapping[str, Any], key: str) -> bool:
            body = models.ActRequest(what=self.kinds[what["act"]].from_dict(what), at=models.Step.from_dict(step))
            answer = calls["acts.post_act"].sync(self.id, client=self.client, body=body, idempotency_key=key)
            return isinstance(answer, models.ActOutcome)

    with ExitStack() as open_clients:
        yield Package


@contextmanager
def pydantic_models(folder: Path) -> Iterator[Maker]:
    """Models alone: what is sent and what comes are checked by them, and carried by a client of ours."""
    shape = ("--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--formatters", "builtin")
    generate(
        folder, "datamodel-codegen", "--input", "api.json", "--input-file-type", "openapi", "--output", "m.py", *shape
    )
    models = imported(folder, "m")

    class Models:
        def __init__(self, address: str, table: str, name: str) -> None:
            self.http = open_clients.enter_context(httpx.Client(base_url=f"{address}/api/v1/"))
            asked = models.SessionRequest(table=table, person=name).model_dump_json(exclude_unset=True)
            told = self.http.post("sessions", content=asked, headers={"Content-Type": "application/json"})
            session = models.SessionOut.model_validate_json(told.content)
            self.http.headers = httpx.Headers({"Authorization": f"Bearer {session.token}"})
            self.http.base_url = self.http.base_url.join(f"tables/{table}/")

        def legal(self) -> dict[str, Any]:
            return self.read(models.Legal, "legal")

        def table(self) -> dict[str, Any]:
            return self.read(models.TableView, "")

        def results(self) -> dict[str, Any]:
            return self.read(models.ResultsOut, "results")

        def read(self, kind: Any, path: str) -> dict[str, Any]:
            told = kind.model_validate_json(self.http.get(path).content)
            return dict(told.model_dump(mode="json", exclude_unset=True))

        def act(self, what: Mapping[str, Any], step: Mapping[str, Any], key: str) -> bool:
            body = models.ActRequest.model_validate({"what": what, "at": step}).model_dump_json(exclude_unset=True)
            headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
            told = self.http.post("acts", content=body, headers=headers)
            if told.status_code != 200:
                return False
            models.ActOutcome.model_validate_json(told.content)
            return True

    with ExitStack() as open_clients:
        yield Models


TYPED: Final = """
import type { BingoAct, CheminDeFerAct, DosPanosAct, PuntoBancoAct } from "./made";

export const bet: PuntoBancoAct = { act: "place-bet", bet: "banca", amount: 2000 };
export const acts: [CheminDeFerAct, DosPanosAct, BingoAct] = [{ act: "leave" }, { act: "leave" }, { act: "call-ball" }];
// @ts-expect-error an amount is a number
export const wrong: PuntoBancoAct = { act: "place-bet", bet: "banca", amount: "2000" };
// @ts-expect-error no game has such an act
export const none: CheminDeFerAct = { act: "fly" };
export const said = (what: PuntoBancoAct): number => (what.act === "buy-in" ? what.amount : 0);
"""
OPTIONS: Final = {"strict": True, "target": "es2022", "module": "commonjs", "moduleResolution": "node10", "types": []}
LEAST_NODE: Final = 20
BRIDGE: Final = """
const api = require("./js/made/sdk.gen.js");
require("readline").createInterface({ input: process.stdin }).on("line", async (line) => {
  const { call, ...options } = JSON.parse(line);
  const { data, error } = await api[call](options);
  console.log(JSON.stringify({ data, error }));
});
"""


@contextmanager
def typescript(folder: Path) -> Iterator[Maker]:
    """A client of TypeScript, compiled strictly: each line that goes in is a call of a function of it."""
    tools = ROOT / "types" / "node_modules" / ".bin"
    said = subprocess.run(["node", "--version"], capture_output=True, text=True) if shutil.which("node") else None
    if said is None or int(said.stdout.removeprefix("v").partition(".")[0]) < LEAST_NODE:
        pytest.skip(f"no node of version {LEAST_NODE} or newer here")
    generate(folder, tools / "openapi-ts", "-i", "api.json", "-o", "made", "--no-log-file")
    (folder / "typed.ts").write_text(TYPED, "utf-8")
    (folder / "bridge.cjs").write_text(BRIDGE, "utf-8")
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": {**OPTIONS, "outDir": "js"}}), "utf-8")
    generate(folder, tools / "tsc")
    pipe = subprocess.PIPE
    with subprocess.Popen(["node", "bridge.cjs"], cwd=folder, stdin=pipe, stdout=pipe, text=True) as node:
        yield partial(TypeScript, node)


class TypeScript:
    """A person whose calls a program of JavaScript makes, one line in and one line out."""

    def __init__(self, node: subprocess.Popen[str], address: str, table: str, name: str) -> None:
        self.node, self.fixed = node, dict[str, Any](baseUrl=address)
        session = self.call("openSession", body={"table": table, "person": name})["data"]
        self.fixed |= {"path": {"table_id": table}, "headers": {"Authorization": f"Bearer {session['token']}"}}

    def call(self, call: str, **options: Any) -> dict[str, Any]:
        headers = {**self.fixed.get("headers", {}), **options.pop("headers", {})}
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        self.node.stdin.write(json.dumps({"call": call, **self.fixed, **options, "headers": headers}) + "\n")
        self.node.stdin.flush()
        return dict(json.loads(self.node.stdout.readline()))

    def legal(self) -> dict[str, Any]:
        return dict(self.call("readLegal")["data"])

    def table(self) -> dict[str, Any]:
        return dict(self.call("readTable")["data"])

    def results(self) -> dict[str, Any]:
        return dict(self.call("readResults")["data"])

    def act(self, what: Mapping[str, Any], step: Mapping[str, Any], key: str) -> bool:
        answer = self.call("postAct", body={"what": what, "at": step}, headers={"Idempotency-Key": key})
        return "data" in answer


GENERATORS: Final[dict[str, Callable[[Path], AbstractContextManager[Maker]]]] = {
    "openapi-python-client": python_package,
    "datamodel-code-generator": pydantic_models,
    "openapi-ts": typescript,
}
