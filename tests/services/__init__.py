"""Real servers for the tests: PostgreSQL, a broker, a browser. Found, or installed, or said to be missing."""
