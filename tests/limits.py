"""Rate limits of sites that tests ask far more often than anybody does."""

REQUESTS = ("address", "person", "token", "moves", "match", "verify", "reading")
"""The kinds of `settings.RATE_LIMITS` that count requests."""
UNLIMITED = ";".join(f"{kind}=off" for kind in REQUESTS)
"""As the environment has it."""
