"""Engines as the site calls them: each call is limited in CPU time, and its failures concern one match only.

A game package runs in our process. A watchdog thread of the process raises an exception in a thread whose engine call
takes longer than the setting ENGINE_CALL_S of CPU time; neither other threads nor a frozen process count. Python code is
interrupted at its next instruction. C code (a regular expression, a huge power) is not: it ends first.
"""

import ctypes
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import Any, TypeVar, cast

from django.conf import settings

from engines import play, registry
from engines.contract import BadOption, Engine, IllegalAction, Json
from engines.i18n import translate as _
from engines.reported import is_reported
from matches.errors import ActionError

T = TypeVar("T")
logger = logging.getLogger(__name__)
TICK_S = 0.1
"""Pause between two looks of the watchdog, which sleeps while no engine runs."""
WAITING_FACTOR = 20
"""A call that waits instead of computing is interrupted after this multiple of the limit."""


class EngineFailure(ActionError):
    """An engine raised an exception that the contract does not allow, or took too long. The match needs a referee."""

    def __init__(self, detail: str) -> None:
        super().__init__("game-failed", _("This game caused an error. A referee will review the match."))
        self.detail = detail

    def __str__(self) -> str:
        return self.detail


class EngineTimeout(EngineFailure):
    """An engine took longer than its limit."""


class _Interrupt(BaseException):
    """Raised by the watchdog in a thread that takes too long. Not an Exception, which engines may catch."""


class _Step:
    """Engine calls of one thread that share a limit. Only the watchdog and its own thread know it."""

    __slots__ = ("began_s", "fired", "is_inside", "limit_s", "thread_id", "ticks")

    def __init__(self, thread_id: int, limit_s: float) -> None:
        self.thread_id, self.limit_s = thread_id, limit_s
        self.began_s: float | None = None  # CPU time of the thread when the watchdog first saw the step
        self.ticks = 0
        self.is_inside = self.fired = False


class _Watchdog:
    """Interrupts threads whose steps take too long."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget everything: in a forked process there is no watchdog thread yet."""
        self._steps: dict[int, _Step] = {}
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, step: _Step) -> None:
        self._steps[step.thread_id] = step
        if not self._wake.is_set():
            self._start()

    def _start(self) -> None:
        self._wake.set()
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="engine-limits", daemon=True)
                self._thread.start()

    def remove(self, step: _Step) -> None:
        with self._lock:
            self._steps.pop(step.thread_id, None)

    def leave(self, step: _Step) -> None:
        """End an engine call; an interrupt that has not arrived yet is withdrawn."""
        with self._lock:
            step.is_inside = False
            if step.fired:
                _raise_in(step.thread_id, None)

    def _watch(self) -> None:
        while True:
            self._wake.wait()
            time.sleep(TICK_S)
            self._wake.clear()
            with self._lock:
                for step in list(self._steps.values()):
                    self._look(step)
            if self._steps:
                self._wake.set()

    def _look(self, step: _Step) -> None:
        spent_s = time.clock_gettime(time.pthread_getcpuclockid(step.thread_id))
        if step.began_s is None:
            step.began_s = spent_s
        step.ticks += 1
        is_late = spent_s - step.began_s > step.limit_s or step.ticks * TICK_S > WAITING_FACTOR * step.limit_s
        if is_late and step.is_inside:
            step.fired, step.began_s, step.ticks = True, spent_s, 0  # Raised again if the engine goes on all the same.
            _raise_in(step.thread_id, _Interrupt)


def _raise_in(thread_id: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread at its next Python instruction; None withdraws it."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread_id), error and ctypes.py_object(error))


_watchdog = _Watchdog()
os.register_at_fork(after_in_child=_watchdog.reset)
_local = threading.local()


@contextmanager
def _begin_step(limit_s: float) -> Iterator[None]:
    step = _local.step = _Step(threading.get_ident(), limit_s)
    _watchdog.add(step)
    try:
        yield
    finally:
        _watchdog.remove(step)
        _local.step = None


@contextmanager
def limit_step() -> Iterator[None]:
    """Let all engine calls in the block share one limit: a step of many calls that is slow as a whole is interrupted."""
    with nullcontext() if getattr(_local, "step", None) is not None else _begin_step(settings.ENGINE_CALL_S):
        yield


def limit_call(call: Callable[..., T], *args: Any, extra_s: float = 0.0) -> T:
    """Return the result of a call of a game's code. Raises EngineFailure for an exception of it, or if it is too slow.

    `extra_s` is added to the limit, for a bot that has been given time to think. A call inside a limited one shares its
    limit.
    """
    step: _Step | None = getattr(_local, "step", None)
    if step is None:
        with _begin_step(settings.ENGINE_CALL_S + extra_s):
            return limit_call(call, *args)
    if step.is_inside:
        return call(*args)
    try:
        try:
            step.is_inside = True
            return call(*args)
        finally:
            _watchdog.leave(step)
    except (IllegalAction, BadOption):
        raise
    except _Interrupt:
        _watchdog.leave(step)
        raise EngineTimeout(f"{_describe(call)} took longer than {step.limit_s:g} s") from None
    except Exception as error:
        raise EngineFailure(f"{_describe(call)} failed: {type(error).__name__}: {error}") from error


def _describe(call: Callable[..., Any]) -> str:
    return str(getattr(call, "__qualname__", call))


def get_engine(game: str, version: int | None = None) -> Engine[Any, Any]:
    """Return the engine of a game with limited calls, in the newest version by default.

    For a game that is not installed, each call of a method raises EngineFailure.
    """
    engine: Any = registry.get_or_missing(game, version)
    if is_reported(game):
        return cast("Engine[Any, Any]", engine)
    return cast("Engine[Any, Any]", _limit_engine(engine))


def find_time_limit(game: str, options: Mapping[str, Json], version: int | None = None) -> int | None:
    """Return the ms of a shared match clock (`engines.play.time_limit`); None without one, or if the game fails."""
    try:
        return play.time_limit(get_engine(game, version), options)
    except EngineFailure:
        return None


class _LimitedEngine:
    """An engine whose methods are called through `limit_call`."""

    def __init__(self, engine: Any) -> None:
        for name in dir(engine):
            value = getattr(engine, name)
            if not name.startswith("_"):
                setattr(self, name, value if isinstance(value, type) or not callable(value) else _limit(engine, name))


def _limit(engine: Any, name: str) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        return limit_call(getattr(engine, name), *args)

    def call_for_list(*args: Any) -> Any:
        return limit_call(_call_for_list, getattr(engine, name), *args)

    return call_for_list if name == "legal" else call


def _call_for_list(legal: Callable[..., Any], *args: Any) -> Any:
    """Return a legal list that is complete, so that nothing runs outside the limit."""
    listed = legal(*args)
    return listed if listed is None or isinstance(listed, list | tuple) else list(listed)


_limit_engine = lru_cache(maxsize=256)(_LimitedEngine)
