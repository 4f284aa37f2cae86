"""Production starts only with settings of its own, and says in words what is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.settings.env import ROOT, find_faults

EXAMPLE = ROOT / "deploy" / "production.env.example"
KEY = "0123456789abcdef" * 4
GOOD = {
    "SECRET_KEY": KEY,
    "RECORD_KEY": KEY[::-1],
    "DATABASE_URL": "postgres://league:pass@db/league",
    "REDIS_URL": "redis://broker:6379/0",
    "ALLOWED_HOSTS": "league.test",
    "SITE_URL": "https://league.test",
    "EMAIL_URL": "smtp+tls://user:pass@mail.test:587",
}
TRIAL = {"PLAIN_HTTP": "1", "ALLOWED_HOSTS": "localhost,127.0.0.1", "SITE_URL": "http://localhost:8000"}


def example() -> dict[str, str]:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def run(folder: Path, *words: str, **given: str) -> subprocess.CompletedProcess[str]:
    file = folder / "production.env"
    file.write_text("".join(f"{name}={value}\n" for name, value in given.items()))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**kept, "ENV_FILE": str(file), "VAR_DIR": str(folder / "var")},
    )


def test_settings_of_ones_own_are_good() -> None:
    assert find_faults(GOOD) == []
    assert find_faults({**GOOD, "ALLOWED_HOSTS": ".test", "METRICS_TOKEN": KEY, "HTTPS": "on"}) == []


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "a" * 60}, "SECRET_KEY"),
        ({"SECRET_KEY": "django-insecure-" + KEY}, "SECRET_KEY"),
        ({"RECORD_KEY": ""}, "RECORD_KEY"),
        ({"RECORD_KEY": "0" * 64}, "RECORD_KEY"),
        ({"RECORD_KEY": KEY[:-1]}, "RECORD_KEY"),
        ({"RECORD_KEY": f"{KEY},"}, "RECORD_KEY"),
        ({"RECORD_KEY": f"{KEY},{KEY}"}, "RECORD_KEY"),
        ({"METRICS_TOKEN": "short"}, "METRICS_TOKEN"),
        ({"DATABASE_URL": ""}, "DATABASE_URL"),
        ({"DATABASE_URL": "sqlite:///league.sqlite3"}, "DATABASE_URL"),
        ({"REDIS_URL": ""}, "REDIS_URL"),
        ({"ALLOWED_HOSTS": "league.test,*"}, "ALLOWED_HOSTS"),
        ({"SITE_URL": "http://league.test"}, "SITE_URL"),
        ({"SITE_URL": "https://other.test"}, "SITE_URL"),
        ({"EMAIL_URL": ""}, "EMAIL_URL"),
        ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL"),
        ({"DEBUG": "True"}, "DEBUG"),
        ({"HTTPS": "0"}, "HTTPS"),
    ],
)
def test_each_fault_is_one_sentence_that_names_the_setting(changed: dict[str, str], named: str) -> None:
    (sentence,) = find_faults({**GOOD, **changed})
    assert named in sentence


def test_plain_http_is_for_this_machine_alone() -> None:
    assert find_faults({**GOOD, **TRIAL, "EMAIL_URL": ""}) == []
    told = find_faults({**GOOD, "PLAIN_HTTP": "1", "SITE_URL": "http://league.test"})
    assert told == ["PLAIN_HTTP is only for a trial on one machine: limit ALLOWED_HOSTS to localhost and 127.0.0.1."]


def test_the_example_is_refused_until_every_placeholder_is_replaced() -> None:
    told = " ".join(find_faults(example()))
    for name in ("SECRET_KEY", "RECORD_KEY", "DATABASE_URL", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL"):
        assert name in told
    assert find_faults({**example(), **GOOD}) == []


def test_no_process_starts_with_defaults(tmp_path: Path) -> None:
    """Every entrance imports the settings first: pages, workers and commands alike."""
    done = run(tmp_path, "-c", "import deploy.settings", PRODUCTION="1")
    assert done.returncode == 1
    assert done.stderr.startswith("League Zero can't start in production. Fix these settings:\n- SECRET_KEY")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "var" / "secret-key").exists()


def test_a_file_of_settings_that_is_not_there_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import deploy.settings"], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "ENV_FILE": "/nowhere/production.env"},
    )  # fmt: skip
    assert (done.returncode, done.stderr.strip()) == (
        1, "ENV_FILE names /nowhere/production.env, which doesn't exist or can't be read.",
    )  # fmt: skip


def test_the_deployment_check_finds_nothing(tmp_path: Path) -> None:
    words = ["manage.py", "check", "--deploy", "--tag", "security", "--fail-level", "WARNING"]
    done = run(tmp_path, *words, **{**example(), **GOOD, "VAR_DIR": str(tmp_path / "var")})
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout
