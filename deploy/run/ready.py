"""The supervisor's end of the line on which a process says that it is ready (systemd's protocol)."""

from __future__ import annotations

import socket
import time
from pathlib import Path


class Ready:
    """A socket at `path` (short: the system allows about a hundred bytes), named to the process as NOTIFY_SOCKET."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._line: socket.socket | None = None

    def listen(self) -> None:
        """From here on; what was said before is forgotten."""
        if self._line is not None:
            self._line.close()
        self.path.unlink(missing_ok=True)
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(self.path))

    def wait(self, seconds: float) -> bool:
        """Whether it says so in time."""
        assert self._line is not None
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            self._line.settimeout(left)
            try:
                if b"READY=1" in self._line.recv(4096).split(b"\n"):
                    return True
            except TimeoutError:
                break
        return False
