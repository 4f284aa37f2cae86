"""What the manifests name is there: commands, paths of probes, ports, settings, and each other."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from deploy import health_checks, process
from deploy.settings.env import ROOT
from tests.docs.test_settings import read
from tests.services import broker

TEXT = (ROOT / "deploy" / "kubernetes" / "league-zero.yaml").read_text()
MANIFESTS: list[dict[str, Any]] = list(yaml.safe_load_all(TEXT))
NOT_OURS = {"FORWARDED_ALLOW_IPS"}
"""Read by uvicorn."""


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one for one in MANIFESTS if one["kind"] == kind}


def pods(part: object = MANIFESTS) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if "containers" in part.get("spec", {}):
            yield part
        for value in part.values():
            yield from pods(value)
    elif isinstance(part, list):
        for value in part:
            yield from pods(value)


def containers() -> dict[str, dict[str, Any]]:
    return {one["name"]: one for pod in pods() for one in pod["spec"]["containers"]}


def test_there_is_a_container_of_each_kind_started_as_everywhere() -> None:
    assert containers().keys() == {"migrate", "web", "worker", "bots", "reviews", "backup"}
    assert all(one["apiVersion"] and one["metadata"]["name"] for one in MANIFESTS)
    for name in ("web", "worker", "bots", "reviews"):
        *module, started = containers()[name]["command"]
        assert module == ["python", "-m", "deploy.process"]
        assert process.build_command(started)
        assert started.startswith(f"{name}-")
    for name in ("migrate", "backup"):
        program, script, command, *_ = containers()[name]["command"]
        assert (program, script) == ("python", "manage.py")
        assert command in get_commands()


def test_probes_ask_what_the_process_answers_at_a_port_that_it_opens() -> None:
    settings = of_kind("ConfigMap")["league-zero"]["data"]
    assert all("livenessProbe" in containers()[name] for name in ("bots", "reviews"))
    for name in ("web", "worker"):
        one = containers()[name]
        ports = {port["name"]: port["containerPort"] for port in one["ports"]}
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            probe = one[kind]
            path, port = probe.get("httpGet", {}).get("path"), probe.get("httpGet", probe.get("tcpSocket"))["port"]
            assert port in ports
            if name == "web":
                assert path in health_checks.PATHS - {"/readyz", "/metrics"}
    assert str(containers()["web"]["ports"][0]["containerPort"]) in containers()["web"]["command"][-1]
    base = int(settings["WORKER_METRICS"].rpartition(":")[2])
    assert containers()["worker"]["ports"][0]["containerPort"] == base + 1


def test_settings_are_ones_that_the_site_reads_and_come_from_what_is_there() -> None:
    for name, value in of_kind("ConfigMap")["league-zero"]["data"].items():
        assert name in read() | NOT_OURS
        assert isinstance(value, str)
    for one in containers().values():
        [first, second] = one["envFrom"]
        assert first["configMapRef"]["name"] in of_kind("ConfigMap")
        assert second["secretRef"]["name"] == "league-zero"


def test_what_selects_pods_finds_them_and_volumes_are_there() -> None:
    labels = [pod["metadata"]["labels"] for pod in pods()]
    selectors = [one["spec"]["selector"]["matchLabels"] for one in of_kind("Deployment").values()]
    selectors += [one["spec"]["selector"]["matchLabels"] for one in of_kind("PodDisruptionBudget").values()]
    selectors += [one["spec"]["podSelector"]["matchLabels"] for one in of_kind("NetworkPolicy").values()]
    selectors += [one["spec"]["selector"] for one in of_kind("Service").values() if "selector" in one["spec"]]
    assert all(selector in labels for selector in selectors)
    paths = of_kind("Ingress")["league-zero"]["spec"]["rules"][0]["http"]["paths"]
    services = {one["path"]: of_kind("Service")[one["backend"]["service"]["name"]] for one in paths}
    assert {path for path, one in services.items() if "selector" not in one["spec"]} == health_checks.PATHS
    assert services["/"]["spec"]["ports"][0]["name"] == paths[-1]["backend"]["service"]["port"]["name"]
    for volume in (volume for pod in pods() for volume in pod["spec"]["volumes"]):
        claim = volume.get("persistentVolumeClaim", {}).get("claimName")
        assert claim is None or claim in of_kind("PersistentVolumeClaim")


def test_every_web_process_has_the_folder_of_images_that_the_settings_name() -> None:
    folder = of_kind("ConfigMap")["league-zero"]["data"]["MEDIA_ROOT"]
    [pod] = [pod for pod in pods() if pod["spec"]["containers"][0]["name"] == "web"]
    [name] = [mount["name"] for mount in pod["spec"]["containers"][0]["volumeMounts"] if mount["mountPath"] == folder]
    [claim] = [volume["persistentVolumeClaim"]["claimName"] for volume in pod["spec"]["volumes"] if volume["name"] == name]
    assert of_kind("PersistentVolumeClaim")[claim]["spec"]["accessModes"] == ["ReadWriteMany"]


def test_nothing_runs_as_root_or_holds_a_secret() -> None:
    user = re.findall(r"^USER (\d+):(\d+)$", (ROOT / "deploy" / "Dockerfile").read_text(), re.M)[-1]
    for pod in pods():
        context = pod["spec"]["securityContext"]
        assert pod["spec"]["automountServiceAccountToken"] is False
        assert (context["runAsNonRoot"], str(context["runAsUser"]), str(context["runAsGroup"])) == (True, *user)
        for one in pod["spec"]["containers"]:
            assert one["securityContext"]["readOnlyRootFilesystem"] is True
            assert one["securityContext"]["allowPrivilegeEscalation"] is False
    assert "Secret" not in {one["kind"] for one in MANIFESTS}


@pytest.mark.prove
@pytest.mark.processes
def test_the_probe_of_bots_tells_one_that_runs_from_one_that_does_not(tmp_path: Any) -> None:
    [shell, flag, line] = containers()["bots"]["livenessProbe"]["exec"]["command"]
    here = {"PATH": f"{ROOT / '.venv/bin'}:{os.environ['PATH']}", "VAR_DIR": str(tmp_path)}
    with broker.running() as redis:
        given = {**os.environ, **here, "REDIS_URL": redis}
        bots = subprocess.Popen(containers()["bots"]["command"], env=given, stderr=subprocess.DEVNULL)
        try:
            assert line.endswith('-d "bots-1@$(hostname)"')
            ends = time.monotonic() + 240  # each try starts Python twice, on a busy machine for tens of seconds
            while (code := subprocess.run([shell, flag, line], env=given, capture_output=True).returncode) != 0:
                assert time.monotonic() < ends, socket.gethostname()
            assert code == 0
        finally:
            bots.kill()
            bots.wait()
        assert subprocess.run([shell, flag, line], env=given, capture_output=True).returncode != 0
