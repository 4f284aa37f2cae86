"""Celery: Redis carries hints only, so nothing is kept there that a row does not hold."""

from urllib.parse import parse_qs, quote, urlsplit

from kombu.entity import Exchange, Queue

from deploy.settings.env import env


def _as_celery_has_it(url: str) -> str:
    """Return the address of a broker for Celery, which has a scheme of its own for sockets of this machine."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    database = parse_qs(parts.query).get("db", ["0"])[0]
    signed_in = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{signed_in}{quote(parts.path)}?virtual_host={database}"


REDIS_URL = env("REDIS_URL", default="redis://127.0.0.1:6379/0")

CELERY_BROKER_URL = _as_celery_has_it(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Letters that are printed for want of a mail server stay readable.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "socket_keepalive": True,
    # A hint that cannot be sent at once is not worth a wait: the sweep finds what is due.
    "socket_connect_timeout": 1,
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_TASK_DEFAULT_QUEUE = "league-zero"
# Hints need no acknowledgement: a lost one is made up for by the sweep.
CELERY_TASK_QUEUES = tuple(
    Queue(name, Exchange(name), routing_key=name, no_ack=True) for name in ("league-zero", "league-zero-bots")
)
# Bots think for a second: in a queue and processes of their own they hold up no referee.
CELERY_TASK_ROUTES = {"matches.tasks.play_bots": {"queue": "league-zero-bots", "routing_key": "league-zero-bots"}}
CELERY_TASK_DEFAULT_EXCHANGE = CELERY_TASK_DEFAULT_ROUTING_KEY = "league-zero"
CELERY_WORKER_DISABLE_RATE_LIMITS = True
