"""Every fence of the docs is run, or looked at; none is forgotten. Examples in docstrings print what they show."""

import doctest
import json
import re
import subprocess
from importlib import import_module
from itertools import groupby

import pytest

from deploy.settings.env import ROOT
from engines.incursion_point_zero.gamers import check_card
from tests.docs.blocks import Block, blocks, of_text
from tests.docs.lists import ELSEWHERE, LOOKED_AT, RUN, SEASON, SERVE

KNOWN = {*RUN, SEASON, SERVE, *LOOKED_AT}
RUNNABLE = [one for one in (*blocks("sh"), *blocks("python")) if not one.text.lstrip().startswith(ELSEWHERE)]
PLAIN = {"", "text", "json", "http"}
COMMAND = re.compile(r"^\s*(?:\$ |sudo |make |curl |python |\.venv/|manage\.py |docker )", re.M)


def test_fences_are_found_with_what_they_print() -> None:
    printing = "```sh\nls\n```\n\n```text\nfile\n```\n"
    silent = "- list\n\n  ```sh\n  ls\n  ```\n\nand\n\n```text\nfile\n```\n"
    found = list(of_text("page.md", f"A\n\n{printing}\n{silent}"))
    assert [(one.line, one.language, one.prints) for one in found] == [
        (3, "sh", "file\n"), (7, "text", None), (13, "sh", None), (19, "text", None),
    ]  # fmt: skip
    assert found[0].name == "page.md: ls"


def test_every_block_of_commands_is_run_or_looked_at_for_a_reason() -> None:
    assert len(RUNNABLE) > 25
    new = [f"{one.where} begins with {one.name!r}" for one in RUNNABLE if one.name not in KNOWN]
    assert not new, f"{new}: name it in tests/docs/lists.py, to be run, or with the reason why it is only looked at."
    gone = KNOWN - {one.name for one in RUNNABLE}
    assert not gone, f"No page has {sorted(gone)} any more: take it out of tests/docs/lists.py."
    assert not set(RUN) & set(LOOKED_AT)
    assert all(len(reason) > 10 for reason in LOOKED_AT.values())


def test_no_command_hides_in_a_fence_that_does_not_say_so() -> None:
    for one in blocks():
        if one.language not in ("sh", "python"):
            assert one.language in PLAIN, f"{one.where}: say `sh`, `python`, `json`, `http` or `text`."
            assert not COMMAND.search(one.text), f"{one.where}: these are commands; say `sh` behind the fence."


@pytest.mark.parametrize("page", [page for page, _ in groupby(blocks("sh"), lambda one: one.page)])
def test_every_block_of_a_page_is_shell(page: str) -> None:
    for one in blocks("sh"):
        if one.page == page:
            done = subprocess.run(["bash", "-n"], input=one.text, capture_output=True, text=True)
            assert not done.returncode, (one.where, done.stderr)
            assert not done.stderr, (one.where, done.stderr)


@pytest.mark.parametrize("block", blocks("python"), ids=lambda one: one.where)
def test_every_snippet_is_python(block: Block) -> None:
    compile(block.text, block.where, "exec")


@pytest.mark.parametrize("block", blocks("json"), ids=lambda one: one.where)
def test_every_example_of_json_is_json(block: Block) -> None:
    assert json.loads(block.text)


def test_the_gamer_of_the_rules_could_be_played() -> None:
    (block,) = (one for one in blocks("json") if one.page == "engines/incursion_point_zero/site/rules/en.md")
    assert not list(check_card(json.loads(block.text)))


@pytest.mark.parametrize("block", blocks("http"), ids=lambda one: one.where)
def test_every_request_is_one_that_the_schema_knows(block: Block) -> None:
    first, _, body = block.text.partition("\n")
    method, path = first.split()
    schema = json.loads((ROOT / "docs" / "openapi.json").read_text())
    shape = schema["paths"][path][method.lower()]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    names = schema["components"]["schemas"][shape.rpartition("/")[2]]
    assert set(names["required"]) <= set(json.loads(body)) <= set(names["properties"])


@pytest.mark.parametrize(
    "module",
    [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in ("engines", "matches", "league", "deploy")
        for path in sorted((ROOT / package).rglob("*.py"))
        if ">>> " in path.read_text(encoding="utf-8")
    ],
)
def test_an_example_in_a_docstring_prints_what_it_shows(module: str) -> None:
    import_module("deploy.urls")
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.testmod(import_module(module), optionflags=flags).failed == 0
