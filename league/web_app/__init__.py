"""The site as an installable app: its manifest, its service worker and the page shown without a connection."""
