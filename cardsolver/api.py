"""The public API."""
