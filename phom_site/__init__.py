"""Wiring only: settings from the environment, urls, the ASGI application."""
