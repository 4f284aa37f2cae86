"""Settings of the site. DATABASE_URL and REDIS_URL alone choose where it stores and what it wakes with."""

from deploy.settings.env import PRODUCTION  # noqa: F401, I001  # first: it may refuse to start
from deploy.settings.base import *  # noqa: F403
from deploy.settings.limits import *  # noqa: F403
from deploy.settings.security import *  # noqa: F403
from deploy.settings.storage import *  # noqa: F403
