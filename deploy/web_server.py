"""The server of a web process: `python -m deploy.web_server HOST PORT GRACE_S`.

uvicorn runs the application's startup before it listens. This server reports that it is ready only when it listens, so
that a rolling restart never leaves a moment in which no process answers.
"""

from __future__ import annotations

import socket
import sys

import uvicorn

from deploy import systemd_notify
from deploy.connections import BoundedHttp


class WebServer(uvicorn.Server):
    """A uvicorn server that reports to the supervisor when it accepts connections."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            systemd_notify.notify_ready(stuck_s=60)


def build_config(host: str, port: int, *, grace_s: int) -> uvicorn.Config:
    """Return the server's options; `grace_s` is the time that open requests get when it stops."""
    return uvicorn.Config(
        "deploy.asgi:application",
        host=host,
        port=port,
        http=BoundedHttp,
        ws="none",
        access_log=False,
        log_level="warning",
        backlog=2048,
        server_header=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=grace_s,
    )


if __name__ == "__main__":
    host, port, grace_s = sys.argv[1:]
    WebServer(build_config(host, int(port), grace_s=int(grace_s))).run()
