"""A line between a browser and the site that can be cut, as a train in a tunnel cuts it."""

from __future__ import annotations

import socket
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread


class Line(ThreadingTCPServer):
    """Passes every connection on to a local port until it is cut: then the running ones end, and new ones fail."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), _Call)
        self.port, self.whole = port, True
        self.ends: list[socket.socket] = []
        self.address = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> Line:
        Thread(target=self.serve_forever, daemon=True, kwargs={"poll_interval": 0.05}).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
        self.cut()

    def cut(self) -> None:
        self.whole = False
        while self.ends:
            with suppress(OSError):
                self.ends.pop().shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.whole = True


class _Call(BaseRequestHandler):
    server: Line

    def handle(self) -> None:
        with suppress(OSError):  # the site is not there just now, or either end has hung up
            if self.server.whole:
                far = socket.create_connection(("127.0.0.1", self.server.port))
                self.server.ends += [self.request, far]
                Thread(target=_pass_on, args=(far, self.request), daemon=True).start()
                _pass_on(self.request, far)


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while sent := source.recv(65536):
            sink.sendall(sent)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_RDWR)
