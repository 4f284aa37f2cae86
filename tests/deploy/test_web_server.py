"""A web process is ready when it accepts connections, not before: a rolling restart leaves no gap."""

import socket

import pytest

from deploy import systemd_notify, web_server


def test_a_web_process_is_ready_when_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    config = web_server.build_config("127.0.0.1", port, grace_s=1)
    config.app, config.lifespan = "tests.deploy.test_web_server:nothing", "off"
    server = web_server.WebServer(config)
    answered: list[bool] = []

    def connect(*, stuck_s: float) -> None:
        assert stuck_s > 0
        with socket.socket() as one:
            answered.append(one.connect_ex(("127.0.0.1", port)) == 0)
        server.should_exit = True

    monkeypatch.setattr(systemd_notify, "notify_ready", connect)
    server.run()
    assert answered == [True]


async def nothing(scope: object, receive: object, send: object) -> None:
    """An application that nobody asks."""
