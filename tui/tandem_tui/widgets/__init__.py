"""Widgets that are safe to fill with foreign text."""
