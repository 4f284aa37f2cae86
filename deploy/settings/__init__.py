"""Django settings. DATABASE_URL and REDIS_URL alone select the database and the broker."""

from deploy.settings.env import PRODUCTION  # noqa: F401, I001  # first: it may refuse to start
from deploy.settings.base import *  # noqa: F403
from deploy.settings.discord import *  # noqa: F403
from deploy.settings.limits import *  # noqa: F403
from deploy.settings.security import *  # noqa: F403
from deploy.settings.sign_in import *  # noqa: F403
from deploy.settings.storage import *  # noqa: F403
