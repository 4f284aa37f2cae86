"""Data of the event pages for one viewer, a value for each page."""
