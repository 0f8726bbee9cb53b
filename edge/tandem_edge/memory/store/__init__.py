"""Rows of one scope, in its encrypted database."""
