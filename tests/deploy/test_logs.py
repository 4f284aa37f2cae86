"""Lines of the log say which request and match they are about, and requests and errors are counted."""

import json
import logging
import re
from contextvars import copy_context
from typing import Any

import pytest
from django.db import OperationalError, ProgrammingError
from django.test import Client

from deploy import logs, metrics
from deploy.logs import RequestLogging
from deploy.settings.env import ROOT
from tests.permissions.addresses import addresses


def line(text: str, *given: object, **more: Any) -> dict[str, Any]:
    record = logging.LogRecord("matches", logging.WARNING, __file__, 1, text, given, None, **more)
    found: dict[str, Any] = json.loads(logs.JsonFormatter().format(record))
    return found


def test_a_line_is_one_object_with_what_it_is_about() -> None:
    with logs.log_context(request="abcdef01", match=12):
        told = line("took %s\nand more", 3)
    assert (told["text"], told["level"], told["request"], told["match"]) == ("took 3\nand more", "WARNING", "abcdef01", 12)
    assert told["at"].endswith("+00:00")
    assert "request" not in line("afterwards")


@pytest.mark.django_db
def test_each_task_says_what_it_is_about_and_nothing_of_the_one_before() -> None:
    from deploy.celery import _drop_old_connections
    from matches.tasks import judge

    def run() -> list[dict[str, Any]]:
        said = []
        for kwargs in ({"match_id": 5}, {}):
            _drop_old_connections(task=judge, kwargs=kwargs)
            said.append(line("judged"))
        return said

    first, second = copy_context().run(run)
    assert (first["task"], first["match"]) == ("matches.tasks.judge", 5)
    assert "match" not in second


@pytest.mark.parametrize(("away", "told"), [(True, False), (False, True)])
def test_a_database_that_is_away_takes_a_line_and_a_fault_of_ours_its_traceback(away: bool, told: bool) -> None:
    error = OperationalError("connection refused\nIs the server running?") if away else ProgrammingError("no such table")
    record = logging.LogRecord("django.request", logging.ERROR, "", 1, "Failed: %s", ("/x",), (type(error), error, None))
    assert logs.DatabaseErrorFilter().filter(record)
    said = json.loads(logs.JsonFormatter().format(record))
    assert ("error" in said) is told
    assert not told or "ProgrammingError: no such table" in said["error"]
    assert said["text"] == ("Failed: /x (database unavailable: connection refused)" if away else "Failed: /x")


def answer(environ: dict[str, Any]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The headers of the answer, and the lines that were logged while it was made."""
    said: list[dict[str, Any]] = []
    headers: dict[str, str] = {}

    def wsgi(environ: Any, start: Any) -> list[bytes]:
        said.append(line("inside"))
        start("200 OK", [("A", "b")])
        return [b""]

    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": "/matches/7/", **environ}
    RequestLogging(wsgi)(asked, lambda status, given, error=None: headers.update(given))
    return headers, said


def test_a_request_keeps_the_id_of_the_proxy_and_gets_one_otherwise() -> None:
    headers, said = answer({"HTTP_X_REQUEST_ID": "0f8fad5b-d9cb-469f-a165-70867728950e"})
    assert headers == {"A": "b", "X-Request-Id": "0f8fad5b-d9cb-469f-a165-70867728950e"}
    assert (said[0]["request"], said[0]["match"]) == (headers["X-Request-Id"], 7)
    for bad in ("", "short", "x" * 65, "with space and more", "new\nline-and-more"):
        assert len(answer({"HTTP_X_REQUEST_ID": bad})[0]["X-Request-Id"]) == 16
    assert "match" not in answer({"PATH_INFO": "/"})[1][0]


def test_answers_and_errors_are_counted() -> None:
    def count(name: str, **labels: str) -> float:
        return metrics.process_registry.get_sample_value(name, labels) or 0

    before = count("league_zero_request_seconds_count", method="other", status="2xx")
    answer({"REQUEST_METHOD": "INVENTED"})
    assert count("league_zero_request_seconds_count", method="other", status="2xx") == before + 1
    before = count("league_zero_errors_total", logger="tests.deploy")
    metrics.CountErrors().emit(logging.LogRecord("tests.deploy", logging.ERROR, "", 1, "x", (), None))
    assert count("league_zero_errors_total", logger="tests.deploy") == before + 1


def test_a_slow_request_is_logged_by_its_route_and_no_secret_of_a_link_is_anywhere(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proxy's log leaves out what follows these beginnings, and all queries: `next` and codes of providers stand there."""
    monkeypatch.setattr(logs, "SLOW_S", -1.0)
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    [pattern] = re.findall(r'request>uri regexp "(.+)" "', caddy)
    secret = {one.path for one in addresses() if "token" in one.parameters}
    assert len(secret) >= 5
    bridge = RequestLogging(lambda _, start: start("200 OK", []) or [])
    for address in secret:
        path = "/" + re.sub("<[^>]+>", "S3CRET", address)
        bridge({"REQUEST_METHOD": "GET", "PATH_INFO": path}, lambda *_: None)
        assert "S3CRET" not in re.sub(pattern, "...", f"{path}?code=S3CRET&next=/claims/S3CRET/"), address
    assert "S3CRET" not in caplog.text
    assert "/claims/<str:token>/ took" in caplog.text


def test_a_request_for_another_host_is_one_warning_and_no_error(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400
    [record] = [one for one in caplog.records if one.name == "django.security.DisallowedHost"]
    assert (record.levelname, record.exc_info) == ("WARNING", None)
