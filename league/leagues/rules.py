"""Rules of leagues: slugs, roles and their permissions, and the no-show policy."""

import re
import unicodedata
from dataclasses import dataclass

from engines.i18n import mark, translate as _, translate_n
from league.leagues.models import DEFAULT_BAN_LENGTH, BanUnit, Role
from matches.errors import ActionError

MAX_WARNINGS, MAX_BAN_LENGTH = 20, 730
SLUG_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RESERVED_SLUGS = frozenset({"new", "api", "admin"})
SLUG_ERROR = mark("Use 3 to 40 lowercase letters, digits and single hyphens. Start and end with a letter or digit.")
MAX_ABOUT = 2000
LONGEST_SEASON_DAYS = 731
_ORGANISING = frozenset({Role.OWNER, Role.ORGANISER})
PERMISSIONS: dict[str, frozenset[str]] = {
    mark("edit the league"): _ORGANISING,
    mark("choose the staff"): _ORGANISING,
    mark("choose the organisers"): frozenset({Role.OWNER}),
    mark("plan seasons"): _ORGANISING,
    mark("define titles"): _ORGANISING,
    mark("rule on matches"): _ORGANISING | {Role.REFEREE},
    mark("enter results"): _ORGANISING | {Role.REFEREE, Role.SCORER},
    mark("read the activity log"): _ORGANISING | {Role.REFEREE},
}
"""The roles that have each permission. Site admins have all of them."""
PLAN_SEASONS = mark("plan seasons")
"""The permission to organise seasons."""
DEFINE_TITLES = mark("define titles")
"""The permission to define games without an engine."""


@dataclass(frozen=True, slots=True)
class NoShowPolicy:
    """A no-show policy: `warnings` no-shows only warn; the next one bans for `length` days or events.

    With `warnings` None there is no policy.
    """

    warnings: int | None = None
    length: int = DEFAULT_BAN_LENGTH
    unit: str = BanUnit.DAYS

    @property
    def text(self) -> str:
        """Return the policy as a sentence; empty without a policy.

        >>> NoShowPolicy(0, 1, "events").text
        'A no-show brings a ban until 1 event has started.'
        """
        if self.warnings is None:
            return ""
        if not self.warnings:
            return _("A no-show brings a ban {span}.", span=self.span)
        return translate_n(
            "The first no-show brings a warning, the next a ban {span}.",
            "The first {n} no-shows bring a warning, the next a ban {span}.",
            self.warnings, span=self.span,
        )  # fmt: skip

    @property
    def span(self) -> str:
        if self.unit == BanUnit.DAYS:
            return translate_n("for {n} day", "for {n} days", self.length)
        return translate_n("until {n} event has started", "until {n} events have started", self.length)


def check_policy(policy: NoShowPolicy) -> NoShowPolicy:
    """Return the policy. Raises ActionError if it is invalid."""
    if policy.warnings is not None and not 0 <= policy.warnings <= MAX_WARNINGS:
        text = _("Enter a number of warnings from 0 to {maximum}.", maximum=MAX_WARNINGS)
        raise ActionError("out-of-range", text, "no_show_warnings")
    if not 1 <= policy.length <= MAX_BAN_LENGTH:
        text = _("A ban can last 1 to {maximum} days or events.", maximum=MAX_BAN_LENGTH)
        raise ActionError("out-of-range", text, "ban_length")
    if policy.unit not in BanUnit.values:
        raise ActionError("unknown-choice", _("Choose one of {values}.", values=", ".join(BanUnit.values)), "ban_unit")
    return policy


def has_permission(role: str | None, permission: str) -> bool:
    """Return whether a role has a permission of `PERMISSIONS`."""
    return role in PERMISSIONS[permission]


def list_grantable_roles(*, all_roles: bool) -> list[Role]:
    """Return the roles that a member of the staff may give; without `all_roles`, none that chooses the staff itself."""
    return [role for role in Role if all_roles or role not in PERMISSIONS["choose the staff"]]


def check_slug(slug: str) -> str:
    """Return the slug. Raises ActionError("bad-slug") if it is malformed or reserved."""
    if not 3 <= len(slug) <= 40 or not SLUG_PATTERN.fullmatch(slug):
        raise ActionError("bad-slug", _(SLUG_ERROR), "slug")
    if slug in RESERVED_SLUGS:
        raise ActionError("bad-slug", _("This address is reserved. Choose another one."), "slug")
    return slug


def build_slug(name: str) -> str:
    """Return a slug made from a name; empty if no character of it is usable.

    >>> build_slug("Élan Chess & Go, 3rd league")
    'elan-chess-go-3rd-league'
    """
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_name).strip("-")[:40].rstrip("-")


def check_role(role: str) -> str:
    """Return the role. Raises ActionError("unknown-role")."""
    if role not in Role.values:
        raise ActionError("unknown-role", _("The role must be one of: {values}.", values=", ".join(Role.values)), "role")
    return role
