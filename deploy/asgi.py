"""ASGI application of the web processes: the event stream first, then Django."""

import asyncio
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

django = get_wsgi_application()

from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from deploy import probes, supervision  # noqa: E402
from deploy.garbage_collection import freeze_startup_objects  # noqa: E402
from deploy.heads import Headed  # noqa: E402
from deploy.logs import Noted  # noqa: E402
from deploy.request_limits import Limited, bound_codec_names  # noqa: E402
from matches.hot_path.wsgi import Pages  # noqa: E402
from matches.queries import lessons  # noqa: E402
from matches.stream import beating, door, waiting  # noqa: E402
from matches.stream.door import Receive, Scope, Send  # noqa: E402
from matches.stream.hub import Hub  # noqa: E402
from matches.stream.underway import Underway  # noqa: E402

_ = get_resolver().url_patterns  # Import every view before the process reports that it is ready.
lessons.load()  # An invalid lesson fails at startup, not on a page.

# Few threads: more would contend for the GIL. A request stays on one thread, and a database connection belongs to one.
pages = Pages(Noted(django), int(os.environ.get("WEB_THREADS", "4")), Underway(settings.REDIS_URL))
hub = Hub(settings.REDIS_URL)
bound_codec_names()


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] == "http" and scope["path"] == "/stream":
        await door.serve(hub, scope, receive, send)
    elif scope["type"] == "http" and scope["path"] in probes.PATHS:
        await probes.serve(hub, scope, send)
    elif scope["type"] == "http" and waiting.waits(scope):
        await waiting.serve(hub, pages, scope, receive, send)
    else:
        await pages(scope, receive, send)


application = Headed(Limited(_answer))


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    freeze_startup_objects()
    hub.start()
    supervision.cut_streams_when_told_to_stop(hub)
    heart = asyncio.create_task(beating.keep_beating())
    turning = asyncio.create_task(_turn())
    await send({"type": "lifespan.startup.complete"})
    supervision.ready(stuck_s=60)
    await receive()
    turning.cancel()
    heart.cancel()
    await beating.stop()
    await hub.stop()
    await send({"type": "lifespan.shutdown.complete"})


async def _turn() -> None:
    """Report to the supervisor while this event loop runs; a hanging loop stops the reports."""
    while True:
        supervision.turn()
        await asyncio.sleep(1)
