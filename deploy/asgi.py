"""ASGI application of the web processes: the event stream first, then Django."""

import asyncio
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

django = get_wsgi_application()

from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from deploy import health_checks, systemd_notify  # noqa: E402
from deploy.garbage_collection import freeze_startup_objects  # noqa: E402
from deploy.logs import RequestLogging  # noqa: E402
from deploy.request_limits import RequestLimitsMiddleware, restrict_codec_names  # noqa: E402
from deploy.security_headers import SecurityHeadersMiddleware  # noqa: E402
from matches.hot_path.wsgi_bridge import WsgiBridge  # noqa: E402
from matches.stream import endpoint, heartbeat, long_poll, turn_wait  # noqa: E402
from matches.stream.endpoint import Receive, Scope, Send  # noqa: E402
from matches.stream.hub import Hub  # noqa: E402
from matches.stream.in_flight import InFlightMoves  # noqa: E402

_ = get_resolver().url_patterns  # Import every view before the process reports that it is ready.

# Few threads: more would contend for the GIL. A request stays on one thread, and a database connection belongs to one.
bridge = WsgiBridge(RequestLogging(django), int(os.environ.get("WEB_THREADS", "4")), InFlightMoves(settings.REDIS_URL))
hub = Hub(settings.REDIS_URL)
restrict_codec_names()


async def _dispatch(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _run_lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"] == "/stream":
        await endpoint.serve(hub, scope, receive, send)
    elif scope["type"] == "http" and scope["path"] in health_checks.PATHS:
        await health_checks.serve(hub, scope, send)
    elif scope["type"] == "http" and long_poll.waits_for_verdict(scope):
        await long_poll.serve(hub, bridge, scope, receive, send)
    elif scope["type"] == "http" and turn_wait.waits_for_turn(scope):
        await turn_wait.serve(hub, bridge, scope, receive, send)
    else:
        await bridge(scope, receive, send)


application = SecurityHeadersMiddleware(RequestLimitsMiddleware(_dispatch))


async def _run_lifespan(receive: Receive, send: Send) -> None:
    await receive()
    freeze_startup_objects()
    hub.start()
    systemd_notify.close_streams_on_sigterm(hub)
    heartbeat_task = asyncio.create_task(heartbeat.send_heartbeats())
    watchdog_task = asyncio.create_task(_send_watchdog_heartbeats())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    watchdog_task.cancel()
    heartbeat_task.cancel()
    await heartbeat.stop()
    await hub.stop()
    await send({"type": "lifespan.shutdown.complete"})


async def _send_watchdog_heartbeats() -> None:
    """Report to the supervisor while this event loop runs; a hanging loop stops the reports."""
    while True:
        systemd_notify.heartbeat()
        await asyncio.sleep(1)
