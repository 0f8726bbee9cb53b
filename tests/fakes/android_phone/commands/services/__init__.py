"""Shells of system services, for ``cmd``: one file a service, found by its name."""
