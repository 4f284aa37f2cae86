"""Settings of the site. DATABASE_URL and REDIS_URL alone choose where it stores and what it wakes with."""

from deploy.settings.production import PRODUCTION  # noqa: F401, I001  # first: it may refuse to start
from deploy.settings.base import *  # noqa: F403
from deploy.settings.celery import *  # noqa: F403
from deploy.settings.languages import *  # noqa: F403
from deploy.settings.limits import *  # noqa: F403
from deploy.settings.mail import *  # noqa: F403
from deploy.settings.security import *  # noqa: F403
from deploy.settings.storage import *  # noqa: F403
from deploy.settings.webhooks import *  # noqa: F403
