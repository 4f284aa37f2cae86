"""A line between a browser and the site that can be cut, as a train in a tunnel cuts it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Line:
    """Passes every connection on to a local port until it is cut: then the running ones end, and new ones fail."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._ends: list[socket.socket] = []
        self._whole = True
        self._door = socket.create_server(("127.0.0.1", 0))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def __enter__(self) -> Line:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        self.cut()

    def cut(self) -> None:
        self._whole = False
        while self._ends:
            _end(self._ends.pop())

    def mend(self) -> None:
        self._whole = True

    def _accept(self) -> None:
        while True:
            try:
                near = self._door.accept()[0]
            except OSError:
                return
            if not self._whole:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:  # the site is not there just now
                near.close()
                continue
            self._ends += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while sent := source.recv(65536):
            sink.sendall(sent)
    _end(sink)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
