"""Turning a described routine into calls of the automation tools."""
