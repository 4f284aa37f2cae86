"""Messages of the code and their catalogues: finding them, keeping them, and what holds of them. See `__main__.py`."""
