"""What docs and files of deployment name is there: commands, paths, units, processes, figures."""

import json
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml
from django.core.management import get_commands

from deploy import metrics, process
from deploy.management.commands.backup import _write_metrics
from deploy.settings.env import ROOT, find_faults
from matches.queries.service_health import ServiceMetrics

OPERATING = (ROOT / "docs" / "operating.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", OPERATING, re.M | re.S)
DEPLOY = ROOT / "deploy"
MONITORING = DEPLOY / "monitoring"
PULSE = ServiceMetrics({"playing": 1}, 0, 0, 0, 0, 1, (0.1,), {"sweep": 0.0})


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_every_process_that_is_named_is_one() -> None:
    names = set(re.findall(r"league-zero@([a-z]+-\d+)", OPERATING))
    assert {"web-8001", "worker-1", "bots-1", "reviews-1"} <= names
    for name in names:
        assert process.build_command(name)


def test_the_user_the_folders_and_the_ports_that_are_made_are_those_of_the_units() -> None:
    """What an operator types on a bare server, and what the files say that are copied there."""
    typed = "\n".join(BLOCKS)
    for unit in (DEPLOY / "systemd").glob("*.service"):
        told = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.M))
        assert f"useradd --system --home-dir /var/lib/{told['StateDirectory']} " in typed
        assert re.search(rf"^sudo useradd .* {told['User']}$", typed, re.M), unit.name
        assert f"sudo ln -sfn /opt/league-zero/releases/1 {told['WorkingDirectory']}\n" in typed
        assert f"deploy/production.env.example {told['EnvironmentFile']}\n" in typed
        for folder in re.findall(r"^ReadWritePaths=(\S+)$", unit.read_text(), re.M):
            assert re.search(rf"^sudo install -d .* {folder}$", typed, re.M), folder
    endpoint = (DEPLOY / "Caddyfile").read_text()
    (name,) = re.findall(r"echo '(\w+)=", typed)
    assert f"{{${name}" in endpoint
    assert set(re.findall(r"enable --now league-zero@web-(\d+) league-zero@web-(\d+)", typed)[0]) == set(
        re.findall(r"127\.0\.0\.1:(\d+)", endpoint)
    )


def test_the_settings_of_a_trial_would_start() -> None:
    """The block as it stands, run by a shell, gives settings in which production finds no fault."""
    (block,) = (one for one in BLOCKS if "PLAIN_HTTP=1" in one)
    exports = "\n".join(line for line in block.splitlines() if line.startswith("export "))
    command = ["bash", "-c", f"{exports}\nenv -0"]
    told = subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    given = dict(line.split("=", 1) for line in told.stdout.split("\0") if "=" in line)
    assert find_faults(given) == []


def test_the_containers_run_processes_that_there_are_and_none_as_root_with_powers() -> None:
    services = compose()["services"]
    ours = {name: one for name, one in services.items() if "build" in one}
    assert {"migrate", "static", "backup", "worker1", "worker2", "bots", "reviews", "web1", "web2"} <= set(ours)
    for name, one in ours.items():
        assert one["read_only"], name
        assert one["cap_drop"] == ["ALL"], name
        if "manage.py" in one["command"]:
            assert one["command"][one["command"].index("manage.py") + 1] in get_commands()
        if "deploy.process" in one["command"]:
            assert process.build_command(one["command"][-1])
            assert one["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert "ports" in services["proxy"]
    assert not [name for name, one in services.items() if "ports" in one and name != "proxy"]


def test_the_image_ends_without_root_and_installs_only_what_is_locked() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    last = lines[max(at for at, line in enumerate(lines) if line.startswith("FROM ")) :]
    assert "USER 10001:10001" in last
    assert not [line for line in last if "KEY" in line]
    assert any("--require-hashes" in line for line in lines)
    assert {"*", "**/*.env"} <= set((ROOT / ".dockerignore").read_text().splitlines())


def test_the_image_dumps_what_the_database_of_the_containers_is() -> None:
    version = re.findall(r"postgresql-client-(\d+)", (DEPLOY / "Dockerfile").read_text())
    assert compose()["services"]["postgres"]["image"].startswith(f"postgres:{version[0]}-")


def test_dashboard_and_alerts_ask_for_figures_that_there_are(tmp_path: Path) -> None:
    metrics.count_response("GET", "200 OK", 0.1)
    metrics._errors.labels("x").inc(0)
    told = set(re.findall(r"^(\w+)", metrics.render_text(PULSE, 0).decode(), re.M))
    _write_metrics(tmp_path / "x.prom", datetime.now(UTC), 1)
    told |= set(re.findall(r"^(\w+)", (tmp_path / "x.prom").read_text(), re.M))
    board = json.loads((MONITORING / "grafana.json").read_text())
    alerts = yaml.safe_load((MONITORING / "alerts.yml").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    names = set(re.findall(r"\b((?:league_zero|process)_\w+)", " ".join(asked)))
    assert len(names) > 10
    assert names <= told
    assert {"WorkerDown", "BotsLate", "BackupTooOld", "DiskAlmostFull", "CertificateExpiring"} <= {
        rule["alert"] for rule in alerts["groups"][0]["rules"]
    }
    known = {rule["alert"] for rule in alerts["groups"][0]["rules"]}
    assert set(re.findall(r"\*([A-Z][a-z]+(?:[A-Z][a-z]+)+)\*", OPERATING)) <= known
